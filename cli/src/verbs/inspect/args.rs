//! Options of `tagrake inspect`.

use crate::args::hints::HintArgs;
use crate::args::inputs::{bytes, limit_bytes};
use crate::args::records::record_at;
use crate::output::html_page;
use crate::output::path as output_path;
use clap::Parser;
use std::path::PathBuf;
use tagrake::Options;
use tagrake_bulk::input::RecordAddress;

/// Write an HTML page that shows a document's tokens, errors and links over its source.
///
/// The report is one file that loads nothing and runs nothing of the document. A document in another encoding is shown
/// decoded to UTF-8, and offsets refer to the decoded text. docs/guide.md describes the report.
#[derive(Debug, Parser)]
#[command(after_help = "Examples:
  tagrake inspect page.html -o page.report.html
  tagrake inspect --declined --url https://example.com/ page.html -o page.report.html
  curl -s https://example.com/ | tagrake inspect --url https://example.com/ - -o example.report.html")]
pub(crate) struct InspectArgs {
    /// The document. If omitted or -, standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
    /// Read the record at this offset of a WARC file in place of a document
    #[arg(long, value_name = "FILE:OFFSET", value_parser = record_at, conflicts_with = "file")]
    pub(crate) record: Option<RecordAddress>,
    /// Maximum size of the document. The rest is not read, and a message says so
    #[arg(long, value_name = "BYTES", value_parser = limit_bytes, default_value = "16M")]
    pub(crate) max_record_bytes: usize,
    /// Write to this .html file. The report is written under a temporary name and renamed when complete
    #[arg(short, long, value_name = "PATH", value_parser = output_path::file())]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) hints: HintArgs,
    /// Show where the fast path declines, and why
    #[arg(long)]
    pub(crate) declined: bool,
    /// Read <?target data?> as a processing instruction, as in the standard since 2026-06-25, not as a bogus comment
    #[arg(long)]
    processing_instructions: bool,
    /// Maximum number of links
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    pub(crate) max_links: usize,
    /// Maximum number of source bytes to show. The rest is counted, not shown
    #[arg(long, value_name = "BYTES", value_parser = bytes, default_value = "16M")]
    pub(crate) max_source_bytes: usize,
}

impl InspectArgs {
    /// Ends the process with a usage error if the output is no name of a report, or would replace another file.
    pub(crate) fn check_output(&self) {
        if let Some(path) = self.output.as_deref() {
            html_page::check_path(path, "inspect");
        }
    }

    /// Returns the tokenizer options.
    pub(crate) fn options(&self) -> Options {
        Options::default()
            .with_errors(true)
            .with_scripting(self.hints.scripting)
            .with_processing_instructions(self.processing_instructions)
    }
}
