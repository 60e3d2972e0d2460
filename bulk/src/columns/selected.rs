//! Builds selected columns: texts, lists of texts, and lists of records.

use super::column_builder::{ColumnBuilder, Values};
use crate::schema::table::RowError;
use tagrake_extract::{SelectColumn, SelectKind, SelectedValue};

/// Returns a column without values.
pub(super) fn builder(column: &SelectColumn) -> ColumnBuilder {
    match column.kind() {
        SelectKind::Text => ColumnBuilder::of_text(),
        SelectKind::Texts => ColumnBuilder::of_list(ColumnBuilder::of_text()),
        SelectKind::Records(columns) => ColumnBuilder::of_list(ColumnBuilder::of_members(columns.iter().map(builder))),
    }
}

impl ColumnBuilder {
    /// Appends values to the members of a column of structs from `first` on, as row `row`. Returns their size.
    pub(super) fn put_selected(
        &mut self,
        row: usize,
        first: usize,
        values: &[SelectedValue<'_>],
    ) -> Result<usize, RowError> {
        let Values::Struct(members) = &mut self.values else { return Err(self.refused("an object")) };
        let mut size = 0;
        for (member, value) in members[first..].iter_mut().zip(values) {
            size += member.put_value(row, value)?;
        }
        Ok(size)
    }

    fn put_value(&mut self, row: usize, value: &SelectedValue<'_>) -> Result<usize, RowError> {
        match value {
            SelectedValue::Null => Ok(0), // the column is filled when its next value comes
            SelectedValue::Text(text) => self.put_text(row, text),
            SelectedValue::Texts(texts) => self.put_list(row, texts, |items, row, text| items.put_text(row, text)),
            SelectedValue::Records(records) => self.put_list(row, records, |items, row, record| {
                items.fill(row);
                let size = items.put_selected(row, 0, record)?;
                Ok(items.append_valid(size))
            }),
        }
    }

    fn put_list<I>(
        &mut self,
        row: usize,
        list: &[I],
        mut put: impl FnMut(&mut Self, usize, &I) -> Result<usize, RowError>,
    ) -> Result<usize, RowError> {
        self.fill(row);
        let Values::List(ends, items) = &mut self.values else { return Err(self.refused("a list")) };
        let (mut size, start) = (0, ends.last());
        for (at, item) in list.iter().enumerate() {
            size += put(items, start + at, item)? + 1;
        }
        ends.push(start + list.len())?;
        Ok(self.append_valid(size))
    }
}
