//! Works on jobs: reads what they say, and has blocks made of it.

use super::counts::Counts;
use super::extraction::{Extraction, Maker};
use super::job::{Job, JobEnd, JobHead, Part, Task};
use super::options::{ErrorPolicy, RunOptions};
use super::order::Worker;
use super::page_file::{PageBytes, PageFile};
use super::record_page::{RecordPages, capture_of, may_be_page};
use super::streams::{LineBatch, RecordBatch, Wanted};
use super::verification::Verifier;
use crate::budget::{Allowance, Pool, Turn};
use crate::error::{InputError, InputErrorKind};
use crate::input::{Compression, InputPage, JsonLines, max_line_bytes};
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
/// By how much a compressed page is assumed to grow: more than pages do, less than what is made to be long.
const COMPRESSED_PAGE_RATIO: u64 = 50;

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
    verifier: Verifier,
    page: PageBytes,
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
            verifier: Verifier::default(),
            page: PageBytes::default(),
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
            self.page = PageBytes::default();
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
            Task::Skip(count) => output.skip(count),
            Task::Pages(files) => output.pages(&files),
            Task::Page(page) => output.stream_page(*page),
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
    verifier: &'w mut Verifier,
    /// The page of a file.
    page: &'w mut PageBytes,
    head: &'w Arc<JobHead>,
    allowance: &'w Allowance,
    /// Since the last part.
    errors: Vec<InputError>,
    counts: Counts,
    first_offset: Option<u64>,
    put: &'w mut dyn FnMut(Part) -> ControlFlow<()>,
}

impl Output<'_, '_> {
    fn skip(&mut self, count: u64) -> ControlFlow<()> {
        *self.counts.skipped.entry("file-type").or_default() += count;
        ControlFlow::Continue(())
    }

    fn pages(&mut self, files: &[PageFile]) -> ControlFlow<()> {
        let max_bytes = self.shared.options.warc.max_block_bytes;
        for file in files {
            let stored_bytes = fs::metadata(&file.file.path).map_or(0, |metadata| metadata.len());
            let is_compressed = file.compression != Compression::None;
            let bytes = stored_bytes.saturating_mul(if is_compressed { COMPRESSED_PAGE_RATIO } else { 1 });
            if bytes > FREE_FILE_BYTES {
                self.allowance.claim(usize::try_from(bytes).map_or(max_bytes, |bytes| bytes.min(max_bytes)));
            }
            let mut page = mem::take(self.page);
            page.read_file(file, max_bytes);
            let flow = self.page(&file.file.origin(), &mut page);
            *self.page = page;
            flow?;
            self.give_if_full()?;
        }
        ControlFlow::Continue(())
    }

    fn stream_page(&mut self, mut page: PageBytes) -> ControlFlow<()> {
        let origin = self.head.file.as_ref().map(|file| file.origin()).unwrap_or_default();
        self.page(&origin, &mut page)
    }

    /// Adds the page of a file, and reports what is wrong with the file.
    fn page(&mut self, origin: &str, page: &mut PageBytes) -> ControlFlow<()> {
        self.counts.stored_bytes += page.stored_bytes;
        self.counts.text_bytes += page.html.len() as u64;
        if page.is_page() {
            let mut input = InputPage::new(origin, Vec::new());
            self.cut(&mut input, page.cut);
            self.make(&input, &page.html)?;
        }
        match page.error.take() {
            Some(error) => self.tell_with(error, page.html.is_empty()),
            None => ControlFlow::Continue(()),
        }
    }

    fn lines(&mut self, batch: LineBatch) -> ControlFlow<()> {
        self.counts.stored_bytes = batch.stored_bytes;
        self.counts.text_bytes = batch.bytes.len() as u64;
        let max_bytes = self.shared.options.warc.max_block_bytes;
        let origin = self.head.file.as_ref().map(|file| file.origin()).unwrap_or_default();
        for page in JsonLines::new(origin, batch.first, max_line_bytes(max_bytes), &batch.bytes[..]) {
            match page {
                Ok(mut page) => {
                    let is_long = page.html.len() > max_bytes;
                    page.html.truncate(max_bytes);
                    self.cut(&mut page, is_long.then_some(("long", "length")));
                    self.make(&page, &page.html)?;
                }
                Err(error) => self.tell(error)?,
            }
            self.give_if_full()?;
        }
        batch.error.map_or(ControlFlow::Continue(()), |error| self.tell(error))
    }

    /// Counts and flags a page whose end is missing.
    fn cut(&mut self, page: &mut InputPage, cut: Option<(&'static str, &'static str)>) {
        if let Some((name, reason)) = cut {
            *self.counts.cut.entry(name).or_default() += 1;
            page.set_truncated(reason);
        }
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
        if self.shared.options.digests {
            self.verify(origin, &record)?;
        }
        let may_be_page = may_be_page(record.kind);
        // If the head or the length is damaged, the page is read and flagged: bytes may be missing, or be another record's.
        let is_readable = |kind: &_| {
            use WarcErrorKind::{Head, Length, MissingLength, Newlines, Truncated};
            matches!(kind, Length | MissingLength | Newlines | Truncated | Head)
        };
        let is_right = record.error.as_ref().is_none_or(|error| is_readable(&error.kind));
        let reads_pages = self.shared.extraction.wanted() == Wanted::Pages;
        if reads_pages && record.kind == RecordKind::Continuation {
            *self.counts.skipped.entry("continuation").or_default() += 1;
        }
        let mut is_made = false;
        if is_right
            && may_be_page
            && reads_pages
            && let Some((page, html)) = records.read(origin, &record, &mut self.counts)
        {
            self.make(page, html)?;
            is_made = true;
        }
        let Some(error) = record.error.take() else { return ControlFlow::Continue(()) };
        let is_whole = matches!(error.kind, WarcErrorKind::Length | WarcErrorKind::MissingLength);
        let mut error = InputError::damage(error);
        if may_be_page && !is_whole {
            error.url = record.target_uri().map(str::to_owned);
            error.capture = Some(Box::new(capture_of(origin, &record)));
        }
        self.tell_with(error, !is_whole && !is_made)
    }

    /// Verifies the digests of a record, and reports those that do not match.
    fn verify(&mut self, origin: &Arc<str>, record: &Record<'_>) -> ControlFlow<()> {
        for mismatch in self.verifier.verify(record, &mut self.counts.digests).into_iter().flatten() {
            let error = InputError {
                capture: Some(Box::new(capture_of(origin, record))),
                url: record.target_uri().map(str::to_owned),
                ..InputError::new(format!("{origin}:{}", record.place), InputErrorKind::Digest(mismatch.into()))
            };
            // The page in the record is a row in any case.
            self.tell_with(error, false)?;
        }
        ControlFlow::Continue(())
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
