//! Indexes of records, and manifests with columns: as lines of CDXJ, CDX, JSON, CSV and TSV, in ZipNum clusters, and as tables in Parquet and Arrow.

mod cluster;
pub(super) mod delimited;
pub(super) mod index_line;
mod index_lines;
pub(super) mod index_row;
#[cfg(feature = "columns")]
pub(super) mod index_table;
mod json_row;
mod kept_members;
pub(super) mod list_rows;
pub(super) mod record_address;
pub(super) mod record_index;
#[cfg(feature = "columns")]
pub(super) mod table_text;
