//! The worker of a run: reads the input of a job and builds the parts of its result.

use super::counts::Counts;
use super::digest_verification::Verifier;
use super::extraction::BlockMaker;
use super::job::{Job, JobHead, JobPart, JobTask};
use super::job_output::JobOutput;
use super::ordered_workers::Worker;
use super::page_file::PageBytes;
use super::record_files::RecordFiles;
use super::record_page::RecordPages;
use super::shared::RunState;
use crate::input::error::InputError;
use crate::memory_budget::{Allowance, Turn};
use crate::output::Block;
use crate::warc::{SegmentBuffers, WarcReader};
use std::mem;
use std::ops::{ControlFlow, Range};
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// Bytes of text without a row after which a part is emitted, to report progress.
const MAX_TEXT_BYTES: u64 = 16 << 20;
/// Bytes of input that a job may hold while other threads read more.
const HEAVY_BYTES: usize = 3 << 20;

/// Works on jobs. Its memory is reused.
pub(super) struct PageWorker<'r> {
    pub(super) shared: &'r RunState<'r>,
    maker: BlockMaker<'r>,
    records: RecordPages,
    verifier: Verifier,
    page: PageBytes,
    /// The buffers for the next segment.
    pub(super) buffers: SegmentBuffers,
    /// The files of records that an index names.
    pub(super) files: RecordFiles,
    /// The allowance of the current job.
    pub(super) allowance: Arc<Allowance>,
}

impl<'r> PageWorker<'r> {
    pub(super) fn new(shared: &'r RunState<'r>) -> Self {
        let options = shared.options;
        Self {
            shared,
            maker: BlockMaker::new(shared.extraction, options),
            records: RecordPages::new(options.selection.clone(), options.body()),
            verifier: Verifier::default(),
            page: PageBytes::default(),
            buffers: SegmentBuffers::default(),
            files: RecordFiles::default(),
            allowance: Arc::new(Allowance::new(Turn::default(), shared.pool())),
        }
    }

    /// Begins a job that has this turn.
    pub(super) fn begin(&mut self, turn: &Turn) {
        self.allowance = Arc::new(self.allowance.pass_on(turn.clone()));
        self.maker.set_allowance(&self.allowance);
        self.records.set_allowance(&self.allowance);
    }

    /// Ends a job. Releases the memory that was claimed for it, unless the next job may use it.
    pub(super) fn finish(&mut self) {
        if self.allowance.claimed() > 0 && !self.allowance.may_pass_on() {
            self.maker.shrink();
            self.records.shrink();
            self.page = PageBytes::default();
            self.allowance.release();
        } else if self.allowance.is_shared() {
            self.maker.trim(self.allowance.retained_bytes());
        }
    }

    /// Reads a segment. If `is_start_known`, a record begins at its start; otherwise the first record is searched.
    pub(super) fn read_segment(
        &mut self,
        head: &Arc<JobHead>,
        range: Range<u64>,
        is_start_known: bool,
        put: &mut dyn FnMut(JobPart) -> ControlFlow<()>,
    ) {
        let Some(file) = head.reader() else { return };
        let origin = head.origin();
        let mut options = self.shared.options.warc();
        options.allowance = Some(self.allowance.clone());
        let begin = if is_start_known { WarcReader::resume_with } else { WarcReader::segment_with };
        let buffers = mem::take(&mut self.buffers);
        let reader = begin(origin.clone(), file, range, options, buffers);
        let (records, mut output) = self.output(head, put);
        let mut reader = match reader {
            Ok(reader) => reader,
            Err(error) => {
                if output.report(InputError::io(&*origin, error)).is_continue() {
                    output.end(None);
                }
                return;
            }
        };
        let (mut reported_bytes, mut is_changed) = (0, false);
        while let Some((first_offset, record)) = reader.next_with_first() {
            // A page with many links is emitted in several parts, and the first part must already hold the offset of
            // the segment's first record.
            output.first_offset = first_offset;
            let error = match &record {
                Ok(record) => record.error.as_ref(),
                Err(error) => Some(error),
            };
            is_changed |= error.is_some_and(|error| error.kind.is_file_changed());
            let flow = match record {
                Ok(record) => output.record(records, &origin, record),
                Err(error) => output.report(InputError::damage(error)),
            };
            if flow.is_break() || head.is_cancelled.load(Ordering::Relaxed) {
                return;
            }
            let is_due = output.is_full() || reader.text_bytes() - reported_bytes > MAX_TEXT_BYTES;
            if is_due {
                reported_bytes = reader.text_bytes();
                output.counts.set_warc(&reader.counts());
                if output.emit().is_break() {
                    return;
                }
            }
        }
        output.first_offset = reader.first_offset();
        output.counts.set_warc(&reader.counts());
        // Nothing is read after the place where the file had changed.
        output.end(if is_changed { Some(u64::MAX) } else { reader.next_offset() });
        self.buffers = reader.into_buffers();
    }

    /// Begins the parts of a job.
    pub(super) fn output<'w>(
        &'w mut self,
        head: &'w Arc<JobHead>,
        put: &'w mut dyn FnMut(JobPart) -> ControlFlow<()>,
    ) -> (&'w mut RecordPages, JobOutput<'w, 'r>) {
        // Discard what is left of a cancelled job.
        if let Ok(Some(block)) = self.maker.take(Block::default) {
            self.shared.recycle(block);
        }
        let output = JobOutput {
            shared: self.shared,
            maker: &mut self.maker,
            verifier: &mut self.verifier,
            page: &mut self.page,
            head,
            allowance: &self.allowance,
            errors: Vec::new(),
            counts: Counts::default(),
            first_offset: None,
            put,
        };
        (&mut self.records, output)
    }
}

impl Worker for PageWorker<'_> {
    type Job = Job;
    type Part = JobPart;

    fn is_heavy(job: &Job) -> bool {
        job.task.bytes() > HEAVY_BYTES
    }

    fn work(&mut self, job: Job, turn: &Turn, put: &mut dyn FnMut(JobPart) -> ControlFlow<()>) {
        let over = SetAtEnd(job.head.clone());
        self.begin(turn);
        self.work_on(job, put);
        self.finish();
        drop(over);
    }
}

/// Marks a job as over when dropped, also after a panic.
struct SetAtEnd(Arc<JobHead>);

impl Drop for SetAtEnd {
    fn drop(&mut self) {
        self.0.is_over.store(true, Ordering::Release);
    }
}

impl PageWorker<'_> {
    fn work_on(&mut self, Job { head, task }: Job, put: &mut dyn FnMut(JobPart) -> ControlFlow<()>) {
        let task = match (task, &head.segment) {
            (JobTask::Segment, Some(range)) => return self.read_segment(&head, range.clone(), false, put),
            (JobTask::Indexed(batch), _) => return self.read_indexed(&head, batch, put),
            (task, _) => task,
        };
        let (records, mut output) = self.output(&head, put);
        let flow = match task {
            JobTask::Report(error) => output.report(error),
            JobTask::Skip(count) => output.skip(count),
            JobTask::Pages(files) => output.pages(&files),
            JobTask::Page(page) => output.stream_page(*page),
            JobTask::Lines(batch) => output.lines(batch),
            JobTask::Records(batch) => output.records(records, &batch),
            JobTask::Segment | JobTask::Indexed(_) => ControlFlow::Continue(()),
        };
        if flow.is_continue() {
            output.end(None);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ReaderOptions;
    use crate::input::{InputFile, InputFormat};
    use crate::local_file::LocalFile;
    use crate::output::{LinkFormat, OutputOptions};
    use crate::pipeline::{Extraction, RunOptions};
    use std::fs;

    /// The first part of a page with many links lacked the offset, so a segment of that kind was read twice.
    #[test]
    fn every_part_has_the_offset_of_the_first_record() {
        let html = "<a href=http://e.org/>x</a>".repeat(5000);
        let length = html.len();
        let record = format!(
            "WARC/1.0\r\nWARC-Type: resource\r\nContent-Type: text/html\r\nContent-Length: {length}\r\n\r\n{html}\r\n\r\n"
        );
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.warc");
        fs::write(&path, record.repeat(3)).expect("a file");
        let output = OutputOptions::new(LinkFormat::JsonLines);
        let (extraction, options) = (Extraction::new(ReaderOptions::default(), output), RunOptions::default());
        let shared = RunState::new(&extraction, &options);
        let opened = Some(LocalFile::open(&path).expect("a file"));
        let file = Some(Arc::new(InputFile::new(path, InputFormat::Warc)));
        let head = Arc::new(JobHead { file, opened, ..JobHead::default() });
        let (begin, length) = (record.len() as u64, 2 * record.len() as u64);
        let mut offsets = Vec::new();
        PageWorker::new(&shared).read_segment(&head, begin - 100..length, false, &mut |part| {
            offsets.push(part.first_offset);
            ControlFlow::Continue(())
        });
        assert!(offsets.len() > 1 && offsets.iter().all(|offset| *offset == Some(begin)), "{offsets:?}");
    }
}
