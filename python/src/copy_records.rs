//! `copy_records`: copies records of WARC files to another WARC file.

use crate::arguments::{Count, FilePath, Flag, Int, Positive, argument, one_of, optional};
use crate::batch_sender::MAX_ERRORS;
use crate::counts::counts_dict;
use crate::errors::{Failure, value_error};
use crate::interrupt;
use crate::keywords::{Keywords, keywords};
use crate::run_report::log;
use crate::selection::{SelectionKeywords, limit_of};
use crate::warc_source::SourceKeywords;
use pyo3::exceptions::{PyFileExistsError, PyRuntimeError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::fs::File;
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Weak};
use std::{fmt, io, thread};
use tagrake_bulk::input::Inputs;
use tagrake_bulk::output::{Block, Compression, OutputError, OutputOptions, Product, Writer};
use tagrake_bulk::pipeline::{Counts, ErrorPolicy, Extraction, RowSink, Run, RunError, RunOptions, train_dictionary};
use tagrake_bulk::{InputError, ReaderOptions};
use tempfile::NamedTempFile;

keywords! {
    /// The keyword arguments of [`copy_records`], besides the input, the selection and the output.
    pub(crate) struct CopyKeywords(copy_help, copy_signature) {
        /// How to handle unreadable input. By default, a file that cannot be opened or read raises OSError, and damage in a file is
        /// left out, and logged as a warning of the logger "tagrake". "skip" leaves out both without a warning; "raise" raises
        /// OSError or InputError at the first error. If an exception is raised, there is no output.
        errors: Option<CopyErrors> = None => "None",
        /// The number of threads, 1 by default; 0 for one per core. The output does not depend on it.
        threads: Count = Int(1) => "1",
        /// The maximum bytes of a block in memory, 16 MiB by default. The rest of a longer block passes through a
        /// temporary file.
        max_record_bytes: Positive = Int(16 << 20) => "16777216",
        /// The number of records after which the copying ends. Uses one thread.
        limit: Option<Positive> = None => "None",
        /// Whether to compress a .warc.zst with a dictionary trained from the first 11 MB of the records, which are read
        /// twice. With too few records, there is none.
        zstd_dictionary: Flag = Flag(false) => "False",
    }
}

#[doc = concat!(
    "copy_records(paths=None, *, output", copy_signature!(), selection_signature!(), source_signature!(), ")\n--\n"
)]
/// Copies the selected records of WARC, ARC and WACZ files to a WARC file, and returns counts with the names of WarcReader.counts.
///
/// Heads, blocks and digests keep their bytes. ARC records become WARC records. Damaged records are counted and left out. The file
/// has its name once it is complete.
///
/// Args:
///     paths: A path of a file or folder, a URL, or a list of them.
///     output: The path of the file, which must not exist: .warc.gz, .warc.zst or .warc.
#[doc = concat!(copy_help!(), selection_help!(), source_help!())]
/// >>> import pathlib, tagrake, tempfile
/// >>> folder = pathlib.Path(tempfile.mkdtemp())
/// >>> url = "http://example.com/"
/// >>> record = f"WARC/1.0\r\nWARC-Type: resource\r\nWARC-Target-URI: {url}\r\nContent-Length: 2\r\n\r\nHi\r\n\r\n"
/// >>> _ = (folder / "a.warc").write_text(record, newline="")
/// >>> tagrake.copy_records(folder / "a.warc", output=folder / "copy.warc.gz", hosts=["example.com"])["rows"]
/// 1
#[pyfunction]
#[pyo3(signature = (paths=None, *, output, **options), text_signature = None)]
pub(crate) fn copy_records<'py>(
    py: Python<'py>,
    paths: Option<&Bound<'py, PyAny>>,
    output: &Bound<'py, PyAny>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyDict>> {
    let (paths, FilePath(output)) = (optional("paths", paths)?, argument("output", output)?);
    let ((keywords, selected), source) =
        <((CopyKeywords, SelectionKeywords), SourceKeywords)>::parse("copy_records", options)?;
    if selected.has_distinct_texts() {
        return Err(value_error(
            "argument 'dedup': copy_records reads no main text: use \"digest\" or \"declared-digest\"",
        ));
    }
    let limit = limit_of(keywords.limit);
    let mut run = RunOptions {
        threads: keywords.threads.0,
        errors: keywords.errors.map_or(ErrorPolicy::Skip, |errors| errors.0),
        max_record_bytes: keywords.max_record_bytes.0,
        ..selected.run_options(true)?
    };
    if limit.is_some() {
        run = run.with_single_rows();
    }
    let names = [source.names(), selected.names()].concat();
    if source.names_pages() {
        return Err(value_error(
            "argument 'input': copy_records copies records of archives: use \"warc\", or leave it out",
        ));
    }
    let source = source.source(paths)?;
    let is_default = keywords.errors.is_none();
    if is_default {
        source.check_paths()?;
    }
    let inputs = source.files_only("copy_records")?;
    let compression = compression_of(&output)?;
    if keywords.zstd_dictionary.0 && compression != Compression::Zstd {
        return Err(value_error("argument 'zstd_dictionary': needs an output with the extension .warc.zst"));
    }
    let description = match names.is_empty() {
        true => "all records".to_owned(),
        false => format!("records selected by {}", names.join(" ")),
    };
    let copy = CopyRun {
        output,
        options: OutputOptions::from(Product::Warc.default_format()).with_compression(compression),
        description,
        has_dictionary: keywords.zstd_dictionary.0,
        limit,
        is_default,
    };
    let remote = inputs.remote.clone();
    let counts = py.detach(|| copy.run(inputs, run))?;
    counts_dict(py, counts, remote.downloaded_bytes())
}

/// What to do with unreadable input.
#[derive(Clone, Copy)]
pub(crate) struct CopyErrors(ErrorPolicy);

impl<'py> FromPyObject<'_, 'py> for CopyErrors {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        one_of(&object, &[("raise", ErrorPolicy::Fail), ("skip", ErrorPolicy::Skip)]).map(Self)
    }
}

/// Returns the compression that the extension of the output names.
fn compression_of(output: &Path) -> PyResult<Compression> {
    let name = output.file_name().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
    match name.rsplit_once(".warc") {
        Some((_, ".gz")) => Ok(Compression::Gzip),
        Some((_, ".zst")) => Ok(Compression::Zstd),
        Some((_, "")) => Ok(Compression::None),
        _ => Err(value_error("argument 'output': needs the extension .warc.gz, .warc.zst or .warc")),
    }
}

/// A run that copies records to a file.
struct CopyRun {
    output: PathBuf,
    options: OutputOptions,
    description: String,
    has_dictionary: bool,
    limit: Option<NonZeroU64>,
    /// True if input that cannot be opened or read ends the run, and damage is logged.
    is_default: bool,
}

/// A message from the copying thread.
enum CopyMessage {
    /// An error to log.
    Warning(String),
    End(Box<PyResult<Counts>>),
}

impl CopyRun {
    /// Copies on a thread of its own, which may wait for input. Meanwhile, this thread handles signals and logs errors.
    fn run(self, inputs: Inputs, run: RunOptions) -> PyResult<Counts> {
        let output = self.output.clone();
        let about = |error: &io::Error| Failure::system(error, &output.to_string_lossy()).to_error();
        if output.exists() {
            return Err(PyFileExistsError::new_err(format!("{}: the output exists", output.display())));
        }
        let folder = output.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        // Removed if an exception is raised, also while the copying thread waits.
        let (file, temporary) = temporary_file(folder).map_err(|error| about(&error))?.into_parts();
        let ((sender, messages), keep_alive) = (channel(), Arc::new(()));
        let is_wanted = Arc::downgrade(&keep_alive);
        let work = move || {
            let counts = self.copy(inputs, run, file, sender.clone(), is_wanted);
            let _ = sender.send(CopyMessage::End(Box::new(counts))); // fails if an exception was raised
        };
        thread::Builder::new().spawn(work)?;
        let counts = loop {
            match messages.recv_timeout(interrupt::PERIOD) {
                Ok(CopyMessage::Warning(warning)) => Python::attach(|py| log(py, &[warning]))?,
                Ok(CopyMessage::End(counts)) => break (*counts)?,
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(PyRuntimeError::new_err("internal error: the copying thread of tagrake panicked"));
                }
            }
            interrupt::check()?;
        };
        temporary.persist_noclobber(&output).map_err(|error| about(&error.error))?;
        Ok(counts)
    }

    /// Copies to `file` while `is_wanted`.
    fn copy(
        &self,
        inputs: Inputs,
        run: RunOptions,
        file: File,
        messages: Sender<CopyMessage>,
        is_wanted: Weak<()>,
    ) -> PyResult<Counts> {
        let max_records = self.limit.map_or(u64::MAX, NonZeroU64::get);
        let dictionary = self.has_dictionary.then(|| train_dictionary(inputs.clone(), &run, max_records)).flatten();
        let options = self.options.clone().with_dictionary(dictionary);
        let writer = Writer::new(&options, file).map_err(|error| output_error(error, &self.output))?;
        let extraction = Extraction::new(ReaderOptions::default(), options).with_description(&*self.description);
        let (counts, rows, warnings) = (Counts::default(), 0, 0);
        let mut sink = CopySink { writer, copy: self, messages, is_wanted, counts, rows, warnings, failure: None };
        let counts = match Run::new(extraction, run).read(inputs, &mut sink) {
            Ok(counts) => counts,
            Err(RunError::Sink(Stop::Limit)) => sink.counts,
            Err(RunError::Sink(Stop::Raised(error))) => return Err(error),
            Err(RunError::Output(error)) => return Err(output_error(error, &self.output)),
            Err(error) => {
                let unknown = || PyRuntimeError::new_err(error.to_string());
                return Err(sink.failure.map_or_else(unknown, |failure| failure.to_error()));
            }
        };
        sink.writer.finish().map_err(|error| output_error(error, &self.output))?;
        Ok(counts)
    }
}

/// Creates a file whose permissions are the ones of a new file.
fn temporary_file(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(folder)
}

fn output_error(error: OutputError, path: &Path) -> PyErr {
    match error {
        OutputError::Io(error) => Failure::system(&error, &path.to_string_lossy()).to_error(),
        error => value_error(error),
    }
}

/// Writes the records of a run.
struct CopySink<'c> {
    writer: Writer<File>,
    copy: &'c CopyRun,
    messages: Sender<CopyMessage>,
    is_wanted: Weak<()>,
    counts: Counts,
    rows: u64,
    warnings: usize,
    /// The last error.
    failure: Option<Failure>,
}

/// Why a run ends early.
enum Stop {
    Limit,
    /// The caller has raised an exception.
    Unwanted,
    Raised(PyErr),
}

impl fmt::Display for Stop {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Limit => formatter.write_str("the limit was reached"),
            Self::Unwanted => formatter.write_str("the call has ended"),
            Self::Raised(error) => error.fmt(formatter),
        }
    }
}

impl RowSink for CopySink<'_> {
    type Error = Stop;

    fn rows(&mut self, block: Block) -> Result<Block, Stop> {
        self.rows += block.rows() as u64;
        self.writer.append(block).map_err(|error| Stop::Raised(output_error(error, &self.copy.output)))
    }

    fn error(&mut self, error: &InputError) -> Result<(), Stop> {
        let failure = Failure::of(error);
        if self.copy.is_default && failure.is_of_access() {
            return Err(Stop::Raised(failure.to_error()));
        }
        if self.copy.is_default && self.warnings < MAX_ERRORS {
            self.warnings += 1;
            let _ = self.messages.send(CopyMessage::Warning(error.to_string())); // fails if an exception was raised
        }
        self.failure = Some(failure);
        Ok(())
    }

    fn progress(&mut self, counts: &Counts) -> Result<(), Stop> {
        self.counts.clone_from(counts);
        if self.is_wanted.strong_count() == 0 {
            return Err(Stop::Unwanted);
        }
        if self.copy.limit.is_some_and(|limit| self.rows >= limit.get()) { Err(Stop::Limit) } else { Ok(()) }
    }
}
