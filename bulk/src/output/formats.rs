//! The one table of file formats, [`FORMATS`]: the names, extensions and compressions of each, and what it can hold.
//!
//! Encoders, writers, the arguments of the command, its help and its messages follow from the table. To add a format, add a
//! variant to [`FileFormat`] and an entry to the table.

use crate::parsed_by_name::parsed_by_name;
use crate::schema::Table;
use std::str::FromStr;
use std::{fmt, iter};
use tagrake::UnknownName;

/// The result of a run, and the content of a file.
///
/// ```
/// use tagrake_bulk::output::{FileFormat, Product};
///
/// let formats: Vec<_> = Product::Wat.formats().map(|format| format.file_format()).collect();
/// assert_eq!(formats, [FileFormat::JsonLines, FileFormat::Warc]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Product {
    /// Page records.
    Pages,
    /// Link rows.
    Links,
    /// Block rows.
    Blocks,
    /// A row for each cell of each table.
    Tables,
    /// A row for each item of JSON-LD, microdata and RDFa.
    Items,
    /// The visible text of pages: one line for each block of text, with a form feed between pages; page records; or the
    /// `conversion` records of a WET file.
    Text,
    /// A row for each record of WARC and ARC files.
    Records,
    /// WAT records.
    Wat,
    /// The records of WARC and ARC files, as they are.
    Warc,
    /// Entries of an index of WARC files.
    Index,
}

/// The format of a file, whatever it holds.
///
/// ```
/// use tagrake_bulk::output::{Compression, FileFormat};
///
/// let all = [Compression::None, Compression::Gzip, Compression::Zstd];
/// assert_eq!(FileFormat::JsonLines.compressions(), all);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FileFormat {
    /// A JSON object on each line.
    JsonLines,
    /// [CSV](https://www.rfc-editor.org/rfc/rfc4180) with a header line. Values that are null or left out are empty, and the
    /// items of a list of tokens (`rel`, `flags`) are separated by spaces. It holds the [flat](crate::Fields::flat) columns of pages.
    Csv,
    /// [Tab-separated values](https://www.iana.org/assignments/media-types/text/tab-separated-values) with a header line: the
    /// values of [`Csv`](Self::Csv), without quotes. Lines end with LF. In values, tab, LF, CR and backslash are escaped as
    /// `\t`, `\n`, `\r` and `\\`.
    Tsv,
    /// Text.
    Text,
    /// [CDXJ](https://specs.webrecorder.net/cdxj/0.1.0/): a key, a timestamp and a JSON object on each line.
    Cdxj,
    /// WARC, with each record in a gzip member or zstd frame of its own, or uncompressed.
    Warc,
    /// [Parquet](https://parquet.apache.org/). Needs the feature `columns`.
    Parquet,
    /// An Arrow stream in the [IPC format](https://arrow.apache.org/docs/format/Columnar.html#ipc-streaming-format). Needs the
    /// feature `columns`.
    Arrow,
}

/// A product and a format that can hold it.
///
/// ```
/// use tagrake_bulk::output::{FileFormat, Format, Product};
///
/// let format = Format::new(Product::Links, FileFormat::Csv)?;
/// assert_eq!((format.product(), format.file_format()), (Product::Links, FileFormat::Csv));
///
/// let error = Format::new(Product::Wat, FileFormat::Csv).unwrap_err();
/// assert_eq!(error.to_string(), "WAT records cannot be written as CSV; use one of JSON lines, WARC");
/// # Ok::<(), tagrake_bulk::output::FormatError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Format {
    product: Product,
    file_format: FileFormat,
}

/// The error for a product and a format that cannot hold it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{} cannot be written as {}; use one of {}", .product.as_str(), .file_format.as_str(), .product.format_names())]
pub struct FormatError {
    product: Product,
    file_format: FileFormat,
}

/// How rows of a format become bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Layout {
    /// A JSON object on each line.
    JsonLines,
    /// A line of values for each row.
    Delimited(Delimiter),
    /// The text of each page.
    Text,
    /// Lines of CDXJ, which a run encodes.
    Cdxj,
    /// WARC records, which a run encodes.
    Warc,
    /// Columns.
    Columns(ColumnFile),
}

/// The character between the values of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Delimiter {
    Comma,
    Tab,
}

/// A file of columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ColumnFile {
    Parquet,
    Arrow,
}

/// An entry of [`FORMATS`].
struct FormatEntry {
    format: FileFormat,
    /// The name in messages.
    name: &'static str,
    /// The values of `--format`: the name, then its aliases.
    keywords: &'static [&'static str],
    /// Files are written with the first one.
    extensions: &'static [&'static str],
    media_type: &'static str,
    /// The first one is the default.
    compressions: &'static [Compression],
    layout: Layout,
    /// The bytes that every file starts with.
    signature: &'static [u8],
    /// The products that it can hold, and how it holds each.
    holds: &'static [(Product, &'static str)],
}

/// The compressions of WAT and WET files.
const OF_DERIVED: &[Compression] = &[Compression::Gzip];
/// The compressions of lines and text.
const OF_STREAM: &[Compression] = &[Compression::None, Compression::Gzip, Compression::Zstd];

/// The formats, in the order in which help and messages list them, and in the order of [`FileFormat`].
const FORMATS: [FormatEntry; 8] = [
    FormatEntry {
        format: FileFormat::JsonLines,
        name: "JSON lines",
        keywords: &["jsonl", "json", "ndjson"],
        extensions: &["jsonl", "ndjson"],
        media_type: "application/jsonl",
        compressions: OF_STREAM,
        layout: Layout::JsonLines,
        signature: b"",
        holds: &[
            (Product::Pages, "One line of JSON per page"),
            (Product::Links, "One line of JSON per link"),
            (Product::Blocks, "One line of JSON per block"),
            (Product::Tables, "One line of JSON per cell"),
            (Product::Items, "One line of JSON per item"),
            (Product::Records, "One line of JSON per record"),
            (Product::Text, "Records of URL, title, language, text and word count"),
            (Product::Wat, "One JSON object per line"),
            (Product::Index, "One line of JSON per record, with columns of Common Crawl's index"),
        ],
    },
    FormatEntry {
        format: FileFormat::Csv,
        name: "CSV",
        keywords: &["csv"],
        extensions: &["csv"],
        media_type: "text/csv",
        compressions: OF_STREAM,
        layout: Layout::Delimited(Delimiter::Comma),
        signature: b"",
        holds: &[
            (Product::Pages, "Comma-separated values under a line of names"),
            (Product::Links, "Comma-separated values under a line of names"),
            (Product::Blocks, "Comma-separated values under a line of names"),
            (Product::Tables, "Comma-separated values under a line of names"),
            (Product::Items, "Comma-separated values under a line of names"),
            (Product::Index, "The same columns as comma-separated values"),
        ],
    },
    FormatEntry {
        format: FileFormat::Tsv,
        name: "TSV",
        keywords: &["tsv"],
        extensions: &["tsv"],
        media_type: "text/tab-separated-values",
        compressions: OF_STREAM,
        layout: Layout::Delimited(Delimiter::Tab),
        signature: b"",
        holds: &[
            (Product::Pages, r"Tab-separated values under a line of names; \t, \n, \r and \\ in values are escaped"),
            (Product::Links, r"Tab-separated values under a line of names; \t, \n, \r and \\ in values are escaped"),
            (Product::Blocks, r"Tab-separated values under a line of names; \t, \n, \r and \\ in values are escaped"),
            (Product::Items, r"Tab-separated values under a line of names; \t, \n, \r and \\ in values are escaped"),
            (Product::Tables, r"Tab-separated values under a line of names; \t, \n, \r and \\ in values are escaped"),
            (Product::Index, "The same columns as tab-separated values"),
        ],
    },
    FormatEntry {
        format: FileFormat::Text,
        name: "text",
        keywords: &["text"],
        extensions: &["txt"],
        media_type: "text/plain",
        compressions: OF_STREAM,
        layout: Layout::Text,
        signature: b"",
        holds: &[(Product::Text, "The text only. Each page after the first begins with a form feed")],
    },
    FormatEntry {
        format: FileFormat::Cdxj,
        name: "CDXJ",
        keywords: &["cdxj"],
        extensions: &["cdxj"],
        media_type: "text/plain",
        compressions: OF_STREAM,
        layout: Layout::Cdxj,
        signature: b"",
        holds: &[(Product::Index, "A line per record: the key of the URL, the time, and JSON")],
    },
    FormatEntry {
        format: FileFormat::Warc,
        name: "WARC",
        keywords: &["warc"],
        extensions: &["warc", "wat", "wet"],
        media_type: "application/warc",
        compressions: &[Compression::Gzip, Compression::Zstd, Compression::None],
        layout: Layout::Warc,
        signature: b"",
        holds: &[
            (Product::Text, "A .warc.wet.gz as Common Crawl publishes it: conversion records, one gzip member each"),
            (Product::Wat, "A .warc.wat.gz: metadata records, one gzip member each"),
            (Product::Warc, "A .warc.gz, .warc.zst or .warc: one gzip member or zstd frame for each record"),
        ],
    },
    FormatEntry {
        format: FileFormat::Parquet,
        name: "Parquet",
        keywords: &["parquet"],
        extensions: &["parquet"],
        media_type: "application/vnd.apache.parquet",
        compressions: &[Compression::Zstd, Compression::Gzip, Compression::Snappy, Compression::None],
        layout: Layout::Columns(ColumnFile::Parquet),
        signature: b"PAR1",
        holds: of_columns(&[
            (Product::Pages, "Parquet"),
            (Product::Links, "Parquet"),
            (Product::Blocks, "Parquet"),
            (Product::Tables, "Parquet"),
            (Product::Items, "Parquet"),
            (Product::Records, "Parquet"),
            (Product::Text, "The same records in Parquet"),
            (Product::Index, "The same columns in Parquet"),
        ]),
    },
    FormatEntry {
        format: FileFormat::Arrow,
        name: "Arrow",
        keywords: &["arrow"],
        extensions: &["arrows", "arrow"],
        media_type: "application/vnd.apache.arrow.stream",
        compressions: &[Compression::None],
        layout: Layout::Columns(ColumnFile::Arrow),
        signature: &[0xFF; 4],
        holds: of_columns(&[
            (Product::Pages, "A stream of Arrow batches (IPC)"),
            (Product::Links, "A stream of Arrow batches (IPC)"),
            (Product::Blocks, "A stream of Arrow batches (IPC)"),
            (Product::Tables, "A stream of Arrow batches (IPC)"),
            (Product::Items, "A stream of Arrow batches (IPC)"),
            (Product::Records, "A stream of Arrow batches (IPC)"),
            (Product::Text, "The same records in a stream of Arrow batches (IPC)"),
            (Product::Index, "The same columns in a stream of Arrow batches (IPC)"),
        ]),
    },
];

type Holds = &'static [(Product, &'static str)];

/// Returns the products of a format of columns: none in a build without them.
const fn of_columns(holds: Holds) -> Holds {
    if cfg!(feature = "columns") { holds } else { &[] }
}

impl Product {
    /// All products.
    ///
    /// ```
    /// use tagrake_bulk::output::Product;
    ///
    /// let names: Vec<_> = Product::ALL.iter().map(|product| product.as_str()).collect();
    /// assert_eq!(names, ["pages", "links", "blocks", "tables", "items", "text", "records", "WAT records", "WARC records", "an index"]);
    /// ```
    pub const ALL: &'static [Self] = &[
        Self::Pages,
        Self::Links,
        Self::Blocks,
        Self::Tables,
        Self::Items,
        Self::Text,
        Self::Records,
        Self::Wat,
        Self::Warc,
        Self::Index,
    ];

    /// Returns the name in messages.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Pages => "pages",
            Self::Links => "links",
            Self::Blocks => "blocks",
            Self::Tables => "tables",
            Self::Items => "items",
            Self::Text => "text",
            Self::Records => "records",
            Self::Wat => "WAT records",
            Self::Warc => "WARC records",
            Self::Index => "an index",
        }
    }

    /// Returns its default format.
    ///
    /// ```
    /// use tagrake_bulk::output::{FileFormat, Product};
    ///
    /// assert_eq!(Product::Index.default_format().file_format(), FileFormat::Cdxj);
    /// ```
    pub fn default_format(self) -> Format {
        let file_format = match self {
            Self::Pages | Self::Links | Self::Blocks | Self::Tables | Self::Items | Self::Records | Self::Wat => {
                FileFormat::JsonLines
            }
            Self::Text => FileFormat::Text,
            Self::Warc => FileFormat::Warc,
            Self::Index => FileFormat::Cdxj,
        };
        Format { product: self, file_format }
    }

    /// Returns the formats that can hold it, the default first.
    pub fn formats(self) -> impl Iterator<Item = Format> {
        let default = self.default_format();
        let all = FileFormat::ALL.iter().copied().filter_map(move |format| Format::new(self, format).ok());
        iter::once(default).chain(all.filter(move |format| *format != default))
    }

    /// Returns how messages list its formats.
    fn format_names(self) -> String {
        self.formats().map(|format| format.file_format.as_str()).collect::<Vec<_>>().join(", ")
    }
}

impl From<Table> for Product {
    fn from(table: Table) -> Self {
        match table {
            Table::Pages => Self::Pages,
            Table::Links => Self::Links,
            Table::Blocks => Self::Blocks,
            Table::Tables => Self::Tables,
            Table::Items => Self::Items,
            Table::Records => Self::Records,
            Table::Index => Self::Index,
        }
    }
}

impl Format {
    /// Pairs a product with a format.
    ///
    /// # Errors
    ///
    /// Returns an error if the format cannot hold the product, or not in this build: Arrow and Parquet need the feature
    /// `columns`.
    pub fn new(product: Product, file_format: FileFormat) -> Result<Self, FormatError> {
        match file_format.entry().holds.iter().any(|(held, _)| *held == product) {
            true => Ok(Self { product, file_format }),
            false => Err(FormatError { product, file_format }),
        }
    }

    /// Returns the product.
    pub fn product(self) -> Product {
        self.product
    }

    /// Returns the format of the file.
    pub fn file_format(self) -> FileFormat {
        self.file_format
    }

    /// Returns the table whose rows the file holds. Text, WAT and WET records and lines of CDXJ are not rows.
    ///
    /// ```
    /// use tagrake_bulk::output::{FileFormat, Format, Product};
    /// use tagrake_bulk::schema::Table;
    ///
    /// assert_eq!(Format::new(Product::Text, FileFormat::JsonLines)?.table(), Some(Table::Pages));
    /// assert_eq!(Format::new(Product::Text, FileFormat::Text)?.table(), None);
    /// # Ok::<(), tagrake_bulk::output::FormatError>(())
    /// ```
    pub fn table(self) -> Option<Table> {
        if let Layout::Text | Layout::Cdxj | Layout::Warc = self.layout() {
            return None;
        }
        match self.product {
            Product::Pages | Product::Text => Some(Table::Pages),
            Product::Links => Some(Table::Links),
            Product::Blocks => Some(Table::Blocks),
            Product::Tables => Some(Table::Tables),
            Product::Items => Some(Table::Items),
            Product::Wat | Product::Warc => None,
            Product::Records => Some(Table::Records),
            Product::Index => Some(Table::Index),
        }
    }

    /// Returns the values of the command's option `--format`: the name, then its aliases.
    ///
    /// ```
    /// use tagrake_bulk::output::{FileFormat, Format, Product};
    ///
    /// assert_eq!(Format::new(Product::Links, FileFormat::JsonLines)?.keywords(), ["jsonl", "json", "ndjson"]);
    /// # Ok::<(), tagrake_bulk::output::FormatError>(())
    /// ```
    pub fn keywords(self) -> &'static [&'static str] {
        match (self.product, self.file_format) {
            (Product::Text, FileFormat::Warc) => &["wet"],
            _ => self.file_format.entry().keywords,
        }
    }

    /// Returns what the format makes of the product, in words.
    ///
    /// ```
    /// use tagrake_bulk::output::{FileFormat, Format, Product};
    ///
    /// let format = Format::new(Product::Wat, FileFormat::Warc)?;
    /// assert_eq!(format.description(), "A .warc.wat.gz: metadata records, one gzip member each");
    /// # Ok::<(), tagrake_bulk::output::FormatError>(())
    /// ```
    pub fn description(self) -> &'static str {
        let held = self.file_format.entry().holds.iter().find(|(product, _)| *product == self.product);
        held.map_or("", |(_, description)| description)
    }

    /// Returns the extension of files, without the extension of a compression.
    ///
    /// ```
    /// use tagrake_bulk::output::{FileFormat, Format, Product};
    ///
    /// assert_eq!(Format::new(Product::Text, FileFormat::Warc)?.extension(), "wet");
    /// # Ok::<(), tagrake_bulk::output::FormatError>(())
    /// ```
    pub fn extension(self) -> &'static str {
        match (self.product, self.file_format) {
            (Product::Text, FileFormat::Warc) => "wet",
            (Product::Wat, FileFormat::Warc) => "wat",
            (Product::Wat, FileFormat::JsonLines) => "wat.jsonl",
            _ => self.file_format.extensions()[0],
        }
    }

    /// Returns the compressions that files of this product can have, the default first.
    ///
    /// ```
    /// use tagrake_bulk::output::{Compression, Product};
    ///
    /// let offered = Product::Warc.default_format().compressions();
    /// assert_eq!(offered, [Compression::Gzip, Compression::Zstd, Compression::None]);
    /// ```
    pub fn compressions(self) -> &'static [Compression] {
        match (self.product, self.file_format) {
            (Product::Text | Product::Wat, FileFormat::Warc) => OF_DERIVED,
            _ => self.file_format.compressions(),
        }
    }

    pub(super) fn layout(self) -> Layout {
        self.file_format.entry().layout
    }
}

impl fmt::Display for FileFormat {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.as_str())
    }
}

impl FromStr for FileFormat {
    type Err = UnknownName;

    /// Parses a short name: `jsonl`, `csv`, `tsv`, `text`, `cdxj`, `warc`, `parquet`, `arrow`, or another name that the command's
    /// `--format` takes, or the name in messages. The error lists the short names.
    ///
    /// ```
    /// use tagrake_bulk::output::FileFormat;
    ///
    /// assert_eq!("ndjson".parse(), Ok(FileFormat::JsonLines));
    /// assert_eq!(FileFormat::JsonLines.to_string().parse(), Ok(FileFormat::JsonLines));
    /// assert!("xml".parse::<FileFormat>().is_err_and(|error| error.accepted()[0] == "jsonl"));
    /// ```
    fn from_str(name: &str) -> Result<Self, UnknownName> {
        let is = |entry: &&FormatEntry| entry.name == name || entry.keywords.contains(&name);
        let found = FORMATS.iter().find(is).map(|entry| entry.format);
        found.ok_or_else(|| UnknownName::new("format of files", name, FORMATS.iter().map(|entry| entry.keywords[0])))
    }
}

impl FileFormat {
    /// All formats, in the order of help and messages.
    pub const ALL: &'static [Self] = &{
        let mut all = [Self::JsonLines; FORMATS.len()];
        let mut index = 0;
        while index < all.len() {
            all[index] = FORMATS[index].format;
            assert!(all[index] as usize == index, "the table is in the order of the formats");
            index += 1;
        }
        all
    };

    fn entry(self) -> &'static FormatEntry {
        const TABLE: &[FormatEntry] = &FORMATS;
        &TABLE[self as usize]
    }

    /// Returns the format of files with this extension, which is not the one of a compression. `md` is an extension of text.
    ///
    /// ```
    /// use tagrake_bulk::output::FileFormat;
    ///
    /// assert_eq!(FileFormat::of_extension("NDJSON"), Some(FileFormat::JsonLines));
    /// assert_eq!(FileFormat::of_extension("html"), None);
    /// ```
    pub fn of_extension(extension: &str) -> Option<Self> {
        let is = |known: &&str| known.eq_ignore_ascii_case(extension);
        if is(&"md") {
            return Some(Self::Text);
        }
        Self::ALL.iter().copied().find(|format| format.extensions().iter().any(is))
    }

    /// Returns its name in messages.
    ///
    /// ```
    /// assert_eq!(tagrake_bulk::output::FileFormat::JsonLines.as_str(), "JSON lines");
    /// ```
    pub fn as_str(self) -> &'static str {
        self.entry().name
    }

    /// Returns the extensions of files. The extension of a compression may follow. Files are written with the first one.
    ///
    /// ```
    /// assert_eq!(tagrake_bulk::output::FileFormat::Arrow.extensions(), ["arrows", "arrow"]);
    /// ```
    pub fn extensions(self) -> &'static [&'static str] {
        self.entry().extensions
    }

    /// Returns the media type of files that are not compressed.
    ///
    /// ```
    /// assert_eq!(tagrake_bulk::output::FileFormat::Csv.media_type(), "text/csv");
    /// ```
    pub fn media_type(self) -> &'static str {
        self.entry().media_type
    }

    /// Returns the compressions that files of this format can have. The first is the default. A product may have
    /// [fewer](Format::compressions).
    pub fn compressions(self) -> &'static [Compression] {
        self.entry().compressions
    }

    /// Returns true if this build can write files of this format.
    ///
    /// ```
    /// use tagrake_bulk::output::FileFormat;
    ///
    /// assert_eq!(FileFormat::Parquet.is_available(), cfg!(feature = "columns"));
    /// ```
    pub fn is_available(self) -> bool {
        !self.entry().holds.is_empty()
    }

    /// Returns the bytes that every file starts with; empty if there are none.
    ///
    /// ```
    /// assert_eq!(tagrake_bulk::output::FileFormat::Parquet.signature(), b"PAR1");
    /// ```
    pub fn signature(self) -> &'static [u8] {
        self.entry().signature
    }

    /// Returns true if files are lines or text, which are compressed as one stream.
    ///
    /// ```
    /// use tagrake_bulk::output::FileFormat;
    ///
    /// assert!(FileFormat::Csv.is_of_lines() && !FileFormat::Warc.is_of_lines());
    /// ```
    pub fn is_of_lines(self) -> bool {
        match self.entry().layout {
            Layout::JsonLines | Layout::Delimited(_) | Layout::Text | Layout::Cdxj => true,
            Layout::Warc | Layout::Columns(_) => false,
        }
    }

    /// Returns true if each row is a line of values, as in CSV. It cannot hold objects and most lists.
    ///
    /// ```
    /// use tagrake_bulk::output::FileFormat;
    ///
    /// assert!(FileFormat::Tsv.is_delimited() && !FileFormat::JsonLines.is_delimited());
    /// ```
    pub fn is_delimited(self) -> bool {
        matches!(self.entry().layout, Layout::Delimited(_))
    }

    /// Returns true if rows are encoded as columns.
    ///
    /// ```
    /// assert!(tagrake_bulk::output::FileFormat::Parquet.is_of_columns());
    /// ```
    pub fn is_of_columns(self) -> bool {
        matches!(self.entry().layout, Layout::Columns(_))
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
#[non_exhaustive]
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

parsed_by_name!(Compression, "compression", Compression::ALL);

impl Compression {
    /// All compressions.
    ///
    /// ```
    /// let names: Vec<_> = tagrake_bulk::output::Compression::ALL.iter().map(|compression| compression.as_str()).collect();
    /// assert_eq!(names, ["zstd", "gzip", "snappy", "none"]);
    /// ```
    pub const ALL: &'static [Self] = &[Self::Zstd, Self::Gzip, Self::Snappy, Self::None];

    /// Returns its name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Zstd => "zstd",
            Self::Gzip => "gzip",
            Self::Snappy => "snappy",
            Self::None => "none",
        }
    }
}
