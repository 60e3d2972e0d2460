//! Writes a page with a prefix before the value of every `href`, and all other bytes unchanged.
//!
//! `cargo run --example prefix_links -- https://proxy.example/? page.html`

use std::error::Error;
use std::io::{self, Write};
use std::{env, fs};
use tagrake::{Arena, Options, Quote, Sink, StartTag, tokenize};

/// The offsets at which the values of `href` start.
#[derive(Default)]
struct Values(Vec<usize>);

impl<'a> Sink<'a> for Values {
    fn start_tag(&mut self, tag: StartTag<'a>) {
        let href = tag.attribute("href").filter(|href| href.quote() != Quote::NoValue);
        self.0.extend(href.map(|href| href.value_span().start));
    }
}

/// `prefix` must be markup for an attribute value without quotes: `&` may need to be `&amp;`, and it has no white space.
pub(crate) fn prefix_links(html: &[u8], prefix: &str) -> Vec<u8> {
    let mut values = Values::default();
    tokenize(html, &Options::default(), &mut Arena::new(), &mut values);
    let (mut changed, mut written) = (Vec::new(), 0);
    for start in values.0 {
        changed.extend_from_slice(&html[written..start]);
        changed.extend_from_slice(prefix.as_bytes());
        written = start;
    }
    changed.extend_from_slice(&html[written..]);
    changed
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let prefix = arguments.next().ok_or("expected a prefix and a page")?;
    for path in arguments {
        io::stdout().write_all(&prefix_links(&fs::read(path)?, &prefix))?;
    }
    Ok(())
}
