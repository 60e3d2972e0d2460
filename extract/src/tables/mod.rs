//! The tables of a page, from its table of blocks.
//!
//! 1. `grid` places the cells of a table, with their spans.
//! 2. `data_table` decides which tables hold data. Markdown writes these as rows, with the columns of the grid.
//! 3. `cell_texts` joins the blocks of each cell.
//! 4. [`Tables`] has the positions of all cells, in the order of the grid. [`PageTable`] is its public view.

mod cell_texts;
mod data_table;
mod grid;
mod page_table;

use crate::blocks::{ElementRow, ROOT, Table};
use crate::copy_into::{copy_fields, copy_plain};
use crate::names::Element;
use bumpalo::Bump;
use bumpalo::collections::Vec;
use cell_texts::CellTexts;
pub(crate) use data_table::DataTable;
pub(crate) use grid::Grid;
use grid::Slot;
pub use page_table::{PageTable, TableCell};

/// Maximum number of columns of a cell, by the standard.
const MAX_COLUMNS: u32 = 1000;

/// The number of bytes of text that cost as much as a position, if a cell is repeated.
const BYTES_PER_POSITION: usize = 64;

/// The tables of a page, in document order, without hidden ones.
#[derive(Clone, Copy)]
pub(crate) struct Tables<'a> {
    tables: &'a [TableRow],
    /// The positions of the cells of all tables, in the order of the grids.
    slots: &'a [(u32, Slot)],
    texts: CellTexts<'a>,
    /// True if positions at which cells are repeated were left out.
    pub(crate) is_truncated: bool,
}

/// A table, as it is stored.
#[derive(Clone, Copy)]
struct TableRow {
    /// The index of its element.
    element: u32,
    /// The index of the table around it.
    parent: Option<usize>,
    /// The element of its caption, or [`ROOT`].
    caption: u32,
    is_data: bool,
    rows: u32,
    columns: u32,
    /// The index of its first slot, and the index after its last one.
    slots: (usize, usize),
}

copy_plain!(TableRow, Slot);
copy_fields! {
    Tables { tables, slots, texts } { is_truncated }
}

impl<'a> Tables<'a> {
    pub(crate) fn of(table: &Table<'a>, bump: &'a Bump) -> Self {
        let texts = CellTexts::of(table, bump);
        let mut tables = Vec::new_in(bump);
        let mut slots = Vec::new_in(bump);
        let mut grid = Grid::new(MAX_COLUMNS);
        for part in parts_of(table.elements, bump) {
            let element = &table.elements[part.element as usize];
            if element.element == Element::Table {
                end_row(&mut grid, &mut tables, &mut slots);
                tables.push(TableRow::of(table, part.element, &tables, &texts, slots.len()));
                continue;
            }
            let Some(open) = tables.last_mut() else { continue };
            match element.element {
                Element::Caption if open.caption == ROOT => open.caption = part.element,
                Element::Caption => {}
                Element::Tr => {
                    end_row(&mut grid, core::slice::from_mut(open), &mut slots);
                    grid.start_row(element);
                    open.rows += 1;
                }
                _ => {
                    let cost = 1 + texts.text_of(part.element).len() / BYTES_PER_POSITION;
                    grid.place(part.element, element, cost as u32, |slot| slots.push(open.place(slot)));
                }
            }
        }
        end_row(&mut grid, &mut tables, &mut slots);
        Self {
            tables: tables.into_bump_slice(),
            slots: slots.into_bump_slice(),
            texts,
            is_truncated: grid.is_truncated,
        }
    }
}

/// Ends the open row of the last of `tables`.
fn end_row(grid: &mut Grid, tables: &mut [TableRow], slots: &mut Vec<'_, (u32, Slot)>) {
    if let Some(table) = tables.last_mut() {
        grid.end_row(|slot| slots.push(table.place(slot)));
        table.slots.1 = slots.len();
    }
}

impl TableRow {
    /// Returns the table of `element` without rows so far. `tables` are the tables before it, and `slots` is the number of their slots.
    fn of(table: &Table<'_>, element: u32, tables: &[Self], texts: &CellTexts<'_>, slots: usize) -> Self {
        let parent = table.elements[element as usize].parent;
        let outer = table.elements[parent as usize].table;
        let block = texts.first_block_of(element);
        Self {
            element,
            parent: tables.binary_search_by_key(&outer, |table| table.element).ok(),
            caption: ROOT,
            is_data: block.is_some_and(|block| DataTable::find(table, element, block).is_some()),
            rows: 0,
            columns: 0,
            slots: (slots, slots),
        }
    }

    /// Adds a slot to the last row. Returns the row with the slot.
    fn place(&mut self, slot: Slot) -> (u32, Slot) {
        self.columns = self.columns.max(slot.end);
        (self.rows.saturating_sub(1), slot)
    }
}

/// A table, or a caption, row or cell of one. Sorted by tables, then in the order of their grids.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Part {
    table: u32,
    section: Section,
    /// The element of the row, or [`ROOT`].
    row: u32,
    element: u32,
}

/// A part of a table, in the order of the rows: browsers show the header first and the footer last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Section {
    Caption,
    Header,
    Body,
    Footer,
}

/// Returns the parts of all tables, without hidden ones.
fn parts_of<'a>(elements: &[ElementRow], bump: &'a Bump) -> Vec<'a, Part> {
    let section_of = |row: &ElementRow| match elements[row.parent as usize].element {
        Element::Thead => Section::Header,
        Element::Tfoot => Section::Footer,
        _ => Section::Body,
    };
    let mut parts = Vec::new_in(bump);
    for (index, element) in (0..).zip(elements).filter(|(_, element)| !element.is_hidden && element.table != ROOT) {
        let parent = &elements[element.parent as usize];
        let (section, row) = match element.element {
            Element::Table => (Section::Caption, ROOT),
            Element::Caption if element.parent == element.table => (Section::Caption, ROOT),
            Element::Tr => (section_of(element), index),
            Element::Td | Element::Th if parent.element == Element::Tr => (section_of(parent), element.parent),
            _ => continue,
        };
        parts.push(Part { table: element.table, section, row, element: index });
    }
    parts.sort_unstable();
    parts
}
