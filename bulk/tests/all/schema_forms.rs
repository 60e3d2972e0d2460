//! All forms of the schema are equivalent: each is compared with the Arrow schema of batches.
use arrow_schema::{DataType, Field, TimeUnit};
use serde_json::{Value, json};
use tagrake_bulk::Fields;
use tagrake_bulk::columns::schema;
use tagrake_bulk::schema::{Table, arrow_json, json_schema, spark_ddl, sql};

const TABLES: &[Table] = Table::ALL;

/// Returns the fields of a table: the default ones, and all of them.
fn selections(table: Table) -> [Fields; 2] {
    let names = table.fields().iter().chain(table.fields_on_request()).map(|field| field.name);
    let names = names.collect::<Vec<_>>().join(",");
    let all = Fields::only_of(table, &names).expect("keys of the table");
    [Fields::default(), all]
}

fn columns(table: Table, fields: &Fields) -> Vec<Field> {
    schema(table, fields).fields().iter().map(|field| field.as_ref().clone()).collect()
}

#[test]
fn the_arrow_json_is_the_schema_of_batches() {
    for (table, selection) in TABLES.iter().copied().flat_map(|table| selections(table).map(|fields| (table, fields))) {
        let fields: Vec<_> = columns(table, &selection).iter().map(arrow_field).collect();
        assert_eq!(arrow_json(table, &selection), json!({ "fields": fields }));
    }
}

#[test]
fn sql_has_the_columns() {
    for (table, selection) in TABLES.iter().copied().flat_map(|table| selections(table).map(|fields| (table, fields))) {
        let text = sql(table, &selection);
        let lines: Vec<_> = text.lines().collect();
        let [first, rows @ .., last] = &*lines else { panic!("a statement") };
        assert_eq!((*first, *last), (&*format!("CREATE TABLE {} (", table.as_str()), ");"));
        let columns = columns(table, &selection);
        assert_eq!(rows.len(), columns.len());
        for (index, (row, field)) in rows.iter().zip(&columns).enumerate() {
            let rule = if field.is_nullable() { "" } else { " NOT NULL" };
            let comma = if index + 1 < columns.len() { "," } else { "" };
            let column = format!("    \"{}\" {}{rule}{comma}", field.name(), sql_type(field.data_type()));
            assert_eq!(row.split_once(" -- ").map(|(column, _)| column), Some(&*column));
        }
    }
}

#[test]
fn spark_has_the_columns() {
    for (table, selection) in TABLES.iter().copied().flat_map(|table| selections(table).map(|fields| (table, fields))) {
        let column = |field: &Field| {
            let rule = if field.is_nullable() { "" } else { " NOT NULL" };
            format!("`{}` {}{rule}", field.name(), spark_type(field.data_type()))
        };
        let expected: Vec<_> = columns(table, &selection).iter().map(column).collect();
        assert_eq!(spark_ddl(table, &selection).split(",\n").collect::<Vec<_>>(), expected);
    }
}

#[test]
fn json_schema_has_the_columns() {
    for &table in TABLES {
        let schema = json_schema(table);
        let properties = schema["properties"].as_object().expect("properties");
        let [_, all] = selections(table);
        let columns = columns(table, &all);
        assert!(properties.keys().eq(columns.iter().map(Field::name)));
        for field in &columns {
            check_json_type(field.name(), &properties[field.name()], field.data_type());
        }
    }
}

#[test]
fn fields_that_are_not_requested_have_no_column() {
    let fields = Fields::only("links,url,v").expect("keys");
    let names: Vec<_> = schema(Table::Pages, &fields).fields().iter().map(|field| field.name().clone()).collect();
    assert_eq!(names, ["v", "url", "links"]);
}

/// Returns a field in the JSON of Arrow's integration tests. Only types that Spark supports are handled.
fn arrow_field(field: &Field) -> Value {
    let (kind, children) = match field.data_type() {
        DataType::Utf8 => (json!({"name": "utf8"}), vec![]),
        DataType::Boolean => (json!({"name": "bool"}), vec![]),
        DataType::Int32 => (json!({"name": "int", "bitWidth": 32, "isSigned": true}), vec![]),
        DataType::Int64 => (json!({"name": "int", "bitWidth": 64, "isSigned": true}), vec![]),
        DataType::Float64 => (json!({"name": "floatingpoint", "precision": "DOUBLE"}), vec![]),
        DataType::Timestamp(TimeUnit::Microsecond, Some(zone)) => {
            (json!({"name": "timestamp", "unit": "MICROSECOND", "timezone": &**zone}), vec![])
        }
        DataType::List(item) => (json!({"name": "list"}), vec![arrow_field(item)]),
        DataType::Map(entry, is_sorted) => (json!({"name": "map", "keysSorted": is_sorted}), vec![arrow_field(entry)]),
        DataType::Struct(fields) => {
            (json!({"name": "struct"}), fields.iter().map(|field| arrow_field(field)).collect())
        }
        other => panic!("Spark does not take {other}"),
    };
    json!({"name": field.name(), "nullable": field.is_nullable(), "type": kind, "children": children})
}

/// Returns the key and the value field of a map's entries.
fn entry(field: &Field) -> [&Field; 2] {
    let DataType::Struct(fields) = field.data_type() else { panic!("entries are structs") };
    let [key, value] = &**fields else { panic!("entries are pairs") };
    [key, value]
}

fn sql_type(kind: &DataType) -> String {
    match kind {
        DataType::Utf8 => "VARCHAR".to_owned(),
        DataType::Boolean => "BOOLEAN".to_owned(),
        DataType::Int32 => "INTEGER".to_owned(),
        DataType::Int64 => "BIGINT".to_owned(),
        DataType::Float64 => "DOUBLE".to_owned(),
        DataType::Timestamp(..) => "TIMESTAMP WITH TIME ZONE".to_owned(),
        DataType::List(item) => sql_type(item.data_type()) + "[]",
        DataType::Map(field, _) => {
            let [key, value] = entry(field).map(|field| sql_type(field.data_type()));
            format!("MAP({key}, {value})")
        }
        DataType::Struct(fields) => {
            let members = fields.iter().map(|field| format!("\"{}\" {}", field.name(), sql_type(field.data_type())));
            format!("STRUCT({})", members.collect::<Vec<_>>().join(", "))
        }
        other => panic!("no SQL for {other}"),
    }
}

fn spark_type(kind: &DataType) -> String {
    match kind {
        DataType::Utf8 => "STRING".to_owned(),
        DataType::Boolean => "BOOLEAN".to_owned(),
        DataType::Int32 => "INT".to_owned(),
        DataType::Int64 => "BIGINT".to_owned(),
        DataType::Float64 => "DOUBLE".to_owned(),
        DataType::Timestamp(..) => "TIMESTAMP".to_owned(),
        DataType::List(item) => format!("ARRAY<{}>", spark_type(item.data_type())),
        DataType::Map(field, _) => {
            let [key, value] = entry(field).map(|field| spark_type(field.data_type()));
            format!("MAP<{key}, {value}>")
        }
        DataType::Struct(fields) => {
            let members = fields.iter().map(|field| {
                let rule = if field.is_nullable() { "" } else { " NOT NULL" };
                format!("`{}`: {}{rule}", field.name(), spark_type(field.data_type()))
            });
            format!("STRUCT<{}>", members.collect::<Vec<_>>().join(", "))
        }
        other => panic!("no Spark for {other}"),
    }
}

/// Checks that a column of type `kind` can hold every value that `schema` allows.
fn check_json_type(place: &str, schema: &Value, kind: &DataType) {
    let name = match &schema["type"] {
        Value::Array(names) => names[0].as_str(),
        name => name.as_str(),
    };
    let expected = match kind {
        DataType::Utf8 if ["value", "repaired", "v"].contains(&place) => name, // any JSON
        DataType::Utf8 | DataType::Timestamp(..) => Some("string"),
        DataType::Boolean => Some("boolean"),
        DataType::Int32 | DataType::Int64 => Some("integer"),
        DataType::Float64 => Some("number"),
        DataType::List(_) => Some("array"),
        DataType::Struct(_) if schema.get("prefixItems").is_some() => Some("array"),
        DataType::Map(..) | DataType::Struct(_) => Some("object"),
        other => panic!("no JSON for {other}"),
    };
    assert_eq!(name, expected, "{place}: {schema}");
    match kind {
        DataType::List(item) => check_json_type(place, &schema["items"], item.data_type()),
        DataType::Map(field, _) => {
            check_json_type(place, &schema["additionalProperties"], entry(field)[1].data_type());
        }
        DataType::Struct(fields) if schema.get("properties").is_some() => {
            assert!(
                schema["properties"]
                    .as_object()
                    .expect("properties")
                    .keys()
                    .eq(fields.iter().map(|field| field.name()))
            );
            for field in fields {
                check_json_type(field.name(), &schema["properties"][field.name()], field.data_type());
            }
        }
        _ => {}
    }
}
