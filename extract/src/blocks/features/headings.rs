//! The headings before each block.

use super::super::phrases::Phrases;
use super::super::table::Table;
use super::briefs::Brief;
use bumpalo::Bump;
use bumpalo::collections::Vec;

/// The headings before a block.
#[derive(Clone, Copy, Default)]
pub(super) struct Headings {
    /// 0 before the first heading, 1 under a heading, 2 under one of related content, 3 after a short block that reads
    /// like one.
    pub(super) under: u8,
    pub(super) words: u32,
    /// The number of changes of `under`.
    pub(super) sections: u32,
    pub(super) count: u32,
    pub(super) first_h1: Option<u32>,
    pub(super) last: Option<u32>,
}

/// Returns the headings before each block.
pub(super) fn headings<'p>(
    table: &Table<'_>,
    briefs: &[Brief],
    phrases: &[Phrases],
    bump: &'p Bump,
) -> Vec<'p, Headings> {
    let mut headings = Vec::with_capacity_in(briefs.len(), bump);
    let mut state = Headings::default();
    for (index, (row, (brief, phrases))) in table.rows.iter().zip(briefs.iter().zip(phrases)).enumerate() {
        let level = table.elements[row.element as usize].heading;
        let before = state.under;
        if level > 0 {
            state.under = if phrases.is_related { 2 } else { 1 };
            state.words = brief.words;
            state.count += 1;
            state.last = Some(index as u32);
            if level == 1 {
                state.first_h1 = Some(index as u32);
            }
        } else if brief.words <= 4 && phrases.starts_related {
            state.under = 3;
        }
        state.sections += u32::from(state.under != before);
        headings.push(state);
    }
    headings
}
