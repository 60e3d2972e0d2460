//! Finds the elements that begin between two blocks that are written one after the other.
//!
//! Elements are in document order, and the elements inside an element have consecutive indices. So an element on the
//! path of a block is open already if its index is not greater than the greatest index so far, and each element is
//! visited once.

use crate::blocks::{ElementRow, ROOT};

/// The elements that were visited.
pub(super) struct NewElements {
    /// The greatest index of an element so far.
    newest: u32,
}

/// New elements on the path of a block: at most `MAX`, the outermost ones.
pub(super) struct Found<const MAX: usize> {
    /// A ring, in which outer elements replace the innermost ones.
    ring: [u32; MAX],
    count: usize,
    /// The innermost element on the path that is not new.
    pub(super) outer: u32,
}

impl NewElements {
    pub(super) fn new() -> Self {
        Self { newest: ROOT }
    }

    /// Returns true if no block of the element was visited.
    pub(super) fn is_new(&self, element: u32) -> bool {
        element > self.newest
    }

    /// Marks all elements up to `element` as visited.
    pub(super) fn visit(&mut self, element: u32) {
        self.newest = self.newest.max(element);
    }

    /// Returns the new elements on the path of `element` for which `is_wanted` returns true, and visits them.
    pub(super) fn enter<const MAX: usize>(
        &mut self,
        elements: &[ElementRow],
        element: u32,
        is_wanted: impl Fn(&ElementRow) -> bool,
    ) -> Found<MAX> {
        let (mut ring, mut count, mut at) = ([ROOT; MAX], 0, element);
        while self.is_new(at) {
            if is_wanted(&elements[at as usize]) {
                ring[count % MAX] = at;
                count += 1;
            }
            at = elements[at as usize].parent;
        }
        self.visit(element);
        Found { ring, count, outer: at }
    }
}

impl<const MAX: usize> Found<MAX> {
    /// Returns the elements, outermost first.
    pub(super) fn outermost_first(&self) -> impl Iterator<Item = u32> {
        (0..self.count.min(MAX)).map(|place| self.ring[(self.count - 1 - place) % MAX])
    }
}
