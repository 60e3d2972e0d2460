//! Works on jobs: reads what they say, and has blocks made of it.

use super::counts::Counts;
use super::extraction::{Extraction, Maker};
use super::job::{Job, JobEnd, JobHead, Part, Task};
use super::options::{ErrorPolicy, RunOptions};
use super::order::Worker;
use super::record_page::{RecordPages, capture_of};
use super::streams::{LineBatch, RecordBatch, Wanted};
use crate::budget::{Allowance, Pool, Turn};
use crate::error::{InputError, InputErrorKind};
use crate::input::{InputFile, InputPage, json_lines_from};
use crate::output::Block;
use crate::warc::{Record, RecordKind, WarcErrorKind, WarcReader};
use std::fs::{self, File};
use std::mem;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};

/// After how many errors, or bytes of text without a row, a part is given.
const MAX_ERRORS: usize = 256;
const MAX_TEXT_BYTES: u64 = 16 << 20;
/// How many blocks that were written are kept for their memory.
const MAX_SPARES: usize = 16;
/// Bytes of memory that such a block may take.
const MAX_SPARE_BYTES: usize = 1 << 20;
/// Bytes of input that a job may hold beside those of other threads.
const HEAVY_BYTES: usize = 3 << 20;
/// Bytes that a file of one page may have before memory is claimed for it.
const FREE_FILE_BYTES: u64 = 2 << 20;

/// What all workers of a run share.
pub(super) struct Shared<'r> {
    pub(super) extraction: &'r Extraction,
    pub(super) options: &'r RunOptions,
    spares: Mutex<Vec<Block>>,
    /// The memory for large pages.
    pool: Pool,
}

impl<'r> Shared<'r> {
    pub(super) fn new(extraction: &'r Extraction, options: &'r RunOptions) -> Self {
        Self { extraction, options, spares: Mutex::default(), pool: Pool::default() }
    }

    /// Keeps the memory of a block that was written.
    pub(super) fn give_back(&self, block: Block) {
        let mut spares = self.spares.lock().unwrap_or_else(PoisonError::into_inner);
        if spares.len() < MAX_SPARES && block.memory_bytes() <= MAX_SPARE_BYTES {
            spares.push(block);
        }
    }

    fn spare(&self) -> Block {
        self.spares.lock().unwrap_or_else(PoisonError::into_inner).pop().unwrap_or_default()
    }
}

/// Works on jobs, and keeps its memory from one to the next.
pub(super) struct PageWorker<'r> {
    shared: &'r Shared<'r>,
    maker: Maker<'r>,
    records: RecordPages,
    /// What the present job may take.
    allowance: Arc<Allowance>,
}

impl<'r> PageWorker<'r> {
    pub(super) fn new(shared: &'r Shared<'r>) -> Self {
        let options = shared.options;
        Self {
            shared,
            maker: Maker::new(shared.extraction, options),
            records: RecordPages::new(options.selection.clone(), options.body.clone()),
            allowance: Arc::default(),
        }
    }

    /// Begins with a job that has this turn.
    pub(super) fn begin(&mut self, turn: &Turn) {
        self.allowance = Arc::new(Allowance::new(turn.clone(), self.shared.pool.clone()));
        self.maker.set_allowance(&self.allowance);
        self.records.set_allowance(&self.allowance);
    }

    /// Ends a job: memory that was claimed for it is given back.
    pub(super) fn finish(&mut self) {
        if self.allowance.claimed() > 0 {
            self.maker.shrink();
            self.records.shrink();
            self.allowance.release();
        }
    }

    /// Reads a segment: one in which the first record is searched, or whose start is known to be that of one.
    pub(super) fn read_segment(
        &mut self,
        head: &Arc<JobHead>,
        range: Range<u64>,
        is_start_known: bool,
        put: &mut dyn FnMut(Part) -> ControlFlow<()>,
    ) {
        let Some(file) = &head.file else { return };
        let origin: Arc<str> = file.origin().into();
        let mut options = self.shared.options.warc.clone();
        options.allowance = Some(self.allowance.clone());
        let begin = if is_start_known { WarcReader::resume } else { WarcReader::segment };
        let reader = File::open(&file.path).and_then(|file| begin(origin.clone(), file, range, options));
        let (records, mut output) = self.output(head, put);
        let mut reader = match reader {
            Ok(reader) => reader,
            Err(error) => {
                if output.tell(InputError::io(&*origin, error)).is_continue() {
                    output.end(None);
                }
                return;
            }
        };
        let mut given_bytes = 0;
        while let Some(record) = reader.next() {
            let flow = match record {
                Ok(record) => output.record(records, &origin, record),
                Err(error) => output.tell(InputError::damage(error)),
            };
            if flow.is_break() || head.is_cancelled.load(Ordering::Relaxed) {
                return;
            }
            let is_due = output.is_full() || reader.text_bytes() - given_bytes > MAX_TEXT_BYTES;
            if is_due {
                given_bytes = reader.text_bytes();
                output.first_offset = reader.first_offset();
                output.counts.set_warc(&reader.counts());
                if output.give(None).is_break() {
                    return;
                }
            }
        }
        output.first_offset = reader.first_offset();
        output.counts.set_warc(&reader.counts());
        output.end(reader.next_offset());
    }

    /// Begins with the parts of a job.
    fn output<'w>(
        &'w mut self,
        head: &'w Arc<JobHead>,
        put: &'w mut dyn FnMut(Part) -> ControlFlow<()>,
    ) -> (&'w mut RecordPages, Output<'w, 'r>) {
        // What is left of a job that nobody wanted any more.
        if let Ok(Some(block)) = self.maker.take(Block::default) {
            self.shared.give_back(block);
        }
        let output = Output {
            shared: self.shared,
            maker: &mut self.maker,
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
    type Part = Part;

    fn is_heavy(job: &Job) -> bool {
        job.task.bytes() > HEAVY_BYTES
    }

    fn work(&mut self, job: Job, turn: &Turn, put: &mut dyn FnMut(Part) -> ControlFlow<()>) {
        let over = SetAtEnd(job.head.clone());
        self.begin(turn);
        self.work_on(job, put);
        self.finish();
        drop(over);
    }
}

/// Sets that a job is over, however its worker ends.
struct SetAtEnd(Arc<JobHead>);

impl Drop for SetAtEnd {
    fn drop(&mut self) {
        self.0.is_over.store(true, Ordering::Release);
    }
}

impl PageWorker<'_> {
    fn work_on(&mut self, Job { head, task }: Job, put: &mut dyn FnMut(Part) -> ControlFlow<()>) {
        if let (Task::Segment, Some(range)) = (&task, &head.segment) {
            return self.read_segment(&head, range.clone(), false, put);
        }
        let (records, mut output) = self.output(&head, put);
        let flow = match task {
            Task::Tell(error) => output.tell(error),
            Task::Pages(files) => output.pages(&files),
            Task::Page(page) => output.page(&page, &page.html),
            Task::Lines(batch) => output.lines(batch),
            Task::Records(batch) => output.records(records, &batch),
            Task::Segment => ControlFlow::Continue(()),
        };
        if flow.is_continue() {
            output.end(None);
        }
    }
}

/// What is made of a job, on its way to whoever takes it.
struct Output<'w, 'r> {
    shared: &'r Shared<'r>,
    maker: &'w mut Maker<'r>,
    head: &'w Arc<JobHead>,
    allowance: &'w Allowance,
    /// Since the last part.
    errors: Vec<InputError>,
    counts: Counts,
    first_offset: Option<u64>,
    put: &'w mut dyn FnMut(Part) -> ControlFlow<()>,
}

impl Output<'_, '_> {
    fn pages(&mut self, files: &[Arc<InputFile>]) -> ControlFlow<()> {
        for file in files {
            let bytes = fs::metadata(&file.path).map_or(0, |metadata| metadata.len());
            if bytes > FREE_FILE_BYTES {
                self.allowance.claim(usize::try_from(bytes).unwrap_or(usize::MAX));
            }
            match fs::read(&file.path) {
                Ok(html) => self.page(&InputPage::new(file.origin(), Vec::new()), &html)?,
                Err(error) => self.tell(InputError::io(file.origin(), error))?,
            }
            self.give_if_full()?;
        }
        ControlFlow::Continue(())
    }

    fn page(&mut self, page: &InputPage, html: &[u8]) -> ControlFlow<()> {
        self.counts.stored_bytes += html.len() as u64;
        self.counts.text_bytes += html.len() as u64;
        self.make(page, html)
    }

    fn lines(&mut self, batch: LineBatch) -> ControlFlow<()> {
        self.counts.stored_bytes = batch.bytes.len() as u64;
        self.counts.text_bytes = self.counts.stored_bytes;
        let origin = self.head.file.as_ref().map(|file| file.origin()).unwrap_or_default();
        for page in json_lines_from(origin, batch.first, &batch.bytes[..]) {
            match page {
                Ok(page) => self.make(&page, &page.html)?,
                Err(error) => self.tell(error)?,
            }
            self.give_if_full()?;
        }
        batch.error.map_or(ControlFlow::Continue(()), |error| self.tell(error))
    }

    fn records(&mut self, records: &mut RecordPages, batch: &RecordBatch) -> ControlFlow<()> {
        let origin: Arc<str> = self.head.file.as_ref().map(|file| file.origin()).unwrap_or_default().into();
        self.counts.add(&batch.counts);
        for record in batch.records() {
            match record {
                Ok(record) => self.record(records, &origin, record)?,
                Err(error) => self.tell(InputError::damage(error))?,
            }
            self.give_if_full()?;
        }
        ControlFlow::Continue(())
    }

    /// Adds the page in a record, and tells what is wrong with it.
    fn record(&mut self, records: &mut RecordPages, origin: &Arc<str>, mut record: Record<'_>) -> ControlFlow<()> {
        if let Err(error) = self.maker.record(&record, origin, &mut self.counts) {
            self.tell(InputError::new(format!("{origin}:{}", record.place), InputErrorKind::Row(error)))?;
        }
        let may_be_page = matches!(record.kind, RecordKind::Response | RecordKind::Resource);
        // A block that is not as long as it was to be ends where the next record begins: it is whole. What there is of a
        // clipped one is right.
        let is_right = record
            .error
            .as_ref()
            .is_none_or(|error| matches!(error.kind, WarcErrorKind::Length | WarcErrorKind::Truncated));
        let mut is_made = false;
        if is_right
            && may_be_page
            && self.shared.extraction.wanted() == Wanted::Pages
            && let Some((page, html)) = records.read(origin, &record, &mut self.counts)
        {
            self.make(page, html)?;
            is_made = true;
        }
        let Some(error) = record.error.take() else { return ControlFlow::Continue(()) };
        let is_whole = matches!(error.kind, WarcErrorKind::Length);
        let mut error = InputError::damage(error);
        if may_be_page && !is_whole {
            error.url = record.target_uri().map(str::to_owned);
            error.capture = Some(Box::new(capture_of(origin, &record)));
        }
        self.tell_with(error, !is_whole && !is_made)
    }

    fn make(&mut self, page: &InputPage, html: &[u8]) -> ControlFlow<()> {
        let Self { maker, head, errors, first_offset, put, .. } = self;
        let mut flow = ControlFlow::Continue(());
        let made = maker.page(page, html, &mut self.counts, &mut |block, counts| {
            let errors = mem::take(errors);
            let (head, block, counts) = (head.clone(), block.map(Some), counts.clone());
            flow = put(Part { head, block, errors, counts, first_offset: *first_offset, end: None });
            flow
        });
        match made {
            Ok(()) => flow,
            Err(error) => self.tell(InputError {
                id: page.id.clone(),
                capture: page.capture.clone(),
                url: page.url.clone(),
                ..InputError::new(page.origin.clone(), InputErrorKind::Row(error))
            }),
        }
    }

    /// Tells what is wrong, in a row too if that is asked for.
    fn tell(&mut self, error: InputError) -> ControlFlow<()> {
        self.tell_with(error, true)
    }

    fn tell_with(&mut self, error: InputError, may_be_row: bool) -> ControlFlow<()> {
        let errors = self.shared.options.errors;
        let is_row = match errors {
            ErrorPolicy::Answer => error.is_of_line(),
            ErrorPolicy::Record => may_be_row,
            ErrorPolicy::Skip | ErrorPolicy::Fail => false,
        };
        if is_row && let Err(cause) = self.maker.error(&error, &mut self.counts) {
            let cause = InputError::new(error.origin.clone(), InputErrorKind::Row(cause));
            self.push(cause);
        }
        self.push(error);
        if errors == ErrorPolicy::Fail {
            self.give(None)?;
            return ControlFlow::Break(());
        }
        if self.errors.len() >= MAX_ERRORS { self.give(None) } else { ControlFlow::Continue(()) }
    }

    fn push(&mut self, error: InputError) {
        self.counts.add_error(&error.kind);
        self.errors.push(error);
    }

    fn is_full(&self) -> bool {
        self.maker.is_full()
    }

    fn give_if_full(&mut self) -> ControlFlow<()> {
        if self.is_full() { self.give(None) } else { ControlFlow::Continue(()) }
    }

    fn end(&mut self, next_offset: Option<u64>) {
        let _ = self.give(Some(JobEnd { next_offset })); // it is the last one
    }

    /// Gives what was made since the last part.
    fn give(&mut self, end: Option<JobEnd>) -> ControlFlow<()> {
        let part = Part {
            head: self.head.clone(),
            block: self.maker.take(|| self.shared.spare()),
            errors: mem::take(&mut self.errors),
            counts: self.counts.clone(),
            first_offset: self.first_offset,
            end,
        };
        (self.put)(part)
    }
}
