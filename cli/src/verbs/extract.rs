//! `tagrake extract`: one record per page.

use super::page_run::{self, FileRun};
use crate::args::choices::format_of;
use crate::args::content::{BYLINE, ContentArgs};
use crate::args::pages::{LinkArgs, PageArgs, field_of, fields};
use crate::args::select::{SelectArgs, add_columns};
use crate::failure::Failure;
use crate::report::messages::plural;
use clap::Parser;
use tagrake_bulk::Fields;
use tagrake_bulk::output::{Format, Product};
use tagrake_bulk::pipeline::Extraction;
use tagrake_bulk::schema::Table;
use tagrake_extract::SelectColumns;

/// Print one record per page: metadata, headings, JSON-LD, links.
///
/// `tagrake schema` prints the keys. Unreadable input is reported on standard error, and the rest is read; the exit
/// status is then 1.
#[derive(Debug, Parser)]
#[command(after_help = "Examples:
  One table of the pages of a crawl:
    tagrake extract -o pages.parquet CC-MAIN-*.warc.gz
  One table for each file of a list; the same command resumes an interrupted run:
    tagrake extract --manifest warc.paths.gz --format parquet --output-dir pages --skip-existing
  Titles and languages of saved pages:
    tagrake extract --fields source,title,lang saved/
  A spreadsheet of pages:
    tagrake extract --fields url,title,description,lang -o pages.csv crawl.warc.gz
  The main content of the pages of a crawl, and how sure it is:
    tagrake extract --fields url,title,main_text,main_score -o main.parquet CC-MAIN-*.warc.gz
  A pipeline of JSON lines, each answered before the next is sent:
    my-crawler | tagrake extract --input jsonl --text | my-index")]
pub(crate) struct ExtractArgs {
    #[command(flatten)]
    pub(crate) pages: PageArgs,
    #[command(flatten)]
    links: LinkArgs,
    /// Add the visible text and its number of words: the keys text and word_count
    #[arg(long)]
    text: bool,
    /// Add the main content, its expected F1, publication date and authors: the keys main_text, main_score, published,
    /// published_source, published_confidence, authors and authors_source
    ///
    /// --fields adds each of them too, if it names the key.
    #[arg(long)]
    main: bool,
    /// Add the visible text as Markdown: the key markdown; with --main, the main content: the key main_markdown
    #[arg(long)]
    markdown: bool,
    #[command(flatten)]
    content: ContentArgs,
    #[command(flatten)]
    select: SelectArgs,
    /// Only these keys, comma-separated; may be repeated. CSV and TSV have this order, and other formats the order of the schema
    ///
    /// CSV and TSV hold texts, numbers, booleans and times. Without --fields, they leave out keys whose values are lists or objects, such as
    /// links, og and encoding.
    #[arg(long, value_name = "A,B,C", value_delimiter = ',', value_parser = field_of(Table::Pages, "record"))]
    fields: Vec<String>,
    /// Format of the records [default: from the output's extension, otherwise jsonl]
    #[arg(long, value_parser = format_of(Product::Pages))]
    format: Option<Format>,
    /// Omit the links
    #[arg(long, conflicts_with_all = ["fields", "kinds", "link_attributes"])]
    no_links: bool,
}

/// Writes a record of each page in the inputs of `args`.
pub(crate) fn run(args: &ExtractArgs) -> Result<(), Failure> {
    let form = args.pages.output.form(Product::Pages, args.format);
    let fields = match fields(Table::Pages, &args.fields) {
        Some(fields) => fields,
        None if form.format.file_format().is_delimited() => keys_of(args).flat(),
        None => keys_of(args),
    };
    let columns = args.select.compile();
    let has_markdown = columns.as_ref().is_some_and(SelectColumns::needs_blocks);
    let texts = args.content.texts_of(&fields, has_markdown);
    let extract = args.links.extract_options(fields.extract_options(Table::Pages));
    let output = args.pages.output_options(&form, fields, &args.fields);
    let (extract, output) = add_columns(columns, texts.markdown, &fields, extract, output);
    let extraction = args.links.choose_kinds(Extraction::new(args.pages.reader(extract), output.clone()));
    let extraction = extraction.with_texts(texts);
    page_run::run(FileRun::of_pages(&args.pages), extraction, output, form, |counts| plural(counts.pages, "page"))
}

/// Returns the keys of the records if `--fields` is absent.
fn keys_of(args: &ExtractArgs) -> Fields {
    let fields = if args.no_links { Fields::all_but("links") } else { Fields::default() };
    let more = [
        (args.text, "text,word_count"),
        (args.main, "main_text,main_score"),
        (args.main && args.markdown, "main_markdown"),
        (!args.main && args.markdown, "markdown"),
        (args.main || args.markdown, BYLINE),
    ];
    let requested = more.into_iter().filter(|(is_requested, _)| *is_requested);
    requested.fold(fields, |fields, (_, keys)| fields.with(Table::Pages, keys).expect("the keys are those of records"))
}
