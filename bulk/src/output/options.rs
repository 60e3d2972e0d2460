//! Options of an output: its product and format, keys and sizes.

use crate::output::{Compression, FileFormat, Format, FormatError, OutputError, Product};
use crate::record::page_text::TextKind;
use crate::row::RowKey;
use crate::schema::field_selection::Fields;
use crate::schema::{CustomColumn, CustomColumns, KeptColumns, MoreColumns, SelectedColumns, Table, UnknownField};
use std::sync::Arc;
use tagrake_archive::warc::ZstdDictionary;
use tagrake_extract::{Part, Parts};

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
    pub(super) more: MoreColumns,
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
    /// The keys of rows by which the output is divided; `None` if it is not divided.
    pub(super) row_keys: Option<Arc<[RowKey]>>,
}

impl From<Format> for OutputOptions {
    fn from(format: Format) -> Self {
        Self {
            format,
            fields: if format.file_format().is_delimited() { Fields::default().flat() } else { Fields::default() },
            order: Vec::new(),
            more: MoreColumns::default(),
            compression: format.compressions()[0],
            batch_rows: 1 << 16,
            batch_bytes: 4 << 20,
            group_bytes: 32 << 20,
            is_sorted: false,
            dictionary: None,
            row_keys: None,
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
    /// Returns an error with the first of `names` that is not a key of the rows.
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
    pub fn with_order<'n>(mut self, names: impl IntoIterator<Item = &'n str>) -> Result<Self, UnknownField> {
        let (table, fields) = (self.table(), self.table().all_fields());
        let find = |name: &str| fields.iter().find(|field| field.name == name).map(|field| field.name);
        let named = |name| find(name).ok_or_else(|| UnknownField::new(table, name));
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
    /// Returns an error if the file is CSV or TSV, and a key of page records is a list or an object, or if a custom column has the name
    /// of another column.
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
            None => Ok(self.more.check_custom(self.table(), &self.fields)?),
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
        self.more.kept = kept;
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
        &self.more.kept
    }

    /// Adds columns that selectors define, which follow the keys of page records and the kept columns. The
    /// [extraction](tagrake_extract::ExtractOptions::with_columns) must have the same columns. Rows of items have the columns of an
    /// [`ItemQuery`](crate::ItemQuery).
    ///
    /// # Errors
    ///
    /// Returns an error if the file has neither page records nor items, or if it is CSV or TSV and a column is a list.
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
    /// let error = options.with_selected(selected).unwrap_err();
    /// assert_eq!(error.to_string(), "the column 'tags' is a list, which CSV cannot hold");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_selected(mut self, selected: SelectedColumns) -> Result<Self, OutputError> {
        let format = self.format.file_format();
        if selected.names().len() > 0 && !matches!(self.format.table(), Some(Table::Pages | Table::Items)) {
            return Err(OutputError::NoSelectedColumns(self.format.product()));
        }
        if let (true, Some(name)) = (format.is_delimited(), selected.first_list()) {
            return Err(OutputError::ListColumn { name: name.to_owned(), format });
        }
        self.more.selected = selected;
        Ok(self)
    }

    /// Adds columns of the program, which follow all others. The rows of a run have the values that the closure of
    /// [`Run::read_with`](crate::pipeline::Run::read_with) puts into a [`CustomRow`](crate::row::CustomRow) for each page, and the rows
    /// of an encoder have the values of [`Encoder::set_custom`](super::Encoder::set_custom).
    ///
    /// # Errors
    ///
    /// Returns an error if the output does not hold rows of pages, links, blocks, tables or items, if the format cannot hold the type of
    /// a column, or if rows have a column of the same name.
    ///
    /// ```
    /// use tagrake_bulk::Fields;
    /// use tagrake_bulk::output::{FileFormat, OutputOptions, Product};
    /// use tagrake_bulk::schema::{CustomColumns, Type};
    ///
    /// let options = OutputOptions::new(Product::Pages, FileFormat::Csv)?.with_fields(Fields::only("url,title").unwrap());
    /// let forms = CustomColumns::new([("forms", Type::Int64)])?;
    /// let names: Vec<_> = options.clone().with_custom(forms)?.column_names().map(str::to_owned).collect();
    /// assert_eq!(names, ["url", "title", "forms"]);
    ///
    /// let lists = CustomColumns::new([("forms", Type::List(&Type::String))])?;
    /// let error = options.clone().with_custom(lists).unwrap_err();
    /// assert_eq!(error.to_string(), "the column 'forms' is a list, which CSV cannot hold");
    /// let error = options.with_custom(CustomColumns::new([("Title", Type::String)])?).unwrap_err();
    /// assert_eq!(error.to_string(), "rows of pages have a column 'Title' already: choose another name");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_custom(mut self, columns: CustomColumns) -> Result<Self, OutputError> {
        let format = self.format.file_format();
        let is_of_pages = matches!(
            self.format.table(),
            Some(Table::Pages | Table::Links | Table::Blocks | Table::Tables | Table::Items)
        );
        if !is_of_pages && !columns.is_empty() {
            return Err(OutputError::NoColumns(self.format.product()));
        }
        for CustomColumn { name, kind } in columns.columns() {
            let (is_list, is_binary) = kind.holds();
            if is_list && format.is_delimited() {
                return Err(OutputError::ListColumn { name: name.clone(), format });
            }
            if is_binary && !format.is_of_columns() {
                return Err(OutputError::BinaryColumn { name: name.clone(), format });
            }
        }
        self.more.custom = columns;
        self.more.check_custom(self.table(), &self.fields)?;
        Ok(self)
    }

    /// Creates options for a table of the program: it has these columns and no others. [`Encoder::push_custom`](super::Encoder::push_custom)
    /// adds its rows.
    ///
    /// # Errors
    ///
    /// Returns an error if the format cannot hold rows, or the type of a column.
    ///
    /// ```
    /// use tagrake_bulk::output::{FileFormat, OutputOptions, Writer};
    /// use tagrake_bulk::schema::{CustomColumns, Type};
    ///
    /// let columns = CustomColumns::new([("word", Type::String), ("count", Type::Int64)])?;
    /// let options = OutputOptions::of_custom(FileFormat::Csv, columns)?;
    /// assert_eq!(Writer::new(&options, Vec::new())?.finish()?, b"word,count\r\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of_custom(file_format: FileFormat, columns: CustomColumns) -> Result<Self, OutputError> {
        Self::new(Product::Pages, file_format)?.with_fields(Fields::none()).with_custom(columns)
    }

    /// Returns the columns of the program that rows have.
    ///
    /// ```
    /// use tagrake_bulk::output::{FileFormat, OutputOptions, Product};
    ///
    /// assert!(OutputOptions::new(Product::Links, FileFormat::Csv)?.custom().is_empty());
    /// # Ok::<(), tagrake_bulk::output::FormatError>(())
    /// ```
    pub fn custom(&self) -> &CustomColumns {
        &self.more.custom
    }

    /// Returns the names of the columns of rows: keys, kept columns, selected columns and custom columns.
    ///
    /// ```
    /// use tagrake_bulk::Fields;
    /// use tagrake_bulk::output::{FileFormat, OutputOptions, Product};
    ///
    /// let options = OutputOptions::new(Product::Pages, FileFormat::Csv)?.with_fields(Fields::only("url,title").unwrap());
    /// assert_eq!(options.column_names().collect::<Vec<_>>(), ["url", "title"]);
    /// # Ok::<(), tagrake_bulk::output::FormatError>(())
    /// ```
    pub fn column_names(&self) -> impl Iterator<Item = &str> {
        let fields = self.fields.of(self.table()).map(|field| field.name);
        fields.chain(self.more.names())
    }

    /// Returns the parts of the extraction that rows need, and the texts of files without keys, which are of the kind `text`.
    pub(crate) fn parts(&self, text: TextKind) -> Parts {
        let parts = match (self.format.table(), self.format.product()) {
            (Some(table), _) => self.fields.parts(table),
            (None, Product::Text) => text.parts(),
            (None, _) => Parts::NONE,
        };
        let has_language = self.row_keys.as_ref().is_some_and(|keys| keys.contains(&RowKey::Lang));
        if has_language { parts.with(Part::Metadata) } else { parts }
    }

    /// Returns the table of rows; of pages, if the file holds no rows.
    pub(super) fn table(&self) -> Table {
        self.format.table().unwrap_or(Table::Pages)
    }

    /// Returns the Arrow schema of rows.
    #[cfg(feature = "columns")]
    pub(super) fn arrow_schema(&self) -> arrow_schema::SchemaRef {
        crate::columns::schema_with(self.table(), &self.fields, &self.more)
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

    /// Marks where rows end in blocks, and the values of each row for `keys`, so that blocks can be [divided](super::Block::slice).
    /// Rows of text have the values of their page. WARC records and lines of CDXJ are not marked.
    ///
    /// ```
    /// use tagrake_bulk::output::{FileFormat, OutputOptions, Product};
    /// use tagrake_bulk::row::RowKey;
    ///
    /// let options = OutputOptions::new(Product::Links, FileFormat::Csv)?.with_row_keys(&[RowKey::Host]);
    /// # let _ = options;
    /// # Ok::<(), tagrake_bulk::output::FormatError>(())
    /// ```
    #[must_use]
    pub fn with_row_keys(mut self, keys: &[RowKey]) -> Self {
        self.row_keys = Some(keys.into());
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
