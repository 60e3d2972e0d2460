//! `tagrake wat`: what Common Crawl's WAT records say of WARC files and of pages.

use crate::output::Failure;
use crate::page_args::WatArgs;
use crate::run;
use crate::summary::plural;
use tagrake::extract::ExtractOptions;
use tagrake_bulk::output::{Format, OutputOptions};
use tagrake_bulk::pipeline::Extraction;

/// Writes the WAT records of what `args` name.
pub(crate) fn run(args: &WatArgs) -> Result<(), Failure> {
    args.check();
    let form = args.pages.output.form(args.format);
    let Format::Records(format) = form.format else { unreachable!("all formats of the verb are of records") };
    let output = OutputOptions::new(format).with_compression(form.compression);
    let charset = args.pages.hints.encoding.charset;
    let extraction = Extraction::wat(args.pages.reader(ExtractOptions::default()), format, charset);
    run::run(&args.pages, extraction, output, form.extension, |counts| plural(counts.rows, "record"))
}
