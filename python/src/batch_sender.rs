//! The reading thread's side of a run over WARC files: sends batches, and counts for the consumer.

use crate::errors::Failure;
use crate::row_columns::RowColumns;
use arrow_array::RecordBatch as ArrowBatch;
use std::fmt;
use std::num::NonZeroU64;
use std::sync::mpsc::SyncSender;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use tagrake_bulk::InputError;
use tagrake_bulk::output::{Batches, Block, OutputError};
use tagrake_bulk::pipeline::{Counts, RowSink, RunError};

/// Error messages that are kept.
const MAX_ERRORS: usize = 1000;

/// A message from the reading thread.
pub(crate) enum RunMessage {
    Batch(ArrowBatch),
    /// The thread needs the next chunk of the file object.
    NeedsChunk,
    End(Option<Failure>),
}

/// When a run ends before the end of its input.
#[derive(Default)]
pub(crate) struct RunEnd {
    /// After this number of rows.
    pub(crate) limit: Option<NonZeroU64>,
    /// At the first input that [cannot be opened or read](Failure::is_of_access).
    pub(crate) at_failed_access: bool,
}

/// The counts and errors of a run so far.
#[derive(Default)]
pub(crate) struct RunProgress {
    pub(crate) counts: Counts,
    pub(crate) errors: Vec<String>,
}

/// Locks the data of a run, also after a panic of another thread.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Sends the rows of a run to its consumer as batches.
pub(crate) struct BatchSender {
    sender: SyncSender<RunMessage>,
    keep_alive: Weak<()>,
    columns: RowColumns,
    batches: Batches,
    progress: Arc<Mutex<RunProgress>>,
    /// The last error.
    failure: Option<Failure>,
    end: RunEnd,
    /// The number of rows so far.
    row_count: u64,
}

impl BatchSender {
    /// Creates the sender of a run, which stops when all strong references of `keep_alive` are dropped.
    pub(crate) fn new(
        sender: SyncSender<RunMessage>,
        keep_alive: Weak<()>,
        columns: RowColumns,
        batches: Batches,
        progress: Arc<Mutex<RunProgress>>,
        end: RunEnd,
    ) -> Self {
        Self { sender, keep_alive, columns, batches, progress, failure: None, end, row_count: 0 }
    }

    fn send(&self, batch: ArrowBatch) -> Result<(), StopReason> {
        let batch = self.columns.arrange(batch).map_err(|error| StopReason::Output(error.into()))?;
        self.sender.send(RunMessage::Batch(batch)).map_err(|_| StopReason::Closed)
    }

    /// Sends the last rows, then the result of the run.
    pub(crate) fn end(mut self, result: Result<Counts, RunError<StopReason>>) {
        let rest = match self.batches.finish() {
            Ok(Some(rest)) => self.send(rest),
            Ok(None) => Ok(()),
            Err(error) => Err(StopReason::Output(error)),
        };
        let failure = match result {
            Ok(counts) => {
                lock(&self.progress).counts = counts;
                rest.err().map(|stopped| Failure::Other(stopped.to_string()))
            }
            Err(RunError::Failed | RunError::Sink(StopReason::FailedAccess)) => {
                let unknown = || Failure::Other("some input could not be read".to_owned());
                Some(self.failure.take().unwrap_or_else(unknown))
            }
            Err(RunError::Sink(StopReason::Limit)) => rest.err().map(|stopped| Failure::Other(stopped.to_string())),
            Err(error) => Some(Failure::Other(error.to_string())),
        };
        let _ = self.sender.send(RunMessage::End(failure)); // fails if the consumer is gone
    }
}

/// Why a run ended early.
pub(crate) enum StopReason {
    /// The consumer is gone.
    Closed,
    /// The number of rows is the limit.
    Limit,
    /// An input cannot be opened or read.
    FailedAccess,
    Output(OutputError),
}

impl fmt::Display for StopReason {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Closed => formatter.write_str("the reader was closed"),
            Self::Limit => formatter.write_str("the limit was reached"),
            Self::FailedAccess => formatter.write_str("an input cannot be opened or read"),
            Self::Output(error) => error.fmt(formatter),
        }
    }
}

impl RowSink for BatchSender {
    type Error = StopReason;

    fn rows(&mut self, block: Block) -> Result<Block, StopReason> {
        self.row_count += block.rows() as u64;
        for batch in self.batches.append(&block).map_err(StopReason::Output)? {
            self.send(batch)?;
        }
        Ok(Block::default())
    }

    fn error(&mut self, error: &InputError) -> Result<(), StopReason> {
        let mut progress = lock(&self.progress);
        if progress.errors.len() < MAX_ERRORS {
            progress.errors.push(error.to_string());
        }
        let failure = Failure::of(error);
        let ends = self.end.at_failed_access && failure.is_of_access();
        self.failure = Some(failure);
        if ends { Err(StopReason::FailedAccess) } else { Ok(()) }
    }

    fn progress(&mut self, counts: &Counts) -> Result<(), StopReason> {
        lock(&self.progress).counts.clone_from(counts);
        if self.keep_alive.strong_count() == 0 {
            return Err(StopReason::Closed);
        }
        // The counts of a block come after its rows, so the run ends here and not in `rows`.
        if self.end.limit.is_some_and(|limit| self.row_count >= limit.get()) { Err(StopReason::Limit) } else { Ok(()) }
    }
}
