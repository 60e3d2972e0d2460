//! `tagrake blocks`: one row per text block.

use super::page_run;
use crate::args::formats;
use crate::args::pages::{BlocksArgs, fields};
use crate::failure::Failure;
use crate::report::messages::plural;
use crate::report::usage;
use tagrake_bulk::output::OutputOptions;
use tagrake_bulk::pipeline::Extraction;
use tagrake_bulk::schema::{BLOCK_SCORES, Table};
use tagrake_bulk::{Fields, TextOptions};

/// Writes the text blocks of each page in the inputs of `args`.
pub(crate) fn run(args: &BlocksArgs) -> Result<(), Failure> {
    let fields = match fields(Table::Blocks, &args.fields) {
        Some(fields) => fields,
        None if args.main => Fields::default().with(Table::Blocks, "score,main").expect("the keys are those of blocks"),
        None => Fields::default(),
    };
    if args.view.is_some() && !BLOCK_SCORES.iter().any(|field| fields.has(field.name)) {
        usage::refuse("the argument '--view' needs '--main'");
    }
    let texts = TextOptions { view: args.view.unwrap_or_default(), ..TextOptions::default() };
    let form = args.pages.output.form(formats::BLOCKS, args.format);
    let output = OutputOptions::new(form.format).with_fields(fields).with_compression(form.compression);
    let output = args.pages.keep(output);
    let reader = args.pages.reader(fields.extract_options(Table::Blocks));
    let extraction = Extraction::new(reader, output.clone()).with_texts(texts);
    page_run::run(&args.pages, extraction, output, form, |counts| {
        format!("{} from {}", plural(counts.rows, "block"), plural(counts.pages, "page"))
    })
}
