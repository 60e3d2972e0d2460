//! Decides which tables hold data. Markdown writes them as rows.
//!
//! A table holds data if it has at least two rows and two columns, and its cells have no table or `pre`. If the table
//! has no `th`, `thead` or caption, they have no list, heading or quote either. A table with a long cell is layout as well. The
//! choice does not depend on the blocks that are kept.

use super::grid::Grid;
use crate::blocks::{ElementRow, Row, Table};
use crate::names::Element;

/// Maximum length of the text of a cell, in bytes.
const CELL_BYTES: usize = 2000;

/// Maximum number of columns of a cell. Larger ones would be written as many empty cells.
const MAX_COLUMNS: u32 = 32;

/// A table that holds data.
pub(crate) struct DataTable {
    pub(crate) element: u32,
    /// The index of the element after it.
    pub(crate) end: u32,
    pub(crate) columns: usize,
}

impl DataTable {
    /// Returns the table whose element is `element` if it holds data. `block` is one of its blocks.
    pub(crate) fn find(table: &Table<'_>, element: u32, block: usize) -> Option<Self> {
        use Element::*;
        let (mut end, mut rows, mut columns, mut grid) = (element + 1, 0, 0, Self::grid());
        let (mut has_header, mut has_structure) = (false, false);
        while let Some(inner) = table.elements.get(end as usize).filter(|inner| inner.parent >= element) {
            has_header |= matches!(inner.element, Th | Thead | Caption);
            match inner.element {
                Tr | Td | Th if inner.is_hidden => {}
                Tr => {
                    rows += 1;
                    grid.start_row(inner);
                }
                Td | Th => columns = columns.max(grid.place(end, inner, 1, |_| {}) + 1),
                element if element == Table || element.is_preformatted() => return None,
                Ul | Ol | Dl | Menu | Dir | Li | H1 | H2 | H3 | H4 | H5 | H6 | Blockquote => has_structure = true,
                _ => {}
            }
            end += 1;
        }
        let found = Self { element, end, columns };
        let is_data = rows > 1 && columns > 1 && (has_header || !has_structure);
        (is_data && found.has_short_cells(table, block)).then_some(found)
    }

    /// Returns an empty grid for the cells of the table.
    pub(crate) const fn grid() -> Grid {
        Grid::new(MAX_COLUMNS)
    }

    pub(crate) fn contains(&self, row: &Row) -> bool {
        (self.element..self.end).contains(&row.element)
    }

    /// Returns true if all text is in a caption before the first row, or in short cells.
    fn has_short_cells(&self, table: &Table<'_>, block: usize) -> bool {
        let first = table.rows[..block].iter().rposition(|row| row.element < self.element).map_or(0, |at| at + 1);
        let mut last = (0, 0);
        let mut bytes = 0;
        for row in table.rows[first..].iter().take_while(|row| self.contains(row)) {
            let element = &table.elements[row.element as usize];
            let cell = (element.row, element.column);
            if element.column == 0 && !(last == (0, 0) && is_in_caption(table.elements, row.element)) {
                return false;
            }
            bytes = if cell == last { bytes } else { 0 } + table.text_of(row).len();
            if bytes > CELL_BYTES {
                return false;
            }
            last = cell;
        }
        true
    }
}

fn is_in_caption(elements: &[ElementRow], mut at: u32) -> bool {
    while !matches!(elements[at as usize].element, Element::Caption | Element::Table | Element::Body) {
        at = elements[at as usize].parent;
    }
    elements[at as usize].element == Element::Caption
}
