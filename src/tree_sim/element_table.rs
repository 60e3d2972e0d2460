//! A table of elements with reference flags: it stores an element for as long as something refers to it.
//!
//! Example: `<b>` adds an element with the flags `Stack` and `List`. When it is popped, `Stack` is cleared. When its
//! entry in the list is removed, no flag is left, and its number is free for the next element.

use super::element::{Element, ElementKind};
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::ops::Index;

/// The number of an element in the table. It is valid for as long as something refers to the element.
pub(super) type ElementId = u16;

/// Something that can refer to an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Referrer {
    /// The stack of open elements.
    Stack = 1,
    /// The list of active formatting elements.
    List = 2,
    /// The `form` element pointer.
    Form = 4,
    /// The rule that is being applied, if it needs the element after other rules have run.
    Rule = 8,
}

/// The elements, by number. Numbers are reused, so the table is at most as long as the stack and the list together. The
/// flags also say whether an element is on the stack or in the list, without a search.
#[derive(Clone, Debug)]
pub(super) struct ElementTable<N> {
    slots: Vec<Slot<N>>,
    /// The numbers that are free.
    free: Vec<ElementId>,
    /// The sum over all elements.
    heap_bytes: usize,
    /// The number of elements that were added.
    added: u32,
}

#[derive(Clone, Debug)]
struct Slot<N> {
    element: Element,
    /// A bit for each [`Referrer`].
    referrers: u8,
    /// The number of elements that were added before: it distinguishes elements that had the same [`ElementId`].
    serial: u32,
    /// The node of the element. It stays valid after the element is freed.
    node: N,
}

impl<N> Default for ElementTable<N> {
    fn default() -> Self {
        Self { slots: Vec::new(), free: Vec::new(), heap_bytes: 0, added: 0 }
    }
}

impl<N: Copy + Default> ElementTable<N> {
    /// Adds an element that `referrer` refers to, with its node.
    #[inline(always)]
    pub(super) fn add(&mut self, element: Element, node: N, referrer: Referrer) -> ElementId {
        self.heap_bytes += element.heap_bytes();
        let slot = Slot { element, referrers: referrer as u8, serial: self.added, node };
        self.added = self.added.wrapping_add(1);
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

    /// Records that `referrer` refers to an element.
    pub(super) fn add_reference(&mut self, id: ElementId, referrer: Referrer) {
        self.slots[usize::from(id)].referrers |= referrer as u8;
    }

    /// Records that `referrer` no longer refers to an element. Frees the element if nothing else does.
    pub(super) fn remove_reference(&mut self, id: ElementId, referrer: Referrer) {
        let slot = &mut self.slots[usize::from(id)];
        slot.referrers &= !(referrer as u8);
        if slot.referrers == 0 {
            self.heap_bytes -= slot.element.heap_bytes();
            slot.element = Element::default();
            self.free.push(id);
        }
    }

    /// Returns true if `referrer` refers to an element.
    pub(super) fn is_referenced_by(&self, id: ElementId, referrer: Referrer) -> bool {
        self.slots[usize::from(id)].referrers & referrer as u8 != 0
    }

    /// Returns the number of elements that were added before the element at `id`.
    pub(super) fn serial(&self, id: ElementId) -> u32 {
        self.slots[usize::from(id)].serial
    }

    /// Returns the number of elements that were added so far.
    pub(super) fn added(&self) -> u32 {
        self.added
    }

    /// Returns the heap memory of the elements, without the table itself, in bytes.
    pub(super) fn heap_bytes(&self) -> usize {
        self.heap_bytes
    }

    /// Takes the attributes from an element that another element will replace.
    pub(super) fn take_attributes(&mut self, id: ElementId) -> Box<[u8]> {
        let attributes = self.slots[usize::from(id)].element.take_attributes();
        self.heap_bytes -= attributes.len();
        attributes
    }

    /// Returns the node of an element.
    ///
    /// PERF: without a check that can panic, this compiles to nothing if nodes are `()`.
    #[inline(always)]
    pub(super) fn node(&self, id: ElementId) -> N {
        self.slots.get(usize::from(id)).map(|slot| slot.node).unwrap_or_default()
    }

    pub(super) fn kind(&self, id: ElementId) -> ElementKind {
        self[id].kind
    }
}

impl<N> Index<ElementId> for ElementTable<N> {
    type Output = Element;

    fn index(&self, id: ElementId) -> &Element {
        &self.slots[usize::from(id)].element
    }
}
