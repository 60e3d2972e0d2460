//! Rows that write themselves, and rows of your own: a [`Row`] writes the fields of its table, one by one, into JSON, columns or
//! CSV, and a [`CustomRow`] has the values of columns that a program names.
//!
//! 1. The row calls [`ObjectSink::put`] for each field of its table, in the order of the schema.
//! 2. The sink counts the calls, so it knows the [`Field`](crate::schema::Field) without a search, and ignores a field
//!    that is not requested before its value is computed.
//! 3. The value calls the one method of [`ValueSink`] for its type. Lists, maps and objects pass their parts on.
//!
//! For example, the row of a link writes `url`, a text. As JSON that appends `,"url":"http://e.org/"` to a line, and in
//! columns the text to the column `url`.
//!
//! The schema alone decides what becomes of a field without a value: null or left out. If you add a field to
//! [`schema`](crate::schema), write it at the same place in the row.
//!
//! [`RowOf`] is a row for serde. Why outputs do not use serde: its serializers look up each field by its name, JSON strings are escaped byte by byte, and each
//! output needs several hundred lines for types that no row contains.

mod custom;
mod field_cursor;
mod json;
mod json_string;
mod object;
mod row_key;
mod row_of;
mod selected;
mod table_row;
mod values;

pub use custom::{CustomRow, CustomValue};
pub use field_cursor::FieldCursor;
pub(crate) use json::{append_members, close_json, write_custom, write_members};
pub(crate) use json_string::write_string;
pub use object::{Object, ObjectSink, Value, ValueSink};
pub use row_key::{RowKey, RowValues};
pub use row_of::RowOf;
pub use selected::selected_json;
pub(crate) use selected::write_selected;
pub use table_row::Row;
pub(crate) use table_row::sealed;
pub(crate) use table_row::{JsonPageFields, PageRow, check_parts, write_json};
pub use values::{Bytes, Json, List, Map, Pair};
