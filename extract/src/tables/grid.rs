//! Places the cells of a table in its grid: [the algorithm for forming a
//! table](https://html.spec.whatwg.org/multipage/tables.html#forming-a-table).
//!
//! As in browsers, no cell reaches past the last row of its row group. So row groups do not affect each other, and a row of the
//! grid is a `tr`.

use crate::blocks::ElementRow;
use alloc::vec::Vec;

/// Maximum cost of all positions at which cells are repeated. A repeated position costs 1, or more if its text is long.
const REPEATS: usize = 1 << 18;

/// Consecutive positions of a cell in one row.
#[derive(Clone, Copy)]
pub(crate) struct Slot {
    /// The index of the element of the cell.
    pub(crate) cell: u32,
    pub(crate) start: u32,
    pub(crate) end: u32,
    /// True if the cell starts in an earlier row.
    pub(crate) is_below: bool,
    /// The number of rows after this one that the cell spans. `u32::MAX` for all rows of the row group.
    rows_after: u32,
    /// The cost of each repeated position.
    cost: u32,
}

impl Slot {
    /// Returns the cost of the same columns in another row.
    fn row_cost(&self) -> usize {
        (self.end - self.start) as usize * self.cost as usize
    }
}

/// The positions of the cells of tables, row by row.
///
/// Time and memory are linear in the number of cells and [`REPEATS`]. Memory is only allocated if a cell spans rows.
pub(crate) struct Grid {
    /// Maximum number of columns of a cell.
    max_columns: u32,
    /// The parent of the current row.
    group: u32,
    /// The first column that no cell of the row covers so far.
    column: u32,
    /// The cells of earlier rows that cover columns of the current row, by their first columns.
    above: Vec<Slot>,
    /// The number of them that are before `column`.
    passed: usize,
    /// The cells that cover columns of the next row.
    below: Vec<Slot>,
    /// The cost of the repeated positions that may follow.
    room: usize,
    /// True if a span was cut because of the limit.
    pub(crate) is_truncated: bool,
}

impl Grid {
    /// Creates a grid in which no cell spans more than `max_columns`.
    pub(crate) const fn new(max_columns: u32) -> Self {
        Self {
            max_columns,
            group: 0,
            column: 0,
            above: Vec::new(),
            passed: 0,
            below: Vec::new(),
            room: REPEATS,
            is_truncated: false,
        }
    }

    /// Starts the row of a `tr`.
    pub(crate) fn start_row(&mut self, row: &ElementRow) {
        self.end_row(|_| {});
        (self.column, self.passed) = (0, 0);
        self.above.clear();
        core::mem::swap(&mut self.above, &mut self.below);
        if self.group != row.parent {
            self.group = row.parent;
            self.above.clear();
        }
    }

    /// Places the next cell of the row, and calls `take` with the positions up to the last one of the cell. `cell` is the index
    /// of its element, and `cost` the cost of each position at which it is repeated. Returns its first column.
    pub(crate) fn place(&mut self, cell: u32, element: &ElementRow, cost: u32, mut take: impl FnMut(Slot)) -> usize {
        while self.above.get(self.passed).is_some_and(|slot| slot.start <= self.column) {
            self.pass(&mut take);
        }
        let start = self.column;
        let columns = (element.value.max(1) as u32).min(self.max_columns);
        let mut slot = Slot { cell, start, end: start + columns, is_below: false, rows_after: 0, cost };
        if columns > 1 && !self.pay(slot.row_cost() - cost as usize) {
            slot.end = start + 1;
        }
        slot.rows_after = u32::from(element.row_span).checked_sub(1).unwrap_or(u32::MAX);
        self.keep(slot);
        self.column = slot.end;
        take(slot);
        start as usize
    }

    /// Ends the row, and calls `take` with the positions after its last cell.
    pub(crate) fn end_row(&mut self, mut take: impl FnMut(Slot)) {
        while self.passed < self.above.len() {
            self.pass(&mut take);
        }
    }

    /// Passes the next cell of an earlier row. Where two cells overlap, the positions belong to the one that starts further left.
    fn pass(&mut self, take: &mut impl FnMut(Slot)) {
        let slot = self.above[self.passed];
        self.passed += 1;
        if !self.pay(slot.row_cost()) {
            return;
        }
        self.keep(Slot { rows_after: slot.rows_after.saturating_sub(u32::from(slot.rows_after < u32::MAX)), ..slot });
        if slot.end > self.column {
            take(Slot { start: slot.start.max(self.column), is_below: true, ..slot });
            self.column = slot.end;
        }
    }

    /// Keeps a cell for the next row, if it spans that row.
    fn keep(&mut self, slot: Slot) {
        if slot.rows_after > 0 {
            self.below.push(slot);
        }
    }

    /// Returns true if there is room for repeated positions of this cost.
    fn pay(&mut self, cost: usize) -> bool {
        self.is_truncated |= cost > self.room;
        self.room = if self.is_truncated { 0 } else { self.room - cost };
        !self.is_truncated
    }
}
