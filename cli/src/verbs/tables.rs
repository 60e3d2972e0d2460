//! `tagrake tables`: one row per cell of each table.

use super::page_run::{self, FileRun};
use crate::args::choices::format_of;
use crate::args::main_selection::MainSelectionArgs;
use crate::args::pages::{PageArgs, field_of, fields};
use crate::failure::Failure;
use crate::report::messages::plural;
use clap::Parser;
use tagrake_bulk::output::{Format, Product};
use tagrake_bulk::pipeline::Extraction;
use tagrake_bulk::schema::Table;
use tagrake_extract::ExtractOptions;

/// Print the cells of the tables of pages, one row per cell.
///
/// A cell that spans columns or rows has a row for each position in the grid. Nested tables are tables of their own, and hidden
/// tables, rows and cells are left out. Tables for layout are included; the key data marks the others. Unreadable input is reported
/// on standard error, and the rest is read; the exit status is then 1.
#[derive(Debug, Parser)]
#[command(after_help = "Examples:
  tagrake tables page.html
  tagrake tables -o cells.parquet crawl.warc.gz
  tagrake tables crawl.warc.gz | jq -c 'select(.data) | [.table, .row, .column, .text]'")]
pub(crate) struct TablesArgs {
    /// Only these keys, comma-separated; may be repeated
    ///
    /// CSV and TSV have this order, and other formats the order of the schema.
    #[arg(long, value_name = "A,B,C", value_delimiter = ',', value_parser = field_of(Table::Tables, "cell"))]
    fields: Vec<String>,
    #[command(flatten)]
    pub(crate) pages: PageArgs,
    #[command(flatten)]
    main_selection: MainSelectionArgs,
    /// Format of the rows [default: from the output's extension, otherwise jsonl]
    #[arg(long, value_parser = format_of(Product::Tables))]
    format: Option<Format>,
}

/// Writes the cells of the tables of each page in the inputs of `args`.
pub(crate) fn run(args: &TablesArgs) -> Result<(), Failure> {
    let fields = fields(Table::Tables, &args.fields).unwrap_or_default();
    let form = args.pages.output.form(Product::Tables, args.format);
    let output = args.pages.output_options(&form, fields, &args.fields);
    let extraction = Extraction::new(args.pages.reader(ExtractOptions::default()), output.clone());
    let extraction = args.main_selection.select(&args.pages, extraction);
    page_run::run(FileRun::of_pages(&args.pages), extraction, output, form, |counts| {
        format!("{} from {}", plural(counts.rows, "cell"), plural(counts.pages, "page"))
    })
}
