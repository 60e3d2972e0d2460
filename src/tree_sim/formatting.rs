//! The standard's operations on the [list of active formatting
//! elements](https://html.spec.whatwg.org/multipage/parsing.html#the-list-of-active-formatting-elements).

use super::active_formatting::MARKER;
use super::element::Element;
use super::element_table::{ElementId, Referrer};
use super::{Name, Tag, TreeSim, TreeSink};
use crate::names::hash;
use crate::scan::last;
use crate::token::Namespace;
use alloc::boxed::Box;
use alloc::vec::Vec;
use smallvec::SmallVec;

/// The Noah's Ark clause: the largest number of equal elements after the last marker.
const MAX_EQUAL: usize = 3;

/// Returns the label of a formatting element: its name in the lower 8 bits, and a hash of its attributes, as a filter for
/// the Noah's Ark clause.
fn label(name: Name, attributes: &[u8]) -> u32 {
    hash(attributes) << u8::BITS | name as u32
}

/// The label of a marker.
const NO_LABEL: u32 = Name::Other as u32;

impl<T: TreeSink> TreeSim<T> {
    pub(super) fn is_listed(&self, id: ElementId) -> bool {
        self.elements.is_referenced_by(id, Referrer::List)
    }

    /// Returns the index of an element in the list.
    pub(super) fn list_index(&self, id: ElementId) -> Option<usize> {
        self.is_listed(id).then(|| last(&self.formatting.ids, |entry| entry == id)).flatten()
    }

    /// Returns the index and the element of the last entry after the last marker that has the name `name`.
    pub(super) fn last_formatting_element(&self, name: Name) -> Option<(usize, ElementId)> {
        let start = self.formatting.after_marker;
        let at = start + last(&self.formatting.labels[start..], |entry| entry as u8 == name as u8)?;
        Some((at, self.formatting.ids[at]))
    }

    pub(super) fn insert_marker(&mut self) {
        self.push_entry(MARKER, NO_LABEL);
    }

    /// [Pushes onto the list](https://html.spec.whatwg.org/multipage/parsing.html#push-onto-the-list-of-active-formatting-elements)
    /// the element that it inserts for a token.
    pub(super) fn insert_formatting_element(&mut self, tag: &Tag<'_>) {
        // PERF: an `a` is compared with no other. A start tag `a` removes an earlier one from the list, so that at most one is after
        // the last marker.
        let attributes = if tag.name == Name::A { Box::default() } else { serialize_attributes(tag) };
        let label = label(tag.name, &attributes);
        if tag.name != Name::A
            && let Some(earliest) = self.earliest_of_three_equal(label, &attributes)
        {
            self.remove_entry(earliest);
        }
        let node = self.create_node(tag, Namespace::Html);
        let id = self.push(Element::formatting(tag.name, attributes), node);
        self.elements.add_reference(id, Referrer::List);
        self.push_entry(id, label);
    }

    /// Returns the earliest of the entries after the last marker with this label and these attributes, if there
    /// are already [`MAX_EQUAL`].
    fn earliest_of_three_equal(&self, label: u32, attributes: &[u8]) -> Option<usize> {
        let start = self.formatting.after_marker;
        let (mut equal_entries, mut len) = (0, self.formatting.ids.len());
        while let Some(at) = last(&self.formatting.labels[start..len], |entry| entry == label).map(|at| start + at) {
            let element = &self.elements[self.formatting.ids[at]];
            // PERF: a comparison of two empty slices is a call.
            let has_equal_attributes =
                attributes.is_empty() && element.attributes().is_empty() || element.attributes() == attributes;
            equal_entries += usize::from(has_equal_attributes);
            if equal_entries == MAX_EQUAL {
                return Some(at); // There are never more.
            }
            len = at;
        }
        None
    }

    /// Appends an entry. At the depth limit, removes the first entry before.
    fn push_entry(&mut self, id: ElementId, label: u32) {
        if self.formatting.len() >= self.depth.max(1) {
            self.overflow();
            let first = self.formatting.remove_first();
            self.unlist(first);
        }
        self.formatting.push(id, label);
    }

    pub(super) fn remove_entry(&mut self, at: usize) {
        let id = self.formatting.remove(at);
        self.unlist(id);
    }

    /// Updates the element of a removed entry.
    fn unlist(&mut self, id: ElementId) {
        if id != MARKER {
            self.elements.remove_reference(id, Referrer::List);
        }
    }

    /// Replaces the element of an entry by `new`, an element that was created for the same token.
    pub(super) fn replace_entry(&mut self, at: usize, new: ElementId) {
        let old = core::mem::replace(&mut self.formatting.ids[at], new);
        self.elements.add_reference(new, Referrer::List);
        self.elements.remove_reference(old, Referrer::List);
    }

    /// Returns an element for the token of the formatting element `id`. Takes the attributes from the old element,
    /// which the caller replaces everywhere.
    pub(super) fn recreate(&mut self, id: ElementId) -> Element {
        let attributes = self.elements.take_attributes(id);
        Element::formatting(self.elements.kind(id).name, attributes)
    }

    /// [Clears the list up to the last
    /// marker](https://html.spec.whatwg.org/multipage/parsing.html#clear-the-list-of-active-formatting-elements-up-to-the-last-marker).
    pub(super) fn clear_the_list_up_to_the_last_marker(&mut self) {
        let mut is_marker = false;
        while !is_marker && self.formatting.len() > 0 {
            let at = self.formatting.ids.len() - 1;
            is_marker = self.formatting.ids[at] == MARKER;
            self.remove_entry(at);
        }
    }

    /// [Reconstructs the active formatting
    /// elements](https://html.spec.whatwg.org/multipage/parsing.html#reconstruct-the-active-formatting-elements).
    pub(super) fn reconstruct_the_active_formatting_elements(&mut self) {
        let is_closed = |&&id: &&ElementId| id != MARKER && !self.elements.is_referenced_by(id, Referrer::Stack);
        let room = self.depth.saturating_sub(self.open.len());
        // Without room it is enough to look at the last entry, to know whether the limit is exceeded.
        let limit = if room == 0 { 1 } else { usize::MAX };
        let closed = self.formatting.ids().iter().rev().take(limit).take_while(is_closed).count();
        if closed > room {
            self.overflow();
        }
        let first = self.formatting.ids.len() - closed;
        for at in first..first + closed.min(room) {
            let id = self.formatting.ids[at];
            let node = self.nodes.create_again(self.elements.node(id));
            let element = self.recreate(id);
            let new = self.push(element, node);
            self.replace_entry(at, new);
        }
    }
}

/// Serializes the attributes of a token. Tokens with the same attributes, in any order, give the same bytes.
///
/// Each name and value is preceded by its length, a `usize`, and the attributes are sorted as bytes.
fn serialize_attributes(tag: &Tag<'_>) -> Box<[u8]> {
    let (mut count, mut len) = (0, 0);
    tag.for_each_attribute(&mut |name, value| {
        count += 1;
        len += 2 * size_of::<usize>() + name.len() + value.len();
    });
    if count == 0 {
        return Box::default(); // PERF: the usual case
    }
    let (mut serialized, mut starts) = (Vec::with_capacity(len), SmallVec::<[usize; 8]>::new());
    tag.for_each_attribute(&mut |name, value| {
        starts.push(serialized.len());
        for bytes in [name, value] {
            serialized.extend_from_slice(&bytes.len().to_le_bytes());
            serialized.extend_from_slice(bytes);
        }
    });
    if count > 1 {
        starts.push(serialized.len());
        let mut attributes: SmallVec<[&[u8]; 8]> =
            starts.windows(2).map(|ends| &serialized[ends[0]..ends[1]]).collect();
        attributes.sort_unstable();
        return attributes.concat().into();
    }
    serialized.into()
}
