//! Tables in HTML, in which notebooks show objects.

/// The maximum number of characters of a cell.
const MAX_CELL: usize = 200;

/// Returns a table with a head, or if there is none, with a head in each row.
pub(crate) fn html_table(head: Option<&[&str]>, rows: &[impl AsRef<[String]>]) -> String {
    let row = |cells: String| format!("<tr>{cells}</tr>");
    let cell = |name: &str, text: &str| format!("<{name}>{}</{name}>", escaped(&brief(text)));
    let head = head.map(|names| row(names.iter().map(|name| cell("th", name)).collect()));
    let cells = |texts: &[String]| {
        let name = |column: usize| if head.is_none() && column == 0 { "th" } else { "td" };
        row(texts.iter().enumerate().map(|(column, text)| cell(name(column), text)).collect())
    };
    let body: String = rows.iter().map(|row| cells(row.as_ref())).collect();
    format!("<table>{}{body}</table>", head.as_deref().unwrap_or_default())
}

/// Returns the start of a long text, with an ellipsis.
pub(crate) fn brief(text: &str) -> String {
    match text.char_indices().nth(MAX_CELL) {
        Some((end, _)) => format!("{}\u{2026}", &text[..end]),
        None => text.to_owned(),
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
