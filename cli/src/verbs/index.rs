//! `tagrake index`: an index of the records of WARC files.

use super::page_run::{self, FileRun};
use crate::args::choices::{format_of, one_of};
use crate::args::inputs::{InputArgs, RunArgs};
use crate::args::outputs::OutputArgs;
use crate::args::pages::{SKIP_OR_FAIL, with_limit};
use crate::failure::Failure;
use crate::output::record::Recipe;
use crate::report::causes::Causes;
use crate::report::messages::plural;
use crate::report::usage;
use clap::Parser;
use std::borrow::Cow;
use std::num::NonZeroU64;
use tagrake_bulk::ReaderOptions;
use tagrake_bulk::index::IndexedRecords;
use tagrake_bulk::output::{FileFormat, Format, OutputOptions, Product};
use tagrake_bulk::pipeline::{Counts, ErrorPolicy, Extraction, RunOptions};

const INPUTS: &str = "WARC files, or folders of them: .warc, .warc.gz, .warc.zst and similar names, at any depth. If omitted \
    or -, standard input";
const MAX_RECORD_BYTES: &str =
    "Maximum size of a record whose digest is computed if it declares none. Larger ones are counted";

/// Print an index of WARC files: for each record its URL, time, and where it is stored.
///
/// A line of CDXJ has the key by which pywb finds a URL, 14 digits of time, and JSON: url, mime, status, digest, length,
/// offset and filename. The lines equal the output of cdxj-indexer 1.5.0; docs/archives.md lists the differences. The other formats
/// have columns of Common Crawl's index; `tagrake schema --table index` prints them. Damaged records are reported on standard
/// error and left out, and the exit status is then 1.
#[derive(Debug, Parser)]
#[command(
    // Folders have other files too, and any named file is read as a WARC file.
    mut_arg("input", |arg| arg.default_value("warc").hide(true)),
    mut_arg("inputs", |arg| arg.help(INPUTS).long_help(INPUTS)),
    mut_arg("max_record_bytes", |arg| arg.help(MAX_RECORD_BYTES).long_help(MAX_RECORD_BYTES)),
    after_help = "Examples:
  tagrake index --sort -o crawl.cdxj *.warc.gz
  tagrake index -o crawl.parquet *.warc.gz
  tagrake index --output-dir cdxj --skip-existing --manifest warc.paths
  tagrake index crawl.warc.gz | grep ' \"status\": \"404\"'"
)]
pub(crate) struct IndexArgs {
    #[command(flatten)]
    input: InputArgs,
    /// Sort the lines by their bytes, as pywb needs them, and remove repeated ones. More than 32 MiB of lines are sorted with
    /// temporary files, in the folder of TMPDIR
    #[arg(long)]
    sort: bool,
    /// Only records of these types: values of WARC-Type, comma-separated, or all [default: response, revisit, resource and
    /// metadata, without resources and metadata of the type application/warc-fields]
    #[arg(long, value_name = "A,B", value_parser = IndexedRecords::of)]
    records: Option<IndexedRecords>,
    /// Format of the index [default: from the output's extension, otherwise cdxj]
    #[arg(long, value_parser = format_of(Product::Index))]
    format: Option<Format>,
    /// How to handle unreadable input (always reported on standard error) [default: skip]
    #[arg(long, value_name = "HOW", value_parser = one_of(SKIP_OR_FAIL))]
    errors: Option<ErrorPolicy>,
    /// Stop after N records. Uses one thread, and reads little input past the last one
    #[arg(long, value_name = "N", conflicts_with = "output_dir")]
    limit: Option<NonZeroU64>,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    run: RunArgs,
    /// The verb and the options that affect the index.
    #[arg(skip)]
    pub(crate) recipe: Recipe,
}

/// Writes an entry for each record in the inputs of `args`.
pub(crate) fn run(args: &IndexArgs) -> Result<(), Failure> {
    args.input.refuse_pages("index");
    let form = args.output.form(Product::Index, args.format);
    let output = OutputOptions::from(form.format).with_compression(form.compression);
    let output = match form.format.file_format() {
        FileFormat::Cdxj if args.sort => output.sorted(),
        _ if args.sort => {
            usage::refuse("the argument '--sort' cannot be used with this format: only lines of CDXJ are sorted")
        }
        _ => output,
    };
    let extraction = Extraction::new(ReaderOptions::default(), output.clone());
    let extraction = extraction.with_indexed_records(args.records.unwrap_or_default());
    let options = RunOptions {
        errors: args.errors.unwrap_or(ErrorPolicy::Skip),
        max_record_bytes: args.input.max_record_bytes,
        ..args.run.options()
    };
    let run = FileRun {
        input: &args.input,
        records: None,
        reads_pages: false,
        output: &args.output,
        division: None,
        index: None,
        trains_dictionary: false,
        run: &args.run,
        recipe: Cow::Borrowed(&args.recipe),
        select_file: None,
        limit: args.limit,
        options: with_limit(options, args.limit),
        causes: Box::new(Causes::new),
        file_count: count,
    };
    page_run::run(run, extraction, output, form, count)
}

fn count(counts: &Counts) -> String {
    plural(counts.rows, "record")
}
