//! The elements that something still refers to, each at a number of its own.

use super::element::{Element, ElementKind};
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::ops::Index;

/// The number of an element, for as long as something refers to it.
pub(super) type ElementId = u16;

/// Who refers to an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Holder {
    /// The stack of open elements.
    Stack = 1,
    /// The list of active formatting elements.
    List = 2,
    /// The `form` element pointer.
    Form = 4,
    /// A rule that will come back to it.
    Rule = 8,
}

/// The elements, by number. The number of one that nothing refers to is given away again, so there are only as many as
/// the stack and the list are long; and whether an element is in them is known without a search.
#[derive(Clone, Debug, Default)]
pub(super) struct ElementTable {
    slots: Vec<Slot>,
    free: Vec<ElementId>,
    heap_bytes: usize,
}

#[derive(Clone, Debug)]
struct Slot {
    element: Element,
    /// A bit for each [`Holder`].
    holders: u8,
}

impl ElementTable {
    /// Adds an element that `holder` refers to.
    pub(super) fn add(&mut self, element: Element, holder: Holder) -> ElementId {
        self.heap_bytes += element.heap_bytes();
        let slot = Slot { element, holders: holder as u8 };
        match self.free.pop() {
            Some(id) => {
                self.slots[usize::from(id)] = slot;
                id
            }
            None => {
                self.slots.push(slot);
                (self.slots.len() - 1) as ElementId
            }
        }
    }

    /// Notes that `holder` refers to an element.
    pub(super) fn hold(&mut self, id: ElementId, holder: Holder) {
        self.slots[usize::from(id)].holders |= holder as u8;
    }

    /// Notes that `holder` no longer refers to an element that it referred to.
    pub(super) fn release(&mut self, id: ElementId, holder: Holder) {
        let slot = &mut self.slots[usize::from(id)];
        slot.holders &= !(holder as u8);
        if slot.holders == 0 {
            self.heap_bytes -= slot.element.heap_bytes();
            slot.element = Element::default();
            self.free.push(id);
        }
    }

    /// Returns whether `holder` refers to an element.
    pub(super) fn is_held(&self, id: ElementId, holder: Holder) -> bool {
        self.slots[usize::from(id)].holders & holder as u8 != 0
    }

    /// Returns how many bytes the elements take beside their slots.
    pub(super) fn heap_bytes(&self) -> usize {
        self.heap_bytes
    }

    /// Takes the attributes from an element that another will stand for.
    pub(super) fn take_attributes(&mut self, id: ElementId) -> Box<[u8]> {
        let attributes = self.slots[usize::from(id)].element.take_attributes();
        self.heap_bytes -= attributes.len();
        attributes
    }

    pub(super) fn kind(&self, id: ElementId) -> ElementKind {
        self[id].kind
    }
}

impl Index<ElementId> for ElementTable {
    type Output = Element;

    fn index(&self, id: ElementId) -> &Element {
        &self.slots[usize::from(id)].element
    }
}
