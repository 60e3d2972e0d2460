//! Blocks of code: the text of a `pre`.

use super::escape::{longest_run, push_fence};
use super::{Syntax, Writer};
use crate::blocks::{ElementRow, ROOT, Row, Table};
use crate::names::Element;

/// Classes of code begin with one of these, followed by the name of its language.
const LANGUAGE_PREFIXES: [&str; 3] = ["language-", "lang-", "highlight-source-"];

/// Maximum length of the name of a language, in bytes. A longer one is left out.
const LANGUAGE_BYTES: usize = 32;

/// The part of a `class` attribute that is read, in bytes. Many blocks may have the same parent.
const CLASS_BYTES: usize = 256;

/// The number of ancestors of a `pre` whose class may have the language.
const LANGUAGE_ANCESTORS: usize = 2;

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
        let (rows, table, is_kept) = (self.rows, &self.blocks.table, &self.is_kept);
        let texts = (first..end).filter(|&index| is_kept(index)).map(|index| table.text_of(&rows[index]));
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
            if !(self.is_kept)(index) {
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

    /// Returns the language by the classes of `code` in the blocks, of `pre`, or of its parents.
    fn language(&self, pre: u32, first: usize) -> Option<&'a str> {
        let codes =
            self.blocks.table.inlines_of(&self.rows[first]).iter().take(4).filter_map(|inline| match inline.kind {
                InlineKind::Code { class } => Some(class),
                _ => None,
            });
        let parents = core::iter::successors(Some(pre), |&element| {
            (element != ROOT).then(|| self.elements[element as usize].parent)
        });
        let classes = parents.take(1 + LANGUAGE_ANCESTORS).map(|element| self.elements[element as usize].class);
        let classes = classes.filter(|&class| class != NO_STRING).filter_map(|class| self.blocks.table.string(class));
        codes.chain(classes).find_map(language_of)
    }
}

/// Returns the language that a `class` attribute names.
fn language_of(class: &str) -> Option<&str> {
    let is_name = |name: &&str| {
        (1..=LANGUAGE_BYTES).contains(&name.len())
            && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.#_".contains(&byte))
    };
    let names = truncate(class, CLASS_BYTES).split_ascii_whitespace();
    names
        .filter_map(|name| LANGUAGE_PREFIXES.iter().find_map(|prefix| name.strip_prefix(prefix)))
        .find(is_name)
        .filter(|name| *name != "none")
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
