//! `tagrake extract`: one record per page.

use crate::failure::Failure;
use crate::formats;
use crate::page_args::{ExtractArgs, fields};
use crate::page_run;
use crate::summary::plural;
use tagrake_bulk::Fields;
use tagrake_bulk::output::OutputOptions;
use tagrake_bulk::pipeline::Extraction;
use tagrake_bulk::schema::Table;

/// Writes a record of each page in the inputs of `args`.
pub(crate) fn run(args: &ExtractArgs) -> Result<(), Failure> {
    let fields = match fields(Table::Pages, &args.fields) {
        Some(fields) => fields,
        None if args.no_links => Fields::all_but("links"),
        None => Fields::default(),
    };
    let mut extract = fields.extract_options(Table::Pages).with_max_links(args.links.max_links);
    if args.text {
        extract = extract.with_text(true);
    }
    let form = args.pages.output.form(formats::PAGES, args.format);
    let output = OutputOptions::new(form.format).with_fields(fields).with_compression(form.compression);
    let extraction = Extraction::new(args.pages.reader(extract), output.clone()).with_kinds(args.links.kinds());
    page_run::run(&args.pages, extraction, output, form, |counts| plural(counts.pages, "page"))
}
