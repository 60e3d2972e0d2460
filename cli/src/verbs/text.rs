//! `tagrake text`: the visible text of pages, their main content, or Markdown.

use super::page_run::{self, FileRun};
use crate::args::choices::format_of;
use crate::args::content::{BYLINE, ContentArgs, ContentNeeds};
use crate::args::main_selection::MainSelectionArgs;
use crate::args::output_form::OutputForm;
use crate::args::pages::PageArgs;
use crate::failure::Failure;
use crate::output::division::Division;
use crate::output::division::name_template::NameTemplate;
use crate::report::messages::plural;
use crate::report::usage;
use clap::Parser;
use std::path::Path;
use tagrake_bulk::output::{Compression, FileFormat, Format, Product};
use tagrake_bulk::pipeline::Extraction;
use tagrake_bulk::schema::Table;
use tagrake_bulk::{Fields, TextKind};
use tagrake_extract::ExtractOptions;

/// The keys of a text record besides the text.
const FIELDS: &str =
    "id,source,warc_filename,warc_record_offset,warc_record_length,content_truncated,v,url,lang,title,error";

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
    /// Only the main content
    #[arg(long)]
    main: bool,
    /// Markdown: CommonMark with GitHub's tables
    #[arg(long)]
    markdown: bool,
    #[command(flatten)]
    content: ContentArgs,
    /// Write each page to a file of its own below --output-dir, with this name: '{host}/{n}.txt'
    ///
    /// {host}, {domain} and {lang} are of the page, {date} is the day of its fetch, {n} its number in the input, {hash} a hash of its
    /// URL, and {input} the name of the input. A value that a page lacks is _. Names are made safe, and the second page of a name gets
    /// ~2 before the extension.
    #[arg(long, value_name = "TEMPLATE", value_parser = NameTemplate::parse,
        conflicts_with_all = ["rows_per_file", "bytes_per_file", "partition_by"])]
    file_name: Option<NameTemplate>,
    #[command(flatten)]
    pub(crate) pages: PageArgs,
    #[command(flatten)]
    main_selection: MainSelectionArgs,
    /// Format of the output [default: from the output's extension, otherwise text]
    #[arg(long, value_parser = format_of(Product::Text))]
    format: Option<Format>,
}

/// Writes the text of each page in the inputs of `args`.
pub(crate) fn run(args: &TextArgs) -> Result<(), Failure> {
    let mut form = args.pages.output.form(Product::Text, args.format);
    let (kind, keys) = match (args.main, args.markdown) {
        (false, false) => (TextKind::Visible, "text,word_count"),
        (true, false) => (TextKind::Main, "main_text,main_score"),
        (false, true) => (TextKind::Markdown, "markdown"),
        (true, true) => (TextKind::MainMarkdown, "main_markdown,main_score"),
    };
    if args.markdown && form.format.file_format() == FileFormat::Text {
        form.extension = form.extension.replacen("txt", "md", 1);
    }
    if let Some(path) = args.pages.output.output.as_deref().filter(|path| !args.markdown && is_markdown(path)) {
        let name = path.display();
        usage::refuse(&format!("the output '{name}' has the extension of Markdown, which needs '--markdown'"));
    }
    let byline = if kind == TextKind::Visible { keys } else { BYLINE };
    let fields = Fields::only(FIELDS).and_then(|fields| fields.with(Table::Pages, keys)?.with(Table::Pages, byline));
    let fields = fields.expect("the keys are those of records");
    let output = args.pages.output_options(&form, fields, &[]);
    if args.markdown && form.format.file_format() == FileFormat::Warc {
        usage::refuse("the argument '--markdown' cannot be used with WET, whose records are plain text");
    }
    let (output, division) = match &args.file_name {
        Some(template) => {
            check_file_name(args, template, &form);
            let division = Division { template: Some(template.clone()), ..Division::default() };
            (output.with_row_keys(template.keys()), Some(division))
        }
        None => (output, args.pages.division.division()),
    };
    let extraction = Extraction::new(args.pages.reader(ExtractOptions::default()), output.clone());
    let extraction = extraction.with_texts(args.content.texts(kind, args.main, args.markdown, &ContentNeeds::OPTIONS));
    let extraction = args.main_selection.select(&args.pages, extraction);
    let run = FileRun { division, ..FileRun::of_pages(&args.pages) };
    page_run::run(run, extraction, output, form, |counts| plural(counts.pages, "page"))
}

/// Ends the process with a usage error if pages cannot have files with names of this template.
fn check_file_name(args: &TextArgs, template: &NameTemplate, form: &OutputForm) {
    if args.pages.output.output_dir.is_none() {
        usage::refuse("the argument '--file-name' requires '--output-dir' with a folder for the files");
    }
    if form.format.file_format() != FileFormat::Text {
        usage::refuse("the argument '--file-name' writes texts: leave out '--format'");
    }
    let suffix = match form.compression {
        Compression::Gzip => ".gz",
        Compression::Zstd => ".zst",
        _ => "",
    };
    let named = [".gz", ".zst"].into_iter().find(|suffix| template.as_str().ends_with(suffix)).unwrap_or_default();
    if named != suffix {
        let compression = form.compression.as_str();
        usage::refuse(&format!(
            "the names of '--file-name {}' contradict '--compression {compression}': '.gz' is gzip, '.zst' is zstd",
            template.as_str()
        ));
    }
}

/// Returns true if a file has the extension of Markdown, compressed or not.
fn is_markdown(path: &Path) -> bool {
    let name = path.to_string_lossy().to_ascii_lowercase();
    [".md", ".md.gz", ".md.zst"].iter().any(|extension| name.ends_with(extension))
}
