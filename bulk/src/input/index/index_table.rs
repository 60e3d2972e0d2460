//! Reads indexes and manifests in Parquet and Arrow files. They are hostile input: sizes are checked before the reader allocates for them.

mod arrow_batches;
mod columns;
mod compressed_buffers;
mod limits;
mod thrift;

use super::index_row::{ListRow, OtherColumns};
use crate::input::error::InputError;
use crate::input::sources::list_file::ListStream;
use crate::schema::KeptColumns;
use arrow_array::RecordBatch;
use arrow_batches::ArrowBatches;
use columns::Columns;
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{
    ArrowReaderMetadata, ArrowReaderOptions, ParquetRecordBatchReader, ParquetRecordBatchReaderBuilder,
};
use std::cell::Cell;
use std::fs::File;
use std::io::{ErrorKind, Read, Write};
use std::marker::PhantomData;
use std::panic::{self, AssertUnwindSafe};
use std::sync::{Arc, Once};

/// Bytes of a stream that are stored at once.
const BLOCK_BYTES: usize = 256 << 10;
/// The rows of a table, as they are read.
pub(crate) struct IndexTable<R> {
    origin: String,
    /// `None` after an error that ends the index.
    batches: Option<Batches>,
    columns: Columns,
    /// Columns that are not read.
    pub(super) others: OtherColumns,
    batch: Option<RecordBatch>,
    /// The next row of the batch.
    next: usize,
    /// The number of the last row, from 1.
    number: u64,
    row: PhantomData<R>,
}

/// The batches of a file, by its format.
enum Batches {
    Parquet(Box<RowGroups>),
    Arrow(Box<ArrowBatches>),
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

/// Stores a stream in a temporary file, because the columns of a Parquet file are listed at its end. A stream that is longer
/// than `max_bytes` is an error.
pub(crate) fn store<R: ListRow>(origin: &str, mut stream: ListStream, max_bytes: u64) -> Result<File, InputError> {
    let not_stored = |error| InputError::io(format!("a temporary file for {origin}"), error);
    let mut file = tempfile::tempfile().map_err(not_stored)?;
    let (mut block, mut room) = (vec![0; BLOCK_BYTES], max_bytes);
    loop {
        match stream.read(&mut block) {
            Ok(0) => return Ok(file),
            Ok(length) => {
                let Some(left) = room.checked_sub(length as u64) else {
                    let cause = format!("it is longer than {max_bytes} bytes after decompression: decompress it first");
                    return Err(InputError::new(origin, R::error(cause)));
                };
                room = left;
                file.write_all(&block[..length]).map_err(not_stored)?;
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(InputError::of_decoding(origin, error, stream.get_ref().1)),
        }
    }
}

impl<R: ListRow> IndexTable<R> {
    /// Opens a file, whose name is `origin`.
    pub(crate) fn open(origin: String, file: File, kept: &KeptColumns) -> Result<Self, InputError> {
        let mut others = OtherColumns::default();
        match catch(|| Batches::open::<R>(file, kept, &mut others)) {
            Ok((batches, columns)) => Ok(Self {
                origin,
                batches: Some(batches),
                columns,
                others,
                batch: None,
                next: 0,
                number: 0,
                row: PhantomData,
            }),
            Err(cause) => Err(InputError::new(origin, R::error(cause))),
        }
    }

    /// Returns the place of the last row, for messages.
    pub(super) fn place(&self) -> String {
        format!("{}:{}", self.origin, self.number)
    }

    /// Returns the batch of the next row; `None` at the end. After an error, the rest of its row group is skipped.
    fn batch(&mut self) -> Result<Option<RecordBatch>, String> {
        if let Some(batch) = self.batch.take().filter(|batch| self.next < batch.num_rows()) {
            return Ok(Some(batch));
        }
        self.next = 0;
        let Some(batches) = &mut self.batches else { return Ok(None) };
        loop {
            match (catch(|| batches.next()), &mut *batches) {
                (Ok(Some(batch)), _) if batch.num_rows() == 0 => {}
                (Ok(batch), _) => return Ok(batch),
                (Err(cause), Batches::Parquet(groups)) => {
                    // The next row group may be good.
                    groups.batches = None;
                    self.number = groups.rows_before();
                    return Err(groups.cause(&cause));
                }
                (Err(cause), Batches::Arrow(_)) => {
                    self.batches = None;
                    return Err(cause);
                }
            }
        }
    }
}

impl Batches {
    /// Opens a file, and finds the columns that are read.
    fn open<R: ListRow>(
        mut file: File,
        kept: &KeptColumns,
        others: &mut OtherColumns,
    ) -> Result<(Self, Columns), String> {
        if ArrowBatches::begins(&mut file)? {
            let opened = ArrowBatches::open::<R>(file, kept, others);
            return opened.map(|(batches, columns)| (Self::Arrow(Box::new(batches)), columns));
        }
        RowGroups::open::<R>(file, kept, others).map(|(groups, columns)| (Self::Parquet(Box::new(groups)), columns))
    }

    /// Returns the next batch; `None` at the end.
    fn next(&mut self) -> Result<Option<RecordBatch>, String> {
        match self {
            Self::Parquet(groups) => groups.batch(),
            Self::Arrow(batches) => batches.batch(),
        }
    }
}

impl RowGroups {
    fn open<R: ListRow>(
        mut file: File,
        kept: &KeptColumns,
        others: &mut OtherColumns,
    ) -> Result<(Self, Columns), String> {
        let is_encrypted = limits::check_metadata(&mut file)?;
        // Without the Arrow schema in the file, text and numbers have one Arrow type each.
        let options = ArrowReaderOptions::new().with_skip_arrow_metadata(true);
        let metadata = ArrowReaderMetadata::load(&file, options).map_err(|error| error.to_string())?;
        let (columns, roots) = Columns::of::<R>(metadata.schema(), kept, others)?.projected();
        let schema = metadata.parquet_schema();
        let mask = ProjectionMask::roots(schema, roots.iter().copied());
        let is_leaf = |leaf: &usize| roots.binary_search(&schema.get_column_root_idx(*leaf)).is_ok();
        let leaves = (0..schema.num_columns()).filter(is_leaf).collect();
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

impl<R: ListRow> Iterator for IndexTable<R> {
    type Item = Result<R, InputError>;

    fn next(&mut self) -> Option<Self::Item> {
        let error = |origin: String, cause| Some(Err(InputError::new(origin, R::error(cause))));
        let batch = match self.batch() {
            Ok(batch) => batch?,
            Err(cause) => return error(self.origin.clone(), cause),
        };
        self.number += 1;
        if let Some(cause) = self.columns.long_value(&batch, self.next) {
            self.batches = None;
            return error(self.place(), cause);
        }
        let row = self.columns.row(&batch, self.next);
        self.next += 1;
        self.batch = Some(batch);
        match row {
            Ok(row) => Some(Ok(row)),
            Err(cause) => error(self.place(), cause),
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
