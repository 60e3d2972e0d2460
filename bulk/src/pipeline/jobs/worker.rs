//! Works on jobs: reads the input of each and builds the parts of its result.

use super::job::{Job, JobHead, JobPart, JobTask};
use super::ordered_workers::Worker;
use super::page_worker::PageWorker;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use tagrake_archive::memory_budget::Turn;

/// Bytes of input that a job may hold while other threads read more.
const HEAVY_BYTES: usize = 3 << 20;

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
            JobTask::OtherColumns(columns) => output.other_columns(columns),
            JobTask::Skip(count) => output.skip(count),
            JobTask::Pages(files) => output.pages(&files),
            JobTask::Page(page) => output.stream_page(*page),
            JobTask::Lines(batch) => output.lines(batch),
            JobTask::Records(batch) => output.records(records, &batch),
            // A segment has a range in the head, so it is read above.
            JobTask::Segment | JobTask::Indexed(_) => ControlFlow::Continue(()),
        };
        if flow.is_continue() {
            output.end(None);
        }
    }
}
