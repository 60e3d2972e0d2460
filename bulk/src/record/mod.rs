//! Rows as serde values: the record of a page and the row of a link, key by key in the order of the schema.

mod json_ld;
pub(crate) mod link_row;
mod object;
pub(crate) mod page_record;
mod row_writer;
