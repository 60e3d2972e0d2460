//! Rows as parsed JSON.

use serde_json::Value;
use tagrake_bulk::Fields;
use tagrake_bulk::row::Row;

/// Returns the row with all keys.
pub(crate) fn json(row: impl Row) -> Value {
    json_of(row, &Fields::default())
}

/// Returns the row with the keys in `fields`.
pub(crate) fn json_of(row: impl Row, fields: &Fields) -> Value {
    serde_json::from_str(&row.to_json(fields).expect("a row without bytes")).expect("a row is JSON")
}
