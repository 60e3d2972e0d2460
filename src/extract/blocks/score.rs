//! Computes the score of a block: the sum of one leaf of each tree, as a fixed-point logit, and from it the probability
//! that the block is part of the main content.
//!
//! The trees are in `model.rs`, which `tools/main-content` generates. The arithmetic is on integers only.

use super::features::{FEATURES, FeatureRow, Page};
use super::model::{LEAVES, NODES, ROOTS, SIGMOID};
use bumpalo::Bump;
use bumpalo::collections::Vec;

/// The number of blocks that pass through a tree at a time.
///
/// PERF: their steps do not depend on each other, so the CPU overlaps them.
const LANES: usize = 8;

/// A logit of 1, as a score.
pub(super) const ONE: i32 = 4096;

/// A probability of 1.
pub(super) const CERTAIN: u32 = 1 << 16;

/// A node of a tree: blocks whose feature is at most the threshold continue at the first child.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub(super) feature: u16,
    pub(super) threshold: i16,
    /// The index of a node, or -1 - the index of a leaf.
    pub(super) children: [i16; 2],
}

/// Returns the probability of each block.
pub(super) fn probabilities<'p>(page: &mut Page<'_>, count: usize, bump: &'p Bump) -> Vec<'p, u32> {
    let mut probabilities = Vec::with_capacity_in(count, bump);
    let rows: &mut [FeatureRow; LANES] = bump.alloc([[0; FEATURES]; LANES]);
    for start in (0..count).step_by(LANES) {
        let blocks = LANES.min(count - start);
        for (lane, row) in rows.iter_mut().take(blocks).enumerate() {
            page.row(start + lane, row);
        }
        let scores = score(rows);
        probabilities.extend(scores.iter().take(blocks).map(|&score| probability(score)));
    }
    probabilities
}

/// Returns the scores of some rows.
fn score(rows: &[FeatureRow; LANES]) -> [i32; LANES] {
    let mut scores = [0; LANES];
    for &root in &ROOTS {
        let mut at = [root; LANES];
        let mut is_inner = true;
        while is_inner {
            is_inner = false;
            for (at, row) in at.iter_mut().zip(rows) {
                if let Ok(index) = usize::try_from(*at) {
                    let node = &NODES[index];
                    let value = row.get(usize::from(node.feature)).copied().unwrap_or_default();
                    *at = node.children[usize::from(value > node.threshold)];
                    is_inner |= *at >= 0;
                }
            }
        }
        for (score, at) in scores.iter_mut().zip(at) {
            *score += i32::from(LEAVES[(-1 - i32::from(at)) as usize]);
        }
    }
    scores
}

/// Returns the probability of a score: the logistic function, interpolated between the entries of its table.
fn probability(score: i32) -> u32 {
    const STEP: i32 = ONE / 8;
    let limit = 8 * ONE;
    let from_start = score.clamp(-limit, limit - 1) + limit;
    let (index, rest) = ((from_start / STEP) as usize, (from_start % STEP) as u32);
    let (low, high) = (u32::from(SIGMOID[index]), u32::from(SIGMOID[index + 1]));
    low + (high - low) * rest / STEP as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn probabilities_increase_with_the_score() {
        let all: alloc::vec::Vec<u32> = (-9 * ONE..9 * ONE).step_by(100).map(probability).collect();
        assert!(all.is_sorted() && all[0] < 40 && *all.last().expect("not empty") > CERTAIN - 40);
        assert!(probability(0).abs_diff(CERTAIN / 2) < 2);
    }
}
