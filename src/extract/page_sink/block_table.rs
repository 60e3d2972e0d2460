//! Passes inline elements, separators and text to the table of blocks.

use super::PageSink;
use crate::extract::blocks::{TextContext, is_boundary};
use crate::extract::names::{Edge, Element};
use crate::token::{StartTag, Text};

impl<'a> PageSink<'a, '_> {
    /// Ends the block at the edge of an element that is not on the stack.
    pub(super) fn block_edge(&mut self, element: Element) {
        let is_pre = self.pre > 0;
        let Some(table) = &mut self.table else { return };
        match element {
            Element::Br => table.line_break(is_pre),
            _ if is_boundary(element) => table.boundary(element),
            _ if element.edge() == Edge::Space => table.space(),
            _ => {}
        }
    }

    /// Handles the start tag of an inline element.
    pub(super) fn start_inline(&mut self, element: Element, tag: &StartTag<'a>, name: &'a [u8]) {
        let Some(table) = &mut self.table else { return };
        match element {
            Element::Img | Element::Image => table.image(tag),
            Element::Html => table.set_lang(tag.attribute(b"lang").map(|lang| lang.value_in(self.page))),
            Element::A | Element::Del | Element::Other => table.start_inline(name, tag),
            _ => {}
        }
    }

    /// Adds the characters of a text token.
    pub(super) fn push_block_text(&mut self, text: &Text<'a>, drops_line_feed: bool) {
        let state =
            TextContext { is_hidden: self.hidden.is_some(), is_noscript: self.noscripts > 0, is_pre: self.pre > 0 };
        let is_left_out = self.hidden.is_some_and(|hidden| hidden.is_alt) || self.templates > 0;
        let Some(table) = self.table.as_mut().filter(|_| !is_left_out) else { return };
        let mut characters = text.decoded_in(self.page);
        if drops_line_feed {
            characters = characters.strip_prefix('\n').unwrap_or(characters);
        }
        let span = text.span();
        table.push_text(characters, (span.start, span.end), state);
    }
}
