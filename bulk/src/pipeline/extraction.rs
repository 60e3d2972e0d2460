//! The rows, texts or records that a run makes of pages.

use super::jobs::stream_batches::WantedRecords;
use super::main_selection::{MainFilter, MainSelection};
use super::options::RunOptions;
use super::products::{
    BlockMaker, BlockRows, CellRows, IndexLines, IndexRows, ItemRows, LinkRows, PageCounts, PageRecords, PageRows,
    PageSummaries, PageTexts, RecordRows, RowMaker, WarcRecords, WatRecords, WetRecords,
};
use super::read_page::FillRow;
use crate::derived::index::IndexedRecords;
use crate::output::{FileFormat, OutputError, OutputOptions, Product};
use crate::page_reader::{Reader, ReaderOptions};
use crate::record::item_query::ItemQuery;
use crate::record::link_choice::{LinkChoice, LinkScope};
use crate::record::page_text::TextOptions;
use std::sync::Arc;
use tagrake_archive::warc::ZstdDictionary;
use tagrake_extract::{LinkKind, Part, Parts};

/// What to make of pages or records: rows of a table, text, WAT or WET records, copies of records, an index, or only
/// counts.
///
/// ```
/// use tagrake_extract::LinkKind;
/// use tagrake_bulk::ReaderOptions;
/// use tagrake_bulk::output::{FileFormat, OutputOptions, Product};
/// use tagrake_bulk::pipeline::Extraction;
///
/// let output = OutputOptions::new(Product::Links, FileFormat::JsonLines)?;
/// let extraction = Extraction::new(ReaderOptions::default(), output).with_kinds(&[LinkKind::Nav]);
/// # let _ = extraction;
/// # Ok::<(), tagrake_bulk::output::OutputError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Extraction {
    pub(super) reader: ReaderOptions,
    kinds: Vec<LinkKind>,
    scope: Option<LinkScope>,
    texts: TextOptions,
    items: Arc<ItemQuery>,
    main: MainSelection,
    /// True if pages are read up to the start of their body.
    head_only: bool,
    records: IndexedRecords,
    /// Which records are copied, in words.
    selected: String,
    /// `None` if pages are only counted.
    output: Option<OutputOptions>,
}

impl Extraction {
    /// Makes the product of the options `output`, from pages read with the options `reader`.
    ///
    /// * Of pages, what the product needs is extracted: for rows what their keys need, for text and WET records the
    ///   [kind of text](Self::with_texts). The [parts](tagrake_extract::ExtractOptions::parts) in the options of `reader` count only for closures:
    ///   [`Run::read_with`](super::Run::read_with) and [`Run::map`](super::Run::map).
    /// * WAT records are made of all records of WARC files, and of pages. The encoding, the scripting flag and the detector in the
    ///   options of `reader` count.
    /// * Rows of records are made of the records that [`RunOptions::selection`](super::RunOptions::selection) selects, of all
    ///   types. Other inputs are errors, and `reader` is ignored.
    /// * WARC records are copies of the records that [`RunOptions::selection`](super::RunOptions::selection) selects, of all
    ///   types. Other inputs are errors, and `reader` is ignored.
    /// * An index is made of WARC files. Other inputs are errors, and `reader` is ignored.
    ///
    /// ```
    /// use tagrake_bulk::ReaderOptions;
    /// use tagrake_bulk::output::{FileFormat, OutputOptions, Product};
    /// use tagrake_bulk::pipeline::Extraction;
    ///
    /// let output = OutputOptions::new(Product::Wat, FileFormat::Warc)?;
    /// let extraction = Extraction::new(ReaderOptions::default(), output);
    /// # let _ = extraction;
    /// # Ok::<(), tagrake_bulk::output::OutputError>(())
    /// ```
    pub fn new(reader: ReaderOptions, output: OutputOptions) -> Self {
        Self {
            reader,
            kinds: LinkKind::ALL.to_vec(),
            scope: None,
            texts: TextOptions::default(),
            items: Arc::default(),
            main: MainSelection::default(),
            head_only: false,
            records: IndexedRecords::default(),
            selected: String::new(),
            output: Some(output),
        }
    }

    /// Creates only counts. Files are read and checked, and pages are read for their encoding and flags. The
    /// [parts](tagrake_extract::ExtractOptions::parts) in the options of `reader` count only for [`Run::map`](super::Run::map).
    ///
    /// ```
    /// use tagrake_bulk::ReaderOptions;
    ///
    /// let extraction = tagrake_bulk::pipeline::Extraction::nothing(ReaderOptions::default());
    /// # let _ = extraction;
    /// ```
    pub fn nothing(reader: ReaderOptions) -> Self {
        Self {
            reader,
            kinds: Vec::new(),
            scope: None,
            texts: TextOptions::default(),
            items: Arc::default(),
            main: MainSelection::default(),
            head_only: false,
            records: IndexedRecords::default(),
            selected: String::new(),
            output: None,
        }
    }

    /// Sets the kinds of links to extract. Without this call, these are all kinds but those
    /// [on request](tagrake_extract::ExtractOptions::with_kinds).
    #[must_use]
    pub fn with_kinds(mut self, kinds: &[LinkKind]) -> Self {
        self.reader.extract = self.reader.extract.with_kinds(kinds);
        self.kinds = kinds.to_vec();
        self
    }

    /// Sets which links to extract by where they lead; `None`, the default, for all.
    ///
    /// ```
    /// use tagrake_bulk::output::{FileFormat, OutputOptions, Product};
    /// use tagrake_bulk::pipeline::Extraction;
    /// use tagrake_bulk::{LinkScope, ReaderOptions};
    ///
    /// let output = OutputOptions::new(Product::Links, FileFormat::JsonLines)?;
    /// let extraction = Extraction::new(ReaderOptions::default(), output).with_scope(Some(LinkScope::External));
    /// # let _ = extraction;
    /// # Ok::<(), tagrake_bulk::output::OutputError>(())
    /// ```
    #[must_use]
    pub fn with_scope(mut self, scope: Option<LinkScope>) -> Self {
        self.scope = scope;
        self
    }

    /// Sets how the texts of pages are written: main content, Markdown, and the text of text and WET files.
    ///
    /// ```
    /// use tagrake_bulk::output::{FileFormat, OutputOptions, Product};
    /// use tagrake_bulk::pipeline::Extraction;
    /// use tagrake_bulk::{ReaderOptions, TextKind, TextOptions};
    ///
    /// let texts = TextOptions { kind: TextKind::Main, ..TextOptions::default() };
    /// let output = OutputOptions::new(Product::Text, FileFormat::Text)?;
    /// let extraction = Extraction::new(ReaderOptions::default(), output).with_texts(texts);
    /// # let _ = extraction;
    /// # Ok::<(), tagrake_bulk::output::OutputError>(())
    /// ```
    #[must_use]
    pub fn with_texts(mut self, texts: TextOptions) -> Self {
        self.texts = texts;
        self
    }

    /// Sets which items are rows, and their columns. The output must have the same
    /// [columns](OutputOptions::with_selected). Without this call, all items are rows, without columns.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use tagrake_bulk::output::{FileFormat, OutputOptions, Product};
    /// use tagrake_bulk::pipeline::Extraction;
    /// use tagrake_bulk::schema::{SelectedColumns, Table};
    /// use tagrake_bulk::{Fields, ItemQuery, ReaderOptions};
    ///
    /// let query = ItemQuery::new(&["Product"], &["name", "offers.price"])?;
    /// let keys = Fields::only_of(Table::Items, "page_url")?;
    /// let output = OutputOptions::new(Product::Items, FileFormat::Csv)?.with_fields(keys);
    /// let columns = SelectedColumns::of(Table::Items, query.columns(), &keys, output.kept())?;
    /// let output = output.with_selected(columns)?;
    /// let extraction = Extraction::new(ReaderOptions::default(), output).with_items(Arc::new(query));
    /// # let _ = extraction;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_items(mut self, query: Arc<ItemQuery>) -> Self {
        self.items = query;
        self
    }

    /// Sets which pages have rows, by their main content. The pages are read for it, whatever their rows have. With
    /// [`distinct_among`](MainSelection::distinct_among), the run uses one thread.
    ///
    /// # Errors
    ///
    /// If the product is not made of pages with main content: WAT records, copies and rows of records, indexes and counts.
    ///
    /// ```
    /// use tagrake_bulk::ReaderOptions;
    /// use tagrake_bulk::output::{FileFormat, OutputOptions, Product};
    /// use tagrake_bulk::pipeline::{Extraction, MainSelection};
    ///
    /// let output = OutputOptions::new(Product::Links, FileFormat::JsonLines)?;
    /// let selection = MainSelection { min_words: 200, ..MainSelection::default() };
    /// let extraction = Extraction::new(ReaderOptions::default(), output).with_main_selection(selection)?;
    /// # let _ = extraction;
    /// # Ok::<(), tagrake_bulk::output::OutputError>(())
    /// ```
    pub fn with_main_selection(mut self, selection: MainSelection) -> Result<Self, OutputError> {
        let is_of_pages = self.output.is_some() && self.wanted() == WantedRecords::Pages;
        if selection.is_any() && !is_of_pages {
            return Err(OutputError::NoMainContent);
        }
        if selection.is_any() && self.head_only {
            return Err(OutputError::MainOfHead);
        }
        self.main = selection;
        Ok(self)
    }

    /// Reads pages up to the start of their body, so that records have the facts of the head alone. Elements in the body do not count:
    /// a `title`, `meta`, `link` or `base` there, and attributes of a second `html`. Of a record that an index names with its length,
    /// only this start is decompressed where that gives the same, and no checksum is verified; damage after it is then not noticed, nor
    /// is a wrong length.
    ///
    /// # Errors
    ///
    /// If the product is not records of pages, if a key of the records [needs the body](crate::Fields::first_of_body), or if columns of
    /// selectors or a [selection by the main content](Self::with_main_selection) do.
    ///
    /// ```
    /// use tagrake_bulk::output::{FileFormat, OutputOptions, Product};
    /// use tagrake_bulk::pipeline::Extraction;
    /// use tagrake_bulk::{Fields, ReaderOptions};
    ///
    /// let extraction = |keys| {
    ///     let output = OutputOptions::new(Product::Pages, FileFormat::JsonLines)?.with_fields(Fields::only(keys)?);
    ///     Ok::<_, Box<dyn std::error::Error>>(Extraction::new(ReaderOptions::default(), output))
    /// };
    /// assert!(extraction("url,title")?.with_head_only().is_ok());
    /// let error = extraction("title,links")?.with_head_only().unwrap_err();
    /// assert_eq!(error.to_string(), "the key 'links' needs the body of the page, and only the head is read");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_head_only(mut self) -> Result<Self, OutputError> {
        let output = self.output.as_ref().filter(|output| output.format().product() == Product::Pages);
        let output = output.ok_or(OutputError::NoHeads)?;
        if let Some(key) = output.fields.first_of_body() {
            return Err(OutputError::NeedsBody(key));
        }
        if self.reader.extract.columns().is_some() {
            return Err(OutputError::SelectedOfHead);
        }
        if self.main.is_any() {
            return Err(OutputError::MainOfHead);
        }
        self.head_only = true;
        self.reader.extract = self.reader.extract.with_head_only(true);
        Ok(self)
    }

    /// Returns true if pages are read up to the start of their body.
    pub(super) fn is_head_only(&self) -> bool {
        self.head_only
    }

    /// Sets which records an index has.
    ///
    /// ```
    /// use tagrake_bulk::ReaderOptions;
    /// use tagrake_bulk::index::IndexedRecords;
    /// use tagrake_bulk::output::{FileFormat, OutputOptions, Product};
    /// use tagrake_bulk::pipeline::Extraction;
    ///
    /// let output = OutputOptions::new(Product::Index, FileFormat::Csv)?;
    /// let records = IndexedRecords::of("response")?;
    /// let extraction = Extraction::new(ReaderOptions::default(), output).with_indexed_records(records);
    /// # let _ = extraction;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_indexed_records(mut self, records: IndexedRecords) -> Self {
        self.records = records;
        self
    }

    /// Sets the text that the first record of copied records has in its field `description`.
    ///
    /// ```
    /// use tagrake_bulk::ReaderOptions;
    /// use tagrake_bulk::output::{OutputOptions, Product};
    /// use tagrake_bulk::pipeline::Extraction;
    ///
    /// let output = OutputOptions::from(Product::Warc.default_format());
    /// let extraction = Extraction::new(ReaderOptions::default(), output).with_description("records of e.org");
    /// # let _ = extraction;
    /// ```
    #[must_use]
    pub fn with_description(mut self, description: impl Into<String>) -> Self {
        self.selected = description.into();
        self
    }

    /// Sets the [dictionary](OutputOptions::with_dictionary) of copied records.
    #[must_use]
    pub fn with_dictionary(mut self, dictionary: Option<ZstdDictionary>) -> Self {
        self.output = self.output.map(|output| output.with_dictionary(dictionary));
        self
    }

    /// Returns the options of a reader for closures: it reads what the product needs, and all that the options ask for.
    pub(super) fn reader_of_values(&self) -> ReaderOptions {
        let mut reader = self.reader.clone();
        let parts = reader.extract.parts().union(self.parts());
        reader.extract = reader.extract.with_parts(parts);
        reader
    }

    /// Returns the options of a reader that reads what the product needs.
    fn reader_of_rows(&self) -> ReaderOptions {
        let mut reader = self.reader.clone();
        reader.extract = reader.extract.with_parts(self.parts());
        reader
    }

    /// Returns which pages are selected by their main content.
    pub(super) fn filter(&self) -> MainFilter<'_> {
        MainFilter::new(&self.main, self.texts.view)
    }

    /// Returns the parts of the extraction that the product needs.
    fn parts(&self) -> Parts {
        let parts = self.output.as_ref().map_or(Parts::NONE, |output| output.parts(self.texts.kind));
        if self.main.is_any() { parts.with(Part::Main) } else { parts }
    }

    /// Creates the maker of the product.
    pub(super) fn maker<'e>(&'e self, options: &RunOptions, fill: Option<&'e FillRow<'e>>) -> Box<dyn BlockMaker + 'e> {
        let Self { kinds, scope, texts, items, records, selected, output, .. } = self;
        let reader = || if fill.is_some() { self.reader_of_values() } else { self.reader_of_rows() };
        let Some(output) = output else {
            return match options.summaries {
                true => Box::new(PageSummaries::new(&reader())),
                false => Box::new(PageCounts(Reader::new(reader()))),
            };
        };
        let links = LinkChoice { kinds, scope: *scope };
        let max_bytes = options.block_bytes(self.is_of_columns());
        let rows = RowMakers { filter: self.filter(), reader: reader(), output, max_bytes, fill };
        match (output.format().product(), output.format().file_format()) {
            (Product::Text, FileFormat::Text) => RowMakers { fill: None, ..rows }.of(PageTexts(*texts)),
            (Product::Text, FileFormat::Warc) => Box::new(WetRecords::new(rows.filter, rows.reader, *texts, max_bytes)),
            (Product::Pages | Product::Text, _) => rows.of(PageRecords::new(links, *texts, output)),
            (Product::Links, _) => rows.of(LinkRows::new(links, output)),
            (Product::Blocks, _) => rows.of(BlockRows(*texts)),
            (Product::Tables, _) => rows.of(CellRows),
            (Product::Items, _) => rows.of(ItemRows(items)),
            (Product::Records, _) => Box::new(RecordRows::new(output, options.body(), max_bytes)),
            (Product::Wat, format) => Box::new(WatRecords::new(&self.reader, format, options, max_bytes)),
            (Product::Warc, _) => Box::new(WarcRecords::new(output, selected, max_bytes)),
            (Product::Index, FileFormat::Cdxj) => Box::new(IndexLines::new(*records, max_bytes)),
            (Product::Index, _) => Box::new(IndexRows::new(*records, output, max_bytes)),
        }
    }

    /// Returns true if one thread reads all pages, because the pages before must be known.
    pub(super) fn is_sequential(&self) -> bool {
        self.main.distinct_among.is_some()
    }

    /// Returns the records of WARC files that are needed.
    pub(super) fn wanted(&self) -> WantedRecords {
        match self.output.as_ref().map(|output| output.format().product()) {
            None
            | Some(
                Product::Pages | Product::Links | Product::Blocks | Product::Tables | Product::Items | Product::Text,
            ) => WantedRecords::Pages,
            Some(Product::Wat) => WantedRecords::All,
            Some(Product::Warc) => WantedRecords::Copies,
            Some(Product::Records) => WantedRecords::Selected,
            Some(Product::Index) => WantedRecords::Blocks,
        }
    }

    /// Returns true if rows are columns. No reader waits for the first of those.
    pub(super) fn is_of_columns(&self) -> bool {
        self.output.as_ref().is_some_and(OutputOptions::is_of_columns)
    }
}

/// The parts of a maker of rows or texts of pages, besides the rows.
struct RowMakers<'e> {
    filter: MainFilter<'e>,
    reader: ReaderOptions,
    output: &'e OutputOptions,
    max_bytes: usize,
    fill: Option<&'e FillRow<'e>>,
}

impl<'e> RowMakers<'e> {
    /// Creates the maker of `rows`.
    fn of<R: PageRows + 'e>(self, rows: R) -> Box<dyn BlockMaker + 'e> {
        let Self { filter, reader, output, max_bytes, fill } = self;
        Box::new(RowMaker::new(rows, filter, reader, output, max_bytes).with_fill(fill))
    }
}
