//! A run over files: its threads read them, and the caller's thread passes on the results.

use super::counts::Counts;
use super::extraction::Extraction;
use super::jobs::ordered_workers::{StopReason, WorkerPool};
use super::jobs::page_worker::PageWorker;
use super::jobs::plan::Plan;
use super::jobs::sequence::JobSequence;
use super::jobs::shared::RunState;
use super::jobs::stream_batches::WantedRecords;
use super::options::RunOptions;
use super::row_sink::{RowSink, RunError};
use crate::input::{FoundInput, InputFile, InputFormat, Inputs};
use std::io::Read;
use std::ops::ControlFlow;
use std::path::PathBuf;
use tagrake_archive::background_tasks::BackgroundTasks;

/// Maximum bytes of results that wait for their turn.
const MAX_WAITING_BYTES: usize = 16 << 20;

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
    /// Returns an error if the sink does, or if some input cannot be read and the policy is
    /// [`ErrorPolicy::Fail`](super::ErrorPolicy::Fail).
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
    /// Returns an error if the sink does, or if some input cannot be read and the policy is
    /// [`ErrorPolicy::Fail`](super::ErrorPolicy::Fail).
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
            WantedRecords::Pages if self.options.digests || self.options.summaries => WantedRecords::Blocks,
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
            Some((started, error)) => sequence.report_shortage(started, pool.threads, &error),
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
