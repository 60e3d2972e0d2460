//! The record of a page and the row of a link, field by field in the order of the schema.

mod json_ld;
pub(crate) mod link_row;
mod page_parts;
pub(crate) mod page_record;
pub(crate) mod page_text;
