//! Writes a page without its `script` elements, and all other bytes unchanged.
//!
//! `cargo run --example remove_scripts -- page.html`

use std::error::Error;
use std::io::{self, Write};
use std::{env, fs};
use tagrake::{Arena, EndTag, Namespace, Options, Sink, StartTag, tokenize};

/// The output so far, and the offset at which the next bytes to copy start; `None` inside of a script.
struct Copy<'h> {
    html: &'h [u8],
    output: Vec<u8>,
    from: Option<usize>,
}

impl<'a> Sink<'a> for Copy<'_> {
    fn start_tag(&mut self, tag: StartTag<'a>) {
        if tag.name() == b"script"
            && let Some(from) = self.from.take()
        {
            self.output.extend_from_slice(&self.html[from..tag.span().start]);
            // In SVG, `<script/>` is complete.
            let is_complete = tag.is_self_closing() && tag.namespace() != Namespace::Html;
            self.from = is_complete.then_some(tag.span().end);
        }
    }

    fn end_tag(&mut self, tag: EndTag<'a>) {
        if tag.name() == b"script" {
            self.from.get_or_insert(tag.span().end);
        }
    }
}

pub(crate) fn remove_scripts(html: &[u8]) -> Vec<u8> {
    let mut copy = Copy { html, output: Vec::new(), from: Some(0) };
    tokenize(html, &Options::default(), &mut Arena::new(), &mut copy);
    copy.output.extend_from_slice(&html[copy.from.unwrap_or(html.len())..]);
    copy.output
}

fn main() -> Result<(), Box<dyn Error>> {
    for path in env::args_os().skip(1) {
        io::stdout().write_all(&remove_scripts(&fs::read(path)?))?;
    }
    Ok(())
}
