//! A crate without std that uses tagrake.
//!
//! The panic handler is the proof: std has one of its own, and two do not compile. So this compiles only if no crate
//! below links std, and no target without std need be installed to know it.
#![no_std]

use core::panic::PanicInfo;
use tagrake::{Arena, Tokenizer};

/// Counts the tokens of `html`.
pub fn count_tokens(html: &[u8]) -> usize {
    Tokenizer::new(html, &Arena::new()).count()
}

#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    loop {}
}
