//! Options of the verbs that read records of archives, of all types.

use super::choices::one_of;
use super::inputs::{InputArgs, RunArgs};
use super::outputs::OutputArgs;
use super::pages::{SKIP_OR_FAIL, with_limit};
use super::records::RecordArgs;
use super::selection::{SelectionArgs, by_bytes};
use crate::output::record::Recipe;
use crate::report::causes::Causes;
use clap::{Arg, Args};
use std::num::NonZeroU64;
use tagrake_bulk::pipeline::{Counts, ErrorPolicy, RunOptions, SkipCause};

const INPUTS: &str = "WARC, ARC and WACZ files, or folders of them: .warc, .warc.gz, .warc.zst and similar names, at any depth. \
    If omitted or -, standard input";
const MIME: &str = "Only responses, resources and conversions of these MIME types: html, all, or a comma-separated list \
    [default: all records]";
const STATUS: &str = "Only responses of these HTTP statuses, and resources and conversions: 200, 2xx, all, or a \
    comma-separated list [default: all records]";
const HOST: &str =
    "Only records whose URL has one of these hosts: example.com, or *.example.com for it and its subdomains";
const EXCLUDE_HOST: &str = "Leave out records whose URL has one of these hosts, in the form of --host";
const URL_PREFIX: &str = "Only records whose URL starts with this text; may be repeated";
const SAMPLE: &str = "Only the records of a sample of URLs: 1/100, 1% or 0.01. Every run takes the same URLs";
const FROM: &str =
    "Only records of this time or later, by WARC-Date: 2024, 2024-05, 2024-05-18 or 2024-05-18T01:58:10Z";
const TO: &str = "Only records before this time, or of this year, month or day; in the form of --from";
const DEDUP: &str =
    "Leave out responses, resources and conversions with the body of an earlier one of the run. Uses one thread";
const INDEX: &str =
    "Read the records that this index names, in its order: CDXJ, CDX, JSON lines, CSV, TSV, Parquet or Arrow";
const RECORD: &str = "Read the record at this offset of a WARC file; may be repeated";

/// Returns what replaces the help of an option, which other verbs describe for pages.
fn worded(help: &'static str) -> impl Fn(Arg) -> Arg {
    move |option| option.help(help).long_help(help)
}

/// Options that `records` and `warc` share. Without a selection all records are read, requests, metadata and warcinfo records
/// included.
#[derive(Debug, Args)]
#[command(
    // Folders have other files too, and any named file is read as a WARC file.
    mut_arg("input", |arg| arg.default_value("warc").hide(true)),
    mut_arg("inputs", worded(INPUTS)),
    mut_arg("mime", worded(MIME)),
    mut_arg("status", worded(STATUS)),
    mut_arg("host", worded(HOST)),
    mut_arg("exclude_host", worded(EXCLUDE_HOST)),
    mut_arg("url_prefix", worded(URL_PREFIX)),
    mut_arg("sample", worded(SAMPLE)),
    mut_arg("from", worded(FROM)),
    mut_arg("to", worded(TO)),
    mut_arg("dedup", |dedup| by_bytes(worded(DEDUP)(dedup))),
    mut_arg("index", worded(INDEX)),
    mut_arg("record", worded(RECORD))
)]
pub(crate) struct ArchiveArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    #[command(flatten)]
    pub(crate) index: RecordArgs,
    #[command(flatten)]
    selection: SelectionArgs,
    /// How to handle unreadable input (always reported on standard error) [default: skip]
    #[arg(long, value_name = "HOW", value_parser = one_of(SKIP_OR_FAIL))]
    errors: Option<ErrorPolicy>,
    /// Stop after N records. Uses one thread, and reads little input past the last one
    #[arg(long, value_name = "N", conflicts_with = "output_dir")]
    pub(crate) limit: Option<NonZeroU64>,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    #[command(flatten)]
    pub(crate) run: RunArgs,
    /// The verb and the options that affect the output.
    #[arg(skip)]
    pub(crate) recipe: Recipe,
}

impl ArchiveArgs {
    /// Returns which records are read, in words.
    pub(crate) fn description(&self) -> String {
        let options: Vec<_> = self.index.names().into_iter().chain(self.selection.options()).collect();
        if options.is_empty() { "all records".to_owned() } else { format!("records selected by {}", options.join(" ")) }
    }

    /// Returns the options of the run.
    pub(crate) fn options(&self) -> RunOptions {
        let options = RunOptions {
            errors: self.errors.unwrap_or(ErrorPolicy::Skip),
            max_record_bytes: self.input.max_record_bytes,
            ..self.run.options()
        };
        // All types and statuses unless options select some.
        with_limit(self.selection.select(options, true), self.limit)
    }

    /// Returns the causes in `counts`, worded for the given options.
    pub(crate) fn causes(&self, counts: &Counts) -> Causes {
        let causes = Causes::new(counts).with_words(SkipCause::RecordType, "neither response, resource nor conversion");
        self.selection.word(causes)
    }
}
