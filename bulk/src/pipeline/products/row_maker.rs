//! Makes blocks of the rows or texts of pages.

use super::block_maker::{BlockMaker, PageOutput, PutBlock, count_page};
use crate::input::InputPage;
use crate::input::error::InputError;
use crate::output::{Block, Encoder, OutputError, OutputOptions};
use crate::page_reader::{Reader, ReaderOptions};
use crate::pipeline::counts::Counts;
use crate::pipeline::main_selection::MainFilter;
use crate::pipeline::read_page::{FillRow, ReadPage};
use crate::record::page_record::ErrorRecord;
use crate::schema::table::RowError;
use crate::schema::{KeptValues, Table};
use std::ops::ControlFlow;
use std::sync::Arc;
use tagrake_archive::memory_budget::{Allowance, FREE_BYTES, LARGE_ROW_BYTES};
use tagrake_extract::{KnownHead, Page, PageStart};

/// The rows or texts of a page.
pub(crate) trait PageRows {
    /// True if a page is one row, or one text. Other rows leave in blocks of limited size.
    const IS_ONE_PER_PAGE: bool;

    /// Adds the rows of a page to the encoder of `block`, and counts them. After each of several rows, the block is passed on
    /// if it is full.
    fn add(&self, page: &ReadPage<'_>, block: &mut RowBlock<'_, '_>) -> Result<(), RowError>;
}

/// The block that receives the rows of a page.
pub(crate) struct RowBlock<'b, 'p> {
    pub(super) encoder: &'b mut Encoder,
    pub(super) counts: &'b mut Counts,
    spare: &'b dyn Fn() -> Block,
    put: &'b mut PutBlock<'p>,
}

impl RowBlock<'_, '_> {
    /// Passes the block on if it is full. Breaks if no more rows are needed.
    pub(super) fn put_if_full(&mut self) -> ControlFlow<()> {
        if !self.encoder.is_full() {
            return ControlFlow::Continue(());
        }
        (self.put)(self.encoder.take((self.spare)()), self.counts)
    }
}

/// Makes blocks of the rows or texts of pages.
pub(crate) struct RowMaker<'e, R> {
    reader: Reader,
    rows: R,
    filter: MainFilter<'e>,
    encoder: Encoder,
    /// Sets the values of custom columns.
    fill: Option<&'e FillRow<'e>>,
    /// True if a page that could not be read can have a row.
    has_error_rows: bool,
    allowance: Arc<Allowance>,
}

impl<'e, R: PageRows> RowMaker<'e, R> {
    /// Creates the maker of blocks of about `max_bytes` bytes.
    pub(crate) fn new(
        rows: R,
        filter: MainFilter<'e>,
        reader: ReaderOptions,
        output: &OutputOptions,
        max_bytes: usize,
    ) -> Self {
        Self {
            reader: Reader::new(reader),
            rows,
            filter,
            encoder: Encoder::new(output).with_max_bytes(max_bytes),
            fill: None,
            has_error_rows: output.format().table() == Some(Table::Pages),
            allowance: Arc::default(),
        }
    }

    /// Sets the closure that sets the values of custom columns.
    pub(crate) fn with_fill(mut self, fill: Option<&'e FillRow<'e>>) -> Self {
        self.fill = fill;
        self
    }

    /// Reads a page, and adds its rows if `known` returns [`KnownHead::Complete`] for it. Returns the result of `known`.
    fn add(
        &mut self,
        input: &InputPage,
        html: &[u8],
        output: &mut PageOutput<'_>,
        known: impl FnOnce(&Page<'_>) -> KnownHead,
    ) -> Result<KnownHead, RowError> {
        let Self { reader, rows, filter, encoder, fill, allowance, .. } = self;
        let PageOutput { counts, spare, put } = output;
        let made = reader.read_html(input, html, |page| {
            let known = known(page);
            if known != KnownHead::Complete || !filter.takes(page, counts) {
                return Ok(known);
            }
            count_page(page, counts);
            if R::IS_ONE_PER_PAGE {
                allowance.claim_row(html.len());
            }
            let page = ReadPage { input, html, page };
            if let Some(fill) = fill {
                encoder.fill_custom(|row| fill(&page, row))?;
            }
            let mut block = RowBlock { encoder, counts, spare, put };
            rows.add(&page, &mut block).map(|()| known)
        });
        if self.encoder.bytes() >= LARGE_ROW_BYTES {
            self.reader.shrink(FREE_BYTES);
        }
        made
    }
}

impl<R: PageRows> BlockMaker for RowMaker<'_, R> {
    fn reader(&mut self) -> Option<&mut Reader> {
        Some(&mut self.reader)
    }

    fn set_allowance(&mut self, allowance: &Arc<Allowance>) {
        self.reader.set_allowance(allowance.clone());
        self.allowance = allowance.clone();
    }

    fn set_kept(&mut self, values: Option<&KeptValues>) {
        self.encoder.set_kept(values);
    }

    fn page(&mut self, input: &InputPage, html: &[u8], output: &mut PageOutput<'_>) -> Result<(), RowError> {
        self.add(input, html, output, |_| KnownHead::Complete).map(drop)
    }

    fn page_start(
        &mut self,
        input: &InputPage,
        start: &[u8],
        output: &mut PageOutput<'_>,
    ) -> Result<KnownHead, RowError> {
        let start = PageStart::of(start);
        self.add(input, start.bytes(), output, |page| start.known_head(page))
    }

    fn error(&mut self, error: &InputError, counts: &mut Counts) -> Result<(), RowError> {
        if !self.has_error_rows {
            return Ok(());
        }
        self.encoder.set_custom(None)?;
        self.encoder.push_error(ErrorRecord(error)).inspect(|()| counts.rows += 1)
    }

    fn is_full(&self) -> bool {
        self.encoder.is_full()
    }

    fn take(&mut self, spare: &dyn Fn() -> Block) -> Result<Option<Block>, OutputError> {
        self.encoder.take_rows(spare)
    }
}
