//! The scores of all blocks, and their order, from which views are made.

use super::enclosed;
use super::features::{Facts, Page, Repeats};
use super::hidden;
use super::long_texts;
use super::notes;
use super::records::{self, comments, comments::Part};
use super::score::{CERTAIN, probabilities};
use super::siblings;
use crate::blocks::Table;
use crate::copy_into::{copy_fields, copy_plain};
use crate::names::Element;
use bumpalo::Bump;
use bumpalo::collections::Vec;

/// Runs of blocks with fewer words may be repeated in the main content, as the questions of an interview and refrains are.
const REPEATED_WORDS: u32 = 60;

/// The number of blocks, in the page and in its copy, by which two neighbours of a repeated run may be apart.
const GAP: usize = 4;

/// The scores of all blocks, and their order.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ranking<'a> {
    /// The probability of each block, of [`CERTAIN`].
    pub(super) probabilities: &'a [u32],
    /// The blocks by decreasing probability, without those that are not [`candidates`].
    pub(super) order: &'a [u32],
    /// The place of each block in `order`, `u32::MAX` for others.
    pub(super) places: &'a [u32],
    /// For each block of a repeated run, the best place of the blocks with the same text before it, else `u32::MAX`.
    pub(super) earlier: &'a [u32],
    /// The relation of each block to the comments of the page. Empty if the page has none.
    pub(super) comments: &'a [Part],
    /// The number of the record of each block, from 1, or 0. Empty if the page has no records.
    pub(super) records: &'a [u32],
}

copy_plain!(Part);
copy_fields! {
    Ranking { probabilities, order, places, earlier, comments, records }
}

impl<'a> Ranking<'a> {
    /// Scores the blocks.
    pub(super) fn of(table: Table<'a>, facts: &Facts<'a>, bump: &'a Bump) -> Self {
        let mut page = Page::new(table, facts, bump);
        let mut probabilities = probabilities(&mut page, table.rows.len(), bump);
        siblings::raise(&mut probabilities, &table, &page, bump);
        long_texts::raise(&mut probabilities, table.rows, &page, bump);
        notes::raise(&mut probabilities, &table, bump);
        enclosed::raise(&mut probabilities, &table, bump);
        let elements = records::Elements::of(&table, page.stems(), bump);
        let comments = comments::find(&mut probabilities, &table, &page, &elements, bump);
        let records = records::number(&table, &elements, bump);
        Self::new(&table, probabilities, &page, (comments, records), bump)
    }

    fn new(
        table: &Table<'_>,
        probabilities: Vec<'a, u32>,
        page: &Page<'_>,
        (comments, records): (&'a [Part], &'a [u32]),
        bump: &'a Bump,
    ) -> Self {
        let rows = table.rows;
        let is_candidate = candidates(table, page, comments, bump);
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
        for group in page.repeats().groups() {
            let mut best = u32::MAX;
            for index in group {
                earlier[index] = best;
                best = best.min(places[index]);
            }
        }
        keep_single_repeats(earlier, table, page.repeats(), bump);
        Self { probabilities: probabilities.into_bump_slice(), order, places, earlier, comments, records }
    }
}

/// Clears `earlier` for blocks outside of repeated runs. A run has the texts of blocks before it, in the same order, in another
/// container: a page has its text twice for small and for large screens. In the same container, the repetition is part of the text.
fn keep_single_repeats(earlier: &mut [u32], table: &Table<'_>, repeats: &Repeats<'_>, bump: &Bump) {
    let rows = table.rows;
    // A container with text of its own is a paragraph.
    let container = |index: usize| {
        let element = rows[index].element;
        let container = table.elements[element as usize].container;
        if container == element { table.elements[element as usize].parent } else { container }
    };
    // The last block with the same text before each block, in another container.
    let copies = bump.alloc_slice_fill_copy(rows.len(), usize::MAX);
    for group in repeats.groups() {
        let mut before = usize::MAX;
        for index in group {
            if before != usize::MAX && container(before) == container(index) {
                earlier[index] = u32::MAX;
            } else {
                copies[index] = before;
            }
            before = index;
        }
    }
    let (mut run, mut words, mut last) = (0, 0, None::<usize>);
    let mut end_run = |run: core::ops::Range<usize>, words: u32| {
        if words < REPEATED_WORDS {
            earlier[run].fill(u32::MAX);
        }
    };
    for index in (0..rows.len()).filter(|&index| copies[index] != usize::MAX) {
        let follows = last.is_some_and(|last: usize| {
            let (from, copy) = (copies[last], copies[index]);
            index - last <= GAP && copy > from && copy - from <= GAP && copy < run
        });
        if !follows {
            end_run(run..index, words);
            (run, words) = (index, 0);
        }
        words += rows[index].stats.words;
        last = Some(index);
    }
    end_run(run..rows.len(), words);
}

/// Returns whether a view may keep each block. No view keeps comments, the first heading of level 1 if it repeats the title, and
/// [hidden text](hidden) in blocks and tables.
fn candidates<'a>(table: &Table<'_>, page: &Page<'_>, comments: &[Part], bump: &'a Bump) -> &'a [bool] {
    let rows = table.rows;
    let is_outside = |index: usize| comments.get(index).is_none_or(|&part| part == Part::Outside);
    let candidates = bump.alloc_slice_fill_iter((0..rows.len()).map(is_outside));
    let heading = |index: usize| title_of(table, rows[index].element);
    if let Some(first) = (0..rows.len()).find_map(heading) {
        let title = || (0..rows.len()).filter(|&index| heading(index) == Some(first));
        if page.repeat_title(title()) {
            title().for_each(|index| candidates[index] = false);
        }
    }
    hidden::leave_out(candidates, table, bump);
    candidates
}

/// Returns the index of the innermost `h1` around an element, or `None` if there is none.
fn title_of(table: &Table<'_>, mut element: u32) -> Option<u32> {
    while table.elements[element as usize].heading == 1 && table.elements[element as usize].element != Element::H1 {
        element = table.elements[element as usize].parent;
    }
    Some(element).filter(|&element| table.elements[element as usize].heading == 1)
}
