//! Builds the parts of a job: rows, errors and counts.

use super::job::{JobHead, JobPart, OtherColumns};
use super::page_file::{PageBytes, PageFile};
use super::shared::RunState;
use super::stream_batches::{LineBatch, RecordBatch, WantedRecords};
use crate::input::error::{InputError, InputErrorKind};
use crate::input::{CutCause, InputFile, InputPage, line_page, long_line, max_line_bytes};
use crate::pipeline::counts::{Counts, SkipCause};
use crate::pipeline::options::ErrorPolicy;
use crate::pipeline::products::{BlockMaker, PageOutput};
use crate::pipeline::record_summary::RecordSummary;
use crate::pipeline::records::digest_verification::{PAYLOAD, Verifier};
use crate::pipeline::records::record_page::{RecordPages, capture_of, may_be_page};
use crate::pipeline::records::summarizer::Summarizer;
use crate::schema::table::RowError;
use std::mem;
use std::ops::ControlFlow;
use std::sync::Arc;
use tagrake_archive::codec::StreamCompression;
use tagrake_archive::digest::{self, StatedDigest};
use tagrake_archive::memory_budget::{Allowance, FREE_BYTES};
use tagrake_archive::warc::{Record, RecordKind, WarcErrorKind};
use tagrake_extract::{KnownHead, SavedUrl};

/// Number of errors after which a part is emitted.
const MAX_ERRORS: usize = 256;
/// Number of summaries after which a part is emitted.
const MAX_SUMMARIES: usize = 512;
/// Bytes of a file with one page up to which no memory is claimed for it.
const FREE_FILE_BYTES: u64 = 2 << 20;
/// The assumed ratio of decompressed to stored bytes of a page: more than real pages have, less than decompression
/// bombs.
const COMPRESSED_PAGE_RATIO: u64 = 50;

/// Builds the parts of a job, and passes each to `put`.
pub(crate) struct JobOutput<'w, 'r> {
    pub(crate) shared: &'r RunState<'r>,
    pub(crate) maker: &'w mut (dyn BlockMaker + 'r),
    pub(crate) verifier: &'w mut Verifier,
    /// Summarizes records and pages, with `RunOptions::summaries`.
    pub(crate) summarizer: Option<&'w mut Summarizer>,
    /// Reused for the page of a file.
    pub(crate) page: &'w mut PageBytes,
    pub(crate) head: &'w Arc<JobHead>,
    pub(crate) allowance: &'w Allowance,
    /// Errors since the last part.
    pub(crate) errors: Vec<InputError>,
    /// Summaries since the last part.
    pub(crate) summaries: Vec<RecordSummary>,
    /// Columns of a manifest that are not read, until they are passed on.
    pub(crate) other_columns: Option<OtherColumns>,
    pub(crate) counts: Counts,
    pub(crate) first_offset: Option<u64>,
    pub(crate) put: &'w mut dyn FnMut(JobPart) -> ControlFlow<()>,
}

impl JobOutput<'_, '_> {
    pub(crate) fn skip(&mut self, count: u64) -> ControlFlow<()> {
        self.counts.skipped.add(SkipCause::FileType, count);
        ControlFlow::Continue(())
    }

    pub(crate) fn other_columns(&mut self, columns: OtherColumns) -> ControlFlow<()> {
        self.other_columns = Some(columns);
        ControlFlow::Continue(())
    }

    pub(crate) fn pages(&mut self, files: &[PageFile]) -> ControlFlow<()> {
        let max_bytes = self.shared.options.max_record_bytes;
        for file in files {
            let stored_bytes = file.version.length();
            let is_compressed = file.compression != StreamCompression::Plain;
            let bytes = stored_bytes.saturating_mul(if is_compressed { COMPRESSED_PAGE_RATIO } else { 1 });
            if bytes > FREE_FILE_BYTES {
                self.allowance.claim(usize::try_from(bytes).map_or(max_bytes, |bytes| bytes.min(max_bytes)));
            }
            let mut page = mem::take(self.page);
            page.read_file(file, max_bytes);
            let flow = self.page(&file.file, &mut page);
            *self.page = page;
            flow?;
            self.emit_if_full()?;
        }
        ControlFlow::Continue(())
    }

    pub(crate) fn stream_page(&mut self, mut page: PageBytes) -> ControlFlow<()> {
        match self.head.file.clone() {
            Some(file) => self.page(&file, &mut page),
            None => ControlFlow::Continue(()),
        }
    }

    /// Adds the page of a file, and reports errors of the file.
    fn page(&mut self, file: &InputFile, page: &mut PageBytes) -> ControlFlow<()> {
        self.counts.stored_bytes += page.stored_bytes;
        self.counts.text_bytes += page.html.len() as u64;
        if page.is_page() {
            let mut input = InputPage::of_file(file);
            let has_url = input.url.is_some() || self.shared.extraction.reader.url.is_some();
            if !has_url && let Some(saved) = SavedUrl::of(&page.html) {
                input.set_saved_url(saved);
            }
            self.mark_truncated(&mut input, page.cut);
            self.make_summarized(&input, &page.html)?;
        }
        match page.error.take() {
            Some(error) => self.report_with(error, page.html.is_empty()),
            None => ControlFlow::Continue(()),
        }
    }

    pub(crate) fn lines(&mut self, batch: LineBatch) -> ControlFlow<()> {
        self.counts.stored_bytes = batch.stored_bytes;
        self.counts.text_bytes = batch.bytes.len() as u64;
        let max_bytes = self.shared.options.max_record_bytes;
        let origin = self.head.file.as_ref().map(|file| file.origin()).unwrap_or_default();
        let max_line_bytes = max_line_bytes(max_bytes);
        for (line, number) in batch.lines().zip(batch.first..) {
            let page = match line.len() {
                length if length > max_line_bytes => Some(Err(long_line(&origin, number, max_line_bytes))),
                _ => line_page(&origin, number, line, &mut self.page.html),
            };
            match page {
                None => {}
                Some(Ok(mut page)) => {
                    let is_long = page.html.len() > max_bytes;
                    page.html.truncate(max_bytes);
                    self.mark_truncated(&mut page, is_long.then_some(CutCause::Long));
                    self.make_summarized(&page, &page.html)?;
                    self.page.html = page.html;
                }
                Some(Err(error)) => self.report(error)?,
            }
            self.emit_if_full()?;
        }
        if self.page.html.capacity() > FREE_BYTES {
            self.page.html = Vec::new();
        }
        batch.error.map_or(ControlFlow::Continue(()), |error| self.report(error))
    }

    /// Counts and flags a page whose end is missing.
    fn mark_truncated(&mut self, page: &mut InputPage, cause: Option<CutCause>) {
        if let Some(cause) = cause {
            self.counts.cut.add(cause, 1);
            page.set_truncated(cause.content_truncated());
        }
    }

    pub(crate) fn records(&mut self, records: &mut RecordPages, batch: &RecordBatch) -> ControlFlow<()> {
        let origin = self.head.origin();
        self.counts.add(&batch.counts);
        for record in batch.records() {
            match record {
                Ok(record) => self.record(records, &origin, record)?,
                Err(error) => self.report(InputError::damage(error))?,
            }
            self.emit_if_full()?;
        }
        ControlFlow::Continue(())
    }

    /// Reads a record, and summarizes it with `RunOptions::summaries`.
    pub(crate) fn record(
        &mut self,
        records: &mut RecordPages,
        origin: &Arc<str>,
        record: Record<'_>,
    ) -> ControlFlow<()> {
        let Some(summarizer) = &mut self.summarizer else { return self.read_record(records, origin, record) };
        let begun = summarizer.begin(origin, &record, &self.counts);
        let flow = self.read_record(records, origin, record);
        self.summaries.push(begun.finish(&self.counts, self.maker.take_summary()));
        flow
    }

    /// Adds the page in a record, and reports damage of the record.
    fn read_record(&mut self, records: &mut RecordPages, origin: &Arc<str>, mut record: Record<'_>) -> ControlFlow<()> {
        let wanted = self.shared.wanted();
        if (!wanted.are_selected() || self.is_selected(records, origin, &record))
            && let Err(error) = self.make(|maker, output| maker.record(&record, origin, output))?
        {
            self.report_with(error_in(origin, &record, error), false)?;
        }
        if self.shared.options.digests {
            self.verify(origin, &record)?;
        }
        let may_be_page = may_be_page(record.kind);
        // If the head or length is damaged, the page is still read and flagged: bytes may be missing or belong to
        // another record.
        let is_readable = record.error.as_ref().is_none_or(|error| {
            use WarcErrorKind::{Head, Length, MissingLength, Newlines, Truncated};
            matches!(error.kind, Length | MissingLength | Newlines | Truncated | Head)
        });
        let reads_pages = wanted == WantedRecords::Pages;
        if reads_pages && record.kind == RecordKind::Continuation {
            self.counts.skipped.add(SkipCause::Continuation, 1);
        }
        let mut has_page = false;
        if is_readable
            && may_be_page
            && reads_pages
            && let Some((page, html)) = records.read(origin, &record, &mut self.counts)
        {
            if self.is_duplicate(&record, page, html) {
                self.skip_page(SkipCause::Duplicate)?;
            } else {
                self.page_rows(page, html)?;
            }
            has_page = true;
        }
        if let Some(irregularity) = record.irregularity {
            self.counts.irregular.add(irregularity, 1);
        }
        let Some(error) = record.error.take() else { return ControlFlow::Continue(()) };
        let is_length_error = matches!(error.kind, WarcErrorKind::Length | WarcErrorKind::MissingLength);
        let mut error = InputError::damage(error);
        if may_be_page && !is_length_error {
            error.url = record.target_uri().map(str::to_owned);
            error.capture = Some(Box::new(capture_of(origin, &record)));
        }
        self.report_with(error, !is_length_error && !has_page)
    }

    /// Verifies the digests of a record, and reports mismatches.
    fn verify(&mut self, origin: &Arc<str>, record: &Record<'_>) -> ControlFlow<()> {
        for mismatch in self.verifier.verify(record, &mut self.counts).into_iter().flatten() {
            // The page in the record has a row in any case.
            self.report_with(error_in(origin, record, InputErrorKind::Digest(mismatch.into())), false)?;
        }
        ControlFlow::Continue(())
    }

    /// Adds a page that is not from a WARC file, and summarizes it with `RunOptions::summaries`.
    fn make_summarized(&mut self, page: &InputPage, html: &[u8]) -> ControlFlow<()> {
        if self.summarizer.is_none() {
            return self.make_selected(page, html);
        }
        let begun = Summarizer::begin_page(page, html, &self.counts);
        let flow = self.make_selected(page, html);
        self.summaries.push(begun.finish(&self.counts, self.maker.take_summary()));
        flow
    }

    /// Adds a page that is not from a WARC file, if its URL and its fetch time are selected.
    fn make_selected(&mut self, page: &InputPage, html: &[u8]) -> ControlFlow<()> {
        let url = page.url.as_deref().or(self.shared.extraction.reader.url.as_deref());
        let time = || page.capture.as_ref().and_then(|capture| capture.fetch_time);
        match self.shared.options.selection.rejects(url, time, || page.origin.clone()) {
            Some(cause) => self.skip_page(cause),
            None if self.has_known_digest(page, || digest::sha1(html)) => self.skip_page(SkipCause::Duplicate),
            None => self.page_rows(page, html),
        }
    }

    /// Returns true if the page in a record is a duplicate of an earlier one.
    pub(crate) fn is_duplicate(&mut self, record: &Record<'_>, page: &InputPage, html: &[u8]) -> bool {
        let declared = self.shared.options.trusts_digests.then(|| payload_digest(record)).flatten();
        self.has_known_digest(page, || declared.unwrap_or_else(|| digest::sha1(html)))
    }

    /// Returns true if an earlier page has the digest of a complete page. `digest` computes it.
    fn has_known_digest(&mut self, page: &InputPage, digest: impl FnOnce() -> [u8; 20]) -> bool {
        if page.capture.as_ref().is_some_and(|capture| capture.content_truncated.is_some()) {
            return false;
        }
        let (is_duplicate, forgotten) = self.shared.add_digest(digest);
        self.counts.forgotten_digests += forgotten;
        is_duplicate
    }

    fn skip_page(&mut self, cause: SkipCause) -> ControlFlow<()> {
        self.counts.skipped.add(cause, 1);
        ControlFlow::Continue(())
    }

    /// Adds the rows of a page.
    pub(crate) fn page_rows(&mut self, page: &InputPage, html: &[u8]) -> ControlFlow<()> {
        match self.make(|maker, output| maker.page(page, html, output))? {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => self.report_row(page, error),
        }
    }

    /// Adds the row of a page if its head is known from its first bytes. An error is reported, and gives the flow after it.
    pub(crate) fn page_start(&mut self, page: &InputPage, start: &[u8]) -> Result<KnownHead, ControlFlow<()>> {
        match self.make(|maker, output| maker.page_start(page, start, output)) {
            ControlFlow::Continue(Ok(known)) => Ok(known),
            ControlFlow::Continue(Err(error)) => Err(self.report_row(page, error)),
            ControlFlow::Break(()) => Err(ControlFlow::Break(())),
        }
    }

    fn report_row(&mut self, page: &InputPage, error: RowError) -> ControlFlow<()> {
        self.report(InputError {
            id: page.id.clone(),
            capture: page.capture.clone(),
            url: page.url.clone(),
            ..InputError::new(page.origin.clone(), InputErrorKind::Row(error))
        })
    }

    /// Calls the maker. Each block that it passes on becomes a part.
    fn make<T>(&mut self, make: impl FnOnce(&mut dyn BlockMaker, &mut PageOutput<'_>) -> T) -> ControlFlow<(), T> {
        let Self { shared, maker, head, errors, first_offset, put, .. } = self;
        let mut flow = ControlFlow::Continue(());
        let mut output = PageOutput {
            counts: &mut self.counts,
            spare: &|| shared.spare(),
            put: &mut |block, counts| {
                let errors = mem::take(errors);
                let (head, block, counts) = (head.clone(), block.map(Some), counts.clone());
                let first_offset = *first_offset;
                let summaries = Vec::new(); // they follow in the next part
                let part = JobPart {
                    head,
                    block,
                    errors,
                    summaries,
                    other_columns: None,
                    counts,
                    first_offset,
                    next_offset: None,
                    is_last: false,
                };
                flow = put(part);
                flow
            },
        };
        let made = make(&mut **maker, &mut output);
        flow.map_continue(|()| made)
    }

    /// Reports an error, and adds a row for it if the policy asks for one.
    pub(crate) fn report(&mut self, error: InputError) -> ControlFlow<()> {
        self.report_with(error, true)
    }

    /// Reports an error. `may_be_row` is false if it has no row under the policy [`ErrorPolicy::Record`]: the page has one.
    fn report_with(&mut self, error: InputError, may_be_row: bool) -> ControlFlow<()> {
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
            self.emit()?;
            return ControlFlow::Break(());
        }
        if self.errors.len() >= MAX_ERRORS { self.emit() } else { ControlFlow::Continue(()) }
    }

    fn push(&mut self, error: InputError) {
        self.counts.errors.add(error.kind.cause(), 1);
        self.errors.extend(self.maker.take_error(error));
    }

    pub(crate) fn is_full(&self) -> bool {
        self.maker.is_full() || self.summaries.len() >= MAX_SUMMARIES
    }

    pub(crate) fn emit_if_full(&mut self) -> ControlFlow<()> {
        if self.is_full() { self.emit() } else { ControlFlow::Continue(()) }
    }

    pub(crate) fn end(&mut self, next_offset: Option<u64>) {
        let part = JobPart { next_offset, is_last: true, ..self.part() };
        let _ = (self.put)(part); // no part follows
    }

    /// Emits the rows, errors and counts since the last part.
    pub(crate) fn emit(&mut self) -> ControlFlow<()> {
        let part = self.part();
        (self.put)(part)
    }

    fn part(&mut self) -> JobPart {
        JobPart {
            head: self.head.clone(),
            block: self.maker.take(&|| self.shared.spare()),
            errors: mem::take(&mut self.errors),
            summaries: mem::take(&mut self.summaries),
            other_columns: self.other_columns.take(),
            counts: self.counts.clone(),
            first_offset: self.first_offset,
            next_offset: None,
            is_last: false,
        }
    }
}

/// Returns the SHA-1 of the payload that the header of a record declares.
fn payload_digest(record: &Record<'_>) -> Option<[u8; 20]> {
    StatedDigest::parse(PAYLOAD, record.headers.get(PAYLOAD)?)?.sha1()
}

/// Returns an error about a record of the file `origin`.
fn error_in(origin: &Arc<str>, record: &Record<'_>, kind: InputErrorKind) -> InputError {
    InputError {
        capture: Some(Box::new(capture_of(origin, record))),
        url: record.target_uri().map(str::to_owned),
        ..InputError::new(format!("{origin}:{}", record.location), kind)
    }
}
