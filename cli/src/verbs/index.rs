//! `tagrake index`: an index of the records of WARC files.

use super::page_run::{self, FileRun};
use crate::args::formats;
use crate::args::index::IndexArgs;
use crate::args::pages::with_limit;
use crate::failure::Failure;
use crate::report::causes::Causes;
use crate::report::messages::plural;
use crate::report::usage;
use tagrake_bulk::output::{Format, IndexFormat, OutputOptions};
use tagrake_bulk::pipeline::{Counts, Extraction, RunOptions};

/// Writes an entry for each record in the inputs of `args`.
pub(crate) fn run(args: &IndexArgs) -> Result<(), Failure> {
    args.input.refuse_pages("index");
    let mut form = args.output.form(formats::INDEX, args.format);
    let is_cdxj = form.format == Format::Index(IndexFormat::Cdxj);
    if args.sort && !is_cdxj {
        usage::refuse("the argument '--sort' cannot be used with this format: only lines of CDXJ are sorted");
    }
    if args.sort {
        form.format = Format::Index(IndexFormat::SortedCdxj);
    }
    let output = OutputOptions::new(form.format).with_compression(form.compression);
    let records = args.records.unwrap_or_default();
    let extraction = if is_cdxj { Extraction::index(records) } else { Extraction::index_rows(records, output.clone()) };
    let options =
        RunOptions { errors: args.errors(), max_record_bytes: args.input.max_record_bytes, ..args.run.options() };
    let run = FileRun {
        input: &args.input,
        records: None,
        output: &args.output,
        run: &args.run,
        recipe: &args.recipe,
        limit: args.limit,
        options: with_limit(options, args.limit),
        causes: Box::new(Causes::new),
        file_count: count,
    };
    page_run::run_files(run, extraction, output, form, count)
}

fn count(counts: &Counts) -> String {
    plural(counts.rows, "record")
}
