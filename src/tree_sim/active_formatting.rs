//! The [list of active formatting
//! elements](https://html.spec.whatwg.org/multipage/parsing.html#the-list-of-active-formatting-elements), as
//! parallel arrays.

use super::element_table::ElementId;
use crate::scan::last;
use alloc::vec::Vec;

/// The list. The most recent entry is last.
///
/// PERF: at the depth limit, each new entry removes the first one. That only adds 1 to `start`; the arrays are moved
/// once for as many removals as the list has entries.
#[derive(Clone, Debug, Default)]
pub(super) struct ActiveFormatting {
    /// The index of the first entry. The elements before it were removed.
    start: usize,
    pub(super) ids: Vec<ElementId>,
    /// The [label](super::formatting::label) of each element; [`NO_LABEL`](super::formatting::NO_LABEL) for a marker.
    pub(super) labels: Vec<u32>,
    /// The index just past the last marker; `start` if there is none.
    pub(super) after_marker: usize,
}

/// The number of a marker. No element has it: the depth limit keeps the number of elements lower.
pub(super) const MARKER: ElementId = ElementId::MAX;

impl ActiveFormatting {
    pub(super) fn len(&self) -> usize {
        self.ids.len() - self.start
    }

    /// Returns the elements of the entries, the oldest first, with [`MARKER`] for markers.
    pub(super) fn ids(&self) -> &[ElementId] {
        &self.ids[self.start..]
    }

    /// Returns the elements of the list, the oldest first.
    #[cfg(test)]
    pub(super) fn elements(&self) -> impl Iterator<Item = ElementId> {
        self.ids().iter().copied().filter(|&id| id != MARKER)
    }

    /// Returns the element of the last entry. `None` if that is a marker or the list is empty.
    #[cfg(test)]
    pub(super) fn last(&self) -> Option<ElementId> {
        self.ids().last().copied().filter(|&id| id != MARKER)
    }

    /// Removes the entry at `from`, and inserts an entry for `id` at the index `to` of the rest, with the same label.
    pub(super) fn move_entry(&mut self, from: usize, to: usize, id: ElementId) {
        let passes_marker = from.min(to) < self.after_marker;
        self.ids.remove(from);
        self.ids.insert(to, id);
        let label = self.labels.remove(from);
        self.labels.insert(to, label);
        if passes_marker {
            self.find_marker();
        }
    }

    pub(super) fn push(&mut self, id: ElementId, label: u32) {
        self.ids.push(id);
        self.labels.push(label);
        if id == MARKER {
            self.after_marker = self.ids.len();
        }
    }

    pub(super) fn remove(&mut self, at: usize) -> ElementId {
        self.labels.remove(at);
        let id = self.ids.remove(at);
        if at < self.after_marker {
            self.find_marker();
        }
        id
    }

    /// Removes the first entry. The list must not be empty.
    pub(super) fn remove_first(&mut self) -> ElementId {
        let id = self.ids[self.start];
        self.start += 1;
        self.after_marker = self.after_marker.max(self.start);
        if self.start > self.len() {
            self.ids.drain(..self.start);
            self.labels.drain(..self.start);
            self.after_marker -= core::mem::take(&mut self.start);
        }
        id
    }

    fn find_marker(&mut self) {
        self.after_marker = self.start + last(self.ids(), |id| id == MARKER).map_or(0, |at| at + 1);
    }
}
