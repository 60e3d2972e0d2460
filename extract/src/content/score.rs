//! Computes the score of a block: the sum of one leaf of each tree, as a fixed-point logit, and from it the probability
//! that the block is part of the main content.
//!
//! The trees are in `model.rs`, which `tools/main-content` generates. The arithmetic is on integers only. Trees are not
//! descended but evaluated by bits ([QuickScorer](https://doi.org/10.1145/2766462.2767733)), several blocks at a time:
//!
//! 1. Each leaf of a tree has a bit, the leftmost leaf the lowest one. At first, all are set.
//! 2. Each node whose feature exceeds its threshold continues at its right child, so it clears the bits of the leaves
//!    below its left child. The order of the nodes does not matter.
//! 3. The lowest bit that is left is the leaf of the block.
//!
//! For a root with the leaves 0 and 1 on the left and leaf 2 on the right, a feature above the threshold clears the
//! bits 0 and 1, which leaves leaf 2.

use super::features::{Columns, LANES, Page};
use super::model::{SIGMOID, TREES};
use super::trees::LEAF_COUNT;
use bumpalo::Bump;
use bumpalo::collections::Vec;
use tagrake::scan::{Job, Level, Vectors, dispatch};

/// A logit of 1, as a score.
pub(super) const ONE: i32 = 4096;

/// A probability of 1.
pub(super) const CERTAIN: u32 = 1 << 16;

/// Returns the probability of each block.
pub(super) fn probabilities<'p>(page: &mut Page<'_>, count: usize, bump: &'p Bump) -> Vec<'p, u32> {
    let mut probabilities = Vec::with_capacity_in(count, bump);
    let level = Level::best();
    page.for_each_group(bump, |columns, blocks| {
        let scores = dispatch(level, Score { columns });
        probabilities.extend(scores.iter().take(blocks).map(|&score| probability(score)));
    });
    probabilities
}

/// Computes the scores of some blocks.
struct Score<'c> {
    columns: &'c Columns,
}

impl Job for Score<'_> {
    type Output = [i32; LANES];

    // PERF: no branches, so that the compiler compares the features of all blocks by vectors.
    #[inline(always)]
    fn run<S: Vectors>(self, _: S) -> [i32; LANES] {
        let mut scores = [0; LANES];
        for tree in &TREES {
            let (mut low, mut high) = ([u16::MAX; LANES], [u16::MAX; LANES]);
            for node in &tree.nodes {
                let Some(column) = self.columns.get(usize::from(node.feature)) else { continue };
                let [node_low, node_high] = node.right;
                for lane in 0..LANES {
                    let stays_left = if column[lane] > node.threshold { 0 } else { u16::MAX };
                    low[lane] &= stays_left | node_low;
                    high[lane] &= stays_left | node_high;
                }
            }
            for (score, (low, high)) in scores.iter_mut().zip(low.into_iter().zip(high)) {
                let leaves = u32::from(low) | u32::from(high) << 16;
                *score += i32::from(tree.leaves[leaves.trailing_zeros() as usize % LEAF_COUNT]);
            }
        }
        scores
    }
}

/// Returns the probability of a score: the logistic function, interpolated between the entries of its table.
pub(super) fn probability(score: i32) -> u32 {
    const STEP: i32 = ONE / 8;
    let limit = 8 * ONE;
    let from_start = score.clamp(-limit, limit - 1) + limit;
    let (index, rest) = ((from_start / STEP) as usize, (from_start % STEP) as u32);
    let (low, high) = (u32::from(SIGMOID[index]), u32::from(SIGMOID[index + 1]));
    low + (high - low) * rest / STEP as u32
}

#[cfg(test)]
mod tests {
    use super::super::features::FEATURES;
    use super::*;
    use tagrake_testsupport::random::Random;

    /// The definition: each tree gives the lowest leaf that no node clears.
    fn slow_score(columns: &Columns, lane: usize) -> i32 {
        TREES.iter().map(|tree| tree.leaf(|feature| columns[feature][lane])).sum()
    }

    #[test]
    fn scores_are_the_same_at_every_level() {
        let (mut random, mut columns) = (Random::new(26), [[0; LANES]; FEATURES]);
        for _ in 0..if cfg!(miri) { 1 } else { 50 } {
            for value in columns.as_flattened_mut() {
                let values = [2, 40, 256, 1 << 16][random.below(4)];
                *value = random.below(values) as u16 as i16;
            }
            let expected: [i32; LANES] = core::array::from_fn(|lane| slow_score(&columns, lane));
            for level in Level::all() {
                assert_eq!(dispatch(level, Score { columns: &columns }), expected, "{level:?}");
            }
        }
    }

    #[test]
    fn probabilities_increase_with_the_score() {
        let all: alloc::vec::Vec<u32> = (-9 * ONE..9 * ONE).step_by(100).map(probability).collect();
        assert!(all.is_sorted() && all[0] < 40 && *all.last().expect("not empty") > CERTAIN - 40);
        assert!(probability(0).abs_diff(CERTAIN / 2) < 2);
    }
}
