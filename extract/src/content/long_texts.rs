//! Raises the scores of the last paragraphs of long texts.
//!
//! Few pages that the model was trained on have more than 6,000 words. Features such as the number of blocks since the
//! title grow with the length of a page, so in a long story they have values that only comments and footers had in
//! training, and the probability of its paragraphs falls from the first to the last.
//!
//! 1. For each shape of blocks, the words of its long blocks are counted, and the mean probability of the first [`START`]
//!    words, and of the words that are probably main content.
//! 2. It is the shape of a long text if [`LONG_TEXT`] words are probably main content, or if it has twice as many words and its start
//!    is probably main content. Its other long blocks that may be main content get the higher mean probability. Its short
//!    blocks get it too, as the lines of a dialogue do, if four fifths of its words are in long ones.
//!
//! Comments have another shape, and the blocks of a footer are short or have a lower probability.

use super::features::Page;
use super::score::CERTAIN;
use crate::blocks::Row;
use bumpalo::Bump;

/// The words that make a shape the shape of a long text.
const LONG_TEXT: u64 = 2000;

/// The words at the start of a long text, whose probability does not yet fall.
const START: u64 = 500;

/// The least probability of blocks that are probably main content.
const PROBABLE: u32 = CERTAIN / 2;

/// The least probability of blocks that may be main content.
const POSSIBLE: u32 = CERTAIN / 64;

/// Words, and the sum of their probabilities.
#[derive(Clone, Copy, Default)]
struct Words {
    count: u64,
    weighted: u64,
}

impl Words {
    fn add(&mut self, words: u64, probability: u32) {
        self.count += words;
        self.weighted += words * u64::from(probability);
    }

    fn mean(self) -> u32 {
        (self.weighted / self.count.max(1)) as u32
    }
}

/// The words of the blocks of a shape.
#[derive(Clone, Copy, Default)]
struct Shape {
    start: Words,
    probable: Words,
    long: u64,
    short: u64,
}

impl Shape {
    /// Returns the probability of a long text, or `None` if the shape is not of one.
    fn probability(&self) -> Option<u32> {
        let is_start_probable = self.long >= 2 * LONG_TEXT && self.start.mean() >= PROBABLE;
        let mean = self.probable.mean().max(self.start.mean());
        (is_start_probable || self.probable.count >= LONG_TEXT).then_some(mean)
    }
}

/// Raises the probabilities of the blocks of long texts.
pub(super) fn raise(probabilities: &mut [u32], rows: &[Row], page: &Page<'_>, bump: &Bump) {
    let shapes = bump.alloc_slice_fill_copy(rows.len(), Shape::default());
    for (index, (&probability, row)) in probabilities.iter().zip(rows).enumerate() {
        let (shape, words) = (&mut shapes[page.shape_of(index)], u64::from(row.stats.words));
        if !page.is_long(index) {
            shape.short += words;
            continue;
        }
        shape.long += words;
        if shape.start.count < START {
            shape.start.add(words, probability);
        }
        if probability >= PROBABLE {
            shape.probable.add(words, probability);
        }
    }
    for (index, probability) in probabilities.iter_mut().enumerate() {
        let shape = &shapes[page.shape_of(index)];
        let is_of_text = page.is_long(index) || shape.short < shape.long / 4 && rows[index].link_words == 0;
        if let Some(mean) = shape.probability().filter(|_| is_of_text && *probability >= POSSIBLE) {
            *probability = mean.max(*probability);
        }
    }
}
