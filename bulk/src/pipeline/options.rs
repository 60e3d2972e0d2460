//! Options of a run.

use super::record_selection::Selection;
use crate::http::BodyLimits;
use crate::input::InputFile;
use crate::input::error::InputErrorKind;
use crate::warc::WarcOptions;
use std::fmt;
use std::sync::Arc;

/// How a run handles unreadable input. The remaining input is always read, except with `Fail`, and errors are always
/// reported to the sink.
///
/// ```
/// use tagrake_bulk::pipeline::ErrorPolicy;
///
/// assert_eq!(ErrorPolicy::default(), ErrorPolicy::Answer);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ErrorPolicy {
    /// A JSON line without a valid page gets a row with the error, because its sender waits for an answer. Other
    /// errors are handled like `Skip`.
    #[default]
    Answer,
    /// Unreadable input is skipped.
    Skip,
    /// In tables of pages, unreadable input gets a row with the error.
    Record,
    /// The run ends at the first error.
    Fail,
}

/// Options of a run: the records that are read as pages, the number of threads, and memory limits.
///
/// ```
/// use tagrake_bulk::pipeline::{ErrorPolicy, RunOptions, Selection};
///
/// let options = RunOptions::default()
///     .with_threads(2)
///     .with_errors(ErrorPolicy::Record)
///     .with_selection(Selection::default().with_mime_types("all"))
///     .with_max_record_bytes(1 << 20);
/// # let _ = options;
/// ```
#[derive(Clone)]
pub struct RunOptions {
    pub(super) threads: usize,
    pub(super) errors: ErrorPolicy,
    pub(super) selection: Selection,
    pub(super) warc: WarcOptions,
    pub(super) body: BodyLimits,
    /// True to verify the digests of WARC records.
    pub(super) digests: bool,
    pub(super) is_by_file: bool,
    pub(super) filter: Option<Arc<Filter>>,
    /// Stored bytes of a WARC file in a job.
    pub(super) segment_bytes: u64,
    /// Bytes of a stream in a job.
    pub(super) batch_bytes: usize,
    /// Maximum bytes of a block: of lines, and of columns.
    pub(super) block_bytes: [usize; 2],
    /// Maximum bytes of parts that wait for their turn.
    pub(super) max_waiting_bytes: usize,
}

type Filter = dyn Fn(&InputFile) -> Result<bool, InputErrorKind> + Send + Sync;

impl Default for RunOptions {
    fn default() -> Self {
        Self {
            threads: 0,
            errors: ErrorPolicy::default(),
            selection: Selection::default(),
            warc: WarcOptions::default(),
            body: BodyLimits::default(),
            digests: false,
            is_by_file: false,
            filter: None,
            segment_bytes: 512 << 10,
            batch_bytes: 1 << 20,
            // Small blocks of lines stay in the CPU cache until they are written. Each batch of columns has a fixed
            // cost.
            block_bytes: [256 << 10, 2 << 20],
            max_waiting_bytes: 16 << 20,
        }
    }
}

impl fmt::Debug for RunOptions {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut fields = formatter.debug_struct("RunOptions");
        fields.field("threads", &self.threads).field("errors", &self.errors).field("selection", &self.selection);
        fields.finish_non_exhaustive()
    }
}

impl RunOptions {
    /// The maximum number of threads.
    pub const MAX_THREADS: usize = 256;

    /// Sets the number of threads that read pages, up to [`MAX_THREADS`](Self::MAX_THREADS); 0, the default, for one
    /// per core. The output does not depend on it.
    #[must_use]
    pub fn with_threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }

    /// Sets how unreadable input is handled.
    #[must_use]
    pub fn with_errors(mut self, errors: ErrorPolicy) -> Self {
        self.errors = errors;
        self
    }

    /// Sets which records of WARC files are read as pages.
    #[must_use]
    pub fn with_selection(mut self, selection: Selection) -> Self {
        self.selection = selection;
        self
    }

    /// Sets the maximum bytes of a record that are read, and of the decoded body in it; 16 MiB by default.
    #[must_use]
    pub fn with_max_record_bytes(mut self, bytes: usize) -> Self {
        self.warc = self.warc.with_max_block_bytes(bytes);
        self.body.max_bytes = bytes;
        self
    }

    /// Sets whether the digests in the headers of WARC records are verified; false by default. Each mismatch is
    /// [reported](super::RowSink::error), and all outcomes are [counted](super::Counts::digests).
    ///
    /// ```
    /// let options = tagrake_bulk::pipeline::RunOptions::default().with_digests(true);
    /// # let _ = options;
    /// ```
    #[must_use]
    pub fn with_digests(mut self, verify: bool) -> Self {
        self.digests = verify;
        self
    }

    /// Sets whether [`RowSink::begin`](super::RowSink::begin) and [`end`](super::RowSink::end) are called for each file.
    ///
    /// ```
    /// let options = tagrake_bulk::pipeline::RunOptions::default().by_file(true);
    /// # let _ = options;
    /// ```
    #[must_use]
    pub fn by_file(mut self, is_by_file: bool) -> Self {
        self.is_by_file = is_by_file;
        self
    }

    /// Sets a filter of files. It returns false to skip a file, or an error to report.
    ///
    /// ```
    /// let options = tagrake_bulk::pipeline::RunOptions::default().with_filter(|file| Ok(!file.name.starts_with("old")));
    /// # let _ = options;
    /// ```
    #[must_use]
    pub fn with_filter(
        mut self,
        filter: impl Fn(&InputFile) -> Result<bool, InputErrorKind> + Send + Sync + 'static,
    ) -> Self {
        self.filter = Some(Arc::new(filter));
        self
    }

    /// Sets the bytes of a WARC file or stream in a job, and of a block. For tests: the output does not depend on it.
    #[doc(hidden)]
    #[must_use]
    pub fn with_work_bytes(mut self, bytes: usize) -> Self {
        self.segment_bytes = bytes.max(1) as u64;
        self.batch_bytes = bytes.max(1);
        self.block_bytes = [bytes; 2];
        self
    }

    /// Returns the number of threads.
    pub(super) fn threads(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        let threads = if self.threads == 0 { cores() } else { self.threads };
        threads.min(Self::MAX_THREADS)
    }
}
