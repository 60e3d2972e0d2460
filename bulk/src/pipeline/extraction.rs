//! What is made of pages.

use super::counts::Counts;
use crate::error::InputError;
use crate::input::InputPage;
use crate::link_row::LinkRow;
use crate::output::{Block, Encoder, Format, OutputError, OutputOptions};
use crate::reader::{Reader, ReaderOptions};
use crate::record::{ErrorRow, PageRecord};
use crate::row_error::RowError;
use crate::schema::Table;
use tagrake::extract::{LinkKind, Page};

/// What is made of pages: rows of a table in one form, text, or nothing but counts.
///
/// ```
/// use tagrake::extract::LinkKind;
/// use tagrake_bulk::ReaderOptions;
/// use tagrake_bulk::output::{Format, OutputOptions};
/// use tagrake_bulk::pipeline::Extraction;
/// use tagrake_bulk::schema::Table;
///
/// let output = OutputOptions::new(Table::Links, Format::JsonLines)?;
/// let extraction = Extraction::new(ReaderOptions::default(), output).with_kinds(&[LinkKind::Nav]);
/// # let _ = extraction;
/// # Ok::<(), tagrake_bulk::output::OutputError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Extraction {
    reader: ReaderOptions,
    kinds: Vec<LinkKind>,
    /// None if pages are only counted.
    output: Option<OutputOptions>,
}

impl Extraction {
    /// Rows in the form that `output` says, of what a reader with these options takes from pages.
    pub fn new(reader: ReaderOptions, output: OutputOptions) -> Self {
        Self { reader, kinds: LinkKind::ALL.to_vec(), output: Some(output) }
    }

    /// Nothing: files are read and checked, and pages are not looked at.
    ///
    /// ```
    /// let extraction = tagrake_bulk::pipeline::Extraction::nothing();
    /// # let _ = extraction;
    /// ```
    pub fn nothing() -> Self {
        Self { reader: ReaderOptions::default(), kinds: Vec::new(), output: None }
    }

    /// Sets which kinds of links are taken.
    #[must_use]
    pub fn with_kinds(mut self, kinds: &[LinkKind]) -> Self {
        self.kinds = kinds.to_vec();
        self
    }

    pub(super) fn is_nothing(&self) -> bool {
        self.output.is_none()
    }

    /// Returns whether rows are columns, of which nobody waits for the first.
    pub(super) fn is_of_columns(&self) -> bool {
        self.output.as_ref().is_some_and(OutputOptions::is_of_columns)
    }
}

/// Makes blocks of pages, and keeps its memory from one to the next.
pub(super) struct Maker<'e> {
    extraction: &'e Extraction,
    reader: Reader,
    rows: Option<Rows<'e>>,
}

struct Rows<'e> {
    options: &'e OutputOptions,
    encoder: Encoder,
    max_bytes: usize,
}

impl<'e> Maker<'e> {
    /// A maker of blocks of `lines` bytes, or with columns of so many values.
    pub(super) fn new(extraction: &'e Extraction, [lines, columns]: [usize; 2]) -> Self {
        let max_bytes = if extraction.is_of_columns() { columns } else { lines };
        let rows =
            extraction.output.as_ref().map(|options| Rows { options, encoder: Encoder::new(options), max_bytes });
        Self { extraction, reader: Reader::new(extraction.reader.clone()), rows }
    }

    /// Adds what is made of a page: that of `input`, whose bytes are `html`.
    pub(super) fn page(&mut self, input: &InputPage, html: &[u8], counts: &mut Counts) -> Result<(), RowError> {
        let kinds = &self.extraction.kinds;
        counts.pages += 1;
        let Some(rows) = &mut self.rows else { return Ok(()) };
        self.reader.read_html(input, html, |page| rows.add(input, page, kinds, counts))
    }

    /// Adds a row that says what is wrong with a page, if the table has such rows.
    pub(super) fn error(&mut self, error: &InputError, counts: &mut Counts) -> Result<(), RowError> {
        match &mut self.rows {
            Some(rows) if rows.options.has_error_rows() => {
                let fields = rows.options.error_fields();
                rows.encoder.push(&ErrorRow { error, fields }).inspect(|()| counts.rows += 1)
            }
            _ => Ok(()),
        }
    }

    pub(super) fn is_full(&self) -> bool {
        self.rows.as_ref().is_some_and(|rows| rows.encoder.is_full() || rows.encoder.bytes() >= rows.max_bytes)
    }

    /// Returns the rows since the last time, if there are any.
    pub(super) fn take(&mut self, spare: impl FnOnce() -> Block) -> Result<Option<Block>, OutputError> {
        match &mut self.rows {
            Some(rows) if !rows.encoder.is_empty() => rows.encoder.take(spare()).map(Some),
            _ => Ok(None),
        }
    }
}

impl Rows<'_> {
    fn add(
        &mut self,
        input: &InputPage,
        page: &Page<'_>,
        kinds: &[LinkKind],
        counts: &mut Counts,
    ) -> Result<(), RowError> {
        let is_chosen = |kind: LinkKind| kinds.len() == LinkKind::ALL.len() || kinds.contains(&kind);
        let links = page.links.iter().filter(|link| is_chosen(link.kind));
        let fields = self.options.fields();
        match (self.options.table(), self.options.format()) {
            (Table::Pages, Format::Text) => self.encoder.push_text(page.text.unwrap_or_default())?,
            (Table::Pages, _) => {
                self.encoder.push(&PageRecord::new(input, page).with_fields(fields).with_kinds(kinds))?;
                counts.links += if fields.has("links") { links.count() as u64 } else { 0 };
            }
            (Table::Links, _) => {
                for link in links {
                    self.encoder.push(&LinkRow::alone(input, page, link).with_fields(fields))?;
                    counts.links += 1;
                    counts.rows += 1;
                }
                return Ok(());
            }
        }
        counts.rows += 1;
        Ok(())
    }
}
