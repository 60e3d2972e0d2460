//! The values of selected columns, as JSON and CSV.

use super::json::close_json;
use super::json_string::write_string;
use tagrake_extract::{SelectColumn, SelectKind, SelectedValue};

/// Appends members of an object to `json`, each after a comma. A page that could not be read has no values: all are null.
pub(crate) fn write_selected(columns: &[SelectColumn], values: &[SelectedValue<'_>], json: &mut Vec<u8>) {
    for (index, column) in columns.iter().enumerate() {
        json.push(b',');
        write_string(column.name().as_bytes(), json);
        json.push(b':');
        write_value(column, values.get(index).unwrap_or(&SelectedValue::Null), json);
    }
}

/// Returns the values as a JSON object.
///
/// ```
/// use std::sync::Arc;
/// use tagrake_bulk::row::selected_json;
/// use tagrake_extract::{Context, ExtractOptions, Extractor, SelectColumns};
///
/// let columns = Arc::new(SelectColumns::compile(&["title=h1", "tags[]=.tag"])?);
/// let mut extractor = Extractor::new(ExtractOptions::default().with_columns(Some(columns.clone())));
/// let page = extractor.extract(b"<h1>T</h1>", &Context::default());
/// assert_eq!(selected_json(columns.columns(), page.selected), r#"{"title":"T","tags":[]}"#);
/// # Ok::<(), tagrake_extract::SelectColumnError>(())
/// ```
pub fn selected_json(columns: &[SelectColumn], values: &[SelectedValue<'_>]) -> String {
    let mut json = Vec::new();
    write_selected(columns, values, &mut json);
    close_json(&mut json, 0, *b"{}");
    String::from_utf8(json).unwrap_or_default() // strings in UTF-8, with escapes in ASCII
}

fn write_value(column: &SelectColumn, value: &SelectedValue<'_>, json: &mut Vec<u8>) {
    let start = json.len();
    match (value, column.kind()) {
        (SelectedValue::Text(text), _) => write_string(text.as_bytes(), json),
        (SelectedValue::Texts(texts), _) => {
            for text in *texts {
                json.push(b',');
                write_string(text.as_bytes(), json);
            }
            close_json(json, start, *b"[]");
        }
        (SelectedValue::Records(records), SelectKind::Records(columns)) => {
            for record in *records {
                json.push(b',');
                let start = json.len();
                write_selected(columns, record, json);
                close_json(json, start, *b"{}");
            }
            close_json(json, start, *b"[]");
        }
        (SelectedValue::Null | SelectedValue::Records(_), _) => json.extend_from_slice(b"null"),
    }
}
