//! The division of a run into jobs: plans them, works on them on several threads, and takes their results in order.

pub(super) mod indexed_records;
pub(super) mod job;
pub(super) mod job_output;
pub(super) mod opened_input;
pub(super) mod ordered_workers;
pub(super) mod page_file;
pub(super) mod page_worker;
pub(super) mod plan;
pub(super) mod record_choice;
mod segments;
pub(super) mod sequence;
pub(super) mod shared;
pub(super) mod single_page;
pub(super) mod stream_batches;
pub(super) mod worker;
