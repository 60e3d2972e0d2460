//! The trait of products: each makes blocks of rows, texts or records.

use crate::input::InputPage;
use crate::input::error::{InputError, InputErrorKind};
use crate::output::{Block, OutputError};
use crate::page_reader::Reader;
use crate::pipeline::counts::Counts;
use crate::pipeline::record_summary::PageSummary;
use crate::schema::KeptValues;
use crate::schema::table::RowError;
use std::mem;
use std::ops::ControlFlow;
use std::sync::Arc;
use tagrake_archive::memory_budget::{Allowance, FREE_BYTES};
use tagrake_archive::warc::Record;
use tagrake_extract::{KnownHead, Page};

/// Receives a block, and the counts so far. Breaks if no more rows are needed.
pub(super) type PutBlock<'p> = dyn FnMut(Result<Block, OutputError>, &Counts) -> ControlFlow<()> + 'p;

/// Where the rows of a page or record are counted, and where the blocks go that they fill.
pub(crate) struct PageOutput<'p> {
    pub(crate) counts: &'p mut Counts,
    /// Returns a block whose memory the next one uses.
    pub(crate) spare: &'p dyn Fn() -> Block,
    pub(crate) put: &'p mut PutBlock<'p>,
}

/// Makes blocks of a product from records and pages. Its memory is reused.
pub(crate) trait BlockMaker {
    /// Returns the reader of pages, if it has one.
    fn reader(&mut self) -> Option<&mut Reader> {
        None
    }

    /// Sets the allowance that memory for large pages is claimed from.
    fn set_allowance(&mut self, allowance: &Arc<Allowance>) {
        if let Some(reader) = self.reader() {
            reader.set_allowance(allowance.clone());
        }
    }

    /// Sets the values of kept columns in the rows that follow; `None` if all are null.
    fn set_kept(&mut self, _values: Option<&KeptValues>) {}

    /// Releases memory for pages that was used in a turn but not claimed.
    fn trim(&mut self, claimed: usize) {
        if let Some(reader) = self.reader() {
            reader.shrink(claimed);
        }
    }

    /// Releases the memory that only large pages need.
    fn shrink(&mut self) {
        self.trim(FREE_BYTES);
    }

    /// Adds what is derived from a record of the file `origin`, besides the page in it. The blocks of a long record are passed
    /// to `output`.
    fn record(
        &mut self,
        _record: &Record<'_>,
        _origin: &str,
        _output: &mut PageOutput<'_>,
    ) -> Result<(), InputErrorKind> {
        Ok(())
    }

    /// Adds what is made of a page whose bytes are `html`. Each full block of link or block rows is passed to `output`. By
    /// default, a page that is not in a record is an error.
    fn page(&mut self, _input: &InputPage, _html: &[u8], _output: &mut PageOutput<'_>) -> Result<(), RowError> {
        Err(RowError::Type { found: "a page", expected: "a record of a WARC file" })
    }

    /// Adds what is made of a page that starts with the bytes `start`, if its head is known from them.
    fn page_start(
        &mut self,
        _input: &InputPage,
        _start: &[u8],
        _output: &mut PageOutput<'_>,
    ) -> Result<KnownHead, RowError> {
        Ok(KnownHead::NeedsPage)
    }

    /// Returns the summary of the page that was added last, if the product has summaries.
    fn take_summary(&mut self) -> Option<PageSummary> {
        None
    }

    /// Adds a row for a page that could not be read, if the product has such rows.
    fn error(&mut self, _error: &InputError, _counts: &mut Counts) -> Result<(), RowError> {
        Ok(())
    }

    /// Takes an error that is a value of the product. By default, errors are passed on beside the rows.
    fn take_error(&mut self, error: InputError) -> Option<InputError> {
        Some(error)
    }

    /// Returns true if the block should be taken.
    fn is_full(&self) -> bool;

    /// Returns the rows added since the last call, if there are any. Continues in the memory of a `spare` block.
    fn take(&mut self, spare: &dyn Fn() -> Block) -> Result<Option<Block>, OutputError>;
}

/// Counts a page that was read, with its encoding and flags.
pub(super) fn count_page(page: &Page<'_>, counts: &mut Counts) {
    counts.pages += 1;
    counts.add_encoding(page.encoding.encoding, page.encoding.source);
    counts.add_flags(page.flags);
}

/// Counts the pages, their encodings and their flags.
pub(crate) struct PageCounts(pub(crate) Reader);

impl BlockMaker for PageCounts {
    fn reader(&mut self) -> Option<&mut Reader> {
        Some(&mut self.0)
    }

    fn page(&mut self, input: &InputPage, html: &[u8], output: &mut PageOutput<'_>) -> Result<(), RowError> {
        self.0.read_html(input, html, |page| count_page(page, output.counts));
        Ok(())
    }

    fn is_full(&self) -> bool {
        false
    }

    fn take(&mut self, _: &dyn Fn() -> Block) -> Result<Option<Block>, OutputError> {
        Ok(None)
    }
}

/// The bytes of WAT or WET records, or of lines of an index.
#[derive(Default)]
pub(super) struct RecordBlock {
    pub(super) bytes: Vec<u8>,
    rows: usize,
    /// The `warcinfo` record of a file that starts with the first of them.
    pub(super) info: Vec<u8>,
}

impl RecordBlock {
    /// Returns true if no record was added since the last block.
    pub(super) fn is_empty(&self) -> bool {
        self.rows == 0
    }

    /// Removes what was added since the last block.
    pub(super) fn clear(&mut self) {
        self.bytes.clear();
        self.info.clear();
        self.rows = 0;
    }

    /// Counts a record that was appended.
    pub(super) fn count(&mut self, counts: &mut Counts) {
        self.rows += 1;
        counts.rows += 1;
    }

    /// Returns the records added since the last call, if there are any. Continues in the memory of a `spare` block.
    pub(super) fn take(&mut self, spare: &dyn Fn() -> Block) -> Option<Block> {
        (!self.is_empty()).then(|| self.take_bytes(spare))
    }

    /// As [`take`](Self::take), also if no record is complete.
    pub(super) fn take_bytes(&mut self, spare: &dyn Fn() -> Block) -> Block {
        let bytes = mem::replace(&mut self.bytes, spare().into_memory());
        Block::of_records(bytes, mem::take(&mut self.rows), mem::take(&mut self.info))
    }
}
