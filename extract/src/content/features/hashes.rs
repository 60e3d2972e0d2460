//! Hashes of words and shingles, and sets of them.
//!
//! The sets are of fixed size and look at a few slots at most, so chosen words cannot make them slow. A full set drops
//! hashes: the features are then less exact, in the same way on every machine.

use crate::blocks::Word;
use bumpalo::Bump;
use tagrake::scan::{BLOCK, Job, Level, Padded, Vectors, bits_of, dispatch};

/// Maximum number of words of a page whose shingles are compared.
pub(super) const SHINGLED_WORDS: usize = 1 << 16;

/// Mixes a value into a hash.
#[inline]
pub(super) const fn mix(hash: u64, value: u64) -> u64 {
    (hash.rotate_left(5) ^ value).wrapping_mul(0x9E37_79B9_7F4C_A7C5)
}

/// Returns a hash of a text.
pub(in crate::content) fn hash_of(text: &str) -> u64 {
    let mut chunks = text.as_bytes().chunks_exact(8);
    let mut hash = mix(0, text.len() as u64);
    for chunk in &mut chunks {
        hash = mix(hash, u64::from_le_bytes(chunk.try_into().expect("a chunk has 8 bytes")));
    }
    let mut last = [0; 8];
    last[..chunks.remainder().len()].copy_from_slice(chunks.remainder());
    let hash = mix(hash, u64::from_le_bytes(last));
    hash ^ (hash >> 29)
}

/// Calls `take` with the number of the part and the hash of each word of some byte ranges of a text. Words are letters,
/// digits and other characters that are not ASCII. Their hashes ignore the case of ASCII letters.
pub(super) fn for_each_word_hash(text: &str, parts: impl Iterator<Item = (u32, u32)>, take: impl FnMut(usize, u32)) {
    dispatch(Level::best(), HashWords { text, parts, take });
}

struct HashWords<'t, P, F> {
    text: &'t str,
    parts: P,
    take: F,
}

impl<P: Iterator<Item = (u32, u32)>, F: FnMut(usize, u32)> Job for HashWords<'_, P, F> {
    type Output = ();

    #[inline(always)]
    fn run<S: Vectors>(mut self, simd: S) {
        let bytes = self.text.as_bytes();
        let padded = Padded::new(bytes);
        for (part, (start, end)) in self.parts.enumerate() {
            let (mut at, end) = (start as usize, end as usize);
            // The start of the open word, and the bit of the last byte of the block before.
            let (mut word, mut follows_word) = (None, 0);
            while at < end {
                let inside = u64::MAX >> (BLOCK - (end - at).min(BLOCK));
                let words = bits_of(simd, padded.blocks().block(at), BLOCK, Word) & inside;
                // Words start and end where a bit differs from the one before it.
                let mut edges = words ^ (words << 1 | follows_word);
                follows_word = words >> (BLOCK - 1);
                while edges != 0 {
                    let edge = at + edges.trailing_zeros() as usize;
                    edges &= edges - 1;
                    match word.take() {
                        Some(start) => (self.take)(part, hash_at(bytes, start, edge)),
                        None => word = Some(edge),
                    }
                }
                at += BLOCK;
            }
            if let Some(start) = word {
                (self.take)(part, hash_at(bytes, start, end));
            }
        }
    }
}

/// Returns the hash of the word at `start..end`.
#[inline(always)]
fn hash_at(bytes: &[u8], start: usize, end: usize) -> u32 {
    match bytes[start..].first_chunk() {
        Some(&first) if end - start <= 8 => {
            let letters = u64::MAX >> (64 - 8 * (end - start));
            hash_of_chunk(0, u64::from_le_bytes(first) & letters) as u32
        }
        _ => hash_of_word(&bytes[start..end]),
    }
}

/// Returns the hash of a word, in any case.
pub(super) const fn hash_of_word(word: &[u8]) -> u32 {
    let (mut hash, mut at) = (0, 0);
    while at < word.len() {
        let (mut chunk, mut byte) = (0, 0);
        while byte < 8 && at + byte < word.len() {
            chunk |= (word[at + byte] as u64) << (8 * byte);
            byte += 1;
        }
        hash = hash_of_chunk(hash, chunk);
        at += 8;
    }
    hash as u32
}

/// Adds eight bytes of a word to its hash.
#[inline(always)]
const fn hash_of_chunk(hash: u64, chunk: u64) -> u64 {
    mix(hash, to_lower_case(chunk)) >> 32
}

/// Returns eight bytes with their ASCII letters in lower case.
#[inline(always)]
const fn to_lower_case(chunk: u64) -> u64 {
    const ONES: u64 = u64::MAX / 0xFF;
    let low = chunk & (ONES * 0x7F);
    // The high bit of each byte: set from `A` on, and past `Z`.
    let (from_a, past_z) = (low + ONES * (0x80 - b'A' as u64), low + ONES * (0x7F - b'Z' as u64));
    let upper = from_a & !past_z & !chunk & (ONES * 0x80);
    chunk | upper >> 2
}

/// A set of hashes. Each slot has a hash in its upper 29 bits, and a value from 1 to 7 below them. 0 is a free slot.
pub(super) struct HashSet<'a> {
    slots: &'a mut [u32],
}

/// The bits of a slot that have the value.
const VALUE: u32 = 7;

/// The number of slots that a search looks at.
const PROBES: usize = 16;

impl<'a> HashSet<'a> {
    /// Returns a set for `count` hashes.
    pub(super) fn new(count: usize, bump: &'a Bump) -> Self {
        Self { slots: bump.alloc_slice_fill_copy((count * 2).next_power_of_two().max(PROBES), 0) }
    }

    #[inline(always)]
    fn find(&self, hash: u32) -> Option<usize> {
        let mask = self.slots.len() - 1;
        let first = (hash.wrapping_mul(0x9E37_79B1) >> 7) as usize;
        (first..first + PROBES)
            .map(|slot| slot & mask)
            .find(|&slot| self.slots[slot] == 0 || (self.slots[slot] ^ hash) & !VALUE == 0)
    }

    /// Adds a hash. Its value is the number of times that it was added, at most 2. Returns its slot.
    #[inline]
    pub(super) fn count(&mut self, hash: u32) -> Option<usize> {
        let slot = self.find(hash)?;
        self.slots[slot] = (hash & !VALUE) | ((self.slots[slot] & VALUE) + 1).min(2);
        Some(slot)
    }

    /// Adds the bits of `flags` to the value of a hash.
    pub(super) fn mark(&mut self, hash: u32, flags: u32) {
        if let Some(slot) = self.find(hash) {
            self.slots[slot] = (hash & !VALUE) | (self.slots[slot] & VALUE) | flags;
        }
    }

    /// Returns the value of a hash, or 0 if it was not added.
    #[inline]
    pub(super) fn value(&self, hash: u32) -> u32 {
        self.find(hash).map_or(0, |slot| self.slots[slot] & VALUE)
    }

    /// Returns the value in a slot.
    #[inline]
    pub(super) fn value_at(&self, slot: usize) -> u32 {
        self.slots[slot] & VALUE
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    #[test]
    fn hashes_the_words_of_texts_of_any_length() {
        let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80;
        let text = "A b-longest_word_of_all naïve 日本語の文, X1 ".repeat(9);
        for start in (0..70).filter(|&start| text.is_char_boundary(start)) {
            for end in (start..300).filter(|&end| text.is_char_boundary(end)) {
                let bytes = text.as_bytes()[start..end].to_ascii_lowercase();
                let expected = bytes.split(|&byte| !is_word(byte)).filter(|word| !word.is_empty()).map(hash_of_word);
                for level in Level::all() {
                    let mut words = Vec::new();
                    let parts = core::iter::once((start as u32, end as u32));
                    dispatch(level, HashWords { text: &text, parts, take: |_, word| words.push(word) });
                    assert!(expected.clone().eq(words), "{start}..{end}, {level:?}");
                }
            }
        }
    }
}
