//! The facts of a block that features of other blocks need, and their sums.

use super::super::table::Row;
use super::columns::share;
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
