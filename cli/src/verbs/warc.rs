//! `tagrake warc`: copies of records of WARC and ARC files.

use super::page_run::{self, FileRun};
use crate::args::choices::one_of;
use crate::args::inputs::{InputArgs, RunArgs};
use crate::args::outputs::OutputArgs;
use crate::args::pages::{SKIP_OR_FAIL, with_limit};
use crate::args::records::RecordArgs;
use crate::args::selection::SelectionArgs;
use crate::failure::Failure;
use crate::output::path::{self as output_path, is_special};
use crate::output::record::Recipe;
use crate::report::causes::Causes;
use crate::report::messages::plural;
use crate::report::usage;
use clap::Parser;
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};
use tagrake_bulk::ReaderOptions;
use tagrake_bulk::input::is_stdin;
use tagrake_bulk::output::{Compression, OutputOptions, Product};
use tagrake_bulk::pipeline::{Counts, ErrorPolicy, Extraction, RunOptions, SkipCause};

const INPUTS: &str = "WARC, ARC and WACZ files, or folders of them: .warc, .warc.gz, .warc.zst and similar names, at any depth. \
    If omitted or -, standard input";
const MAX_RECORD_BYTES: &str = "Maximum bytes of a record's block in memory, at least 64k. The rest of a longer block passes through a temporary file, in \
    the folder of TMPDIR, and is copied too";
const MIME: &str = "Copy only responses, resources and conversions of these MIME types: html, all, or a comma-separated list \
    [default: all records]";
const STATUS: &str = "Copy only responses of these HTTP statuses, and resources and conversions: 200, 2xx, all, or a \
    comma-separated list [default: all records]";
const HOST: &str =
    "Copy only records whose URL has one of these hosts: example.com, or *.example.com for it and its subdomains";
const EXCLUDE_HOST: &str = "Leave out records whose URL has one of these hosts, in the form of --host";
const URL_PREFIX: &str = "Copy only records whose URL starts with this text; may be repeated";
const SAMPLE: &str = "Copy only the records of a sample of URLs: 1/100. Every run takes the same URLs";
const DEDUP: &str =
    "Leave out responses, resources and conversions with the body of an earlier one of the run. Uses one thread";
const INDEX: &str =
    "Copy the records that this index names, in its order: CDXJ, CDX, JSON lines, CSV, TSV, Parquet or Arrow";
const RECORD: &str = "Copy the record at this offset of a WARC file; may be repeated";
const LIMIT: &str = "Stop after N records. Uses one thread, and reads little input past the last one";

/// Copy the selected records of WARC, ARC and WACZ files to a WARC file.
///
/// The output has one gzip member per record (.warc.gz), one zstd frame per record (.warc.zst), or no compression (.warc), and
/// begins with a warcinfo record. Heads, blocks and digests keep their bytes. A record of an ARC file becomes a WARC record, and
/// a wrong or missing Content-Length is set. Damaged records are reported on standard error and left out, and the exit status is
/// then 1.
///
/// Without a selection all records are copied, requests, metadata and warcinfo records included. --host, --exclude-host,
/// --url-prefix and --sample apply to the URL of records of any type; --mime and --status select responses, resources and
/// conversions, and leave out all other records.
#[derive(Debug, Parser)]
#[command(
    // Folders have other files too, and any named file is read as a WARC file.
    mut_arg("input", |arg| arg.default_value("warc").hide(true)),
    mut_arg("inputs", |arg| arg.help(INPUTS).long_help(INPUTS)),
    mut_arg("max_record_bytes", |arg| arg.help(MAX_RECORD_BYTES).long_help(MAX_RECORD_BYTES)),
    mut_arg("mime", |arg| arg.help(MIME)),
    mut_arg("status", |arg| arg.help(STATUS).long_help(STATUS)),
    mut_arg("host", |arg| arg.help(HOST)),
    mut_arg("exclude_host", |arg| arg.help(EXCLUDE_HOST)),
    mut_arg("url_prefix", |arg| arg.help(URL_PREFIX)),
    mut_arg("sample", |arg| arg.help(SAMPLE)),
    mut_arg("dedup", |arg| arg.help(DEDUP)),
    mut_arg("index", |arg| arg.help(INDEX)),
    mut_arg("keep", |arg| arg.hide(true)),
    mut_arg("record", |arg| arg.help(RECORD).long_help(RECORD)),
    after_help = "Examples:
  tagrake warc --host example.com -o example.warc.gz crawl.warc.gz
  tagrake warc --write-index copy.cdxj -o copy.warc.zst crawl.warc.gz
  tagrake warc --index pages.cdxj -o pages.warc.gz
  tagrake warc -o repaired.warc.gz damaged.warc.gz
  tagrake warc -o crawl.warc.zst crawl.arc.gz"
)]
pub(crate) struct WarcArgs {
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    index: RecordArgs,
    #[command(flatten)]
    selection: SelectionArgs,
    /// How to handle unreadable input (always reported on standard error) [default: skip]
    #[arg(long, value_name = "HOW", value_parser = one_of(SKIP_OR_FAIL))]
    errors: Option<ErrorPolicy>,
    #[arg(long, value_name = "N", conflicts_with = "output_dir", help = LIMIT)]
    limit: Option<NonZeroU64>,
    #[command(flatten)]
    output: OutputArgs,
    /// Also write an index of the output to this file: .cdxj, sorted, or any other format of `tagrake index`
    ///
    /// The index is made of the complete output, and equals the output of `tagrake index`, with --sort for CDXJ.
    #[arg(long, value_name = "PATH", value_parser = output_path::file())]
    write_index: Option<PathBuf>,
    /// Compress with a dictionary trained from the first 11 MB of the records. Only for .warc.zst
    ///
    /// Small records then take fewer bytes. The dictionary is at the start of the file, as the WARC specification says. The first
    /// records are read twice, so the input cannot be a pipe.
    #[arg(long)]
    zstd_dictionary: bool,
    #[command(flatten)]
    run: RunArgs,
    /// The verb and the options that affect the output.
    #[arg(skip)]
    pub(crate) recipe: Recipe,
}

impl WarcArgs {
    /// Returns which records are copied, in words.
    fn description(&self) -> String {
        let options: Vec<_> = self.index.names().into_iter().chain(self.selection.options()).collect();
        if options.is_empty() { "all records".to_owned() } else { format!("records selected by {}", options.join(" ")) }
    }

    fn options(&self) -> RunOptions {
        let options = RunOptions {
            errors: self.errors.unwrap_or(ErrorPolicy::Skip),
            max_record_bytes: self.input.max_record_bytes,
            ..self.run.options()
        };
        // All types and statuses unless options select some.
        with_limit(self.selection.select(options, true), self.limit)
    }

    /// Ends the process with a usage error if a dictionary cannot be trained, or if the output has none.
    fn check_dictionary(&self, compression: Compression) {
        if !self.zstd_dictionary {
            return;
        }
        if compression != Compression::Zstd {
            usage::refuse(
                "the argument '--zstd-dictionary' requires an output in zstd: .warc.zst, or '--compression zstd'",
            );
        }
        if self.output.output_dir.is_some() {
            usage::refuse(
                "the argument '--zstd-dictionary' cannot be used with '--output-dir': it makes one dictionary",
            );
        }
        let is_read_once = |path: &Path| is_stdin(path) || is_special(path);
        if (!self.index.is_any() && self.input.paths().any(is_read_once)) || self.index.paths().any(is_read_once) {
            usage::refuse("the argument '--zstd-dictionary' reads the first records twice: name files, not a pipe");
        }
    }

    fn causes(&self, counts: &Counts) -> Causes {
        let causes = Causes::new(counts).with_words(SkipCause::RecordType, "neither response, resource nor conversion");
        self.selection.word(causes)
    }
}

/// Copies the selected records in the inputs of `args`.
pub(crate) fn run(args: &WarcArgs) -> Result<(), Failure> {
    args.input.refuse_pages("warc");
    let form = args.output.form(Product::Warc, None);
    args.check_dictionary(form.compression);
    let output = args.index.keep(OutputOptions::from(form.format).with_compression(form.compression));
    let extraction = Extraction::new(ReaderOptions::default(), output.clone()).with_description(args.description());
    let run = FileRun {
        input: &args.input,
        records: Some(&args.index),
        reads_pages: false,
        output: &args.output,
        index: args.write_index.as_deref(),
        trains_dictionary: args.zstd_dictionary,
        run: &args.run,
        recipe: &args.recipe,
        limit: args.limit,
        options: args.options(),
        causes: Box::new(|counts| args.causes(counts)),
        file_count: count,
    };
    page_run::run(run, extraction, output, form, count)
}

fn count(counts: &Counts) -> String {
    plural(counts.rows, "record")
}
