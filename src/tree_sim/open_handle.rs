//! Handles of open elements: a caller that keeps data of an element learns when the element is closed.

use super::element_table::{ElementId, Referrer};
use super::{Name, StartTagOutcome, TreeSim, TreeSink};
use crate::token::StartTag;

/// An element that was open when the handle was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenHandle {
    id: ElementId,
    /// The serial number of the element. Another element may have the same `id` later.
    serial: u32,
}

/// The result of a start tag: whether its element is open.
#[derive(Clone, Copy, Debug)]
pub enum Inserted {
    /// The tag was ignored.
    Nothing,
    /// The element was inserted, and closed at once.
    Closed,
    /// The element is open. A tag `html` or `body` after the first adds its attributes to that element.
    Open(OpenHandle),
}

impl<T: TreeSink> TreeSim<T> {
    /// Processes a start tag of the tokenizer as the [`Sink`](crate::Sink) does, and returns whether its element is open.
    pub fn insert(&mut self, tag: &StartTag<'_>) -> Inserted {
        let added = self.elements.added();
        let StartTagOutcome { ignored, .. } = self.read_start_tag(tag);
        let name = Name::of(tag.name());
        let is_merged = match name {
            Name::Html => self.open.get(0).filter(|_| !self.has_template()),
            Name::Body => self.open.get(1).filter(|&id| !self.has_template() && self.elements.kind(id).is(Name::Body)),
            _ => None,
        };
        if let Some(id) = is_merged {
            return Inserted::Open(self.handle(id));
        }
        if ignored {
            return Inserted::Nothing;
        }
        let current = self.handle(self.open.current());
        let is_new = current.serial.wrapping_sub(added) < self.elements.added().wrapping_sub(added);
        // Formatting elements that the tag reopened are new, too.
        if is_new && self.elements[current.id].is_named(name, tag.name()) {
            Inserted::Open(current)
        } else {
            Inserted::Closed
        }
    }

    /// Returns true if the element is still open.
    pub fn is_open(&self, element: OpenHandle) -> bool {
        self.elements.serial(element.id) == element.serial
            && self.elements.is_referenced_by(element.id, Referrer::Stack)
    }

    /// Returns true if a `template` is open.
    pub fn is_in_template(&self) -> bool {
        self.has_template()
    }

    fn handle(&self, id: ElementId) -> OpenHandle {
        OpenHandle { id, serial: self.elements.serial(id) }
    }
}
