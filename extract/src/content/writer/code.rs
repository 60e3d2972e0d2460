//! Blocks of code: the text of a `pre`.

use super::escape::{longest_run, push_fence};
use super::{Syntax, Writer};
use crate::blocks::{ElementRow, ROOT, Row, Table};
use crate::names::Element;

/// Classes of cells and other elements with the numbers of all lines.
#[rustfmt::skip]
const GUTTERS: &[&str] = &[
    "blob-num", "code-gutter", "crayon-num", "crayon-nums", "gl", "gutter", "hljs-ln-numbers", "line-numbers", "linenodiv",
    "lineno", "linenos", "lines-numbers", "lntd", "rouge-gutter", "src-line-numbers",
];

/// The number of elements around a line number whose classes are read.
const GUTTER_ELEMENTS: usize = 4;

impl<'a, F: Fn(usize) -> bool> Writer<'_, 'a, '_, F> {
    /// Writes the blocks of the `pre` that contains the block at `first`. Returns the index after them.
    pub(super) fn write_code(&mut self, first: usize) -> usize {
        let pre = outermost_pre(self.elements, self.rows[first].element);
        self.enter(pre);
        // The elements in a `pre` have consecutive indices. `newest` is the greatest of them so far.
        let (mut end, mut newest) = (first, pre);
        while let Some(row) = self.rows.get(end).filter(|row| row.is_pre) {
            let mut at = row.element;
            while at > newest {
                at = self.elements[at as usize].parent;
            }
            if at < pre {
                break;
            }
            newest = newest.max(row.element);
            end += 1;
        }
        self.containers.visit(newest);
        let (rows, table) = (self.rows, &self.blocks.table);
        let texts = (first..end).filter(|&index| self.keeps(index)).map(|index| table.text_of(&rows[index]));
        let fence = longest_run(texts.clone().flat_map(str::bytes), b'`').max(2) + 1;
        let is_text = matches!(self.syntax, Syntax::Text);
        if !is_text {
            push_fence(self.out, fence);
            self.out.push_str(self.language(pre, first).unwrap_or_default());
            self.out.push('\n');
        }
        // The end of the block before, if there is one.
        let mut before: Option<usize> = None;
        for index in first..end {
            if !self.keeps(index) {
                continue;
            }
            // Text that hidden text separates is on the same line.
            let is_same_line = before.is_some_and(|before| rows[before + 1..=index].iter().all(|row| !row.is_new));
            if before.is_some() && !is_same_line && !self.out.ends_with('\n') {
                self.out.push('\n');
            }
            before = Some(index);
            let len = table.text_of(&rows[index]).len();
            table.for_each_written(&rows[index], 0, len, |text| {
                if is_text {
                    self.out.push_str(text);
                } else {
                    self.push_lines(text);
                }
            });
        }
        if is_text {
            self.out.truncate(self.out.len() - usize::from(self.out.ends_with('\n')));
            return end;
        }
        if !self.out.ends_with('\n') {
            self.out.push('\n');
        }
        self.containers.start_line(self.out);
        push_fence(self.out, fence);
        end
    }

    /// Writes preformatted text with the start of each line.
    fn push_lines(&mut self, text: &str) {
        let mut rest = text;
        while !rest.is_empty() {
            let end = rest.bytes().position(|byte| byte == b'\n' || byte == b'\r');
            let line = &rest[..end.unwrap_or(rest.len())];
            if self.out.ends_with('\n') {
                if line.is_empty() {
                    self.containers.blank_line(self.out, self.containers.len());
                } else {
                    self.containers.start_line(self.out);
                }
            }
            self.out.push_str(line);
            let Some(end) = end else { return };
            if !line.is_empty() || !self.out.ends_with('\n') {
                self.out.push('\n');
            }
            rest = &rest[end..];
            rest = rest.strip_prefix("\r\n").unwrap_or_else(|| &rest[1..]);
        }
    }
}

/// Returns true if a block has nothing but the numbers of lines of code, next to that code.
pub(super) fn is_line_number(table: &Table<'_>, row: &Row) -> bool {
    let text = table.text_of(row);
    let is_number = |byte: u8| byte.is_ascii_digit() || byte.is_ascii_whitespace();
    if !text.as_bytes().first().copied().is_some_and(is_number) || !text.bytes().all(is_number) {
        return false;
    }
    let mut at = row.element;
    for _ in 0..GUTTER_ELEMENTS {
        let element = &table.elements[at as usize];
        let is_cell = matches!(element.element, Element::Td | Element::Th);
        let mut classes = table.string(element.class).unwrap_or_default().split_ascii_whitespace().take(8);
        if classes.any(|class| GUTTERS.contains(&class)) && (!is_cell || element.column == 1) {
            return true;
        }
        if is_cell || at == ROOT {
            break;
        }
        at = element.parent;
    }
    false
}

/// Returns the outermost preformatted element that contains `element`.
fn outermost_pre(elements: &[ElementRow], element: u32) -> u32 {
    let (mut at, mut pre) = (element, element);
    while elements[at as usize].is_pre && at != ROOT {
        if matches!(elements[at as usize].element, Element::Pre | Element::Listing) {
            pre = at;
        }
        at = elements[at as usize].parent;
    }
    pre
}
