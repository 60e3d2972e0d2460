//! Indexes of records: as lines of CDXJ, JSON and CSV, and as Parquet files.

pub(super) mod index_line;
pub(super) mod index_row;
#[cfg(feature = "columns")]
pub(super) mod index_table;
pub(super) mod record_address;
pub(super) mod record_index;
#[cfg(feature = "columns")]
pub(super) mod table_text;
