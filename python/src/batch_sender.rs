//! The reading thread's side of a run over WARC files: sends batches, and counts for the consumer.

use crate::errors::Failure;
use crate::row_columns::RowColumns;
use arrow_array::{RecordBatch as ArrowBatch, RecordBatchOptions, new_null_array};
use std::fmt;
use std::num::NonZeroU64;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::SyncSender;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};
use tagrake_bulk::InputError;
use tagrake_bulk::output::{Batches, Block, OutputError};
use tagrake_bulk::pipeline::{Counts, RowSink, RunError};

/// Error messages that are kept, or logged.
pub(crate) const MAX_ERRORS: usize = 1000;
/// The first batch is sent once it has this number of rows, or after this time.
const FIRST_ROWS: u64 = 1024;
const FIRST_TIME: Duration = Duration::from_millis(400);
/// The columns of a place in a stored file.
const PLACE: [&str; 2] = ["warc_record_offset", "warc_record_length"];

/// A message from the reading thread.
pub(crate) enum RunMessage {
    Batch(ArrowBatch),
    /// The thread needs the next chunk of the file object with this number.
    NeedsChunk(usize),
    End(Option<Failure>),
}

/// When a run ends before the end of its input, and what it logs.
#[derive(Default)]
pub(crate) struct RunEnd {
    /// After this number of rows.
    pub(crate) limit: Option<NonZeroU64>,
    /// At the first input that [cannot be opened or read](Failure::is_of_access).
    pub(crate) at_failed_access: bool,
    /// True if errors that do not end the run are logged.
    pub(crate) logs: bool,
}

/// The counts and errors of a run so far.
#[derive(Default)]
pub(crate) struct RunProgress {
    pub(crate) counts: Counts,
    pub(crate) errors: Vec<String>,
    /// The errors to log, which the consumer removes.
    pub(crate) warnings: Vec<String>,
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
    start: Instant,
    /// The number of rows so far.
    row_count: u64,
    /// True until the first batch is sent.
    is_first: bool,
    /// The counts of earlier sources.
    earlier: Counts,
    /// True if places in the current source are not places in a stored file.
    is_decompressed: Arc<AtomicBool>,
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
        Self {
            sender,
            keep_alive,
            columns,
            batches,
            progress,
            failure: None,
            end,
            start: Instant::now(),
            row_count: 0,
            is_first: true,
            earlier: Counts::default(),
            is_decompressed: Arc::default(),
        }
    }

    /// Begins a file object, whose rows have no place if `is_decompressed` becomes true.
    pub(crate) fn begin(&mut self, is_decompressed: Arc<AtomicBool>) {
        self.is_decompressed = is_decompressed;
    }

    /// Ends a source with the result of its run, and sends its last rows.
    pub(crate) fn end_source(&mut self, counts: &Counts) -> Result<(), RunError<StopReason>> {
        self.earlier.add(counts);
        self.flush().map_err(RunError::Sink)
    }

    fn send(&mut self, batch: ArrowBatch) -> Result<(), StopReason> {
        self.is_first = false;
        let batch = match self.is_decompressed.load(Ordering::Relaxed) {
            true => without_place(batch).map_err(StopReason::Output)?,
            false => batch,
        };
        let batch = self.columns.arrange(batch).map_err(|error| StopReason::Output(error.into()))?;
        self.sender.send(RunMessage::Batch(batch)).map_err(|_| StopReason::Closed)
    }

    /// Sends the rows that are not in a batch yet.
    fn flush(&mut self) -> Result<(), StopReason> {
        match self.batches.finish().map_err(StopReason::Output)? {
            Some(rest) => self.send(rest),
            None => Ok(()),
        }
    }

    /// Sends the last rows, then the result of the run.
    pub(crate) fn end(mut self, result: Result<(), RunError<StopReason>>) {
        let rest = self.flush();
        let failure = match result {
            Ok(()) => {
                lock(&self.progress).counts.clone_from(&self.earlier);
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

/// Returns the batch with nulls in the columns of the place.
fn without_place(batch: ArrowBatch) -> Result<ArrowBatch, OutputError> {
    let (schema, mut columns, rows) = batch.into_parts();
    for (field, column) in schema.fields().iter().zip(&mut columns) {
        if PLACE.contains(&field.name().as_str()) {
            *column = new_null_array(field.data_type(), rows);
        }
    }
    let options = RecordBatchOptions::new().with_row_count(Some(rows));
    Ok(ArrowBatch::try_new_with_options(schema, columns, &options)?)
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
        if self.is_first && (self.row_count >= FIRST_ROWS || self.start.elapsed() >= FIRST_TIME) {
            self.flush()?;
        }
        Ok(Block::default())
    }

    fn error(&mut self, error: &InputError) -> Result<(), StopReason> {
        let failure = Failure::of(error);
        let ends = self.end.at_failed_access && failure.is_of_access();
        let mut progress = lock(&self.progress);
        if progress.errors.len() < MAX_ERRORS {
            progress.errors.push(error.to_string());
        }
        if self.end.logs && !ends && progress.warnings.len() < MAX_ERRORS {
            progress.warnings.push(error.to_string());
        }
        self.failure = Some(failure);
        if ends { Err(StopReason::FailedAccess) } else { Ok(()) }
    }

    fn progress(&mut self, counts: &Counts) -> Result<(), StopReason> {
        let mut progress = lock(&self.progress);
        progress.counts.clone_from(counts);
        progress.counts.add(&self.earlier);
        drop(progress);
        if self.keep_alive.strong_count() == 0 {
            return Err(StopReason::Closed);
        }
        // The counts of a block come after its rows, so the run ends here and not in `rows`.
        if self.end.limit.is_some_and(|limit| self.row_count >= limit.get()) { Err(StopReason::Limit) } else { Ok(()) }
    }
}
