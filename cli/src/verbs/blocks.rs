//! `tagrake blocks`: one row per text block.

use super::page_run::{self, FileRun};
use crate::args::choices::{format_of, one_of};
use crate::args::content::VIEWS;
use crate::args::main_selection::MainSelectionArgs;
use crate::args::pages::{PageArgs, field_of, joined_fields};
use crate::failure::Failure;
use crate::report::messages::plural;
use crate::report::usage;
use clap::Parser;
use tagrake_bulk::output::{Format, Product};
use tagrake_bulk::pipeline::Extraction;
use tagrake_bulk::schema::{BLOCK_SCORES, Table};
use tagrake_bulk::{Fields, TextOptions};
use tagrake_extract::{ExtractOptions, View};

/// Print the text blocks of pages, one row per block.
///
/// A block is the text between the starts and ends of block elements, table cells and br: paragraphs, list items, cells,
/// headings. Each has its elements, place and counts of words; with --main also the probability that it is main content, and the number of the post,
/// answer or comment that it is in.
/// Unreadable input is reported on standard error, and the rest is read; the exit status is then 1.
#[derive(Debug, Parser)]
#[command(after_help = "Examples:
  tagrake blocks page.html
  tagrake blocks --main -o blocks.parquet crawl.warc.gz
  tagrake blocks crawl.warc.gz | jq -r 'select(.heading_level == 2).text'")]
pub(crate) struct BlocksArgs {
    /// Add the probability that the block is main content, whether it is, its record, and whether it is a comment: the keys
    /// score, main, record and comment
    ///
    /// --fields computes each of them too, if it names the key.
    #[arg(long)]
    main: bool,
    /// How much of the page is main content [default: main]
    #[arg(long, value_name = "VIEW", value_parser = one_of(VIEWS))]
    view: Option<View>,
    /// Only these keys, comma-separated; may be repeated
    ///
    /// CSV and TSV have this order, and other formats the order of the schema. --main adds its keys.
    #[arg(long, value_name = "A,B,C", value_delimiter = ',', value_parser = field_of(Table::Blocks, "block"))]
    fields: Vec<String>,
    #[command(flatten)]
    pub(crate) pages: PageArgs,
    #[command(flatten)]
    main_selection: MainSelectionArgs,
    /// Format of the rows [default: from the output's extension, otherwise jsonl]
    #[arg(long, value_parser = format_of(Product::Blocks))]
    format: Option<Format>,
}

/// Writes the text blocks of each page in the inputs of `args`.
pub(crate) fn run(args: &BlocksArgs) -> Result<(), Failure> {
    let scores = [(args.main, "score,main,record,comment")];
    let fields = joined_fields(Table::Blocks, &args.fields, Fields::default(), &scores, false);
    if args.view.is_some() && !BLOCK_SCORES.iter().any(|field| fields.has(field.name)) {
        usage::refuse("the argument '--view' needs '--main'");
    }
    let texts = TextOptions { view: args.view.unwrap_or_default(), ..TextOptions::default() };
    let form = args.pages.output.form(Product::Blocks, args.format);
    let output = args.pages.output_options(&form, fields, &args.fields);
    let reader = args.pages.reader(ExtractOptions::default());
    let extraction = Extraction::new(reader, output.clone()).with_texts(texts);
    let extraction = args.main_selection.select(&args.pages, extraction);
    page_run::run(FileRun::of_pages(&args.pages), extraction, output, form, |counts| {
        format!("{} from {}", plural(counts.rows, "block"), plural(counts.pages, "page"))
    })
}
