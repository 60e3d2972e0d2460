//! `tagrake warc`: copies of records of WARC and ARC files.

use super::page_run::{self, FileRun};
use crate::args::archives::ArchiveArgs;
use crate::failure::Failure;
use crate::output::path::{self as output_path, is_special};
use crate::report::messages::plural;
use crate::report::usage;
use clap::Parser;
use std::path::{Path, PathBuf};
use tagrake_bulk::ReaderOptions;
use tagrake_bulk::input::is_stdin;
use tagrake_bulk::output::{Compression, OutputOptions, Product};
use tagrake_bulk::pipeline::{Counts, Extraction};

const MAX_RECORD_BYTES: &str = "Maximum bytes of a record's block in memory, at least 64k. The rest of a longer block passes through a temporary file, in \
    the folder of TMPDIR, and is copied too";
/// Copy the selected records of WARC, ARC and WACZ files to a WARC file.
///
/// The output has one gzip member per record (.warc.gz), one zstd frame per record (.warc.zst), or no compression (.warc), and
/// begins with a warcinfo record. Heads, blocks and digests keep their bytes. A record of an ARC file becomes a WARC record, and
/// a wrong or missing Content-Length is set. Damaged records are reported on standard error and left out, and the exit status is
/// then 1.
///
/// Without a selection all records are copied, requests, metadata and warcinfo records included. --host, --exclude-host,
/// --url-prefix and --sample apply to the URL of records of any type, --from and --to to their time; --mime and --status select
/// responses, resources and conversions, and leave out all other records.
#[derive(Debug, Parser)]
#[command(
    mut_arg("max_record_bytes", |arg| arg.help(MAX_RECORD_BYTES).long_help(MAX_RECORD_BYTES)),
    mut_arg("keep", |arg| arg.hide(true)),
    after_help = "Examples:
  tagrake warc --host example.com -o example.warc.gz crawl.warc.gz
  tagrake warc --write-index copy.cdxj -o copy.warc.zst crawl.warc.gz
  tagrake warc --index pages.cdxj -o pages.warc.gz
  tagrake warc -o repaired.warc.gz damaged.warc.gz
  tagrake warc -o crawl.warc.zst crawl.arc.gz"
)]
pub(crate) struct WarcArgs {
    #[command(flatten)]
    pub(crate) archives: ArchiveArgs,
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
}

impl WarcArgs {
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
        if self.archives.output.output_dir.is_some() {
            usage::refuse(
                "the argument '--zstd-dictionary' cannot be used with '--output-dir': it makes one dictionary",
            );
        }
        let is_read_once = |path: &Path| is_stdin(path) || is_special(path);
        let ArchiveArgs { input, index, .. } = &self.archives;
        if (!index.is_any() && input.paths().any(is_read_once)) || index.paths().any(is_read_once) {
            usage::refuse("the argument '--zstd-dictionary' reads the first records twice: name files, not a pipe");
        }
    }
}

/// Copies the selected records in the inputs of `args`.
pub(crate) fn run(args: &WarcArgs) -> Result<(), Failure> {
    let archives = &args.archives;
    archives.input.refuse_pages("warc");
    let form = archives.output.form(Product::Warc, None);
    args.check_dictionary(form.compression);
    let output = archives.index.keep(OutputOptions::from(form.format).with_compression(form.compression));
    let extraction = Extraction::new(ReaderOptions::default(), output.clone()).with_description(archives.description());
    let run = FileRun {
        index: args.write_index.as_deref(),
        trains_dictionary: args.zstd_dictionary,
        ..FileRun::of_archives(archives, count)
    };
    page_run::run(run, extraction, output, form, count)
}

fn count(counts: &Counts) -> String {
    plural(counts.rows, "record")
}
