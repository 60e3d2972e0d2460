//! Writes rows: lines of JSON, CSV, text, Arrow streams and Parquet files.
//!
//! The work has two halves, so that threads can share it. An [`Encoder`] turns rows into a [`Block`] on the thread
//! that reads the pages. A [`Writer`] appends blocks to the file, in order. The bytes of the file depend only on the
//! rows and their order: lines are concatenated, and columns are split into new batches regardless of the blocks.
//!
//! ```
//! use tagrake_bulk::input::InputPage;
//! use tagrake_bulk::output::{Block, Encoder, FileFormat, OutputOptions, Product, Writer};
//! use tagrake_bulk::{LinkRow, Reader, ReaderOptions};
//!
//! let options = OutputOptions::new(Product::Links, FileFormat::Csv)?;
//! let (mut encoder, mut writer) = (Encoder::new(&options), Writer::new(&options, Vec::new())?);
//! let input = InputPage::new("page.html", b"<a href=http://e.org/>E</a>".to_vec());
//! Reader::new(ReaderOptions::default()).read(&input, |page| {
//!     page.links.iter().try_for_each(|link| encoder.push(LinkRow::new(&input, page, link)))
//! })?;
//! writer.append(encoder.take(Block::default())?)?;
//! let csv = String::from_utf8(writer.finish()?)?;
//! assert!(csv.starts_with("id,source,"));
//! assert!(csv.contains("\r\n,page.html,,,,,,a,href,http://e.org/,http://e.org/,"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[cfg(feature = "columns")]
mod batch_cutter;
#[cfg(feature = "columns")]
mod batches;
mod block;
mod counted;
mod csv_rows;
mod divided_block;
mod encoder;
mod error;
mod formats;
mod line_file;
mod line_sorter;
mod options;
#[cfg(feature = "columns")]
mod parquet_file;
#[cfg(feature = "columns")]
mod parquet_properties;
#[cfg(feature = "columns")]
mod parquet_row_group;
mod row_marks;
pub(crate) mod warc_info;
mod writer;

#[cfg(feature = "columns")]
pub use batches::Batches;
pub use block::Block;
pub(crate) use block::Ticket;
pub use divided_block::RowGroups;
pub use encoder::Encoder;
pub use error::OutputError;
pub use formats::{Compression, FileFormat, Format, FormatError, Product};
pub use options::OutputOptions;
pub use writer::Writer;
