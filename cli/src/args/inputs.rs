//! Options of every verb that reads many files: the inputs and the run.

use super::choices::{Choice, choice, one_of};
use crate::output::existing_file::{self, OutputKind};
use crate::output::path as output_path;
use crate::report::messages::print_message;
use crate::report::progress::{ProgressMode, Total};
use crate::report::usage;
use clap::Args;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tagrake_bulk::input::{InputFormat, Inputs, RemoteOptions, RetryLimits};
use tagrake_bulk::pipeline::RunOptions;

/// The inputs.
#[derive(Debug, Args)]
pub(crate) struct InputArgs {
    /// WARC, ARC and WACZ files, HTML pages, JSON lines, folders of them, or URLs. If omitted or -, standard input
    ///
    /// The first bytes of an input identify it, after decompression of gzip and zstd. Its name decides only if they do
    /// not, as for an empty file. Any other input (PNG, PDF, ZIP, plain text) is reported and not read, with exit
    /// status 1.
    ///
    /// In a folder, the files with these extensions are read, at any depth: .html, .htm, .xhtml, .jsonl and .ndjson,
    /// also with .gz or .zst; .warc, .warc.gz, .warc.zst, .warc.wat.gz, .warc.wet.gz, .arc, .arc.gz, also with .open, .tmp
    /// or .part; .wacz. Other files are counted; --all-files reads them too.
    ///
    /// Each line of a JSON lines file is a page: an object with "html" (text, so UTF-8) or "html_base64" (bytes in any
    /// encoding), and optionally "id", "url", "content_type", "headers" (a list of "Name: value") and "options"
    /// ("scripting": true or false, "profile": "standard" or "crawl").
    ///
    /// A URL begins with s3://, gs://, az://, http:// or https://. The file is read while it is downloaded, and nothing is
    /// stored. Redirects of web servers are followed, and a page has the URL and the headers of its response. Credentials,
    /// regions and endpoints come from environment variables: AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN,
    /// AWS_REGION, AWS_ENDPOINT_URL, AWS_ALLOW_HTTP; GOOGLE_SERVICE_ACCOUNT; AZURE_STORAGE_ACCOUNT_NAME,
    /// AZURE_STORAGE_ACCOUNT_KEY and others.
    #[arg(value_name = "FILE|FOLDER|URL")]
    inputs: Vec<PathBuf>,
    /// Also read the inputs in this list: one per line, or a table with the columns file, url, content_type and encoding
    ///
    /// The list has files, folders and URLs, relative to the current folder. It may be compressed with gzip or zstd, and a URL.
    ///
    /// A table is CSV or TSV with a header, JSON lines, Parquet or Arrow. Only the column file is required. The others declare the
    /// URL, the Content-Type header and the encoding of the page in the file; empty values declare nothing. The files are relative
    /// to the folder of the table, unless --base is given. Other columns are named in a message, and not read.
    #[arg(long, value_name = "FILE|URL")]
    manifest: Option<PathBuf>,
    /// Put this URL or folder before the relative paths of the manifest or index: s3://commoncrawl/
    #[arg(long, value_name = "URL|FOLDER")]
    base: Option<PathBuf>,
    /// Send no credentials to object stores, as for public data
    #[arg(long)]
    anonymous: bool,
    /// Milliseconds before the first retry of a request; for tests
    #[arg(long, value_name = "MS", hide = true)]
    retry_delay: Option<u64>,
    /// Milliseconds in which at least 4 KiB of a response must arrive; for tests
    #[arg(long, value_name = "MS", hide = true)]
    stall_time: Option<u64>,
    /// The connections and counts that the inputs of each call share.
    #[arg(skip)]
    remote: RemoteOptions,
    /// Format of the input
    ///
    /// In folders, only files whose names have an extension of this format are read.
    #[arg(long, value_name = "FORMAT", value_parser = one_of(INPUT_FORMATS), default_value = "auto")]
    input: InputFormat,
    /// Read every file of a folder, whatever its name, as in a mirror made by wget. Files of other types are counted
    #[arg(long)]
    all_files: bool,
    /// Maximum size of a page: of an HTML file, a WARC record or a JSON line, after decompression. The rest is not
    /// read, which is counted and recorded in content_truncated
    #[arg(long, value_name = "BYTES", value_parser = limit_bytes, default_value = "16M")]
    pub(crate) max_record_bytes: usize,
}

impl InputArgs {
    /// Ends the process with a usage error if there is a base, and neither a manifest nor an index.
    pub(crate) fn check_base(&self, has_index: bool) {
        if self.base.is_some() && self.manifest.is_none() && !has_index {
            usage::refuse("the argument '--base' requires a list of paths: '--manifest' or '--index'");
        }
    }

    /// Returns true if no input is given.
    fn is_none(&self) -> bool {
        self.inputs.is_empty() && self.manifest.is_none()
    }

    /// Returns the inputs; standard input if none is given.
    pub(crate) fn inputs(&self) -> Inputs {
        let paths = if self.is_none() { vec![usage::default_input()] } else { self.inputs.clone() };
        Inputs {
            paths,
            manifest: self.manifest.clone(),
            base: self.base.clone(),
            remote: self.remote(),
            format: self.input,
            all_files: self.all_files,
            ..Inputs::default()
        }
    }

    fn remote(&self) -> RemoteOptions {
        let remote = self.remote.clone().with_anonymous(self.anonymous);
        let mut limits = RetryLimits::default();
        if let Some(delay) = self.retry_delay {
            limits = limits.with_first_delay(Duration::from_millis(delay));
        }
        if let Some(time) = self.stall_time {
            limits = limits.with_stall_time(Duration::from_millis(time));
        }
        remote.with_retries(limits)
    }

    /// Returns the number of bytes that were downloaded so far.
    pub(crate) fn downloaded_bytes(&self) -> u64 {
        self.remote.downloaded_bytes()
    }

    /// Returns the given paths: files, folders and the manifest.
    pub(crate) fn paths(&self) -> impl Iterator<Item = &Path> {
        let stdin = self.is_none().then_some(Path::new("-"));
        self.inputs.iter().chain(&self.manifest).map(PathBuf::as_path).chain(stdin)
    }

    /// Ends the process with a usage error if `--input` names a format of pages.
    pub(crate) fn refuse_pages(&self, verb: &str) {
        if matches!(self.input, InputFormat::Html | InputFormat::Jsonl) {
            usage::refuse(&format!("'{verb}' reads WARC files only: use '--input warc', or leave it out"));
        }
    }

    /// Returns true if each path is a file or a folder: none is a pipe, which can be read only once.
    pub(crate) fn can_be_listed_twice(&self) -> bool {
        let is_kept = |path: &PathBuf| fs::metadata(path).is_ok_and(|data| data.is_file() || data.is_dir());
        self.inputs.iter().chain(&self.manifest).all(is_kept)
    }

    /// Returns the number of files and their size; `None` if an input is a pipe or a size is unknown.
    pub(crate) fn total(&self) -> Option<Total> {
        if !self.can_be_listed_twice() {
            return None;
        }
        self.inputs().files().try_fold(Total::default(), |Total { files, bytes }, file| {
            let size = fs::metadata(file.ok()?.path).ok()?.len();
            Some(Total { files: files + 1, bytes: bytes + size })
        })
    }
}

/// Options of a run.
#[derive(Debug, Args)]
pub(crate) struct RunArgs {
    /// Number of threads; 0 means one per core
    ///
    /// At most 256. The output does not depend on it.
    #[arg(short, long, visible_alias = "threads", value_name = "N", default_value_t = 0)]
    jobs: usize,
    /// When to show a progress bar
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = ProgressMode::Auto)]
    pub(crate) progress: ProgressMode,
    /// Write the counts of the run to this file, as JSON
    #[arg(long, value_name = "FILE.json", value_parser = output_path::file())]
    pub(crate) stats: Option<PathBuf>,
    /// Do not print the counts at the end
    #[arg(short, long)]
    pub(crate) quiet: bool,
    /// Print a line for each file that was read
    #[arg(short, long, conflicts_with = "quiet")]
    pub(crate) verbose: bool,
    /// Bytes of a file in one job; for tests
    #[arg(long, value_name = "BYTES", value_parser = limit_bytes, hide = true)]
    work_bytes: Option<usize>,
}

impl RunArgs {
    /// Ends the process with a usage error if `--stats` names an existing file that is neither named `.json` nor has the counts of
    /// a run. The value of the option was probably forgotten.
    pub(crate) fn check_stats(&self) {
        if let Some(path) = &self.stats {
            existing_file::refuse(path, OutputKind::Stats);
        }
    }

    /// Returns the number of threads and the size of jobs.
    pub(crate) fn options(&self) -> RunOptions {
        if self.jobs > RunOptions::MAX_THREADS {
            let most = RunOptions::MAX_THREADS;
            print_message(format_args!("'-j {}' exceeds the maximum: {most} threads are used", self.jobs));
        }
        RunOptions { threads: self.jobs, work_bytes: self.work_bytes, ..RunOptions::default() }
    }
}

const INPUT_FORMATS: &[Choice<InputFormat>] = &[
    choice(&[InputFormat::Auto.as_str()], InputFormat::Auto, "Identified by its first bytes"),
    choice(&[InputFormat::Html.as_str()], InputFormat::Html, "An HTML page; may be compressed with gzip or zstd"),
    choice(
        &[InputFormat::Jsonl.as_str()],
        InputFormat::Jsonl,
        "JSON lines, one page per line; may be compressed with gzip or zstd",
    ),
    choice(
        &[InputFormat::Warc.as_str()],
        InputFormat::Warc,
        "A WARC or ARC file: plain, of gzip members or of zstd frames; or a WACZ file",
    ),
];

/// Parses the maximum size of something that is read. It is not 0, because nothing would be read.
pub(crate) fn limit_bytes(text: &str) -> Result<usize, String> {
    match bytes(text)? {
        0 => Err("nothing can be read in 0 bytes: use a number such as 64k, 16M or 1G".to_owned()),
        bytes => Ok(bytes),
    }
}

/// Parses a number of bytes: `4096`, `16M`.
pub(crate) fn bytes(text: &str) -> Result<usize, String> {
    let (number, shift) = match text.as_bytes() {
        [_, .., b'k' | b'K'] => (&text[..text.len() - 1], 10),
        [_, .., b'm' | b'M'] => (&text[..text.len() - 1], 20),
        [_, .., b'g' | b'G'] => (&text[..text.len() - 1], 30),
        _ => (text, 0),
    };
    let bytes = number.parse::<usize>().ok().and_then(|number| number.checked_mul(1 << shift));
    bytes.ok_or_else(|| format!("'{text}' is not a number of bytes such as 4096, 64k, 16M or 1G"))
}
