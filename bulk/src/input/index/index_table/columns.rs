//! The columns of a table that are read, and their values.

use crate::input::index::index_row::{FILE, IndexRow, LENGTH, OFFSET, URL, number};
use crate::input::index::table_text::{TableText, bytes_of, has_text, is_string};
use crate::schema::{KeptColumns, KeptValues};
use arrow_array::{Array, ArrayRef, RecordBatch};
use arrow_schema::{DataType, Schema};
use std::str;

/// Maximum length of the kept values of a row in bytes, as of a line. A longer value ends the index.
const MAX_VALUE_BYTES: usize = 1 << 20;

/// The columns that are read.
pub(super) struct Columns {
    file: Column,
    offset: Column,
    length: Option<Column>,
    url: Option<Column>,
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
    /// Finds the columns in a schema.
    pub(super) fn of(schema: &Schema, kept: &KeptColumns) -> Result<Self, String> {
        let find = |name: &str| -> Result<Option<Column>, String> {
            let mut found = schema.fields().iter().enumerate().filter(|(_, field)| field.name() == name);
            let column = found.next().map(|(index, _)| Column { name: name.to_owned(), index });
            if found.next().is_some() { Err(format!("two columns are named '{name}'")) } else { Ok(column) }
        };
        let any = |[first, second]: [&str; 2]| {
            find(first).and_then(|column| column.map_or_else(|| find(second), |c| Ok(Some(c))))
        };
        // A column without any value, as a writer makes it of a column of nulls.
        let optional = |names| {
            let column = any(names)?;
            Ok::<_, String>(column.filter(|column| !schema.field(column.index).data_type().is_null()))
        };
        let needed = |names: [&str; 2]| {
            any(names)?.ok_or_else(|| format!("no column is named '{}' or '{}'", names[0], names[1]))
        };
        let kept = kept.names().map(|name| find(name)?.ok_or_else(|| format!("no column is named '{name}'")));
        let columns = Self {
            file: needed(FILE)?,
            offset: needed(OFFSET)?,
            length: optional(LENGTH)?,
            url: optional(URL)?,
            kept: kept.collect::<Result<_, _>>()?,
        };
        let kind = |column: &Column| schema.field(column.index).data_type();
        let texts = [Some(&columns.file), columns.url.as_ref()];
        if let Some(Column { name, .. }) = texts.into_iter().flatten().find(|column| !is_text(kind(column))) {
            return Err(format!("the column '{name}' is not text"));
        }
        let numbers = [Some(&columns.offset), columns.length.as_ref()];
        if let Some(Column { name, .. }) = numbers.into_iter().flatten().find(|column| !is_number(kind(column))) {
            return Err(format!("the column '{name}' is not of numbers"));
        }
        match columns.kept.iter().find(|column| !has_text(kind(column))) {
            None => Ok(columns),
            Some(column) => {
                let (name, kind) = (&column.name, kind(column));
                Err(format!("the column '{name}' is of the type {kind}: make it text to keep it"))
            }
        }
    }

    fn all(&self) -> impl Iterator<Item = &Column> {
        [&self.file, &self.offset].into_iter().chain(&self.length).chain(&self.url).chain(&self.kept)
    }

    /// Replaces the indexes in the schema by the ones in batches of these columns alone. Also returns the former ones, sorted.
    pub(super) fn projected(mut self) -> (Self, Vec<usize>) {
        let mut roots: Vec<usize> = self.all().map(|column| column.index).collect();
        roots.sort_unstable();
        roots.dedup();
        let optional = self.length.iter_mut().chain(&mut self.url);
        for column in [&mut self.file, &mut self.offset].into_iter().chain(optional).chain(&mut self.kept) {
            column.index = roots.partition_point(|root| *root < column.index);
        }
        (self, roots)
    }

    pub(super) fn row(&self, batch: &RecordBatch, row: usize) -> Result<IndexRow, String> {
        let missing = |column: &Column| format!("the value of '{}' is missing", column.name);
        let text = |column: &Column| column.text(batch, row);
        let size = |name, column: &Column| text(column)?.map(|text| number(name, &text)).transpose();
        let file = text(&self.file)?.ok_or_else(|| missing(&self.file))?;
        let offset = size("offset", &self.offset)?.ok_or_else(|| missing(&self.offset))?;
        let length = self.length.as_ref().map(|column| size("length", column)).transpose()?.flatten();
        let url = self.url.as_ref().map(text).transpose()?.flatten();
        let kept = (!self.kept.is_empty()).then(|| self.kept_values(batch, row)).transpose()?;
        IndexRow::new(file, offset, length, url, kept)
    }

    /// Returns the values of the kept columns as text.
    fn kept_values(&self, batch: &RecordBatch, row: usize) -> Result<KeptValues, String> {
        let values: KeptValues = self.kept.iter().map(|column| column.text(batch, row)).collect::<Result<_, _>>()?;
        match values.bytes() {
            ..=MAX_VALUE_BYTES => Ok(values),
            _ => Err(format!("the values of the kept columns are longer than {MAX_VALUE_BYTES} bytes")),
        }
    }

    /// Returns the cause why the index is not read on: a row has a value that is longer than a line may be.
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
