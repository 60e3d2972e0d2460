//! The rows, texts or records that a run makes of pages.

use super::derived_records::DerivedKind;
use super::stream_batches::WantedRecords;
use crate::derived::index::IndexedRecords;
use crate::output::{OutputOptions, RecordFormat};
use crate::page_reader::ReaderOptions;
use crate::record::page_text::TextOptions;
use tagrake::encoding::Encoding;
use tagrake::extract::{ExtractOptions, LinkKind};

/// What to make of pages or records: rows of a table, text, WAT or WET records, an index, or only counts.
///
/// ```
/// use tagrake::extract::LinkKind;
/// use tagrake_bulk::ReaderOptions;
/// use tagrake_bulk::output::{LinkFormat, OutputOptions};
/// use tagrake_bulk::pipeline::Extraction;
///
/// let output = OutputOptions::new(LinkFormat::JsonLines);
/// let extraction = Extraction::new(ReaderOptions::default(), output).with_kinds(&[LinkKind::Nav]);
/// # let _ = extraction;
/// # Ok::<(), tagrake_bulk::output::OutputError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Extraction {
    pub(super) reader: ReaderOptions,
    pub(super) kinds: Vec<LinkKind>,
    pub(super) texts: TextOptions,
    pub(super) product: Product,
}

#[derive(Clone, Debug)]
pub(super) enum Product {
    /// Pages are only counted.
    Nothing,
    Rows(OutputOptions),
    Records(DerivedKind),
    /// Rows of an index.
    IndexRows(IndexedRecords, OutputOptions),
}

impl Extraction {
    /// Creates rows with the options `output`, from pages read with the options `reader`.
    pub fn new(reader: ReaderOptions, output: OutputOptions) -> Self {
        Self { kinds: LinkKind::ALL.to_vec(), ..Self::of(reader, Product::Rows(output)) }
    }

    /// Creates only counts. Files are read and checked, and pages are read for their encoding and flags. The
    /// extraction options of `reader` are ignored.
    ///
    /// ```
    /// use tagrake_bulk::ReaderOptions;
    ///
    /// let extraction = tagrake_bulk::pipeline::Extraction::nothing(ReaderOptions::default());
    /// # let _ = extraction;
    /// ```
    pub fn nothing(reader: ReaderOptions) -> Self {
        let extract = ExtractOptions::default().with_links(false).with_metadata(false);
        Self::of(ReaderOptions { extract, ..reader }, Product::Nothing)
    }

    /// Creates WAT records from all records of WARC files, and from pages. If `encoding` is set, it overrides what
    /// pages declare. Write them with [`Format::Records`](crate::output::Format::Records) of the same format.
    ///
    /// ```
    /// use tagrake_bulk::ReaderOptions;
    /// use tagrake_bulk::pipeline::Extraction;
    /// use tagrake_bulk::output::RecordFormat;
    ///
    /// let extraction = Extraction::wat(ReaderOptions::default(), RecordFormat::Warc, None);
    /// # let _ = extraction;
    /// ```
    pub fn wat(reader: ReaderOptions, format: RecordFormat, encoding: Option<&'static Encoding>) -> Self {
        Self::of(reader, Product::Records(DerivedKind::Wat(format, encoding)))
    }

    /// Creates WET records from pages. The options of `reader` must include their text. Write them in the
    /// format [`RecordFormat::Warc`].
    ///
    /// ```
    /// use tagrake::extract::ExtractOptions;
    /// use tagrake_bulk::ReaderOptions;
    /// use tagrake_bulk::pipeline::Extraction;
    ///
    /// let extract = ExtractOptions::default().with_links(false).with_text(true);
    /// let extraction = Extraction::wet(ReaderOptions { extract, ..ReaderOptions::default() });
    /// # let _ = extraction;
    /// ```
    pub fn wet(reader: ReaderOptions) -> Self {
        Self::of(reader, Product::Records(DerivedKind::Wet))
    }

    /// Creates an index of WARC files, as lines of CDXJ, of the selected `records`. Other inputs are errors.
    ///
    /// ```
    /// use tagrake_bulk::index::IndexedRecords;
    /// use tagrake_bulk::pipeline::Extraction;
    ///
    /// let extraction = Extraction::index(IndexedRecords::default());
    /// # let _ = extraction;
    /// ```
    pub fn index(records: IndexedRecords) -> Self {
        Self::of_records(Product::Records(DerivedKind::Index(records)))
    }

    /// Creates an index of WARC files, as rows with the options `output`, of the selected `records`. Other inputs are errors.
    ///
    /// ```
    /// use tagrake_bulk::index::IndexedRecords;
    /// use tagrake_bulk::output::{IndexFormat, OutputOptions};
    /// use tagrake_bulk::pipeline::Extraction;
    ///
    /// let output = OutputOptions::new(IndexFormat::Csv);
    /// let extraction = Extraction::index_rows(IndexedRecords::default(), output);
    /// # let _ = extraction;
    /// ```
    pub fn index_rows(records: IndexedRecords, output: OutputOptions) -> Self {
        Self::of_records(Product::IndexRows(records, output))
    }

    /// Creates an extraction that reads no pages.
    fn of_records(product: Product) -> Self {
        let extract = ExtractOptions::default().with_links(false).with_metadata(false);
        Self::of(ReaderOptions { extract, ..ReaderOptions::default() }, product)
    }

    fn of(reader: ReaderOptions, product: Product) -> Self {
        Self { reader, kinds: Vec::new(), texts: TextOptions::default(), product }
    }

    /// Sets the kinds of links to extract.
    #[must_use]
    pub fn with_kinds(mut self, kinds: &[LinkKind]) -> Self {
        self.kinds = kinds.to_vec();
        self
    }

    /// Sets how the texts of pages are written: main content, Markdown, and the text of text and WET files.
    ///
    /// ```
    /// use tagrake_bulk::output::{Format, OutputOptions};
    /// use tagrake_bulk::pipeline::Extraction;
    /// use tagrake_bulk::{ReaderOptions, TextKind, TextOptions};
    ///
    /// let reader = ReaderOptions { extract: TextKind::Main.extract_options(), ..ReaderOptions::default() };
    /// let texts = TextOptions { kind: TextKind::Main, ..TextOptions::default() };
    /// let extraction = Extraction::new(reader, OutputOptions::new(Format::Text)).with_texts(texts);
    /// # let _ = extraction;
    /// ```
    #[must_use]
    pub fn with_texts(mut self, texts: TextOptions) -> Self {
        self.texts = texts;
        self
    }

    /// Returns the records of WARC files that are needed.
    pub(super) fn wanted(&self) -> WantedRecords {
        match self.product {
            Product::Nothing | Product::Rows(_) | Product::Records(DerivedKind::Wet) => WantedRecords::Pages,
            Product::Records(DerivedKind::Wat(..)) => WantedRecords::All,
            Product::Records(DerivedKind::Index(_)) | Product::IndexRows(..) => WantedRecords::Blocks,
        }
    }

    /// Returns the URL of pages that have none.
    pub(super) fn default_url(&self) -> Option<&str> {
        self.reader.url.as_deref()
    }

    /// Returns true if rows are columns. No reader waits for the first of those.
    pub(super) fn is_of_columns(&self) -> bool {
        matches!(&self.product, Product::Rows(output) | Product::IndexRows(_, output) if output.is_of_columns())
    }
}
