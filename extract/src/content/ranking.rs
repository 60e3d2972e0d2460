//! The scores of all blocks, and their order, from which views are made.

use super::features::{Facts, Page, Repeats};
use super::long_texts;
use super::score::{CERTAIN, probabilities};
use crate::blocks::Table;
use crate::names::Element;
use bumpalo::Bump;
use bumpalo::collections::Vec;

/// Blocks with fewer words may be repeated in the main content.
const REPEATED_WORDS: u32 = 8;

/// The scores of all blocks, and their order.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ranking<'a> {
    /// The probability of each block, of [`CERTAIN`].
    pub(super) probabilities: &'a [u32],
    /// The blocks by decreasing probability, without those that are not [`candidates`].
    pub(super) order: &'a [u32],
    /// The place of each block in `order`, `u32::MAX` for others.
    pub(super) places: &'a [u32],
    /// For each block of 8 words or more, the best place of the blocks with the same text before it, else `u32::MAX`.
    pub(super) earlier: &'a [u32],
}

impl<'a> Ranking<'a> {
    /// Scores the blocks.
    pub(super) fn of(table: Table<'a>, facts: &Facts<'a>, bump: &'a Bump) -> Self {
        let mut page = Page::new(table, facts, bump);
        let mut probabilities = probabilities(&mut page, table.rows.len(), bump);
        long_texts::raise(&mut probabilities, table.rows, &page, bump);
        Self::new(&table, probabilities, page.repeats(), bump)
    }

    fn new(table: &Table<'_>, probabilities: Vec<'a, u32>, repeats: &Repeats<'_>, bump: &'a Bump) -> Self {
        let rows = table.rows;
        let is_candidate = candidates(table, bump);
        // PERF: a probability and an index in one integer are sorted faster than a pair.
        let mut keys = Vec::with_capacity_in(rows.len(), bump);
        keys.extend(
            (0..rows.len())
                .filter(|&index| is_candidate[index])
                .map(|index| u64::from(CERTAIN - probabilities[index]) << 32 | index as u64),
        );
        keys.sort_unstable();
        let order = bump.alloc_slice_fill_iter(keys.iter().map(|&key| key as u32));
        let places = bump.alloc_slice_fill_copy(rows.len(), u32::MAX);
        for (place, &index) in order.iter().enumerate() {
            places[index as usize] = place as u32;
        }
        let earlier = bump.alloc_slice_fill_copy(rows.len(), u32::MAX);
        for group in repeats.groups() {
            let mut best = u32::MAX;
            for index in group.filter(|&index| rows[index].stats.words >= REPEATED_WORDS) {
                earlier[index] = best;
                best = best.min(places[index]);
            }
        }
        Self { probabilities: probabilities.into_bump_slice(), order, places, earlier }
    }
}

/// Returns whether a view may keep each block. No view keeps the first heading of level 1, which repeats the title, and inline text
/// that readers do not see, in a block with other text. A block without visible text may be shown later, by a script.
fn candidates<'a>(table: &Table<'_>, bump: &'a Bump) -> &'a [bool] {
    let rows = table.rows;
    let mut title = None;
    let candidates = bump.alloc_slice_fill_copy(rows.len(), true);
    let mut start = 0;
    for index in 0..rows.len() {
        let heading = title_of(table, rows[index].element);
        if heading.is_some() {
            candidates[index] = heading != *title.get_or_insert(heading);
        }
        if rows.get(index + 1).is_none_or(|next| next.is_new) {
            let run = start..index + 1;
            if rows[run.clone()].iter().any(|row| !row.is_hidden) {
                run.filter(|&index| rows[index].is_hidden).for_each(|index| candidates[index] = false);
            }
            start = index + 1;
        }
    }
    candidates
}

/// Returns the index of the innermost `h1` around an element, or `None` if there is none.
fn title_of(table: &Table<'_>, mut element: u32) -> Option<u32> {
    while table.elements[element as usize].heading == 1 && table.elements[element as usize].element != Element::H1 {
        element = table.elements[element as usize].parent;
    }
    Some(element).filter(|&element| table.elements[element as usize].heading == 1)
}
