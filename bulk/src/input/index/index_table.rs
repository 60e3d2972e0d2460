//! Reads indexes in Parquet files. They are hostile input: sizes are checked before the reader allocates for them.

mod limits;
mod thrift;

use super::index_row::{FILE, IndexRow, LENGTH, OFFSET, URL, number};
use super::table_text::{TableText, has_text};
use crate::input::error::{InputError, InputErrorKind};
use crate::input::sources::list_file::ListStream;
use crate::schema::{KeptColumns, KeptValues};
use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, RecordBatch};
use arrow_schema::{DataType, Schema};
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{
    ArrowReaderMetadata, ArrowReaderOptions, ParquetRecordBatchReader, ParquetRecordBatchReaderBuilder,
};
use std::cell::Cell;
use std::fs::File;
use std::io::{ErrorKind, Read, Write};
use std::panic::{self, AssertUnwindSafe};
use std::str;
use std::sync::{Arc, Once};

/// Bytes of a stream that are stored at once.
const BLOCK_BYTES: usize = 256 << 10;
/// Maximum length of the kept values of a row in bytes, as of a line. A longer value ends the index.
const MAX_VALUE_BYTES: usize = 1 << 20;

/// The rows of a Parquet file, as they are read.
pub(crate) struct IndexTable {
    origin: String,
    /// `None` after an error that ends the index.
    groups: Option<RowGroups>,
    columns: Columns,
    batch: Option<RecordBatch>,
    /// The next row of the batch.
    next: usize,
    /// The number of the last row, from 1.
    number: u64,
}

/// The row groups of a file, as they are read.
struct RowGroups {
    file: Arc<File>,
    metadata: ArrowReaderMetadata,
    mask: ProjectionMask,
    /// The columns of `mask`, which are not nested.
    leaves: Vec<usize>,
    /// The next row group.
    next: usize,
    batches: Option<ParquetRecordBatchReader>,
    /// True if a column is encrypted. Other columns can be read.
    is_encrypted: bool,
}

/// The columns that are read.
struct Columns {
    file: Column,
    offset: Column,
    length: Option<Column>,
    url: Option<Column>,
    kept: Vec<Column>,
}

/// A column of the file, by its name and its index in the schema.
#[derive(Clone)]
struct Column {
    name: String,
    /// Its index in the schema, then in batches.
    index: usize,
}

/// Stores a stream in a temporary file, because the columns of a Parquet file are listed at its end. A stream that is longer
/// than `max_bytes` is an error.
pub(crate) fn store(origin: &str, mut stream: ListStream, max_bytes: u64) -> Result<File, InputError> {
    let not_stored = |error| InputError::io(format!("a temporary file for {origin}"), error);
    let mut file = tempfile::tempfile().map_err(not_stored)?;
    let (mut block, mut room) = (vec![0; BLOCK_BYTES], max_bytes);
    loop {
        match stream.read(&mut block) {
            Ok(0) => return Ok(file),
            Ok(length) => {
                let Some(left) = room.checked_sub(length as u64) else {
                    let cause = format!("it is longer than {max_bytes} bytes after decompression: decompress it first");
                    return Err(InputError::new(origin, InputErrorKind::no_record(cause)));
                };
                room = left;
                file.write_all(&block[..length]).map_err(not_stored)?;
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(InputError::of_decoding(origin, error, stream.get_ref().1)),
        }
    }
}

impl IndexTable {
    /// Opens a Parquet file, whose name is `origin`.
    pub(crate) fn open(origin: String, file: File, kept: &KeptColumns) -> Result<Self, InputError> {
        match catch(|| RowGroups::open(file, kept)) {
            Ok((groups, columns)) => {
                Ok(Self { origin, groups: Some(groups), columns, batch: None, next: 0, number: 0 })
            }
            Err(cause) => Err(InputError::new(origin, InputErrorKind::no_record(cause))),
        }
    }

    /// Returns the batch of the next row; `None` at the end. After an error, the rest of its row group is skipped.
    fn batch(&mut self) -> Result<Option<RecordBatch>, String> {
        if let Some(batch) = self.batch.take().filter(|batch| self.next < batch.num_rows()) {
            return Ok(Some(batch));
        }
        self.next = 0;
        let Some(groups) = &mut self.groups else { return Ok(None) };
        loop {
            match catch(|| groups.batch()) {
                Ok(Some(batch)) if batch.num_rows() == 0 => {}
                Ok(batch) => return Ok(batch),
                Err(cause) => {
                    // The next row group may be good.
                    groups.batches = None;
                    self.number = groups.rows_before();
                    return Err(groups.cause(&cause));
                }
            }
        }
    }
}

impl RowGroups {
    fn open(mut file: File, kept: &KeptColumns) -> Result<(Self, Columns), String> {
        let is_encrypted = limits::check_metadata(&mut file)?;
        // Without the Arrow schema in the file, text and numbers have one Arrow type each.
        let options = ArrowReaderOptions::new().with_skip_arrow_metadata(true);
        let metadata = ArrowReaderMetadata::load(&file, options).map_err(|error| error.to_string())?;
        let mut columns = Columns::of(metadata.schema(), kept)?;
        let mut roots: Vec<usize> = columns.all().map(|column| column.index).collect();
        roots.sort_unstable();
        roots.dedup();
        let schema = metadata.parquet_schema();
        let mask = ProjectionMask::roots(schema, roots.iter().copied());
        let is_leaf = |leaf: &usize| roots.binary_search(&schema.get_column_root_idx(*leaf)).is_ok();
        let leaves = (0..schema.num_columns()).filter(is_leaf).collect();
        columns.project(&roots);
        Ok((Self { file: Arc::new(file), metadata, mask, leaves, next: 0, batches: None, is_encrypted }, columns))
    }

    /// Returns the number of rows in the row groups before the next one.
    fn rows_before(&self) -> u64 {
        let groups = self.metadata.metadata().row_groups().iter().take(self.next);
        groups.fold(0, |rows, group| rows.saturating_add(u64::try_from(group.num_rows()).unwrap_or_default()))
    }

    /// Returns the cause of an error in the current row group, with its number from 1.
    fn cause(&self, cause: &str) -> String {
        let hint = if self.is_encrypted { " (the file has an encrypted column)" } else { "" };
        format!("row group {}: {cause}{hint}", self.next)
    }

    /// Returns the next batch; `None` at the end.
    fn batch(&mut self) -> Result<Option<RecordBatch>, String> {
        loop {
            if let Some(batch) = self.batches.as_mut().and_then(Iterator::next) {
                return batch.map(Some).map_err(|error| error.to_string());
            }
            self.batches = None;
            let Some(group) = self.metadata.metadata().row_groups().get(self.next) else { return Ok(None) };
            self.next += 1;
            let rows = limits::check_row_group(&self.file, group, self.leaves.iter().copied())?;
            let file = self.file.try_clone().map_err(|error| error.to_string())?;
            let builder = ParquetRecordBatchReaderBuilder::new_with_metadata(file, self.metadata.clone());
            let builder = builder.with_row_groups(vec![self.next - 1]).with_projection(self.mask.clone());
            self.batches = Some(builder.with_batch_size(rows).build().map_err(|error| error.to_string())?);
        }
    }
}

impl Columns {
    /// Finds the columns in a schema.
    fn of(schema: &Schema, kept: &KeptColumns) -> Result<Self, String> {
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
            return Err(format!("the column '{name}' is not of integers"));
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

    /// Replaces the indexes in the schema by the ones in batches of these columns, which are sorted.
    fn project(&mut self, roots: &[usize]) {
        let optional = self.length.iter_mut().chain(&mut self.url);
        for column in [&mut self.file, &mut self.offset].into_iter().chain(optional).chain(&mut self.kept) {
            column.index = roots.partition_point(|root| *root < column.index);
        }
    }

    fn row(&self, batch: &RecordBatch, row: usize) -> Result<IndexRow, String> {
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
    fn long_value(&self, batch: &RecordBatch, row: usize) -> Option<String> {
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
        let values = self.values(batch).filter(|values| !values.is_null(row))?;
        match values.data_type() {
            DataType::Utf8 => Some(values.as_string::<i32>().value(row).as_bytes()),
            DataType::Binary => Some(values.as_binary::<i32>().value(row)),
            _ => None,
        }
    }

    /// Returns the text of a value; `None` for null.
    fn text(&self, batch: &RecordBatch, row: usize) -> Result<Option<String>, String> {
        let name = &self.name;
        let values = self.values(batch).ok_or_else(|| format!("the column '{name}' was not read"))?;
        match self.bytes(batch, row) {
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
    matches!(kind, DataType::Utf8 | DataType::Binary)
}

/// Returns true for integers, and for text, which may have digits as in CDXJ.
fn is_number(kind: &DataType) -> bool {
    kind.is_integer() || *kind == DataType::Utf8
}

impl Iterator for IndexTable {
    type Item = Result<IndexRow, InputError>;

    fn next(&mut self) -> Option<Self::Item> {
        let error = |origin: String, cause| Some(Err(InputError::new(origin, InputErrorKind::no_record(cause))));
        let batch = match self.batch() {
            Ok(batch) => batch?,
            Err(cause) => return error(self.origin.clone(), cause),
        };
        self.number += 1;
        let place = || format!("{}:{}", self.origin, self.number);
        if let Some(cause) = self.columns.long_value(&batch, self.next) {
            self.groups = None;
            return error(place(), cause);
        }
        let row = self.columns.row(&batch, self.next);
        self.next += 1;
        self.batch = Some(batch);
        match row {
            Ok(row) => Some(Ok(row)),
            Err(cause) => error(place(), cause),
        }
    }
}

thread_local! {
    /// True while this thread runs code whose panics are caught.
    static IS_CAUGHT: Cell<bool> = const { Cell::new(false) };
}

/// Runs `read`. A panic in it becomes an error with its message, and the panic hook is not called for it. In a program that
/// aborts at a panic, the hook reports the panic.
fn catch<T>(read: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    static SET_HOOK: Once = Once::new();
    if cfg!(panic = "unwind") {
        SET_HOOK.call_once(|| {
            let hook = panic::take_hook();
            panic::set_hook(Box::new(move |panic| {
                if !IS_CAUGHT.get() {
                    hook(panic);
                }
            }));
        });
    }
    let was_caught = IS_CAUGHT.replace(true);
    let result = panic::catch_unwind(AssertUnwindSafe(read));
    IS_CAUGHT.set(was_caught);
    result.unwrap_or_else(|panic| {
        let message = panic.downcast_ref::<String>().map(String::as_str);
        let message = message.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("panic");
        Err(format!("damaged: {message}"))
    })
}

#[cfg(test)]
mod tests;
