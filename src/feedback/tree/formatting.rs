//! The [list of active formatting
//! elements](https://html.spec.whatwg.org/multipage/parsing.html#the-list-of-active-formatting-elements).

use super::element::{Element, Kind};
use super::elements::{Holder, Id};
use super::{Tag, Tree};
use crate::feedback::names::Name;
use alloc::boxed::Box;
use alloc::vec::Vec;

/// An entry of the list.
#[derive(Clone, Debug)]
pub(super) enum Entry {
    Marker,
    Element {
        id: Id,
        /// The attributes of its token, as [`written`].
        attributes: Box<[u8]>,
    },
}

/// How many elements that are alike may be in the list behind the last marker: the Noah's Ark clause.
const MAX_ALIKE: usize = 3;

impl Entry {
    pub(super) fn id(&self) -> Option<Id> {
        match *self {
            Self::Marker => None,
            Self::Element { id, .. } => Some(id),
        }
    }

    /// Returns how many bytes its attributes have.
    fn len(&self) -> usize {
        match self {
            Self::Marker => 0,
            Self::Element { attributes, .. } => attributes.len(),
        }
    }
}

impl Tree {
    pub(super) fn is_listed(&self, id: Id) -> bool {
        self.elements.is_held(id, Holder::List)
    }

    /// Returns where in the list an element stands.
    pub(super) fn entry(&self, id: Id) -> Option<usize> {
        self.is_listed(id).then(|| self.formatting.iter().rposition(|entry| entry.id() == Some(id))).flatten()
    }

    /// Returns the last entry behind the last marker whose element is called `name`.
    pub(super) fn last_formatting_element(&self, name: Name) -> Option<(usize, Id)> {
        let behind_marker = self.formatting.iter().enumerate().rev().map_while(|(at, entry)| Some((at, entry.id()?)));
        behind_marker.into_iter().find(|&(_, id)| self.elements.kind(id).name == name)
    }

    pub(super) fn insert_marker(&mut self) {
        self.push_entry(Entry::Marker);
    }

    /// [Pushes onto the list](https://html.spec.whatwg.org/multipage/parsing.html#push-onto-the-list-of-active-formatting-elements)
    /// the element that is inserted for a token.
    pub(super) fn insert_formatting_element(&mut self, tag: Tag<'_>) {
        let written = written(tag);
        let mut alike = 0;
        let mut earliest = 0;
        for (at, entry) in self.formatting.iter().enumerate().rev() {
            let Entry::Element { id, attributes } = entry else { break };
            if self.elements.kind(*id).name == tag.name && *attributes == written {
                alike += 1;
                earliest = at;
            }
        }
        if alike >= MAX_ALIKE {
            self.remove_entry(earliest);
        }
        let id = self.insert_html_element(tag);
        self.elements.hold(id, Holder::List);
        self.push_entry(Entry::Element { id, attributes: written });
    }

    /// Adds an entry. Where there are as many as may be, it takes the place of the first.
    fn push_entry(&mut self, entry: Entry) {
        if self.formatting.len() >= self.depth.max(1) {
            self.overflow();
            self.remove_entry(0);
        }
        self.written_bytes += entry.len();
        self.formatting.push(entry);
    }

    pub(super) fn remove_entry(&mut self, at: usize) {
        let entry = self.formatting.remove(at);
        self.written_bytes -= entry.len();
        if let Some(id) = entry.id() {
            self.elements.release(id, Holder::List);
        }
    }

    /// Creates an element for the token for which that of the entry was created, and puts it into the entry.
    pub(super) fn replace_entry(&mut self, at: usize, new: Id) {
        if let Entry::Element { id, .. } = &mut self.formatting[at] {
            let old = core::mem::replace(id, new);
            self.elements.hold(new, Holder::List);
            self.elements.release(old, Holder::List);
        }
    }

    /// [Clears the list up to the last
    /// marker](https://html.spec.whatwg.org/multipage/parsing.html#clear-the-list-of-active-formatting-elements-up-to-the-last-marker).
    pub(super) fn clear_the_list_up_to_the_last_marker(&mut self) {
        while let Some(Entry::Element { id, attributes }) = self.formatting.pop() {
            self.written_bytes -= attributes.len();
            self.elements.release(id, Holder::List);
        }
    }

    /// [Reconstructs the active formatting
    /// elements](https://html.spec.whatwg.org/multipage/parsing.html#reconstruct-the-active-formatting-elements).
    pub(super) fn reconstruct_the_active_formatting_elements(&mut self) {
        let is_closed = |entry: &Entry| entry.id().is_some_and(|id| !self.elements.is_held(id, Holder::Stack));
        let closed = self.formatting.iter().rev().take_while(|entry| is_closed(entry)).count();
        for at in self.formatting.len() - closed..self.formatting.len() {
            if self.open.len() >= self.depth {
                self.overflow();
                return;
            }
            let Some(id) = self.formatting[at].id() else { continue };
            let kind = Kind { name: self.elements.kind(id).name, ..Kind::default() };
            let new = self.push(Element::new(kind, &[]));
            self.replace_entry(at, new);
        }
    }
}

/// Writes down the attributes of a token, so that tokens with the same attributes in whatever order give the same bytes.
fn written(tag: Tag<'_>) -> Box<[u8]> {
    let mut attributes: Vec<(Vec<u8>, Vec<u8>)> = Vec::new();
    tag.for_each_attribute(&mut |name, value| attributes.push((name.into(), value.into())));
    attributes.sort_unstable();
    let mut written = Vec::new();
    for (name, value) in attributes {
        for part in [name, value] {
            written.extend(part.len().to_le_bytes());
            written.extend(part);
        }
    }
    written.into()
}
