//! The schema of records and rows: one list of fields for each table, from which every form of the schema is generated.

mod arrow_json;
mod column_error;
mod custom;
mod ddl;
mod field;
pub(crate) mod field_selection;
mod json_schema;
mod kept;
mod more;
pub(crate) mod page_fields;
mod row_fields;
mod selected;
pub(crate) mod table;
mod unknown_field;

pub use arrow_json::arrow_json;
pub use column_error::ColumnError;
pub(crate) use custom::CustomColumn;
pub use custom::CustomColumns;
pub use ddl::{spark_ddl, spark_ddl_of_selected, sql};
pub use field::{Field, PAIR, Presence, Type};
pub use json_schema::json_schema;
pub use kept::KeptColumns;
pub(crate) use kept::KeptValues;
pub(crate) use more::MoreColumns;
pub use page_fields::{OF_CAPTURE, ON_REQUEST, PAGE, RAW, VERSION};
pub use row_fields::{
    BLOCK, BLOCK_SCORES, CELL, INDEX, ITEM_ROW, LINK, LINK_ON_REQUEST, LINK_PAGE, RECORD, RECORD_RAW,
};
pub use selected::SelectedColumns;
pub use table::Table;
pub use unknown_field::UnknownField;
