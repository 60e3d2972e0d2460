//! The kinds of content of a file, and the formats of each kind.
//!
//! To add a format, add a variant to the enum of each table that can be written as it and to [`FileFormat`]. The compiler
//! then lists the matches to extend.

use crate::schema::Table;

/// The content of a file and its format: one enum for each kind of content.
///
/// ```
/// use tagrake_bulk::output::{FileFormat, Format, LinkFormat, PageFormat};
///
/// assert_eq!(Format::Links(LinkFormat::Csv).file_format(), FileFormat::Csv);
/// assert_eq!(Format::from(PageFormat::JsonLines), Format::Pages(PageFormat::JsonLines));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Page records.
    Pages(PageFormat),
    /// Link rows.
    Links(LinkFormat),
    /// Block rows.
    Blocks(BlockFormat),
    /// The visible text of pages, one line for each block of text, with a form feed between pages.
    Text,
    /// Entries of an index of WARC files, [which a run encodes](crate::pipeline::Extraction::index).
    Index(IndexFormat),
    /// WAT or WET records, [which a run encodes](crate::pipeline::Extraction), not an [`Encoder`](super::Encoder).
    Records(RecordFormat),
}

/// The formats of page records. They are nested, and cannot be CSV.
///
/// ```
/// use tagrake_bulk::output::{OutputOptions, PageFormat};
///
/// let options = OutputOptions::new(PageFormat::JsonLines);
/// # let _ = options;
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PageFormat {
    /// A JSON object on each line.
    JsonLines,
    /// A stream of Arrow batches.
    #[cfg(feature = "columns")]
    Arrow,
    /// Parquet.
    #[cfg(feature = "columns")]
    Parquet,
}

/// The formats of link rows.
///
/// ```
/// use tagrake_bulk::output::{LinkFormat, OutputOptions};
///
/// let options = OutputOptions::new(LinkFormat::Csv);
/// # let _ = options;
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkFormat {
    /// A JSON object on each line.
    JsonLines,
    /// CSV with a header line. Values that are null or left out are empty, and the items of a list (`rel`) are separated by
    /// spaces.
    Csv,
    /// TSV with a header line: the values of [`Csv`](Self::Csv), separated by tabs, without quotes. Lines end with LF. In
    /// values, tab, LF, CR and backslash are escaped as `\t`, `\n`, `\r` and `\\`.
    Tsv,
    /// A stream of Arrow batches.
    #[cfg(feature = "columns")]
    Arrow,
    /// Parquet.
    #[cfg(feature = "columns")]
    Parquet,
}

/// The formats of block rows, the same as for link rows.
///
/// ```
/// use tagrake_bulk::output::{BlockFormat, OutputOptions};
///
/// let options = OutputOptions::new(BlockFormat::Csv);
/// # let _ = options;
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlockFormat {
    /// A JSON object on each line.
    JsonLines,
    /// CSV, as of [link rows](LinkFormat::Csv).
    Csv,
    /// TSV, as of [link rows](LinkFormat::Tsv).
    Tsv,
    /// A stream of Arrow batches.
    #[cfg(feature = "columns")]
    Arrow,
    /// Parquet.
    #[cfg(feature = "columns")]
    Parquet,
}

/// The formats of WAT and WET records. WET records are always WARC records.
///
/// ```
/// use tagrake_bulk::output::RecordFormat;
///
/// assert_eq!(RecordFormat::default(), RecordFormat::JsonLines);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RecordFormat {
    /// A JSON object on each line.
    #[default]
    JsonLines,
    /// A WARC file (`.warc.wat.gz`, `.warc.wet.gz`) with each record in a gzip member of its own.
    Warc,
}

/// The formats of an index.
///
/// ```
/// use tagrake_bulk::output::{FileFormat, Format, IndexFormat};
///
/// assert_eq!(Format::Index(IndexFormat::SortedCdxj).file_format(), FileFormat::Cdxj);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IndexFormat {
    /// Lines of CDXJ, in the order of the records.
    Cdxj,
    /// Lines of CDXJ, sorted by their bytes and without repeated lines. Temporary files hold the lines that exceed 32 MiB.
    SortedCdxj,
    /// A JSON object on each line, with the fields of [`INDEX`](crate::schema::INDEX), as the following formats.
    JsonLines,
    /// CSV, as of [link rows](LinkFormat::Csv).
    Csv,
    /// TSV, as of [link rows](LinkFormat::Tsv).
    Tsv,
    /// A stream of Arrow batches.
    #[cfg(feature = "columns")]
    Arrow,
    /// Parquet.
    #[cfg(feature = "columns")]
    Parquet,
}

/// The format of a file's bytes, whatever it holds.
///
/// ```
/// use tagrake_bulk::output::{Compression, FileFormat};
///
/// let all = [Compression::None, Compression::Gzip, Compression::Zstd];
/// assert_eq!(FileFormat::JsonLines.compressions(), all);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileFormat {
    /// A JSON object on each line.
    JsonLines,
    /// Text.
    Text,
    /// [CDXJ](https://specs.webrecorder.net/cdxj/0.1.0/): a key, a timestamp and a JSON object on each line.
    Cdxj,
    /// [CSV](https://www.rfc-editor.org/rfc/rfc4180).
    Csv,
    /// [Tab-separated values](https://www.iana.org/assignments/media-types/text/tab-separated-values).
    Tsv,
    /// WARC, with each record in a gzip member of its own.
    Warc,
    /// An Arrow stream in the [IPC format](https://arrow.apache.org/docs/format/Columnar.html#ipc-streaming-format).
    #[cfg(feature = "columns")]
    Arrow,
    /// [Parquet](https://parquet.apache.org/).
    #[cfg(feature = "columns")]
    Parquet,
}

impl From<PageFormat> for Format {
    fn from(format: PageFormat) -> Self {
        Self::Pages(format)
    }
}

impl From<LinkFormat> for Format {
    fn from(format: LinkFormat) -> Self {
        Self::Links(format)
    }
}

impl From<BlockFormat> for Format {
    fn from(format: BlockFormat) -> Self {
        Self::Blocks(format)
    }
}

impl From<IndexFormat> for Format {
    fn from(format: IndexFormat) -> Self {
        Self::Index(format)
    }
}

impl From<RecordFormat> for Format {
    fn from(format: RecordFormat) -> Self {
        Self::Records(format)
    }
}

impl Format {
    /// Returns the format of the file's bytes.
    pub fn file_format(self) -> FileFormat {
        match self {
            Self::Pages(PageFormat::JsonLines)
            | Self::Links(LinkFormat::JsonLines)
            | Self::Blocks(BlockFormat::JsonLines)
            | Self::Index(IndexFormat::JsonLines)
            | Self::Records(RecordFormat::JsonLines) => FileFormat::JsonLines,
            Self::Links(LinkFormat::Csv) | Self::Blocks(BlockFormat::Csv) | Self::Index(IndexFormat::Csv) => {
                FileFormat::Csv
            }
            Self::Links(LinkFormat::Tsv) | Self::Blocks(BlockFormat::Tsv) | Self::Index(IndexFormat::Tsv) => {
                FileFormat::Tsv
            }
            Self::Text => FileFormat::Text,
            Self::Index(IndexFormat::Cdxj | IndexFormat::SortedCdxj) => FileFormat::Cdxj,
            Self::Records(RecordFormat::Warc) => FileFormat::Warc,
            #[cfg(feature = "columns")]
            Self::Pages(PageFormat::Arrow)
            | Self::Links(LinkFormat::Arrow)
            | Self::Blocks(BlockFormat::Arrow)
            | Self::Index(IndexFormat::Arrow) => FileFormat::Arrow,
            #[cfg(feature = "columns")]
            Self::Pages(PageFormat::Parquet)
            | Self::Links(LinkFormat::Parquet)
            | Self::Blocks(BlockFormat::Parquet)
            | Self::Index(IndexFormat::Parquet) => FileFormat::Parquet,
        }
    }

    /// Returns the table whose rows the file holds. Text, records and lines of CDXJ are not rows.
    pub(super) fn table(self) -> Table {
        match self {
            Self::Pages(_) | Self::Text | Self::Records(_) => Table::Pages,
            Self::Index(_) => Table::Index,
            Self::Links(_) => Table::Links,
            Self::Blocks(_) => Table::Blocks,
        }
    }
}

impl FileFormat {
    /// Returns the compressions that files of this format can have. The first is the default.
    pub fn compressions(self) -> &'static [Compression] {
        use Compression::{Gzip, None, Zstd};
        match self {
            Self::JsonLines | Self::Text | Self::Cdxj | Self::Csv | Self::Tsv => &[None, Gzip, Zstd],
            Self::Warc => &[Gzip],
            #[cfg(feature = "columns")]
            Self::Arrow => &[None],
            #[cfg(feature = "columns")]
            Self::Parquet => &[Zstd, Gzip, Compression::Snappy, None],
        }
    }

    /// Returns true if rows are encoded as columns.
    pub(crate) fn is_of_columns(self) -> bool {
        match self {
            Self::JsonLines | Self::Text | Self::Cdxj | Self::Csv | Self::Tsv | Self::Warc => false,
            #[cfg(feature = "columns")]
            Self::Arrow | Self::Parquet => true,
        }
    }

    /// Returns the name of the format in messages.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::JsonLines => "JSON lines",
            Self::Text => "text",
            Self::Cdxj => "CDXJ",
            Self::Warc => "WARC",
            Self::Csv => "CSV",
            Self::Tsv => "TSV",
            #[cfg(feature = "columns")]
            Self::Arrow => "Arrow",
            #[cfg(feature = "columns")]
            Self::Parquet => "Parquet",
        }
    }
}

/// The compression of an output. Lines and text are compressed as one stream, Parquet column by column.
///
/// ```
/// use tagrake_bulk::output::{Compression, FileFormat};
///
/// assert!(!FileFormat::Csv.compressions().contains(&Compression::Snappy));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compression {
    /// Zstandard.
    Zstd,
    /// Gzip.
    Gzip,
    /// Snappy, for Parquet only.
    Snappy,
    /// Not compressed.
    None,
}

impl Compression {
    /// Returns its name in messages.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Zstd => "zstd",
            Self::Gzip => "gzip",
            Self::Snappy => "snappy",
            Self::None => "none",
        }
    }
}
