//! Builds blocks of the rows, texts or records of pages.

use super::counts::Counts;
use super::derived_records::{DerivedRecords, IndexRows};
use super::extraction::{Extraction, Product};
use super::options::RunOptions;
use super::stream_batches::WantedRecords;
use crate::input::InputPage;
use crate::input::error::{InputError, InputErrorKind};
use crate::output::{Block, Encoder, Format, OutputError, OutputOptions};
use crate::page_reader::Reader;
use crate::record::block_row::BlockRow;
use crate::record::link_row::LinkRow;
use crate::record::page_record::{ErrorRecord, PageRecord};
use crate::schema::KeptValues;
use crate::schema::row_error::RowError;
use std::ops::ControlFlow;
use std::sync::Arc;
use tagrake::extract::{LinkClass, LinkKind, Page};
use tagrake_archive::memory_budget::{Allowance, FREE_BYTES, LARGE_ROW_BYTES};
use tagrake_archive::warc::Record;

/// Receives a block, and the counts so far.
pub(super) type PutBlock<'p> = dyn FnMut(Result<Block, OutputError>, &Counts) -> ControlFlow<()> + 'p;

/// Builds blocks from pages. Its memory is reused.
pub(super) struct BlockMaker<'e> {
    extraction: &'e Extraction,
    reader: Reader,
    making: MakerState<'e>,
    max_bytes: usize,
    allowance: Arc<Allowance>,
}

enum MakerState<'e> {
    Nothing,
    Rows(Box<RowMaker<'e>>),
    Records(DerivedRecords),
    IndexRows(Box<IndexRows>),
}

struct RowMaker<'e> {
    options: &'e OutputOptions,
    encoder: Encoder,
}

impl<'e> BlockMaker<'e> {
    pub(super) fn new(extraction: &'e Extraction, options: &RunOptions) -> Self {
        let max_bytes = options.block_bytes(extraction.is_of_columns());
        let making = match &extraction.product {
            Product::Nothing => MakerState::Nothing,
            Product::Rows(options) => MakerState::Rows(RowMaker { options, encoder: Encoder::new(options) }.into()),
            Product::Records(kind) => MakerState::Records(DerivedRecords::new(*kind, &extraction.reader, options)),
            Product::IndexRows(records, output) => MakerState::IndexRows(IndexRows::new(*records, output).into()),
        };
        let reader = Reader::new(extraction.reader.clone());
        Self { extraction, reader, making, max_bytes, allowance: Arc::default() }
    }

    /// Sets the allowance that memory for large pages is claimed from.
    pub(super) fn set_allowance(&mut self, allowance: &Arc<Allowance>) {
        self.reader.set_allowance(allowance.clone());
        self.allowance = allowance.clone();
        if let MakerState::Records(records) = &mut self.making {
            records.set_allowance(allowance);
        }
    }

    /// Sets the values of kept columns in the rows that follow; `None` if all are null.
    pub(super) fn set_kept(&mut self, values: Option<&KeptValues>) {
        if let MakerState::Rows(rows) = &mut self.making {
            rows.encoder.set_kept(values);
        }
    }

    /// Releases memory for pages that was used in a turn but not claimed.
    pub(super) fn trim(&mut self, claimed: usize) {
        self.reader.shrink(claimed);
    }

    /// Releases the memory that only large pages need.
    pub(super) fn shrink(&mut self) {
        self.reader.shrink(FREE_BYTES);
        if let MakerState::Records(records) = &mut self.making {
            records.shrink();
        }
    }

    /// Adds what is derived from a record of the file `origin`, besides the page in it.
    pub(super) fn record(
        &mut self,
        record: &Record<'_>,
        origin: &str,
        counts: &mut Counts,
    ) -> Result<(), InputErrorKind> {
        match &mut self.making {
            MakerState::Records(records) => records.record(record, origin, counts).map_err(InputErrorKind::Index),
            MakerState::IndexRows(rows) => rows.record(record, origin, counts),
            MakerState::Nothing | MakerState::Rows(_) => Ok(()),
        }
    }

    /// Adds the rows, text or records of a page whose bytes are `html`. Each full block of link or block rows is passed to
    /// `put`, until `put` breaks, and the next one continues in the memory of a `spare` block.
    pub(super) fn page(
        &mut self,
        input: &InputPage,
        html: &[u8],
        counts: &mut Counts,
        spare: &dyn Fn() -> Block,
        put: &mut PutBlock<'_>,
    ) -> Result<(), RowError> {
        let extraction = self.extraction;
        match (&mut self.making, extraction.wanted()) {
            (MakerState::Records(records), WantedRecords::All) => {
                records.page(input, html, counts);
                return Ok(());
            }
            (_, WantedRecords::Blocks) => {
                return Err(RowError::Type { found: "a page", expected: "a record of a WARC file" });
            }
            _ => {}
        }
        counts.pages += 1;
        let max_bytes = self.max_bytes;
        match &mut self.making {
            MakerState::IndexRows(_) => Ok(()),
            MakerState::Nothing => {
                self.reader.read_html(input, html, |page| add_page(page, counts));
                Ok(())
            }
            MakerState::Rows(rows) => {
                let made = self.reader.read_html(input, html, |page| {
                    add_page(page, counts);
                    if rows.is_row_per_page() {
                        self.allowance.claim_row(html.len());
                    }
                    rows.add(input, html, page, extraction, counts, &mut |rows, counts| {
                        let is_full = rows.encoder.is_full() || rows.encoder.bytes() >= max_bytes;
                        if is_full { put(rows.encoder.take(spare()), counts) } else { ControlFlow::Continue(()) }
                    })
                });
                if rows.encoder.bytes() >= LARGE_ROW_BYTES {
                    self.reader.shrink(FREE_BYTES);
                }
                made
            }
            MakerState::Records(records) => self.reader.read_html(input, html, |page| {
                add_page(page, counts);
                records.text(input, page.url, &extraction.texts.text_of(page), counts);
                Ok(())
            }),
        }
    }

    /// Adds a row for a page that could not be read, if the table has such rows.
    pub(super) fn error(&mut self, error: &InputError, counts: &mut Counts) -> Result<(), RowError> {
        match &mut self.making {
            MakerState::Rows(rows) if rows.options.has_error_rows() => {
                rows.encoder.push_error(ErrorRecord(error)).inspect(|()| counts.rows += 1)
            }
            _ => Ok(()),
        }
    }

    pub(super) fn is_full(&self) -> bool {
        match &self.making {
            MakerState::Nothing => false,
            MakerState::Rows(rows) => rows.encoder.is_full() || rows.encoder.bytes() >= self.max_bytes,
            MakerState::Records(records) => records.bytes() >= self.max_bytes,
            MakerState::IndexRows(rows) => rows.is_full(self.max_bytes),
        }
    }

    /// Returns the rows added since the last call, if there are any.
    pub(super) fn take(&mut self, spare: impl FnOnce() -> Block) -> Result<Option<Block>, OutputError> {
        match &mut self.making {
            MakerState::Rows(rows) if !rows.encoder.is_empty() => rows.encoder.take(spare()).map(Some),
            MakerState::Records(records) => Ok(records.take(spare)),
            MakerState::IndexRows(rows) => rows.take(spare),
            MakerState::Nothing | MakerState::Rows(_) => Ok(None),
        }
    }
}

/// Counts the encoding and the flags of a page.
fn add_page(page: &Page<'_>, counts: &mut Counts) {
    counts.add_encoding(page.encoding.encoding, page.encoding.source);
    counts.add_flags(page.flags);
}

impl RowMaker<'_> {
    /// Returns true if a page is one row, or one text. Rows of links and blocks leave in blocks of limited size.
    fn is_row_per_page(&self) -> bool {
        !matches!(self.options.format(), Format::Links(_) | Format::Blocks(_))
    }

    fn add(
        &mut self,
        input: &InputPage,
        html: &[u8],
        page: &Page<'_>,
        extraction: &Extraction,
        counts: &mut Counts,
        emit_if_full: &mut dyn FnMut(&mut Self, &Counts) -> ControlFlow<()>,
    ) -> Result<(), RowError> {
        let Extraction { kinds, texts, .. } = extraction;
        let is_chosen = |kind: LinkKind| kinds.len() == LinkKind::ALL.len() || kinds.contains(&kind);
        let links = page.links.iter().filter(|link| is_chosen(link.kind));
        let fields = self.options.fields();
        match self.options.format() {
            Format::Text => self.encoder.push_text(&texts.text_of(page))?,
            Format::Pages(_) | Format::Records(_) | Format::Index(_) => {
                let record = PageRecord::new(input, page).with_kinds(kinds).with_body(html);
                self.encoder.push(record.with_texts(*texts))?;
                if fields.has("links") {
                    let relative = links.clone().filter(|link| link.class == LinkClass::Relative);
                    counts.relative_links += relative.count() as u64;
                    counts.links += links.count() as u64;
                }
            }
            Format::Links(_) => {
                let counts_relative = fields.has("url") || fields.has("class");
                for (index, link) in links.enumerate() {
                    let row = LinkRow::new(input, page, link);
                    if index == 0 {
                        self.encoder.begin_page(row)?;
                    }
                    self.encoder.push_of_page(row)?;
                    counts.links += 1;
                    counts.relative_links += u64::from(counts_relative && link.class == LinkClass::Relative);
                    counts.rows += 1;
                    if emit_if_full(self, counts).is_break() {
                        break;
                    }
                }
                return Ok(());
            }
            Format::Blocks(_) => {
                let Some(blocks) = &page.blocks else { return Ok(()) };
                let main = blocks.view(texts.view);
                for block in blocks.iter() {
                    let row = BlockRow::new(input, page, block, main);
                    if block.index() == 0 {
                        self.encoder.begin_page(row)?;
                    }
                    self.encoder.push_of_page(row)?;
                    counts.rows += 1;
                    if emit_if_full(self, counts).is_break() {
                        break;
                    }
                }
                return Ok(());
            }
        }
        counts.rows += 1;
        Ok(())
    }
}
