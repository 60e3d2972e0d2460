//! A piece of work for one thread, and what is made of it.

use super::counts::Counts;
use super::ordered_workers::Weigh;
use super::page_file::{PageBytes, PageFile};
use super::stream_batches::{LineBatch, RecordBatch};
use crate::input::InputFile;
use crate::input::error::InputError;
use crate::output::{Block, OutputError};
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A piece of work for one thread.
pub(super) struct Job {
    pub(super) head: Arc<JobHead>,
    pub(super) task: Task,
}

/// What is known of a job by all who have to do with it.
#[derive(Default)]
pub(super) struct JobHead {
    /// The file; none for several pages at once.
    pub(super) file: Option<Arc<InputFile>>,
    pub(super) is_first: bool,
    pub(super) is_last: bool,
    /// The part of the file, if it is read by parts.
    pub(super) segment: Option<Range<u64>>,
    /// Nobody wants what is made of it.
    pub(super) is_cancelled: AtomicBool,
    /// Its worker is done with it.
    pub(super) is_over: AtomicBool,
}

/// What is to be done.
pub(super) enum Task {
    /// To tell of what was wrong before there was any work.
    Tell(InputError),
    /// To count so many files that are skipped because of their type.
    Skip(u64),
    /// To read the pages in these files.
    Pages(Vec<PageFile>),
    /// To read a page that was read from a stream.
    Page(Box<PageBytes>),
    Lines(LineBatch),
    Records(RecordBatch),
    /// To read the segment that the head says.
    Segment,
}

impl Task {
    /// Returns how many bytes of input it holds.
    pub(super) fn bytes(&self) -> usize {
        match self {
            Self::Tell(_) | Self::Skip(_) | Self::Pages(_) | Self::Segment => 0,
            Self::Page(page) => page.html.len(),
            Self::Lines(batch) => batch.bytes.len(),
            Self::Records(batch) => batch.bytes(),
        }
    }
}

/// A part of what is made of a job.
pub(super) struct Part {
    pub(super) head: Arc<JobHead>,
    pub(super) block: Result<Option<Block>, OutputError>,
    /// What is wrong with what was read since the part before.
    pub(super) errors: Vec<InputError>,
    /// What was read of the job so far.
    pub(super) counts: Counts,
    /// Where the first record of a segment begins.
    pub(super) first_offset: Option<u64>,
    /// Whether this is the last part.
    pub(super) end: Option<JobEnd>,
}

pub(super) struct JobEnd {
    /// Where the first record behind the segment begins.
    pub(super) next_offset: Option<u64>,
}

impl Weigh for Part {
    fn bytes(&self) -> usize {
        const ERROR_BYTES: usize = size_of::<InputError>() + 300;
        let block = self.block.as_ref().ok().and_then(Option::as_ref);
        block.map_or(0, Block::bytes) + self.errors.len() * ERROR_BYTES + size_of::<Self>()
    }
}
