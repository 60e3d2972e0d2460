//! A job: work for one thread, and the parts of its result.

use super::ordered_workers::{IsCancelled, Weigh};
use super::page_file::{PageBytes, PageFile};
use super::stream_batches::{LineBatch, RecordBatch};
use crate::input::InputFile;
use crate::input::error::InputError;
use crate::output::{Block, OutputError};
use crate::pipeline::counts::Counts;
use crate::pipeline::record_summary::RecordSummary;
use crate::pipeline::records::addressed_record::AddressedRecord;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tagrake_archive::container::Member;
use tagrake_archive::local_file::{FileRange, LocalFile};

/// A unit of work for one thread.
pub(crate) struct Job {
    pub(crate) head: Arc<JobHead>,
    pub(crate) task: JobTask,
}

impl Job {
    /// Creates the only job of a file.
    pub(crate) fn only(file: &Arc<InputFile>, task: JobTask) -> Self {
        Self { head: Arc::new(JobHead::of_file(file)), task }
    }

    /// Creates a job that does not belong to a file.
    pub(crate) fn without_file(task: JobTask) -> Self {
        Self { head: Arc::default(), task }
    }
}

/// The properties of a job that are shared between its worker and the sequence.
#[derive(Default)]
pub(crate) struct JobHead {
    /// The file; `None` for several pages at once.
    pub(crate) file: Option<Arc<InputFile>>,
    /// The opened file, if it is read in segments.
    pub(crate) opened: Option<LocalFile>,
    /// The archive in the file, if that is a container.
    pub(crate) member: Option<Arc<Member>>,
    /// True for the first job of the file.
    pub(crate) is_first: bool,
    /// True for the last job of the file.
    pub(crate) is_last: bool,
    /// The range of the file, if the file is read in segments.
    pub(crate) segment: Option<Range<u64>>,
    /// Set when the result is no longer needed.
    pub(crate) is_cancelled: AtomicBool,
    /// Set when the worker has finished.
    pub(crate) is_over: AtomicBool,
}

impl JobHead {
    /// Creates the head of the only job of a file.
    pub(crate) fn of_file(file: &Arc<InputFile>) -> Self {
        Self { file: Some(file.clone()), is_first: true, is_last: true, ..Self::default() }
    }

    /// Returns a reader of the file, or of the archive in it.
    pub(crate) fn reader(&self) -> Option<FileRange> {
        match &self.member {
            Some(member) => member.reader(),
            None => self.opened.as_ref().map(LocalFile::reader),
        }
    }

    /// Returns the name of the file, or of the archive in it, for messages and records.
    pub(crate) fn origin(&self) -> Arc<str> {
        match (&self.member, &self.file) {
            (Some(member), _) => member.origin.clone(),
            (None, Some(file)) => file.origin().into(),
            (None, None) => "".into(),
        }
    }
}

/// The work of a job.
pub(crate) enum JobTask {
    /// Report an error that occurred before there was any work.
    Report(InputError),
    /// Pass on the names of columns of a manifest that are not read.
    OtherColumns(OtherColumns),
    /// Count files that are skipped because of their type.
    Skip(u64),
    /// Read the pages in these files.
    Pages(Vec<PageFile>),
    /// Process a page that was read from a stream.
    Page(Box<PageBytes>),
    Lines(LineBatch),
    Records(Box<RecordBatch>),
    /// Read the records that an index names.
    Indexed(Vec<AddressedRecord>),
    /// Read the segment in the job's head.
    Segment,
}

impl JobTask {
    /// Returns the bytes of input that the task holds in memory.
    pub(crate) fn bytes(&self) -> usize {
        match self {
            Self::Report(_) | Self::OtherColumns(_) | Self::Skip(_) | Self::Pages(_) | Self::Segment => 0,
            Self::Page(page) => page.html.len(),
            Self::Lines(batch) => batch.bytes.len(),
            Self::Records(batch) => batch.bytes(),
            Self::Indexed(records) => records.iter().map(AddressedRecord::held_bytes).sum(),
        }
    }
}

/// Columns of a manifest that are not read.
pub(crate) struct OtherColumns {
    pub(crate) manifest: String,
    pub(crate) columns: Vec<String>,
}

/// A part of a job's result.
pub(crate) struct JobPart {
    pub(crate) head: Arc<JobHead>,
    pub(crate) block: Result<Option<Block>, OutputError>,
    /// Errors since the previous part.
    pub(crate) errors: Vec<InputError>,
    /// The summaries of records and pages since the previous part.
    pub(crate) summaries: Vec<RecordSummary>,
    /// Columns of a manifest that are not read.
    pub(crate) other_columns: Option<OtherColumns>,
    /// Counts of the job so far.
    pub(crate) counts: Counts,
    /// The offset of the first record of a segment.
    pub(crate) first_offset: Option<u64>,
    /// The offset of the first record after the segment, in the last part.
    pub(crate) next_offset: Option<u64>,
    pub(crate) is_last: bool,
}

impl Weigh for JobPart {
    fn bytes(&self) -> usize {
        const ERROR_BYTES: usize = size_of::<InputError>() + 300;
        let block = self.block.as_ref().ok().and_then(Option::as_ref);
        let texts = |error: &InputError| error.origin.len() + error.url.as_ref().map_or(0, String::len);
        let errors: usize = self.errors.iter().map(|error| ERROR_BYTES + texts(error)).sum();
        let summaries: usize = self.summaries.iter().map(RecordSummary::memory_bytes).sum();
        block.map_or(0, Block::bytes) + errors + summaries + size_of::<Self>()
    }

    fn large(&self) -> Option<IsCancelled> {
        self.block.as_ref().ok()?.as_ref().filter(|block| block.is_large())?;
        let head = self.head.clone();
        Some(Box::new(move || head.is_cancelled.load(Ordering::Relaxed)))
    }

    fn is_cancelled(&self) -> bool {
        self.head.is_cancelled.load(Ordering::Relaxed)
    }
}
