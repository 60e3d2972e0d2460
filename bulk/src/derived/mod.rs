//! Derived from records and pages: WAT and WET records, with the header fields that both have, and entries of indexes.

mod derived_record;
pub mod index;
pub mod wat;
pub mod wet;

pub(crate) use derived_record::{RecordSource, append, append_info, base_name};
