//! How schemas, rows and readers are shown: their numbers, and a line for each column.

use arrow_schema::{DataType, SchemaRef, TimeUnit};

/// Members of a struct that a type names.
const MAX_MEMBERS: usize = 3;

/// Returns the class and the numbers of rows and columns, and then the columns with their types.
pub(crate) fn description(class: &str, rows: Option<usize>, schema: &SchemaRef) -> String {
    let counted = |count: usize, name: &str| format!("{count} {name}{}", if count == 1 { "" } else { "s" });
    let rows = rows.map_or_else(String::new, |rows| format!("{} × ", counted(rows, "row")));
    let mut text = format!("{class}({rows}{})", counted(schema.fields().len(), "column"));
    for field in schema.fields() {
        text.push_str(&format!("\n  {}: {}", field.name(), type_name(field.data_type())));
    }
    text
}

/// Returns a short name of a type. Types that hold the same values have the same name.
pub(crate) fn type_name(kind: &DataType) -> String {
    match kind {
        DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View => "string".to_owned(),
        DataType::Binary | DataType::LargeBinary | DataType::BinaryView | DataType::FixedSizeBinary(_) => {
            "binary".to_owned()
        }
        DataType::Boolean => "bool".to_owned(),
        DataType::Dictionary(_, values) => type_name(values),
        DataType::List(item) | DataType::LargeList(item) | DataType::FixedSizeList(item, _) => {
            format!("list<{}>", type_name(item.data_type()))
        }
        DataType::Map(entries, _) => match entries.data_type() {
            DataType::Struct(fields) if fields.len() == 2 => {
                format!("map<{}, {}>", type_name(fields[0].data_type()), type_name(fields[1].data_type()))
            }
            _ => "map".to_owned(),
        },
        DataType::Struct(fields) => {
            let mut names: Vec<&str> = fields.iter().take(MAX_MEMBERS).map(|field| field.name().as_str()).collect();
            if fields.len() > MAX_MEMBERS {
                names.push("…");
            }
            format!("struct<{}>", names.join(", "))
        }
        DataType::Timestamp(unit, zone) => {
            let unit = match unit {
                TimeUnit::Second => "s",
                TimeUnit::Millisecond => "ms",
                TimeUnit::Microsecond => "us",
                TimeUnit::Nanosecond => "ns",
            };
            zone.as_ref().map_or_else(|| format!("timestamp[{unit}]"), |zone| format!("timestamp[{unit}, {zone}]"))
        }
        other => other.to_string().to_lowercase(),
    }
}
