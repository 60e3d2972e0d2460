//! The stack of open elements, as far as text needs it: blocks, table parts, and whatever is inside SVG or MathML.
//!
//! Source: [the stack of open elements](https://html.spec.whatwg.org/multipage/parsing.html#the-stack-of-open-elements).
//! The rules for scopes, implied end tags and table contexts are the standard's. What keeps the stack cheap is what it
//! leaves out: formatting elements and other inline elements are transparent (they are not on the stack and end nothing),
//! except where their names are asked for with [`push_named`](OpenBlocks::push_named). `html`, `head` and `body` are never
//! on it, and neither are void elements and elements that hold only text.
//!
//! The stack never pops by itself. [`before_start`](OpenBlocks::before_start), [`before_end`](OpenBlocks::before_end) and
//! the like return how many elements stay open; the caller pops the others one by one, so that it sees every element that
//! ends, implied ends included. Every call takes time bounded by [`MAX_OPEN`], which vector instructions search in tens of
//! nanoseconds.

mod categories;
mod end_tags;
mod simple_tags;
mod start_tags;
#[cfg(test)]
mod tests;

use super::names::Element;
use crate::feedback::{Namespace, last};
use bumpalo::Bump;
use bumpalo::collections::Vec;
use categories::{
    CATEGORIES, FOREIGN, INTEGRATION_POINT, NAMED, OpenCounts, SCOPE, SPECIAL, STOPS_ITEMS, code_of_name,
};
pub(super) use categories::{is_formatting, is_marker, is_tracked};

/// The most elements on the stack. When it is full, an element replaces the innermost one, as in Chromium: deeper
/// elements become siblings.
pub(super) const MAX_OPEN: usize = 512;

/// The length of the arrays that hold the stack: a power of two, so that an index modulo this needs no check of bounds.
const ARRAY_LEN: usize = 2 * MAX_OPEN;

/// The open elements, innermost last.
pub(super) struct OpenBlocks<'a> {
    /// For each element its [`Element`], or [`NAMED`] and a hash of its name. Index 0 is [`Element::Other`] and no element: the
    /// innermost one is at `len`.
    codes: &'a mut [u16; ARRAY_LEN],
    /// The categories and the kinds of each element.
    categories: &'a mut [u8; ARRAY_LEN],
    kinds: &'a mut [u16; ARRAY_LEN],
    len: usize,
    counts: OpenCounts,
    /// The names of the elements whose code is [`NAMED`] or more, in stack order.
    names: Vec<'a, &'a [u8]>,
    /// What each open `template` element holds, innermost last.
    templates: Vec<'a, TemplateContent>,
    /// The [`form` element pointer](https://html.spec.whatwg.org/multipage/parsing.html#form-element-pointer) is set.
    has_form: bool,
    /// The document is in [quirks mode](https://dom.spec.whatwg.org/#concept-document-quirks).
    is_quirky: bool,
}

/// What a `template` holds, by its first element: the [template insertion
/// mode](https://html.spec.whatwg.org/multipage/parsing.html#stack-of-template-insertion-modes).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TemplateContent {
    /// Nothing yet, or what may be in a head.
    Nothing,
    /// Parts of a table.
    TableParts,
    /// Content in which the tags of table parts are ignored.
    Flow,
}

/// What becomes of the element of a start tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Insert {
    /// The tag is ignored.
    Ignored,
    /// The element exists, but is not for this stack.
    Transparent,
    /// The element is to be pushed.
    Push,
}

impl<'a> OpenBlocks<'a> {
    pub(super) fn new(bump: &'a Bump) -> Self {
        Self {
            codes: bump.alloc([0; ARRAY_LEN]),
            categories: bump.alloc([0; ARRAY_LEN]),
            kinds: bump.alloc([simple_tags::ROOT; ARRAY_LEN]),
            len: 0,
            counts: OpenCounts::default(),
            names: Vec::new_in(bump),
            templates: Vec::new_in(bump),
            has_form: false,
            is_quirky: true,
        }
    }

    /// Sets whether the document is in quirks mode, in which a `table` does not close a `p`; true by default.
    pub(super) fn set_quirks(&mut self, is_quirky: bool) {
        self.is_quirky = is_quirky;
    }

    /// Returns the number of open elements.
    #[inline(always)]
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Returns true if the next element replaces the innermost one.
    #[inline(always)]
    pub(super) fn is_full(&self) -> bool {
        self.len >= MAX_OPEN
    }

    /// Returns the number of open [markers](categories::is_marker).
    #[inline]
    pub(super) fn markers(&self) -> usize {
        self.counts.markers()
    }

    /// Returns true if inline elements must be pushed too: an element with a stored name is open.
    #[inline]
    pub(super) fn is_named(&self) -> bool {
        !self.names.is_empty()
    }

    /// Returns true if the innermost element is foreign.
    #[inline]
    pub(super) fn is_in_foreign(&self) -> bool {
        self.categories().last().is_some_and(|category| category & FOREIGN != 0)
    }

    /// Returns true if the text that comes next is text of a foreign element: no HTML integration point is innermost.
    pub(super) fn holds_foreign_text(&self) -> bool {
        self.categories().last().is_some_and(|category| category & (FOREIGN | INTEGRATION_POINT) == FOREIGN)
    }

    /// Returns true if an element from `height` on ends scope.
    pub(super) fn has_scope_above(&self, height: usize) -> bool {
        self.has_above(height, SCOPE)
    }

    /// Pushes an HTML element for which [`before_start`](Self::before_start) said so. The stack must not be [full](Self::is_full).
    #[inline]
    pub(super) fn push(&mut self, element: Element) {
        if element == Element::Template {
            self.templates.push(TemplateContent::Nothing);
        }
        self.put(element as u16, CATEGORIES[element as usize], simple_tags::kinds_of(element), OpenCounts::of(element));
    }

    fn put(&mut self, code: u16, category: u8, kinds: u16, counts: OpenCounts) {
        debug_assert!(!self.is_full());
        let index = self.len + 1;
        if index <= MAX_OPEN {
            (self.codes[index], self.categories[index], self.kinds[index]) = (code, category, kinds);
            self.len = index;
            self.counts.add(counts);
        }
    }

    /// Pushes an HTML element by name. While it is open, other such elements must be pushed too.
    pub(super) fn push_named(&mut self, name: &'a [u8]) {
        self.push_name(name, 0);
    }

    /// Pushes a foreign element. `may_hold_html`: it is an integration point.
    pub(super) fn push_foreign(&mut self, name: &'a [u8], namespace: Namespace, may_hold_html: bool) {
        let is_boundary = match namespace {
            Namespace::Html => false,
            Namespace::Svg => matches!(name, b"foreignobject" | b"desc" | b"title"),
            Namespace::MathMl => matches!(name, b"mi" | b"mo" | b"mn" | b"ms" | b"mtext" | b"annotation-xml"),
        };
        let boundary = if is_boundary { SPECIAL | STOPS_ITEMS | SCOPE } else { 0 };
        self.push_name(name, FOREIGN | boundary | if may_hold_html { INTEGRATION_POINT } else { 0 });
    }

    fn push_name(&mut self, name: &'a [u8], category: u8) {
        self.put(code_of_name(name), category, 0, OpenCounts::UNUSUAL);
        self.names.push(name);
    }

    /// Pops the innermost element. Returns [`Element::Other`] for one that was pushed by name.
    #[inline]
    pub(super) fn pop(&mut self) -> Option<Element> {
        let code = *self.codes().last()?;
        if code >= NAMED {
            self.len -= 1;
            self.counts.subtract(OpenCounts::UNUSUAL);
            self.names.pop();
            return Some(Element::Other);
        }
        let element = Element::ALL[usize::from(code)];
        if element == Element::Template {
            self.templates.pop();
        }
        self.len -= 1;
        self.counts.subtract(OpenCounts::of(element));
        Some(element)
    }

    /// Removes the element at `index`, which is a `form` or was pushed by name; those above it stay open.
    pub(super) fn remove(&mut self, index: usize) {
        if self.codes()[index] >= NAMED {
            let above = self.codes()[index + 1..].iter().filter(|&&code| code >= NAMED).count();
            self.names.remove(self.names.len() - 1 - above);
            self.counts.subtract(OpenCounts::UNUSUAL);
        }
        let above = index + 2..self.len + 1;
        self.codes.copy_within(above.clone(), index + 1);
        self.categories.copy_within(above.clone(), index + 1);
        self.kinds.copy_within(above, index + 1);
        self.len -= 1;
    }

    #[inline(always)]
    fn codes(&self) -> &[u16] {
        self.codes.get(1..=self.len).unwrap_or_default()
    }

    #[inline(always)]
    fn categories(&self) -> &[u8] {
        self.categories.get(1..=self.len).unwrap_or_default()
    }

    /// Returns true if a `p` is open, in any scope.
    fn has_paragraph(&self) -> bool {
        self.counts.has(const { OpenCounts::mask(&[OpenCounts::PARAGRAPH]) })
    }

    /// Returns the index of the innermost `element` if no element above it is in one of the `categories`.
    fn in_scope(&self, element: Element, categories: u8) -> Option<usize> {
        self.in_scope_below(self.len(), element, categories)
    }

    fn in_scope_below(&self, height: usize, element: Element, categories: u8) -> Option<usize> {
        let index = last(&self.codes()[..height], |open| open == element as u16)?;
        let above = self.categories()[index + 1..height].iter().fold(0, |all, category| all | category);
        (above & categories == 0).then_some(index)
    }

    /// Returns true if an element from `height` on is in one of the `categories`.
    fn has_above(&self, height: usize, categories: u8) -> bool {
        if height >= self.len {
            return false; // PERF: nearly always
        }
        let above = self.categories().get(height..).unwrap_or_default();
        above.iter().fold(0, |all, category| all | category) & categories != 0
    }
}
