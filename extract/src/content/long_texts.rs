//! Raises the scores of the last paragraphs of long texts.
//!
//! Few pages that the model was trained on have more than 6,000 words. Features such as the number of blocks since the
//! title grow with the length of a page, so in a long story they have values that only comments and footers had in
//! training, and the probability of its paragraphs falls from the first to the last.
//!
//! 1. For each shape of blocks, the words of its long blocks that are probably main content are added up.
//! 2. If these are [`LONG_TEXT`] words or more, it is the shape of a long text. Its other long blocks that may be main
//!    content get the mean probability of those words.
//!
//! Comments have another shape, and the blocks of a footer are short or have a lower probability.

use super::features::Page;
use super::score::CERTAIN;
use crate::blocks::Row;
use bumpalo::Bump;

/// The words of a shape that make it the shape of a long text.
const LONG_TEXT: u64 = 2000;

/// The least probability of blocks that are probably main content.
const PROBABLE: u32 = CERTAIN / 2;

/// The least probability of blocks that may be main content.
const POSSIBLE: u32 = CERTAIN / 16;

/// The words of the blocks of a shape that are probably main content.
#[derive(Clone, Copy, Default)]
struct Probable {
    words: u64,
    /// The sum of the words, each times its probability.
    weighted: u64,
}

/// Raises the probabilities of the blocks of long texts.
pub(super) fn raise(probabilities: &mut [u32], rows: &[Row], page: &Page<'_>, bump: &Bump) {
    let shapes = bump.alloc_slice_fill_copy(rows.len(), Probable::default());
    let long_blocks = || (0..rows.len()).filter(|&index| page.is_long(index));
    for index in long_blocks().filter(|&index| probabilities[index] >= PROBABLE) {
        let (shape, words) = (&mut shapes[page.shape_of(index)], u64::from(rows[index].stats.words));
        shape.words += words;
        shape.weighted += words * u64::from(probabilities[index]);
    }
    for index in long_blocks() {
        let Probable { words, weighted } = shapes[page.shape_of(index)];
        if words >= LONG_TEXT && probabilities[index] >= POSSIBLE {
            probabilities[index] = probabilities[index].max((weighted / words) as u32);
        }
    }
}
