//! Hashes of words and shingles, and sets of them.
//!
//! The sets are of fixed size and look at a few slots at most, so chosen words cannot make them slow. A full set drops
//! hashes: the features are then less exact, in the same way on every machine.

use bumpalo::Bump;

/// Maximum number of words of a page whose shingles are compared.
pub(super) const SHINGLED_WORDS: usize = 1 << 16;

/// Mixes a value into a hash.
#[inline]
pub(super) const fn mix(hash: u64, value: u64) -> u64 {
    (hash.rotate_left(5) ^ value).wrapping_mul(0x9E37_79B9_7F4C_A7C5)
}

/// Returns a hash of a text.
pub(in crate::extract::blocks) fn hash_of(text: &str) -> u64 {
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

/// Calls `take` with the hash of each word: letters and digits, in ASCII lower case.
pub(super) fn for_each_word_hash(text: &str, mut take: impl FnMut(u32)) {
    let (mut hash, mut in_word) = (0, false);
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || byte >= 0x80 || byte == b'_' {
            hash = mix(hash, u64::from(byte.to_ascii_lowercase()));
            in_word = true;
        } else if core::mem::take(&mut in_word) {
            take((hash >> 32) as u32);
            hash = 0;
        }
    }
    if in_word {
        take((hash >> 32) as u32);
    }
}

/// Returns the hash of a word in ASCII lower case.
pub(super) const fn hash_of_word(word: &str) -> u32 {
    let (bytes, mut hash, mut at) = (word.as_bytes(), 0, 0);
    while at < bytes.len() {
        hash = mix(hash, bytes[at] as u64);
        at += 1;
    }
    (hash >> 32) as u32
}

/// Returns the hash of a shingle: words that follow each other.
pub(super) fn shingle(words: &[u32]) -> u32 {
    (words.iter().fold(0, |hash, &word| mix(hash, u64::from(word))) >> 32) as u32
}

/// A set of hashes. Each slot has a hash in its upper 30 bits, and a count of 1 or 2 below them. 0 is a free slot.
pub(super) struct HashSet<'a> {
    slots: &'a mut [u32],
}

/// The bits of a slot that have the count.
const COUNT: u32 = 3;

/// The number of slots that a search looks at.
const PROBES: usize = 16;

impl<'a> HashSet<'a> {
    /// Returns a set for `count` hashes.
    pub(super) fn new(count: usize, bump: &'a Bump) -> Self {
        Self { slots: bump.alloc_slice_fill_copy((count * 2).next_power_of_two().max(PROBES), 0) }
    }

    fn find(&self, hash: u32) -> Option<usize> {
        let mask = self.slots.len() - 1;
        let first = (hash.wrapping_mul(0x9E37_79B1) >> 7) as usize;
        (first..first + PROBES)
            .map(|slot| slot & mask)
            .find(|&slot| self.slots[slot] == 0 || (self.slots[slot] ^ hash) & !COUNT == 0)
    }

    /// Adds a hash.
    pub(super) fn add(&mut self, hash: u32) {
        if let Some(slot) = self.find(hash) {
            self.slots[slot] = (hash & !COUNT) | ((self.slots[slot] & COUNT) + 1).min(2);
        }
    }

    /// Returns how often the hash was added, at most 2.
    pub(super) fn count(&self, hash: u32) -> u32 {
        self.find(hash).map_or(0, |slot| self.slots[slot] & COUNT)
    }
}
