//! Explains scores: for each block, the features that change its score most.
//!
//! The *influence* of a feature is the change of the score if the feature had its median instead. The score is a logit, the sum
//! of one leaf of each tree, so the changes of the trees add up. A tree is evaluated again only if one of its nodes decides
//! otherwise for the median. Features depend on each other, so the influences of a block do not add up to its score.

use super::block::Blocks;
use super::features::{FEATURES, feature_name};
use super::model::TREES;
use super::score::{CERTAIN, ONE, probability};
use super::trees::Tree;
use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Reverse;

/// The score of a block by the trees, and the features that change it most. See [`Blocks::explain`].
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Explanation {
    /// The probability that the trees give, from 0 to 1. [`Block::score`](crate::Block::score) differs if a rule raised it, as
    /// for paragraphs next to main content, long texts, notes, code, and short posts before comments.
    pub tree_score: f64,
    /// The features with the largest changes, the largest one first. Features without a change are left out.
    pub influences: Vec<Influence>,
}

/// The influence of a feature on the score of a block.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Influence {
    /// The position of the feature in [`Blocks::feature_names`].
    pub feature: usize,
    /// The value of the feature.
    pub value: i16,
    /// The median of the feature in the explained blocks.
    pub median: i16,
    /// The change of the score, as a logit, if the feature had its median. It is negative if the value raises the score.
    pub change: f64,
}

impl Influence {
    /// Returns the name of the feature.
    pub fn name(&self) -> String {
        feature_name(self.feature)
    }
}

impl Blocks<'_> {
    /// Explains the scores of the first `limit` blocks: returns for each of them the `count` features that change its score most if
    /// they have the medians of these blocks.
    ///
    /// Most trees are evaluated several times for each block, so this is for reports and not for crawls. Unlike an extraction, it
    /// allocates memory: about 1 KiB for each explained block.
    ///
    /// ```
    /// use tagrake_extract::{Context, ExtractOptions, Extractor};
    ///
    /// let mut extractor = Extractor::new(ExtractOptions::default().with_main(true));
    /// let html = "<nav><a href=/>Home</a></nav><article><p>The bridge was closed on Monday, after the storm \
    ///     had damaged two of its pillars.<p>It will open again in May, the city said.</article><footer>About</footer>";
    /// let page = extractor.extract(html.as_bytes(), &Context::default());
    /// let explanations = page.blocks.unwrap().explain(100, 3);
    /// assert_eq!(explanations.len(), 4);
    /// let strongest = explanations[1].influences[0];
    /// assert!(strongest.value != strongest.median && strongest.change != 0.0, "{}", strongest.name());
    /// ```
    pub fn explain(&self, limit: usize, count: usize) -> Vec<Explanation> {
        let limit = limit.min(self.len());
        let mut rows = Vec::with_capacity(limit * FEATURES);
        self.for_each_feature_row(|row| {
            if rows.len() < limit * FEATURES {
                rows.extend_from_slice(row);
            }
        });
        let medians = medians(&rows);
        rows.chunks_exact(FEATURES).map(|row| explanation(row, &medians, count)).collect()
    }
}

/// Returns the median of each feature in `rows`, the higher one of two.
fn medians(rows: &[i16]) -> Vec<i16> {
    let mut column = Vec::new();
    let median = |feature| {
        column.clear();
        column.extend(rows.chunks_exact(FEATURES).map(|row| row[feature]));
        let middle = column.len() / 2;
        if column.is_empty() { 0 } else { *column.select_nth_unstable(middle).1 }
    };
    (0..FEATURES).map(median).collect()
}

fn explanation(row: &[i16], medians: &[i16], count: usize) -> Explanation {
    let (score, changes) = changes(&TREES, row, medians);
    let mut features: Vec<usize> = (0..FEATURES).filter(|&feature| changes[feature] != 0).collect();
    features.sort_unstable_by_key(|&feature| (Reverse(changes[feature].abs()), feature));
    let influence = |&feature: &usize| Influence {
        feature,
        value: row[feature],
        median: medians[feature],
        change: f64::from(changes[feature]) / f64::from(ONE),
    };
    Explanation {
        tree_score: f64::from(probability(score)) / f64::from(CERTAIN),
        influences: features.iter().take(count).map(influence).collect(),
    }
}

/// Returns the score of a row, and its change if a feature had its median, for each feature.
fn changes(trees: &[Tree], row: &[i16], medians: &[i16]) -> (i32, [i32; FEATURES]) {
    let (mut score, mut changes) = (0, [0; FEATURES]);
    for tree in trees {
        let leaf = tree.leaf(|feature| row[feature]);
        score += leaf;
        let decides_otherwise = |number: usize| {
            let node = &tree.nodes[number];
            let feature = usize::from(node.feature);
            ((row[feature] > node.threshold) != (medians[feature] > node.threshold)).then_some(feature)
        };
        for number in 0..tree.nodes.len() {
            let Some(changed) = decides_otherwise(number) else { continue };
            // A tree that has several of these nodes for a feature is evaluated once.
            if (0..number).all(|other| decides_otherwise(other) != Some(changed)) {
                let other = tree.leaf(|feature| if feature == changed { medians[feature] } else { row[feature] });
                changes[changed] += other - leaf;
            }
        }
    }
    (score, changes)
}

#[cfg(test)]
mod tests {
    use super::super::trees::{LEAF_COUNT, Node};
    use super::*;
    use alloc::vec;
    use tagrake_testsupport::random::Random;

    /// The definition: the sum of all trees.
    fn score(trees: &[Tree], row: &[i16]) -> i32 {
        trees.iter().map(|tree| tree.leaf(|feature| row[feature])).sum()
    }

    #[test]
    fn changes_are_those_of_scores_with_the_median() {
        let mut random = Random::new(31);
        for _ in 0..if cfg!(miri) { 1 } else { 20 } {
            let mut value = || {
                let values = [2, 40, 256, 1 << 16][random.below(4)];
                random.below(values) as u16 as i16
            };
            let row: Vec<i16> = (0..FEATURES).map(|_| value()).collect();
            let medians: Vec<i16> = (0..FEATURES).map(|_| value()).collect();
            let (found, changes) = changes(&TREES, &row, &medians);
            assert_eq!(found, score(&TREES, &row));
            assert!(changes.iter().filter(|&&change| change != 0).count() > 20, "most features have an influence");
            for feature in 0..FEATURES {
                let mut with_median = row.clone();
                with_median[feature] = medians[feature];
                assert_eq!(changes[feature], score(&TREES, &with_median) - found, "{}", feature_name(feature));
            }
        }
    }

    #[test]
    fn only_features_of_trees_have_an_influence() {
        let none = Node { feature: 0, threshold: i16::MAX, right: [u16::MAX; 2] };
        let (mut nodes, mut leaves) = ([none; LEAF_COUNT - 1], [0; LEAF_COUNT]);
        // 100 if feature 2 is more than 10, and 7 if feature 2 is at most 10.
        nodes[0] = Node { feature: 2, threshold: 10, right: [0xFFFE, u16::MAX] };
        leaves[..2].copy_from_slice(&[7, 100]);
        let (mut row, medians) = (vec![20; FEATURES], vec![3; FEATURES]);
        let (score, changed) = changes(&[Tree { nodes, leaves }], &row, &medians);
        let expected: [i32; FEATURES] = core::array::from_fn(|feature| if feature == 2 { -93 } else { 0 });
        assert_eq!((score, changed), (100, expected));
        row[2] = 5;
        assert_eq!(changes(&[Tree { nodes, leaves }], &row, &medians), (7, [0; FEATURES]), "on the same side");
    }

    #[test]
    fn medians_are_of_columns() {
        assert!(medians(&[]).iter().all(|&median| median == 0));
        let rows: Vec<i16> =
            [5, -1, 9].iter().flat_map(|&value| (0..FEATURES as i16).map(move |f| value + f)).collect();
        assert!(medians(&rows).iter().zip(5..).all(|(&median, expected)| median == expected));
        assert_eq!(medians(&rows[..2 * FEATURES])[0], 5, "the higher one of two");
    }
}
