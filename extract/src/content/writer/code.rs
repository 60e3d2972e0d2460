//! Blocks of code: the text of a `pre`.

use super::escape::{longest_run, push_fence};
use super::{Syntax, Writer};
use crate::blocks::{ElementRow, ROOT};

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
        self.containers.elements.visit(newest);
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

/// Returns the outermost preformatted element that contains `element`.
fn outermost_pre(elements: &[ElementRow], element: u32) -> u32 {
    let (mut at, mut pre) = (element, element);
    while elements[at as usize].is_pre && at != ROOT {
        let is_code = elements[at as usize].is_code && !elements[elements[at as usize].parent as usize].is_code;
        if is_code || elements[at as usize].element.is_preformatted() {
            pre = at;
        }
        at = elements[at as usize].parent;
    }
    pre
}
