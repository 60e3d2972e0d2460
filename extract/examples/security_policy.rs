//! Lists the content security policies that pages declare, with their titles: a collector of its own in the pass of the extractor.
//!
//! `cargo run --example security_policy -- FILE...` prints a line for each policy: the file, the title, the directive and its value.

use std::error::Error;
use std::{env, fs};
use tagrake::StartTag;
use tagrake::names::NameFilter;
use tagrake_extract::{Collector, Context, Extractor, Place};

/// The [policies](https://html.spec.whatwg.org/multipage/semantics.html#attr-meta-http-equiv-content-security-policy) of a page.
#[derive(Default)]
struct Policies<'a>(Vec<&'a str>);

impl<'a> Collector<'a> for Policies<'a> {
    const ELEMENTS: &'static NameFilter = &NameFilter::of(&["meta"]);

    fn start_tag(&mut self, tag: &StartTag<'a>, place: Place) {
        let is_policy = |value: &[u8]| value.eq_ignore_ascii_case(b"content-security-policy");
        // Browsers ignore a policy outside of the head.
        if tag.name() == b"meta"
            && place.in_head
            && place.is_of_document()
            && tag.attribute(b"http-equiv").is_some_and(|kind| is_policy(kind.value()))
        {
            self.0.extend(tag.attribute(b"content").map(|content| content.value_str()));
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut extractor = Extractor::default();
    for path in env::args().skip(1) {
        let html = fs::read(&path)?;
        let (page, policies) = extractor.collect(&html, &Context::default(), Policies::default);
        for directive in
            policies.0.iter().flat_map(|policy| policy.split(';')).map(str::trim).filter(|it| !it.is_empty())
        {
            let (name, value) = directive.split_once(' ').unwrap_or((directive, ""));
            println!("{path}\t{}\t{name}\t{value}", page.title.unwrap_or_default());
        }
    }
    Ok(())
}
