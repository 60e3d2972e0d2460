//! The records of a page: the posts of a thread, the answers to a question, the comments of readers, the entries of a blog.
//!
//! 1. An element may be a record if it is an `article`, or if a class, its `id` or its `itemprop` is the name of one, such as
//!    `post` or `comment-12`: see [`names`]. Elements with the same name and word have the same *kind*.
//! 2. Two elements of a kind with text are records, and with them every other of these elements.
//! 3. A record contains records of its own kind: replies. A single `article` also contains its comments. Other elements belong to
//!    the record around them.
//!
//! [`comments`] finds the records that are not part of the main content.

mod chapters;
pub(super) mod comments;
mod names;

use super::stems::StemCache;
use crate::blocks::{ROOT, Table};
use crate::names::Element;
use bumpalo::Bump;
use bumpalo::collections::Vec;
use names::{ElementNames, names_of};

/// The facts about the elements of a page that records and comments are found by.
pub(super) struct Elements<'a> {
    /// Whether each element contains a block.
    has_text: &'a [bool],
    names: &'a [ElementNames],
}

impl<'a> Elements<'a> {
    pub(super) fn of(table: &Table<'_>, stems: &mut StemCache<'_>, bump: &'a Bump) -> Self {
        let has_text = elements_with_text(table, bump);
        Self { has_text, names: names_of(table, has_text, stems, bump) }
    }
}

/// Returns the number of the record of each block in document order, from 1, and 0 outside of records. Empty if the page has no records.
pub(super) fn number<'a>(table: &Table<'_>, elements: &Elements<'_>, bump: &'a Bump) -> &'a [u32] {
    let has_text = elements.has_text;
    // The kind of each element, or 0.
    let kinds = bump.alloc_slice_fill_iter(table.elements.iter().zip(elements.names).map(|(element, names)| {
        let word = names.record.map(|word| u32::from(word) + 1);
        let word = word.or((element.element == Element::Article).then_some(0));
        word.map_or(0, |word| (element.element as u32 + 1) << 8 | word)
    }));
    kinds[ROOT as usize] = 0;
    let mut found = Vec::new_in(bump);
    found.extend(kinds.iter().zip(has_text).filter(|&(&kind, &has_text)| kind != 0 && has_text).map(|(&kind, _)| kind));
    found.sort_unstable();
    if !found.windows(2).any(|pair| pair[0] == pair[1]) {
        return &[];
    }
    let is_repeated = |kind: u32| {
        let first = found.partition_point(|&found| found < kind);
        found.get(first + 1) == Some(&kind)
    };
    let mut count = 0;
    // The number of the record around each element, and its kind.
    let records = bump.alloc_slice_fill_copy(table.elements.len(), (0_u32, 0_u32));
    for index in ROOT as usize + 1..table.elements.len() {
        let (outer, kind) = (records[table.elements[index].parent as usize], kinds[index]);
        let starts_in = |outer| outer == kind || is_repeated(kind) && !is_repeated(outer);
        let is_record = kind != 0 && has_text[index] && (outer.0 == 0 || starts_in(outer.1));
        count += u32::from(is_record);
        records[index] = if is_record { (count, kind) } else { outer };
    }
    bump.alloc_slice_fill_iter(table.rows.iter().map(|row| records[row.element as usize].0))
}

/// Returns whether each element contains a block.
fn elements_with_text<'a>(table: &Table<'_>, bump: &'a Bump) -> &'a [bool] {
    let has_text = bump.alloc_slice_fill_copy(table.elements.len(), false);
    table.rows.iter().for_each(|row| has_text[row.element as usize] = true);
    for index in (ROOT as usize + 1..has_text.len()).rev() {
        has_text[table.elements[index].parent as usize] |= has_text[index];
    }
    has_text
}
