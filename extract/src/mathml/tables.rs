//! Tables.

use super::element::Layout;
use super::layout::row;
use super::state::{Converter, Open};
use super::tokens::{Shape, push};

/// Maximum number of columns with an alignment.
const MAX_COLUMNS: usize = 32;

/// Writes what separates a row or a cell that begins here from the one before it.
pub(super) fn separate(converter: &mut Converter<'_>, layout: Layout) {
    let (parent, grandparent) = converter.innermost();
    let (Some(parent), grandparent) = (parent, grandparent.map(|open| open.layout)) else { return };
    let (around, is_first) = (parent.layout, parent.columns == 0);
    let separator = match (layout, around, grandparent) {
        (Layout::TableRow, Layout::Table, _) => " \\\\ ",
        (Layout::Cell, Layout::TableRow, Some(Layout::Table)) => " & ",
        _ => return,
    };
    parent.columns += 1;
    converter.out.push_str(if is_first { "" } else { separator });
}

pub(super) fn cell<'a>(converter: &mut Converter<'a>, open: &Open<'a>) -> Shape {
    row(converter, open)
}

/// Ends a row. After the end of another row, a bracket or a star would be part of that end.
pub(super) fn table_row<'a>(converter: &mut Converter<'a>, open: &Open<'a>) -> Shape {
    if converter.out[open.start..].trim_ascii_start().starts_with(['[', '*']) {
        converter.rewrite(open, |out, parts| out.extend(["{}", parts.all()]));
    }
    if let (Some(table), _) = converter.innermost() {
        table.cells = table.cells.max(open.columns);
    }
    Shape::default()
}

pub(super) fn table<'a>(converter: &mut Converter<'a>, open: &Open<'a>) -> Shape {
    if converter.out[open.start..].trim_ascii().is_empty() {
        return Shape::default();
    }
    let mut alignments = [b'c'; MAX_COLUMNS];
    let columns = &mut alignments[..open.cells.clamp(1, MAX_COLUMNS)];
    let mut words = open.attributes[0].unwrap_or_default().split_ascii_whitespace();
    let mut last = b'c';
    for column in columns.iter_mut() {
        last = words.next().and_then(|word| word.bytes().next()).filter(|word| b"lcr".contains(word)).unwrap_or(last);
        *column = last;
    }
    let columns = core::str::from_utf8(columns).unwrap_or("c");
    let is_aligned = columns.len() > 1 && columns.as_bytes().chunks(2).all(|pair| b"rl".starts_with(pair));
    let has_alignment = open.cells <= MAX_COLUMNS && columns.bytes().any(|column| column != b'c');
    converter.rewrite(open, |out, parts| {
        let name = match (has_alignment, is_aligned) {
            (false, _) => "matrix",
            (true, true) => "aligned",
            (true, false) => "array",
        };
        out.extend(["\\begin{", name, "}"]);
        if name == "array" {
            out.extend(["{", columns, "}"]);
        }
        push(out, parts.all());
        out.extend(["\\end{", name, "}"]);
    });
    Shape { is_tall: true, is_single: true, is_table: true, ..Shape::default() }
}
