//! Compares columns with the JSON of the same rows.

use arrow_array::cast::AsArray;
use arrow_array::types::{Float64Type, Int32Type, Int64Type, TimestampMicrosecondType};
use arrow_array::{Array, RecordBatch, StructArray};
use serde_json::Value;
use tagrake_bulk::input::FetchTime;
use tagrake_bulk::schema::{Field, PAIR, Table, Type};

/// Compares the rows of a batch with their JSON. Returns the differences.
pub(crate) fn compare(table: Table, batch: &RecordBatch, rows: &[Value]) -> Vec<String> {
    assert_eq!(batch.num_rows(), rows.len());
    let (mut wrong, structs) = (Vec::new(), StructArray::from(batch.clone()));
    for (row, json) in rows.iter().enumerate() {
        let fields = || table.fields().iter().chain(table.fields_on_request());
        let known: Vec<_> = fields().map(|field| field.name).collect();
        let unknown = json.as_object().expect("an object").keys().find(|key| !known.contains(&key.as_str()));
        assert_eq!(unknown, None, "a key that no column has");
        compare_fields(fields(), json, &structs, row, &format!("row {row}"), &mut wrong);
    }
    wrong
}

fn compare_fields<'f>(
    fields: impl Iterator<Item = &'f Field>,
    json: &Value,
    structs: &StructArray,
    row: usize,
    place: &str,
    wrong: &mut Vec<String>,
) {
    for field in fields {
        let place = format!("{place}/{}", field.name);
        match structs.column_by_name(field.name) {
            Some(column) => compare_value(&field.kind, &json[field.name], column, row, &place, wrong),
            None => assert!(json.get(field.name).is_none(), "no column: {place}"),
        }
    }
}

fn compare_value(kind: &Type, json: &Value, column: &dyn Array, row: usize, place: &str, wrong: &mut Vec<String>) {
    if column.is_null(row) || json.is_null() {
        // A JSON-LD value that is null is present, as text.
        let is_json_null =
            matches!(kind, Type::Json) && column.is_valid(row) && column.as_string::<i32>().value(row) == "null";
        if column.is_valid(row) == json.is_null() && !is_json_null {
            wrong.push(format!(
                "{place}: {json}, and the column is {}",
                if column.is_valid(row) { "valid" } else { "null" }
            ));
        }
        return;
    }
    let is_met = match kind {
        Type::String | Type::Name(_) => json == column.as_string::<i32>().value(row),
        Type::Id => {
            let text = json.as_str().map_or_else(|| json.to_string(), str::to_owned);
            text == column.as_string::<i32>().value(row)
        }
        Type::Json => serde_json::from_str::<Value>(column.as_string::<i32>().value(row)).expect("JSON") == *json,
        Type::Bool => *json == column.as_boolean().value(row),
        Type::Int32 => *json == column.as_primitive::<Int32Type>().value(row),
        Type::Int64 => *json == column.as_primitive::<Int64Type>().value(row),
        Type::Double => *json == column.as_primitive::<Float64Type>().value(row),
        Type::Timestamp => {
            let time = FetchTime::of_warc_date(json.as_str().expect("text")).expect("a time");
            time.as_microsecond() == column.as_primitive::<TimestampMicrosecondType>().value(row)
        }
        Type::List(item) => {
            let (items, column) = (json.as_array().expect("a list"), column.as_list::<i32>().value(row));
            for (index, json) in items.iter().enumerate().take(column.len()) {
                compare_value(item, json, &column, index, &format!("{place}/{index}"), wrong);
            }
            items.len() == column.len()
        }
        Type::Map(item) => {
            let (object, entries) = (json.as_object().expect("an object"), column.as_map().value(row));
            let keys: Vec<_> = entries.column(0).as_string::<i32>().iter().flatten().collect();
            for (index, (_, json)) in object.iter().enumerate().take(keys.len()) {
                compare_value(item, json, entries.column(1), index, &format!("{place}/{index}"), wrong);
            }
            object.keys().eq(keys)
        }
        Type::Pair => {
            let pair = Value::Object(
                PAIR.iter()
                    .zip(json.as_array().expect("a list"))
                    .map(|(field, json)| (field.name.to_owned(), json.clone()))
                    .collect(),
            );
            compare_fields(PAIR.iter(), &pair, column.as_struct(), row, place, wrong);
            true
        }
        Type::Struct(fields) => {
            compare_fields(fields.iter(), json, column.as_struct(), row, place, wrong);
            true
        }
        kind => panic!("no comparison of {kind:?}"),
    };
    if !is_met {
        wrong.push(format!("{place}: {json}"));
    }
}
