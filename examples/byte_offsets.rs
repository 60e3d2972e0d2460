//! Prints the texts of pages in any encoding, with their places in the bytes of the file. A `meta` may declare the encoding
//! anywhere in the page.
//!
//! `cargo run --example byte_offsets -- page.html...`

use std::error::Error;
use std::{env, fs};
use tagrake::encoding::{OffsetMap, decode_page};
use tagrake::{Arena, Token, Tokenizer};

pub(crate) fn texts(page: &[u8]) -> Vec<String> {
    let document = decode_page(page, None);
    let map = OffsetMap::new(page, &document.decision);
    let mut lines = vec![format!("{} ({})", document.decision.encoding.name(), document.decision.source)];
    let arena = Arena::new();
    for token in Tokenizer::new(document.text.as_bytes(), &arena) {
        if let Token::Text(text) = token {
            let bytes = map.byte_range(text.span());
            lines.push(format!("{}..{}: {}", bytes.start, bytes.end, text.decoded_str()));
        }
    }
    lines
}

fn main() -> Result<(), Box<dyn Error>> {
    for path in env::args_os().skip(1) {
        texts(&fs::read(&path)?).iter().for_each(|line| println!("{line}"));
    }
    Ok(())
}
