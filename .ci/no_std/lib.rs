//! A crate without std that uses the tokenizer and the extractor.
//!
//! The panic handler is the proof: std has one of its own, and two do not compile. So this compiles only if no crate
//! below links std, and no target without std need be installed to know it.
#![no_std]

use core::panic::PanicInfo;
use tagrake::{Arena, Tokenizer};
use tagrake_extract::{Context, Extractor};

/// Counts the tokens of `html`.
pub fn count_tokens(html: &[u8]) -> usize {
    Tokenizer::new(html, &Arena::new()).count()
}

/// Counts the links of `html`.
pub fn count_links(html: &[u8]) -> usize {
    Extractor::default().extract(html, &Context::default()).links.len()
}

#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    loop {}
}
