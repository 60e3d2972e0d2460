//! Finds hidden text that no view keeps: inline text that readers do not see, in a block with other text, and rows and cells that they do
//! not see.
//!
//! A block of its own that is hidden, such as a paragraph, may be main content: a script may show it later.

use crate::blocks::{ROOT, Row, Table};
use crate::tables::DataTable;
use bumpalo::Bump;

/// Removes hidden text from the candidates.
pub(super) fn leave_out(candidates: &mut [bool], table: &Table<'_>, bump: &Bump) {
    let rows = table.rows;
    if rows.iter().any(|row| row.is_hidden) {
        leave_out_in_blocks(candidates, rows);
        leave_out_in_tables(candidates, table, bump);
    }
}

/// Removes hidden inline text in a block with other text.
fn leave_out_in_blocks(candidates: &mut [bool], rows: &[Row]) {
    let mut start = 0;
    for end in 1..=rows.len() {
        if rows.get(end).is_none_or(|next| next.is_new) {
            let run = start..end;
            if rows[run.clone()].iter().any(|row| !row.is_hidden) {
                run.filter(|&index| rows[index].is_hidden).for_each(|index| candidates[index] = false);
            }
            start = end;
        }
    }
}

/// Removes hidden rows and cells of data tables, which have no place among the others.
fn leave_out_in_tables(candidates: &mut [bool], table: &Table<'_>, bump: &Bump) {
    let rows = table.rows;
    let is_examined = bump.alloc_slice_fill_copy(table.elements.len(), false);
    for index in (0..rows.len()).filter(|&index| rows[index].is_hidden) {
        let element = table.elements[rows[index].element as usize].table;
        if element == ROOT || core::mem::replace(&mut is_examined[element as usize], true) {
            continue;
        }
        let Some(data) = DataTable::find(table, element, index) else { continue };
        let first = rows[..index].iter().rposition(|row| !data.contains(row)).map_or(0, |before| before + 1);
        let end = index + rows[index..].iter().take_while(|row| data.contains(row)).count();
        for (row, candidate) in rows[first..end].iter().zip(&mut candidates[first..end]) {
            let cell = &table.elements[table.cell_around(row.element) as usize];
            *candidate &= !(row.is_hidden && cell.is_hidden);
        }
    }
}
