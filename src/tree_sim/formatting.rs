//! The [list of active formatting
//! elements](https://html.spec.whatwg.org/multipage/parsing.html#the-list-of-active-formatting-elements).

use super::element::Element;
use super::element_table::{ElementId, Holder};
use super::names::Name;
use super::open_elements::{hash, last};
use super::{Tag, TreeSim};
use alloc::boxed::Box;
use alloc::vec::Vec;
use smallvec::SmallVec;

/// The list, in columns.
#[derive(Clone, Debug, Default)]
pub(super) struct ActiveFormatting {
    ids: Vec<ElementId>,
    names: Vec<Name>,
    /// What elements that are alike have in common; others seldom have.
    keys: Vec<u32>,
    /// How many entries there are up to the last marker, which counts.
    marked: usize,
}

/// The number that stands for a marker: no element has it, as there are fewer.
const MARKER: ElementId = ElementId::MAX;

/// How many elements that are alike may be in the list behind the last marker: the Noah's Ark clause.
const MAX_ALIKE: usize = 3;

impl ActiveFormatting {
    pub(super) fn len(&self) -> usize {
        self.ids.len()
    }

    /// Returns the elements in it, the oldest first.
    #[cfg(test)]
    pub(super) fn elements(&self) -> impl Iterator<Item = ElementId> {
        self.ids.iter().copied().filter(|&id| id != MARKER)
    }

    /// Returns the element in the last entry, unless that is a marker.
    #[cfg(test)]
    pub(super) fn last(&self) -> Option<ElementId> {
        self.ids.last().copied().filter(|&id| id != MARKER)
    }

    /// Gives the place of an entry to another element, and then moves it behind so many others.
    pub(super) fn move_entry(&mut self, from: usize, to: usize, id: ElementId) {
        let passes_marker = from.min(to) < self.marked;
        self.ids.remove(from);
        self.ids.insert(to, id);
        let name = self.names.remove(from);
        self.names.insert(to, name);
        let key = self.keys.remove(from);
        self.keys.insert(to, key);
        if passes_marker {
            self.find_marker();
        }
    }

    fn push(&mut self, id: ElementId, name: Name, key: u32) {
        self.ids.push(id);
        self.names.push(name);
        self.keys.push(key);
        if id == MARKER {
            self.marked = self.len();
        }
    }

    fn remove(&mut self, at: usize) -> ElementId {
        self.names.remove(at);
        self.keys.remove(at);
        let id = self.ids.remove(at);
        if at < self.marked {
            self.find_marker();
        }
        id
    }

    fn find_marker(&mut self) {
        self.marked = last(&self.ids, |id| id == MARKER).map_or(0, |at| at + 1);
    }
}

impl TreeSim {
    pub(super) fn is_listed(&self, id: ElementId) -> bool {
        self.elements.is_held(id, Holder::List)
    }

    /// Returns where in the list an element stands.
    pub(super) fn entry(&self, id: ElementId) -> Option<usize> {
        self.is_listed(id).then(|| last(&self.formatting.ids, |entry| entry == id)).flatten()
    }

    /// Returns the last entry behind the last marker whose element is called `name`.
    pub(super) fn last_formatting_element(&self, name: Name) -> Option<(usize, ElementId)> {
        let marked = self.formatting.marked;
        let at = marked + last(&self.formatting.names[marked..], |entry| entry == name)?;
        Some((at, self.formatting.ids[at]))
    }

    pub(super) fn insert_marker(&mut self) {
        self.push_entry(MARKER, Name::Other, 0);
    }

    /// [Pushes onto the list](https://html.spec.whatwg.org/multipage/parsing.html#push-onto-the-list-of-active-formatting-elements)
    /// the element that is inserted for a token.
    pub(super) fn insert_formatting_element(&mut self, tag: Tag<'_>) {
        let written = written(tag);
        let key = hash(&written).wrapping_mul(31) ^ tag.name as u32;
        if let Some(earliest) = self.earliest_of_many_alike(tag.name, key, &written) {
            self.remove_entry(earliest);
        }
        let id = self.push(Element::formatting(tag.name, written));
        self.elements.hold(id, Holder::List);
        self.push_entry(id, tag.name, key);
    }

    /// Returns the earliest of the entries that are like an element, if no more may be.
    fn earliest_of_many_alike(&self, name: Name, key: u32, attributes: &[u8]) -> Option<usize> {
        let marked = self.formatting.marked;
        let (mut alike, mut len) = (0, self.formatting.len());
        while let Some(at) = last(&self.formatting.keys[marked..len], |entry| entry == key).map(|at| marked + at) {
            let element = &self.elements[self.formatting.ids[at]];
            // To compare nothing with nothing is slow where it lies nowhere.
            let equal = attributes.is_empty() && element.attributes().is_empty() || element.attributes() == attributes;
            alike += usize::from(element.kind.name == name && equal);
            if alike == MAX_ALIKE {
                return Some(at); // there never were more
            }
            len = at;
        }
        None
    }

    /// Adds an entry. Where there are as many as may be, it takes the place of the first.
    fn push_entry(&mut self, id: ElementId, name: Name, key: u32) {
        if self.formatting.len() >= self.depth.max(1) {
            self.overflow();
            self.remove_entry(0);
        }
        self.formatting.push(id, name, key);
    }

    pub(super) fn remove_entry(&mut self, at: usize) {
        let id = self.formatting.remove(at);
        if id != MARKER {
            self.elements.release(id, Holder::List);
        }
    }

    /// Puts into an entry the element that was created for the token of the one that it held.
    pub(super) fn replace_entry(&mut self, at: usize, new: ElementId) {
        let old = core::mem::replace(&mut self.formatting.ids[at], new);
        self.elements.hold(new, Holder::List);
        self.elements.release(old, Holder::List);
    }

    /// Makes an element for the token for which a formatting element was created, which gives up its attributes.
    pub(super) fn again(&mut self, id: ElementId) -> Element {
        let attributes = self.elements.take_attributes(id);
        Element::formatting(self.elements.kind(id).name, attributes)
    }

    /// [Clears the list up to the last
    /// marker](https://html.spec.whatwg.org/multipage/parsing.html#clear-the-list-of-active-formatting-elements-up-to-the-last-marker).
    pub(super) fn clear_the_list_up_to_the_last_marker(&mut self) {
        let mut is_marker = false;
        while !is_marker && self.formatting.len() > 0 {
            let at = self.formatting.len() - 1;
            is_marker = self.formatting.ids[at] == MARKER;
            self.remove_entry(at);
        }
    }

    /// [Reconstructs the active formatting
    /// elements](https://html.spec.whatwg.org/multipage/parsing.html#reconstruct-the-active-formatting-elements).
    pub(super) fn reconstruct_the_active_formatting_elements(&mut self) {
        let is_closed = |&&id: &&ElementId| id != MARKER && !self.elements.is_held(id, Holder::Stack);
        let room = self.depth.saturating_sub(self.open.len());
        // Without room the last one tells whether any would be opened again.
        let most = if room == 0 { 1 } else { usize::MAX };
        let closed = self.formatting.ids.iter().rev().take(most).take_while(is_closed).count();
        if closed > room {
            self.overflow();
        }
        let first = self.formatting.len() - closed;
        for at in first..first + closed.min(room) {
            let again = self.again(self.formatting.ids[at]);
            let new = self.push(again);
            self.replace_entry(at, new);
        }
    }
}

/// Writes down the attributes of a token, so that tokens with the same attributes in whatever order give the same bytes.
fn written(tag: Tag<'_>) -> Box<[u8]> {
    let (mut count, mut len) = (0, 0);
    tag.for_each_attribute(&mut |name, value| {
        count += 1;
        len += 2 * size_of::<usize>() + name.len() + value.len();
    });
    let (mut written, mut starts) = (Vec::with_capacity(len), SmallVec::<[usize; 8]>::new());
    tag.for_each_attribute(&mut |name, value| {
        starts.push(written.len());
        for part in [name, value] {
            written.extend_from_slice(&part.len().to_le_bytes());
            written.extend_from_slice(part);
        }
    });
    if count > 1 {
        starts.push(written.len());
        let mut attributes: SmallVec<[&[u8]; 8]> = starts.windows(2).map(|ends| &written[ends[0]..ends[1]]).collect();
        attributes.sort_unstable();
        return attributes.concat().into();
    }
    written.into()
}
