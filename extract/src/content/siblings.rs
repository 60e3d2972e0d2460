//! Raises the scores of paragraphs and headings next to paragraphs that are probably main content.
//!
//! The place of a paragraph changes its score: the last paragraph of a short page looks like a footer. But the long paragraphs of a
//! container are most often all main content, or none is.

use super::features::Page;
use super::score::CERTAIN;
use crate::blocks::Table;
use crate::names::Element;
use bumpalo::Bump;

/// The least probability of a paragraph or heading that is raised.
const POSSIBLE: u32 = CERTAIN / 4;

/// Raises the probabilities of the long paragraphs of a container to their mean, if the mean is at least a half, and the probability
/// of a heading to the probability of the paragraph after it.
pub(super) fn raise(probabilities: &mut [u32], table: &Table<'_>, page: &Page<'_>, bump: &Bump) {
    let rows = table.rows;
    let element = |index: usize| &table.elements[rows[index].element as usize];
    let is_paragraph = |index: usize| element(index).element == Element::P && page.is_long(index);
    let words = |index: usize| u64::from(rows[index].stats.words);
    // For each container, the number of words in its long paragraphs, and the sum of their probabilities.
    let sums = bump.alloc_slice_fill_copy(table.elements.len(), (0, 0));
    for index in (0..rows.len()).filter(|&index| is_paragraph(index)) {
        let sum = &mut sums[element(index).container as usize];
        *sum = (sum.0 + words(index), sum.1 + words(index) * u64::from(probabilities[index]));
    }
    for index in (0..rows.len()).filter(|&index| is_paragraph(index)) {
        let (words, sum) = sums[element(index).container as usize];
        let mean = (sum / words) as u32;
        if mean >= CERTAIN / 2 && probabilities[index] >= POSSIBLE {
            probabilities[index] = probabilities[index].max(mean);
        }
        let Some(before) = index.checked_sub(1) else { continue };
        let is_heading = element(before).heading > 0 && element(before).container == element(index).container;
        if is_heading && probabilities[before] >= POSSIBLE {
            probabilities[before] = probabilities[before].max(probabilities[index]);
        }
    }
}
