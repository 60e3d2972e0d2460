//! The places of elements in document order.

use super::node::{NONE, NodeId};
use super::tree::NodeTable;
use bumpalo::collections::Vec;

/// The places of elements and texts in document order.
pub(crate) struct Places<'a> {
    /// By entry: its place.
    pub(super) start: Vec<'a, u32>,
    /// By entry: the place of its last descendant, or its own.
    pub(super) end: Vec<'a, u32>,
}

impl<'a> Places<'a> {
    /// Returns the places of the entries in `order`, which is document order.
    pub(super) fn new(table: &NodeTable<'a, '_>, order: &[NodeId]) -> Self {
        let (bump, len) = (table.bump, table.nodes.len());
        let mut places = Self { start: bumpalo::vec![in bump; 0; len], end: bumpalo::vec![in bump; 0; len] };
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
