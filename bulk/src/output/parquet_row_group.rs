//! A row group of a Parquet file. Each of its columns is encoded by the tasks of a serial queue.

use crate::output::batch_cutter::BatchSlices;
use arrow_array::ArrayRef;
use arrow_schema::{FieldRef, Schema};
use arrow_select::concat::concat;
use parquet::arrow::arrow_writer::{ArrowColumnChunk, ArrowColumnWriter, ArrowLeafColumn, compute_leaves};
use parquet::errors::{ParquetError, Result};
use parquet::file::writer::SerializedFileWriter;
use std::collections::VecDeque;
use std::mem;
use std::sync::{Arc, Mutex, Weak};
use tagrake_archive::background_tasks::{BackgroundTasks, SerialQueue};

/// A row group that is growing or closed.
pub(super) struct ParquetRowGroup {
    columns: Vec<ColumnEncoder>,
    /// The size of its values in bytes.
    pub(super) bytes: usize,
    /// Set when the group is closed. Finished when all of its columns are encoded.
    end: Option<TaskWatch>,
}

/// Reports when a set of tasks is finished. Each task holds a strong reference to the `Arc` until then.
#[derive(Clone)]
pub(super) struct TaskWatch(Weak<()>);

impl TaskWatch {
    pub(super) fn is_over(&self) -> bool {
        self.0.strong_count() == 0
    }
}

/// A column of the schema.
#[derive(Clone)]
struct ColumnEncoder {
    queue: SerialQueue,
    field: FieldRef,
    /// The column itself, or for a nested column its leaves.
    leaves: Arc<[Arc<LeafEncoder>]>,
}

/// A leaf column of the file.
struct LeafEncoder {
    queue: SerialQueue,
    state: Mutex<LeafState>,
}

enum LeafState {
    Open(Box<ArrowColumnWriter>),
    Closed(Box<ArrowColumnChunk>),
    Failed(ParquetError),
    Taken,
}

impl ParquetRowGroup {
    /// Creates a group for the columns of `schema`, with a writer for each leaf. `column` maps the index of a leaf to
    /// the index of its column.
    pub(super) fn new(schema: &Schema, writers: Vec<ArrowColumnWriter>, column: impl Fn(usize) -> usize) -> Self {
        let mut leaves: Vec<Vec<_>> = vec![Vec::new(); schema.fields().len()];
        for (index, writer) in writers.into_iter().enumerate() {
            let leaf =
                LeafEncoder { queue: SerialQueue::default(), state: Mutex::new(LeafState::Open(Box::new(writer))) };
            leaves[column(index)].push(Arc::new(leaf));
        }
        let columns = schema.fields().iter().zip(leaves).map(|(field, leaves)| {
            let queue = if let [leaf] = &*leaves { leaf.queue.clone() } else { SerialQueue::default() };
            ColumnEncoder { queue, field: field.clone(), leaves: leaves.into() }
        });
        Self { columns: columns.collect(), bytes: 0, end: None }
    }

    /// Pushes tasks that encode a batch.
    pub(super) fn write(&mut self, cut: BatchSlices, background: &BackgroundTasks) -> TaskWatch {
        self.bytes += cut.bytes;
        let token = Arc::new(());
        for (column, parts) in self.columns.iter().zip(cut.into_columns()) {
            let (column, token) = (column.clone(), token.clone());
            background.push(&column.queue.clone(), move |background| column.encode(parts, token, background));
        }
        TaskWatch(Arc::downgrade(&token))
    }

    /// Encodes a batch on this thread and closes the group. Each column is freed before the next one is encoded.
    pub(super) fn write_last(&mut self, cut: BatchSlices) {
        self.bytes += cut.bytes;
        for (column, parts) in self.columns.iter().zip(cut.into_columns()) {
            column.encode_last(parts);
        }
        self.end = Some(TaskWatch(Weak::new()));
    }

    /// Pushes tasks that close the columns after the pending batches.
    pub(super) fn close(&mut self, background: &BackgroundTasks) -> TaskWatch {
        let token = Arc::new(());
        for column in &self.columns {
            let (column, token) = (column.clone(), token.clone());
            background.push(&column.queue.clone(), move |background| column.close(token, background));
        }
        let watch = TaskWatch(Arc::downgrade(&token));
        self.end = Some(watch.clone());
        watch
    }

    pub(super) fn may_grow(&self) -> bool {
        self.end.is_none()
    }

    /// Returns true if all columns are encoded and closed.
    pub(super) fn is_encoded(&self) -> bool {
        self.end.as_ref().is_some_and(TaskWatch::is_over)
    }

    /// Appends the group to the file.
    pub(super) fn append_to(self, file: &mut SerializedFileWriter<Vec<u8>>) -> Result<()> {
        let mut group = file.next_row_group()?;
        for leaf in self.columns.iter().flat_map(|column| &*column.leaves) {
            leaf.take()?.append_to_row_group(&mut group)?;
        }
        group.close().map(drop)
    }
}

impl ColumnEncoder {
    fn encode(&self, parts: Vec<ArrayRef>, token: Arc<()>, background: &BackgroundTasks) {
        let values = join(&parts).and_then(|array| compute_leaves(&self.field, &array));
        drop(parts);
        match (values, &*self.leaves) {
            (_, []) => {}
            (Err(error), [leaf, ..]) => leaf.fail(error),
            (Ok(values), [leaf]) => values.iter().for_each(|values| leaf.write(values)),
            (Ok(values), leaves) => {
                for (leaf, values) in leaves.iter().zip(values) {
                    let (task, token) = (leaf.clone(), token.clone());
                    background.push(&leaf.queue, move |_| {
                        task.write(&values);
                        drop((values, token));
                    });
                }
            }
        }
        drop(token);
    }

    fn encode_last(&self, parts: Vec<ArrayRef>) {
        let values = join(&parts).and_then(|array| compute_leaves(&self.field, &array));
        drop(parts);
        match (values, &*self.leaves) {
            (_, []) => {}
            (Err(error), [leaf, ..]) => leaf.fail(error),
            (Ok(values), leaves) => {
                for (leaf, values) in leaves.iter().zip(values) {
                    leaf.write(&values);
                    drop(values);
                    leaf.close();
                }
            }
        }
    }

    fn close(&self, token: Arc<()>, background: &BackgroundTasks) {
        if let [leaf] = &*self.leaves {
            leaf.close();
        } else {
            for leaf in &*self.leaves {
                let (task, token) = (leaf.clone(), token.clone());
                background.push(&leaf.queue, move |_| {
                    task.close();
                    drop(token);
                });
            }
        }
        drop(token);
    }
}

impl LeafEncoder {
    fn write(&self, values: &ArrowLeafColumn) {
        self.change(|state| match state {
            LeafState::Open(mut writer) => match writer.write(values) {
                Ok(()) => LeafState::Open(writer),
                Err(error) => LeafState::Failed(error),
            },
            state => state,
        });
    }

    fn close(&self) {
        self.change(|state| match state {
            LeafState::Open(writer) => {
                writer.close().map_or_else(LeafState::Failed, |chunk| LeafState::Closed(Box::new(chunk)))
            }
            state => state,
        });
    }

    fn fail(&self, error: ParquetError) {
        self.change(|_| LeafState::Failed(error));
    }

    /// Replaces the state. If `change` panics, the state stays `Taken` and the file fails.
    fn change(&self, change: impl FnOnce(LeafState) -> LeafState) {
        if let Ok(mut state) = self.state.lock() {
            *state = change(mem::replace(&mut *state, LeafState::Taken));
        }
    }

    fn take(&self) -> Result<ArrowColumnChunk> {
        let mut chunk = None;
        self.change(|state| {
            chunk = Some(state);
            LeafState::Taken
        });
        match chunk {
            Some(LeafState::Closed(chunk)) => Ok(*chunk),
            Some(LeafState::Failed(error)) => Err(error),
            _ => Err(ParquetError::General("a column was not encoded completely".to_owned())),
        }
    }
}

/// Concatenates the slices of a column.
fn join(parts: &[ArrayRef]) -> Result<ArrayRef> {
    match parts {
        [] => Err(ParquetError::General("a batch without rows".to_owned())),
        // Not copied: a single row may have many megabytes.
        [part] => Ok(part.clone()),
        parts => Ok(concat(&parts.iter().map(|part| &**part).collect::<Vec<_>>())?),
    }
}

/// Batches whose encoding may not be finished, with their size in bytes.
#[derive(Default)]
pub(super) struct PendingBatches(VecDeque<(TaskWatch, usize)>);

impl PendingBatches {
    pub(super) fn push(&mut self, watch: TaskWatch, bytes: usize) {
        self.0.push_back((watch, bytes));
    }

    /// Returns the total size of unfinished batches in bytes.
    pub(super) fn bytes(&mut self) -> usize {
        self.0.retain(|(watch, _)| !watch.is_over());
        self.0.iter().map(|(_, bytes)| bytes).sum()
    }
}
