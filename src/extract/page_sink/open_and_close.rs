//! The elements of a page as they open and close: what their edges are in the text, and what ends with them.

use super::PageSink;
use super::hiding::HiddenElement;
use crate::extract::flags::Flag;
use crate::extract::names::{Edge, Element};
use crate::extract::open_blocks::{Insert, is_formatting, is_marker, is_tracked};
use crate::feedback;

impl<'a> PageSink<'a, '_> {
    /// Takes the start tag of an HTML element without attributes of interest, by the complete rules.
    #[inline(never)]
    pub(super) fn start_without_attributes(&mut self, element: Element, name: &'a [u8]) {
        let insert = self.end_implied(element, name);
        self.insert(element, name, insert, None);
    }

    /// Ends the elements that the start tag of an HTML element ends. Returns what becomes of the element itself.
    #[inline(never)]
    pub(super) fn end_implied(&mut self, element: Element, name: &'a [u8]) -> Insert {
        if self.blocks.has_template() {
            self.blocks.note_in_template(element, name);
        }
        let before = self.blocks.before_start(element);
        self.close_above(before.height);
        before.insert
    }

    /// Puts an HTML element on the stack, if it goes there or is to be pushed by its name. `hidden`: its content is no
    /// text, and this is its edge.
    #[inline(never)]
    pub(super) fn insert(&mut self, element: Element, name: &'a [u8], insert: Insert, hidden: Option<Edge>) {
        match insert {
            Insert::Ignored => {}
            Insert::Push => self.insert_block(element, name, hidden),
            Insert::Transparent => self.insert_inline(element, name, hidden),
        }
        self.reopen();
    }

    fn insert_block(&mut self, element: Element, name: &'a [u8], hidden: Option<Edge>) {
        if let Element::Tr | Element::Td | Element::Th = element {
            while let Some(missing) = self.blocks.missing_part(element) {
                self.edge(missing.edge());
                self.push(missing);
            }
        }
        self.edge(hidden.unwrap_or_else(|| element.edge()));
        self.push(element);
        self.hide(name, hidden);
    }

    fn insert_inline(&mut self, element: Element, name: &'a [u8], hidden: Option<Edge>) {
        self.edge(hidden.unwrap_or_else(|| element.edge()));
        if element == Element::Form {
            self.blocks.start_form();
        }
        if !(hidden.is_some() || self.blocks.is_named()) || feedback::is_void(name) || holds_only_text(element) {
            return;
        }
        if element == Element::A {
            self.end_named(name);
        }
        self.make_room();
        self.blocks.push_named(name);
        self.hide(name, hidden);
    }

    /// Hides the content of the innermost element, if it has a `hidden` edge.
    fn hide(&mut self, name: &'a [u8], hidden: Option<Edge>) {
        if let Some(edge) = hidden {
            let formatting = Some(name).filter(|name| is_formatting(name));
            self.hidden = Some(HiddenElement { height: self.blocks.len(), edge, is_alt: false, formatting });
        }
    }

    /// Opens the hidden formatting element again that a tag ended which is not its own.
    #[inline(always)]
    pub(super) fn reopen(&mut self) {
        if self.reopens.is_some() {
            self.reopen_now();
        }
    }

    #[cold]
    fn reopen_now(&mut self) {
        if let Some(name) = self.reopens.take() {
            self.make_room();
            self.blocks.push_named(name);
            let height = self.blocks.len();
            self.hidden = Some(HiddenElement { height, edge: Edge::None, is_alt: false, formatting: Some(name) });
            self.update_fast_flags();
        }
    }

    /// Puts an HTML element on the stack.
    #[inline]
    pub(super) fn push(&mut self, element: Element) {
        self.make_room();
        self.blocks.push(element);
        match element {
            Element::Pre | Element::Listing => self.pre += 1,
            Element::Form => self.blocks.start_form(),
            _ => {}
        }
    }

    /// Makes room on the stack for an element: where it is full, the innermost one ends.
    #[inline]
    pub(super) fn make_room(&mut self) {
        if self.blocks.is_full() {
            self.flags.set(Flag::LimitDepth);
            self.close_above(self.blocks.len() - 1);
        }
    }

    /// Ends the innermost elements, until `height` are open.
    #[inline]
    pub(super) fn close_above(&mut self, height: usize) {
        while self.blocks.len() > height
            && let Some(element) = self.blocks.pop()
        {
            self.leave(element);
        }
    }

    /// Follows an element off the stack; `Element::Other` is one that was pushed by name.
    #[inline(always)]
    pub(super) fn leave(&mut self, element: Element) {
        if self.ends_hidden() || IS_NOTED[element as usize] {
            self.leave_noted(element);
        } else {
            self.edge(element.edge());
        }
    }

    /// Returns true if the element whose content is no text was popped.
    #[inline(always)]
    pub(super) fn ends_hidden(&self) -> bool {
        self.hidden.as_ref().is_some_and(|hidden| hidden.height > self.blocks.len())
    }

    #[inline(never)]
    fn leave_noted(&mut self, element: Element) {
        let height = self.blocks.len();
        let mut edge = element.edge();
        if let Some(hidden) = self.hidden
            && hidden.height > height
        {
            self.hidden = None;
            self.reopens = hidden.formatting;
            edge = hidden.edge;
            self.update_fast_flags();
        }
        match element {
            Element::Pre | Element::Listing => self.pre -= 1,
            Element::H1 | Element::H2 | Element::H3 | Element::H4 | Element::H5 | Element::H6 => {
                self.close_headings(height)
            }
            Element::Template => {
                if self.shadow_roots.last().is_some_and(|&open| open > height) {
                    self.shadow_roots.pop();
                } else {
                    self.templates -= 1;
                }
                self.reopens = None;
                self.close_anchors(height);
            }
            Element::Other => {
                if self.svg_texts.last().is_some_and(|&open| open > height) {
                    self.svg_texts.pop();
                    edge = edge.max(Edge::Space);
                }
                self.close_anchors(height);
            }
            _ if is_marker(element) => {
                self.reopens = None;
                self.close_anchors(height);
            }
            _ => {}
        }
        self.edge(edge);
    }

    /// Ends the headings whose elements are closed.
    fn close_headings(&mut self, height: usize) {
        while let Some(&(index, start, open)) = self.open_headings.last()
            && open > height
        {
            self.open_headings.pop();
            self.headings[index].text = self.anchors.close_heading(start);
        }
        self.update_fast_flags();
    }

    /// Ends the anchors whose level is closed.
    fn close_anchors(&mut self, height: usize) {
        let markers = self.blocks.markers();
        while let Some(closed) = self.anchors.close_above(height, markers) {
            self.links.note_anchor(closed);
        }
        self.update_fast_flags();
    }

    /// Takes an end tag by the rules for foreign content. Returns true if that is all that it does.
    pub(super) fn end_foreign(&mut self, name: &[u8]) -> bool {
        if !self.blocks.is_in_foreign() {
            return false;
        }
        if let b"p" | b"br" = name {
            self.close_above(self.blocks.before_html());
            return false;
        }
        let Some(index) = self.blocks.before_foreign_end(name) else { return false };
        self.close_above(index);
        self.reopen();
        true
    }

    /// Takes the end tag of an HTML element.
    #[inline(never)]
    pub(super) fn end_html(&mut self, element: Element, name: &[u8]) {
        match element {
            Element::Form => {
                if let Some((height, form)) = self.blocks.end_form() {
                    self.close_above(height);
                    if let Some(index) = form {
                        self.remove(index);
                        self.edge(element.edge());
                    }
                }
            }
            Element::A => self.end_anchor(name),
            // Without its start tag it is an empty element.
            Element::P | Element::Br => match self.blocks.before_end(element) {
                Some(height) => self.close_above(height),
                None => self.edge(element.edge()),
            },
            _ if is_tracked(element) => {
                if let Some(height) = self.blocks.before_end(element) {
                    self.close_above(height);
                }
            }
            _ => self.end_named(name),
        }
        self.reopen();
    }

    /// Takes the end tag `a`.
    fn end_anchor(&mut self, name: &[u8]) {
        if let Some(height) = self.anchors.anchor_height()
            && !self.blocks.has_scope_above(height)
            && let Some(closed) = self.anchors.close_anchor(self.blocks.markers())
        {
            self.links.note_anchor(closed);
        }
        self.end_named(name);
    }

    /// Ends the HTML element that was pushed by this name.
    fn end_named(&mut self, name: &[u8]) {
        if !self.blocks.is_named() {
            return;
        }
        match self.blocks.before_named_end(name) {
            Some((index, true)) => {
                self.close_above(index);
                self.reopens = self.reopens.filter(|reopened| *reopened != name);
            }
            Some((index, false)) => self.remove(index),
            None => {}
        }
    }

    /// Takes an element out of the stack whose descendants stay open.
    fn remove(&mut self, index: usize) {
        self.blocks.remove(index);
        self.anchors.lower(index);
        for (.., height) in &mut self.open_headings {
            *height -= usize::from(*height > index);
        }
        for height in self.shadow_roots.iter_mut().chain(&mut self.svg_texts) {
            *height -= usize::from(*height > index);
        }
        if let Some(hidden) = &mut self.hidden {
            match hidden.height {
                height if height == index + 1 => self.hidden = None,
                height if height > index => hidden.height -= 1,
                _ => {}
            }
        }
    }

    pub(super) fn edge(&mut self, edge: Edge) {
        if edge != Edge::None && self.hidden.is_none() {
            self.text.edge(edge);
            self.anchors.edge(edge);
        }
    }
}

/// The elements whose end matters for more than their edges.
const IS_NOTED: [bool; Element::ALL.len()] = {
    use Element::*;
    Element::set(&[Other, Pre, Listing, H1, H2, H3, H4, H5, H6, Template, Td, Th, Caption, Object, Applet, Marquee])
};

/// Returns true if an HTML element holds only text, so that it has ended before the next tag.
fn holds_only_text(element: Element) -> bool {
    use Element::*;
    matches!(
        element,
        Html | Head | Body | Frameset | Title | Textarea | Style | Script | Xmp | Iframe | Noembed | Noframes
    )
}
