//! The schema as JSON Schema.

use crate::schema::{Field, Presence, Table, Type, VERSION};
use serde_json::{Map, Value, json};

/// Returns the [JSON Schema](https://json-schema.org/draft/2020-12/schema) of a row of `table`. Keys on request are
/// optional.
///
/// ```
/// use tagrake_bulk::schema::{Table, json_schema};
///
/// let schema = json_schema(Table::Pages);
/// assert_eq!(schema["properties"]["v"]["const"], 1);
/// assert_eq!(schema["properties"]["title"]["type"], serde_json::json!(["string", "null"]));
/// ```
pub fn json_schema(table: Table) -> Value {
    let (title, schema) = match table {
        Table::Pages => ("page record", page_record()),
        Table::Links => ("link row", row(table)),
        Table::Blocks => ("block row", row(table)),
        Table::Tables => ("cell row", row(table)),
        Table::Items => ("item row", row(table)),
        Table::Records => ("record row", row(table)),
        Table::Index => ("index row", row(table)),
    };
    let mut titled = json!({ "$schema": "https://json-schema.org/draft/2020-12/schema", "title": title });
    extend(&mut titled, schema);
    titled
}

/// Returns the schema of a page record: either an error with few other keys, or all keys that a page always has.
fn page_record() -> Value {
    let mut schema = row(Table::Pages);
    schema["properties"]["v"]["const"] = VERSION.into();
    let required = schema.as_object_mut().and_then(|schema| schema.remove("required"));
    extend(
        &mut schema,
        json!({
            "required": ["v", "url"],
            "anyOf": [{ "required": ["error"] }, { "required": required }],
        }),
    );
    schema
}

/// Returns the schema of a row with the fields of `table`, also those on request.
fn row(table: Table) -> Value {
    let mut schema = object(table.fields());
    extend(&mut schema["properties"], Value::Object(properties(table.fields_on_request())));
    schema
}

/// Returns the schema of an object with `fields`.
fn object(fields: &[Field]) -> Value {
    let properties = properties(fields);
    let required = fields.iter().filter(|field| field.presence != Presence::Optional);
    let required: Vec<_> = required.map(|field| field.name).collect();
    json!({ "type": "object", "properties": properties, "required": required, "additionalProperties": false })
}

fn properties(fields: &[Field]) -> Map<String, Value> {
    fields.iter().map(|field| (field.name.to_owned(), property(field))).collect()
}

/// Returns the schema of a field, with its meaning.
fn property(field: &Field) -> Value {
    let mut schema = json!({ "description": field.doc });
    extend(&mut schema, value(&field.kind));
    if field.presence == Presence::Nullable {
        let kind = schema["type"].take();
        schema["type"] = json!([kind, "null"]);
    }
    schema
}

/// Returns the schema of a value.
fn value(kind: &Type) -> Value {
    match kind {
        Type::String => json!({ "type": "string" }),
        Type::Id => json!({ "type": ["string", "number"] }),
        Type::Name(names) => json!({ "type": "string", "enum": names() }),
        Type::Json => json!({}),
        Type::Binary => json!({ "type": "string", "contentEncoding": "base64" }),
        Type::Bool => json!({ "type": "boolean" }),
        Type::Int32 | Type::Int64 => json!({ "type": "integer" }),
        Type::Double => json!({ "type": "number" }),
        Type::Timestamp => json!({ "type": "string", "format": "date-time" }),
        Type::List(item) => json!({ "type": "array", "items": value(item) }),
        Type::Map(item) => json!({ "type": "object", "additionalProperties": value(item) }),
        Type::Pair => {
            let text = value(&Type::String);
            json!({ "type": "array", "prefixItems": [text, text], "minItems": 2, "maxItems": 2 })
        }
        Type::Struct(fields) => object(fields),
    }
}

/// Adds the members of `more` to `schema`.
fn extend(schema: &mut Value, more: Value) {
    if let (Value::Object(schema), Value::Object(more)) = (schema, more) {
        schema.extend(more);
    }
}
