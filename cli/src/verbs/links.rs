//! `tagrake links`: one row per link.

use super::page_run;
use crate::args::formats;
use crate::args::pages::{LinksArgs, fields};
use crate::failure::Failure;
use crate::report::messages::plural;
use tagrake_bulk::output::OutputOptions;
use tagrake_bulk::pipeline::Extraction;
use tagrake_bulk::schema::Table;

/// Writes the links of each page in the inputs of `args`.
pub(crate) fn run(args: &LinksArgs) -> Result<(), Failure> {
    let fields = fields(Table::Links, &args.fields).unwrap_or_default();
    let extract = fields.extract_options(Table::Links).with_max_links(args.links.max_links);
    let form = args.pages.output.form(formats::LINKS, args.format);
    let output = OutputOptions::new(form.format).with_fields(fields).with_compression(form.compression);
    let output = args.pages.keep(output);
    let extraction = Extraction::new(args.pages.reader(extract), output.clone()).with_kinds(args.links.kinds());
    page_run::run(&args.pages, extraction, output, form, |counts| {
        format!("{} from {}", plural(counts.links, "link"), plural(counts.pages, "page"))
    })
}
