//! Rows as columns: Arrow record batches.
//!
//! Each value of a row is appended to its column. Values that are null or left out in JSON are null here. Objects with
//! keys from the data become maps. Lists of keys and values (`og`, `twitter`) become lists of structs, because keys can
//! repeat. The value of a JSON-LD block becomes text.
//!
//! Nulls are appended only when a column gets its next value, so keys that a row leaves out cost nothing.
//!
//! The crate `serde_arrow` was rejected: it infers types although we have a schema, cannot undo half a row, and
//! follows major versions of Arrow that do not match the other dependencies.

mod cell;
mod column_builder;
mod custom;
mod row_columns;
mod selected;
mod table_schema;

pub use row_columns::Columns;
pub use table_schema::schema;
pub(crate) use table_schema::schema_with;
