//! The links and the record of a page as rows of a table, as many as there is room for.

use super::bytes::first_bytes;
use serde::Serialize;
use serde_json::Value;
use tagrake::extract::{Link, LinkKind, Page};

/// How long a string of a table may be, in bytes.
const MAX_CELL: usize = 1_000;
/// How long all strings of a table may be, in bytes.
const MAX_TABLE: usize = 8 << 20;

/// A link: offset, kind, element, attribute, as written, resolved, class, `rel`, text.
#[derive(Serialize)]
pub(super) struct LinkRow(
    Option<usize>,
    &'static str,
    String,
    String,
    String,
    Option<String>,
    &'static str,
    String,
    String,
);

/// What strings of a table may still take.
struct Room(usize);

impl Room {
    /// Returns the string, cut if it is long.
    fn take(&mut self, text: &str) -> String {
        let kept = first_bytes(text, MAX_CELL);
        self.0 = self.0.saturating_sub(kept.len() + 4);
        if kept.len() < text.len() { format!("{kept}…") } else { text.to_owned() }
    }
}

/// Returns the rows of links.
pub(super) fn links(page: &Page<'_>) -> Vec<LinkRow> {
    let mut room = Room(MAX_TABLE);
    let mut rows = Vec::new();
    for link in page.links {
        let Link { kind, element, attr, raw, url, class, text, alt, .. } = link;
        rows.push(LinkRow(
            (*kind != LinkKind::Header).then_some(link.span.start),
            kind.as_str(),
            room.take(element),
            room.take(attr),
            room.take(raw),
            url.map(|url| room.take(url)),
            class.as_str(),
            room.take(&link.rel.join(" ")),
            room.take(if text.is_empty() { alt } else { text }),
        ));
        if room.0 == 0 {
            break;
        }
    }
    rows
}

/// Returns the rows of a record: a name and a value each. What is missing or empty has none.
pub(super) fn metadata(record: &Value) -> Vec<(String, String)> {
    let mut rows = Vec::new();
    add(&mut rows, &mut Room(MAX_TABLE), String::new(), record);
    rows
}

fn add(rows: &mut Vec<(String, String)>, room: &mut Room, name: String, value: &Value) {
    if room.0 == 0 {
        return;
    }
    match value {
        Value::Null => {}
        Value::String(text) => rows.push((room.take(&name), room.take(text))),
        Value::Bool(_) | Value::Number(_) => rows.push((room.take(&name), value.to_string())),
        Value::Array(values) => {
            for (number, value) in values.iter().enumerate() {
                add(rows, room, format!("{name}[{number}]"), value);
            }
        }
        Value::Object(values) => {
            for (key, value) in values {
                let name = if name.is_empty() { key.clone() } else { format!("{name}.{key}") };
                // JSON-LD stays JSON.
                if key == "value" && name.starts_with("jsonld[") {
                    rows.push((name, room.take(&value.to_string())));
                } else {
                    add(rows, room, name, value);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn each_value_has_a_row() {
        let record =
            json!({"a": null, "b": "x", "c": [], "d": [{"e": 1}, {"f": true}], "jsonld": [{"value": {"g": 2}}]});
        let rows: Vec<_> = metadata(&record).iter().map(|(name, value)| format!("{name}={value}")).collect();
        assert_eq!(rows, ["b=x", "d[0].e=1", "d[1].f=true", "jsonld[0].value={\"g\":2}"]);
    }

    #[test]
    fn a_table_ends_where_there_is_no_room() {
        let record = json!({"a": vec!["b".repeat(2_000); 10_000]});
        let rows = metadata(&record);
        assert!(rows.len() < 10_000 && rows.iter().all(|(_, value)| value.len() == MAX_CELL + "…".len()));
        assert!(rows.iter().map(|(_, value)| value.len()).sum::<usize>() <= MAX_TABLE + 2 * MAX_CELL);
    }
}
