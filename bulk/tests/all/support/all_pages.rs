//! All pages that the tests have.

use super::everything::everything;
use super::own_pages::own_pages;
use serde_json::Value;
use tagrake_bulk::input::{InputPage, json_lines};
use tagrake_testsupport::extract_cases;

/// Returns the cases, our own pages, and a page with every feature.
pub(crate) fn all_pages() -> Vec<InputPage> {
    let lines: Vec<_> = extract_cases::read().iter().map(Value::to_string).collect();
    let mut all: Vec<_> = json_lines("cases", lines.join("\n").as_bytes()).map(|page| page.expect("a page")).collect();
    all.extend(own_pages());
    all.push(everything());
    assert!(all.len() > 160, "{} pages", all.len());
    all
}
