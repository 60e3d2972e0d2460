//! A run on a thread of its own, and the batches that it sends.

use arrow_array::RecordBatch;
use crossbeam_channel::{Receiver, Sender, bounded};
use std::sync::{Arc, Weak};
use std::{fmt, thread};
use tagrake_bulk::input::Inputs;
use tagrake_bulk::output::{Batches, Block, OutputError};
use tagrake_bulk::pipeline::{Counts, RowSink, Run, RunError};
use tagrake_bulk::warc::WarcErrorKind;
use tagrake_bulk::{InputError, InputErrorKind, reason};

/// Batches that may wait for DuckDB.
const MAX_WAITING: usize = 4;

/// Whether errors end a run, and whether it warns.
#[derive(Clone, Copy)]
pub(crate) struct RunEnd {
    /// True to end at the first input that cannot be opened or read.
    pub(crate) at_failed_access: bool,
    /// True to print how many errors were skipped.
    pub(crate) warns: bool,
}

/// A message from the reading thread. The channel is closed after the last batch.
type Message = Result<RecordBatch, String>;

/// The batches of a run. Dropping it ends the run.
pub(crate) struct BatchStream {
    messages: Receiver<Message>,
    /// The run stops when this is dropped.
    _keep_alive: Arc<()>,
}

impl BatchStream {
    /// Starts the run.
    pub(crate) fn start(run: Run, batches: Batches, inputs: Inputs, end: RunEnd) -> Result<Self, String> {
        let (sender, messages) = bounded(MAX_WAITING);
        let keep_alive = Arc::new(());
        let is_needed = Arc::downgrade(&keep_alive);
        let work = move || {
            let mut sink = BatchSender { sender, is_needed, batches, end, errors: 0, first: None };
            let result = run.read(inputs, &mut sink);
            sink.end(result);
        };
        let started = thread::Builder::new().name("tagrake".to_owned()).spawn(work);
        started.map_err(|error| format!("cannot start a thread: {}", reason(&error)))?;
        Ok(Self { messages, _keep_alive: keep_alive })
    }

    /// Waits for the next batch; `None` at the end.
    pub(crate) fn next(&self) -> Option<Message> {
        self.messages.recv().ok()
    }
}

/// Sends the rows of a run as batches.
struct BatchSender {
    sender: Sender<Message>,
    is_needed: Weak<()>,
    batches: Batches,
    end: RunEnd,
    errors: u64,
    /// The first error.
    first: Option<String>,
}

/// Why a run ended early.
enum StopReason {
    /// DuckDB needs no more rows.
    Closed,
    /// An input cannot be opened or read. Holds the message.
    Access(String),
    Output(OutputError),
}

impl fmt::Display for StopReason {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Closed => formatter.write_str("the query has ended"),
            Self::Access(message) => formatter.write_str(message),
            Self::Output(error) => error.fmt(formatter),
        }
    }
}

impl BatchSender {
    fn send(&self, message: Message) -> Result<(), StopReason> {
        self.sender.send(message).map_err(|_| StopReason::Closed)
    }

    /// Sends the last rows, then the error that ended the run.
    fn end(mut self, result: Result<Counts, RunError<StopReason>>) {
        let rest = self.batches.finish().map_err(|error| error.to_string());
        // Sending fails if DuckDB needs no more rows.
        if let Some(rest) = rest.transpose() {
            let _ = self.send(rest);
        }
        let failure = match (result, self.first) {
            (Err(RunError::Failed), Some(message)) => message,
            (Err(RunError::Sink(StopReason::Closed)), _) => return,
            (Ok(_), first) => {
                if let Some(first) = first.filter(|_| self.end.warns) {
                    let count = self.errors;
                    let hint = "errors => 'raise' ends the query, 'skip' hides this; pages have a column error";
                    eprintln!("read_warc: {count} inputs or records could not be read ({hint}), the first: {first}");
                }
                return;
            }
            (Err(error), _) => error.to_string(),
        };
        let _ = self.sender.send(Err(failure));
    }
}

impl RowSink for BatchSender {
    type Error = StopReason;

    fn rows(&mut self, block: Block) -> Result<Block, StopReason> {
        for batch in self.batches.append(&block).map_err(StopReason::Output)? {
            self.send(Ok(batch))?;
        }
        Ok(Block::default())
    }

    fn error(&mut self, error: &InputError) -> Result<(), StopReason> {
        self.errors += 1;
        let is_of_access = match &error.kind {
            InputErrorKind::Io(_) | InputErrorKind::EmptyFolder => true,
            InputErrorKind::Damage { kind, .. } => matches!(kind, WarcErrorKind::Io(_)),
            _ => false,
        };
        if self.end.at_failed_access && is_of_access {
            return Err(StopReason::Access(error.to_string()));
        }
        self.first.get_or_insert_with(|| error.to_string());
        Ok(())
    }

    fn progress(&mut self, _: &Counts) -> Result<(), StopReason> {
        if self.is_needed.strong_count() == 0 { Err(StopReason::Closed) } else { Ok(()) }
    }
}
