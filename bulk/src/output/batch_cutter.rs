//! Cuts columns into batches anew, so that those of a file do not depend on where blocks ended.

use crate::output::OutputOptions;
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{ArrowError, SchemaRef};
use arrow_select::concat::concat_batches;
use std::mem;

/// Puts rows together to batches: as many as have room, or one that alone has more.
pub(super) struct Cutter {
    schema: SchemaRef,
    max_rows: usize,
    max_bytes: usize,
    next: Cut,
}

/// The rows of a batch, in parts as they came.
#[derive(Default)]
pub(super) struct Cut {
    parts: Vec<RecordBatch>,
    rows: usize,
    /// How many bytes the values have.
    pub(super) bytes: usize,
}

impl Cutter {
    pub(super) fn new(schema: SchemaRef, options: &OutputOptions) -> Self {
        Self { schema, max_rows: options.batch_rows, max_bytes: options.batch_bytes, next: Cut::default() }
    }

    /// Adds the rows of `batch`, which have these `sizes`, and returns the batches that are whole.
    pub(super) fn push(&mut self, batch: &RecordBatch, sizes: &[u32]) -> Vec<Cut> {
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

    /// Returns the last batch, if there are rows left.
    pub(super) fn rest(&mut self) -> Option<Cut> {
        if self.next.rows == 0 { None } else { Some(mem::take(&mut self.next)) }
    }

    /// Returns a batch as one.
    pub(super) fn join(&self, mut cut: Cut) -> Result<RecordBatch, ArrowError> {
        // A part alone would be taken as it is, with what stands beside it in memory; a second one makes it a copy.
        cut.parts.push(RecordBatch::new_empty(self.schema.clone()));
        concat_batches(&self.schema, &cut.parts)
    }
}

impl Cut {
    /// Returns the parts of each column.
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
