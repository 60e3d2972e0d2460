//! The columns of a table that are read, and their values.

use crate::input::index::index_row::{ListColumn, ListRow, OtherColumns, RowValues};
use crate::input::index::table_text::{TableText, bytes_of, has_text, is_string};
use crate::schema::{KeptColumns, KeptValues};
use arrow_array::{Array, ArrayRef, RecordBatch};
use arrow_schema::{DataType, Schema};
use std::str;

/// Maximum length of the kept values of a row in bytes, as of a line. A longer value ends the index.
const MAX_VALUE_BYTES: usize = 1 << 20;

/// The columns that are read.
pub(super) struct Columns {
    /// Each column of the rows, and the one of the file, if it has one.
    columns: Vec<(ListColumn, Option<Column>)>,
    kept: Vec<Column>,
}

/// A column of the file, by its name and its index in the schema.
#[derive(Clone)]
pub(super) struct Column {
    name: String,
    /// Its index in the schema, then in batches.
    index: usize,
}

impl Columns {
    /// Finds the columns in a schema. Adds the columns that are not read to `others`.
    pub(super) fn of<R: ListRow>(
        schema: &Schema,
        kept: &KeptColumns,
        others: &mut OtherColumns,
    ) -> Result<Self, String> {
        let find = |name: &str| -> Result<Option<Column>, String> {
            let mut found = schema.fields().iter().enumerate().filter(|(_, field)| field.name() == name);
            let column = found.next().map(|(index, _)| Column { name: name.to_owned(), index });
            if found.next().is_some() { Err(format!("two columns are named '{name}'")) } else { Ok(column) }
        };
        let kind = |column: &Column| schema.field(column.index).data_type();
        let mut columns = Vec::new();
        for column in R::COLUMNS {
            let mut found = None;
            for name in column.names {
                found = match found {
                    None => find(name)?,
                    found => found,
                };
            }
            match found {
                None if column.is_needed => return Err(column.missing()),
                // A column without any value, as a writer makes it of a column of nulls.
                Some(found) if !column.is_needed && kind(&found).is_null() => columns.push((*column, None)),
                found => columns.push((*column, found)),
            }
        }
        let kept = kept.names().map(|name| find(name)?.ok_or_else(|| format!("no column is named '{name}'")));
        let columns = Self { columns, kept: kept.collect::<Result<_, _>>()? };
        for (column, Column { name, index }) in columns.read() {
            let kind = schema.field(*index).data_type();
            match column.is_number {
                true if !is_number(kind) => return Err(format!("the column '{name}' is not of numbers")),
                false if !is_text(kind) => return Err(format!("the column '{name}' is not text")),
                _ => {}
            }
        }
        if R::REPORTS_OTHERS {
            let names = schema.fields().iter().map(|field| field.name());
            names.filter(|name| !R::has_column(name)).for_each(|name| others.add(name));
        }
        match columns.kept.iter().find(|column| !has_text(kind(column))) {
            None => Ok(columns),
            Some(column) => {
                let (name, kind) = (&column.name, kind(column));
                Err(format!("the column '{name}' is of the type {kind}: make it text to keep it"))
            }
        }
    }

    /// Returns the columns of the rows that the file has.
    fn read(&self) -> impl Iterator<Item = (&ListColumn, &Column)> {
        self.columns.iter().filter_map(|(column, found)| Some((column, found.as_ref()?)))
    }

    fn all(&self) -> impl Iterator<Item = &Column> {
        self.read().map(|(_, found)| found).chain(&self.kept)
    }

    /// Replaces the indexes in the schema by the ones in batches of these columns alone. Also returns the former ones, sorted.
    pub(super) fn projected(mut self) -> (Self, Vec<usize>) {
        let mut roots: Vec<usize> = self.all().map(|column| column.index).collect();
        roots.sort_unstable();
        roots.dedup();
        let read = self.columns.iter_mut().filter_map(|(_, found)| found.as_mut());
        for column in read.chain(&mut self.kept) {
            column.index = roots.partition_point(|root| *root < column.index);
        }
        (self, roots)
    }

    pub(super) fn row<R: ListRow>(&self, batch: &RecordBatch, row: usize) -> Result<R, String> {
        let values = self.columns.iter().map(|(column, found)| {
            let Some(found) = found else { return Ok(None) };
            match found.text(batch, row)? {
                None if column.is_needed => Err(format!("the value of '{}' is missing", found.name)),
                text => Ok(text),
            }
        });
        let values = RowValues::new(values.collect::<Result<_, _>>()?);
        let kept = (!self.kept.is_empty()).then(|| self.kept_values(batch, row)).transpose()?;
        R::new(values, kept)
    }

    /// Returns the values of the kept columns as text.
    fn kept_values(&self, batch: &RecordBatch, row: usize) -> Result<KeptValues, String> {
        let values: KeptValues = self.kept.iter().map(|column| column.text(batch, row)).collect::<Result<_, _>>()?;
        match values.bytes() {
            ..=MAX_VALUE_BYTES => Ok(values),
            _ => Err(format!("the values of the kept columns are longer than {MAX_VALUE_BYTES} bytes")),
        }
    }

    /// Returns the cause why the list is not read on: a row has a value that is longer than a line may be.
    pub(super) fn long_value(&self, batch: &RecordBatch, row: usize) -> Option<String> {
        let is_long = |column: &&Column| column.bytes(batch, row).is_some_and(|bytes| bytes.len() > MAX_VALUE_BYTES);
        let column = self.all().find(is_long)?;
        Some(format!("the value of '{}' is longer than {MAX_VALUE_BYTES} bytes", column.name))
    }
}

impl Column {
    fn values<'b>(&self, batch: &'b RecordBatch) -> Option<&'b ArrayRef> {
        batch.columns().get(self.index)
    }

    /// Returns the bytes of a text; `None` for null, and for other types.
    fn bytes<'b>(&self, batch: &'b RecordBatch, row: usize) -> Option<&'b [u8]> {
        bytes_of(self.values(batch)?, row)
    }

    /// Returns the text of a value; `None` for null.
    fn text(&self, batch: &RecordBatch, row: usize) -> Result<Option<String>, String> {
        let name = &self.name;
        let values = self.values(batch).ok_or_else(|| format!("the column '{name}' was not read"))?;
        match bytes_of(values, row) {
            Some(bytes) => {
                let text = str::from_utf8(bytes).map_err(|_| format!("the value of '{name}' is not UTF-8"))?;
                Ok(Some(text.to_owned()))
            }
            // A time that RFC 3339 cannot express has no text.
            None => {
                Ok((!values.is_null(row)).then(|| TableText(values, row).to_string()).filter(|text| !text.is_empty()))
            }
        }
    }
}

/// Returns true for text, also of writers that do not say that it is text.
fn is_text(kind: &DataType) -> bool {
    match kind {
        DataType::Dictionary(_, values) => is_text(values),
        DataType::Binary | DataType::LargeBinary | DataType::BinaryView => true,
        kind => is_string(kind),
    }
}

/// Returns true for numbers that may be whole, and for text, which may have digits as in CDXJ.
fn is_number(kind: &DataType) -> bool {
    is_text(kind)
        || kind.is_integer()
        || matches!(kind, DataType::Float32 | DataType::Float64 | DataType::Decimal128(..))
}
