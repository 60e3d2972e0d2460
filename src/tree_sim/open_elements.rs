//! The stack of open elements, as parallel arrays that the rules can search many entries at a time.
//!
//! Rules ask about the complete stack at almost every tag, and it may have 512 elements or more. So an element has an
//! entry in each of three arrays:
//!
//! * `ids`: its number in the [table of elements](super::element_table).
//! * `name_keys`: its name as an integer ([`NameKey`]).
//! * `categories`: a bit for each category, such as "special" or "ends the button scope" (`element.rs`).
//!
//! To test whether an element called `p` is in button scope:
//!
//! 1. Look up in `counts` how many are open. Usually the answer is none.
//! 2. Find the last entry of `name_keys` that is `p`. [`last`] compares 32 entries at a time, without a branch for
//!    each.
//! 3. OR the `categories` of all entries after it ([`OpenElements::has_after`]).
//! 4. It is in scope if the result has no bit of the button scope.
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

use super::Name;
use super::element::{BUCKETS, NameKey, Scope};
use super::element_table::ElementId;
use crate::scan::last;
use alloc::vec::Vec;

/// The stack of open elements. The current node is last.
#[derive(Clone, Debug)]
pub(super) struct OpenElements {
    ids: Vec<ElementId>,
    name_keys: Vec<NameKey>,
    /// The [categories](super::element::ElementKind::categories).
    categories: Vec<u8>,
    /// The number of elements for each [bucket](NameKey::bucket) of keys.
    counts: [u16; BUCKETS],
}

impl Default for OpenElements {
    fn default() -> Self {
        Self { ids: Vec::new(), name_keys: Vec::new(), categories: Vec::new(), counts: [0; BUCKETS] }
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

    #[inline]
    pub(super) fn push(&mut self, id: ElementId, (key, categories): (NameKey, u8)) {
        self.counts[key.bucket()] += 1;
        self.ids.push(id);
        self.name_keys.push(key);
        self.categories.push(categories);
    }

    /// Removes the current node.
    pub(super) fn pop(&mut self) -> Option<ElementId> {
        self.counts[self.name_keys.pop()?.bucket()] -= 1;
        self.categories.pop();
        self.ids.pop()
    }

    pub(super) fn insert(&mut self, index: usize, id: ElementId, (key, categories): (NameKey, u8)) {
        self.counts[key.bucket()] += 1;
        self.ids.insert(index, id);
        self.name_keys.insert(index, key);
        self.categories.insert(index, categories);
    }

    /// Replaces the element at `index` by one that was created for the same token.
    pub(super) fn replace(&mut self, index: usize, id: ElementId) {
        self.ids[index] = id;
    }

    pub(super) fn remove(&mut self, index: usize) -> ElementId {
        self.counts[self.name_keys.remove(index).bucket()] -= 1;
        self.categories.remove(index);
        self.ids.remove(index)
    }

    /// Returns the index of an element. `None` if it is not on the stack.
    pub(super) fn index_of(&self, id: ElementId) -> Option<usize> {
        last(&self.ids, |open| open == id)
    }

    /// Returns false if no element with the key `key` is open.
    #[inline]
    fn may_have(&self, key: NameKey) -> bool {
        self.counts[key.bucket()] > 0
    }

    /// Returns the index of the last of the HTML elements `names`.
    #[inline]
    pub(super) fn last_of<const N: usize>(&self, names: [Name; N]) -> Option<usize> {
        let keys = names.map(NameKey::of);
        if !keys.iter().any(|&key| self.may_have(key)) {
            return None;
        }
        last(&self.name_keys, |open| keys.iter().fold(false, |any, &key| any | (open == key)))
    }

    /// Returns the last index of an element with the key `key` for which `matches` returns true.
    pub(super) fn last_with_key(&self, key: NameKey, matches: impl Fn(usize) -> bool) -> Option<usize> {
        let mut len = if self.may_have(key) { self.len() } else { 0 };
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
