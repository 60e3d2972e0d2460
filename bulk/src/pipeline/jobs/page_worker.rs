//! The worker of a run: the readers and buffers that it reuses from job to job.

use super::job::{JobHead, JobPart};
use super::job_output::JobOutput;
use super::page_file::PageBytes;
use super::shared::RunState;
use crate::output::Block;
use crate::pipeline::counts::Counts;
use crate::pipeline::products::BlockMaker;
use crate::pipeline::records::digest_verification::Verifier;
use crate::pipeline::records::record_files::RecordFiles;
use crate::pipeline::records::record_head::RecordHead;
use crate::pipeline::records::record_page::RecordPages;
use crate::pipeline::records::summarizer::Summarizer;
use std::ops::ControlFlow;
use std::sync::Arc;
use tagrake_archive::memory_budget::{Allowance, Turn};
use tagrake_archive::warc::SegmentBuffers;

/// Works on jobs. Its memory is reused.
pub(crate) struct PageWorker<'r> {
    pub(crate) shared: &'r RunState<'r>,
    maker: Box<dyn BlockMaker + 'r>,
    records: RecordPages,
    verifier: Verifier,
    summarizer: Option<Summarizer>,
    page: PageBytes,
    /// The buffers for the next segment.
    pub(crate) buffers: SegmentBuffers,
    /// The files of records that an index names.
    pub(crate) files: RecordFiles,
    /// The start of such a record.
    pub(crate) record_head: RecordHead,
    /// The allowance of the current job.
    pub(crate) allowance: Arc<Allowance>,
}

impl<'r> PageWorker<'r> {
    pub(crate) fn new(shared: &'r RunState<'r>) -> Self {
        let options = shared.options;
        Self {
            shared,
            maker: shared.maker(),
            records: RecordPages::new(options.selection.clone(), options.body()),
            verifier: Verifier::default(),
            summarizer: options.summaries.then(Summarizer::new),
            page: PageBytes::default(),
            buffers: SegmentBuffers::default(),
            files: RecordFiles::default(),
            record_head: RecordHead::default(),
            allowance: Arc::new(Allowance::new(Turn::default(), shared.pool.clone())),
        }
    }

    /// Begins a job that has this turn.
    pub(crate) fn begin(&mut self, turn: &Turn) {
        self.allowance = Arc::new(self.allowance.pass_on(turn.clone()));
        self.maker.set_allowance(&self.allowance);
        self.records.set_allowance(&self.allowance);
    }

    /// Ends a job. Releases the memory that was claimed for it, unless the next job may use it.
    pub(crate) fn finish(&mut self) {
        if self.allowance.claimed() > 0 && !self.allowance.may_pass_on() {
            self.maker.shrink();
            self.records.shrink();
            self.page = PageBytes::default();
            self.allowance.release();
        } else if self.allowance.is_shared() {
            self.maker.trim(self.allowance.retained_bytes());
        }
    }

    /// Begins the parts of a job.
    pub(crate) fn output<'w>(
        &'w mut self,
        head: &'w Arc<JobHead>,
        put: &'w mut dyn FnMut(JobPart) -> ControlFlow<()>,
    ) -> (&'w mut RecordPages, JobOutput<'w, 'r>) {
        // Discard what is left of a cancelled job.
        if let Ok(Some(block)) = self.maker.take(&Block::default) {
            self.shared.recycle(block);
        }
        let output = JobOutput {
            shared: self.shared,
            maker: &mut *self.maker,
            verifier: &mut self.verifier,
            summarizer: self.summarizer.as_mut(),
            page: &mut self.page,
            head,
            allowance: &self.allowance,
            errors: Vec::new(),
            summaries: Vec::new(),
            other_columns: None,
            counts: Counts::default(),
            first_offset: None,
            put,
        };
        (&mut self.records, output)
    }
}
