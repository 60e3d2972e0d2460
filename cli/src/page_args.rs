//! What can be asked of the verbs that read many pages.

use crate::args::Args as Command;
use crate::hint_args::{HintArgs, ProfileArgs};
use crate::input_args::{InputArgs, RunArgs, bytes};
use crate::output_args::{LinkFormat, OutputArgs, PageFormat, TextFormat, WatFormat};
use crate::output_record::Recipe;
use crate::words::{Causes, Group};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, ValueEnum};
use tagrake::extract::{ExtractOptions, LinkKind};
use tagrake_bulk::pipeline::{Counts, ErrorPolicy, RunOptions, Selection};
use tagrake_bulk::schema::Table;
use tagrake_bulk::{Fields, ReaderOptions};

/// Which pages are read, how, and where what is made of them goes.
#[derive(Debug, Args)]
pub(crate) struct PageArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    /// Which records of WARC files are read, by MIME type: html, all, or types with commas between them [default: html]
    ///
    /// The type is what the crawler found (WARC-Identified-Payload-Type), or what the server said; where nobody says it, the
    /// first bytes tell whether it is HTML. html stands for text/html and application/xhtml+xml; image/* for all images.
    #[arg(long, value_name = "A,B")]
    mime: Option<String>,
    /// Which records of WARC files are read, by status: 200, 2xx, all, or several with commas between them [default: 2xx]
    ///
    /// The pages of errors and redirects are the servers', not the sites', so only success is read if nothing is said. A
    /// response without a status is read in any case.
    #[arg(long, value_name = "A,B", value_parser = statuses)]
    status: Option<String>,
    #[command(flatten)]
    pub(crate) hints: HintArgs,
    /// The most memory in bytes that reading a page may take; the rest of the page is not read
    ///
    /// Counted are tags and their attributes, links and texts, and the page in UTF-8 if it is in another encoding. A page that
    /// would take more has the flag limit-arena.
    #[arg(long, value_name = "BYTES", value_parser = bytes, default_value = "128M")]
    max_arena_bytes: usize,
    /// What becomes of what cannot be read; it is told on standard error in any case [default: skip, but a line of JSON that
    /// holds no page gives a record]
    #[arg(long, value_enum, value_name = "HOW")]
    errors: Option<ErrorsName>,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    #[command(flatten)]
    pub(crate) run: RunArgs,
    /// The verb and the options that rows depend on.
    #[arg(skip)]
    pub(crate) recipe: Recipe,
}

impl PageArgs {
    /// Returns the options for pages, with these options for the extraction.
    pub(crate) fn reader(&self, extract: ExtractOptions) -> ReaderOptions {
        self.hints.reader(extract.with_arena_bytes(self.max_arena_bytes))
    }

    /// Returns the causes in `counts`, in words that fit `--mime` and `--status`.
    pub(crate) fn causes(&self, counts: &Counts) -> Causes {
        let mut causes = Causes::new(counts).without(Group::Flagged);
        if self.mime.is_some() {
            causes = causes.with_words("mime", "type not in --mime");
        }
        if self.status.is_some() {
            causes = causes.with_words("status", "status not in --status");
        }
        causes
    }

    /// Returns how the run goes.
    pub(crate) fn options(&self) -> RunOptions {
        let errors = match self.errors {
            None => ErrorPolicy::Answer,
            Some(ErrorsName::Skip) => ErrorPolicy::Skip,
            Some(ErrorsName::Record) => ErrorPolicy::Record,
            Some(ErrorsName::Fail) => ErrorPolicy::Fail,
        };
        let mut selection = Selection::default();
        if let Some(mime) = &self.mime {
            selection = selection.with_mime_types(mime);
        }
        if let Some(status) = &self.status {
            selection = selection.with_statuses(status).unwrap_or_default(); // they were looked at
        }
        let options = RunOptions::default()
            .with_errors(errors)
            .with_selection(selection)
            .with_max_record_bytes(self.input.max_record_bytes);
        self.run.apply(options)
    }
}

/// Which links are printed.
#[derive(Debug, Args)]
pub(crate) struct LinkArgs {
    /// The most links that are kept of a page
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    pub(crate) max_links: usize,
    /// Only links of these kinds
    #[arg(long, value_name = "A,B", value_delimiter = ',', value_parser = kind_parser())]
    kinds: Vec<LinkKind>,
}

impl LinkArgs {
    /// Returns the kinds that are asked for.
    pub(crate) fn kinds(&self) -> &[LinkKind] {
        if self.kinds.is_empty() { LinkKind::ALL } else { &self.kinds }
    }
}

/// Print a record of each page: metadata, headings, JSON-LD, links.
///
/// The keys are those of `tagrake schema`. What cannot be read is told on standard error, and the rest is read; the exit
/// status is then 1.
#[derive(Debug, Parser)]
#[command(after_help = "Examples:
  A table of the pages of crawls:
    tagrake extract -o pages.parquet CC-MAIN-*.warc.gz
  One table for each file of a list; the same command goes on after it was ended:
    tagrake extract --manifest warc.paths.gz --format parquet --output-dir pages --skip-existing
  Titles and languages of saved pages:
    tagrake extract --fields source,title,lang saved/
  A pipeline of pages in lines of JSON, each answered before the next is sent:
    my-crawler | tagrake extract --input jsonl --text | my-index")]
pub(crate) struct ExtractArgs {
    #[command(flatten)]
    pub(crate) pages: PageArgs,
    #[command(flatten)]
    pub(crate) links: LinkArgs,
    /// Add the visible text and its count of words
    #[arg(long)]
    pub(crate) text: bool,
    /// Only these keys, in the order of the record
    #[arg(long, value_name = "A,B,C", value_parser = page_fields)]
    pub(crate) fields: Option<Fields>,
    /// The form of the records [default: the one of the output's extension, or jsonl]
    #[arg(long, value_enum)]
    pub(crate) format: Option<PageFormat>,
    /// Leave the links out
    #[arg(long, conflicts_with_all = ["fields", "kinds"])]
    pub(crate) no_links: bool,
}

/// Print the links of pages, a row each.
///
/// What cannot be read is told on standard error, and the rest is read; the exit status is then 1.
#[derive(Debug, Parser)]
#[command(after_help = "Examples:
  The links of one page:
    tagrake links --url https://example.com/ page.html
    curl -s https://example.com/ | tagrake links --url https://example.com/
  The link graph of a crawl:
    tagrake links --kinds nav --fields page_url,url,rel,text -o edges.parquet CC-MAIN-*.warc.gz
  Where pages lead, as text:
    tagrake links crawl.warc.gz | jq -r 'select(.kind == \"nav\").url'
  A file from afar, without a copy:
    curl -s https://example.com/crawl.warc.gz | tagrake links -o links.csv")]
pub(crate) struct LinksArgs {
    #[command(flatten)]
    pub(crate) pages: PageArgs,
    #[command(flatten)]
    pub(crate) links: LinkArgs,
    /// Only these keys, in the order of the row
    #[arg(long, value_name = "A,B,C", value_parser = link_fields)]
    pub(crate) fields: Option<Fields>,
    /// The form of the rows [default: the one of the output's extension, or jsonl]
    #[arg(long, value_enum)]
    pub(crate) format: Option<LinkFormat>,
}

/// Print the visible text of pages, a line for each block.
///
/// What cannot be read is told on standard error, and the rest is read; the exit status is then 1.
#[derive(Debug, Parser)]
#[command(after_help = "Examples:
  tagrake text page.html
  tagrake text --format jsonl crawl.warc.gz | jq .word_count
  tagrake text -o text.parquet crawl.warc.gz
  tagrake text -o crawl.warc.wet.gz crawl.warc.gz")]
pub(crate) struct TextArgs {
    #[command(flatten)]
    pub(crate) pages: PageArgs,
    /// The form of the output [default: the one of the output's extension, or text]
    #[arg(long, value_enum)]
    pub(crate) format: Option<TextFormat>,
}

/// Print what Common Crawl's WAT records say: of each record of WARC files, or of pages.
///
/// The keys are those of Common Crawl's generator, so that programs which read its WAT files can read these; docs/wat.md
/// says what differs. Of a page that is not from a WARC file only the address, the headers that are given and the page are
/// known: the record has no more. What cannot be read is told on standard error, and the rest is read; the exit status is
/// then 1.
#[derive(Debug, Parser)]
#[command(
    mut_arg("mime", |arg| arg.hide(true)),
    mut_arg("status", |arg| arg.hide(true)),
    after_help = "Examples:
  tagrake wat crawl.warc.gz | jq -c .Envelope
  tagrake wat -o crawl.warc.wat.gz crawl.warc.gz
  tagrake wat --manifest warc.paths.gz --format warc --output-dir wat --skip-existing
  tagrake wat --url https://example.com/ page.html"
)]
pub(crate) struct WatArgs {
    #[command(flatten)]
    pub(crate) pages: PageArgs,
    /// The form of the output [default: warc if the output's name ends in .warc.wat.gz, else jsonl]
    #[arg(long, value_enum)]
    pub(crate) format: Option<WatFormat>,
}

impl WatArgs {
    /// Ends the command with a usage error if records are to be chosen.
    pub(crate) fn check(&self) {
        if self.pages.mime.is_some() || self.pages.status.is_some() {
            Command::refuse("a WAT file has all records: '--mime' and '--status' cannot be used");
        }
    }
}

/// Read files to their end, and tell what is in them and what is damaged.
///
/// A file is ok, truncated (its end is missing), corrupt, or missing. The exit status is 1 if any is not ok.
#[derive(Debug, Parser)]
#[command(after_help = "Examples:
  tagrake check crawl.warc.gz
  tagrake check --format jsonl --manifest warc.paths | jq -r 'select(.state != \"ok\").file'")]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    #[command(flatten)]
    pub(crate) profile: ProfileArgs,
    /// The form of the reports
    #[arg(long, value_enum, default_value_t = CheckFormat::Text)]
    pub(crate) format: CheckFormat,
    /// Do not verify WARC-Block-Digest and WARC-Payload-Digest
    #[arg(long)]
    pub(crate) no_digests: bool,
    #[command(flatten)]
    pub(crate) run: RunArgs,
}

/// Print what records hold.
#[derive(Debug, Parser)]
#[command(after_help = "Example:
  tagrake schema --table links --format sql")]
pub(crate) struct SchemaArgs {
    /// The language of the schema
    #[arg(long, value_enum, default_value_t = SchemaFormat::JsonSchema)]
    pub(crate) format: SchemaFormat,
    /// Whose schema: that of page records, or of rows of links
    #[arg(long, value_enum, default_value_t = TableName::Pages)]
    pub(crate) table: TableName,
}

/// The form of reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum CheckFormat {
    /// A line for each file, and one for each error
    Text,
    /// An object for each file
    Jsonl,
}

/// The language of a schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SchemaFormat {
    /// JSON Schema, draft 2020-12
    JsonSchema,
    /// Arrow, in the JSON of its integration tests
    Arrow,
    /// A CREATE TABLE of DuckDB
    Sql,
    /// The columns as Spark's StructType.fromDDL takes them
    SparkDdl,
}

/// A kind of rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TableName {
    /// Of `tagrake extract`
    Pages,
    /// Of `tagrake links`
    Links,
}

impl TableName {
    pub(crate) fn table(self) -> Table {
        match self {
            Self::Pages => Table::Pages,
            Self::Links => Table::Links,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ErrorsName {
    /// It is passed over
    Skip,
    /// It gives a record that says what is wrong with it; not in tables of links
    Record,
    /// The run ends, with status 1
    Fail,
}

fn page_fields(names: &str) -> Result<Fields, String> {
    Fields::only(names).map_err(|name| format!("no key of a record is named '{name}'; see 'tagrake schema'"))
}

fn link_fields(names: &str) -> Result<Fields, String> {
    let unknown = |name| format!("no key of a link is named '{name}'; see 'tagrake schema --table links'");
    Fields::only_of(Table::Links, names).map_err(unknown)
}

fn statuses(names: &str) -> Result<String, String> {
    Selection::default().with_statuses(names).map(|_| names.to_owned())
}

fn kind_parser() -> impl TypedValueParser<Value = LinkKind> {
    let names = LinkKind::ALL.iter().map(|kind| kind.as_str());
    PossibleValuesParser::new(names)
        .try_map(|name| LinkKind::ALL.iter().copied().find(|kind| kind.as_str() == name).ok_or("no kind of link"))
}
