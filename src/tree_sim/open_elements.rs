//! The open elements in columns, so that the questions that rules ask of all of them are answered many at a time.

use super::element::{Element, Scope};
use super::element_table::ElementId;
use super::names::Name;
use alloc::vec::Vec;

/// The stack of open elements, the current node last: one entry a column for each.
#[derive(Clone, Debug, Default)]
pub(super) struct OpenElements {
    ids: Vec<ElementId>,
    codes: Vec<Code>,
    /// The [categories](super::element::ElementKind::categories).
    categories: Vec<u8>,
}

/// The name of an element and whether it is an HTML element. Two names that no rule mentions may have the same code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Code(u16);

/// The first code of names that no rule mentions.
const OTHER: u16 = Name::Other as u16;
/// What is added to the code of an element that is no HTML element.
const FOREIGN: u16 = 1 << 15;

impl Code {
    /// The code of an HTML element whose name is mentioned.
    pub(super) const fn of(name: Name) -> Self {
        Self(name as u16)
    }

    /// The code of an HTML element, or of a foreign one, whose name is `name`, or `bytes` if no rule mentions it.
    pub(super) fn of_element(name: Name, bytes: &[u8], is_html: bool) -> Self {
        let code =
            if name == Name::Other { OTHER + (hash(bytes) % (FOREIGN - OTHER) as u32) as u16 } else { name as u16 };
        Self(if is_html { code } else { code | FOREIGN })
    }
}

impl OpenElements {
    pub(super) fn len(&self) -> usize {
        self.ids.len()
    }

    /// Returns the element at a place, if there are so many.
    pub(super) fn get(&self, place: usize) -> Option<ElementId> {
        self.ids.get(place).copied()
    }

    /// Returns the current node. There is one: `html` stays.
    pub(super) fn current(&self) -> ElementId {
        self.ids[self.ids.len() - 1]
    }

    /// Returns all of them, the current node last.
    pub(super) fn ids(&self) -> &[ElementId] {
        &self.ids
    }

    pub(super) fn push(&mut self, id: ElementId, element: &Element) {
        self.ids.push(id);
        self.codes.push(element.code());
        self.categories.push(element.kind.categories());
    }

    /// Removes the current node.
    pub(super) fn pop(&mut self) -> Option<ElementId> {
        self.codes.pop();
        self.categories.pop();
        self.ids.pop()
    }

    pub(super) fn insert(&mut self, place: usize, id: ElementId, element: &Element) {
        self.ids.insert(place, id);
        self.codes.insert(place, element.code());
        self.categories.insert(place, element.kind.categories());
    }

    pub(super) fn replace(&mut self, place: usize, id: ElementId, element: &Element) {
        self.ids[place] = id;
        self.codes[place] = element.code();
        self.categories[place] = element.kind.categories();
    }

    pub(super) fn remove(&mut self, place: usize) -> ElementId {
        self.codes.remove(place);
        self.categories.remove(place);
        self.ids.remove(place)
    }

    /// Returns the place of an element.
    pub(super) fn place(&self, id: ElementId) -> Option<usize> {
        last(&self.ids, |open| open == id)
    }

    /// Returns the place of the last element whose code is `wanted`.
    pub(super) fn last(&self, wanted: impl Fn(Code) -> bool) -> Option<usize> {
        last(&self.codes, wanted)
    }

    /// Returns the place of the last element with a code for which `is` holds of its place.
    pub(super) fn last_that(&self, code: Code, is: impl Fn(usize) -> bool) -> Option<usize> {
        let mut len = self.len();
        while let Some(place) = last(&self.codes[..len], |open| open == code) {
            if is(place) {
                return Some(place);
            }
            len = place;
        }
        None
    }

    /// Returns the place of the last element of one of the `categories`.
    pub(super) fn last_of(&self, categories: u8) -> Option<usize> {
        last(&self.categories, |open| open & categories != 0)
    }

    /// Returns the place of the first element above `place` of one of the `categories`.
    pub(super) fn first_above(&self, place: usize, categories: u8) -> Option<usize> {
        let above = self.categories[place + 1..].iter().position(|open| open & categories != 0);
        above.map(|above| place + 1 + above)
    }

    /// Returns whether there is an element of one of the `categories` above `place`.
    pub(super) fn has_above(&self, place: usize, categories: u8) -> bool {
        self.categories[place + 1..].iter().fold(0, |all, open| all | open) & categories != 0
    }

    /// Returns whether the open element at `place` is in a scope.
    pub(super) fn is_in_scope(&self, place: usize, scope: Scope) -> bool {
        !self.has_above(place, scope as u8)
    }
}

/// Returns whether a code is that of one of the HTML elements `names`.
pub(super) fn is_any<const N: usize>(code: Code, names: [Name; N]) -> bool {
    names.into_iter().fold(false, |any, name| any | (code == Code::of(name)))
}

/// Returns the place of the last item that is `wanted`.
pub(crate) fn last<T: Copy>(items: &[T], wanted: impl Fn(T) -> bool) -> Option<usize> {
    const AT_ONCE: usize = 32;
    let mut start = items.len();
    for chunk in items.rchunks(AT_ONCE) {
        start -= chunk.len();
        // Without a branch for each, so that they are looked at together.
        if chunk.iter().fold(false, |any, &item| any | wanted(item)) {
            return chunk.iter().rposition(|&item| wanted(item)).map(|at| start + at);
        }
    }
    None
}

/// FNV-1a.
pub(crate) fn hash(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0x811C_9DC5, |hash, &byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}
