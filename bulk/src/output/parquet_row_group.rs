//! A row group of Parquet, whose columns are encoded each on a lane.

use crate::background_tasks::{Chores, Lane};
use crate::output::batch_cutter::Cut;
use arrow_array::{ArrayRef, new_empty_array};
use arrow_schema::{FieldRef, Schema};
use arrow_select::concat::concat;
use parquet::arrow::arrow_writer::{ArrowColumnChunk, ArrowColumnWriter, ArrowLeafColumn, compute_leaves};
use parquet::errors::{ParquetError, Result};
use parquet::file::writer::SerializedFileWriter;
use std::collections::VecDeque;
use std::mem;
use std::sync::{Arc, Mutex, Weak};

/// A row group that grows, or is closed.
pub(super) struct RowGroup {
    columns: Vec<Column>,
    /// How many bytes its values have.
    pub(super) bytes: usize,
    /// Once there will be no more rows.
    end: Option<Watch>,
}

/// Whether some tasks are done: each of them holds what this looks at.
#[derive(Clone)]
pub(super) struct Watch(Weak<()>);

impl Watch {
    pub(super) fn is_over(&self) -> bool {
        self.0.strong_count() == 0
    }
}

/// A column of the schema.
#[derive(Clone)]
struct Column {
    lane: Lane,
    field: FieldRef,
    /// Itself, or if it is nested, what is in it.
    leaves: Arc<[Arc<Leaf>]>,
}

/// A column of the file.
struct Leaf {
    lane: Lane,
    state: Mutex<State>,
}

enum State {
    Open(Box<ArrowColumnWriter>),
    Closed(Box<ArrowColumnChunk>),
    Failed(ParquetError),
    Taken,
}

impl RowGroup {
    /// A group of the columns of `schema`, with the writers of what is in them; `column` says of each of those in which it is.
    pub(super) fn new(schema: &Schema, writers: Vec<ArrowColumnWriter>, column: impl Fn(usize) -> usize) -> Self {
        let mut leaves: Vec<Vec<_>> = vec![Vec::new(); schema.fields().len()];
        for (index, writer) in writers.into_iter().enumerate() {
            let leaf = Leaf { lane: Lane::default(), state: Mutex::new(State::Open(Box::new(writer))) };
            leaves[column(index)].push(Arc::new(leaf));
        }
        let columns = schema.fields().iter().zip(leaves).map(|(field, leaves)| {
            let lane = if let [leaf] = &*leaves { leaf.lane.clone() } else { Lane::default() };
            Column { lane, field: field.clone(), leaves: leaves.into() }
        });
        Self { columns: columns.collect(), bytes: 0, end: None }
    }

    /// Has a batch encoded.
    pub(super) fn write(&mut self, cut: Cut, chores: &Chores) -> Watch {
        self.bytes += cut.bytes;
        let hold = Arc::new(());
        for (column, parts) in self.columns.iter().zip(cut.into_columns()) {
            let (column, hold) = (column.clone(), hold.clone());
            chores.push(&column.lane.clone(), move |chores| column.encode(parts, hold, chores));
        }
        Watch(Arc::downgrade(&hold))
    }

    /// Has the columns closed, when all that waits is encoded.
    pub(super) fn close(&mut self, chores: &Chores) -> Watch {
        let hold = Arc::new(());
        for column in &self.columns {
            let (column, hold) = (column.clone(), hold.clone());
            chores.push(&column.lane.clone(), move |chores| column.close(hold, chores));
        }
        let watch = Watch(Arc::downgrade(&hold));
        self.end = Some(watch.clone());
        watch
    }

    pub(super) fn may_grow(&self) -> bool {
        self.end.is_none()
    }

    /// Returns whether it is encoded.
    pub(super) fn is_whole(&self) -> bool {
        self.end.as_ref().is_some_and(Watch::is_over)
    }

    /// Puts it behind the others.
    pub(super) fn append_to(self, file: &mut SerializedFileWriter<Vec<u8>>) -> Result<()> {
        let mut group = file.next_row_group()?;
        for leaf in self.columns.iter().flat_map(|column| &*column.leaves) {
            leaf.take()?.append_to_row_group(&mut group)?;
        }
        group.close().map(drop)
    }
}

impl Column {
    fn encode(&self, parts: Vec<ArrayRef>, hold: Arc<()>, chores: &Chores) {
        let values = join(&parts).and_then(|array| compute_leaves(&self.field, &array));
        drop(parts);
        match (values, &*self.leaves) {
            (_, []) => {}
            (Err(error), [leaf, ..]) => leaf.fail(error),
            (Ok(values), [leaf]) => values.iter().for_each(|values| leaf.write(values)),
            (Ok(values), leaves) => {
                for (leaf, values) in leaves.iter().zip(values) {
                    let (task, hold) = (leaf.clone(), hold.clone());
                    chores.push(&leaf.lane, move |_| {
                        task.write(&values);
                        drop((values, hold));
                    });
                }
            }
        }
        drop(hold);
    }

    fn close(&self, hold: Arc<()>, chores: &Chores) {
        if let [leaf] = &*self.leaves {
            leaf.close();
        } else {
            for leaf in &*self.leaves {
                let (task, hold) = (leaf.clone(), hold.clone());
                chores.push(&leaf.lane, move |_| {
                    task.close();
                    drop(hold);
                });
            }
        }
        drop(hold);
    }
}

impl Leaf {
    fn write(&self, values: &ArrowLeafColumn) {
        self.change(|state| match state {
            State::Open(mut writer) => match writer.write(values) {
                Ok(()) => State::Open(writer),
                Err(error) => State::Failed(error),
            },
            state => state,
        });
    }

    fn close(&self) {
        self.change(|state| match state {
            State::Open(writer) => writer.close().map_or_else(State::Failed, |chunk| State::Closed(Box::new(chunk))),
            state => state,
        });
    }

    fn fail(&self, error: ParquetError) {
        self.change(|_| State::Failed(error));
    }

    /// If `change` panics, the column is lost.
    fn change(&self, change: impl FnOnce(State) -> State) {
        if let Ok(mut state) = self.state.lock() {
            *state = change(mem::replace(&mut *state, State::Taken));
        }
    }

    fn take(&self) -> Result<ArrowColumnChunk> {
        let mut chunk = None;
        self.change(|state| {
            chunk = Some(state);
            State::Taken
        });
        match chunk {
            Some(State::Closed(chunk)) => Ok(*chunk),
            Some(State::Failed(error)) => Err(error),
            _ => Err(ParquetError::General("a column was not encoded to its end".to_owned())),
        }
    }
}

/// Returns the parts of a column as one.
fn join(parts: &[ArrayRef]) -> Result<ArrayRef> {
    let Some(first) = parts.first() else { return Err(ParquetError::General("a batch without rows".to_owned())) };
    // A part alone would be taken as it is, and the encoder looks at what stands beside it in memory; a second one makes it
    // a copy.
    let none = new_empty_array(first.data_type());
    Ok(concat(&parts.iter().chain([&none]).map(|part| &**part).collect::<Vec<_>>())?)
}

/// The batches that may not be encoded yet, and their bytes.
#[derive(Default)]
pub(super) struct Waiting(VecDeque<(Watch, usize)>);

impl Waiting {
    pub(super) fn push(&mut self, watch: Watch, bytes: usize) {
        self.0.push_back((watch, bytes));
    }

    /// Returns how many bytes wait.
    pub(super) fn bytes(&mut self) -> usize {
        self.0.retain(|(watch, _)| !watch.is_over());
        self.0.iter().map(|(_, bytes)| bytes).sum()
    }
}
