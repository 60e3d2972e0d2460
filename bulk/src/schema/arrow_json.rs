//! The schema in Arrow's own JSON format.

use crate::schema::field_selection::Fields;
use crate::schema::{Field, PAIR, Presence, Table, Type};
use serde_json::{Value, json};

/// Returns the Arrow schema of `table` for the keys of `fields`, in the JSON of Arrow's
/// [integration tests](https://arrow.apache.org/docs/format/Integration.html#json-test-data-format).
///
/// Lists of keys and values, such as `og`, are lists of structs, because keys can repeat. Objects with keys from the
/// data are maps. There are no dictionaries, unsigned integers, large types or views, which Spark does not support.
///
/// ```
/// use tagrake_bulk::Fields;
/// use tagrake_bulk::schema::{Table, arrow_json};
///
/// let schema = arrow_json(Table::Links, &Fields::default());
/// let url = serde_json::json!({"name": "page_url", "nullable": true, "type": {"name": "utf8"}, "children": []});
/// assert_eq!(schema["fields"][5], url);
/// ```
pub fn arrow_json(table: Table, fields: &Fields) -> Value {
    let fields = fields.of(table).map(|field| column(field.name, table.is_nullable(field), &field.kind));
    json!({ "fields": fields.collect::<Vec<_>>() })
}

/// Returns the JSON of a column and of its children.
fn column(name: &str, is_nullable: bool, kind: &Type) -> Value {
    let always = |name: &str, kind: &Type| column(name, false, kind);
    let int = |bits: u8| json!({ "name": "int", "bitWidth": bits, "isSigned": true });
    let (kind, children) = match kind {
        Type::String | Type::Id | Type::Name(_) | Type::Json => (json!({ "name": "utf8" }), vec![]),
        Type::Binary => (json!({ "name": "binary" }), vec![]),
        Type::Bool => (json!({ "name": "bool" }), vec![]),
        Type::Int32 => (int(32), vec![]),
        Type::Int64 => (int(64), vec![]),
        Type::Double => (json!({ "name": "floatingpoint", "precision": "DOUBLE" }), vec![]),
        Type::Timestamp => (json!({ "name": "timestamp", "unit": "MICROSECOND", "timezone": "UTC" }), vec![]),
        Type::List(item) => (json!({ "name": "list" }), vec![always("item", item)]),
        Type::Map(item) => {
            let entries = vec![always("key", &Type::String), always("value", item)];
            let entries = json!({
                "name": "entries", "nullable": false, "type": { "name": "struct" }, "children": entries,
            });
            (json!({ "name": "map", "keysSorted": false }), vec![entries])
        }
        Type::Pair => (json!({ "name": "struct" }), members(PAIR)),
        Type::Struct(fields) => (json!({ "name": "struct" }), members(fields)),
    };
    json!({ "name": name, "nullable": is_nullable, "type": kind, "children": children })
}

fn members(fields: &[Field]) -> Vec<Value> {
    fields.iter().map(|field| column(field.name, field.presence != Presence::Always, &field.kind)).collect()
}
