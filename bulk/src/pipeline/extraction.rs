//! The rows, texts or records that a run makes of pages.

use super::jobs::stream_batches::WantedRecords;
use super::options::RunOptions;
use super::products::{
    BlockMaker, BlockRows, CellRows, IndexLines, IndexRows, LinkRows, PageCounts, PageRecords, PageSummaries,
    PageTexts, RecordRows, RowMaker, WarcRecords, WatRecords, WetRecords,
};
use crate::derived::index::IndexedRecords;
use crate::output::{FileFormat, OutputOptions, Product};
use crate::page_reader::{Reader, ReaderOptions};
use crate::record::page_text::TextOptions;
use tagrake_archive::warc::ZstdDictionary;
use tagrake_extract::{ExtractOptions, LinkKind};

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
    texts: TextOptions,
    records: IndexedRecords,
    /// Which records are copied, in words.
    selected: String,
    /// `None` if pages are only counted.
    output: Option<OutputOptions>,
}

impl Extraction {
    /// Makes the product of the options `output`, from pages read with the options `reader`.
    ///
    /// * Text and WET records need [`ExtractOptions::with_text`].
    /// * WAT records are made of all records of WARC files, and of pages. The encoding in the options of `reader` overrides
    ///   what pages declare; what they extract is ignored.
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
            texts: TextOptions::default(),
            records: IndexedRecords::default(),
            selected: String::new(),
            output: Some(output),
        }
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
        Self {
            reader: ReaderOptions { extract, ..reader },
            kinds: Vec::new(),
            texts: TextOptions::default(),
            records: IndexedRecords::default(),
            selected: String::new(),
            output: None,
        }
    }

    /// Sets the kinds of links to extract. Without this call, these are all kinds but those
    /// [on request](ExtractOptions::with_kinds).
    #[must_use]
    pub fn with_kinds(mut self, kinds: &[LinkKind]) -> Self {
        self.reader.extract = self.reader.extract.with_kinds(kinds);
        self.kinds = kinds.to_vec();
        self
    }

    /// Sets how the texts of pages are written: main content, Markdown, and the text of text and WET files.
    ///
    /// ```
    /// use tagrake_bulk::output::{FileFormat, OutputOptions, Product};
    /// use tagrake_bulk::pipeline::Extraction;
    /// use tagrake_bulk::{ReaderOptions, TextKind, TextOptions};
    ///
    /// let reader = ReaderOptions { extract: TextKind::Main.extract_options(), ..ReaderOptions::default() };
    /// let texts = TextOptions { kind: TextKind::Main, ..TextOptions::default() };
    /// let output = OutputOptions::new(Product::Text, FileFormat::Text)?;
    /// let extraction = Extraction::new(reader, output).with_texts(texts);
    /// # let _ = extraction;
    /// # Ok::<(), tagrake_bulk::output::OutputError>(())
    /// ```
    #[must_use]
    pub fn with_texts(mut self, texts: TextOptions) -> Self {
        self.texts = texts;
        self
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

    /// Creates the maker of the product.
    pub(super) fn maker(&self, options: &RunOptions) -> Box<dyn BlockMaker + '_> {
        let Self { reader, kinds, texts, records, selected, output } = self;
        let Some(output) = output else {
            return match options.summaries {
                true => Box::new(PageSummaries::new(reader)),
                false => Box::new(PageCounts(Reader::new(reader.clone()))),
            };
        };
        let max_bytes = options.block_bytes(self.is_of_columns());
        match (output.format().product(), output.format().file_format()) {
            (Product::Text, FileFormat::Text) => Box::new(RowMaker::new(PageTexts(*texts), reader, output, max_bytes)),
            (Product::Text, FileFormat::Warc) => Box::new(WetRecords::new(reader, *texts, max_bytes)),
            (Product::Pages | Product::Text, _) => {
                Box::new(RowMaker::new(PageRecords::new(kinds, *texts, output), reader, output, max_bytes))
            }
            (Product::Links, _) => Box::new(RowMaker::new(LinkRows::new(kinds, output), reader, output, max_bytes)),
            (Product::Blocks, _) => Box::new(RowMaker::new(BlockRows(*texts), reader, output, max_bytes)),
            (Product::Tables, _) => Box::new(RowMaker::new(CellRows, reader, output, max_bytes)),
            (Product::Records, _) => Box::new(RecordRows::new(output, options.body(), max_bytes)),
            (Product::Wat, format) => Box::new(WatRecords::new(reader, format, options, max_bytes)),
            (Product::Warc, _) => Box::new(WarcRecords::new(output, selected, max_bytes)),
            (Product::Index, FileFormat::Cdxj) => Box::new(IndexLines::new(*records, max_bytes)),
            (Product::Index, _) => Box::new(IndexRows::new(*records, output, max_bytes)),
        }
    }

    /// Returns the records of WARC files that are needed.
    pub(super) fn wanted(&self) -> WantedRecords {
        match self.output.as_ref().map(|output| output.format().product()) {
            None | Some(Product::Pages | Product::Links | Product::Blocks | Product::Tables | Product::Text) => {
                WantedRecords::Pages
            }
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
