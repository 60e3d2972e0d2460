//! Writes tables as rows.
//!
//! [`DataTable`] decides which tables are written this way. Rows without text are left out. The paragraphs and lines of a
//! cell are joined by spaces, and the items of its lists begin with `- `. A cell that spans columns or rows is followed by
//! empty cells.

use super::inlines::Position;
use super::{Syntax, Writer};
use crate::blocks::{ROOT, Row};
use crate::names::Element;
use crate::tables::{DataTable, Grid};
use core::ops::Range;

impl<F: Fn(usize) -> bool> Writer<'_, '_, '_, F> {
    /// Writes a table. `first` is its first block that is kept. Returns the index after its blocks.
    pub(super) fn write_table(&mut self, table: &DataTable, first: usize) -> usize {
        let mut block = first;
        while self.rows.get(block).is_some_and(|row| table.contains(row) && self.column(row) == 0) {
            if self.keeps(block) {
                self.write_paragraph(block);
                self.last = Some(block);
            }
            block += 1;
        }
        self.last = None;
        let (mut grid, mut at, mut is_first) = (DataTable::grid(), table.element + 1, true);
        while at < table.end {
            let is_row = |element: u32| self.elements[element as usize].element == Element::Tr;
            let end = (at + 1..table.end).find(|&element| is_row(element)).unwrap_or(table.end);
            let is_inside = |row: &&Row| table.contains(row) && row.element < end;
            let blocks = block..block + self.rows[block..].iter().take_while(is_inside).count();
            block = blocks.end;
            if is_row(at) {
                let is_written = blocks.clone().any(|index| self.keeps(index));
                if is_written {
                    if is_first {
                        self.enter(table.element);
                    } else {
                        self.out.push('\n');
                        self.containers.start_line(self.out);
                    }
                }
                self.write_row(table, at..end, blocks, is_first && is_written, is_written, &mut grid);
                is_first &= !is_written;
            }
            at = end;
        }
        self.containers.elements.visit(table.end - 1);
        block
    }

    fn column(&self, row: &Row) -> u32 {
        self.elements[row.element as usize].column
    }

    /// Writes the texts of a cell, which are the `blocks` in elements before `end`, and takes them. Returns true if there is one.
    fn push_cell(&mut self, blocks: &mut Range<usize>, end: u32) -> bool {
        let (mut is_empty, mut newest) = (true, ROOT);
        while blocks.start < blocks.end && self.rows[blocks.start].element < end {
            let starts_item = self.starts_item(self.rows[blocks.start].element, &mut newest);
            if self.keeps(blocks.start) {
                if !core::mem::take(&mut is_empty) {
                    self.out.push(' ');
                }
                if starts_item {
                    self.out.push_str("- ");
                }
                self.push_text(blocks.start, Position::Cell);
            }
            blocks.start += 1;
        }
        !is_empty
    }

    /// Returns true if an element of a cell is in a list item without earlier blocks. `newest` is the greatest element of the
    /// earlier ones.
    fn starts_item(&self, element: u32, newest: &mut u32) -> bool {
        let (mut at, mut is_first) = (element, false);
        while at > *newest && !self.elements[at as usize].element.is_cell() {
            is_first |= self.elements[at as usize].element == Element::Li;
            at = self.elements[at as usize].parent;
        }
        *newest = (*newest).max(element);
        is_first
    }

    /// Writes the cells of the row whose elements are `elements`.
    fn write_row(
        &mut self,
        table: &DataTable,
        elements: Range<u32>,
        mut blocks: Range<usize>,
        is_first: bool,
        is_written: bool,
        grid: &mut Grid,
    ) {
        let is_markdown = matches!(self.syntax, Syntax::Markdown(_));
        let is_header = is_first && is_markdown && self.is_header(elements.clone());
        if is_first && is_markdown && !is_header {
            self.push_cells(table.columns, "| ");
            self.push_delimiter(table.columns);
            self.out.push('\n');
            self.containers.start_line(self.out);
        }
        let row = &self.elements[elements.start as usize];
        if !row.is_hidden {
            grid.start_row(row);
        }
        let start = self.out.len();
        let (mut written, mut at) = (0, elements.start + 1);
        while at < elements.end {
            let cell = &self.elements[at as usize];
            let is_cell = |element: u32| self.elements[element as usize].element.is_cell();
            let end = (at + 1..elements.end).find(|&element| is_cell(element)).unwrap_or(elements.end);
            if is_cell(at) {
                let column = (!cell.is_hidden).then(|| grid.place(at, cell, 1, |_| {}));
                if let Some(column) = column.filter(|_| is_written) {
                    self.push_cells(column - written, if is_markdown { "| " } else { "\t" });
                    written = column;
                    if is_markdown {
                        self.out.push_str("| ");
                        written += 1;
                    }
                }
                if cell.is_hidden {
                    // It has no place in the row.
                    blocks.start += self.rows[blocks.clone()].iter().take_while(|row| row.element < end).count();
                } else if self.push_cell(&mut blocks, end) && is_markdown {
                    self.out.push(' ');
                }
            }
            at = end;
        }
        if !is_written {
            return;
        }
        if !is_markdown {
            // Empty cells at the end are left out.
            self.out.truncate(start + self.out[start..].trim_end_matches('\t').len());
            return;
        }
        if is_header {
            self.push_cells(table.columns - written, "| ");
        }
        self.out.push('|');
        if is_header {
            self.push_delimiter(table.columns);
        }
    }

    /// Returns true if all cells are `th`, or if the row is in `thead`.
    fn is_header(&self, elements: Range<u32>) -> bool {
        let parent = self.elements[elements.start as usize].parent;
        let row = &self.elements[elements.start as usize..elements.end as usize];
        self.elements[parent as usize].element == Element::Thead || row.iter().all(|cell| cell.element != Element::Td)
    }

    /// Writes the line that separates the header from the other rows.
    fn push_delimiter(&mut self, columns: usize) {
        if self.out.ends_with(' ') {
            self.out.push('|');
        }
        self.out.push('\n');
        self.containers.start_line(self.out);
        self.push_cells(columns, "| --- ");
        self.out.push('|');
    }

    fn push_cells(&mut self, count: usize, cell: &str) {
        (0..count).for_each(|_| self.out.push_str(cell));
    }
}
