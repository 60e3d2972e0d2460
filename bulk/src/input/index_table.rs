//! Reads indexes in Parquet files.

use super::index_line::{FILE, LENGTH, OFFSET, URL};
use super::record_index::{IndexRow, IndexStream};
use super::table_text::{TableText, has_text};
use crate::input::error::{InputError, InputErrorKind};
use crate::schema::{KeptColumns, KeptValues};
use arrow_array::cast::AsArray;
use arrow_array::types::{Int32Type, Int64Type, UInt32Type, UInt64Type};
use arrow_array::{Array, RecordBatch};
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{ArrowReaderOptions, ParquetRecordBatchReader, ParquetRecordBatchReaderBuilder};
use std::fs::File;
use std::io::{ErrorKind, Read, Write};

/// Rows that are read at once.
const BATCH_ROWS: usize = 1024;
/// As [`BATCH_ROWS`], with columns that are kept: their text may be long.
const KEPT_BATCH_ROWS: usize = 128;
/// Bytes of a stream that are stored at once.
const BLOCK_BYTES: usize = 256 << 10;
/// Maximum length of the kept values of a row in bytes, as of a line.
const MAX_KEPT_BYTES: usize = 1 << 20;

/// The rows of a Parquet file, as they are read.
pub(super) struct IndexTable {
    origin: String,
    /// `None` after an error.
    batches: Option<ParquetRecordBatchReader>,
    names: Names,
    kept: KeptColumns,
    batch: Option<RecordBatch>,
    /// The next row of the batch.
    next: usize,
    /// The number of the last row, from 1.
    number: u64,
}

/// The names of the columns that are read.
struct Names {
    file: &'static str,
    offset: &'static str,
    length: Option<&'static str>,
    url: Option<&'static str>,
}

/// Stores a stream in a temporary file, because the columns of a Parquet file are listed at its end.
pub(super) fn store(origin: &str, mut stream: IndexStream) -> Result<File, InputError> {
    let not_stored = |error| InputError::io(format!("a temporary file for {origin}"), error);
    let mut file = tempfile::tempfile().map_err(not_stored)?;
    let mut block = vec![0; BLOCK_BYTES];
    loop {
        match stream.read(&mut block) {
            Ok(0) => return Ok(file),
            Ok(length) => file.write_all(&block[..length]).map_err(not_stored)?,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(InputError::of_decoding(origin, error, stream.get_ref().1)),
        }
    }
}

impl IndexTable {
    /// Opens a Parquet file, whose name is `origin`.
    pub(super) fn open(origin: String, file: File, kept: &KeptColumns) -> Result<Self, InputError> {
        let wrong = |cause: String| InputError::new(&*origin, InputErrorKind::NoRecord(cause.into()));
        // Without the Arrow schema in the file, text and numbers have one Arrow type each.
        let options = ArrowReaderOptions::new().with_skip_arrow_metadata(true);
        let builder = ParquetRecordBatchReaderBuilder::try_new_with_options(file, options)
            .map_err(|error| wrong(error.to_string()))?;
        let has = |name: &&'static str| builder.schema().column_with_name(name).is_some();
        let find = |names: [&'static str; 2]| names.into_iter().find(has);
        let needed = |names: [&'static str; 2]| {
            find(names).ok_or_else(|| wrong(format!("no column is named '{}' or '{}'", names[0], names[1])))
        };
        let names = Names { file: needed(FILE)?, offset: needed(OFFSET)?, length: find(LENGTH), url: find(URL) };
        for name in kept.names() {
            match builder.schema().column_with_name(name) {
                None => return Err(wrong(format!("no column is named '{name}'"))),
                Some((_, field)) if !has_text(field.data_type()) => {
                    let kind = field.data_type();
                    return Err(wrong(format!("the column '{name}' is of the type {kind}: make it text to keep it")));
                }
                Some(_) => {}
            }
        }
        let columns = [Some(names.file), Some(names.offset), names.length, names.url].into_iter().flatten();
        let mask = ProjectionMask::columns(builder.parquet_schema(), columns.chain(kept.names()));
        let batches = builder
            .with_projection(mask)
            .with_batch_size(if kept.is_empty() { BATCH_ROWS } else { KEPT_BATCH_ROWS })
            .build()
            .map_err(|error| wrong(error.to_string()))?;
        Ok(Self { origin, batches: Some(batches), names, kept: kept.clone(), batch: None, next: 0, number: 0 })
    }

    fn row(&self, batch: &RecordBatch) -> Result<IndexRow, String> {
        let Names { file, offset, length, url } = &self.names;
        let missing = |name: &str| format!("the value of '{name}' is missing");
        Ok(IndexRow {
            file: text(batch, file, self.next)?.ok_or_else(|| missing(file))?,
            offset: number(batch, offset, self.next)?.ok_or_else(|| missing(offset))?,
            length: length.map(|name| number(batch, name, self.next)).transpose()?.flatten(),
            url: url.map(|name| text(batch, name, self.next)).transpose()?.flatten(),
            kept: (!self.kept.is_empty()).then(|| self.kept_values(batch)).transpose()?,
        })
    }

    /// Returns the values of the kept columns as text.
    fn kept_values(&self, batch: &RecordBatch) -> Result<KeptValues, String> {
        let value = |name| {
            let column = batch.column_by_name(name)?;
            (!column.is_null(self.next)).then(|| TableText(column, self.next).to_string())
        };
        let values: KeptValues = self.kept.names().map(value).collect();
        match values.bytes() {
            ..=MAX_KEPT_BYTES => Ok(values),
            _ => Err(format!("the values of the kept columns are longer than {MAX_KEPT_BYTES} bytes")),
        }
    }
}

impl Iterator for IndexTable {
    type Item = Result<IndexRow, InputError>;

    fn next(&mut self) -> Option<Self::Item> {
        let batch = match self.batch.take().filter(|batch| self.next < batch.num_rows()) {
            Some(batch) => batch,
            None => {
                self.next = 0;
                match self.batches.as_mut()?.next()? {
                    Ok(batch) => batch,
                    Err(error) => {
                        self.batches = None;
                        let cause = InputErrorKind::NoRecord(error.to_string().into());
                        return Some(Err(InputError::new(&*self.origin, cause)));
                    }
                }
            }
        };
        if batch.num_rows() == 0 {
            return self.next();
        }
        self.number += 1;
        let row = self.row(&batch).map_err(|cause| {
            InputError::new(format!("{}:{}", self.origin, self.number), InputErrorKind::NoRecord(cause.into()))
        });
        self.next += 1;
        self.batch = Some(batch);
        Some(row)
    }
}

/// Returns the text of a column in a row; `None` for null.
fn text(batch: &RecordBatch, name: &str, row: usize) -> Result<Option<String>, String> {
    let column = batch.column_by_name(name).ok_or_else(|| format!("no column is named '{name}'"))?;
    let values = column.as_string_opt::<i32>().ok_or_else(|| format!("the column '{name}' is not text"))?;
    Ok(values.is_valid(row).then(|| values.value(row).to_owned()))
}

/// Returns the number in a row of a column; `None` for null.
fn number(batch: &RecordBatch, name: &str, row: usize) -> Result<Option<u64>, String> {
    let column = batch.column_by_name(name).ok_or_else(|| format!("no column is named '{name}'"))?;
    if column.is_null(row) {
        return Ok(None);
    }
    let signed = column
        .as_primitive_opt::<Int64Type>()
        .map(|values| values.value(row))
        .or_else(|| column.as_primitive_opt::<Int32Type>().map(|values| values.value(row).into()));
    let unsigned = column
        .as_primitive_opt::<UInt64Type>()
        .map(|values| values.value(row))
        .or_else(|| column.as_primitive_opt::<UInt32Type>().map(|values| values.value(row).into()));
    match (signed, unsigned) {
        (Some(number), _) => {
            number.try_into().map(Some).map_err(|_| format!("the value {number} of '{name}' is negative"))
        }
        (None, Some(number)) => Ok(Some(number)),
        (None, None) => Err(format!("the column '{name}' is not of integers")),
    }
}
