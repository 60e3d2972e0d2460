//! A Parquet file whose columns are encoded by background tasks.
//!
//! 1. One thread splits the rows into batches and row groups, in order.
//! 2. Each column of a batch becomes a task in the serial queue of that column of its group, so a column is encoded
//!    in order.
//! 3. Groups that are completely encoded are appended to the file, in order.
//!
//! So the bytes of the file do not depend on which thread encoded what.
//!
//! At most 8 MiB of values wait to be encoded; beyond that the writer helps. With one thread the writer encodes
//! everything.

use crate::output::batch_cutter::BatchSlices;
use crate::output::counted::Counted;
use crate::output::parquet_row_group::{ParquetRowGroup, PendingBatches};
use crate::output::{OutputError, OutputOptions, parquet_properties};
use arrow_schema::SchemaRef;
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_writer::ArrowRowGroupWriterFactory;
use parquet::errors::ParquetError;
use parquet::file::writer::SerializedFileWriter;
use std::collections::VecDeque;
use std::io::{self, Write};
use std::mem;
use tagrake_archive::background_tasks::BackgroundTasks;

/// Maximum bytes of batches that are pending for background tasks.
const MAX_WAITING_BYTES: usize = 8 << 20;

/// A Parquet file with row groups of about equal size in bytes.
pub(super) struct ParquetFile<W: Write> {
    file: W,
    /// Writes to memory, because it would wrap some I/O errors of a file in its own type.
    parquet: SerializedFileWriter<Vec<u8>>,
    factory: ArrowRowGroupWriterFactory,
    schema: SchemaRef,
    max_bytes: usize,
    /// Groups that are not in the file yet. Only the last one may grow.
    groups: VecDeque<ParquetRowGroup>,
    /// The number of groups started so far.
    count: usize,
    background: BackgroundTasks,
    waiting: PendingBatches,
    max_waiting_bytes: usize,
}

impl<W: Write> ParquetFile<W> {
    pub(super) fn new(options: &OutputOptions, schema: SchemaRef, file: W) -> Result<Self, ParquetError> {
        let properties = parquet_properties::properties(options, &schema)?;
        let writer = ArrowWriter::try_new(Vec::new(), schema.clone(), Some(properties))?;
        let (parquet, factory) = writer.into_serialized_writer()?;
        Ok(Self {
            file,
            parquet,
            factory,
            schema,
            max_bytes: options.group_bytes,
            groups: VecDeque::new(),
            count: 0,
            background: BackgroundTasks::default(),
            waiting: PendingBatches::default(),
            max_waiting_bytes: 0,
        })
    }

    /// Lets the threads that run `background` tasks encode. Must be called before the first batch, or this thread
    /// encodes.
    pub(super) fn share(&mut self, background: &BackgroundTasks) {
        if self.max_waiting_bytes == 0 {
            self.background = background.clone();
            self.max_waiting_bytes = MAX_WAITING_BYTES;
        }
    }

    /// Adds a batch. A single large row is a row group of its own, and nothing else is in memory while it is encoded.
    pub(super) fn write(&mut self, cut: BatchSlices) -> Result<(), OutputError> {
        if cut.is_large_row() {
            self.end_group()?;
            let mut group = self.begin()?;
            group.write_last(cut);
            self.groups.push_back(group);
            return self.append_encoded_groups();
        }
        if !self.groups.back().is_some_and(ParquetRowGroup::may_grow) {
            let group = self.begin()?;
            self.groups.push_back(group);
        }
        let Some(group) = self.groups.back_mut() else { return Ok(()) };
        let bytes = cut.bytes;
        self.waiting.push(group.write(cut, &self.background), bytes);
        if group.bytes >= self.max_bytes {
            self.waiting.push(group.close(&self.background), 1);
        }
        self.encode(self.max_waiting_bytes);
        self.append_encoded_groups()
    }

    fn begin(&mut self) -> Result<ParquetRowGroup, ParquetError> {
        let writers = self.factory.create_column_writers(self.count)?;
        self.count += 1;
        let file = self.parquet.schema_descr();
        Ok(ParquetRowGroup::new(&self.schema, writers, |leaf| file.get_column_root_idx(leaf)))
    }

    /// Runs background tasks until at most `max_bytes` are pending.
    fn encode(&mut self, max_bytes: usize) {
        let Self { background, waiting, .. } = self;
        background.help_until(|| waiting.bytes() <= max_bytes);
    }

    /// Appends the groups that are completely encoded to the file.
    fn append_encoded_groups(&mut self) -> Result<(), OutputError> {
        while self.groups.front().is_some_and(ParquetRowGroup::is_encoded)
            && let Some(group) = self.groups.pop_front()
        {
            group.append_to(&mut self.parquet)?;
            self.write_out()?;
        }
        Ok(())
    }

    /// Writes the buffered bytes to the file.
    fn write_out(&mut self) -> io::Result<()> {
        self.parquet.flush()?;
        self.file.write_all(&mem::take(self.parquet.inner_mut()))
    }

    /// Ends the current group, and appends all groups to the file.
    fn end_group(&mut self) -> Result<(), OutputError> {
        if let Some(group) = self.groups.back_mut().filter(|group| group.may_grow()) {
            self.waiting.push(group.close(&self.background), 1);
        }
        self.encode(0);
        self.append_encoded_groups()
    }

    pub(super) fn finish(mut self) -> Result<W, OutputError> {
        self.end_group()?;
        self.parquet.finish()?;
        self.write_out()?;
        Ok(self.file)
    }
}

impl<W: Write> ParquetFile<Counted<W>> {
    /// Returns the size of the complete row groups in the file, and of the values in the one that is growing. Waits until all values
    /// are encoded.
    pub(super) fn size(&mut self) -> Result<u64, OutputError> {
        self.encode(0);
        self.append_encoded_groups()?;
        let values: usize = self.groups.iter().map(|group| group.bytes).sum();
        Ok(self.file.bytes + values as u64)
    }
}
