//! Rows as columns: record batches of Arrow.
//!
//! Page records and link rows come as what they are everywhere, serde's `Serialize`, and each value goes to the end of
//! its column. So there is one place that knows how a row is made of a page, and JSON and columns cannot differ. What is
//! null or left out in JSON is null here. Objects whose keys are data are maps; lists of a key and a value (`og`, `twitter`)
//! are lists of structs, because keys may come again; the value of a block of JSON-LD is its text.
//!
//! Rows have their keys in the order of the schema, so that a key is found by going on from the last one, and a column is
//! filled up with nulls only when its next value comes: what a row leaves out costs it nothing.
//!
//! Dropped: `serde_arrow`, which traces types where we have a schema, has no way back from half a row, and follows major
//! versions of Arrow that others choose.

mod cell;
mod column_builder;
mod nested_cells;
mod table_schema;

pub use table_schema::schema;

use crate::schema::Table;
use crate::schema::field_selection::Fields;
use crate::schema::row_error::RowError;
use arrow_array::{RecordBatch, RecordBatchOptions};
use arrow_schema::{ArrowError, SchemaRef};
use column_builder::Column;
use serde::Serialize;
use std::mem;

/// Rows of one table, as columns that grow.
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
///     reader.read(&input, |page| columns.push(&PageRecord::new(&input, page).with_fields(&fields)))?;
/// }
/// let batch = columns.finish()?;
/// assert_eq!((batch.num_columns(), batch.num_rows()), (2, 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Columns {
    schema: SchemaRef,
    /// Of structs: the rows.
    rows: Column,
    /// How many bytes the values of each row have, whatever came before.
    sizes: Vec<u32>,
    bytes: usize,
}

impl Columns {
    /// Columns of page records that have the keys of `fields`.
    pub fn pages(fields: &Fields) -> Self {
        Self::of(Table::Pages, fields)
    }

    /// Columns of link rows.
    ///
    /// ```
    /// assert!(tagrake_bulk::columns::Columns::links().is_empty());
    /// ```
    pub fn links() -> Self {
        Self::of(Table::Links, Fields::ALL)
    }

    /// Columns of the rows of `table` that have the keys of `fields`.
    pub(crate) fn of(table: Table, fields: &Fields) -> Self {
        let rows = Column::of_fields(fields.of(table));
        Self { rows, schema: schema(table, fields), sizes: Vec::new(), bytes: 0 }
    }

    /// Adds a row: a [`PageRecord`](crate::PageRecord) or [`ErrorRecord`](crate::ErrorRecord), or a
    /// [`LinkRow`](crate::LinkRow).
    ///
    /// # Errors
    ///
    /// If the row does not fit, because a column would be too long, or it is of another table. It is then left out.
    pub fn push(&mut self, row: &impl Serialize) -> Result<(), RowError> {
        let len = self.len();
        match self.rows.put(len, row) {
            Ok(size) if self.rows.len() > len => {
                self.sizes.push(size.try_into().unwrap_or(u32::MAX));
                self.bytes += size;
                Ok(())
            }
            result => {
                self.rows.truncate(len);
                result.and(Err(RowError::Type { what: "null", place: "row" }))
            }
        }
    }

    /// Returns how many rows there are.
    ///
    /// ```
    /// assert_eq!(tagrake_bulk::columns::Columns::links().len(), 0);
    /// ```
    pub fn len(&self) -> usize {
        self.sizes.len()
    }

    /// Returns whether there is no row.
    ///
    /// ```
    /// assert!(tagrake_bulk::columns::Columns::links().is_empty());
    /// ```
    pub fn is_empty(&self) -> bool {
        self.sizes.is_empty()
    }

    /// Returns how many bytes the values have. Nulls are not counted: it depends on the rows alone.
    ///
    /// ```
    /// assert_eq!(tagrake_bulk::columns::Columns::links().bytes(), 0);
    /// ```
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Returns the rows as a batch, and begins anew.
    ///
    /// # Errors
    ///
    /// If a row lacked what it always has.
    pub fn finish(&mut self) -> Result<RecordBatch, ArrowError> {
        self.finish_with_sizes().map(|(batch, _)| batch)
    }

    /// Returns the rows as a batch, with the size of each, and begins anew.
    pub(crate) fn finish_with_sizes(&mut self) -> Result<(RecordBatch, Vec<u32>), ArrowError> {
        let len = self.len();
        let sizes = mem::replace(&mut self.sizes, Vec::with_capacity(len));
        self.bytes = 0;
        let arrays = self.rows.finish_members(len, self.schema.fields())?;
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
