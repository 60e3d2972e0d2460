//! The public view of the tables.

use super::grid::Slot;
use super::{TableRow, Tables};
use crate::blocks::{BlockElement, ROOT, Table};
use crate::names::Element;
use crate::text::strings::truncate;
use core::fmt;

/// Maximum length of a caption, in bytes. The rest is left out, because each row of an output repeats it.
const CAPTION_BYTES: usize = 1024;

/// A table of a page, as a grid of cells. See [`Blocks::tables`](crate::Blocks::tables).
#[derive(Clone, Copy)]
pub struct PageTable<'a, 'b> {
    table: &'b Table<'a>,
    tables: &'b Tables<'a>,
    index: usize,
}

impl<'a, 'b> PageTable<'a, 'b> {
    /// Returns the tables of a page in document order.
    pub(crate) fn all(table: &'b Table<'a>, tables: &'b Tables<'a>) -> impl ExactSizeIterator<Item = Self> {
        (0..tables.tables.len()).map(move |index| Self { table, tables, index })
    }

    fn row(&self) -> &'b TableRow {
        &self.tables.tables[self.index]
    }

    /// Returns the index of the table in the page, from 0.
    pub fn index(&self) -> usize {
        self.index
    }

    /// Returns the element.
    pub fn element(&self) -> BlockElement<'a, 'b> {
        BlockElement { table: self.table, index: self.row().element }
    }

    /// Returns the index of the table whose cell contains this table.
    pub fn parent(&self) -> Option<usize> {
        self.row().parent
    }

    /// Returns the text of the caption, at most 1 KiB.
    pub fn caption(&self) -> Option<&'a str> {
        let caption = self.row().caption;
        (caption != ROOT).then(|| truncate(self.tables.texts.text_of(caption), CAPTION_BYTES))
    }

    /// Returns true if the table holds data, and false if it is for layout. Markdown has the tables that hold data as rows.
    pub fn is_data(&self) -> bool {
        self.row().is_data
    }

    /// Returns the number of rows: of `tr` elements that are not hidden.
    pub fn rows(&self) -> usize {
        self.row().rows as usize
    }

    /// Returns the number of columns.
    pub fn columns(&self) -> usize {
        self.row().columns as usize
    }

    /// Returns the positions of the grid that have a cell, row by row. A cell is at each position that it spans.
    pub fn cells(&self) -> impl Iterator<Item = TableCell<'a, 'b>> + use<'a, 'b> {
        let Self { table, tables, .. } = *self;
        let (start, end) = self.row().slots;
        let at = move |row: u32, slot: &'b Slot, column: u32| TableCell { table, tables, slot, row, column };
        tables.slots[start..end]
            .iter()
            .flat_map(move |(row, slot)| (slot.start..slot.end).map(move |column| at(*row, slot, column)))
    }
}

impl fmt::Debug for PageTable<'_, '_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_list().entries(self.cells()).finish()
    }
}

/// A position of the grid of a [`PageTable`], with its cell.
#[derive(Clone, Copy)]
pub struct TableCell<'a, 'b> {
    table: &'b Table<'a>,
    tables: &'b Tables<'a>,
    slot: &'b Slot,
    row: u32,
    column: u32,
}

impl<'a, 'b> TableCell<'a, 'b> {
    /// Returns the row of the position, from 0. Rows of `thead` are first, rows of `tfoot` are last.
    pub fn row(&self) -> usize {
        self.row as usize
    }

    /// Returns the column of the position, from 0.
    pub fn column(&self) -> usize {
        self.column as usize
    }

    /// Returns the text of the cell, white space collapsed. The text of nested tables is left out.
    pub fn text(&self) -> &'a str {
        self.tables.texts.text_of(self.slot.cell)
    }

    /// Returns true if the cell is a `th`, or in `thead`.
    pub fn is_header(&self) -> bool {
        let elements = self.table.elements;
        let cell = &elements[self.slot.cell as usize];
        let group = elements[cell.parent as usize].parent;
        cell.element == Element::Th || elements[group as usize].element == Element::Thead
    }

    /// Returns true if the cell spans this position, but starts at another one.
    pub fn is_repeated(&self) -> bool {
        self.slot.is_below || self.column > self.slot.start
    }

    /// Returns the element.
    pub fn element(&self) -> BlockElement<'a, 'b> {
        BlockElement { table: self.table, index: self.slot.cell }
    }
}

impl fmt::Debug for TableCell<'_, '_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let position = (self.row(), self.column());
        formatter.debug_struct("TableCell").field("position", &position).field("text", &self.text()).finish()
    }
}
