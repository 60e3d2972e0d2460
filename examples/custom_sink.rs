//! Reviews pages with a custom sink: reports images without `alt`, and headings that skip a level.
//!
//! `cargo run --example custom_sink -- page.html...` prints a line for each remark, with file, line and column. The
//! sink stores only remarks. Tokens for which it has no method cost nothing.

use std::error::Error;
use std::{env, fs};
use tagrake::{Arena, LineIndex, Options, Sink, StartTag, tokenize};

/// The remarks on a page.
#[derive(Default)]
struct Review {
    /// The level of the last heading.
    level: u8,
    /// The byte offset of each remark, and its text.
    remarks: Vec<(usize, String)>,
}

impl<'a> Sink<'a> for Review {
    fn start_tag(&mut self, tag: StartTag<'a>) {
        match tag.name() {
            b"img" if tag.attribute(b"alt").is_none() => {
                let source = tag.attribute(b"src").map_or("", |source| source.value_str());
                self.remarks.push((tag.span().start, format!("an image without alt: {source}")));
            }
            [b'h', digit @ b'1'..=b'6'] => {
                let level = digit - b'0';
                if level > self.level + 1 {
                    let remark = match self.level {
                        0 => format!("the first heading is h{level}"),
                        last => format!("h{level} comes after h{last}"),
                    };
                    self.remarks.push((tag.span().start, remark));
                }
                self.level = level;
            }
            _ => {}
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arena = Arena::new();
    for path in env::args_os().skip(1) {
        let html = fs::read(&path)?;
        let mut review = Review::default();
        tokenize(&html, &Options::default(), &mut arena, &mut review);
        let lines = LineIndex::new(&html);
        for (offset, remark) in review.remarks {
            let place = lines.position(offset);
            println!("{}:{}:{}: {remark}", path.display(), place.line, place.column);
        }
    }
    Ok(())
}
