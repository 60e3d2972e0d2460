//! Views: which blocks are the main content.
//!
//! 1. Blocks are sorted by their probability `p`, the most probable first. Headings of level 1 are left out: they
//!    repeat the title.
//! 2. Of the prefixes of that order, the view takes the one with the highest expected F measure,
//!    `(1 + b) * sum(p * w, kept) / (sum(w, kept) + b * sum(p * w, all))`, where `w` is the number of words. A small `b`
//!    favours precision, a large one recall.
//! 3. Of blocks with the same text of 8 words or more, only the first that is kept stays.
//!
//! The order does not depend on `b`, so several views cost little more than one.

use super::block::{Block, Blocks, Table};
use super::features::Repeats;
use super::score::CERTAIN;
use bumpalo::Bump;
use bumpalo::collections::Vec;

/// Blocks with fewer words may be repeated in the main content.
const REPEATED_WORDS: u32 = 8;

/// A view is empty if its expected number of words is less than this.
const LEAST_WORDS: u64 = 5;

/// Selects the blocks of the main content.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum View {
    /// The main content, with precision a little more important than recall.
    #[default]
    Main,
    /// Less text, with fewer errors.
    Precise,
    /// More text, with fewer gaps.
    Generous,
}

impl View {
    /// Returns the weight of recall, in hundredths: `b` of the rule times 100.
    const fn recall_weight(self) -> u64 {
        match self {
            Self::Main => 49,
            Self::Precise => 25,
            Self::Generous => 100,
        }
    }
}

/// The scores of all blocks, and their order.
#[derive(Clone, Copy, Debug)]
pub(in crate::extract) struct Ranking<'a> {
    /// The probability of each block, of [`CERTAIN`].
    pub(super) probabilities: &'a [u32],
    /// The blocks by decreasing probability, without headings of level 1.
    order: &'a [u32],
    /// The place of each block in `order`, `u32::MAX` for others.
    places: &'a [u32],
    /// For each block of 8 words or more, the best place of the blocks with the same text before it, else `u32::MAX`.
    earlier: &'a [u32],
}

impl<'a> Ranking<'a> {
    pub(super) fn new(table: &Table<'_>, probabilities: Vec<'a, u32>, repeats: &Repeats<'_>, bump: &'a Bump) -> Self {
        let rows = table.rows;
        let is_kept = |&index: &usize| table.elements[rows[index].element as usize].heading != 1;
        // PERF: a probability and an index in one integer are sorted faster than a pair.
        let mut keys = Vec::with_capacity_in(rows.len(), bump);
        keys.extend(
            (0..rows.len()).filter(is_kept).map(|index| u64::from(CERTAIN - probabilities[index]) << 32 | index as u64),
        );
        keys.sort_unstable();
        let mut order = Vec::with_capacity_in(keys.len(), bump);
        order.extend(keys.iter().map(|&key| key as u32));
        let mut places = Vec::with_capacity_in(rows.len(), bump);
        places.resize(rows.len(), u32::MAX);
        for (place, &index) in order.iter().enumerate() {
            places[index as usize] = place as u32;
        }
        let mut earlier = Vec::with_capacity_in(rows.len(), bump);
        earlier.resize(rows.len(), u32::MAX);
        for group in repeats.groups() {
            let mut best = u32::MAX;
            for index in group.filter(|&index| rows[index].stats.words >= REPEATED_WORDS) {
                earlier[index] = best;
                best = best.min(places[index]);
            }
        }
        Self {
            probabilities: probabilities.into_bump_slice(),
            order: order.into_bump_slice(),
            places: places.into_bump_slice(),
            earlier: earlier.into_bump_slice(),
        }
    }
}

/// The blocks that a view keeps.
#[derive(Clone, Copy)]
pub struct Selection<'a, 'b> {
    blocks: &'b Blocks<'a>,
    ranking: Ranking<'a>,
    /// The number of blocks of the order that are kept.
    kept: u32,
    /// The expected number of words of the main content that are kept, times [`CERTAIN`], and the number of all words
    /// that are kept.
    found: u64,
    words: u64,
    /// The expected number of words of the main content, times [`CERTAIN`].
    expected: u64,
}

impl<'a, 'b> Selection<'a, 'b> {
    pub(super) fn new(blocks: &'b Blocks<'a>, ranking: Ranking<'a>, view: View) -> Self {
        let rows = blocks.table.rows;
        let words_of = |index: u32| u64::from(rows[index as usize].stats.words);
        let expected_of = |index: u32| u64::from(ranking.probabilities[index as usize]) * words_of(index);
        let expected: u64 = ranking.order.iter().map(|&index| expected_of(index)).sum();
        let mut selection = Self { blocks, ranking, kept: 0, found: 0, words: 0, expected };
        let (mut found, mut words) = (0, 0);
        let denominator = |words: u64| {
            u128::from(words * u64::from(CERTAIN)) * 100 + u128::from(view.recall_weight()) * u128::from(expected)
        };
        for (&index, place) in ranking.order.iter().zip(1..) {
            found += expected_of(index);
            words += words_of(index);
            let best = u128::from(selection.found) * denominator(words);
            if u128::from(found) * denominator(selection.words) > best {
                (selection.kept, selection.found, selection.words) = (place, found, words);
            }
        }
        if selection.found < LEAST_WORDS * u64::from(CERTAIN) {
            (selection.kept, selection.found, selection.words) = (0, 0, 0);
        }
        selection
    }

    /// Returns all blocks of the page.
    pub(super) fn blocks(&self) -> &'b Blocks<'a> {
        self.blocks
    }

    /// Returns true if the block at `index` is kept.
    pub fn contains(&self, index: usize) -> bool {
        let place = |places: &[u32]| places.get(index).is_some_and(|&place| place < self.kept);
        place(self.ranking.places) && !place(self.ranking.earlier)
    }

    /// Returns the blocks that are kept, in document order.
    pub fn iter(&self) -> impl Iterator<Item = Block<'a, 'b>> {
        let selection = *self;
        self.blocks.iter().filter(move |block| selection.contains(block.index()))
    }

    /// Returns true if no block is kept.
    pub fn is_empty(&self) -> bool {
        self.kept == 0
    }

    /// Returns the expected precision: the share of the kept words that are main content, from 0 to 1. Pages for which
    /// it is low are doubtful.
    pub fn expected_precision(&self) -> f64 {
        self.found as f64 / (self.words.max(1) * u64::from(CERTAIN)) as f64
    }

    /// Returns the expected recall: the share of the words of the main content that are kept, from 0 to 1.
    pub fn expected_recall(&self) -> f64 {
        self.found as f64 / self.expected.max(1) as f64
    }
}

impl core::fmt::Debug for Selection<'_, '_> {
    fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        formatter.debug_list().entries(self.iter()).finish()
    }
}
