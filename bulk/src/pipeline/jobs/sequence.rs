//! Takes the parts of jobs in order, checks that segments meet, and passes the results to the sink.

use super::job::{JobHead, JobPart, OtherColumns};
use super::page_worker::PageWorker;
use super::shared::RunState;
use crate::pipeline::counts::Counts;
use crate::pipeline::options::ErrorPolicy;
use crate::pipeline::row_sink::{RowSink, RunError};
use std::io;
use std::ops::{ControlFlow, Range};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use tagrake_archive::background_tasks::BackgroundTasks;
use tagrake_archive::memory_budget::Turn;

/// Takes the parts of jobs in order.
///
/// A WARC file that is read in segments needs a check: each segment must begin where the one before ended. If it does
/// not, for example because a page contains a WARC record, the segment's parts are discarded, and the segment is read
/// again on this thread from the right offset.
pub(crate) struct JobSequence<'r, S> {
    shared: &'r RunState<'r>,
    sink: &'r mut S,
    /// The background tasks of the run, unless there is only one thread.
    background: Option<BackgroundTasks>,
    /// The current job.
    job: Option<Arc<JobHead>>,
    /// True if the parts of the current job are discarded.
    is_discarded: bool,
    /// The offset of the first record after the last segment, if the file has an earlier one.
    next_offset: Option<u64>,
    /// Counts of completed files.
    total: Counts,
    /// Counts of the current file, without the current job.
    file: Counts,
    /// Reads segments again.
    worker: Option<PageWorker<'r>>,
}

type Flow<E> = ControlFlow<RunError<E>>;

impl<'r, S: RowSink> JobSequence<'r, S> {
    pub(crate) fn new(shared: &'r RunState<'r>, sink: &'r mut S, background: Option<BackgroundTasks>) -> Self {
        Self {
            shared,
            sink,
            background,
            job: None,
            is_discarded: false,
            next_offset: None,
            total: Counts::default(),
            file: Counts::default(),
            worker: None,
        }
    }

    /// Reports that fewer threads were started than wanted. If none was, jobs run on this thread.
    pub(crate) fn report_shortage(&mut self, started: usize, wanted: usize, error: &io::Error) -> Flow<S::Error> {
        if started == 0 {
            self.background = None;
        }
        or_break(self.sink.threads(started, wanted, error))
    }

    /// Takes the next part.
    pub(crate) fn take(&mut self, part: JobPart) -> Flow<S::Error> {
        if self.job.as_ref().is_none_or(|job| !Arc::ptr_eq(job, &part.head)) {
            self.begin(&part)?;
        }
        if self.is_discarded { ControlFlow::Continue(()) } else { self.accept(part) }
    }

    /// Returns the total counts.
    pub(crate) fn finish(self) -> Counts {
        self.total
    }

    /// Begins a job. If it is a segment that does not begin where the one before ended, reads it again.
    fn begin(&mut self, part: &JobPart) -> Flow<S::Error> {
        let head = &part.head;
        self.job = Some(head.clone());
        self.is_discarded = false;
        // Each archive of a container starts at 0.
        if head.is_first || head.segment.as_ref().is_some_and(|segment| segment.start == 0) {
            self.next_offset = None;
        }
        if let Some(file) = head.file.as_ref().filter(|_| head.is_first && self.shared.options.by_file) {
            or_break(self.sink.begin(file))?;
        }
        let (Some(segment), Some(next)) = (&head.segment, self.next_offset) else { return ControlFlow::Continue(()) };
        let is_within = next < segment.end;
        if is_within && part.first_offset == Some(next) {
            return ControlFlow::Continue(());
        }
        self.is_discarded = true;
        head.is_cancelled.store(true, Ordering::Relaxed);
        if is_within { self.read_again(head, next..segment.end) } else { self.end(head, &Counts::default()) }
    }

    fn read_again(&mut self, cancelled: &JobHead, segment: Range<u64>) -> Flow<S::Error> {
        let shared = self.shared;
        let mut worker = self.worker.take().unwrap_or_else(|| PageWorker::new(shared));
        // At most one worker may hold much memory. Wait until the worker of the cancelled job has released its own.
        if let Some(background) = &self.background {
            background.wake();
            background.help_until(|| cancelled.is_over.load(Ordering::Acquire));
        }
        worker.begin(&Turn::default());
        let (file, opened, member) = (cancelled.file.clone(), cancelled.opened.clone(), cancelled.member.clone());
        let head = Arc::new(JobHead { file, opened, member, is_last: cancelled.is_last, ..JobHead::default() });
        let mut failure = None;
        worker
            .read_segment(&head, segment, true, &mut |part| self.accept(part).map_break(|error| failure = Some(error)));
        worker.finish();
        self.worker = Some(worker);
        failure.map_or(ControlFlow::Continue(()), ControlFlow::Break)
    }

    /// Passes the results in a part to the sink.
    fn accept(&mut self, part: JobPart) -> Flow<S::Error> {
        let JobPart { head, block, errors, summaries, other_columns, mut counts, next_offset, is_last, .. } = part;
        match block {
            Ok(None) => {}
            Ok(Some(block)) => {
                let spare = or_break(self.sink.rows(block.with_background(self.background.clone())))?;
                self.shared.recycle(spare);
            }
            Err(error) => return ControlFlow::Break(RunError::Output(error)),
        }
        if let Some(OtherColumns { manifest, columns }) = &other_columns {
            or_break(self.sink.other_columns(manifest, columns))?;
        }
        for summary in &summaries {
            or_break(self.sink.record(summary))?;
        }
        // The policy `Fail` ends the job before its last part.
        let is_failure = self.shared.options.errors == ErrorPolicy::Fail && !errors.is_empty();
        for error in errors {
            or_break(self.sink.error(&error))?;
        }
        if is_last {
            self.next_offset = next_offset;
            return self.end(&head, &counts);
        }
        counts.add(&self.file);
        counts.add(&self.total);
        or_break(self.sink.progress(&counts))?;
        if is_failure { ControlFlow::Break(RunError::Failed) } else { ControlFlow::Continue(()) }
    }

    /// Ends a job, and with its last job a file.
    fn end(&mut self, head: &JobHead, counts: &Counts) -> Flow<S::Error> {
        self.file.add(counts);
        if head.is_last {
            self.file.files += 1;
            if let Some(file) = head.file.as_ref().filter(|_| !self.file.irregular.is_empty()) {
                or_break(self.sink.irregular(file, &self.file.irregular))?;
            }
            if let Some(file) = head.file.as_ref().filter(|_| self.shared.options.by_file) {
                or_break(self.sink.end(file, &self.file))?;
            }
        }
        if head.is_last || head.file.is_none() {
            self.total.add(&std::mem::take(&mut self.file));
            return or_break(self.sink.progress(&self.total));
        }
        let mut counts = self.total.clone();
        counts.add(&self.file);
        or_break(self.sink.progress(&counts))
    }
}

fn or_break<T, E>(result: Result<T, E>) -> ControlFlow<RunError<E>, T> {
    match result {
        Ok(value) => ControlFlow::Continue(value),
        Err(error) => ControlFlow::Break(RunError::Sink(error)),
    }
}
