//! The stack of open elements, reduced to what text extraction needs: blocks, table parts, and everything inside SVG or
//! MathML.
//!
//! Source: [the stack of open
//! elements](https://html.spec.whatwg.org/multipage/parsing.html#the-stack-of-open-elements). The rules for scopes,
//! implied end tags and table contexts are the standard's.
//!
//! The stack is cheap because of what it leaves out. Formatting and other inline elements are *transparent*: they are
//! not on the stack and end nothing, unless the caller tracks them by name with [`push_named`](OpenBlocks::push_named).
//! The stack never holds `html`, `head`, `body`, void elements, or elements that can only contain text.
//!
//! How a start tag is handled:
//!
//! 1. [`start_simple`](OpenBlocks::start_simple) handles common tags that end no other element, with table lookups and
//!    no search. It returns false for other tags.
//! 2. Otherwise [`before_start`](OpenBlocks::before_start) returns how many elements stay open, and what to do with the
//!    element itself.
//! 3. The caller pops the other elements one by one, so that it sees each element that ends, including implied ends.
//! 4. The caller pushes the element, if it has to be pushed.
//!
//! End tags work the same way, with [`end_simple`](OpenBlocks::end_simple) and [`before_end`](OpenBlocks::before_end).
//! For `<ul><li>One<li>Two`, the first two tags are simple. For the third, `before_start` returns a height of 1: the
//! caller pops the first `li` and pushes the second.
//!
//! Each call takes time bounded by [`MAX_OPEN`], which vector instructions search in tens of nanoseconds.
//!
//! If you change a rule in `start_tags.rs` or `end_tags.rs`, also update the tables in `simple_rules.rs`. They must
//! agree: `tests/text_by_tree.rs` compares them with a DOM on random pages, and a test of this module compares the stack with the
//! one of the tree-builder simulator. Only in a template with parts of a table is the stack simpler than the standard's.

mod ancestors;
mod categories;
mod end_tags;
mod simple_rules;
mod simple_tags;
mod start_tags;
#[cfg(test)]
mod tests;

use super::css::inline_style::WhiteSpace;
use super::names::Element;
use bumpalo::Bump;
use bumpalo::collections::Vec;
use categories::{
    CATEGORIES, FOREIGN, INTEGRATION_POINT, NAMED, OpenCounts, SCOPE, SPECIAL, STOPS_ITEMS, code_of_name,
};
pub(super) use categories::{Marks, is_marker, is_tracked};
pub(super) use simple_rules::END_TAG_EDGES;
use tagrake::scan::last;

/// Maximum number of elements on the stack. If it is full, a new element replaces the innermost one, as in Chromium, so
/// deeper elements become siblings.
pub(super) const MAX_OPEN: usize = 512;

/// The length of the arrays of the stack. A power of two, so that an index modulo this length needs no bounds check.
const ARRAY_LEN: usize = 2 * MAX_OPEN;

/// The properties of each open element. The outermost element is at index 1 and the innermost at `len`.
struct Stack {
    /// The code of each element: its [`Element`], or [`NAMED`] plus a hash of its name. Index 0 holds
    /// [`Element::Other`], so that an empty stack needs no branch.
    codes: [u16; ARRAY_LEN],
    /// The categories of each element, as bits.
    categories: [u8; ARRAY_LEN],
    /// The kinds of each element, as bits. See `simple_rules.rs`.
    kinds: [u16; ARRAY_LEN],
    /// The marks of each element. Past the end of the stack, only the element that was popped last may have marks.
    marks: [Marks; ARRAY_LEN],
}

/// The open elements, innermost last.
pub(super) struct OpenBlocks<'a> {
    stack: &'a mut Stack,
    len: usize,
    /// How many elements of some kinds are open.
    counts: OpenCounts,
    /// The names of the elements whose code is [`NAMED`] or more, in stack order.
    names: Vec<'a, &'a [u8]>,
    /// How many of these elements are open, by code modulo the length of the array.
    ///
    /// PERF: most searches look for a name that is not open, and 0 ends them.
    named: [u16; 64],
    /// The content of each open `template` element, innermost last.
    templates: Vec<'a, TemplateContent>,
    /// True if the [`form` element pointer](https://html.spec.whatwg.org/multipage/parsing.html#form-element-pointer)
    /// is set.
    has_form: bool,
    /// True if the document is in [quirks mode](https://dom.spec.whatwg.org/#concept-document-quirks).
    is_quirky: bool,
}

/// The content of a `template`, by its first element: the [template insertion
/// mode](https://html.spec.whatwg.org/multipage/parsing.html#stack-of-template-insertion-modes).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TemplateContent {
    /// Nothing so far, or only elements that a head may contain.
    Nothing,
    /// Parts of a table.
    TableParts,
    /// Other content. The tags of table parts are ignored in it.
    Flow,
}

/// What to do with the element of a start tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Insert {
    /// The tag is ignored.
    Ignored,
    /// The element is inserted, but is not on this stack.
    Transparent,
    /// The element must be pushed.
    Push,
}

impl<'a> OpenBlocks<'a> {
    pub(super) fn new(bump: &'a Bump) -> Self {
        Self {
            stack: bump.alloc_with(|| Stack {
                codes: [0; ARRAY_LEN],
                categories: [0; ARRAY_LEN],
                kinds: [simple_rules::ROOT; ARRAY_LEN],
                marks: [Marks::NONE; ARRAY_LEN],
            }),
            len: 0,
            counts: OpenCounts::default(),
            names: Vec::new_in(bump),
            named: [0; 64],
            templates: Vec::new_in(bump),
            has_form: false,
            is_quirky: true,
        }
    }

    /// Sets whether the document is in quirks mode, in which a `table` does not close a `p`. Default: true.
    pub(super) fn set_quirks(&mut self, is_quirky: bool) {
        self.is_quirky = is_quirky;
    }

    /// Sets whether an anchor or a heading is open. Tags that may end one are then not simple.
    #[inline]
    pub(super) fn set_anchor(&mut self, is_open: bool) {
        self.counts.set_anchor(is_open);
    }

    /// Returns the number of open elements.
    #[inline(always)]
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Returns true if there is no room for another element.
    #[inline(always)]
    pub(super) fn is_full(&self) -> bool {
        self.len >= MAX_OPEN
    }

    /// Returns the number of open [markers](categories::is_marker).
    #[inline]
    pub(super) fn markers(&self) -> usize {
        self.counts.markers()
    }

    /// Returns true if an element that was pushed by name is open. Inline elements must then be pushed by name as well.
    #[inline]
    pub(super) fn tracks_names(&self) -> bool {
        !self.names.is_empty()
    }

    /// Returns true if the innermost element is foreign.
    #[inline]
    pub(super) fn is_in_foreign(&self) -> bool {
        self.categories().last().is_some_and(|category| category & FOREIGN != 0)
    }

    /// Returns true if the next text belongs to a foreign element that is not an HTML integration point.
    pub(super) fn holds_foreign_text(&self) -> bool {
        self.categories().last().is_some_and(|category| category & (FOREIGN | INTEGRATION_POINT) == FOREIGN)
    }

    /// Returns true if one of the elements from index `height` on limits scope.
    pub(super) fn has_scope_above(&self, height: usize) -> bool {
        self.has_above(height, SCOPE)
    }

    /// Pushes an HTML element for which [`before_start`](Self::before_start) returned [`Insert::Push`]. The stack must
    /// not be [full](Self::is_full).
    #[inline]
    pub(super) fn push(&mut self, element: Element) {
        if element == Element::Template {
            self.templates.push(TemplateContent::Nothing);
        }
        self.put(
            element as u16,
            CATEGORIES[element as usize],
            simple_rules::kinds_of(element),
            OpenCounts::of(element),
        );
    }

    fn put(&mut self, code: u16, category: u8, kinds: u16, counts: OpenCounts) {
        debug_assert!(!self.is_full());
        let index = self.len + 1;
        if index <= MAX_OPEN {
            (self.stack.codes[index], self.stack.categories[index], self.stack.kinds[index]) = (code, category, kinds);
            self.len = index;
            self.counts.add(counts);
        }
    }

    /// Pushes an HTML element by name. While it is open, all other transparent elements must be pushed by name as well.
    pub(super) fn push_named(&mut self, name: &'a [u8]) {
        self.push_name(name, 0);
    }

    /// Pushes a foreign element. `is_boundary` is true if it [ends the scopes](tagrake::tree_sim::is_boundary), and
    /// `may_hold_html` for an integration point.
    pub(super) fn push_foreign(&mut self, name: &'a [u8], is_boundary: bool, may_hold_html: bool) {
        let boundary = if is_boundary { SPECIAL | STOPS_ITEMS | SCOPE } else { 0 };
        self.push_name(name, FOREIGN | boundary | if may_hold_html { INTEGRATION_POINT } else { 0 });
    }

    fn push_name(&mut self, name: &'a [u8], category: u8) {
        let code = code_of_name(name, category);
        self.put(code, category, 0, OpenCounts::UNUSUAL);
        self.names.push(name);
        *self.named_mut(code) += 1;
    }

    /// Returns the number of open elements whose code has the same remainder as `code`, which is [`NAMED`] or more.
    fn named_mut(&mut self, code: u16) -> &mut u16 {
        &mut self.named[usize::from(code) % self.named.len()]
    }

    /// Pops the innermost element. Returns [`Element::Other`] for one that was pushed by name.
    #[inline]
    pub(super) fn pop(&mut self) -> Option<Element> {
        let code = *self.codes().last()?;
        if code >= NAMED {
            self.len -= 1;
            self.counts.subtract(OpenCounts::UNUSUAL);
            self.names.pop();
            *self.named_mut(code) -= 1;
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

    /// Returns true if the innermost element was pushed by name: it is inline or foreign.
    pub(super) fn is_in_inline(&self) -> bool {
        self.codes().last().is_some_and(|&code| code >= NAMED)
    }

    /// Returns true if the children of the innermost element are items of a flex or grid container.
    pub(super) fn contains_items(&self) -> bool {
        self.len > 0 && self.stack.marks[self.len % ARRAY_LEN].has(Marks::CONTAINS_ITEMS)
    }

    /// Returns the handling of white space in the innermost element.
    pub(super) fn white_space(&self) -> WhiteSpace {
        let mut open = self.codes().iter().zip(&self.stack.marks[1..]).rev();
        let declared = open.find_map(|(&code, marks)| {
            let element = || Element::ALL.get(usize::from(code)).filter(|element| element.is_preformatted());
            marks.white_space().or_else(|| element().map(|_| WhiteSpace::Keep))
        });
        declared.unwrap_or_default()
    }

    /// Marks the innermost element.
    pub(super) fn mark(&mut self, mark: Marks) {
        self.stack.marks[self.len].add(mark);
    }

    /// Marks the innermost element, if it is `element`.
    pub(super) fn mark_if_innermost(&mut self, element: Element, mark: Marks) {
        if self.codes().last() == Some(&(element as u16)) {
            self.mark(mark);
        }
    }

    /// Marks the innermost `element`.
    pub(super) fn mark_innermost(&mut self, element: Element, mark: Marks) {
        if let Some(index) = last(self.codes(), |open| open == element as u16) {
            self.stack.marks[index + 1].add(mark);
        }
    }

    /// Takes the marks of the element that was popped last. Must be called before the next push, unless the element has none.
    #[inline(always)]
    pub(super) fn take_marks(&mut self) -> Marks {
        let popped = &mut self.stack.marks[(self.len + 1) % ARRAY_LEN];
        if *popped == Marks::NONE { Marks::NONE } else { core::mem::take(popped) }
    }

    /// Removes the element at `index`, which must be a `form` or pushed by name. The elements above it stay open. Returns its
    /// marks.
    pub(super) fn remove(&mut self, index: usize) -> Marks {
        let code = self.codes()[index];
        if code >= NAMED {
            *self.named_mut(code) -= 1;
            let above = self.codes()[index + 1..].iter().filter(|&&code| code >= NAMED).count();
            self.names.remove(self.names.len() - 1 - above);
            self.counts.subtract(OpenCounts::UNUSUAL);
        }
        let above = index + 2..self.len + 1;
        self.stack.codes.copy_within(above.clone(), index + 1);
        self.stack.categories.copy_within(above.clone(), index + 1);
        self.stack.kinds.copy_within(above.clone(), index + 1);
        let marks = self.stack.marks[index + 1];
        self.stack.marks.copy_within(above, index + 1);
        self.stack.marks[self.len] = Marks::NONE;
        self.len -= 1;
        marks
    }

    #[inline(always)]
    fn codes(&self) -> &[u16] {
        self.stack.codes.get(1..=self.len).unwrap_or_default()
    }

    #[inline(always)]
    fn categories(&self) -> &[u8] {
        self.stack.categories.get(1..=self.len).unwrap_or_default()
    }

    /// Returns true if a `p` is open, in any scope.
    fn has_paragraph(&self) -> bool {
        self.counts.has(const { OpenCounts::mask(&[OpenCounts::PARAGRAPH]) })
    }

    /// Returns the index of the innermost `element`, or `None` if an element above it is in one of the `categories`.
    fn in_scope(&self, element: Element, categories: u8) -> Option<usize> {
        self.in_scope_below(self.len(), element, categories)
    }

    fn in_scope_below(&self, height: usize, element: Element, categories: u8) -> Option<usize> {
        let index = last(&self.codes()[..height], |open| open == element as u16)?;
        let above = self.categories()[index + 1..height].iter().fold(0, |all, category| all | category);
        (above & categories == 0).then_some(index)
    }

    /// Returns true if one of the elements from index `height` on is in one of the `categories`.
    fn has_above(&self, height: usize, categories: u8) -> bool {
        if height >= self.len {
            return false; // PERF: nearly always
        }
        let above = self.categories().get(height..).unwrap_or_default();
        above.iter().fold(0, |all, category| all | category) & categories != 0
    }
}
