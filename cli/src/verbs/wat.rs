//! `tagrake wat`: WAT records, as Common Crawl publishes them, of WARC files and pages.

use super::page_run;
use crate::args::formats;
use crate::args::pages::WatArgs;
use crate::failure::Failure;
use crate::report::messages::plural;
use tagrake::extract::ExtractOptions;
use tagrake_bulk::output::{Format, OutputOptions};
use tagrake_bulk::pipeline::Extraction;

/// Writes a WAT record of each record or page in the inputs of `args`.
pub(crate) fn run(args: &WatArgs) -> Result<(), Failure> {
    args.check();
    let form = args.pages.output.form(formats::WAT, args.format);
    let Format::Records(format) = form.format else { unreachable!("all formats of the verb are of records") };
    let output = OutputOptions::new(format).with_compression(form.compression);
    let output = args.pages.keep(output);
    let charset = args.pages.hints.encoding.charset;
    let extraction = Extraction::wat(args.pages.reader(ExtractOptions::default()), format, charset);
    page_run::run(&args.pages, extraction, output, form, |counts| plural(counts.rows, "record"))
}
