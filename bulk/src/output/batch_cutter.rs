//! Splits columns into batches of a fixed size, independent of the sizes of blocks.
//!
//! Rows are copied into new batches, because Parquet pages and stream messages end with the batches they are given.
//! The size of a row counts only its own values, so the division does not depend on earlier rows. Batches have 4
//! MiB and row groups 32 MiB of values: memory stays bounded with many threads, and no 32-bit offset overflows.

use crate::output::OutputOptions;
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{ArrowError, SchemaRef};
use arrow_select::concat::concat_batches;
use std::mem;
use tagrake_archive::memory_budget::LARGE_ROW_BYTES;

/// Collects rows until a batch is full: at its limit of rows or bytes, or a single larger row.
pub(super) struct BatchCutter {
    schema: SchemaRef,
    max_rows: usize,
    max_bytes: usize,
    next: BatchSlices,
}

/// The rows of a batch, as slices of the blocks that they came in.
#[derive(Default)]
pub(super) struct BatchSlices {
    parts: Vec<RecordBatch>,
    rows: usize,
    /// The size of the values in bytes.
    pub(super) bytes: usize,
}

impl BatchCutter {
    pub(super) fn new(schema: SchemaRef, options: &OutputOptions) -> Self {
        Self { schema, max_rows: options.batch_rows, max_bytes: options.batch_bytes, next: BatchSlices::default() }
    }

    /// Adds the rows of `batch`, whose sizes in bytes are `sizes`. Returns the batches that are complete.
    pub(super) fn push(&mut self, batch: &RecordBatch, sizes: &[u32]) -> Vec<BatchSlices> {
        let mut cuts = Vec::new();
        let mut start = 0;
        for (row, &size) in sizes.iter().enumerate() {
            let size = size as usize;
            let is_over = self.next.rows == self.max_rows || self.next.bytes + size > self.max_bytes;
            if is_over && self.next.rows > 0 {
                self.add(batch, start, row);
                start = row;
                cuts.push(mem::take(&mut self.next));
            }
            self.next.rows += 1;
            self.next.bytes += size;
        }
        self.add(batch, start, sizes.len());
        cuts
    }

    fn add(&mut self, batch: &RecordBatch, start: usize, end: usize) {
        if start < end {
            self.next.parts.push(batch.slice(start, end - start));
        }
    }

    /// Returns the size of the values of the rows that are left, in bytes.
    pub(super) fn pending_bytes(&self) -> u64 {
        self.next.bytes as u64
    }

    /// Returns the last batch, if any rows are left.
    pub(super) fn rest(&mut self) -> Option<BatchSlices> {
        if self.next.rows == 0 { None } else { Some(mem::take(&mut self.next)) }
    }

    /// Concatenates the slices of a batch.
    pub(super) fn join(&self, mut cut: BatchSlices) -> Result<RecordBatch, ArrowError> {
        // A single slice would be returned unchanged, with the memory of its complete block. An empty second one
        // forces a copy.
        cut.parts.push(RecordBatch::new_empty(self.schema.clone()));
        concat_batches(&self.schema, &cut.parts)
    }
}

impl BatchSlices {
    /// Returns true if the batch is a single large row.
    pub(super) fn is_large_row(&self) -> bool {
        self.rows == 1 && self.bytes >= LARGE_ROW_BYTES
    }

    /// Returns the slices of each column.
    pub(super) fn into_columns(self) -> Vec<Vec<ArrayRef>> {
        let count = self.parts.first().map_or(0, RecordBatch::num_columns);
        let mut columns = vec![Vec::with_capacity(self.parts.len()); count];
        for part in self.parts {
            let (_, arrays, _) = part.into_parts();
            for (column, array) in columns.iter_mut().zip(arrays) {
                column.push(array);
            }
        }
        columns
    }
}
