//! The stack of open elements, as parallel arrays that the rules can search many entries at a time.
//!
//! Rules ask about the complete stack at almost every tag, and it may have 512 elements. So an element has an entry in
//! each of three arrays:
//!
//! * `ids`: its number in the [table of elements](super::element_table).
//! * `name_keys`: its name as an integer ([`NameKey`]).
//! * `categories`: a bit for each category, such as "special" or "ends the button scope" (`element.rs`).
//!
//! To test whether an element called `p` is in button scope:
//!
//! 1. Find the last entry of `name_keys` that is `p`. [`last`] compares 32 entries at a time, without a branch for
//!    each.
//! 2. OR the `categories` of all entries after it ([`OpenElements::has_after`]).
//! 3. It is in scope if the result has no bit of the button scope.
//!
//! Example: after `<body><button><p><b>` the last `p` has the index 3, and no element after it ends the button scope.
//! So a `p` is in button scope. In `<body><p><button><b>` it is not: `button` comes after the last `p`.
//!
//! ```text
//! index   name_keys   categories
//! 0       html        special, ends every scope
//! 1       body        special
//! 2       button      special, ends button scope
//! 3       p           special
//! 4       b           none
//! ```
//!
//! Two names that no rule mentions may have the same key. So a search for one of them also compares the bytes
//! ([`OpenElements::last_with_key`]).
//!
//! If you add a category in `element.rs`, also widen its type here: all 8 bits of the `u8` are used.

use super::element::{Element, Scope};
use super::element_table::ElementId;
use super::names::Name;
use alloc::vec::Vec;

/// The stack of open elements. The current node is last.
#[derive(Clone, Debug, Default)]
pub(super) struct OpenElements {
    ids: Vec<ElementId>,
    name_keys: Vec<NameKey>,
    /// The [categories](super::element::ElementKind::categories).
    categories: Vec<u8>,
}

/// The name of an element and whether it is an HTML element, as an integer. Names that a rule mentions have distinct
/// keys. Other names have a hash, so two of them may have the same key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NameKey(u16);

/// The first key of the names that no rule mentions.
const OTHER: u16 = Name::ALL.len() as u16;
/// The bit that is set in the key of a foreign element.
const FOREIGN: u16 = 1 << 15;

impl NameKey {
    /// Returns the key of the HTML element `name`, which is not `Name::Other`.
    pub(super) const fn of(name: Name) -> Self {
        Self(name as u16)
    }

    /// Returns the key of an HTML or foreign element. `bytes` is its name if `name` is `Name::Other`.
    pub(super) fn of_element(name: Name, bytes: &[u8], is_html: bool) -> Self {
        let key =
            if name == Name::Other { OTHER + (hash(bytes) % (FOREIGN - OTHER) as u32) as u16 } else { name as u16 };
        Self(if is_html { key } else { key | FOREIGN })
    }
}

impl OpenElements {
    pub(super) fn len(&self) -> usize {
        self.ids.len()
    }

    /// Returns the element at `index`.
    pub(super) fn get(&self, index: usize) -> Option<ElementId> {
        self.ids.get(index).copied()
    }

    /// Returns the current node. The stack is never empty, because `html` is never popped.
    pub(super) fn current(&self) -> ElementId {
        self.ids[self.ids.len() - 1]
    }

    /// Returns all elements, the current node last.
    pub(super) fn ids(&self) -> &[ElementId] {
        &self.ids
    }

    pub(super) fn push(&mut self, id: ElementId, element: &Element) {
        self.ids.push(id);
        self.name_keys.push(element.name_key());
        self.categories.push(element.kind.categories());
    }

    /// Removes the current node.
    pub(super) fn pop(&mut self) -> Option<ElementId> {
        self.name_keys.pop();
        self.categories.pop();
        self.ids.pop()
    }

    pub(super) fn insert(&mut self, index: usize, id: ElementId, element: &Element) {
        self.ids.insert(index, id);
        self.name_keys.insert(index, element.name_key());
        self.categories.insert(index, element.kind.categories());
    }

    pub(super) fn replace(&mut self, index: usize, id: ElementId, element: &Element) {
        self.ids[index] = id;
        self.name_keys[index] = element.name_key();
        self.categories[index] = element.kind.categories();
    }

    pub(super) fn remove(&mut self, index: usize) -> ElementId {
        self.name_keys.remove(index);
        self.categories.remove(index);
        self.ids.remove(index)
    }

    /// Returns the index of an element. `None` if it is not on the stack.
    pub(super) fn index_of(&self, id: ElementId) -> Option<usize> {
        last(&self.ids, |open| open == id)
    }

    /// Returns the index of the last element whose key is `wanted`.
    pub(super) fn last_key(&self, wanted: impl Fn(NameKey) -> bool) -> Option<usize> {
        last(&self.name_keys, wanted)
    }

    /// Returns the last index of an element with the key `key` for which `matches` returns true.
    pub(super) fn last_with_key(&self, key: NameKey, matches: impl Fn(usize) -> bool) -> Option<usize> {
        let mut len = self.len();
        while let Some(index) = last(&self.name_keys[..len], |open| open == key) {
            if matches(index) {
                return Some(index);
            }
            len = index;
        }
        None
    }

    /// Returns the index of the last element in one of the `categories`.
    pub(super) fn last_in(&self, categories: u8) -> Option<usize> {
        last(&self.categories, |open| open & categories != 0)
    }

    /// Returns the index of the first element after `index` in one of the `categories`.
    pub(super) fn first_after(&self, index: usize, categories: u8) -> Option<usize> {
        let after = self.categories[index + 1..].iter().position(|open| open & categories != 0);
        after.map(|after| index + 1 + after)
    }

    /// Returns true if an element after `index` is in one of the `categories`.
    pub(super) fn has_after(&self, index: usize, categories: u8) -> bool {
        self.categories[index + 1..].iter().fold(0, |all, open| all | open) & categories != 0
    }

    /// Returns true if the open element at `index` is in `scope`.
    pub(super) fn is_in_scope(&self, index: usize, scope: Scope) -> bool {
        !self.has_after(index, scope as u8)
    }
}

/// Returns true if `key` is the key of one of the HTML elements `names`.
pub(super) fn is_any_of<const N: usize>(key: NameKey, names: [Name; N]) -> bool {
    names.into_iter().fold(false, |any, name| any | (key == NameKey::of(name)))
}

/// Returns the index of the last item for which `wanted` returns true.
pub(crate) fn last<T: Copy>(items: &[T], wanted: impl Fn(T) -> bool) -> Option<usize> {
    const AT_ONCE: usize = 32;
    let mut start = items.len();
    for chunk in items.rchunks(AT_ONCE) {
        start -= chunk.len();
        // PERF: no branch for each item, so that the compiler can use vector instructions.
        if chunk.iter().fold(false, |any, &item| any | wanted(item)) {
            return chunk.iter().rposition(|&item| wanted(item)).map(|at| start + at);
        }
    }
    None
}

/// Returns the 32-bit FNV-1a hash of `bytes`.
pub(crate) fn hash(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0x811C_9DC5, |hash, &byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}
