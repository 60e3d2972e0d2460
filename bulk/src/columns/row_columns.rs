//! The columns of rows of one table, as they are built.

use super::column_builder::ColumnBuilder;
use super::selected::builder;
use super::table_schema::schema_with;
use crate::row::{CustomValue, FieldCursor, Row, check_parts};
use crate::schema::field_selection::Fields;
use crate::schema::table::RowError;
use crate::schema::{MoreColumns, SelectedColumns, Table};
use arrow_array::{RecordBatch, RecordBatchOptions};
use arrow_schema::{ArrowError, SchemaRef};
use std::{iter, mem};
use tagrake_extract::Parts;

/// A batch with more bytes of values than this does not leave its memory to the next batch. A block of a run has about
/// 2 MiB.
const MAX_USUAL_BYTES: usize = 3 << 20;

/// Builds columns from the rows of one table.
///
/// ```
/// use tagrake_bulk::columns::Columns;
/// use tagrake_bulk::input::InputPage;
/// use tagrake_bulk::{Fields, PageRecord, Reader, ReaderOptions};
///
/// let fields = Fields::only("source,title")?;
/// let mut columns = Columns::pages(&fields);
/// let mut reader = Reader::new(ReaderOptions::default());
/// for title in ["One", "Two"] {
///     let input = InputPage::new(title, format!("<title>{title}</title>").into());
///     reader.read(&input, |page| columns.push(PageRecord::new(&input, page)))?;
/// }
/// let batch = columns.finish()?;
/// assert_eq!((batch.num_columns(), batch.num_rows()), (2, 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Columns {
    schema: SchemaRef,
    table: Table,
    fields: Fields,
    /// The parts of the extraction that the fields need.
    needs: Parts,
    more: MoreColumns,
    /// A column of structs: the rows.
    rows: ColumnBuilder,
    /// The size of each row's values in bytes, independent of other rows.
    sizes: Vec<u32>,
    bytes: usize,
}

impl Columns {
    /// Creates columns for page records with the keys of `fields`.
    pub fn pages(fields: &Fields) -> Self {
        Self::of(Table::Pages, fields, MoreColumns::default())
    }

    /// Adds selected columns, which follow the keys of page records. Must be called before the first row.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use tagrake_bulk::Fields;
    /// use tagrake_bulk::columns::Columns;
    /// use tagrake_bulk::schema::{KeptColumns, SelectedColumns};
    /// use tagrake_extract::SelectColumns;
    ///
    /// let (fields, kept) = (Fields::only("url")?, KeptColumns::default());
    /// let selected = SelectedColumns::new(Arc::new(SelectColumns::compile(&["title=h1"])?), &fields, &kept)?;
    /// assert_eq!(Columns::pages(&fields).with_selected(selected).schema().field(1).name(), "title");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_selected(self, selected: SelectedColumns) -> Self {
        Self::of(self.table, &self.fields, MoreColumns { selected, ..MoreColumns::default() })
    }

    /// Creates columns for link rows.
    ///
    /// ```
    /// assert!(tagrake_bulk::columns::Columns::links().is_empty());
    /// ```
    pub fn links() -> Self {
        Self::of(Table::Links, Fields::ALL, MoreColumns::default())
    }

    /// Creates columns for rows of `table` with the keys of `fields`, and for the columns of `more`.
    pub(crate) fn of(table: Table, fields: &Fields, more: MoreColumns) -> Self {
        let schema = schema_with(table, fields, &more);
        let rows = rows_of(table, fields, &more);
        Self { schema, table, fields: *fields, needs: fields.parts(table), more, rows, sizes: Vec::new(), bytes: 0 }
    }

    /// Adds a row: a [`PageRecord`](crate::PageRecord) or [`ErrorRecord`](crate::ErrorRecord), or a
    /// [`LinkRow`](crate::LinkRow).
    ///
    /// # Errors
    ///
    /// Returns an error if a column would be too long, or if the row is of another table. The row is then left out.
    pub fn push<R: Row>(&mut self, row: R) -> Result<(), RowError> {
        self.push_with(row, iter::empty(), &[])
    }

    /// As [`push`](Self::push), with the values of kept columns and of custom columns; none if all are null.
    pub(crate) fn push_with<'k, R: Row>(
        &mut self,
        row: R,
        kept: impl Iterator<Item = Option<&'k str>>,
        custom: &[CustomValue],
    ) -> Result<(), RowError> {
        if R::TABLE != self.table {
            return Err(RowError::Table { found: R::TABLE.as_str(), expected: self.table.as_str() });
        }
        check_parts(&row, self.needs, &self.fields)?;
        let len = self.len();
        let size = self.rows.put_object(len, row, FieldCursor::of_row(self.table, &self.fields));
        let MoreColumns { kept: kept_columns, selected, custom: custom_columns } = &self.more;
        let first_custom = self.schema.fields().len() - custom_columns.columns().len();
        let first_selected = first_custom - selected.names().len();
        let first_kept = first_selected - kept_columns.names().len();
        let size = size.and_then(|size| {
            let kept = self.rows.put_texts(len, first_kept, kept)?;
            let selected = self.rows.put_selected(len, first_selected, row.selected())?;
            let custom = self.rows.put_custom(len, first_custom, custom_columns.columns(), custom)?;
            Ok(size + kept + selected + custom)
        });
        let size = size.inspect_err(|_| self.rows.truncate(len))?;
        self.sizes.push(size.try_into().unwrap_or(u32::MAX));
        self.bytes += size;
        Ok(())
    }

    /// Returns the number of rows.
    ///
    /// ```
    /// assert_eq!(tagrake_bulk::columns::Columns::links().len(), 0);
    /// ```
    pub fn len(&self) -> usize {
        self.sizes.len()
    }

    /// Returns true if there are no rows.
    ///
    /// ```
    /// assert!(tagrake_bulk::columns::Columns::links().is_empty());
    /// ```
    pub fn is_empty(&self) -> bool {
        self.sizes.is_empty()
    }

    /// Returns the size of all values in bytes, which depends on the rows alone. Nulls have size 0.
    ///
    /// ```
    /// assert_eq!(tagrake_bulk::columns::Columns::links().bytes(), 0);
    /// ```
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Returns the rows as a batch, and starts again with none.
    ///
    /// # Errors
    ///
    /// Returns an error if a row lacks a value that is never null.
    pub fn finish(&mut self) -> Result<RecordBatch, ArrowError> {
        self.finish_with_sizes().map(|(batch, _)| batch)
    }

    /// Returns the rows as a batch, with the size of each in bytes, and starts again with none.
    pub(crate) fn finish_with_sizes(&mut self) -> Result<(RecordBatch, Vec<u32>), ArrowError> {
        let len = self.len();
        let sizes = mem::replace(&mut self.sizes, Vec::with_capacity(len));
        let bytes = mem::take(&mut self.bytes);
        let arrays = self.rows.finish_members(len, self.schema.fields())?;
        if bytes > MAX_USUAL_BYTES {
            // The columns have reserved memory for as many values.
            self.rows = rows_of(self.table, &self.fields, &self.more);
        }
        let options = RecordBatchOptions::new().with_row_count(Some(len));
        Ok((RecordBatch::try_new_with_options(self.schema.clone(), arrays, &options)?, sizes))
    }

    /// Returns the Arrow schema of the rows.
    ///
    /// ```
    /// use tagrake_bulk::columns::Columns;
    ///
    /// assert_eq!(Columns::links().schema().field(5).name(), "page_url");
    /// ```
    pub fn schema(&self) -> SchemaRef {
        self.schema.clone()
    }
}

/// Returns the column of the rows, without values.
fn rows_of(table: Table, fields: &Fields, more: &MoreColumns) -> ColumnBuilder {
    let kept = more.kept.names().map(|_| ColumnBuilder::of_text());
    let selected = more.selected.columns().iter().map(builder);
    let custom = more.custom.columns().iter().map(|column| ColumnBuilder::new(&column.kind));
    ColumnBuilder::of_fields(fields.of(table)).with_members(kept.chain(selected).chain(custom))
}

#[cfg(test)]
mod tests;
