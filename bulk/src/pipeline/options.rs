//! How a run goes.

use super::record_selection::Selection;
use crate::http::BodyLimits;
use crate::input::InputFile;
use crate::input::error::InputErrorKind;
use crate::warc::WarcOptions;
use std::fmt;
use std::sync::Arc;

/// What becomes of what cannot be read. The rest always comes out, and what is wrong is told in any case.
///
/// ```
/// use tagrake_bulk::pipeline::ErrorPolicy;
///
/// assert_eq!(ErrorPolicy::default(), ErrorPolicy::Answer);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ErrorPolicy {
    /// A line of JSON that holds no page gives a row that says so: whoever sent it waits for an answer. Else as `Skip`.
    #[default]
    Answer,
    /// It is passed over.
    Skip,
    /// It gives a row that says what is wrong with it, in tables of pages.
    Record,
    /// The run ends.
    Fail,
}

/// How a run goes: what is read as a page, on how many threads, and in how much memory.
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
    /// Whether the digests of WARC records are verified.
    pub(super) digests: bool,
    pub(super) is_by_file: bool,
    pub(super) filter: Option<Arc<Filter>>,
    /// How many bytes of a WARC file, as they are stored, are a job.
    pub(super) segment_bytes: u64,
    /// How many bytes of a stream are a job.
    pub(super) batch_bytes: usize,
    /// How many bytes of lines, or values of columns, a block has at most.
    pub(super) block_bytes: [usize; 2],
    /// How many bytes may wait for their turn.
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
            // Lines stay in the cache until they are written; batches of columns cost a fixed part each.
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
    /// The most threads that a run has.
    pub const MAX_THREADS: usize = 256;

    /// Sets how many threads read pages, [`MAX_THREADS`](Self::MAX_THREADS) at most; 0, as many as there are cores, by default.
    /// What comes out is the same.
    #[must_use]
    pub fn with_threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }

    /// Sets what becomes of what cannot be read.
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

    /// Sets how much of a record, and of the body in it when that is decoded, is read; 16 MiB by default.
    #[must_use]
    pub fn with_max_record_bytes(mut self, bytes: usize) -> Self {
        self.warc = self.warc.with_max_block_bytes(bytes);
        self.body.max_bytes = bytes;
        self
    }

    /// Sets whether the digests in the headers of WARC records are verified; they are not by default. A mismatch is
    /// [reported](super::Sink::error), and all outcomes are [counted](super::Counts::digests).
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

    /// Sets whether files are told apart: [`Sink::begin`](super::Sink::begin) and [`end`](super::Sink::end) are called for
    /// each.
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

    /// Sets which files are read at all, or what is wrong with one.
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

    /// Sets how much of a file is one thread's work, of WARC files and of streams, and of its rows, a block. For tests: what
    /// comes out is the same.
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
