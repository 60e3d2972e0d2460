//! Options of `tagrake check`.

use crate::args::hints::ProfileArgs;
use crate::args::inputs::{InputArgs, RunArgs};
use crate::output::html_page;
use crate::output::path::{self as output_path, is_stdout};
use crate::report::usage;
use clap::{Parser, ValueEnum};
use std::path::PathBuf;

/// Read files to the end, and report their contents and any damage.
///
/// A file is ok, truncated (its end is missing), corrupt, missing, or not read (another type). The exit status is 1
/// unless all files are ok.
///
/// --report also writes an HTML page: records by type and status, MIME types, encodings, languages, sizes, times, hosts, a map
/// of each damaged file, digests, and the skipped records. Each number has example records, with the command that shows them.
/// docs/guide.md describes the page.
#[derive(Debug, Parser)]
#[command(after_help = "Examples:
  tagrake check crawl.warc.gz
  tagrake check --report crawl.html crawl/
  tagrake check --format jsonl --manifest warc.paths | jq -r 'select(.state != \"ok\").file'")]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    pub(super) input: InputArgs,
    #[command(flatten)]
    pub(super) profile: ProfileArgs,
    /// Format of the reports
    #[arg(long, value_enum, default_value_t = CheckFormat::Text)]
    pub(super) format: CheckFormat,
    /// Also write the statistics of all files to this .html file. It is written under a temporary name and renamed when
    /// complete
    #[arg(long, value_name = "FILE.html", value_parser = output_path::file())]
    pub(super) report: Option<PathBuf>,
    /// Do not verify WARC-Block-Digest and WARC-Payload-Digest
    #[arg(long)]
    pub(super) no_digests: bool,
    #[command(flatten)]
    pub(super) run: RunArgs,
}

/// The format of reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum CheckFormat {
    /// One line per file and one per error
    Text,
    /// One JSON object per file (also: json, ndjson)
    #[value(alias = "json", alias = "ndjson")]
    Jsonl,
}

impl CheckArgs {
    /// Ends the process with a usage error if `--report` names standard output.
    pub(super) fn refuse_stdout(&self) {
        if self.report.as_deref().is_some_and(is_stdout) {
            usage::refuse("standard output has the reports on files: name a file with '--report'");
        }
    }

    /// Ends the process with a usage error if `--report` names another type of file, or would replace a file that is no report.
    pub(super) fn check_report(&self) {
        if let Some(path) = self.report.as_deref() {
            html_page::check_path(path, "check");
        }
    }
}
