//! The form of the decision trees that score blocks.

/// Maximum number of leaves of a tree.
pub(super) const LEAF_COUNT: usize = 32;

/// A node of a tree.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub(super) feature: u16,
    pub(super) threshold: i16,
    /// The leaves that stay reachable if the feature exceeds the threshold: bits of leaves 0 to 15, and of the others.
    ///
    /// PERF: as wide as features, so that a vector holds as many of both.
    pub(super) right: [u16; 2],
}

/// A tree: its nodes, and its leaves from left to right.
#[derive(Clone, Copy)]
pub(super) struct Tree {
    pub(super) nodes: [Node; LEAF_COUNT - 1],
    pub(super) leaves: [i16; LEAF_COUNT],
}

impl Tree {
    /// Returns the leaf of a row of features: the lowest one that no node clears. See `score`.
    pub(super) fn leaf(&self, value_of: impl Fn(usize) -> i16) -> i32 {
        let exceeded = self.nodes.iter().filter(|node| value_of(usize::from(node.feature)) > node.threshold);
        let right = |node: &Node| u32::from(node.right[0]) | u32::from(node.right[1]) << 16;
        let leaves = exceeded.fold(u32::MAX, |leaves, node| leaves & right(node));
        i32::from(self.leaves[leaves.trailing_zeros() as usize % LEAF_COUNT])
    }
}
