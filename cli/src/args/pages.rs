//! Options of the verbs that read many pages.

use super::choices::{Choice, choice, one_of};
use super::content::{ContentArgs, VIEWS};
use super::formats::{BLOCKS, LINKS, PAGES, TEXT, WAT};
use super::hints::HintArgs;
use super::inputs::{InputArgs, RunArgs, bytes};
use super::outputs::OutputArgs;
use super::records::RecordArgs;
use super::selection::SelectionArgs;
use crate::output::record::Recipe;
use crate::report::causes::{CauseGroup, Causes};
use crate::report::usage;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser};
use std::num::NonZeroU64;
use tagrake::extract::{ExtractOptions, LinkKind, View};
use tagrake_bulk::output::{Format, OutputOptions};
use tagrake_bulk::pipeline::{Counts, ErrorPolicy, RunOptions, Selection};
use tagrake_bulk::schema::Table;
use tagrake_bulk::{Fields, ReaderOptions};

/// Options that `extract`, `links`, `text`, `blocks` and `wat` share.
#[derive(Debug, Args)]
pub(crate) struct PageArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    #[command(flatten)]
    pub(crate) index: RecordArgs,
    /// Read only WARC records of these MIME types: html, all, or a comma-separated list [default: html, and the texts of
    /// WET files]
    ///
    /// The type is the one that the crawler detected (WARC-Identified-Payload-Type), otherwise the one that the server
    /// sent. If neither declares a type, the first bytes decide whether the record is HTML. html means text/html and
    /// application/xhtml+xml; image/* means all images.
    #[arg(long, value_name = "A,B")]
    mime: Option<String>,
    /// Read only WARC records of these HTTP statuses: 200, 2xx, all, or a comma-separated list [default: 2xx]
    ///
    /// By default only successful responses are read, because servers generate the pages of errors and redirects.
    /// Records without a status are always read.
    #[arg(long, value_name = "A,B", value_parser = statuses)]
    status: Option<String>,
    #[command(flatten)]
    selection: SelectionArgs,
    #[command(flatten)]
    pub(crate) hints: HintArgs,
    /// Maximum memory for reading one page. The rest of the page is not read
    ///
    /// Includes tags, attributes, links, text, and the page decoded to UTF-8 if it is in another encoding. A page that
    /// exceeds the limit has the flag limit-arena.
    #[arg(long, value_name = "BYTES", value_parser = bytes, default_value = "128M")]
    max_arena_bytes: usize,
    /// How to handle unreadable input (always reported on standard error) [default: skip, except that an invalid JSON
    /// line gives a record]
    #[arg(long, value_name = "HOW", value_parser = one_of(ERROR_POLICIES))]
    errors: Option<ErrorPolicy>,
    /// Stop after N rows: links for links, blocks for blocks, records or pages otherwise. Uses one thread, and reads
    /// little input past the last row
    #[arg(long, value_name = "N", conflicts_with = "output_dir")]
    pub(crate) limit: Option<NonZeroU64>,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    #[command(flatten)]
    pub(crate) run: RunArgs,
    /// The verb and the options that affect rows.
    #[arg(skip)]
    pub(crate) recipe: Recipe,
}

impl PageArgs {
    /// Returns the reader options, with `extract` as the extraction options.
    pub(crate) fn reader(&self, extract: ExtractOptions) -> ReaderOptions {
        self.hints.reader(extract.with_arena_bytes(self.max_arena_bytes))
    }

    /// Adds the kept columns of the index to the rows of an output.
    pub(crate) fn keep(&self, output: OutputOptions) -> OutputOptions {
        self.index.keep(output)
    }

    /// Returns the causes in `counts`, worded for the given `--mime` and `--status`.
    pub(crate) fn causes(&self, counts: &Counts) -> Causes {
        let mut causes = Causes::new(counts).without(CauseGroup::Flagged);
        if self.mime.is_some() {
            causes = causes.with_words("mime", "type not in --mime");
        }
        if self.status.is_some() {
            causes = causes.with_words("status", "status not in --status");
        }
        causes
    }

    /// Returns the options of the run.
    pub(crate) fn options(&self) -> RunOptions {
        let mut selection = Selection::default();
        if self.index.has_records() {
            selection = selection.with_mime_types("all").with_statuses("all").unwrap_or_default();
        }
        if let Some(mime) = &self.mime {
            selection = selection.with_mime_types(mime);
        }
        if let Some(status) = &self.status {
            selection = selection.with_statuses(status).unwrap_or_default(); // validated by the parser
        }
        let options = RunOptions {
            errors: self.errors.unwrap_or_default(),
            selection: self.selection.select(selection),
            distinct_among: self.selection.distinct_among(),
            trusts_digests: self.selection.trusts_digests(),
            max_record_bytes: self.input.max_record_bytes,
            ..self.run.options()
        };
        with_limit(options, self.limit)
    }
}

/// Returns the options for a run that stops after `limit` rows.
pub(crate) fn with_limit(options: RunOptions, limit: Option<NonZeroU64>) -> RunOptions {
    if limit.is_none() { options } else { options.with_single_rows() }
}

/// Options for links.
#[derive(Debug, Args)]
pub(crate) struct LinkArgs {
    /// Maximum number of links per page
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    pub(crate) max_links: usize,
    /// Only links of these kinds
    #[arg(long, value_name = "A,B", value_delimiter = ',', value_parser = kind_parser())]
    kinds: Vec<LinkKind>,
}

impl LinkArgs {
    /// Returns the requested kinds; all kinds if `--kinds` is absent.
    pub(crate) fn kinds(&self) -> &[LinkKind] {
        if self.kinds.is_empty() { LinkKind::ALL } else { &self.kinds }
    }
}

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
  The main content of the pages of a crawl, and how sure it is:
    tagrake extract --fields url,title,main_text,main_score -o main.parquet CC-MAIN-*.warc.gz
  A pipeline of JSON lines, each answered before the next is sent:
    my-crawler | tagrake extract --input jsonl --text | my-index")]
pub(crate) struct ExtractArgs {
    #[command(flatten)]
    pub(crate) pages: PageArgs,
    #[command(flatten)]
    pub(crate) links: LinkArgs,
    /// Add the visible text and its number of words: the keys text and word_count
    #[arg(long)]
    pub(crate) text: bool,
    /// Add the main content, its expected F1, publication date and authors: the keys main_text, main_score, published,
    /// published_source, authors and authors_source
    ///
    /// --fields adds each of them too, if it names the key.
    #[arg(long)]
    pub(crate) main: bool,
    /// Add the visible text as Markdown: the key markdown; with --main, the main content: the key main_markdown
    #[arg(long)]
    pub(crate) markdown: bool,
    #[command(flatten)]
    pub(crate) content: ContentArgs,
    /// Only these keys, comma-separated; may be repeated. They keep the order of the record
    #[arg(long, value_name = "A,B,C", value_delimiter = ',', value_parser = page_field)]
    pub(crate) fields: Vec<String>,
    /// Format of the records [default: from the output's extension, otherwise jsonl]
    #[arg(long, value_parser = one_of(PAGES.choices))]
    pub(crate) format: Option<Format>,
    /// Omit the links
    #[arg(long, conflicts_with_all = ["fields", "kinds"])]
    pub(crate) no_links: bool,
}

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
  Link targets, one per line:
    tagrake links crawl.warc.gz | jq -r 'select(.kind == \"nav\").url'
  A remote file, without storing it:
    tagrake links -o links.csv https://example.com/crawl.warc.gz
    tagrake links --anonymous -o links.csv s3://bucket/crawl.warc.gz")]
pub(crate) struct LinksArgs {
    #[command(flatten)]
    pub(crate) pages: PageArgs,
    #[command(flatten)]
    pub(crate) links: LinkArgs,
    /// Only these keys, comma-separated; may be repeated. They keep the order of the row
    #[arg(long, value_name = "A,B,C", value_delimiter = ',', value_parser = link_field)]
    pub(crate) fields: Vec<String>,
    /// Format of the rows [default: from the output's extension, otherwise jsonl]
    #[arg(long, value_parser = one_of(LINKS.choices))]
    pub(crate) format: Option<Format>,
}

/// Print the visible text of pages, one line per block; or their main content, or Markdown.
///
/// --main keeps the article and leaves out menus, teasers, cookie dialogs and footers. Headings, list items and table
/// rows have lines of their own, and blocks are separated by blank lines. Records have the key main_text instead of
/// text, and main_score, its expected F1. With --markdown, the keys are markdown and main_markdown. Both also add
/// published and authors, each with its source.
///
/// Unreadable input is reported on standard error, and the rest is read; the exit status is then 1.
#[derive(Debug, Parser)]
#[command(after_help = "Examples:
  tagrake text page.html
  tagrake text --format jsonl crawl.warc.gz | jq .word_count
  tagrake text -o text.parquet crawl.warc.gz
  tagrake text --main --markdown page.html
  tagrake text --main --view precise --format jsonl crawl.warc.gz
  tagrake text -o crawl.warc.wet.gz crawl.warc.gz")]
pub(crate) struct TextArgs {
    #[command(flatten)]
    pub(crate) pages: PageArgs,
    /// Only the main content
    #[arg(long)]
    pub(crate) main: bool,
    /// Markdown: CommonMark with GitHub's tables
    #[arg(long)]
    pub(crate) markdown: bool,
    #[command(flatten)]
    pub(crate) content: ContentArgs,
    /// Format of the output [default: from the output's extension, otherwise text]
    #[arg(long, value_parser = one_of(TEXT.choices))]
    pub(crate) format: Option<Format>,
}

/// Print the text blocks of pages, one row per block.
///
/// A block is the text between the starts and ends of block elements, table cells and br: paragraphs, list items, cells,
/// headings. Each has its elements, place and counts of words; with --main also the probability that it is main content.
/// Unreadable input is reported on standard error, and the rest is read; the exit status is then 1.
#[derive(Debug, Parser)]
#[command(after_help = "Examples:
  tagrake blocks page.html
  tagrake blocks --main -o blocks.parquet crawl.warc.gz
  tagrake blocks crawl.warc.gz | jq -r 'select(.heading_level == 2).text'")]
pub(crate) struct BlocksArgs {
    #[command(flatten)]
    pub(crate) pages: PageArgs,
    /// Add the probability that the block is main content, and whether it is: the keys score and main
    ///
    /// --fields adds them too, if it names them.
    #[arg(long)]
    pub(crate) main: bool,
    /// How much of the page is main content [default: main]
    #[arg(long, value_name = "VIEW", value_parser = one_of(VIEWS))]
    pub(crate) view: Option<View>,
    /// Only these keys, comma-separated; may be repeated. They keep the order of the row
    #[arg(long, value_name = "A,B,C", value_delimiter = ',', value_parser = block_field)]
    pub(crate) fields: Vec<String>,
    /// Format of the rows [default: from the output's extension, otherwise jsonl]
    #[arg(long, value_parser = one_of(BLOCKS.choices))]
    pub(crate) format: Option<Format>,
}

/// Print WAT records, as Common Crawl publishes them, for the records of WARC files or for pages.
///
/// The keys equal the ones of Common Crawl's generator, so programs that read its WAT files can read these; docs/wat.md
/// lists the differences. The record of a page that is not from a WARC file has only the URL, the given headers and the
/// page. Unreadable input is reported on standard error, and the rest is read; the exit status is then 1.
#[derive(Debug, Parser)]
#[command(
    mut_arg("mime", |arg| arg.hide(true)),
    mut_arg("status", |arg| arg.hide(true)),
    mut_arg("host", |arg| arg.hide(true)),
    mut_arg("url_prefix", |arg| arg.hide(true)),
    mut_arg("sample", |arg| arg.hide(true)),
    mut_arg("dedup", |arg| arg.hide(true)),
    mut_arg("keep", |arg| arg.hide(true)),
    after_help = "Examples:
  tagrake wat crawl.warc.gz | jq -c .Envelope
  tagrake wat -o crawl.warc.wat.gz crawl.warc.gz
  tagrake wat --manifest warc.paths.gz --format warc --output-dir wat --skip-existing
  tagrake wat --url https://example.com/ page.html"
)]
pub(crate) struct WatArgs {
    #[command(flatten)]
    pub(crate) pages: PageArgs,
    /// Format of the output [default: warc if the output's name ends in .warc.wat.gz, otherwise jsonl]
    #[arg(long, value_parser = one_of(WAT.choices))]
    pub(crate) format: Option<Format>,
}

impl WatArgs {
    /// Ends the process with a usage error if records are selected: a WAT file has all of them.
    pub(crate) fn check(&self) {
        let pages = &self.pages;
        if pages.mime.is_some() || pages.status.is_some() || pages.selection.is_any() {
            usage::refuse(
                "the arguments '--mime', '--status', '--host', '--url-prefix', '--sample' and '--dedup' cannot be used \
                 with 'wat': a WAT file has all records",
            );
        }
    }
}

const ERROR_POLICIES: &[Choice<ErrorPolicy>] = &[
    choice(&["skip"], ErrorPolicy::Skip, "Skip it"),
    choice(&["record"], ErrorPolicy::Record, "Write a record of the error, except in tables of links and blocks"),
    choice(&["fail"], ErrorPolicy::Fail, "End the run with status 1"),
];

/// Validates the name of a key of page records.
fn page_field(name: &str) -> Result<String, String> {
    let unknown = |name| format!("no key of a record is named '{name}'; see 'tagrake schema'");
    Fields::only(name).map(|_| name.to_owned()).map_err(unknown)
}

/// Validates the name of a key of link rows.
fn link_field(name: &str) -> Result<String, String> {
    let unknown = |name| format!("no key of a link is named '{name}'; see 'tagrake schema --table links'");
    Fields::only_of(Table::Links, name).map(|_| name.to_owned()).map_err(unknown)
}

/// Validates the name of a key of block rows.
fn block_field(name: &str) -> Result<String, String> {
    let unknown = |name| format!("no key of a block is named '{name}'; see 'tagrake schema --table blocks'");
    Fields::only_of(Table::Blocks, name).map(|_| name.to_owned()).map_err(unknown)
}

/// Returns the keys of `table` with validated `names`; `None` if `--fields` is absent.
pub(crate) fn fields(table: Table, names: &[String]) -> Option<Fields> {
    if names.is_empty() { None } else { Fields::only_of(table, &names.join(",")).ok() }
}

fn statuses(names: &str) -> Result<String, String> {
    Selection::default().with_statuses(names).map(|_| names.to_owned())
}

fn kind_parser() -> impl TypedValueParser<Value = LinkKind> {
    let names = LinkKind::ALL.iter().map(|kind| kind.as_str());
    PossibleValuesParser::new(names)
        .try_map(|name| LinkKind::ALL.iter().copied().find(|kind| kind.as_str() == name).ok_or("no kind of link"))
}
