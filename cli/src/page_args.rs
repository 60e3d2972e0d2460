//! What can be asked of the verbs that read many pages.

use crate::args::Switch;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, ValueEnum};
use std::path::PathBuf;
use tagrake::encoding::Encoding;
use tagrake::extract::{ExtractOptions, LinkKind};
use tagrake_bulk::input::{InputFormat, split_header};
use tagrake_bulk::schema::Table;
use tagrake_bulk::{Fields, Profile, ReaderOptions};
use url::Url;

/// What is read, how, and where the output goes.
#[derive(Debug, Args)]
pub(crate) struct PageArgs {
    /// Pages, folders of pages, files of JSON lines (.jsonl); - or nothing is standard input
    ///
    /// A folder stands for the .html and .htm files in it, at any depth. In a file of JSON lines each line is a page: an
    /// object with "html", or "html_base64" for bytes, and if known "id", "url", "content_type", "headers" (a list of
    /// "Name: value") and "options" ("scripting": true or false, "profile": "standard" or "crawl").
    #[arg(value_name = "FILE|FOLDER")]
    pub(crate) inputs: Vec<PathBuf>,
    /// What the input is: auto goes by the name
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = InputName::Auto)]
    input: InputName,
    /// The address of pages that do not say theirs, to resolve relative links
    #[arg(long, value_name = "URL")]
    url: Option<Url>,
    /// The Content-Type header of pages that do not say theirs
    #[arg(long, value_name = "TYPE")]
    content_type: Option<String>,
    /// A header of pages that do not say theirs: Link, X-Robots-Tag, Content-Type; may be repeated
    #[arg(long = "header", value_name = "NAME: VALUE", value_parser = header)]
    headers: Vec<(String, String)>,
    /// The encoding of all pages, whatever they say
    #[arg(long, value_name = "LABEL", value_parser = encoding)]
    charset: Option<&'static Encoding>,
    /// How the encoding is found if nothing says it
    #[arg(long, value_enum, default_value_t = ProfileName::Standard)]
    profile: ProfileName,
    /// The scripting flag: on, the content of noscript is raw text
    #[arg(long, value_enum, default_value_t = Switch::Off)]
    scripting: Switch,
    /// Write to a file instead of standard output
    #[arg(short, long, value_name = "PATH")]
    pub(crate) output: Option<PathBuf>,
    /// Do not print the counts at the end
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

impl PageArgs {
    /// Returns what the input is.
    pub(crate) fn format(&self) -> InputFormat {
        match self.input {
            InputName::Auto => InputFormat::Auto,
            InputName::Html => InputFormat::Html,
            InputName::Jsonl => InputFormat::Jsonl,
        }
    }

    /// Returns how pages are read, of which `extract` is taken.
    pub(crate) fn options(&self, extract: ExtractOptions) -> ReaderOptions {
        let profile = match self.profile {
            ProfileName::Standard => Profile::Standard,
            ProfileName::Crawl => Profile::Crawl,
        };
        ReaderOptions::default()
            .with_extract(extract.with_encoding(self.charset))
            .with_url(self.url.as_ref().map(Url::to_string))
            .with_content_type(self.content_type.clone())
            .with_headers(self.headers.clone())
            .with_profile(profile)
            .with_scripting(self.scripting.is_on())
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

/// Print a record of each page, a line of JSON: metadata, headings, JSON-LD, links.
///
/// The keys are those of `tagrake schema`. A page that cannot be read is told on standard error; if it is on a line of JSON,
/// it also gives a record with "error". The others are read, and the exit status is 1.
#[derive(Debug, Parser)]
#[command(after_help = "Examples:
  tagrake extract --url https://example.com/ page.html
  tagrake extract --fields url,title,lang crawl/
  my-crawler | tagrake extract --input jsonl --text -o pages.jsonl")]
pub(crate) struct ExtractArgs {
    #[command(flatten)]
    pub(crate) pages: PageArgs,
    #[command(flatten)]
    pub(crate) links: LinkArgs,
    /// Add the visible text and its count of words
    #[arg(long)]
    pub(crate) text: bool,
    /// Only these keys, in the order of the record
    #[arg(long, value_name = "A,B,C", value_parser = fields)]
    pub(crate) fields: Option<Fields>,
    /// Leave the links out
    #[arg(long, conflicts_with_all = ["fields", "kinds"])]
    pub(crate) no_links: bool,
}

/// Print the links of pages, one line of JSON each.
///
/// A page that cannot be read is told on standard error, and the others are read; the exit status is then 1.
#[derive(Debug, Parser)]
#[command(after_help = "Examples:
  tagrake links --url https://example.com/ page.html
  curl -s https://example.com/ | tagrake links --url https://example.com/
  tagrake links crawl/ | jq -r 'select(.kind == \"nav\").url'")]
pub(crate) struct LinksArgs {
    #[command(flatten)]
    pub(crate) pages: PageArgs,
    #[command(flatten)]
    pub(crate) links: LinkArgs,
}

/// Print the visible text of pages, a line for each block.
///
/// A page that cannot be read is told on standard error, and the others are read; the exit status is then 1.
#[derive(Debug, Parser)]
#[command(after_help = "Examples:
  tagrake text page.html
  tagrake text --format jsonl crawl/ | jq .word_count")]
pub(crate) struct TextArgs {
    #[command(flatten)]
    pub(crate) pages: PageArgs,
    /// The form of the output
    #[arg(long, value_enum, default_value_t = TextFormat::Text)]
    pub(crate) format: TextFormat,
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

/// The form of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TextFormat {
    /// The text alone; pages after the first begin with a form feed
    Text,
    /// Records of address, title, language, text and count of words
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
enum InputName {
    /// JSON lines if the name ends in .jsonl, else a page
    Auto,
    /// A page
    Html,
    /// A page on each line
    Jsonl,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ProfileName {
    /// As the standard has it: windows-1252
    Standard,
    /// By a guess from the bytes
    Crawl,
}

fn header(line: &str) -> Result<(String, String), &'static str> {
    let (name, value) = split_header(line).ok_or("expected 'Name: value'")?;
    Ok((name.to_owned(), value.to_owned()))
}

fn encoding(label: &str) -> Result<&'static Encoding, &'static str> {
    Encoding::for_label(label.as_bytes()).ok_or("no encoding of the Encoding Standard has this label")
}

fn fields(names: &str) -> Result<Fields, String> {
    Fields::only(names).map_err(|name| format!("no key of a record is named '{name}'; see 'tagrake schema'"))
}

fn kind_parser() -> impl TypedValueParser<Value = LinkKind> {
    let names = LinkKind::ALL.iter().map(|kind| kind.as_str());
    PossibleValuesParser::new(names)
        .try_map(|name| LinkKind::ALL.iter().copied().find(|kind| kind.as_str() == name).ok_or("no kind of link"))
}
