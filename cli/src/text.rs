//! `tagrake text`: the visible text of pages.

use crate::failure::Failure;
use crate::formats;
use crate::page_args::TextArgs;
use crate::page_run;
use crate::summary::plural;
use tagrake::extract::ExtractOptions;
use tagrake_bulk::Fields;
use tagrake_bulk::output::{Format, OutputOptions};
use tagrake_bulk::pipeline::Extraction;

/// The keys of a text record.
const FIELDS: &str = "id,source,warc_filename,warc_record_offset,warc_record_length,content_truncated,v,url,lang,title,text,word_count,error";

/// Writes the text of each page in the inputs of `args`.
pub(crate) fn run(args: &TextArgs) -> Result<(), Failure> {
    let form = args.pages.output.form(formats::TEXT, args.format);
    // The title and the language are metadata.
    let is_record = matches!(form.format, Format::Pages(_));
    let extract = ExtractOptions::default().with_links(false).with_metadata(is_record).with_text(true);
    let output = OutputOptions::new(form.format)
        .with_fields(Fields::only(FIELDS).expect("the keys are those of records"))
        .with_compression(form.compression);
    let reader = args.pages.reader(extract);
    let extraction = match form.format {
        Format::Records(_) => Extraction::wet(reader),
        Format::Pages(_) | Format::Links(_) | Format::Text => Extraction::new(reader, output.clone()),
    };
    page_run::run(&args.pages, extraction, output, form, |counts| plural(counts.pages, "page"))
}
