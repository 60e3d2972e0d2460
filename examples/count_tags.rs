//! Counts the start tags of pages by name, in two ways: tokens pushed into a sink, and tokens pulled from an iterator.
//!
//! `cargo run --example count_tags -- page.html...`

use std::collections::BTreeMap;
use std::error::Error;
use std::{env, fs};
use tagrake::{Arena, Options, Sink, StartTag, Tokenizer, tokenize};

#[derive(Debug, Default, PartialEq)]
pub(crate) struct TagCounts(pub(crate) BTreeMap<String, usize>);

impl<'a> Sink<'a> for TagCounts {
    fn start_tag(&mut self, tag: StartTag<'a>) {
        *self.0.entry(tag.name_str().to_owned()).or_default() += 1;
    }
}

/// Pushes: the fastest way.
pub(crate) fn count_pushed(html: &[u8], arena: &mut Arena) -> TagCounts {
    let mut counts = TagCounts::default();
    tokenize(html, &Options::default(), arena, &mut counts);
    counts
}

/// Pulls. The caller may stop at any token, or send the tokens to a sink.
pub(crate) fn count_pulled(html: &[u8], arena: &mut Arena) -> TagCounts {
    arena.reset();
    let mut counts = TagCounts::default();
    Tokenizer::new(html, arena).for_each(|token| token.send_to(&mut counts));
    counts
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arena = Arena::new();
    for path in env::args_os().skip(1) {
        let html = fs::read(&path)?;
        let counts = count_pushed(&html, &mut arena);
        assert_eq!(counts, count_pulled(&html, &mut arena));
        counts.0.iter().for_each(|(name, count)| println!("{}: {name} {count}", path.display()));
    }
    Ok(())
}
