//! A crate without std that uses the tokenizer, the extractor and the drafts.
//!
//! The panic handler is the proof: std has one of its own, and two do not compile. So this compiles only if no crate
//! below links std, and no target without std need be installed to know it.
#![no_std]

use core::panic::PanicInfo;
use tagrake::{Arena, Options, Tokenizer};
use tagrake_editions::{Edition, tokenize};
use tagrake_extract::{Context, Extractor};

/// Counts the tokens of `html`.
pub fn count_tokens(html: &[u8]) -> usize {
    Tokenizer::new(html, &Arena::new()).count()
}

/// Counts the links of `html`.
pub fn count_links(html: &[u8]) -> usize {
    Extractor::default().extract(html, &Context::default()).links.len()
}

/// Counts the tokens of `html` by a draft.
pub fn count_tokens_of_draft(html: &str) -> usize {
    tokenize(html, Edition::October2007, &Options::default()).tokens.len()
}

#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    loop {}
}
