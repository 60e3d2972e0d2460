//! The schema of records and rows: one list of fields for each table, from which every form of the schema is generated.

mod arrow_json;
mod block_fields;
mod field;
pub(crate) mod field_selection;
mod index_fields;
mod json_schema;
mod kept;
mod link_fields;
pub(crate) mod page_fields;
pub(crate) mod row_error;
mod spark_ddl;
mod sql;
mod table;

pub use arrow_json::arrow_json;
pub use block_fields::{BLOCK, BLOCK_SCORES};
pub use field::{Field, PAIR, Presence, Type};
pub use index_fields::INDEX;
pub use json_schema::json_schema;
pub use kept::KeptColumns;
pub(crate) use kept::KeptValues;
pub use link_fields::{LINK, LINK_PAGE};
pub use page_fields::{OF_CAPTURE, ON_REQUEST, PAGE, RAW, VERSION};
pub use spark_ddl::spark_ddl;
pub use sql::sql;
pub use table::Table;
