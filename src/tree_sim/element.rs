//! An element without a node: its name, its namespace, and the categories that rules ask for.

use super::Name;
use super::foreign_rules::{IntegrationPoint, is_boundary};
use crate::names::hash;
use crate::token::Namespace;
use alloc::boxed::Box;

/// An element without a node: the properties that rules for later tags read.
#[derive(Clone, Debug, Default)]
pub(super) struct Element {
    pub(super) kind: ElementKind,
    /// If the name is `Name::Other`, the name. If this is a formatting element, the serialized attributes of its token
    /// (see [`super::formatting`]). Otherwise empty.
    bytes: Box<[u8]>,
}

/// The properties of an element, except a name that no rule mentions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ElementKind {
    pub(super) name: Name,
    pub(super) namespace: Namespace,
    pub(super) integration_point: IntegrationPoint,
}

impl Default for ElementKind {
    fn default() -> Self {
        Self { name: Name::Other, namespace: Namespace::Html, integration_point: IntegrationPoint::None }
    }
}

impl Element {
    #[inline]
    pub(super) fn new(kind: ElementKind, name: &[u8]) -> Self {
        let bytes = if kind.name == Name::Other { name.into() } else { Box::default() };
        Self { kind, bytes }
    }

    /// Returns a formatting element. `name` is not `Name::Other`.
    pub(super) fn formatting(name: Name, attributes: Box<[u8]>) -> Self {
        Self { kind: ElementKind { name, ..ElementKind::default() }, bytes: attributes }
    }

    /// Returns the heap memory of the element, in bytes.
    pub(super) fn heap_bytes(&self) -> usize {
        self.bytes.len()
    }

    /// Returns the key of the name and the categories, as the stack of open elements holds them.
    #[inline]
    pub(super) fn stack_key(&self) -> (NameKey, u8) {
        (NameKey::of_element(self.kind.name, &self.bytes, self.kind.is_html()), self.kind.categories())
    }

    /// Returns the attributes of a formatting element.
    pub(super) fn attributes(&self) -> &[u8] {
        &self.bytes
    }

    /// Takes the attributes from a formatting element.
    pub(super) fn take_attributes(&mut self) -> Box<[u8]> {
        core::mem::take(&mut self.bytes)
    }

    /// Returns the name, in lower case.
    #[cfg(test)]
    pub(super) fn name(&self) -> &[u8] {
        if self.kind.name == Name::Other { &self.bytes } else { self.kind.name.as_str().as_bytes() }
    }

    /// Returns true if the element has the name of a tag, in any namespace. `bytes` is the name if `name` is
    /// `Name::Other`.
    pub(super) fn is_named(&self, name: Name, bytes: &[u8]) -> bool {
        self.kind.name == name && (name != Name::Other || *self.bytes == *bytes)
    }
}

impl ElementKind {
    /// Returns true if this is the HTML element `name`. `name` must not be `Name::Other`.
    pub(super) fn is(self, name: Name) -> bool {
        self.is_html() && self.name == name
    }

    pub(super) fn is_html(self) -> bool {
        self.namespace == Namespace::Html
    }

    /// Returns true if this is one of the HTML elements `names`.
    pub(super) fn is_one_of(self, names: &[Name]) -> bool {
        self.is_html() && names.contains(&self.name)
    }

    /// Returns true if the end tag of this element is
    /// [implied](https://html.spec.whatwg.org/multipage/parsing.html#generate-implied-end-tags).
    pub(super) fn has_implied_end_tag(self) -> bool {
        self.is_html() && self.name.has_implied_end_tag()
    }

    /// Returns true if the end tag of this element is [implied
    /// thoroughly](https://html.spec.whatwg.org/multipage/parsing.html#generate-all-implied-end-tags-thoroughly).
    pub(super) fn has_thoroughly_implied_end_tag(self) -> bool {
        self.is_html() && self.name.has_thoroughly_implied_end_tag()
    }

    #[cfg(test)]
    pub(super) fn is_special(self) -> bool {
        self.categories() & SPECIAL != 0
    }

    /// Returns the categories of the element: a bit for each.
    #[inline]
    pub(super) fn categories(self) -> u8 {
        match self.namespace {
            Namespace::Html => CATEGORIES[self.name as usize],
            foreign if is_boundary(foreign, self.name) => SPECIAL | ENDS_ITEM_SEARCH | ENDS_SCOPES,
            _ => 0,
        }
    }
}

/// The name of an element and whether it is an HTML element, as an integer. Names that a rule mentions have distinct
/// keys. Other names have a hash, so two of them may have the same key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NameKey(u16);

/// The first key of the names that no rule mentions.
const OTHER: u16 = Name::ALL.len() as u16;
/// The bit that is set in the key of a foreign element.
const FOREIGN: u16 = 1 << 15;
/// The number of buckets in which open elements are counted: enough for HTML and foreign elements of each name.
pub(super) const BUCKETS: usize = 256;
const _: () = assert!(2 * Name::ALL.len() <= BUCKETS);

impl NameKey {
    /// Returns the key of the HTML element `name`, which is not `Name::Other`.
    pub(super) const fn of(name: Name) -> Self {
        Self(name as u16)
    }

    /// Returns the key of an HTML or foreign element. `bytes` is its name if `name` is `Name::Other`.
    #[inline]
    pub(super) fn of_element(name: Name, bytes: &[u8], is_html: bool) -> Self {
        let key =
            if name == Name::Other { OTHER + (hash(bytes) % (FOREIGN - OTHER) as u32) as u16 } else { name as u16 };
        Self(if is_html { key } else { key | FOREIGN })
    }

    /// Returns the bucket of the key. Names that a rule mentions have distinct buckets.
    pub(super) fn bucket(self) -> usize {
        // The shift makes `FOREIGN` the highest bit of the bucket.
        usize::from(self.0 ^ self.0 >> 8) % BUCKETS
    }
}

/// A scope: the part of the stack of open elements that a rule searches, from the current node to the first boundary.
/// The number is the category of the boundary elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Scope {
    /// [Scope](https://html.spec.whatwg.org/multipage/parsing.html#has-an-element-in-scope)
    Default = 1,
    /// [List item scope](https://html.spec.whatwg.org/multipage/parsing.html#has-an-element-in-list-item-scope)
    ListItem = 2,
    /// [Button scope](https://html.spec.whatwg.org/multipage/parsing.html#has-an-element-in-button-scope)
    Button = 4,
    /// [Table scope](https://html.spec.whatwg.org/multipage/parsing.html#has-an-element-in-table-scope)
    Table = 8,
}

/// The category of the boundaries of the default scope, which are also boundaries of the list item and button scopes.
const ENDS_SCOPES: u8 = Scope::Default as u8 | Scope::ListItem as u8 | Scope::Button as u8;
/// The category of the [special](https://html.spec.whatwg.org/multipage/parsing.html#special) elements.
pub(super) const SPECIAL: u8 = 16;
/// The category of the special elements at which the search for an open `li`, `dd` or `dt` ends: all but `address`,
/// `div` and `p`.
pub(super) const ENDS_ITEM_SEARCH: u8 = 32;
/// The category of the elements that decide the insertion mode when it is
/// [reset](https://html.spec.whatwg.org/multipage/parsing.html#reset-the-insertion-mode-appropriately).
pub(super) const SETS_MODE: u8 = 64;
/// The category of all HTML elements.
pub(super) const HTML: u8 = 128;

/// The categories of the HTML elements, indexed by [`Name`]: what the stack of open elements searches for, in one byte.
const CATEGORIES: [u8; Name::ALL.len()] = {
    let (mut categories, mut index) = ([HTML; Name::ALL.len()], 0);
    while index < categories.len() {
        let name = Name::ALL[index];
        categories[index] |= if name.ends_scope() { Scope::Default as u8 } else { 0 }
            | if name.ends_list_item_scope() { Scope::ListItem as u8 } else { 0 }
            | if name.ends_button_scope() { Scope::Button as u8 } else { 0 }
            | if name.ends_table_scope() { Scope::Table as u8 } else { 0 }
            | if name.is_special() { SPECIAL } else { 0 }
            | if name.ends_item_search() { ENDS_ITEM_SEARCH } else { 0 }
            | if name.sets_mode() { SETS_MODE } else { 0 };
        index += 1;
    }
    categories
};
