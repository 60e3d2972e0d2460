//! The words of a page and its shingles, which are words that follow each other, as hashes.

use super::columns::share;
use super::common_words::is_common;
use super::hashes::{HashSet, SHINGLED_WORDS, for_each_word_hash, mix};
use crate::blocks::Table;
use bumpalo::Bump;
use bumpalo::collections::Vec;

pub(super) struct PageWords<'p> {
    words: Vec<'p, u32>,
    /// The index of the first word of each block, and at the end the number of words.
    starts: Vec<'p, u32>,
    /// The hash of the three words that start at each word. The last words have none.
    triples: Vec<'p, u32>,
    /// The slot in `repeated` of the four words that start at each word, or `u32::MAX`.
    slots: Vec<'p, u32>,
    /// Counts how often four words follow each other.
    repeated: HashSet<'p>,
}

impl<'p> PageWords<'p> {
    pub(super) fn new(table: &Table<'_>, bump: &'p Bump) -> Self {
        let mut words = Vec::with_capacity_in((table.text.len() / 5).min(SHINGLED_WORDS), bump);
        let mut starts = Vec::with_capacity_in(table.rows.len() + 1, bump);
        for_each_word_hash(table.text, table.rows.iter().map(|row| row.text), |block, word| {
            if words.len() < SHINGLED_WORDS {
                while starts.len() <= block {
                    starts.push(words.len() as u32);
                }
                words.push(word);
            }
        });
        starts.resize(table.rows.len() + 1, words.len() as u32);
        let mut repeated = HashSet::new(words.len(), bump);
        let mut triples = Vec::with_capacity_in(words.len(), bump);
        let mut slots = Vec::with_capacity_in(words.len(), bump);
        for (index, window) in words.windows(3).enumerate() {
            let triple = window.iter().fold(0, |hash, &word| mix(hash, u64::from(word)));
            triples.push((triple >> 32) as u32);
            if let Some(&fourth) = words.get(index + 3) {
                let slot = repeated.count((mix(triple, u64::from(fourth)) >> 32) as u32);
                slots.push(slot.map_or(u32::MAX, |slot| slot as u32));
            }
        }
        Self { words, starts, triples, slots, repeated }
    }

    /// Returns the words of a block, and its shingles of three words.
    pub(super) fn of(&self, block: usize) -> (&[u32], &[u32]) {
        let (start, end) = (self.starts[block] as usize, self.starts[block + 1] as usize);
        (&self.words[start..end], self.triples.get(start..end.saturating_sub(2)).unwrap_or_default())
    }

    /// Returns the share of the words of a block that are common in a language.
    pub(super) fn common_share(&self, block: usize) -> i16 {
        let words = self.of(block).0;
        share(words.iter().filter(|&&word| is_common(word)).count(), words.len())
    }

    /// Returns the share of the shingles of four words of a block that the page has more than once.
    pub(super) fn copied_share(&self, block: usize) -> i16 {
        let (start, end) = (self.starts[block] as usize, self.starts[block + 1] as usize);
        let slots = self.slots.get(start..end.saturating_sub(3)).unwrap_or_default();
        let copied = slots.iter().filter(|&&slot| slot != u32::MAX && self.repeated.value_at(slot as usize) > 1);
        share(copied.count(), slots.len())
    }
}

/// Returns the hashes of the shingles of three words.
pub(super) fn triples(words: &[u32]) -> impl Iterator<Item = u32> {
    words.windows(3).map(|window| (window.iter().fold(0, |hash, &word| mix(hash, u64::from(word))) >> 32) as u32)
}
