//! Blocks of the same shape, and blocks with the same text.
//!
//! Both sort the blocks by a hash, so that equal ones are next to each other.

use super::super::block::Table;
use super::names::Feature;
use super::{Before, Brief, FeatureRow, clamp, hash_of, share, text_of};
use bumpalo::Bump;
use bumpalo::collections::Vec;

/// The sums of the blocks of a shape.
#[derive(Clone, Copy, Default)]
struct Shape {
    blocks: u32,
    long: u32,
    words: u64,
    link_words: u64,
    text: u64,
    /// The number of shapes with more text.
    rank: u32,
}

/// Blocks with the same element, container and container around it: cards, comments, rows of a table.
pub(super) struct Shapes<'p> {
    /// The shape of each block.
    of: Vec<'p, u32>,
    shapes: Vec<'p, Shape>,
    /// The number of blocks of the same shape before each block.
    before: Vec<'p, u32>,
}

impl<'p> Shapes<'p> {
    /// Groups blocks by their keys.
    pub(super) fn new(keys: impl Iterator<Item = u64>, briefs: &[Brief], bump: &'p Bump) -> Self {
        let sorted = sort_by_hash(keys, briefs.len(), bump);
        let mut of = Vec::with_capacity_in(sorted.len(), bump);
        of.resize(sorted.len(), 0);
        let mut before = Vec::with_capacity_in(sorted.len(), bump);
        before.resize(sorted.len(), 0);
        let mut shapes: Vec<'_, Shape> = Vec::with_capacity_in(sorted.len(), bump);
        let mut last = None;
        for &(key, index) in &sorted {
            if last != Some(key) {
                shapes.push(Shape::default());
                last = Some(key);
            }
            let number = shapes.len() - 1;
            let (shape, brief) = (&mut shapes[number], &briefs[index as usize]);
            before[index as usize] = shape.blocks;
            of[index as usize] = number as u32;
            shape.blocks += 1;
            shape.words += u64::from(brief.words);
            shape.link_words += u64::from(brief.link_words);
            shape.text += u64::from(brief.text);
            shape.long += u32::from(brief.is_long);
        }
        let mut ranks = Vec::with_capacity_in(shapes.len(), bump);
        ranks.extend(shapes.iter().enumerate().map(|(number, shape)| (u64::MAX - shape.text, number as u32)));
        ranks.sort_unstable();
        for (rank, &(_, number)) in ranks.iter().enumerate() {
            shapes[number as usize].rank = rank as u32;
        }
        Self { of, shapes, before }
    }

    fn shape(&self, index: usize) -> &Shape {
        &self.shapes[self.of[index] as usize]
    }

    /// Fills the number of blocks, their average of words, link share, share of the page, and long blocks.
    pub(super) fn fill(&self, index: usize, sums: &[Before], features: [Feature; 5], out: &mut FeatureRow) {
        let shape = self.shape(index);
        let total = sums.last().map_or(0, |sum| sum.words);
        let values = [
            clamp(shape.blocks),
            clamp(shape.words * 8 / u64::from(shape.blocks.max(1))),
            share(shape.link_words, shape.words),
            share(shape.words, total),
            clamp(shape.long),
        ];
        features.into_iter().zip(values).for_each(|(feature, value)| out[feature as usize] = value);
    }

    /// Returns the number of shapes with more text.
    pub(super) fn rank(&self, index: usize) -> i16 {
        clamp(self.shape(index).rank)
    }

    /// Returns the place of a block among the blocks of its shape, of 255.
    pub(super) fn place(&self, index: usize) -> i16 {
        share(self.before[index], self.shape(index).blocks)
    }
}

/// Blocks with the same text.
pub(super) struct Repeats<'p> {
    /// The number of blocks with the text of each block.
    pub(super) copies: Vec<'p, u32>,
    /// The number of them before it.
    pub(super) copies_before: Vec<'p, u32>,
}

impl<'p> Repeats<'p> {
    pub(super) fn new(table: &Table<'_>, bump: &'p Bump) -> Self {
        let count = table.rows.len();
        let sorted = sort_by_hash(table.rows.iter().map(|row| hash_of(text_of(table, row))), count, bump);
        let mut copies = Vec::with_capacity_in(count, bump);
        copies.resize(count, 0);
        let mut copies_before = Vec::with_capacity_in(count, bump);
        copies_before.resize(count, 0);
        for group in sorted.chunk_by(|one, other| one.0 == other.0) {
            for (before, &(_, index)) in group.iter().enumerate() {
                copies[index as usize] = group.len() as u32;
                copies_before[index as usize] = before as u32;
            }
        }
        Self { copies, copies_before }
    }
}

/// Returns the hashes with the indices of their blocks, sorted by both.
pub(in crate::extract::blocks) fn sort_by_hash<'p>(
    hashes: impl Iterator<Item = u64>,
    count: usize,
    bump: &'p Bump,
) -> Vec<'p, (u64, u32)> {
    let mut sorted = Vec::with_capacity_in(count, bump);
    sorted.extend(hashes.zip(0..));
    sorted.sort_unstable();
    sorted
}
