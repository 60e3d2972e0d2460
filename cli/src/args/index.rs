//! Options of `tagrake index`.

use super::choices::{Choice, choice, one_of};
use super::formats::INDEX;
use super::inputs::{InputArgs, RunArgs};
use super::outputs::OutputArgs;
use crate::output::record::Recipe;
use clap::Parser;
use std::num::NonZeroU64;
use tagrake_bulk::index::IndexedRecords;
use tagrake_bulk::output::Format;
use tagrake_bulk::pipeline::ErrorPolicy;

const INPUTS: &str = "WARC files, or folders of them: .warc, .warc.gz, .warc.zst and similar names, at any depth. If omitted \
    or -, standard input";
const MAX_RECORD_BYTES: &str =
    "Maximum size of a record whose digest is computed if it declares none. Larger ones are counted";

/// Print an index of WARC files: for each record its URL, time, and where it is stored.
///
/// A line of CDXJ has the key by which pywb finds a URL, 14 digits of time, and JSON: url, mime, status, digest, length,
/// offset and filename. The lines equal the output of cdxj-indexer 1.5.0; docs/index.md lists the differences. The other formats
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
    pub(crate) input: InputArgs,
    /// Sort the lines by their bytes, as pywb needs them, and remove repeated ones. More than 32 MiB of lines are sorted with
    /// temporary files, in the folder of TMPDIR
    #[arg(long)]
    pub(crate) sort: bool,
    /// Only records of these types: values of WARC-Type, comma-separated, or all [default: response, revisit, resource and
    /// metadata, without resources and metadata of the type application/warc-fields]
    #[arg(long, value_name = "A,B", value_parser = IndexedRecords::of)]
    pub(crate) records: Option<IndexedRecords>,
    /// Format of the index [default: from the output's extension, otherwise cdxj]
    #[arg(long, value_parser = one_of(INDEX.choices))]
    pub(crate) format: Option<Format>,
    /// How to handle unreadable input (always reported on standard error) [default: skip]
    #[arg(long, value_name = "HOW", value_parser = one_of(ERROR_POLICIES))]
    errors: Option<ErrorPolicy>,
    /// Stop after N records. Uses one thread, and reads little input past the last one
    #[arg(long, value_name = "N", conflicts_with = "output_dir")]
    pub(crate) limit: Option<NonZeroU64>,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    #[command(flatten)]
    pub(crate) run: RunArgs,
    /// The verb and the options that affect the index.
    #[arg(skip)]
    pub(crate) recipe: Recipe,
}

const ERROR_POLICIES: &[Choice<ErrorPolicy>] = &[
    choice(&["skip"], ErrorPolicy::Skip, "Skip it"),
    choice(&["fail"], ErrorPolicy::Fail, "End the run with status 1"),
];

impl IndexArgs {
    /// Returns the policy for unreadable input.
    pub(crate) fn errors(&self) -> ErrorPolicy {
        self.errors.unwrap_or(ErrorPolicy::Skip)
    }
}
