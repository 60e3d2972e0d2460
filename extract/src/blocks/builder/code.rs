//! Code outside of `pre`: elements in which each line of code is an element, as highlighters and documentation tools write them.
//!
//! Style sheets keep the white space of these elements. White space between and around the lines is not part of the code, so line
//! feeds are dropped. An empty line is an element without text: it is a line feed before the next line.

use super::BlockBuilder;
use super::state::Attributes;
use crate::names::Element;
use crate::place::Place;
use tagrake::StartTag;

/// Classes of elements with code: of LaTeXML, SyntaxHighlighter, Crayon, and GitHub's gists.
const CLASSES: [&str; 4] = ["ltx_listing", "syntaxhighlighter", "crayon-pre", "js-file-line-container"];

/// The maximum number of empty lines in a row that are kept.
const EMPTY_LINES: usize = 16;

impl<'a> BlockBuilder<'a> {
    /// Returns true if an element has code. Doxygen's class `fragment` has other meanings elsewhere, so a line must follow.
    pub(super) fn has_code(&self, read: &Attributes<'a>, tag: &StartTag<'a>) -> bool {
        let Some(class) = read.class.filter(|_| matches!(read.element, Element::Div | Element::Table)) else {
            return false;
        };
        let follows_line = || self.page[tag.span().end..].trim_ascii_start().starts_with("<div class=\"line\">");
        let mut classes = class.split_ascii_whitespace().take(8);
        classes.any(|class| CLASSES.contains(&class)) || class == "fragment" && follows_line()
    }

    /// Returns true if the innermost element is preformatted.
    pub(crate) fn is_in_pre(&self) -> bool {
        self.table.elements[self.element() as usize].is_pre
    }

    /// Returns true if the innermost element is in code outside of `pre`.
    pub(super) fn is_in_code(&self) -> bool {
        self.table.elements[self.element() as usize].is_code
    }

    /// Returns true if the current start tag, in code outside of `pre`, has no code: LaTeXML's link to the code as a file.
    pub(super) fn is_beside_code(&self, element: Element) -> bool {
        let is_read = self.attributes.element == element && self.is_in_code();
        is_read && self.attributes.class == Some("ltx_listing_data")
    }

    /// Adds text of code outside of `pre`.
    pub(super) fn push_code(&mut self, characters: &str, span: (usize, usize), place: Place) {
        let is_first = self.table.text.len() == self.block.start;
        if is_first && characters.bytes().all(|byte| byte == b'\n' || byte == b'\r') {
            return;
        }
        self.enter_context(place);
        let before = self.table.text.len();
        if is_first {
            for _ in 0..core::mem::take(&mut self.empty_lines) {
                self.push_preformatted("\n");
            }
        }
        for part in characters.split_inclusive(['\n', '\r', '\u{A0}']) {
            match part.strip_suffix('\u{A0}') {
                Some(words) => {
                    self.push_preformatted(words);
                    self.push_preformatted(" ");
                }
                None => self.push_preformatted(part.trim_end_matches(['\n', '\r'])),
            }
        }
        self.extend_span(before, span);
    }

    /// Counts an element without text in code, before it is popped: an empty line.
    pub(super) fn count_empty_line(&mut self, element: Element) {
        let index = self.element();
        let row = self.table.elements[index as usize];
        let is_line = matches!(element, Element::Div | Element::Li) || element == Element::Td && row.column > 1;
        let has_child = index as usize + 1 < self.table.elements.len();
        let has_row = self.table.rows.last().is_some_and(|row| row.element == index);
        let is_empty = || self.table.text[self.block.start..].trim_ascii().is_empty();
        if is_line && !has_child && !has_row && is_empty() {
            self.empty_lines = (self.empty_lines + 1).min(EMPTY_LINES);
        }
    }
}
