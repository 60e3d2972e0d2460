//! Finds the comments of readers on the text of a page.
//!
//! 1. An element is a *section of comments* if a class, its `id`, `role` or `itemprop` says so: `comments`, `comment-list`,
//!    `comment-12`. See [`names`](super::names). A [chapter](super::chapters) about comments is none.
//! 2. A page has comments if a section has a sentence, and a text that may be the main content comes before the first section: the
//!    post. The posts of a page that says that it is a discussion stay the main content, as do the posts of a forum that calls all of
//!    them comments.
//! 3. No view keeps comments: a short post stays the main content under long comments.

use super::super::features::Page;
use super::super::score::CERTAIN;
use super::Elements;
use super::chapters::Chapters;
use super::names::NamedBy;
use crate::blocks::{NO_STRING, ROOT, Table};
use crate::names::Element;
use bumpalo::Bump;
use bumpalo::collections::Vec;

/// The least probability of a block of the post.
const POST: u32 = CERTAIN / 12;

/// The probability of the blocks of a post that has no block with a half. Long comments make the features of a short post look like
/// the features of a teaser.
const SHORT_POST: u32 = CERTAIN / 4 * 3;

/// The least number of words of the post.
const POST_WORDS: u64 = 10;

/// The relation of a block to the comments of its page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::content) enum Part {
    /// It is in no section of comments.
    Outside,
    /// It is the text of a comment.
    Text,
    /// It is something else in a section of comments: a name, a date, a link, a form.
    Frame,
}

/// Returns the part of each block, and raises the probabilities of a short post. Empty if the page has no comments.
pub(in crate::content) fn find<'a>(
    probabilities: &mut [u32],
    table: &Table<'_>,
    page: &Page<'_>,
    elements: &Elements<'_>,
    bump: &'a Bump,
) -> &'a [Part] {
    let rows = table.rows;
    if page.is_discussion() {
        return &[];
    }
    let Some(sections) = elements_in_comments(table, elements, bump) else { return &[] };
    let is_inside = |index: usize| sections[rows[index].element as usize] != Part::Outside;
    let Some(first) = (0..rows.len()).find(|&index| is_inside(index)) else { return &[] };
    let mut post = Vec::new_in(bump);
    post.extend((0..first).filter(|&index| probabilities[index] >= POST && rows[index].stats.ends_sentence));
    let post_words: u64 = post.iter().map(|&index| u64::from(rows[index].stats.words)).sum();
    // Blocks of the shape of a text, and paragraphs without a class, may be short: "Thank you!"
    let is_text_shape = bump.alloc_slice_fill_copy(rows.len(), false);
    for index in (first..rows.len()).filter(|&index| is_inside(index) && page.is_long(index)) {
        is_text_shape[page.narrow_shape_of(index)] = true;
    }
    let is_text = |index: usize| {
        let element = &table.elements[rows[index].element as usize];
        is_text_shape[page.narrow_shape_of(index)] || element.element == Element::P && element.class == NO_STRING
    };
    if post_words < POST_WORDS || !is_text_shape.contains(&true) {
        return &[];
    }
    if post.iter().all(|&index| probabilities[index] < CERTAIN / 2) {
        post.iter().for_each(|&index| probabilities[index] = SHORT_POST);
    }
    bump.alloc_slice_fill_iter(rows.iter().enumerate().map(|(index, row)| match sections[row.element as usize] {
        Part::Text if row.link_words < row.stats.words && is_text(index) => Part::Text,
        Part::Text => Part::Frame,
        part => part,
    }))
}

/// Returns the part that the blocks of each element may be, or `None` if the page has no section of comments.
fn elements_in_comments<'a>(table: &Table<'_>, elements: &Elements<'_>, bump: &'a Bump) -> Option<&'a [Part]> {
    let parts = bump.alloc_slice_fill_copy(table.elements.len(), Part::Outside);
    let mut has_section = false;
    let has_hints = elements.names.iter().any(|names| names.section == Some(NamedBy::Hint));
    let chapters = has_hints.then(|| Chapters::new(table, elements.names, bump));
    let is_section = |index: usize| match elements.names[index].section {
        Some(NamedBy::Hint) => !chapters.as_ref().is_some_and(|chapters| chapters.contains(index)),
        named_by => named_by.is_some(),
    };
    for (index, element) in table.elements.iter().enumerate().skip(ROOT as usize + 1) {
        let mut part = parts[element.parent as usize];
        if part == Part::Outside && is_section(index) {
            (part, has_section) = (Part::Text, true);
        }
        if part == Part::Text && (element.heading > 0 || matches!(element.element, Element::Form | Element::Button)) {
            part = Part::Frame;
        }
        parts[index] = part;
    }
    has_section.then_some(parts)
}
