//! Raises the scores of notes.
//!
//! The elements around footnotes often have names such as `footnotes`, which the model knows from the footers of pages. A note is an
//! element whose `id` has the name of a note, such as `fn1`, or which is the target of a link in a superscript: see
//! [`Table::notes`](crate::blocks::Table::notes).

use super::score::CERTAIN;
use crate::blocks::Table;
use crate::names::Element;
use bumpalo::Bump;

/// The least probability of the blocks of a note.
const NOTE: u32 = CERTAIN / 4 * 3;

/// The number of words of a note. The targets of other links, such as sections, have more.
const NOTE_WORDS: u64 = 300;

/// No note.
const NONE: u32 = u32::MAX;

/// Raises the probabilities of the blocks of notes. A note in a `footer` is about a price or a product, and keeps its probability.
pub(super) fn raise(probabilities: &mut [u32], table: &Table<'_>, bump: &Bump) {
    if table.notes.is_empty() {
        return; // PERF: nearly always
    }
    let targets = bump.alloc_slice_copy(table.notes);
    targets.sort_unstable();
    // The index of the innermost note around each element, or of the element itself. The elements are in document order: an element follows its parent.
    let notes = bump.alloc_slice_fill_copy(table.elements.len(), NONE);
    let in_footer = bump.alloc_slice_fill_copy(table.elements.len(), false);
    for (index, element) in table.elements.iter().enumerate().skip(1) {
        let parent = element.parent as usize;
        in_footer[index] = in_footer[parent] || element.element == Element::Footer;
        let is_target = || table.hints_of(element).iter().any(|hint| targets.binary_search(hint).is_ok());
        let is_note = notes[parent] == NONE && !in_footer[index] && is_target();
        notes[index] = if is_note { index as u32 } else { notes[parent] };
    }
    let note_of = |element: u32| Some(notes[element as usize] as usize).filter(|&note| note != NONE as usize);
    let words = bump.alloc_slice_fill_copy(table.elements.len(), 0);
    for row in table.rows {
        if let Some(note) = note_of(row.element) {
            words[note] += u64::from(row.stats.words);
        }
    }
    for (row, probability) in table.rows.iter().zip(probabilities) {
        if note_of(row.element).is_some_and(|note| words[note] <= NOTE_WORDS) {
            *probability = NOTE.max(*probability);
        }
    }
}
