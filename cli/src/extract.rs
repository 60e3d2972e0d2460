//! `tagrake extract`: one record per page.

use crate::content_args::BYLINE;
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
        None => keys_of(args),
    };
    let texts = args.content.texts_of(&fields);
    let mut extract = fields.extract_options(Table::Pages).with_max_links(args.links.max_links);
    if args.text {
        extract = extract.with_text(true);
    }
    let form = args.pages.output.form(formats::PAGES, args.format);
    let output = OutputOptions::new(form.format).with_fields(fields).with_compression(form.compression);
    let output = args.pages.keep(output);
    let extraction = Extraction::new(args.pages.reader(extract), output.clone()).with_kinds(args.links.kinds());
    let extraction = extraction.with_texts(texts);
    page_run::run(&args.pages, extraction, output, form, |counts| plural(counts.pages, "page"))
}

/// Returns the keys of the records if `--fields` is absent.
fn keys_of(args: &ExtractArgs) -> Fields {
    let fields = if args.no_links { Fields::all_but("links") } else { Fields::default() };
    let more = match (args.main, args.markdown) {
        (true, true) => "main_text,main_score,main_markdown",
        (true, false) => "main_text,main_score",
        (false, true) => "markdown",
        (false, false) => return fields,
    };
    let fields = fields.with(Table::Pages, more).and_then(|fields| fields.with(Table::Pages, BYLINE));
    fields.expect("the keys are those of records")
}
