//! The record of a page, and the rows of links, blocks, cells, items and WARC records, field by field in the order of the schema.

pub(crate) mod block_row;
mod byline;
mod byline_names;
pub(crate) mod cell_row;
mod iso_date;
pub(crate) mod item_query;
pub(crate) mod item_query_error;
pub(crate) mod item_row;
mod item_values;
mod items;
mod json_ld;
pub(crate) mod lazy_host;
pub(crate) mod link_choice;
pub(crate) mod link_row;
pub(crate) mod main_text;
mod month_names;
mod page_parts;
pub(crate) mod page_record;
pub(crate) mod page_text;
mod published;
pub(crate) mod record_row;
mod row_page;
mod schema_org;
mod url_date;
mod visible_dates;
