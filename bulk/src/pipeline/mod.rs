//! Runs: reads files and passes blocks of rows to a sink, on several threads.
//!
//! 1. The input is split into jobs: up to 32 files of a page, a batch of lines, a segment of a WARC file, a batch of
//!    records from a stream, or up to 256 records that an index names.
//! 2. Each thread takes the next job when it is free, reads its input and builds blocks of rows.
//! 3. The blocks are passed to a [`RowSink`] in the order of the input, on the caller's thread.
//!
//! So the rows, their order and the reported errors do not depend on the number of threads, and memory does not
//! depend on the size of the input.
//!
//! With one thread there is no division into jobs, no queue and no copy, and a file is read from start to end.
//!
//! ```
//! use tagrake_bulk::ReaderOptions;
//! use tagrake_bulk::input::Inputs;
//! use tagrake_bulk::output::{Block, LinkFormat, OutputError, OutputOptions, Writer};
//! use tagrake_bulk::pipeline::{Extraction, Run, RunOptions, RowSink};
//!
//! struct Lines(Writer<Vec<u8>>);
//!
//! impl RowSink for Lines {
//!     type Error = OutputError;
//!
//!     fn rows(&mut self, block: Block) -> Result<Block, OutputError> {
//!         self.0.append(block)
//!     }
//! }
//!
//! let folder = tempfile::tempdir()?;
//! let record = "WARC/1.0\r\nWARC-Type: resource\r\nContent-Type: text/html\r\nContent-Length: 19\r\n\r\n<a href=http://e.f>\r\n\r\n";
//! std::fs::write(folder.path().join("two.warc"), record.repeat(2))?;
//! let output = OutputOptions::new(LinkFormat::JsonLines);
//! let mut lines = Lines(Writer::new(&output, Vec::new())?);
//! let run = Run::new(Extraction::new(ReaderOptions::default(), output), RunOptions::default());
//! let counts = run.read(Inputs::new([folder.path()]), &mut lines)?;
//! assert_eq!((counts.pages, counts.links), (2, 2));
//! assert_eq!(lines.0.finish()?.split(|&byte| byte == b'\n').count(), 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod counts;
mod derived_records;
mod digest_verification;
mod duplicates;
mod extraction;
mod index_rows;
mod indexed_records;
mod indexed_versions;
mod job;
mod job_output;
mod options;
mod ordered_workers;
mod page_file;
mod plan;
mod record_files;
mod record_page;
mod record_selection;
mod sequence;
mod shared;
mod single_record;
mod stream_batches;
mod url_selection;
mod worker;

pub use counts::Counts;
pub use digest_verification::DigestCounts;
pub use extraction::Extraction;
pub use options::{ErrorPolicy, RunOptions};
pub use record_selection::Selection;
pub use single_record::read_record;

use crate::background_tasks::BackgroundTasks;
use crate::input::error::InputError;
use crate::input::{FoundInput, InputFile, InputFormat, Inputs};
use crate::output::{Block, OutputError};
use ordered_workers::{StopReason, WorkerPool};
use plan::Plan;
use sequence::{JobSequence, or_break};
use shared::RunState;
use std::io::{self, Read};
use std::ops::ControlFlow;
use std::path::PathBuf;
use stream_batches::WantedRecords;
use worker::PageWorker;

/// Maximum bytes of results that wait for their turn.
const MAX_WAITING_BYTES: usize = 16 << 20;

/// Receives the results of a run, in the order of the input. An error ends the run.
///
/// ```
/// use std::convert::Infallible;
/// use tagrake_bulk::input::Inputs;
/// use tagrake_bulk::output::Block;
/// use tagrake_bulk::pipeline::{Extraction, Run, RunOptions, RowSink};
/// use tagrake_bulk::{InputError, ReaderOptions};
///
/// struct Check(Vec<String>);
///
/// impl RowSink for Check {
///     type Error = Infallible;
///
///     fn rows(&mut self, block: Block) -> Result<Block, Infallible> {
///         Ok(block)
///     }
///
///     fn error(&mut self, error: &InputError) -> Result<(), Infallible> {
///         self.0.push(error.to_string());
///         Ok(())
///     }
/// }
///
/// let mut check = Check(Vec::new());
/// let run = Run::new(Extraction::nothing(ReaderOptions::default()), RunOptions::default());
/// run.read(Inputs::new(["no.warc"]), &mut check)?;
/// assert_eq!(check.0, ["no.warc: No such file or directory"]);
/// # Ok::<(), tagrake_bulk::pipeline::RunError<Infallible>>(())
/// ```
pub trait RowSink {
    /// The error that ends the run.
    type Error;

    /// Receives a block of rows. Returns a block whose memory can be reused.
    ///
    /// # Errors
    ///
    /// Returns an error to end the run.
    fn rows(&mut self, block: Block) -> Result<Block, Self::Error>;

    /// Called for each input that could not be read.
    ///
    /// # Errors
    ///
    /// Returns an error to end the run.
    fn error(&mut self, error: &InputError) -> Result<(), Self::Error> {
        let _ = error;
        Ok(())
    }

    /// Called with the counts so far.
    ///
    /// # Errors
    ///
    /// Returns an error to end the run.
    fn progress(&mut self, counts: &Counts) -> Result<(), Self::Error> {
        let _ = counts;
        Ok(())
    }

    /// Called once if only `started` of `wanted` threads could be started. The run continues with those, or on the
    /// caller's thread if there is none.
    ///
    /// # Errors
    ///
    /// Returns an error to end the run.
    fn threads(&mut self, started: usize, wanted: usize, error: &io::Error) -> Result<(), Self::Error> {
        let _ = (started, wanted, error);
        Ok(())
    }

    /// Called before the results of `file`, if [`RunOptions::by_file`] is set.
    ///
    /// # Errors
    ///
    /// Returns an error to end the run.
    fn begin(&mut self, file: &InputFile) -> Result<(), Self::Error> {
        let _ = file;
        Ok(())
    }

    /// Called after the results of `file`, with its counts, if [`RunOptions::by_file`] is set.
    ///
    /// # Errors
    ///
    /// Returns an error to end the run.
    fn end(&mut self, file: &InputFile, counts: &Counts) -> Result<(), Self::Error> {
        let _ = (file, counts);
        Ok(())
    }
}

/// The reason why a run ended before its input did.
///
/// ```
/// use std::convert::Infallible;
/// use tagrake_bulk::pipeline::RunError;
///
/// assert_eq!(RunError::<Infallible>::Failed.to_string(), "some input could not be read");
/// ```
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RunError<E> {
    /// Some input could not be read, and the policy is [`ErrorPolicy::Fail`]. The error was passed to the sink.
    #[error("some input could not be read")]
    Failed,
    /// The sink returned an error.
    #[error("{0}")]
    Sink(E),
    /// Rows could not be encoded.
    #[error(transparent)]
    Output(OutputError),
    /// A thread panicked because of a bug in this program. Holds the message.
    #[error("an error in tagrake itself: {0}")]
    Panic(String),
}

/// A run over files.
///
/// ```
/// use tagrake_bulk::ReaderOptions;
/// use tagrake_bulk::pipeline::{Extraction, Run, RunOptions};
///
/// let run = Run::new(Extraction::nothing(ReaderOptions::default()), RunOptions::default());
/// # let _ = run;
/// ```
#[derive(Debug)]
pub struct Run {
    extraction: Extraction,
    options: RunOptions,
}

impl Run {
    /// Creates a run that makes `extraction` of pages.
    pub fn new(extraction: Extraction, options: RunOptions) -> Self {
        Self { extraction, options }
    }

    /// Reads `inputs`, and passes the results to `sink` on this thread. Returns the counts.
    ///
    /// # Errors
    ///
    /// Returns an error if the sink does, or if some input cannot be read and the policy is [`ErrorPolicy::Fail`].
    pub fn read<S: RowSink>(&self, inputs: Inputs, sink: &mut S) -> Result<Counts, RunError<S::Error>> {
        let Self { extraction, options } = self;
        let is_listed_on_pipe = inputs.is_listed_on_pipe();
        let plan = Plan::new(inputs.found(), options, !extraction.is_of_columns(), self.wanted());
        self.work(if is_listed_on_pipe { plan.without_downloads_ahead() } else { plan }, sink)
    }

    /// Reads a WARC file from `stream`, whose name in messages and records is `name`. Otherwise like
    /// [`read`](Self::read).
    ///
    /// # Errors
    ///
    /// Returns an error if the sink does, or if some input cannot be read and the policy is [`ErrorPolicy::Fail`].
    ///
    /// ```
    /// use std::convert::Infallible;
    /// use tagrake_bulk::ReaderOptions;
    /// use tagrake_bulk::output::Block;
    /// use tagrake_bulk::pipeline::{Extraction, Run, RunOptions, RowSink};
    ///
    /// struct Nothing;
    ///
    /// impl RowSink for Nothing {
    ///     type Error = Infallible;
    ///
    ///     fn rows(&mut self, block: Block) -> Result<Block, Infallible> {
    ///         Ok(block)
    ///     }
    /// }
    ///
    /// let record = "WARC/1.0\r\nWARC-Type: resource\r\nContent-Type: text/html\r\nContent-Length: 3\r\n\r\n<p>\r\n\r\n";
    /// let run = Run::new(Extraction::nothing(ReaderOptions::default()), RunOptions::default());
    /// assert_eq!(run.read_stream("crawl.warc", record.as_bytes(), &mut Nothing)?.pages, 1);
    /// # Ok::<(), tagrake_bulk::pipeline::RunError<Infallible>>(())
    /// ```
    pub fn read_stream<S: RowSink>(
        &self,
        name: impl Into<PathBuf>,
        stream: impl Read + Send + 'static,
        sink: &mut S,
    ) -> Result<Counts, RunError<S::Error>> {
        let file = InputFile::new(name.into(), InputFormat::Warc);
        self.work(Plan::of_stream(file, Box::new(stream), &self.options, self.wanted()), sink)
    }

    /// Returns the records of WARC files that are needed.
    fn wanted(&self) -> WantedRecords {
        match self.extraction.wanted() {
            WantedRecords::Pages if self.options.digests => WantedRecords::Blocks,
            wanted => wanted,
        }
    }

    fn work<S: RowSink, F: Iterator<Item = FoundInput> + Send>(
        &self,
        plan: Plan<'_, F>,
        sink: &mut S,
    ) -> Result<Counts, RunError<S::Error>> {
        let Self { extraction, options } = self;
        let shared = RunState::new(extraction, options);
        let background = BackgroundTasks::default();
        let pool = WorkerPool {
            threads: options.threads(),
            max_bytes: MAX_WAITING_BYTES,
            background: background.clone(),
            ..WorkerPool::default()
        };
        let mut sequence = JobSequence::new(&shared, sink, (pool.threads > 1).then_some(background));
        let report_shortage = |sequence: &mut JobSequence<'_, S>| match pool.shortage.take() {
            Some((started, error)) => {
                if started == 0 {
                    sequence.run_alone();
                }
                or_break(sequence.sink().threads(started, pool.threads, &error))
            }
            None => ControlFlow::Continue(()),
        };
        let run = pool.run(
            plan,
            || PageWorker::new(&shared),
            |part| {
                report_shortage(&mut sequence)?;
                sequence.take(part)
            },
        );
        match run {
            Ok(()) => {
                let flow = report_shortage(&mut sequence);
                flow.break_value().map_or_else(|| Ok(sequence.finish()), Err)
            }
            Err(StopReason::Asked(error)) => Err(error),
            Err(StopReason::Panic(message)) => Err(RunError::Panic(message)),
        }
    }
}
