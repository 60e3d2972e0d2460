//! Finds blocks with the line numbers of code, which are not written.

use crate::blocks::{ROOT, Row, Table};

/// Classes of cells and other elements with the numbers of all lines.
#[rustfmt::skip]
const GUTTERS: &[&str] = &[
    "blob-num", "code-gutter", "crayon-num", "crayon-nums", "gl", "gutter", "hljs-ln-numbers", "line-numbers", "linenodiv",
    "lineno", "linenos", "lines-numbers", "lntd", "rouge-gutter", "src-line-numbers",
];

/// The number of elements around a line number whose classes are read.
const GUTTER_ELEMENTS: usize = 4;

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
        let is_cell = element.element.is_cell();
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
