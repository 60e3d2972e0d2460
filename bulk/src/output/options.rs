//! Options of an output: its product and format, keys and sizes.

use crate::output::{Compression, FileFormat, Format, FormatError, OutputError, Product};
use crate::schema::field_selection::Fields;
use crate::schema::{KeptColumns, SelectedColumns, Table};
use tagrake_archive::warc::ZstdDictionary;

/// Options of an output: its product and format, keys and sizes.
///
/// ```
/// use tagrake_bulk::Fields;
/// use tagrake_bulk::output::{Compression, FileFormat, OutputOptions, Product};
///
/// let options = OutputOptions::new(Product::Pages, FileFormat::JsonLines)?
///     .with_fields(Fields::only("url,title")?)
///     .with_compression(Compression::Gzip);
/// # let _ = options;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct OutputOptions {
    pub(super) format: Format,
    pub(crate) fields: Fields,
    /// The names of fields that are the first columns of CSV and TSV, in this order.
    order: Vec<&'static str>,
    pub(super) kept: KeptColumns,
    pub(super) selected: SelectedColumns,
    pub(super) compression: Compression,
    /// Maximum rows of a batch.
    pub(super) batch_rows: usize,
    /// Maximum bytes of a batch, except for a single larger row.
    pub(super) batch_bytes: usize,
    /// Uncompressed bytes at which a Parquet row group ends.
    pub(super) group_bytes: usize,
    /// True to sort lines of CDXJ.
    pub(super) is_sorted: bool,
    /// The dictionary of copied records.
    pub(crate) dictionary: Option<ZstdDictionary>,
}

impl From<Format> for OutputOptions {
    fn from(format: Format) -> Self {
        Self {
            format,
            fields: if format.file_format().is_delimited() { Fields::default().flat() } else { Fields::default() },
            order: Vec::new(),
            kept: KeptColumns::default(),
            selected: SelectedColumns::default(),
            compression: format.compressions()[0],
            batch_rows: 1 << 16,
            batch_bytes: 4 << 20,
            group_bytes: 32 << 20,
            is_sorted: false,
            dictionary: None,
        }
    }
}

impl OutputOptions {
    /// Creates options for a file that holds this product in this format.
    ///
    /// # Errors
    ///
    /// Returns an error if the format [cannot hold the product](Format::new).
    pub fn new(product: Product, file_format: FileFormat) -> Result<Self, FormatError> {
        Format::new(product, file_format).map(Self::from)
    }

    /// Returns the product and the format.
    ///
    /// ```
    /// use tagrake_bulk::output::{FileFormat, OutputOptions, Product};
    ///
    /// let format = OutputOptions::new(Product::Links, FileFormat::Csv)?.format();
    /// assert_eq!((format.product(), format.file_format()), (Product::Links, FileFormat::Csv));
    /// # Ok::<(), tagrake_bulk::output::FormatError>(())
    /// ```
    pub fn format(&self) -> Format {
        self.format
    }

    /// Returns the compression.
    pub(crate) fn compression(&self) -> Compression {
        self.compression
    }

    /// Returns true if rows are encoded as columns.
    pub(crate) fn is_of_columns(&self) -> bool {
        self.format.file_format().is_of_columns()
    }

    /// Sets the keys of rows. Without this call, rows have all keys but those [on request](Table::fields_on_request), and in CSV and
    /// TSV the [flat](Fields::flat) ones of them.
    #[must_use]
    pub fn with_fields(mut self, fields: Fields) -> Self {
        self.fields = fields;
        self
    }

    /// Sets the order of the columns of CSV and TSV: keys in `names`, then other keys. Rows in other formats keep the order of the
    /// schema.
    ///
    /// # Errors
    ///
    /// Returns the first of `names` that is not a key of the rows.
    ///
    /// ```
    /// use tagrake_bulk::Fields;
    /// use tagrake_bulk::output::{FileFormat, OutputOptions, Product, Writer};
    ///
    /// let options = OutputOptions::new(Product::Pages, FileFormat::Csv)?
    ///     .with_fields(Fields::only("source,url,title").unwrap())
    ///     .with_order(["title", "url"])
    ///     .unwrap();
    /// assert_eq!(Writer::new(&options, Vec::new())?.finish()?, b"title,url,source\r\n");
    /// # Ok::<(), tagrake_bulk::output::OutputError>(())
    /// ```
    pub fn with_order<'n>(mut self, names: impl IntoIterator<Item = &'n str>) -> Result<Self, &'n str> {
        let fields = self.table().all_fields();
        let named = |name| fields.iter().find(|field| field.name == name).map(|field| field.name).ok_or(name);
        self.order = names.into_iter().map(named).collect::<Result<_, _>>()?;
        Ok(self)
    }

    /// Returns the index of the field of each column of CSV and TSV, among the requested fields.
    pub(super) fn column_order(&self) -> Vec<usize> {
        let mut columns: Vec<_> = self.fields.of(self.table()).map(|field| field.name).enumerate().collect();
        let place = |name: &str| self.order.iter().position(|ordered| *ordered == name).unwrap_or(self.order.len());
        columns.sort_by_key(|(_, name)| place(name)); // stable
        columns.into_iter().map(|(index, _)| index).collect()
    }

    /// Checks that the format can hold the keys of rows.
    ///
    /// # Errors
    ///
    /// Returns an error if the file is CSV or TSV, and a key of page records is a list or an object.
    ///
    /// ```
    /// use tagrake_bulk::Fields;
    /// use tagrake_bulk::output::{FileFormat, OutputOptions, Product};
    ///
    /// let options = OutputOptions::new(Product::Pages, FileFormat::Csv)?;
    /// assert!(options.check_fields().is_ok());
    /// let error = options.with_fields(Fields::only("url,og").unwrap()).check_fields().unwrap_err();
    /// assert_eq!(error.to_string(), "the key 'og' is a list or an object, which CSV cannot hold");
    /// # Ok::<(), tagrake_bulk::output::OutputError>(())
    /// ```
    pub fn check_fields(&self) -> Result<(), OutputError> {
        let format = self.format.file_format();
        match self.fields.first_nested(self.table()).filter(|_| format.is_delimited()) {
            Some(name) => Err(OutputError::Nested(format, name)),
            None => Ok(()),
        }
    }

    /// Adds columns of an index, which follow the keys of rows. The rows of a run have the values of
    /// [`Inputs::keep`](crate::input::Inputs::keep), which must be the same columns.
    ///
    /// ```
    /// use tagrake_bulk::output::{FileFormat, OutputOptions, Product};
    /// use tagrake_bulk::schema::{KeptColumns, Table};
    ///
    /// let kept = KeptColumns::new(Table::Links, &["rank"])?;
    /// let options = OutputOptions::new(Product::Links, FileFormat::Csv)?.with_kept(kept.clone());
    /// assert_eq!(options.kept(), &kept);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_kept(mut self, kept: KeptColumns) -> Self {
        self.kept = kept;
        self
    }

    /// Returns the columns of an index that rows have.
    ///
    /// ```
    /// use tagrake_bulk::output::{FileFormat, OutputOptions, Product};
    ///
    /// assert!(OutputOptions::new(Product::Links, FileFormat::Csv)?.kept().is_empty());
    /// # Ok::<(), tagrake_bulk::output::FormatError>(())
    /// ```
    pub fn kept(&self) -> &KeptColumns {
        &self.kept
    }

    /// Adds columns that selectors define, which follow the keys of page records and the kept columns. The
    /// [extraction](tagrake_extract::ExtractOptions::with_columns) must have the same columns.
    ///
    /// # Errors
    ///
    /// Returns an error if the file has no page records, or if it is CSV or TSV and a column is a list.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use tagrake_bulk::Fields;
    /// use tagrake_bulk::output::{FileFormat, OutputOptions, Product};
    /// use tagrake_bulk::schema::SelectedColumns;
    /// use tagrake_extract::SelectColumns;
    ///
    /// let columns = Arc::new(SelectColumns::compile(&["tags[]=.tag"])?);
    /// let options = OutputOptions::new(Product::Pages, FileFormat::Csv)?;
    /// let selected = SelectedColumns::new(columns, &Fields::none(), options.kept())?;
    /// assert_eq!(options.with_selected(selected).unwrap_err(), "the column 'tags' is a list, which CSV cannot hold");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_selected(mut self, selected: SelectedColumns) -> Result<Self, String> {
        let format = self.format.file_format();
        if selected.names().len() > 0 && self.format.table() != Some(Table::Pages) {
            return Err(format!("{} have no columns of selectors", self.format.product().as_str()));
        }
        if let (true, Some(name)) = (format.is_delimited(), selected.first_list()) {
            return Err(format!("the column '{name}' is a list, which {} cannot hold", format.as_str()));
        }
        self.selected = selected;
        Ok(self)
    }

    /// Returns the table of rows; of pages, if the file holds no rows.
    pub(super) fn table(&self) -> Table {
        self.format.table().unwrap_or(Table::Pages)
    }

    /// Returns the Arrow schema of rows.
    #[cfg(feature = "columns")]
    pub(super) fn arrow_schema(&self) -> arrow_schema::SchemaRef {
        crate::columns::schema_with(self.table(), &self.fields, &self.kept, &self.selected)
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
    /// use tagrake_bulk::output::{FileFormat, OutputOptions, Product};
    ///
    /// let options = OutputOptions::new(Product::Links, FileFormat::JsonLines)?.with_batches(8192, 64 << 20);
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
    /// use tagrake_bulk::output::{FileFormat, OutputOptions, Product};
    ///
    /// let options = OutputOptions::new(Product::Links, FileFormat::JsonLines)?.with_row_groups(128 << 20);
    /// # let _ = options;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_row_groups(mut self, bytes: usize) -> Self {
        self.group_bytes = bytes;
        self
    }

    /// Sets the dictionary with which copied records are compressed, and with which the file starts. The format must be WARC, and
    /// the compression zstd. Otherwise [`Writer::new`](super::Writer::new) fails. The run must have the same options.
    ///
    /// ```
    /// use tagrake_bulk::output::{Compression, OutputOptions, Product};
    ///
    /// let options = OutputOptions::from(Product::Warc.default_format()).with_compression(Compression::Zstd);
    /// let options = options.with_dictionary(None);
    /// # let _ = options;
    /// ```
    #[must_use]
    pub fn with_dictionary(mut self, dictionary: Option<ZstdDictionary>) -> Self {
        self.dictionary = dictionary;
        self
    }

    /// Sorts the lines of CDXJ by their bytes, and removes repeated ones. Temporary files hold the lines that exceed 32 MiB.
    /// Other formats keep the order of the input.
    ///
    /// ```
    /// use tagrake_bulk::output::{FileFormat, OutputOptions, Product};
    ///
    /// let options = OutputOptions::new(Product::Index, FileFormat::Cdxj)?.sorted();
    /// # let _ = options;
    /// # Ok::<(), tagrake_bulk::output::FormatError>(())
    /// ```
    #[must_use]
    pub fn sorted(mut self) -> Self {
        self.is_sorted = true;
        self
    }
}
