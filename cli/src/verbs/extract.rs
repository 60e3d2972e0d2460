//! `tagrake extract`: one record per page.

use super::page_run;
use crate::args::content::BYLINE;
use crate::args::formats;
use crate::args::pages::{ExtractArgs, fields};
use crate::failure::Failure;
use crate::report::messages::plural;
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
    let extract = fields.extract_options(Table::Pages).with_max_links(args.links.max_links);
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
    let more = [
        (args.text, "text,word_count"),
        (args.main, "main_text,main_score"),
        (args.main && args.markdown, "main_markdown"),
        (!args.main && args.markdown, "markdown"),
        (args.main || args.markdown, BYLINE),
    ];
    let requested = more.into_iter().filter(|(is_requested, _)| *is_requested);
    requested.fold(fields, |fields, (_, keys)| fields.with(Table::Pages, keys).expect("the keys are those of records"))
}
