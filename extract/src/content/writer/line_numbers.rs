//! Finds blocks with the line numbers of code, which are not written.

use crate::blocks::{ROOT, Table};

/// Classes of cells and other elements with the numbers of all lines.
#[rustfmt::skip]
const GUTTERS: &[&str] = &[
    "blob-num", "code-gutter", "crayon-num", "crayon-nums", "gl", "gutter", "hljs-ln-numbers", "line-numbers", "linenodiv",
    "lineno", "linenos", "lines-numbers", "lntd", "rouge-gutter", "src-line-numbers",
];

/// The number of elements around a line number whose classes are read.
const GUTTER_ELEMENTS: usize = 4;

/// Returns true if the block at `index` has nothing but the numbers of lines of code, next to that code.
pub(super) fn is_line_number(table: &Table<'_>, index: usize) -> bool {
    let row = &table.rows[index];
    let text = table.text_of(row);
    let is_number = |byte: u8| byte.is_ascii_digit() || byte.is_ascii_whitespace();
    if !text.as_bytes().first().copied().is_some_and(is_number) || !text.bytes().all(is_number) {
        return false;
    }
    if is_gutter(table, index) {
        return true;
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

/// Returns true if the block at `index` is preformatted, has consecutive numbers, and is in the first cell of a row whose second cell
/// is preformatted too.
fn is_gutter(table: &Table<'_>, index: usize) -> bool {
    let (Some(row), Some(next)) = (table.rows.get(index), table.rows.get(index + 1)) else { return false };
    if !row.is_pre || !next.is_pre {
        return false;
    }
    let (cell, code) = (&table.elements[row.element as usize], &table.elements[next.element as usize]);
    let is_beside = cell.table != ROOT && (cell.table, cell.row) == (code.table, code.row);
    let mut numbers = table.text_of(row).split_ascii_whitespace().map(str::parse::<u32>);
    let Some(Ok(first)) = numbers.next().filter(|_| is_beside && (cell.column, code.column) == (1, 2)) else {
        return false;
    };
    numbers.zip(1..).all(|(number, after)| number.is_ok_and(|number| Some(number) == first.checked_add(after)))
}
