//! The tables of links and metadata of a report, limited in size.

use super::bytes::first_bytes;
use serde_json::Value;
use tagrake_extract::{FactSource, Link, Page};

/// Maximum bytes of a string in a table.
const MAX_CELL: usize = 1_000;
/// Maximum bytes of all strings in a table.
const MAX_TABLE: usize = 8 << 20;

/// A row of the table of links: offset, kind, element, attribute, URL as written, URL resolved, class, `rel`, text.
pub(super) type LinkCells =
    (Option<usize>, &'static str, String, String, String, Option<String>, &'static str, String, String);

/// The bytes that the strings of a table may still take.
pub(super) struct BytesLeft(pub(super) usize);

impl BytesLeft {
    /// Returns the string, truncated to [`MAX_CELL`], and subtracts its size.
    pub(super) fn take(&mut self, text: &str) -> String {
        self.take_up_to(text, MAX_CELL)
    }

    /// Returns the string, truncated to `most` bytes, and subtracts its size.
    pub(super) fn take_up_to(&mut self, text: &str, most: usize) -> String {
        let kept = first_bytes(text, most);
        self.0 = self.0.saturating_sub(kept.len() + 4);
        if kept.len() < text.len() { format!("{kept}…") } else { text.to_owned() }
    }
}

/// Returns the rows of the table of links.
pub(super) fn links(page: &Page<'_>) -> Vec<LinkCells> {
    let mut left = BytesLeft(MAX_TABLE);
    let mut rows = Vec::new();
    for link in page.links {
        let Link { kind, element, attr, raw, url, class, text, alt, .. } = link;
        rows.push((
            (link.source() != FactSource::Header).then_some(link.span.start),
            kind.as_str(),
            left.take(element),
            left.take(attr),
            left.take(raw),
            url.map(|url| left.take(url)),
            class.as_str(),
            left.take(&link.rel.join(" ")),
            left.take(if text.is_empty() { alt } else { text }),
        ));
        if left.0 == 0 {
            break;
        }
    }
    rows
}

/// Returns the rows of the table of metadata: a name and a value each. Missing and empty values are omitted.
pub(super) fn metadata(record: &Value) -> Vec<(String, String)> {
    let mut rows = Vec::new();
    add(&mut rows, &mut BytesLeft(MAX_TABLE), String::new(), record);
    rows
}

fn add(rows: &mut Vec<(String, String)>, left: &mut BytesLeft, name: String, value: &Value) {
    if left.0 == 0 {
        return;
    }
    match value {
        Value::Null => {}
        Value::String(text) => rows.push((left.take(&name), left.take(text))),
        Value::Bool(_) | Value::Number(_) => rows.push((left.take(&name), value.to_string())),
        Value::Array(values) => {
            for (number, value) in values.iter().enumerate() {
                add(rows, left, format!("{name}[{number}]"), value);
            }
        }
        Value::Object(values) => {
            for (key, value) in values {
                let name = if name.is_empty() { key.clone() } else { format!("{name}.{key}") };
                // Keep JSON-LD as JSON.
                if key == "value" && name.starts_with("jsonld[") {
                    rows.push((name, left.take(&value.to_string())));
                } else {
                    add(rows, left, name, value);
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
    fn every_value_is_a_row() {
        let record =
            json!({"a": null, "b": "x", "c": [], "d": [{"e": 1}, {"f": true}], "jsonld": [{"value": {"g": 2}}]});
        let rows: Vec<_> = metadata(&record).iter().map(|(name, value)| format!("{name}={value}")).collect();
        assert_eq!(rows, ["b=x", "d[0].e=1", "d[1].f=true", "jsonld[0].value={\"g\":2}"]);
    }

    #[test]
    fn a_table_ends_at_its_size_limit() {
        let record = json!({"a": vec!["b".repeat(2_000); 10_000]});
        let rows = metadata(&record);
        assert!(rows.len() < 10_000 && rows.iter().all(|(_, value)| value.len() == MAX_CELL + "…".len()));
        assert!(rows.iter().map(|(_, value)| value.len()).sum::<usize>() <= MAX_TABLE + 2 * MAX_CELL);
    }
}
