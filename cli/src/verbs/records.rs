//! `tagrake records`: one row per record of archives.

use super::page_run::{self, FileRun};
use crate::args::archives::ArchiveArgs;
use crate::args::choices::format_of;
use crate::args::division::DivisionArgs;
use crate::args::pages::{field_of, fields};
use crate::failure::Failure;
use crate::report::messages::plural;
use clap::Parser;
use tagrake_bulk::ReaderOptions;
use tagrake_bulk::output::{Format, OutputOptions, Product};
use tagrake_bulk::pipeline::{Counts, Extraction};
use tagrake_bulk::schema::Table;

const MAX_RECORD_BYTES: &str = "Maximum bytes of a record's block that are read. The HTTP header is in them";

/// Print the records of WARC, ARC and WACZ files, one row per record: its type, URL, time, digests and headers.
///
/// Without a selection the rows are of all records, requests, metadata and warcinfo records included. --host, --exclude-host,
/// --url-prefix and --sample apply to the URL of records of any type, --from and --to to their time; --mime and --status select
/// responses, resources and conversions, and leave out all other records. Damaged records are reported on standard error and left
/// out, and the exit status is then 1.
#[derive(Debug, Parser)]
#[command(
    mut_arg("max_record_bytes", |arg| arg.help(MAX_RECORD_BYTES).long_help(MAX_RECORD_BYTES)),
    after_help = "Examples:
  tagrake records -o records.parquet crawl.warc.gz
  tagrake records --fields warc_type,url,fetch_status crawl.warc.gz
  tagrake records --host example.com crawl.warc.gz | jq -c 'select(.warc_type == \"request\") | .http_headers'"
)]
pub(crate) struct RecordsArgs {
    #[command(flatten)]
    pub(crate) archives: ArchiveArgs,
    #[command(flatten)]
    division: DivisionArgs,
    /// Only these keys, comma-separated; may be repeated. They keep the order of the row
    #[arg(long, value_name = "A,B,C", value_delimiter = ',', value_parser = field_of(Table::Records, "record"))]
    fields: Vec<String>,
    /// Format of the rows [default: from the output's extension, otherwise jsonl]
    #[arg(long, value_parser = format_of(Product::Records))]
    format: Option<Format>,
}

/// Writes a row for each selected record in the inputs of `args`.
pub(crate) fn run(args: &RecordsArgs) -> Result<(), Failure> {
    let archives = &args.archives;
    archives.input.refuse_pages("records");
    let fields = fields(Table::Records, &args.fields).unwrap_or_default();
    let form = archives.output.form(Product::Records, args.format);
    let output = OutputOptions::from(form.format).with_fields(fields).with_compression(form.compression);
    let output = archives.index.keep(args.division.divide(&archives.output, &form, fields, output));
    let extraction = Extraction::new(ReaderOptions::default(), output.clone());
    let run = FileRun { division: args.division.division(), ..FileRun::of_archives(archives, count) };
    page_run::run(run, extraction, output, form, count)
}

fn count(counts: &Counts) -> String {
    plural(counts.rows, "record")
}
