//! A run over files: its threads read them, and the caller's thread passes on the results.

use super::counts::Counts;
use super::extraction::Extraction;
use super::jobs::ordered_workers::{StopReason, WorkerPool};
use super::jobs::page_worker::PageWorker;
use super::jobs::plan::Plan;
use super::jobs::sequence::JobSequence;
use super::jobs::shared::{RunState, RunWork};
use super::jobs::stream_batches::WantedRecords;
use super::options::RunOptions;
use super::panic_guard::PanicGuard;
use super::read_page::ReadPage;
use super::row_sink::{RowSink, RunError};
use crate::input::{FoundInput, InputFile, InputFormat, Inputs};
use crate::row::CustomRow;
use crate::schema::table::RowError;
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
#[derive(Clone, Debug)]
pub struct Run {
    pub(super) extraction: Extraction,
    pub(super) options: RunOptions,
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
        self.read_for(RunWork::default(), inputs, sink)
    }

    /// Reads `inputs` as [`read`](Self::read) does. `fill` sets the values of [custom columns](crate::output::OutputOptions::with_custom) in the rows
    /// of each page, on the threads that read the pages. Pages are extracted with the
    /// [parts](tagrake_extract::ExtractOptions::parts) that the options of the reader ask for, and the parts that the rows need.
    ///
    /// # Errors
    ///
    /// As [`read`](Self::read). If `fill` returns an error, the page has no row, and the error is
    /// [reported](RowSink::error).
    ///
    /// # Panics
    ///
    /// Panics if `fill` does.
    ///
    /// ```
    /// use tagrake_bulk::input::Inputs;
    /// use tagrake_bulk::output::{Block, FileFormat, OutputError, OutputOptions, Product, Writer};
    /// use tagrake_bulk::pipeline::{Extraction, Run, RunOptions, RowSink};
    /// use tagrake_bulk::schema::{CustomColumns, Type};
    /// use tagrake_bulk::{Fields, ReaderOptions};
    ///
    /// struct Lines(Writer<Vec<u8>>);
    ///
    /// impl RowSink for Lines {
    ///     type Error = OutputError;
    ///
    ///     fn rows(&mut self, block: Block) -> Result<Block, OutputError> {
    ///         self.0.append(block)
    ///     }
    /// }
    ///
    /// let folder = tempfile::tempdir()?;
    /// std::fs::write(folder.path().join("a.html"), "<title>Fish</title><form></form><form></form>")?;
    /// let columns = CustomColumns::new([("forms", Type::Int64)])?;
    /// let output = OutputOptions::new(Product::Pages, FileFormat::JsonLines)?;
    /// let output = output.with_fields(Fields::only("title")?).with_custom(columns)?;
    /// let mut lines = Lines(Writer::new(&output, Vec::new())?);
    /// let run = Run::new(Extraction::new(ReaderOptions::default(), output), RunOptions::default());
    /// run.read_with(Inputs::new([folder.path()]), |page, row| row.put("forms", page.page.html.matches("<form").count()), &mut lines)?;
    /// assert_eq!(lines.0.finish()?, b"{\"title\":\"Fish\",\"forms\":2}\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn read_with<S: RowSink>(
        &self,
        inputs: Inputs,
        fill: impl Fn(&ReadPage<'_>, &mut CustomRow) -> Result<(), RowError> + Sync,
        sink: &mut S,
    ) -> Result<Counts, RunError<S::Error>> {
        let guard = PanicGuard::default();
        let fill = |page: &ReadPage<'_>, row: &mut CustomRow| guard.call(|| fill(page, row));
        guard.resume(|| self.read_for(RunWork::Product(Some(&fill)), inputs, sink))
    }

    /// Reads `inputs` for `work`.
    pub(super) fn read_for<S: RowSink>(
        &self,
        work: RunWork<'_>,
        inputs: Inputs,
        sink: &mut S,
    ) -> Result<Counts, RunError<S::Error>> {
        let Self { extraction, options } = self;
        let is_listed_on_pipe = inputs.is_listed_on_pipe();
        let (is_of_columns, wanted) = match work {
            RunWork::Product(_) => (extraction.is_of_columns(), extraction.wanted()),
            RunWork::Values(_) => (false, WantedRecords::Pages),
        };
        let wanted = self.with_blocks(wanted);
        let plan = Plan::new(inputs.found(options.filter.clone()), options, !is_of_columns, wanted);
        self.work(work, if is_listed_on_pipe { plan.without_downloads_ahead() } else { plan }, sink)
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
        let wanted = self.with_blocks(self.extraction.wanted());
        self.work(RunWork::default(), Plan::of_stream(file, Box::new(stream), &self.options, wanted), sink)
    }

    /// Returns the records of WARC files that are needed for `wanted`, and to verify digests and summarize records.
    fn with_blocks(&self, wanted: WantedRecords) -> WantedRecords {
        match wanted {
            WantedRecords::Pages if self.options.digests || self.options.summaries => WantedRecords::Blocks,
            wanted => wanted,
        }
    }

    fn work<S: RowSink, F: Iterator<Item = FoundInput> + Send>(
        &self,
        work: RunWork<'_>,
        plan: Plan<'_, F>,
        sink: &mut S,
    ) -> Result<Counts, RunError<S::Error>> {
        let Self { extraction, options } = self;
        let shared = RunState::new(extraction, options, work);
        let background = BackgroundTasks::default();
        let pool = WorkerPool {
            threads: if extraction.is_sequential() { 1 } else { options.threads() },
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
