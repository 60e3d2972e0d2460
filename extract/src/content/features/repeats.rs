//! Blocks of the same shape, and blocks with the same text.
//!
//! Both sort the blocks by a hash, so that equal ones are next to each other.
//!
//! For example, of `<ul><li class=c>One<li class=c>Two<li class=d>One</ul>`, the first two blocks have the same shape:
//! the tag `li`, a container `li.c`, and a `ul` around it. The first is at place 0 of 2, the second at 1 of 2. The
//! first and the third block have the same text, so both have 2 copies, and the third has one before it.

use super::briefs::Brief;
use super::columns::{Lane, clamp, share};
use super::hash_of;
use super::names::Feature;
use crate::blocks::{MAX_BLOCKS, Table};
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
    of: &'p [u32],
    shapes: Vec<'p, Shape>,
    /// The number of blocks of the same shape before each block.
    before: &'p [u32],
    /// The features of each shape: the number of blocks, their average of words, link share, share of the page, and
    /// long blocks.
    features: &'p [[i16; 5]],
}

impl<'p> Shapes<'p> {
    /// Groups blocks by their keys.
    pub(super) fn new(keys: impl ExactSizeIterator<Item = u64>, briefs: &[Brief], bump: &'p Bump) -> Self {
        let sorted = sort_by_hash(keys, bump);
        let mut total = 0;
        let of = bump.alloc_slice_fill_copy(sorted.len(), 0);
        let before = bump.alloc_slice_fill_copy(sorted.len(), 0);
        let mut shapes = Vec::with_capacity_in(sorted.len(), bump);
        for group in same_hashes(sorted) {
            let mut shape = Shape::default();
            for index in group.iter().map(|one| one.index()) {
                let brief = &briefs[index];
                before[index] = shape.blocks;
                of[index] = shapes.len() as u32;
                shape.blocks += 1;
                shape.words += u64::from(brief.words);
                total += u64::from(brief.words);
                shape.link_words += u64::from(brief.link_words);
                shape.text += u64::from(brief.text);
                shape.long += u32::from(brief.is_long);
            }
            shapes.push(shape);
        }
        let ranks = shapes.iter().enumerate().map(|(number, shape)| (u64::MAX - shape.text, number as u32));
        let ranks = bump.alloc_slice_fill_iter(ranks);
        ranks.sort_unstable();
        for (rank, &(_, number)) in ranks.iter().enumerate() {
            shapes[number as usize].rank = rank as u32;
        }
        let features = bump.alloc_slice_fill_iter(shapes.iter().map(|shape| {
            [
                clamp(shape.blocks),
                clamp(shape.words * 8 / u64::from(shape.blocks.max(1))),
                share(shape.link_words, shape.words),
                share(shape.words, total),
                clamp(shape.long),
            ]
        }));
        Self { of, shapes, before, features }
    }

    /// Returns the number of the shape of a block.
    pub(super) fn of(&self, index: usize) -> usize {
        self.of[index] as usize
    }

    fn shape(&self, index: usize) -> &Shape {
        &self.shapes[self.of(index)]
    }

    /// Fills the features of the shape of a block, from `first` on.
    pub(super) fn fill(&self, index: usize, first: Feature, out: &mut Lane<'_>) {
        out.set_from(first, self.features[self.of(index)].into_iter());
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
pub(in crate::content) struct Repeats<'p> {
    /// The number of blocks with the text of each block.
    pub(super) copies: &'p [u32],
    /// The number of them before it.
    pub(super) copies_before: &'p [u32],
    /// The blocks by the hash of their text.
    sorted: &'p [Hashed],
}

impl<'p> Repeats<'p> {
    pub(super) fn new(table: &Table<'_>, bump: &'p Bump) -> Self {
        let sorted = sort_by_hash(table.rows.iter().map(|row| hash_of(table.text_of(row))), bump);
        let copies = bump.alloc_slice_fill_copy(sorted.len(), 1);
        let copies_before = bump.alloc_slice_fill_copy(sorted.len(), 0);
        for group in same_hashes(sorted).filter(|group| group.len() > 1) {
            for (before, one) in group.iter().enumerate() {
                copies[one.index()] = group.len() as u32;
                copies_before[one.index()] = before as u32;
            }
        }
        Self { copies, copies_before, sorted }
    }

    /// Returns the groups of two blocks or more with the same text, each in document order.
    pub(in crate::content) fn groups(&self) -> impl Iterator<Item = impl Iterator<Item = usize>> {
        same_hashes(self.sorted).filter(|group| group.len() > 1).map(|group| group.iter().map(|one| one.index()))
    }
}

/// A hash and the index of its block.
///
/// PERF: one integer, which is sorted faster than a pair.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::content) struct Hashed(u64);

impl Hashed {
    /// The bits of the index.
    const INDEX: u32 = MAX_BLOCKS.ilog2();

    pub(in crate::content) fn new(hash: u64, index: usize) -> Self {
        Self(hash >> Self::INDEX << Self::INDEX | index as u64)
    }

    /// Returns the hash without its lowest bits.
    fn hash(self) -> u64 {
        self.0 >> Self::INDEX
    }

    pub(in crate::content) fn index(self) -> usize {
        (self.0 & ((1 << Self::INDEX) - 1)) as usize
    }
}

/// Returns the hashes with the indices of their blocks, sorted by both.
fn sort_by_hash(hashes: impl ExactSizeIterator<Item = u64>, bump: &Bump) -> &[Hashed] {
    let sorted = bump.alloc_slice_fill_iter(hashes.enumerate().map(|(index, hash)| Hashed::new(hash, index)));
    sorted.sort_unstable();
    sorted
}

/// Returns the groups with the same hash.
fn same_hashes(sorted: &[Hashed]) -> impl Iterator<Item = &[Hashed]> {
    sorted.chunk_by(|one, other| one.hash() == other.hash())
}
