//! The facts of a block that features of other blocks need, their sums, and the headings before each block.

use super::super::phrases::Phrases;
use super::columns::share;
use crate::blocks::{Row, Table};
use crate::names::Element;
use bumpalo::Bump;
use bumpalo::collections::Vec;

/// The facts of a block that features of other blocks need.
#[derive(Clone, Copy, Default)]
pub(super) struct Brief {
    pub(super) words: u32,
    pub(super) link_words: u32,
    /// Words outside of links.
    pub(super) text: u32,
    pub(super) punctuation: u32,
    pub(super) link_share: i16,
    pub(super) tag: i16,
    pub(super) ends_sentence: bool,
    pub(super) is_prose: bool,
    /// True if it has 10 words outside of links and punctuation.
    pub(super) is_long: bool,
}

/// Sums over all blocks of a page before a block.
#[derive(Clone, Copy, Default)]
pub(super) struct Before {
    pub(super) words: u64,
    pub(super) link_words: u64,
    pub(super) text: u64,
    pub(super) long: u32,
}

impl Brief {
    pub(super) fn of(row: &Row) -> Self {
        let words = row.stats.words;
        let link_words = row.link_words.min(words.max(1));
        let text = words.saturating_sub(link_words);
        let punctuation = row.stats.punctuation;
        Self {
            words,
            link_words,
            text,
            punctuation,
            link_share: share(link_words, words.max(1)),
            tag: tag_code(row.starts_with),
            ends_sentence: row.stats.ends_sentence,
            is_prose: matches!(row.starts_with, Element::P | Element::Br | Element::Blockquote | Element::Pre),
            is_long: text >= 10 && punctuation >= 1,
        }
    }
}

/// Returns a number for the element that began a block, so that similar elements have similar numbers.
fn tag_code(element: Element) -> i16 {
    use Element::{
        Blockquote, Br, Button, Caption, Dd, Div, Dt, Figcaption, H1, H2, H3, H4, H5, H6, Li, P, Pre, Summary, Td, Th,
    };
    let order =
        [P, Br, Blockquote, Pre, Li, Dd, Dt, Td, Th, H1, H2, H3, H4, H5, H6, Figcaption, Caption, Summary, Button, Div];
    order.iter().position(|&one| one == element).map_or(0, |position| position as i16 + 1)
}

/// Returns the sums before each block, and at the end.
pub(super) fn sums<'p>(briefs: &[Brief], bump: &'p Bump) -> Vec<'p, Before> {
    let mut before = Vec::with_capacity_in(briefs.len() + 1, bump);
    let mut sum = Before::default();
    before.push(sum);
    for brief in briefs {
        sum.words += u64::from(brief.words);
        sum.link_words += u64::from(brief.link_words);
        sum.text += u64::from(brief.text);
        sum.long += u32::from(brief.is_long);
        before.push(sum);
    }
    before
}

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
