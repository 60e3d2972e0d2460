//! The trait of products: each makes blocks of rows, texts or records.

use crate::input::InputPage;
use crate::input::error::{InputError, InputErrorKind};
use crate::output::{Block, OutputError};
use crate::page_reader::Reader;
use crate::pipeline::counts::Counts;
use crate::schema::KeptValues;
use crate::schema::row_error::RowError;
use std::ops::ControlFlow;
use std::sync::Arc;
use tagrake_archive::memory_budget::{Allowance, FREE_BYTES};
use tagrake_archive::warc::Record;
use tagrake_extract::Page;

/// Receives a block, and the counts so far.
pub(crate) type PutBlock<'p> = dyn FnMut(Result<Block, OutputError>, &Counts) -> ControlFlow<()> + 'p;

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

    /// Adds what is derived from a record of the file `origin`, besides the page in it.
    fn record(&mut self, _record: &Record<'_>, _origin: &str, _counts: &mut Counts) -> Result<(), InputErrorKind> {
        Ok(())
    }

    /// Adds what is made of a page whose bytes are `html`. Each full block of link or block rows is passed to `put`, until
    /// `put` breaks, and the next one continues in the memory of a `spare` block. By default, a page that is not in a record is
    /// an error.
    fn page(
        &mut self,
        _input: &InputPage,
        _html: &[u8],
        _counts: &mut Counts,
        _spare: &dyn Fn() -> Block,
        _put: &mut PutBlock<'_>,
    ) -> Result<(), RowError> {
        Err(RowError::Type { found: "a page", expected: "a record of a WARC file" })
    }

    /// Adds a row for a page that could not be read, if the product has such rows.
    fn error(&mut self, _error: &InputError, _counts: &mut Counts) -> Result<(), RowError> {
        Ok(())
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
