//! Opens and closes elements on the stack, separates the text at their edges, and ends the anchors, headings and hidden
//! content that close with them.

use super::PageSink;
use super::rendering::{HiddenElement, Rendering};
use crate::collector::Collector;
use crate::css::inline_style::WhiteSpace;
use crate::flags::Flag;
use crate::names::{Edge, Element};
use crate::open_blocks::{Insert, Marks, is_marker, is_tracked};
use crate::text::anchor_texts::AnchorTexts;
use tagrake::names;

impl<'a, C: Collector<'a>> PageSink<'a, '_, C> {
    /// Handles an HTML start tag without attributes of interest, by the complete rules.
    #[inline(never)]
    pub(super) fn start_without_attributes(&mut self, element: Element, name: &'a [u8]) {
        let insert = self.end_implied(element, name);
        self.insert(element, name, insert, Rendering::default());
    }

    /// Ends the elements that an HTML start tag ends. Returns what to do with its own element.
    #[inline(never)]
    pub(super) fn end_implied(&mut self, element: Element, name: &'a [u8]) -> Insert {
        if self.open.blocks.has_template() {
            self.open.blocks.update_template(element, name);
        }
        let before = self.open.blocks.before_start(element);
        self.close_above(before.height);
        before.insert
    }

    /// Inserts an HTML element as `insert` says.
    #[inline(never)]
    pub(super) fn insert(&mut self, element: Element, name: &'a [u8], insert: Insert, rendering: Rendering) {
        match insert {
            Insert::Ignored => {}
            Insert::Push => self.insert_block(element, name, rendering),
            Insert::Transparent => self.insert_inline(element, name, rendering),
        }
        self.reopen();
    }

    fn insert_block(&mut self, element: Element, name: &'a [u8], rendering: Rendering) {
        if let Element::Tr | Element::Td | Element::Th = element {
            while let Some(missing) = self.open.blocks.missing_part(element) {
                self.edge(missing.edge());
                self.push(missing, Rendering::default());
            }
        }
        self.edge(rendering.edge_of(element));
        self.push(element, rendering);
        self.apply(name, rendering);
    }

    fn insert_inline(&mut self, element: Element, name: &'a [u8], rendering: Rendering) {
        self.tree.block_edge(element, rendering.marks(), self.open.is_pre());
        self.edge(rendering.edge_of(element));
        if element == Element::Form {
            self.open.blocks.start_form();
        }
        if rendering.is_usual() && !self.open.blocks.tracks_names()
            || names::Element::of(name).is_void()
            || is_never_named(element)
        {
            return;
        }
        if element == Element::A {
            self.end_named(name);
        }
        self.make_room();
        self.push_named(name);
        self.apply(name, rendering);
    }

    /// Applies the rendering of the innermost element to its content.
    fn apply(&mut self, name: &'a [u8], rendering: Rendering) {
        let marks = rendering.marks();
        self.open.blocks.mark(marks);
        if let Some(edge) = rendering.hidden {
            let formatting = Some(name).filter(|name| names::Element::of(name).is_formatting());
            self.open.hidden = Some(HiddenElement { edge, is_alt: false, has_box: rendering.has_box, formatting });
        }
        self.open.unusual += usize::from(marks.is_of_display());
        self.open.containers += usize::from(marks.has(Marks::CONTAINS_ITEMS));
        self.open.screen_readers += usize::from(marks.has(Marks::FOR_SCREEN_READERS));
        self.open.white_space = marks.white_space().unwrap_or(self.open.white_space);
    }

    /// Reopens a hidden formatting element that the tag of another element has ended.
    #[inline(always)]
    pub(super) fn reopen(&mut self) {
        if self.open.reopens.is_some() {
            self.reopen_now();
        }
    }

    #[cold]
    fn reopen_now(&mut self) {
        if let Some(name) = self.open.reopens.take() {
            self.make_room();
            self.push_named(name);
            self.open.hidden =
                Some(HiddenElement { edge: Edge::None, is_alt: false, has_box: false, formatting: Some(name) });
            self.open.blocks.mark(Marks::HIDDEN);
            self.narrow_filter();
        }
    }

    /// Pushes an HTML element.
    #[inline]
    pub(super) fn push(&mut self, element: Element, rendering: Rendering) {
        self.make_room();
        self.open.blocks.push(element);
        self.tree.open(element, rendering.marks(), self.open.hides_boxes() || rendering.hides_box());
        if element == Element::Form {
            self.open.blocks.start_form();
        } else if element.is_preformatted() {
            self.open.white_space = WhiteSpace::Keep;
        }
    }

    /// Inserts an HTML element whose start tag is [simple](crate::open_blocks::OpenBlocks::is_simple_start).
    pub(super) fn insert_simple(&mut self, element: Element) {
        let height = self.open.blocks.len();
        self.open.blocks.insert_simple(element);
        if self.open.blocks.len() == height {
            self.tree.block_edge(element, Marks::NONE, self.open.is_pre());
        } else {
            self.tree.open(element, Marks::NONE, self.open.hides_boxes());
        }
    }

    /// Pushes an inline element by name.
    fn push_named(&mut self, name: &'a [u8]) {
        self.open.blocks.push_named(name);
        self.tree.open_transparent(false);
    }

    /// Makes room for one more element: ends the innermost one if the stack is full.
    #[inline]
    pub(super) fn make_room(&mut self) {
        if self.open.blocks.is_full() {
            self.flags.set(Flag::LimitDepth);
            self.close_above(self.open.blocks.len() - 1);
        }
    }

    /// Ends the innermost elements until `height` elements are open.
    #[inline]
    pub(super) fn close_above(&mut self, height: usize) {
        while self.open.blocks.len() > height
            && let Some(element) = self.open.blocks.pop()
        {
            self.on_popped(element);
        }
    }

    /// Handles an element that was popped. `Element::Other` is an element that was pushed by name.
    #[inline(always)]
    pub(super) fn on_popped(&mut self, element: Element) {
        let marks = self.open.blocks.take_marks();
        self.tree.close(element, marks, self.open.blocks.len());
        if marks != Marks::NONE || NEEDS_CLEANUP[element as usize] {
            self.clean_up(element, marks);
        } else {
            self.edge(element.edge());
        }
    }

    /// Ends what closes with a popped element, then separates the text at its edge.
    #[inline(never)]
    fn clean_up(&mut self, element: Element, marks: Marks) {
        let mut edge = marks.edge().unwrap_or_else(|| element.edge());
        self.restore(element, marks);
        if marks.has(Marks::HIDDEN)
            && let Some(hidden) = self.open.hidden.take()
        {
            self.open.reopens = hidden.formatting;
            edge = hidden.edge;
        }
        if marks.has(Marks::HEADING) {
            self.tree.end_heading();
        }
        if marks.has(Marks::SVG_TEXT) {
            edge = edge.max(Edge::Space);
        }
        if marks.has(Marks::SVG_ANCHOR) {
            self.tree.end_anchor(AnchorTexts::close_foreign);
        }
        match element {
            Element::Template if marks.has(Marks::SHADOW_ROOT) => self.open.shadow_roots -= 1,
            Element::Template => self.open.templates -= 1,
            _ => {}
        }
        if element == Element::Template || is_marker(element) {
            self.open.reopens = None;
            while self.tree.end_anchor(|anchors| anchors.close_in_marker(self.open.blocks.markers())) {
                self.narrow_filter();
            }
        }
        if marks != Marks::NONE {
            self.narrow_filter();
        }
        self.edge(edge);
    }

    /// Ends the effect of an element on the text in it, after the element was popped or removed.
    fn restore(&mut self, element: Element, marks: Marks) {
        self.open.unusual -= usize::from(marks.is_of_display());
        self.open.containers -= usize::from(marks.has(Marks::CONTAINS_ITEMS));
        self.open.screen_readers -= usize::from(marks.has(Marks::FOR_SCREEN_READERS));
        if element.is_preformatted() || marks.white_space().is_some() {
            self.open.white_space = self.open.blocks.white_space();
        }
    }

    /// Handles an end tag by the rules for foreign content. Returns false if the rules for HTML apply as well.
    pub(super) fn end_foreign(&mut self, name: &[u8]) -> bool {
        if !self.open.blocks.is_in_foreign() {
            return false;
        }
        if let b"p" | b"br" = name {
            self.close_above(self.open.blocks.before_html());
            return false;
        }
        let Some(index) = self.open.blocks.before_foreign_end(name) else { return false };
        self.close_above(index);
        self.reopen();
        true
    }

    /// Handles an HTML end tag.
    #[inline(never)]
    pub(super) fn end_html(&mut self, element: Element, name: &[u8]) {
        match element {
            Element::Form => {
                if let Some((height, form)) = self.open.blocks.end_form() {
                    self.close_above(height);
                    if let Some(index) = form {
                        let marks = self.remove(index);
                        self.edge(marks.edge().unwrap_or_else(|| element.edge()));
                    }
                }
            }
            Element::A => self.end_anchor(name),
            // Without a start tag, the end tag gives an empty element.
            Element::P | Element::Br => match self.open.blocks.before_end(element) {
                Some(height) => self.close_above(height),
                None => {
                    self.edge(element.edge());
                    self.tree.block_edge(element, Marks::NONE, self.open.is_pre());
                }
            },
            _ if is_tracked(element) => {
                if let Some(height) = self.open.blocks.before_end(element) {
                    self.close_above(height);
                }
            }
            _ => self.end_named(name),
        }
        self.reopen();
    }

    /// Handles the end tag `</a>`.
    fn end_anchor(&mut self, name: &[u8]) {
        if let Some(height) = self.tree.anchor_height()
            && !self.open.blocks.has_scope_above(height)
        {
            self.tree.end_anchor(|anchors| anchors.close_anchor(self.open.blocks.markers()));
        }
        self.end_named(name);
    }

    /// Ends the innermost HTML element that was pushed with this name.
    fn end_named(&mut self, name: &[u8]) {
        if !self.open.blocks.tracks_names() {
            return;
        }
        match self.open.blocks.before_named_end(name) {
            Some((index, true)) => {
                self.close_above(index);
                self.open.reopens = self.open.reopens.filter(|reopened| *reopened != name);
            }
            Some((index, false)) => {
                let marks = self.remove(index);
                self.edge(marks.edge().unwrap_or(Edge::None));
                self.tree.block_edge(Element::Other, marks, false);
            }
            None => {}
        }
    }

    /// Removes the element at `index` from the stack. The elements above it stay open. Returns the marks of the element.
    fn remove(&mut self, index: usize) -> Marks {
        let marks = self.open.blocks.remove(index);
        if marks.has(Marks::HIDDEN) {
            self.open.hidden = None;
        }
        self.restore(Element::Other, marks);
        self.tree.remove(index);
        marks
    }

    /// Separates the text at the edge of an element, unless it is hidden.
    pub(super) fn edge(&mut self, edge: Edge) {
        if edge != Edge::None && self.open.hidden.is_none() {
            self.tree.edge(edge);
        }
    }
}

/// The elements without [`Marks`] whose end affects more than the separation of text.
const NEEDS_CLEANUP: [bool; Element::ALL.len()] = {
    use Element::*;
    Element::set(&[Pre, Listing, Plaintext, Template, Td, Th, Caption, Object, Applet, Marquee])
};

/// Returns true if an HTML element is never tracked by name: it can only contain text, or is implied.
fn is_never_named(element: Element) -> bool {
    use Element::*;
    matches!(
        element,
        Html | Head | Body | Frameset | Title | Textarea | Style | Script | Xmp | Iframe | Noembed | Noframes
    )
}
