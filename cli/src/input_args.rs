//! What can be asked of every verb that reads many files: which, and how the run goes.

use crate::args;
use crate::output::complain;
use crate::progress::ProgressMode;
use clap::{Args, ValueEnum};
use std::fs;
use std::path::PathBuf;
use tagrake_bulk::input::{InputFormat, Inputs};
use tagrake_bulk::pipeline::RunOptions;

/// What is read.
#[derive(Debug, Args)]
pub(crate) struct InputArgs {
    /// WARC files, pages, folders of both, files of JSON lines; - or nothing is standard input
    ///
    /// A folder stands for the .warc, .warc.gz, .warc.zst, .html and .htm files in it, at any depth. In a file of JSON lines
    /// (.jsonl) each line is a page: an object with "html", or "html_base64" for bytes, and if known "id", "url",
    /// "content_type", "headers" (a list of "Name: value") and "options" ("scripting": true or false, "profile": "standard"
    /// or "crawl").
    #[arg(value_name = "FILE|FOLDER")]
    inputs: Vec<PathBuf>,
    /// Read the files and folders that a list names too, a path on each line; it may be compressed by gzip
    #[arg(long, value_name = "FILE")]
    manifest: Option<PathBuf>,
    /// What the input is: auto goes by the name, or for standard input by the first bytes
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = InputName::Auto)]
    input: InputName,
    /// The most bytes of a record that are kept in memory, and of its body when that is decoded; the rest is cut off
    #[arg(long, value_name = "BYTES", value_parser = bytes, default_value = "16M")]
    pub(crate) max_record_bytes: usize,
}

impl InputArgs {
    /// Returns what is read.
    pub(crate) fn inputs(&self) -> Inputs {
        let is_none = self.inputs.is_empty() && self.manifest.is_none();
        let paths = if is_none { vec![args::default_input()] } else { self.inputs.clone() };
        let format = match self.input {
            InputName::Auto => InputFormat::Auto,
            InputName::Html => InputFormat::Html,
            InputName::Jsonl => InputFormat::Jsonl,
            InputName::Warc => InputFormat::Warc,
        };
        Inputs::new(paths).with_manifest(self.manifest.clone()).with_format(format)
    }

    /// Returns how many bytes the files have, if all are there to be asked.
    pub(crate) fn total_bytes(&self) -> Option<u64> {
        let can_be_read_twice = |path: &PathBuf| fs::metadata(path).is_ok_and(|data| data.is_file() || data.is_dir());
        if !self.inputs.iter().chain(&self.manifest).all(can_be_read_twice) {
            return None;
        }
        self.inputs().files().map(|file| fs::metadata(file.ok()?.path).ok().map(|data| data.len())).sum()
    }
}

/// How a run goes.
#[derive(Debug, Args)]
pub(crate) struct RunArgs {
    /// How many threads read, 256 at most; 0, as many as there are cores. The output is the same
    #[arg(short, long, value_name = "N", default_value_t = 0)]
    jobs: usize,
    /// Whether to tell how far the run is
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = ProgressMode::Auto)]
    pub(crate) progress: ProgressMode,
    /// Write the counts of the run into a file, as JSON
    #[arg(long, value_name = "FILE.json")]
    pub(crate) stats: Option<PathBuf>,
    /// Do not print the counts at the end
    #[arg(short, long)]
    pub(crate) quiet: bool,
    /// Tell of each file that was read
    #[arg(short, long, conflicts_with = "quiet")]
    pub(crate) verbose: bool,
    /// How much of a file is one thread's work; for tests
    #[arg(long, value_name = "BYTES", value_parser = bytes, hide = true)]
    work_bytes: Option<usize>,
}

impl RunArgs {
    /// Sets what is said here.
    pub(crate) fn apply(&self, options: RunOptions) -> RunOptions {
        if self.jobs > RunOptions::MAX_THREADS {
            let most = RunOptions::MAX_THREADS;
            complain(format_args!("'-j {}' is more than there may be: {most} threads are used", self.jobs));
        }
        let options = options.with_threads(self.jobs);
        match self.work_bytes {
            Some(bytes) => options.with_work_bytes(bytes),
            None => options,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum InputName {
    /// JSON lines if the name ends in .jsonl, a WARC file if in .warc, .warc.gz or .warc.zst, else a page
    Auto,
    /// A page
    Html,
    /// A page on each line
    Jsonl,
    /// A WARC file: plain, of gzip members or of zstd frames
    Warc,
}

/// Reads a number of bytes: `4096`, `16M`.
pub(crate) fn bytes(text: &str) -> Result<usize, String> {
    let (number, shift) = match text.as_bytes() {
        [_, .., b'k' | b'K'] => (&text[..text.len() - 1], 10),
        [_, .., b'm' | b'M'] => (&text[..text.len() - 1], 20),
        [_, .., b'g' | b'G'] => (&text[..text.len() - 1], 30),
        _ => (text, 0),
    };
    let bytes = number.parse::<usize>().ok().and_then(|number| number.checked_mul(1 << shift));
    bytes.ok_or_else(|| format!("'{text}' is no number of bytes: 4096, 64k, 16M, 1G"))
}
