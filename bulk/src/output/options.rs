//! What rows are written, and in which form.

use crate::output::OutputError;
use crate::schema::Table;
use crate::schema::field_selection::Fields;

/// The form of a file of rows.
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
    /// An object of JSON on each line.
    JsonLines,
    /// The visible text of pages, a line for each block; a form feed stands between pages.
    Text,
    /// WAT or WET records of pages, [a gzip member each](crate::derived). Runs make them, not an
    /// [`Encoder`](super::Encoder).
    Warc,
    /// Fields with commas between them, [RFC 4180](https://www.rfc-editor.org/rfc/rfc4180), after a line of their names;
    /// of links only. What is null or left out is empty, and lists (`rel`) have spaces between their values.
    Csv,
    /// A stream of Arrow batches, [IPC](https://arrow.apache.org/docs/format/Columnar.html#ipc-streaming-format).
    #[cfg(feature = "columns")]
    Arrow,
    /// [Parquet](https://parquet.apache.org/).
    #[cfg(feature = "columns")]
    Parquet,
}

impl Format {
    /// Returns how files of this format can be compressed. The first is the default.
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

/// How an output is compressed: lines and text as a whole, Parquet column by column.
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

/// What rows are written, and in which form.
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
    /// The most rows of a batch.
    pub(super) batch_rows: usize,
    /// How many bytes a batch has, if no single row has more.
    pub(super) batch_bytes: usize,
    /// How many bytes, before they are compressed, make a row group of Parquet.
    pub(super) group_bytes: usize,
}

impl OutputOptions {
    /// Rows of `table` in the form `format`.
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

    /// Returns whether rows are columns.
    pub(crate) fn is_of_columns(&self) -> bool {
        !matches!(self.format, Format::JsonLines | Format::Csv | Format::Text | Format::Warc)
    }

    /// Returns whether what is wrong with a page can be a row.
    pub(crate) fn has_error_rows(&self) -> bool {
        self.table == Table::Pages && !matches!(self.format, Format::Text | Format::Warc)
    }

    /// Returns which keys such a row has: all, where rows may differ.
    pub(crate) fn error_fields(&self) -> &Fields {
        if self.is_of_columns() { &self.fields } else { Fields::ALL }
    }

    /// Sets which keys rows have: those that they are made with.
    #[must_use]
    pub fn with_fields(mut self, fields: Fields) -> Self {
        self.fields = fields;
        self
    }

    /// Sets how the file is compressed: one of [`Format::compressions`], or [`Writer::new`](super::Writer::new) fails.
    #[must_use]
    pub fn with_compression(mut self, compression: Compression) -> Self {
        self.compression = compression;
        self
    }

    /// Sets how many rows, and how many bytes, a block or a batch has at most, but for a single row; 65,536 and 4 MiB by
    /// default. No column can have more than 2 GiB, so a batch never has more than 1 GiB.
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

    /// Sets from how many bytes of columns a row group of Parquet ends; 32 MiB by default.
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
