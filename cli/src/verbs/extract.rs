//! `tagrake extract`: one record per page.

use super::page_run::{self, FileRun};
use crate::args::choices::format_of;
use crate::args::content::{BYLINE, ContentArgs, ContentNeeds};
use crate::args::main_selection::MainSelectionArgs;
use crate::args::pages::{LinkArgs, PageArgs, field_of, joined_fields};
use crate::args::select::{SelectArgs, add_columns, compiled};
use crate::failure::Failure;
use crate::report::messages::plural;
use crate::report::usage;
use clap::Parser;
use tagrake_bulk::Fields;
use tagrake_bulk::output::{Format, Product};
use tagrake_bulk::pipeline::Extraction;
use tagrake_bulk::schema::Table;
use tagrake_extract::{ExtractOptions, SelectColumns};

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
  Titles and canonical URLs of a crawl, from the head of each page alone:
    tagrake extract --head-only --fields url,title,canonical,robots,lang -o heads.parquet crawl.warc.gz
  A pipeline of JSON lines, each answered before the next is sent:
    my-crawler | tagrake extract --input jsonl --text | my-index")]
pub(crate) struct ExtractArgs {
    #[command(flatten)]
    links: LinkArgs,
    /// Add the visible text and its number of words
    ///
    /// The keys are text and word_count.
    #[arg(long)]
    text: bool,
    /// Add the main content, its publication date and authors
    ///
    /// The keys are main_text, main_score (the expected F1), published, published_source, published_confidence, authors and
    /// authors_source.
    ///
    /// --fields computes each of them too, if it names the key.
    #[arg(long)]
    main: bool,
    /// Add the visible text, or with --main the main content, as Markdown
    ///
    /// The key is markdown, or with --main main_markdown.
    #[arg(long)]
    markdown: bool,
    #[command(flatten)]
    content: ContentArgs,
    #[command(flatten)]
    select: SelectArgs,
    /// The crawler for which robots_index and robots_follow decide [default: none, the rules for all crawlers]
    ///
    /// Its own rules and the rules for all crawlers add up: of meta elements with its name or the name robots, and of
    /// X-Robots-Tag headers.
    #[arg(long, value_name = "NAME", value_parser = crawler)]
    agent: Option<String>,
    /// Only these keys, comma-separated; may be repeated
    ///
    /// CSV and TSV have this order, and other formats the order of the schema. --text, --main and --markdown add their
    /// keys, and --select its columns. CSV and TSV hold texts, numbers, booleans and times. Without --fields, they leave
    /// out keys whose values are lists or objects, such as links, og and encoding.
    #[arg(long, value_name = "A,B,C", value_delimiter = ',', value_parser = field_of(Table::Pages, "record"))]
    fields: Vec<String>,
    /// Omit the links
    #[arg(long, conflicts_with_all = ["fields", "max_links", "kinds", "external", "internal", "link_attributes"])]
    no_links: bool,
    /// Read only the head of each page. The keys are those that need no body
    ///
    /// A title, meta, link or base in the body does not count then, nor do the attributes of a second html tag, so values may differ
    /// from those without this option. --fields accepts the keys of the head only.
    ///
    /// Of records that --index names with their length, only the start is decompressed, and no checksum is verified. Damage after the
    /// head, and a wrong length in the index, are then not noticed.
    #[arg(long, conflicts_with_all = ["text", "main", "markdown", "columns", "select_file", "no_links", "min_words", "lang"])]
    head_only: bool,
    #[command(flatten)]
    pub(crate) pages: PageArgs,
    #[command(flatten)]
    main_selection: MainSelectionArgs,
    /// Format of the records [default: from the output's extension, otherwise jsonl]
    #[arg(long, value_parser = format_of(Product::Pages))]
    format: Option<Format>,
}

/// Writes a record of each page in the inputs of `args`.
pub(crate) fn run(args: &ExtractArgs) -> Result<(), Failure> {
    let form = args.pages.output.form(Product::Pages, args.format);
    let is_flat = form.format.file_format().is_delimited();
    if args.no_links && is_flat {
        usage::refuse("the argument '--no-links' cannot be used with CSV and TSV, which have no links in any case");
    }
    let fields = keys_of(args, is_flat);
    args.links.refuse_without_links(&fields);
    if args.agent.is_some() && !["robots_index", "robots_follow", "rights"].iter().any(|name| fields.has(name)) {
        usage::refuse("the argument '--agent' needs '--fields' with robots_index, robots_follow or rights");
    }
    let definitions = args.select.definitions();
    let columns = compiled(&definitions);
    let has_markdown = columns.as_ref().is_some_and(SelectColumns::needs_blocks);
    let texts = args.content.texts_of(&fields, has_markdown, &ContentNeeds::OPTIONS);
    let extract = ExtractOptions::default().with_crawler(args.agent.as_deref());
    let extract = args.links.extract_options(extract);
    let output = args.pages.output_options(&form, fields, &args.fields);
    let (extract, output) = add_columns(columns, texts.markdown, &fields, extract, output);
    let extraction = args.links.choose(Extraction::new(args.pages.reader(extract), output.clone()));
    let extraction = extraction.with_texts(texts);
    let extraction = args.main_selection.select(&args.pages, extraction);
    let extraction = if args.head_only { of_head(extraction) } else { extraction };
    let run = FileRun::of_pages(&args.pages).with_columns(definitions, args.select.file());
    page_run::run(run, extraction, output, form, |counts| plural(counts.pages, "page"))
}

/// Makes the records from the heads of the pages. Ends the process with a usage error if they need more.
fn of_head(extraction: Extraction) -> Extraction {
    extraction.with_head_only().unwrap_or_else(|error| usage::refuse(&format!("{error}: leave out '--head-only'")))
}

/// Parses the name of a crawler, as robots directives have it.
fn crawler(name: &str) -> Result<String, String> {
    let is_name = !name.is_empty() && !name.contains(|next: char| next.is_ascii_whitespace() || ":,".contains(next));
    is_name.then(|| name.to_owned()).ok_or_else(|| "expected the name of a crawler, such as googlebot".to_owned())
}

/// Returns the keys of the records. If `is_flat`, the format cannot hold lists and objects.
fn keys_of(args: &ExtractArgs, is_flat: bool) -> Fields {
    let default = if args.no_links { Fields::all_but("links").expect("a key of records") } else { Fields::default() };
    let default = if args.head_only { default.of_head() } else { default };
    let added = [
        (args.text, "text,word_count"),
        (args.main, "main_text,main_score"),
        (args.main && args.markdown, "main_markdown"),
        (!args.main && args.markdown, "markdown"),
        (args.main || args.markdown, BYLINE),
    ];
    joined_fields(Table::Pages, &args.fields, default, &added, is_flat)
}
