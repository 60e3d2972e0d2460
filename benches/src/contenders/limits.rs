//! Upper bounds: the speed of searching, comparing, validating and reading the same bytes.

use super::contender::{Agreement, Contender, each};
use crate::pass_counts::PassCounts;
use std::hint::black_box;

pub(super) fn contenders() -> Vec<Contender> {
    let limit = |name, read: fn(&[u8]) -> u64| {
        let pass = each(move |html, _| {
            black_box(read(html.as_bytes()));
        });
        Contender::new(name, Agreement::Silent, pass)
    };
    vec![
        limit("limit: memchr2 of < and &", |bytes| {
            memchr::memchr2_iter(b'<', b'&', bytes).fold(0, |sum, at| sum + at as u64)
        }),
        limit("limit: masks of <", |bytes| {
            let (blocks, _) = bytes.as_chunks();
            blocks.iter().fold(0, |sum: u64, block| sum + u64::from(mask(block, b'<').count_ones()))
        }),
        limit("limit: UTF-8 validation", |bytes| u64::from(std::str::from_utf8(bytes).is_ok())),
        limit("limit: sum of words", sum_of_words),
        Contender::new("limit: sum of words, cold", Agreement::Silent, |documents| {
            for document in documents {
                black_box(sum_of_words(document.html.as_bytes()));
            }
            PassCounts::default()
        }),
    ]
}

fn sum_of_words(bytes: &[u8]) -> u64 {
    let (words, _) = bytes.as_chunks();
    words.iter().fold(0, |sum: u64, &word| sum.wrapping_add(u64::from_ne_bytes(word)))
}

/// Returns a bit mask of the bytes that equal `byte`, in safe code that compilers vectorize.
fn mask(block: &[u8; 64], byte: u8) -> u64 {
    let flags = block.map(|other| u8::from(other == byte));
    let (words, _) = flags.as_chunks();
    words.iter().enumerate().fold(0, |bits, (index, &word)| {
        // The product collects the eight flags in its highest byte.
        let eight = u64::from_le_bytes(word).wrapping_mul(0x0102_0408_1020_4080) >> 56;
        bits | eight << (index * 8)
    })
}
