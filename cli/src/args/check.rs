//! Options of `tagrake check`.

use super::hints::ProfileArgs;
use super::inputs::{InputArgs, RunArgs};
use clap::{Parser, ValueEnum};

/// Read files to the end, and report their contents and any damage.
///
/// A file is ok, truncated (its end is missing), corrupt, missing, or not read (another type). The exit status is 1
/// unless all files are ok.
#[derive(Debug, Parser)]
#[command(after_help = "Examples:
  tagrake check crawl.warc.gz
  tagrake check --format jsonl --manifest warc.paths | jq -r 'select(.state != \"ok\").file'")]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    #[command(flatten)]
    pub(crate) profile: ProfileArgs,
    /// Format of the reports
    #[arg(long, value_enum, default_value_t = CheckFormat::Text)]
    pub(crate) format: CheckFormat,
    /// Do not verify WARC-Block-Digest and WARC-Payload-Digest
    #[arg(long)]
    pub(crate) no_digests: bool,
    #[command(flatten)]
    pub(crate) run: RunArgs,
}

/// The format of reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum CheckFormat {
    /// One line per file and one per error
    Text,
    /// One JSON object per file (also: json, ndjson)
    #[value(alias = "json", alias = "ndjson")]
    Jsonl,
}
