//! The products of records and pages: a [`BlockMaker`] makes each.

mod block_maker;
mod index_entries;
mod page_rows;
mod page_summaries;
mod page_values;
mod record_rows;
mod row_maker;
mod warc_records;
mod wat_records;
mod wet_records;

pub(super) use block_maker::{BlockMaker, PageCounts, PageOutput};
pub(super) use index_entries::{IndexLines, IndexRows};
pub(super) use page_rows::{BlockRows, CellRows, ItemRows, LinkRows, PageRecords, PageTexts};
pub(super) use page_summaries::PageSummaries;
pub(super) use page_values::{CopyPage, MakeValue, MapPage, PageValues, WaitingValues};
pub(super) use record_rows::RecordRows;
pub(super) use row_maker::{PageRows, RowMaker};
pub(super) use warc_records::WarcRecords;
pub(super) use wat_records::WatRecords;
pub(super) use wet_records::WetRecords;
