//! Options of a run.

use super::jobs::stream_batches::WantedRecords;
use super::records::record_selection::Selection;
use crate::input::FileCheck;
use std::fmt;
use std::num::NonZeroUsize;
use tagrake_archive::http::BodyLimits;
use tagrake_archive::warc::WarcOptions;

/// Minimum bytes of a copied block in memory: room for the head of a response, which shows whether the record is damaged.
const MIN_COPIED_BYTES: usize = 64 << 10;

/// How a run handles unreadable input. The remaining input is always read, except with `Fail`, and errors are always
/// reported to the sink.
///
/// ```
/// use tagrake_bulk::pipeline::ErrorPolicy;
///
/// assert_eq!(ErrorPolicy::default(), ErrorPolicy::Answer);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
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
/// let options = RunOptions {
///     threads: 2,
///     errors: ErrorPolicy::Record,
///     selection: Selection::all(),
///     ..RunOptions::default()
/// };
/// assert_eq!(options.max_record_bytes, 16 << 20);
/// ```
#[derive(Clone)]
pub struct RunOptions {
    /// The number of threads that read pages, up to [`MAX_THREADS`](Self::MAX_THREADS); 0, the default, for one per
    /// core. The output does not depend on it.
    pub threads: usize,
    /// How unreadable input is handled.
    pub errors: ErrorPolicy,
    /// Which pages are read.
    pub selection: Selection,
    /// The number of pages among which duplicates are skipped: a page is a duplicate if it has the digest of one of at
    /// least this many pages before it, and at most twice as many. `None`, the default, to read them too. The digest is the
    /// SHA-1 of the decoded page. Incomplete pages are not compared. Only one thread reads pages, because the pages before
    /// must be known. Each digest takes up to 40 bytes of memory.
    pub distinct_among: Option<NonZeroUsize>,
    /// True if the digest of a page is the SHA-1 in `WARC-Payload-Digest`, where there is one; false by default. It is not
    /// verified: if it is wrong, different pages are skipped.
    pub trusts_digests: bool,
    /// Maximum bytes of a record that are read, and of the decoded body in it; 16 MiB by default.
    pub max_record_bytes: usize,
    /// True to verify the digests in the headers of WARC records; false by default. Each mismatch is
    /// [reported](super::RowSink::error), and all outcomes are [counted](super::Counts::block_digests).
    pub digests: bool,
    /// True to call [`RowSink::record`](super::RowSink::record) for each record and page; false by default. Only
    /// [`Extraction::nothing`](super::Extraction::nothing) also summarizes the pages ([`RecordSummary::page`](super::RecordSummary::page)).
    pub summaries: bool,
    /// True to call [`RowSink::begin`](super::RowSink::begin) and [`end`](super::RowSink::end) for each file.
    pub by_file: bool,
    /// A filter of files, and of the files in which an index has its lines. It returns false to skip a file, except one that an
    /// index names, or an error to report.
    pub filter: Option<FileCheck>,
    /// The bytes of a WARC file or stream in a job, and of a block. For tests: the output does not depend on it.
    #[doc(hidden)]
    pub work_bytes: Option<usize>,
}

impl fmt::Debug for RunOptions {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut fields = formatter.debug_struct("RunOptions");
        fields.field("threads", &self.threads).field("errors", &self.errors).field("selection", &self.selection);
        fields.finish_non_exhaustive()
    }
}

impl Default for RunOptions {
    fn default() -> Self {
        Self {
            threads: 0,
            errors: ErrorPolicy::default(),
            selection: Selection::default(),
            distinct_among: None,
            trusts_digests: false,
            max_record_bytes: 16 << 20,
            digests: false,
            summaries: false,
            by_file: false,
            filter: None,
            work_bytes: None,
        }
    }
}

impl RunOptions {
    /// The maximum number of threads.
    pub const MAX_THREADS: usize = 256;

    /// The number of distinct pages in [`distinct_among`](Self::distinct_among) of the command and of the Python package. Their
    /// digests take up to 90 MB: two tables of 36 MB, and one of 18 MB while a table grows.
    pub const DISTINCT_AMONG: NonZeroUsize = NonZeroUsize::new(1_835_008).expect("not 0");

    /// Returns the options for a run that its sink ends after some number of rows: one thread, which reads nothing ahead, and
    /// blocks of one row.
    ///
    /// ```
    /// use tagrake_bulk::pipeline::RunOptions;
    ///
    /// assert_eq!(RunOptions::default().with_single_rows().threads, 1);
    /// ```
    #[must_use]
    pub fn with_single_rows(self) -> Self {
        // Blocks of at least one byte are blocks of one row.
        Self { threads: 1, work_bytes: Some(1), ..self }
    }

    /// Returns the number of threads.
    pub(super) fn threads(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        let threads = match self.threads {
            _ if self.distinct_among.is_some() => 1,
            0 => cores(),
            threads => threads,
        };
        threads.min(Self::MAX_THREADS)
    }

    /// Returns the limits for records of WARC files.
    pub(super) fn warc(&self, wanted: WantedRecords) -> WarcOptions {
        let options = WarcOptions::default();
        match wanted {
            WantedRecords::Copies => {
                options.with_max_block_bytes(self.max_record_bytes.max(MIN_COPIED_BYTES)).with_rest(true)
            }
            _ => options.with_max_block_bytes(self.max_record_bytes),
        }
    }

    /// Returns the limits for decoding bodies.
    pub(super) fn body(&self) -> BodyLimits {
        BodyLimits::default().with_max_bytes(self.max_record_bytes)
    }

    /// Returns the stored bytes of a WARC file in a job.
    pub(super) fn segment_bytes(&self) -> u64 {
        self.work_bytes.map_or(512 << 10, |bytes| bytes.max(1)) as u64
    }

    /// Returns the bytes of a stream in a job.
    pub(super) fn batch_bytes(&self) -> usize {
        self.work_bytes.map_or(1 << 20, |bytes| bytes.max(1))
    }

    /// Returns the bytes of stored records and of their addresses after which a job of an index ends. All threads have them
    /// in memory.
    pub(super) fn indexed_bytes(&self) -> u64 {
        const OF_ALL_THREADS: u64 = 8 << 20;
        (OF_ALL_THREADS / self.threads() as u64).clamp(512 << 10, 4 << 20)
    }

    /// Returns the maximum bytes of a block.
    pub(super) fn block_bytes(&self, is_of_columns: bool) -> usize {
        // Small blocks of lines stay in the CPU cache until they are written. Each batch of columns has a fixed cost.
        self.work_bytes.unwrap_or(if is_of_columns { 2 << 20 } else { 256 << 10 })
    }
}
