//! `tagrake links`: one row per link.

use super::page_run::{self, FileRun};
use crate::args::choices::format_of;
use crate::args::main_selection::MainSelectionArgs;
use crate::args::pages::{LinkArgs, PageArgs, field_of, fields};
use crate::failure::Failure;
use crate::report::messages::plural;
use clap::Parser;
use tagrake_bulk::output::{Format, Product};
use tagrake_bulk::pipeline::Extraction;
use tagrake_bulk::schema::Table;
use tagrake_extract::ExtractOptions;

/// Print the links of pages, one row per link.
///
/// Unreadable input is reported on standard error, and the rest is read; the exit status is then 1.
#[derive(Debug, Parser)]
#[command(after_help = "Examples:
  The links of one page:
    tagrake links --url https://example.com/ page.html
    curl -s https://example.com/ | tagrake links --url https://example.com/
  The link graph of a crawl:
    tagrake links --kinds nav --fields page_url,url,rel,text -o edges.parquet CC-MAIN-*.warc.gz
  The links to other domains:
    tagrake links --kinds nav --external --fields page_url,url,domain -o external.csv crawl.warc.gz
  Link targets, one per line:
    tagrake links crawl.warc.gz | jq -r 'select(.kind == \"nav\").url'
  A remote file, without storing it:
    tagrake links -o links.csv https://example.com/crawl.warc.gz
    tagrake links --anonymous -o links.csv s3://bucket/crawl.warc.gz")]
pub(crate) struct LinksArgs {
    #[command(flatten)]
    links: LinkArgs,
    /// Only these keys, comma-separated; may be repeated
    ///
    /// CSV and TSV have this order, and other formats the order of the schema.
    #[arg(long, value_name = "A,B,C", value_delimiter = ',', value_parser = field_of(Table::Links, "link"))]
    fields: Vec<String>,
    #[command(flatten)]
    pub(crate) pages: PageArgs,
    #[command(flatten)]
    main_selection: MainSelectionArgs,
    /// Format of the rows [default: from the output's extension, otherwise jsonl]
    #[arg(long, value_parser = format_of(Product::Links))]
    format: Option<Format>,
}

/// Writes the links of each page in the inputs of `args`.
pub(crate) fn run(args: &LinksArgs) -> Result<(), Failure> {
    let fields = fields(Table::Links, &args.fields).unwrap_or_default();
    let extract = args.links.extract_options(ExtractOptions::default());
    let form = args.pages.output.form(Product::Links, args.format);
    let output = args.pages.output_options(&form, fields, &args.fields);
    let extraction = args.links.choose(Extraction::new(args.pages.reader(extract), output.clone()));
    let extraction = args.main_selection.select(&args.pages, extraction);
    page_run::run(FileRun::of_pages(&args.pages), extraction, output, form, |counts| {
        format!("{} from {}", plural(counts.links, "link"), plural(counts.pages, "page"))
    })
}
