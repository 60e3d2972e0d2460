//! Rows by their numbers: one row, and slices.

use arrow_array::RecordBatch;
use arrow_schema::ArrowError;
use arrow_select::interleave::interleave_record_batch;
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;

/// Returns a batch with the row `index`, which counts from the end if it is negative.
pub(crate) fn row(batches: &[RecordBatch], index: isize) -> PyResult<RecordBatch> {
    let count: usize = batches.iter().map(RecordBatch::num_rows).sum();
    let start = if index < 0 { count.checked_sub(index.unsigned_abs()) } else { usize::try_from(index).ok() };
    let row = start.and_then(|start| slice(batches, start, 1).pop());
    row.ok_or_else(|| PyIndexError::new_err(format!("no row {index}: there are {count} rows")))
}

/// Returns the rows from `start` on, at most `count`, without a copy.
pub(crate) fn slice(batches: &[RecordBatch], mut start: usize, mut count: usize) -> Vec<RecordBatch> {
    let mut slices = Vec::new();
    for batch in batches {
        let len = batch.num_rows().saturating_sub(start).min(count);
        if len > 0 {
            slices.push(batch.slice(start, len));
        }
        start = start.saturating_sub(batch.num_rows());
        count -= len;
    }
    slices
}

/// Returns a copy of rows by their numbers. There is at least one.
pub(crate) fn copied(batches: &[RecordBatch], rows: impl Iterator<Item = usize>) -> Result<RecordBatch, ArrowError> {
    let mut ends = Vec::with_capacity(batches.len());
    for batch in batches {
        ends.push(ends.last().copied().unwrap_or(0) + batch.num_rows());
    }
    let place = |row: usize| {
        let batch = ends.partition_point(|end| *end <= row);
        (batch, row + batches[batch].num_rows() - ends[batch])
    };
    interleave_record_batch(&batches.iter().collect::<Vec<_>>(), &rows.map(place).collect::<Vec<_>>())
}
