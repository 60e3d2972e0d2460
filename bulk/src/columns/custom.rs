//! Custom columns, and the values of a row for them.

use super::cell::Cell;
use super::column_builder::{ColumnBuilder, Values};
use crate::row::{CustomValue, Value};
use crate::schema::CustomColumn;
use crate::schema::table::RowError;

impl ColumnBuilder {
    /// Appends values to the members of a column of structs from `first` on, as row `row`. Returns their size.
    pub(super) fn put_custom(
        &mut self,
        row: usize,
        first: usize,
        columns: &[CustomColumn],
        values: &[CustomValue],
    ) -> Result<usize, RowError> {
        let Values::Struct(members) = &mut self.values else { return Err(self.refused("an object")) };
        let mut size = 0;
        for ((column, CustomColumn { kind, .. }), value) in members[first..].iter_mut().zip(columns).zip(values) {
            // Null: the column is filled when its next value comes.
            if *value != CustomValue::Null {
                value.write(Cell { column, row, size: &mut size, kind })?;
            }
        }
        Ok(size)
    }
}
