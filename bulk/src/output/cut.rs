//! Cuts columns into batches anew, so that those of a file do not depend on where blocks ended.

use crate::output::OutputOptions;
use arrow_array::RecordBatch;
use arrow_schema::{ArrowError, SchemaRef};
use arrow_select::concat::concat_batches;

/// Puts rows together to batches: as many as have room, or one that alone has more.
pub(super) struct Cutter {
    schema: SchemaRef,
    max_rows: usize,
    max_bytes: usize,
    parts: Vec<RecordBatch>,
    rows: usize,
    bytes: usize,
}

/// A batch, and how many bytes its values have.
pub(super) struct Cut {
    pub(super) batch: RecordBatch,
    pub(super) bytes: usize,
}

impl Cutter {
    pub(super) fn new(schema: SchemaRef, options: &OutputOptions) -> Self {
        let (max_rows, max_bytes) = (options.batch_rows, options.batch_bytes);
        Self { schema, max_rows, max_bytes, parts: Vec::new(), rows: 0, bytes: 0 }
    }

    /// Adds the rows of `batch`, which have these `sizes`, and gives the batches that are whole to `write`.
    pub(super) fn push<E: From<ArrowError>>(
        &mut self,
        batch: &RecordBatch,
        sizes: &[u32],
        mut write: impl FnMut(Cut) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut start = 0;
        for (row, &size) in sizes.iter().enumerate() {
            let size = size as usize;
            let is_over = self.rows == self.max_rows || self.bytes + size > self.max_bytes;
            if is_over && self.rows > 0 {
                self.add(batch, start, row);
                start = row;
                write(self.cut()?)?;
            }
            self.rows += 1;
            self.bytes += size;
        }
        self.add(batch, start, sizes.len());
        Ok(())
    }

    fn add(&mut self, batch: &RecordBatch, start: usize, end: usize) {
        if start < end {
            self.parts.push(batch.slice(start, end - start));
        }
    }

    /// Returns the last batch, if there are rows left.
    pub(super) fn rest(&mut self) -> Result<Option<Cut>, ArrowError> {
        if self.rows == 0 { Ok(None) } else { self.cut().map(Some) }
    }

    fn cut(&mut self) -> Result<Cut, ArrowError> {
        // A part alone would be taken as it is, with what stands beside it in memory; a second one makes it a copy.
        self.parts.push(RecordBatch::new_empty(self.schema.clone()));
        let batch = concat_batches(&self.schema, &self.parts)?;
        self.parts.clear();
        self.rows = 0;
        Ok(Cut { batch, bytes: std::mem::take(&mut self.bytes) })
    }
}
