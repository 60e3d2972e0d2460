//! `tagrake wat`: WAT records, as Common Crawl publishes them, of WARC files and pages.

use super::page_run::{self, FileRun};
use crate::args::choices::format_of;
use crate::args::division::DivisionArgs;
use crate::args::pages::PageArgs;
use crate::args::selection::SelectionArgs;
use crate::failure::Failure;
use crate::report::messages::plural;
use crate::report::usage;
use clap::{Command, Parser};
use tagrake_bulk::Fields;
use tagrake_bulk::output::{Format, Product};
use tagrake_bulk::pipeline::Extraction;
use tagrake_extract::ExtractOptions;

/// Print WAT records, as Common Crawl publishes them, for the records of WARC files or for pages.
///
/// The keys equal the ones of Common Crawl's generator, so programs that read its WAT files can read these; docs/archives.md
/// lists the differences. The record of a page that is not from a WARC file has only the URL, the given headers and the
/// page. Unreadable input is reported on standard error, and the rest is read; the exit status is then 1.
#[derive(Debug, Parser)]
#[command(
    defer(hide_refused),
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
    #[arg(long, value_parser = format_of(Product::Wat))]
    format: Option<Format>,
}

/// Leaves the options that the verb refuses out of its help.
fn hide_refused(wat: Command) -> Command {
    let refused =
        SelectionArgs::ids().into_iter().chain(DivisionArgs::ids()).chain(["keep".into(), "hidden_text".into()]);
    refused.fold(wat, |wat, id| wat.mut_arg(id, |option| option.hide(true)))
}

impl WatArgs {
    /// Ends the process with a usage error if records are selected, because a WAT file has all of them, or for an option that does not
    /// change them.
    fn check(&self) {
        if self.pages.hints.hidden_text {
            usage::refuse("the argument '--hidden-text' cannot be used with 'wat': a WAT file has no text of pages");
        }
        if let Some(option) = self.pages.division.first_present() {
            usage::refuse(&format!(
                "the argument '{option}' cannot be used with 'wat': a WAT file has all records of its input"
            ));
        }
        if self.pages.selection.is_any() {
            let flags: Vec<_> =
                SelectionArgs::ids().iter().map(|id| format!("'--{}'", id.as_str().replace('_', "-"))).collect();
            let flags = flags.join(", ");
            let (first, last) = flags.rsplit_once(", ").unwrap_or_default();
            usage::refuse(&format!(
                "the arguments {first} and {last} cannot be used with 'wat': a WAT file has all records"
            ));
        }
    }
}

/// Writes a WAT record of each record or page in the inputs of `args`.
pub(crate) fn run(args: &WatArgs) -> Result<(), Failure> {
    args.check();
    let form = args.pages.output.form(Product::Wat, args.format);
    let output = args.pages.output_options(&form, Fields::default(), &[]);
    let extraction = Extraction::new(args.pages.reader(ExtractOptions::default()), output.clone());
    page_run::run(FileRun::of_pages(&args.pages), extraction, output, form, |counts| plural(counts.rows, "record"))
}
