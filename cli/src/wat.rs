//! `tagrake wat`: what Common Crawl's WAT records say of WARC files and of pages.

use crate::output::Failure;
use crate::page_args::WatArgs;
use crate::run;
use crate::summary::plural;
use tagrake::extract::ExtractOptions;
use tagrake_bulk::output::{Format, OutputOptions};
use tagrake_bulk::pipeline::Extraction;
use tagrake_bulk::schema::Table;
use tagrake_bulk::wat;

/// Writes the WAT records of what `args` name.
pub(crate) fn run(args: &WatArgs) -> Result<(), Failure> {
    args.check();
    let format = args.pages.output.format(args.format);
    let (form, extension) = match format {
        Format::Warc => (wat::Format::Warc, "wat.gz"),
        _ => (wat::Format::JsonLines, "wat.jsonl"),
    };
    let output = OutputOptions::new(Table::Pages, format)?;
    let extraction =
        Extraction::wat(args.pages.reader(ExtractOptions::default()), form, args.pages.hints.encoding.charset);
    run::run(&args.pages, extraction, output, extension, |counts| plural(counts.rows, "record"))
}
