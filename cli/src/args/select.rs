//! Columns that selectors define.

use super::pages::refuse_nested;
use crate::report::usage;
use clap::Args;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tagrake_bulk::output::OutputOptions;
use tagrake_bulk::schema::SelectedColumns;
use tagrake_bulk::{Fields, reason};
use tagrake_extract::{ExtractOptions, MarkdownOptions, SelectColumns};

/// Options that `extract` and `select` share.
#[derive(Debug, Args)]
pub(crate) struct SelectArgs {
    /// Add a column whose values a CSS selector or XPath finds
    ///
    /// The form is name=selector::output. The option may be repeated.
    ///
    /// price=.price is the text of the first element of the class, tags[]=a[rel=tag] a list of the texts of all elements that match.
    /// Outputs are ::text, ::text-content, ::attr(name), ::url(name), ::url, ::html and ::markdown.
    /// item{ .product | name=h2, url=a::url } is a list of records, one for each element of the class.
    #[arg(long = "select", value_name = "NAME=SELECTOR", value_parser = definition)]
    columns: Vec<String>,
    /// Add the columns of a file with a definition on each line. Empty lines and lines that begin with # are ignored
    #[arg(long, value_name = "FILE")]
    select_file: Option<PathBuf>,
}

impl SelectArgs {
    /// Returns the definitions of the options and of the file. Ends the process with a usage error if the file cannot be read or has
    /// none.
    pub(crate) fn definitions(&self) -> Vec<String> {
        let mut definitions = self.columns.clone();
        if let Some(path) = &self.select_file {
            let text = fs::read_to_string(path).unwrap_or_else(|error| {
                usage::refuse(&format!("the file of columns '{}' cannot be read: {}", path.display(), reason(&error)))
            });
            let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
            definitions.extend(lines.map(str::to_owned));
            if definitions.len() == self.columns.len() {
                usage::refuse(&format!("the file of columns '{}' defines no column", path.display()));
            }
        }
        definitions
    }

    /// Returns the file of definitions.
    pub(crate) fn file(&self) -> Option<&Path> {
        self.select_file.as_deref()
    }
}

/// Compiles columns, if there are any. Ends the process with a usage error if they cannot be compiled.
pub(crate) fn compiled(definitions: &[String]) -> Option<SelectColumns> {
    let compiled = (!definitions.is_empty()).then(|| SelectColumns::compile(definitions))?;
    Some(compiled.unwrap_or_else(|error| usage::refuse(&error.to_string())))
}

/// Adds columns to the options of an extraction and of its output, whose rows have the keys of `fields`. Ends the process with a usage
/// error if the rows cannot have the columns.
pub(crate) fn add_columns(
    columns: Option<SelectColumns>,
    markdown: MarkdownOptions,
    fields: &Fields,
    extract: ExtractOptions,
    output: OutputOptions,
) -> (ExtractOptions, OutputOptions) {
    let Some(columns) = columns.map(|columns| Arc::new(columns.with_markdown(markdown))) else {
        return (extract, output);
    };
    let selected = SelectedColumns::new(columns.clone(), fields, output.kept());
    let selected = selected.unwrap_or_else(|error| usage::refuse(&error.to_string()));
    // The rows are pages, so only the format can refuse a column.
    let output = output.with_selected(selected).unwrap_or_else(|message| refuse_nested(&message));
    (extract.with_columns(Some(columns)), output)
}

fn definition(text: &str) -> Result<String, String> {
    SelectColumns::compile(&[text]).map(|_| text.to_owned()).map_err(|error| error.to_string())
}
