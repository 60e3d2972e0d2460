//! Indexes of records: as lines of CDXJ, CDX, JSON, CSV and TSV, in ZipNum clusters, and as tables in Parquet and Arrow.

mod cluster;
mod delimited;
pub(super) mod index_line;
mod index_lines;
pub(super) mod index_row;
#[cfg(feature = "columns")]
pub(super) mod index_table;
pub(super) mod record_address;
pub(super) mod record_index;
#[cfg(feature = "columns")]
pub(super) mod table_text;
