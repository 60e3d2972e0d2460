//! The places of elements in document order.

use super::node::{NONE, NodeId};
use super::tree::NodeTable;
use alloc::vec::Vec;

/// The places of elements and texts in document order.
pub(crate) struct Places {
    /// By entry: its place.
    pub(super) start: Vec<u32>,
    /// By entry: the place of its last descendant, or its own.
    pub(super) end: Vec<u32>,
}

impl Places {
    /// Returns the places of the entries in `order`, which is document order.
    pub(super) fn new(table: &NodeTable<'_, '_>, order: &[NodeId]) -> Self {
        let mut places = Self { start: alloc::vec![0; table.nodes.len()], end: alloc::vec![0; table.nodes.len()] };
        for (place, &id) in order.iter().enumerate() {
            places.start[id as usize] = place as u32;
        }
        for &id in order.iter().rev() {
            let last = table.node(id).last_child;
            places.end[id as usize] = if last == NONE { places.start[id as usize] } else { places.end[last as usize] };
        }
        places
    }
}
