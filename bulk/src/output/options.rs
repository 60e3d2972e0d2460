//! Options of an output: its content and format, keys and sizes.

use crate::output::{Compression, Format};
use crate::schema::KeptColumns;
use crate::schema::field_selection::Fields;

/// Options of an output: its content and format, keys and sizes.
///
/// ```
/// use tagrake_bulk::Fields;
/// use tagrake_bulk::output::{Compression, OutputOptions, PageFormat};
///
/// let options = OutputOptions::new(PageFormat::JsonLines)
///     .with_fields(Fields::only("url,title")?)
///     .with_compression(Compression::Gzip);
/// # let _ = options;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct OutputOptions {
    pub(super) format: Format,
    pub(super) fields: Fields,
    pub(super) kept: KeptColumns,
    pub(super) compression: Compression,
    /// Maximum rows of a batch.
    pub(super) batch_rows: usize,
    /// Maximum bytes of a batch, except for a single larger row.
    pub(super) batch_bytes: usize,
    /// Uncompressed bytes at which a Parquet row group ends.
    pub(super) group_bytes: usize,
}

impl OutputOptions {
    /// Creates options for a file with this content and format.
    pub fn new(format: impl Into<Format>) -> Self {
        let format = format.into();
        Self {
            format,
            fields: Fields::default(),
            kept: KeptColumns::default(),
            compression: format.file_format().compressions()[0],
            batch_rows: 1 << 16,
            batch_bytes: 4 << 20,
            group_bytes: 32 << 20,
        }
    }

    /// Returns the content and the format.
    ///
    /// ```
    /// use tagrake_bulk::output::{Format, LinkFormat, OutputOptions};
    ///
    /// assert_eq!(OutputOptions::new(LinkFormat::Csv).format(), Format::Links(LinkFormat::Csv));
    /// ```
    pub fn format(&self) -> Format {
        self.format
    }

    pub(crate) fn fields(&self) -> &Fields {
        &self.fields
    }

    /// Returns true if rows are encoded as columns.
    pub(crate) fn is_of_columns(&self) -> bool {
        self.format.file_format().is_of_columns()
    }

    /// Returns true if a page that could not be read can have a row.
    pub(crate) fn has_error_rows(&self) -> bool {
        match self.format {
            Format::Pages(_) => true,
            Format::Links(_) | Format::Blocks(_) | Format::Text | Format::Index(_) | Format::Records(_) => false,
        }
    }

    /// Sets the keys of rows.
    #[must_use]
    pub fn with_fields(mut self, fields: Fields) -> Self {
        self.fields = fields;
        self
    }

    /// Adds columns of an index, which follow the keys of rows. The rows of a run have the values of
    /// [`Inputs::keep`](crate::input::Inputs::keep), which must be the same columns.
    ///
    /// ```
    /// use tagrake_bulk::output::{LinkFormat, OutputOptions};
    /// use tagrake_bulk::schema::{KeptColumns, Table};
    ///
    /// let kept = KeptColumns::new(Table::Links, &["rank"])?;
    /// assert_eq!(OutputOptions::new(LinkFormat::Csv).with_kept(kept.clone()).kept(), &kept);
    /// # Ok::<(), String>(())
    /// ```
    #[must_use]
    pub fn with_kept(mut self, kept: KeptColumns) -> Self {
        self.kept = kept;
        self
    }

    /// Returns the columns of an index that rows have.
    ///
    /// ```
    /// use tagrake_bulk::output::{LinkFormat, OutputOptions};
    ///
    /// assert!(OutputOptions::new(LinkFormat::Csv).kept().is_empty());
    /// ```
    pub fn kept(&self) -> &KeptColumns {
        &self.kept
    }

    /// Returns the Arrow schema of rows.
    #[cfg(feature = "columns")]
    pub(super) fn arrow_schema(&self) -> arrow_schema::SchemaRef {
        crate::columns::schema_with(self.format.table(), &self.fields, &self.kept)
    }

    /// Sets the compression, which must be one of the format's
    /// [`compressions`](super::FileFormat::compressions). Otherwise [`Writer::new`](super::Writer::new) fails.
    #[must_use]
    pub fn with_compression(mut self, compression: Compression) -> Self {
        self.compression = compression;
        self
    }

    /// Sets the maximum number of rows and bytes of a block or batch, except for a single larger row. The defaults
    /// are 65,536 rows and 4 MiB. A batch never has more than 1 GiB, because a column cannot have more than 2 GiB.
    ///
    /// ```
    /// use tagrake_bulk::output::{LinkFormat, OutputOptions};
    ///
    /// let options = OutputOptions::new(LinkFormat::JsonLines).with_batches(8192, 64 << 20);
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
    /// use tagrake_bulk::output::{LinkFormat, OutputOptions};
    ///
    /// let options = OutputOptions::new(LinkFormat::JsonLines).with_row_groups(128 << 20);
    /// # let _ = options;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_row_groups(mut self, bytes: usize) -> Self {
        self.group_bytes = bytes;
        self
    }
}
