//! Errors of writing rows.

use crate::output::{Compression, FileFormat, FormatError, Product};
use crate::schema::ColumnError;
use crate::schema::table::RowError;
use std::io;
use tagrake_archive::reason;

/// The reason why rows could not be written.
///
/// ```
/// use tagrake_bulk::output::{Compression, FileFormat, OutputOptions, Product, Writer};
///
/// let options = OutputOptions::new(Product::Links, FileFormat::Csv)?.with_compression(Compression::Snappy);
/// let error = Writer::new(&options, Vec::new()).err().unwrap();
/// assert_eq!(error.to_string(), "CSV cannot be compressed with snappy");
/// # Ok::<(), tagrake_bulk::output::OutputError>(())
/// ```
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OutputError {
    /// The compression is not available for the format.
    #[error("{} cannot be compressed with {}", .0.as_str(), .1.as_str())]
    Compression(FileFormat, Compression),
    /// Only WARC records in zstd frames have a dictionary.
    #[error("only WARC records that are compressed with zstd have a dictionary")]
    Dictionary,
    /// CSV and TSV cannot hold a key of page records, because its values are lists or objects.
    #[error("the key '{}' is a list or an object, which {} cannot hold", .1, .0.as_str())]
    Nested(FileFormat, &'static str),
    /// A column is a list, which CSV and TSV cannot hold.
    #[error("the column '{name}' is a list, which {} cannot hold", .format.as_str())]
    ListColumn {
        /// The name of the column.
        name: String,
        /// The format.
        format: FileFormat,
    },
    /// A column holds bytes, which lines of text cannot hold.
    #[error("the column '{name}' holds bytes, which {} cannot hold: use Parquet or Arrow", .format.as_str())]
    BinaryColumn {
        /// The name of the column.
        name: String,
        /// The format.
        format: FileFormat,
    },
    /// Only page records and items have columns of selectors.
    #[error("{} have no columns of selectors", .0.as_str())]
    NoSelectedColumns(Product),
    /// The output has no rows that are made of pages.
    #[error("{} have no custom columns: use pages, links, blocks, tables or items", .0.as_str())]
    NoColumns(Product),
    /// A column has the name of another one.
    #[error(transparent)]
    Column(#[from] ColumnError),
    /// Pages are selected by their main content, and the product is not made of pages.
    #[error("only rows and texts of pages can be selected by the main content")]
    NoMainContent,
    /// Only the head of pages is read, and a key of page records needs the body.
    #[error("the key '{0}' needs the body of the page, and only the head is read")]
    NeedsBody(&'static str),
    /// Only the head of pages is read, and the product needs the body.
    #[error("only records of pages can be made from the head alone")]
    NoHeads,
    /// Only the head of pages is read, and selectors need the body.
    #[error("columns of selectors need the body of the page, and only the head is read")]
    SelectedOfHead,
    /// Only the head of pages is read, and a selection by the main content needs the body.
    #[error("a selection by the main content needs the body of the page, and only the head is read")]
    MainOfHead,
    /// The format cannot hold the product.
    #[error(transparent)]
    Format(#[from] FormatError),
    /// A block was written to a file of another format.
    #[error("the block has another format than the file")]
    Form,
    /// A row does not fit its table.
    #[error(transparent)]
    Row(#[from] RowError),
    /// The file cannot be written.
    #[error("{}", reason(.0))]
    Io(#[from] io::Error),
    /// Arrow rejected the rows.
    #[cfg(feature = "columns")]
    #[error(transparent)]
    Arrow(arrow_schema::ArrowError),
    /// Parquet rejected the rows.
    #[cfg(feature = "columns")]
    #[error(transparent)]
    Parquet(parquet::errors::ParquetError),
}

#[cfg(feature = "columns")]
impl From<arrow_schema::ArrowError> for OutputError {
    fn from(error: arrow_schema::ArrowError) -> Self {
        match error {
            arrow_schema::ArrowError::IoError(_, error) => Self::Io(error),
            error => Self::Arrow(error),
        }
    }
}

#[cfg(feature = "columns")]
impl From<parquet::errors::ParquetError> for OutputError {
    fn from(error: parquet::errors::ParquetError) -> Self {
        match error {
            parquet::errors::ParquetError::External(error) => match error.downcast() {
                Ok(error) => Self::Io(*error),
                Err(error) => Self::Parquet(parquet::errors::ParquetError::External(error)),
            },
            error => Self::Parquet(error),
        }
    }
}
