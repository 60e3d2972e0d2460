//! `tagrake select`: a row per page with values that selectors find.

use super::page_run::{self, FileRun};
use crate::args::choices::format_of;
use crate::args::content::{ContentArgs, ContentNeeds};
use crate::args::main_selection::MainSelectionArgs;
use crate::args::pages::{PageArgs, field_of, fields};
use crate::args::select::{SelectArgs, add_columns, compiled};
use crate::failure::Failure;
use crate::report::messages::plural;
use crate::report::usage;
use clap::{Command, Id, Parser};
use std::io::{self, Write};
use tagrake_bulk::Fields;
use tagrake_bulk::output::{Format, Product};
use tagrake_bulk::pipeline::Extraction;
use tagrake_bulk::schema::Table;
use tagrake_extract::ExtractOptions;

/// The keys of a row before its columns, if `--fields` is absent.
const KEYS: &str = "id,source,url";

/// Print one row per page with the values that CSS selectors and XPath find.
///
/// The answers are the answers of the tree that a browser builds. A row has the keys id, source and url, and the columns of --select and
/// --select-file. Unreadable input is reported on standard error, and the rest is read; the exit status is then 1.
#[derive(Debug, Parser)]
#[command(
    defer(refuse_with_check),
    after_help = "Examples:
  Names and prices of products, from a crawl to a table:
    tagrake select --select name=h1 --select price=.price --select 'img=img.hero::url' -o products.parquet shop.warc.gz
  One record for each product of a page:
    tagrake select --select 'items{ .product | name=h2, price=.price, url=a::url }' page.html
  What the selectors need:
    tagrake select --check --select-file columns.txt
  Columns from a file, and the language of the page:
    tagrake select --select-file columns.txt --fields url,lang -o pages.csv saved/"
)]
pub(crate) struct SelectVerbArgs {
    #[command(flatten)]
    select: SelectArgs,
    #[command(flatten)]
    content: ContentArgs,
    /// These keys of the record before the columns, comma-separated; may be repeated [default: id,source,url]
    #[arg(long, value_name = "A,B,C", value_delimiter = ',', value_parser = field_of(Table::Pages, "record"))]
    fields: Vec<String>,
    /// Print what each selector is compiled to, whether it is exact, and what makes it expensive, and read no input
    #[arg(long)]
    check: bool,
    #[command(flatten)]
    pub(crate) pages: PageArgs,
    #[command(flatten)]
    main_selection: MainSelectionArgs,
    /// Format of the rows [default: from the output's extension, otherwise jsonl]
    #[arg(long, value_parser = format_of(Product::Pages))]
    format: Option<Format>,
}

/// Declares that `--check`, which reads no input, conflicts with all options but the ones that define columns.
fn refuse_with_check(select: Command) -> Command {
    let is_of_run = |id: &Id| !matches!(id.as_str(), "columns" | "select_file" | "check" | "help");
    let of_run: Vec<_> = select.get_arguments().map(|option| option.get_id().clone()).filter(is_of_run).collect();
    select.mut_arg("check", |check| check.conflicts_with_all(of_run))
}

/// Writes a row of each page in the inputs of `args`.
pub(crate) fn run(args: &SelectVerbArgs) -> Result<(), Failure> {
    let keys = || Fields::only(KEYS).expect("the keys are those of records");
    let fields = fields(Table::Pages, &args.fields).unwrap_or_else(keys);
    let definitions = args.select.definitions();
    let Some(columns) = compiled(&definitions) else {
        usage::refuse("no column: use --select name=selector or --select-file");
    };
    if args.check {
        let reports = columns.reports().map(|report| report.to_string() + "\n").collect::<String>();
        return Ok(io::stdout().write_all(reports.as_bytes())?);
    }
    let texts = args.content.texts_of(&fields, columns.needs_blocks(), &ContentNeeds::KEYS);
    let form = args.pages.output.form(Product::Pages, args.format);
    let output = args.pages.output_options(&form, fields, &args.fields);
    let (extract, output) = add_columns(Some(columns), texts.markdown, &fields, ExtractOptions::default(), output);
    let extraction = Extraction::new(args.pages.reader(extract), output.clone()).with_texts(texts);
    let extraction = args.main_selection.select(&args.pages, extraction);
    let run = FileRun::of_pages(&args.pages).with_columns(definitions, args.select.file());
    page_run::run(run, extraction, output, form, |counts| plural(counts.pages, "page"))
}
