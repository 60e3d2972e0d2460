//! Line numbers of code: inline elements in a `pre` with nothing but a number.

use super::BlockBuilder;
use super::state::LineNumber;
use crate::blocks::MAX_INLINES;
use crate::css::inline_style;
use tagrake::StartTag;

/// Classes of elements with the number of a line.
#[rustfmt::skip]
const CLASSES: &[&str] = &[
    "code-line-number", "gutter", "hljs-ln-numbers", "line-num", "line-number", "line-numbers", "line-numbers-rows",
    "line_number", "lineNo", "lineNumber", "linenr", "lineno", "linenos", "linenum", "linenumber", "ln", "lnt", "lnum",
    "react-syntax-highlighter-line-number",
];

impl<'a> BlockBuilder<'a> {
    /// Handles the start tag of an inline element, which may have the number of a line.
    pub(super) fn start_line_number(&mut self, name: &'a [u8], tag: &StartTag<'a>) {
        if let Some(open) = &mut self.line_number {
            open.depth += usize::from(open.name == name);
        } else if self.table.elements[self.element() as usize].is_pre && self.is_collected() && has_number_class(tag) {
            self.line_number = Some(LineNumber { name, depth: 1, start: self.table.text.len() });
        }
    }

    /// Handles the end tag of an inline element. A number is part of the text of its block, but is not written.
    pub(super) fn end_line_number(&mut self, name: &[u8]) {
        let Some(open) = self.line_number.as_mut().filter(|open| open.name == name) else { return };
        open.depth -= 1;
        if open.depth > 0 {
            return;
        }
        let (start, end) = (open.start, self.table.text.len());
        self.line_number = None;
        let is_number =
            |byte: u8| byte.is_ascii_digit() || byte.is_ascii_whitespace() || matches!(byte, b'|' | b':' | b'.');
        if start < end && self.table.text[start..].bytes().all(is_number) {
            self.leave_out(start, end);
        }
    }

    /// Leaves out a range of the text of all blocks when blocks are written.
    pub(super) fn leave_out(&mut self, start: usize, end: usize) {
        if self.table.left_out.len() < MAX_INLINES {
            self.table.left_out.push((start as u32, end as u32));
        }
    }
}

/// Returns true if the start tag of an element declares that it has the number of a line, or that its text cannot be selected.
fn has_number_class(tag: &StartTag<'_>) -> bool {
    let class = tag.attribute(b"class").map_or("", |class| class.value_str());
    class.split_ascii_whitespace().any(|class| CLASSES.contains(&class))
        || tag.attribute(b"data-nosnippet").is_some()
        || tag.attribute(b"style").is_some_and(|style| inline_style::is_unselectable(style.value_str()))
}
