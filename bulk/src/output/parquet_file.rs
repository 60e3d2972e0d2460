//! A Parquet file, whose columns are encoded by whoever has time.
//!
//! It is cut into batches and groups in the order of its rows, by one thread. What costs time is a task: a column of a batch
//! goes to the lane of its column of the group, and is encoded behind what was there before. Groups that are encoded are
//! put into the file in order. So its bytes do not show who did what.

use crate::background_tasks::Chores;
use crate::output::batch_cutter::Cut;
use crate::output::parquet_row_group::{RowGroup, Waiting};
use crate::output::{Compression, OutputError, OutputOptions};
use arrow_schema::SchemaRef;
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_writer::ArrowRowGroupWriterFactory;
use parquet::basic::{Compression as Codec, GzipLevel, ZstdLevel};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use std::collections::VecDeque;
use std::io::{self, Write};
use std::mem;

/// How many bytes of batches may wait to be encoded by others.
const MAX_WAITING_BYTES: usize = 8 << 20;

/// A Parquet file whose row groups end by the bytes of their columns.
pub(super) struct RowGroups<W: Write> {
    file: W,
    /// Writes to memory: it would not tell all errors of a file as what they are.
    parquet: SerializedFileWriter<Vec<u8>>,
    factory: ArrowRowGroupWriterFactory,
    schema: SchemaRef,
    max_bytes: usize,
    /// Those that are not in the file. The last one may grow.
    groups: VecDeque<RowGroup>,
    /// How many groups have begun.
    count: usize,
    chores: Chores,
    waiting: Waiting,
    max_waiting_bytes: usize,
}

impl<W: Write> RowGroups<W> {
    pub(super) fn new(options: &OutputOptions, schema: SchemaRef, file: W) -> Result<Self, ParquetError> {
        let properties = WriterProperties::builder()
            .set_compression(codec(options.compression)?)
            .set_max_row_group_row_count(None)
            .build();
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
            chores: Chores::default(),
            waiting: Waiting::default(),
            max_waiting_bytes: 0,
        })
    }

    /// Leaves the work to those who help with `chores`; before any of it there is nobody else.
    pub(super) fn share(&mut self, chores: &Chores) {
        if self.max_waiting_bytes == 0 {
            self.chores = chores.clone();
            self.max_waiting_bytes = MAX_WAITING_BYTES;
        }
    }

    /// Adds a batch.
    pub(super) fn write(&mut self, cut: Cut) -> Result<(), OutputError> {
        if !self.groups.back().is_some_and(RowGroup::may_grow) {
            let group = self.begin()?;
            self.groups.push_back(group);
        }
        let Some(group) = self.groups.back_mut() else { return Ok(()) };
        let bytes = cut.bytes;
        self.waiting.push(group.write(cut, &self.chores), bytes);
        if group.bytes >= self.max_bytes {
            self.waiting.push(group.close(&self.chores), 1);
        }
        self.encode(self.max_waiting_bytes);
        self.pass_on()
    }

    fn begin(&mut self) -> Result<RowGroup, ParquetError> {
        let writers = self.factory.create_column_writers(self.count)?;
        self.count += 1;
        let file = self.parquet.schema_descr();
        Ok(RowGroup::new(&self.schema, writers, |leaf| file.get_column_root_idx(leaf)))
    }

    /// Sees that no more waits than that.
    fn encode(&mut self, max_bytes: usize) {
        let Self { chores, waiting, .. } = self;
        chores.help_until(|| waiting.bytes() <= max_bytes);
    }

    /// Puts the groups that are encoded into the file.
    fn pass_on(&mut self) -> Result<(), OutputError> {
        while self.groups.front().is_some_and(RowGroup::is_whole)
            && let Some(group) = self.groups.pop_front()
        {
            group.append_to(&mut self.parquet)?;
            self.write_out()?;
        }
        Ok(())
    }

    /// Writes to the file what is in memory.
    fn write_out(&mut self) -> io::Result<()> {
        self.parquet.flush()?;
        self.file.write_all(&mem::take(self.parquet.inner_mut()))
    }

    pub(super) fn finish(mut self) -> Result<W, OutputError> {
        if let Some(group) = self.groups.back_mut().filter(|group| group.may_grow()) {
            self.waiting.push(group.close(&self.chores), 1);
        }
        self.encode(0);
        self.pass_on()?;
        self.parquet.finish()?;
        self.write_out()?;
        Ok(self.file)
    }
}

fn codec(compression: Compression) -> Result<Codec, ParquetError> {
    Ok(match compression {
        Compression::Zstd => Codec::ZSTD(ZstdLevel::try_new(1)?),
        Compression::Gzip => Codec::GZIP(GzipLevel::try_new(6)?),
        Compression::Snappy => Codec::SNAPPY,
        Compression::None => Codec::UNCOMPRESSED,
    })
}
