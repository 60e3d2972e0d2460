//! Options of an output: its table, format, keys and sizes.

use crate::output::OutputError;
use crate::schema::Table;
use crate::schema::field_selection::Fields;

/// The format of a file of rows.
///
/// ```
/// use tagrake_bulk::output::{Format, OutputOptions};
/// use tagrake_bulk::schema::Table;
///
/// assert!(OutputOptions::new(Table::Pages, Format::JsonLines).is_ok());
/// assert!(OutputOptions::new(Table::Pages, Format::Csv).is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Format {
    /// A JSON object on each line.
    JsonLines,
    /// The visible text of pages, one line for each block of text, with a form feed between pages.
    Text,
    /// WAT or WET records of pages, [a gzip member each](crate::derived). A run encodes them, not an
    /// [`Encoder`](super::Encoder).
    Warc,
    /// CSV as in [RFC 4180](https://www.rfc-editor.org/rfc/rfc4180), with a header line. Only for links. Values that
    /// are null or left out are empty, and the items of a list (`rel`) are separated by spaces.
    Csv,
    /// A stream of Arrow batches in the [IPC
    /// format](https://arrow.apache.org/docs/format/Columnar.html#ipc-streaming-format).
    #[cfg(feature = "columns")]
    Arrow,
    /// [Parquet](https://parquet.apache.org/).
    #[cfg(feature = "columns")]
    Parquet,
}

impl Format {
    /// Returns the compressions that files of this format can have. The first is the default.
    ///
    /// ```
    /// use tagrake_bulk::output::{Compression, Format};
    ///
    /// let all = [Compression::None, Compression::Gzip, Compression::Zstd];
    /// assert_eq!(Format::JsonLines.compressions(), all);
    /// ```
    pub fn compressions(self) -> &'static [Compression] {
        use Compression::{Gzip, None, Zstd};
        match self {
            Self::JsonLines | Self::Text | Self::Csv => &[None, Gzip, Zstd],
            Self::Warc => &[Gzip],
            #[cfg(feature = "columns")]
            Self::Arrow => &[None],
            #[cfg(feature = "columns")]
            Self::Parquet => &[Zstd, Gzip, Compression::Snappy, None],
        }
    }

    /// Returns the name of the format in messages.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::JsonLines => "JSON lines",
            Self::Text => "text",
            Self::Warc => "WARC",
            Self::Csv => "CSV",
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
/// use tagrake_bulk::output::{Compression, Format};
///
/// assert!(!Format::Csv.compressions().contains(&Compression::Snappy));
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

/// Options of an output: its table, format, keys and sizes.
///
/// ```
/// use tagrake_bulk::Fields;
/// use tagrake_bulk::output::{Compression, Format, OutputOptions};
/// use tagrake_bulk::schema::Table;
///
/// let options = OutputOptions::new(Table::Pages, Format::JsonLines)?
///     .with_fields(Fields::only("url,title")?)
///     .with_compression(Compression::Gzip);
/// # let _ = options;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct OutputOptions {
    pub(super) table: Table,
    pub(super) format: Format,
    pub(super) fields: Fields,
    pub(super) compression: Compression,
    /// Maximum rows of a batch.
    pub(super) batch_rows: usize,
    /// Maximum bytes of a batch, except for a single larger row.
    pub(super) batch_bytes: usize,
    /// Uncompressed bytes at which a Parquet row group ends.
    pub(super) group_bytes: usize,
}

impl OutputOptions {
    /// Creates options for rows of `table` in `format`.
    ///
    /// # Errors
    ///
    /// If there is no such form of the table: page records are nested, and cannot be CSV; links have no text, and are no
    /// records of a WARC file.
    pub fn new(table: Table, format: Format) -> Result<Self, OutputError> {
        match (table, format) {
            (Table::Pages, Format::Csv) => return Err(OutputError::Nested),
            (Table::Links, Format::Text) => return Err(OutputError::NoText),
            (Table::Links, Format::Warc) => return Err(OutputError::NoRecords),
            _ => {}
        }
        Ok(Self {
            table,
            format,
            fields: Fields::default(),
            compression: format.compressions()[0],
            batch_rows: 1 << 16,
            batch_bytes: 4 << 20,
            group_bytes: 32 << 20,
        })
    }

    pub(crate) fn table(&self) -> Table {
        self.table
    }

    pub(crate) fn format(&self) -> Format {
        self.format
    }

    pub(crate) fn fields(&self) -> &Fields {
        &self.fields
    }

    /// Returns true if rows are encoded as columns.
    pub(crate) fn is_of_columns(&self) -> bool {
        !matches!(self.format, Format::JsonLines | Format::Csv | Format::Text | Format::Warc)
    }

    /// Returns true if a page that could not be read can have a row.
    pub(crate) fn has_error_rows(&self) -> bool {
        self.table == Table::Pages && !matches!(self.format, Format::Text | Format::Warc)
    }

    /// Returns the keys of such a row: all keys, unless every row must have the same.
    pub(crate) fn error_fields(&self) -> &Fields {
        if self.is_of_columns() { &self.fields } else { Fields::ALL }
    }

    /// Sets the keys of rows. The rows must be built with the same keys.
    #[must_use]
    pub fn with_fields(mut self, fields: Fields) -> Self {
        self.fields = fields;
        self
    }

    /// Sets the compression, which must be one of [`Format::compressions`]. Otherwise
    /// [`Writer::new`](super::Writer::new) fails.
    #[must_use]
    pub fn with_compression(mut self, compression: Compression) -> Self {
        self.compression = compression;
        self
    }

    /// Sets the maximum number of rows and bytes of a block or batch, except for a single larger row. The defaults
    /// are 65,536 rows and 4 MiB. A batch never has more than 1 GiB, because a column cannot have more than 2 GiB.
    ///
    /// ```
    /// use tagrake_bulk::output::{Format, OutputOptions};
    /// use tagrake_bulk::schema::Table;
    ///
    /// let options = OutputOptions::new(Table::Links, Format::JsonLines)?.with_batches(8192, 64 << 20);
    /// # let _ = options;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_batches(mut self, rows: usize, bytes: usize) -> Self {
        self.batch_rows = rows.max(1);
        self.batch_bytes = bytes.min(1 << 30);
        self
    }

    /// Sets the number of bytes of columns at which a Parquet row group ends; 32 MiB by default.
    ///
    /// ```
    /// use tagrake_bulk::output::{Format, OutputOptions};
    /// use tagrake_bulk::schema::Table;
    ///
    /// let options = OutputOptions::new(Table::Links, Format::JsonLines)?.with_row_groups(128 << 20);
    /// # let _ = options;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_row_groups(mut self, bytes: usize) -> Self {
        self.group_bytes = bytes;
        self
    }
}
