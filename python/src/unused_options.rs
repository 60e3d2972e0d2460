//! Options of pages that rows do not use, by their columns.

use crate::errors::value_error;
use crate::options::Options;
use crate::row_columns::RowColumns;
use pyo3::prelude::*;
use tagrake_bulk::pipeline::MainSelection;
use tagrake_bulk::schema::{BLOCK_SCORES, Table};

/// The columns of pages that depend on which blocks are main content.
const MAIN: [&str; 7] =
    ["main_text", "main_word_count", "main_markdown", "main_score", "lang_detected", "lang_confidence", "blocks"];
const MARKDOWN: [&str; 2] = ["markdown", "main_markdown"];
const ROBOTS: [&str; 3] = ["robots_index", "robots_follow", "rights"];

const NEEDS_LINKS: &str = "the column \"links\" or the table \"links\"";
const NEEDS_MAIN: &str = "a column of the main content, such as \"main_text\"";
const NEEDS_MARKDOWN: &str = "a column of Markdown, such as \"main_markdown\"";
const NEEDS_ROBOTS: &str = "one of the columns \"robots_index\", \"robots_follow\" and \"rights\"";

/// An option of a page that is set although rows do not depend on it: its name, and the message for the caller.
pub(crate) type UnusedOption = (&'static str, String);

/// Raises ValueError if an option is set although rows with these columns do not depend on it.
pub(crate) fn refuse_unused(options: &Options, columns: &RowColumns, main: &MainSelection) -> PyResult<()> {
    unused(options, columns, main).into_iter().next().map_or(Ok(()), |(_, message)| Err(value_error(message)))
}

/// Returns the options that are set although rows with these columns do not depend on them. `main` selects pages by their main
/// content.
pub(crate) fn unused(options: &Options, columns: &RowColumns, main: &MainSelection) -> Vec<UnusedOption> {
    let default = Options::default();
    if *options == default {
        return Vec::new();
    }
    let RowColumns { table, fields, selected, .. } = columns;
    let is_pages = *table == Table::Pages;
    let has_any = |names: &[&str]| is_pages && names.iter().any(|name| fields.has_of(*table, name));
    let has_links = *table == Table::Links || has_any(&["links"]);
    let has_scores = *table == Table::Blocks && BLOCK_SCORES.iter().any(|field| fields.has_of(*table, field.name));
    let has_main = main.is_any() || has_scores || has_any(&MAIN);
    let has_markdown = has_any(&MARKDOWN) || selected.as_ref().is_some_and(|selected| selected.compiled.needs_blocks());
    let of_links = [
        ("kinds", options.kinds.is_some()),
        ("link_scope", options.link_scope.is_some()),
        ("link_attributes", options.link_attributes != default.link_attributes),
        ("max_links", options.max_links != default.max_links),
    ];
    let others = [
        ("agent", options.agent.is_some(), has_any(&ROBOTS), NEEDS_ROBOTS),
        ("view", options.view.is_some(), has_main, NEEDS_MAIN),
        ("markdown_with", options.markdown_with.is_some(), has_markdown, NEEDS_MARKDOWN),
    ];
    let of_links = of_links.into_iter().map(|(name, is_set)| (name, is_set, has_links, NEEDS_LINKS));
    let unused = of_links.chain(others).filter(|(_, is_set, is_used, _)| *is_set && !is_used);
    let message = |name, needs| format!("argument '{name}': needs {needs}, which these rows do not have");
    unused.map(|(name, _, _, needs)| (name, message(name, needs))).collect()
}
