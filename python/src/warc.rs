//! `read_warc`: reads WARC files on a background thread and returns batches of rows.

use crate::arrow::{RecordBatch, Schema, reader_to_pyarrow, schema_capsule, stream_capsule, without_interpreter};
use crate::errors::Failure;
use crate::html::wrong_type;
use crate::interrupt::{self, PERIOD};
use crate::options::{EncodingLabel, Keywords, LinkKinds, PageOptions, ProfileName, warc_fields_of};
use crate::page::StrList;
use crate::python_file::{PythonFile, read_chunk};
use crate::value_error;
use arrow_array::RecordBatch as ArrowBatch;
use arrow_schema::{ArrowError, SchemaRef};
use pyo3::exceptions::{PyOSError, PyRuntimeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict};
use std::io;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread;
use tagrake_bulk::input::{InputFormat, Inputs};
use tagrake_bulk::output::{Batches, Block, LinkFormat, OutputError, OutputOptions, PageFormat};
use tagrake_bulk::pipeline::{Counts, ErrorPolicy, Extraction, RowSink, Run, RunError, RunOptions, Selection};
use tagrake_bulk::schema::Table;
use tagrake_bulk::{InputError, reason};

/// Batches that may wait for the consumer.
const MAX_WAITING: usize = 2;
/// Error messages that are kept.
const MAX_ERRORS: usize = 1000;

/// Reads WARC files: a stream of record batches, in the order of the files.
///
/// Files are plain, gzip members or zstd frames, detected by their bytes. The pages and their rows equal the rows of the
/// command: responses, resources and conversions that are HTML, with a status of success. Memory use does not depend on
/// the size of the files. Other Python threads can run while files are read.
///
/// Args:
///     paths: A path of a file or folder, a list of paths, or a file object whose read() returns bytes.
///     errors: How to handle unreadable input. "record" adds a row with the reason in the column error, in the table of
///         pages; "skip" leaves it out; "fail" raises OSError or InputError after the rows before it. All errors are
///         counted.
///     columns: The columns to extract. Other columns take no time. Pages have three more that are not in SCHEMA:
///         "payload", the bytes of the page without transfer and content codings; "http_headers", pairs in the order of
///         the response; and "warc_record_id".
///     threads: The number of threads; 0 for one per core. The rows do not depend on it.
///     table: "pages", a row for each page, or "links", a row for each link.
///     batch_bytes: The approximate bytes of a batch; at most 1 GiB.
///     batch_rows: The maximum number of rows of a batch.
///     mime: The MIME types of records to read: "html", "all", or comma-separated types.
///     status: The statuses of records to read: "2xx", "all", or comma-separated statuses.
///     max_record_bytes: The maximum bytes of a record in memory. Longer records are truncated.
///     kinds, text, max_links, max_arena_bytes, scripting, hidden_text, profile, encoding: As in extract.
///
/// >>> import tagrake
/// >>> record = b"WARC/1.0\r\nWARC-Type: resource\r\nContent-Type: text/html\r\nContent-Length: 17\r\n\r\n<title>Us</title>\r\n\r\n"
/// >>> import io
/// >>> reader = tagrake.read_warc(io.BytesIO(record), columns=["title"])
/// >>> [batch.to_pyarrow()["title"].to_pylist() for batch in reader]
/// [['Us']]
/// >>> reader.counts["pages"]
/// 1
#[pyfunction]
#[pyo3(signature = (
    paths, *, errors="record", columns=None, threads=1, table="pages", batch_bytes=4 << 20, batch_rows=1 << 16,
    mime=None, status=None, max_record_bytes=16 << 20, kinds=None, text=false, max_links=100_000,
    max_arena_bytes=128 << 20, scripting=false, hidden_text=false, profile=None, encoding=None
))]
#[allow(clippy::too_many_arguments)] // they are keywords
pub(crate) fn read_warc(
    paths: WarcSource,
    errors: &str,
    columns: Option<StrList>,
    threads: usize,
    table: &str,
    batch_bytes: usize,
    batch_rows: usize,
    mime: Option<&str>,
    status: Option<&str>,
    max_record_bytes: usize,
    kinds: Option<LinkKinds>,
    text: bool,
    max_links: usize,
    max_arena_bytes: usize,
    scripting: bool,
    hidden_text: bool,
    profile: Option<ProfileName>,
    encoding: Option<EncodingLabel>,
) -> PyResult<WarcReader> {
    let table = table_of(table)?;
    let keywords = Keywords { kinds, text, max_links, max_arena_bytes, scripting, hidden_text, profile, encoding };
    let options = PageOptions::new(table, warc_fields_of(table, columns)?, keywords);
    let errors = match errors {
        "record" => ErrorPolicy::Record,
        "skip" => ErrorPolicy::Skip,
        "fail" => ErrorPolicy::Fail,
        _ => {
            let message = format!("unknown errors= value {errors:?}: expected \"record\", \"skip\" or \"fail\"");
            return Err(PyValueError::new_err(message));
        }
    };
    let mut selection = Selection::default();
    if let Some(mime) = mime {
        selection = selection.with_mime_types(mime);
    }
    if let Some(status) = status {
        selection = selection.with_statuses(status).map_err(value_error)?;
    }
    let run = RunOptions::default()
        .with_threads(threads)
        .with_errors(errors)
        .with_selection(selection)
        .with_max_record_bytes(max_record_bytes);
    let output = match table {
        Table::Pages => OutputOptions::new(PageFormat::Arrow),
        Table::Links => OutputOptions::new(LinkFormat::Arrow),
    };
    let output = output.with_fields(options.fields.clone()).with_batches(batch_rows, batch_bytes);
    let batches = Batches::new(&output);
    let extraction = Extraction::new(options.reader(false), output).with_kinds(options.kinds());
    Ok(WarcReader::new(Run::new(extraction, run), batches, paths)?)
}

/// Returns the table `name`.
pub(crate) fn table_of(name: &str) -> PyResult<Table> {
    match name {
        "pages" => Ok(Table::Pages),
        "links" => Ok(Table::Links),
        _ => Err(PyValueError::new_err(format!("unknown table {name:?}: expected \"pages\" or \"links\""))),
    }
}

/// The input: paths, or a file object and its name.
pub(crate) enum WarcSource {
    Paths(Vec<PathBuf>),
    File(Py<PyAny>, String),
}

impl<'py> FromPyObject<'_, 'py> for WarcSource {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let py = object.py();
        if let Ok(path) = object.extract::<PathBuf>() {
            return Ok(Self::Paths(vec![path]));
        }
        if object.hasattr(intern!(py, "read"))? {
            let name = object.getattr(intern!(py, "name")).and_then(|name| name.extract::<String>());
            return Ok(Self::File(object.to_owned().unbind(), name.unwrap_or_else(|_| "stream".to_owned())));
        }
        let wrong = |object: &Bound<'py, PyAny>| wrong_type("a path, a list of paths, or a file object", object);
        let paths = object.try_iter().map_err(|_| wrong(&object))?.map(|path| {
            let path = path?;
            path.extract::<PathBuf>().map_err(|_| wrong(&path))
        });
        paths.collect::<PyResult<_>>().map(Self::Paths)
    }
}

/// A message from the reading thread.
pub(crate) enum RunMessage {
    Batch(ArrowBatch),
    /// The thread needs the next chunk of the file object.
    NeedsChunk,
    End(Option<Failure>),
}

/// The counts and errors of a run so far.
#[derive(Default)]
struct RunProgress {
    counts: Counts,
    errors: Vec<String>,
}

/// The consumer's side of a run.
struct RunHandle {
    /// The run stops when this is dropped.
    _keep_alive: Arc<()>,
    messages: Receiver<RunMessage>,
    /// The file object, and the channel for its bytes.
    file: Option<(Py<PyAny>, Sender<Vec<u8>>)>,
}

/// Batches of rows of WARC files, read on demand: an iterator, and a stream for Arrow consumers. Each batch is returned
/// once. Closing or dropping the reader stops the reading.
#[pyclass(module = "tagrake", frozen)]
pub(crate) struct WarcReader {
    schema: SchemaRef,
    running: Arc<Mutex<Option<RunHandle>>>,
    progress: Arc<Mutex<RunProgress>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl WarcReader {
    fn new(run: Run, batches: Batches, source: WarcSource) -> io::Result<Self> {
        let (sender, messages) = sync_channel(MAX_WAITING);
        let (schema, progress) = (batches.schema(), Arc::<Mutex<RunProgress>>::default());
        let keep_alive = Arc::new(());
        let mut batch_sender = BatchSender {
            sender: sender.clone(),
            keep_alive: Arc::downgrade(&keep_alive),
            batches,
            progress: progress.clone(),
            failure: None,
        };
        let (file, stream) = match source {
            WarcSource::Paths(paths) => (None, Err(Inputs::new(paths).with_format(InputFormat::Warc))),
            WarcSource::File(file, name) => {
                let (give, chunks) = channel();
                (Some((file, give)), Ok((name, PythonFile::new(sender, chunks))))
            }
        };
        let work = move || {
            let result = match stream {
                Ok((name, stream)) => run.read_stream(name, stream, &mut batch_sender),
                Err(inputs) => run.read(inputs, &mut batch_sender),
            };
            batch_sender.end(result);
        };
        thread::Builder::new()
            .spawn(work)
            .map_err(|error| io::Error::new(error.kind(), format!("cannot start a thread: {}", reason(&error))))?;
        Ok(Self {
            schema,
            running: Arc::new(Mutex::new(Some(RunHandle { _keep_alive: keep_alive, messages, file }))),
            progress,
        })
    }
}

/// Waits for the next batch, and reads chunks of the file object for the reading thread.
fn next_batch(running: &Mutex<Option<RunHandle>>) -> PyResult<Option<ArrowBatch>> {
    let mut running = lock(running);
    let result = loop {
        let Some(RunHandle { messages, file, .. }) = &*running else { return Ok(None) };
        match messages.recv_timeout(PERIOD) {
            // An interrupt does not stop the run: the caller can still take the next batch.
            Err(RecvTimeoutError::Timeout) => interrupt::check()?,
            Ok(RunMessage::Batch(batch)) => return Ok(Some(batch)),
            Ok(RunMessage::NeedsChunk) => {
                let Some((file, chunks)) = file else { continue };
                match Python::attach(|py| read_chunk(file.bind(py))) {
                    // Fails if the run has ended. Its last message follows.
                    Ok(chunk) => drop(chunks.send(chunk)),
                    Err(error) => break Err(error),
                }
            }
            Ok(RunMessage::End(None)) => break Ok(None),
            Ok(RunMessage::End(Some(failure))) => break Err(Python::attach(|py| failure.to_error(py))),
            Err(RecvTimeoutError::Disconnected) => {
                break Err(PyRuntimeError::new_err("internal error: the reading thread of tagrake panicked"));
            }
        }
    };
    *running = None;
    result
}

/// Converts an exception to an Arrow error. An OSError becomes an I/O error, which other libraries raise as OSError.
fn to_arrow_error(error: PyErr) -> ArrowError {
    match Python::attach(|py| error.is_instance_of::<PyOSError>(py)) {
        true => ArrowError::IoError(error.to_string(), io::Error::other(error)),
        false => ArrowError::ExternalError(Box::new(error)),
    }
}

#[pymethods]
impl WarcReader {
    /// The names and types of the columns.
    #[getter]
    fn schema(&self) -> Schema {
        Schema(self.schema.clone())
    }

    /// The counts so far: files, pages, links, rows and bytes; records by type; unreadable (errors), skipped and
    /// truncated (cut) records by cause; pages by encoding, by detected encoding and by flag.
    #[getter]
    fn counts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let counts = lock(&self.progress).counts.clone();
        let dict = PyDict::new(py);
        for (name, count) in [
            ("files", counts.files),
            ("pages", counts.pages),
            ("links", counts.links),
            ("rows", counts.rows),
            ("stored_bytes", counts.stored_bytes),
            ("text_bytes", counts.text_bytes),
            ("members", counts.members),
        ] {
            dict.set_item(name, count)?;
        }
        for (name, counts) in [
            ("records", counts.records),
            ("errors", counts.errors),
            ("skipped", counts.skipped),
            ("cut", counts.cut),
            ("encodings", counts.encodings),
            ("detected_encodings", counts.detected_encodings),
            ("flags", counts.flags),
        ] {
            dict.set_item(name, counts)?;
        }
        Ok(dict)
    }

    /// The messages of errors so far, at most 1,000.
    #[getter]
    fn errors(&self) -> Vec<String> {
        lock(&self.progress).errors.clone()
    }

    /// Stops the reading.
    fn close(&self, py: Python<'_>) {
        py.detach(|| *lock(&self.running) = None);
    }

    /// Returns the batches as a pyarrow.RecordBatchReader. Requires pyarrow.
    fn to_pyarrow<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        reader_to_pyarrow(slf.as_any())
    }

    fn __enter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    #[pyo3(signature = (*_raised))]
    fn __exit__(&self, py: Python<'_>, _raised: &Bound<'_, pyo3::types::PyTuple>) {
        self.close(py);
    }

    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<RecordBatch>> {
        Ok(py.detach(|| next_batch(&self.running))?.map(RecordBatch))
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        schema_capsule(py, &self.schema)
    }

    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyCapsule>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let running = self.running.clone();
        let next = move || next_batch(&running).map_err(to_arrow_error).transpose();
        let batches = std::iter::from_fn(move || without_interpreter(&next));
        stream_capsule(py, &self.schema, batches, requested_schema)
    }
}

/// Sends the rows of a run to its consumer as batches.
struct BatchSender {
    sender: SyncSender<RunMessage>,
    keep_alive: Weak<()>,
    batches: Batches,
    progress: Arc<Mutex<RunProgress>>,
    /// The last error.
    failure: Option<Failure>,
}

impl BatchSender {
    fn send(&self, batch: ArrowBatch) -> Result<(), StopReason> {
        self.sender.send(RunMessage::Batch(batch)).map_err(|_| StopReason::Closed)
    }

    /// Sends the last rows, then the result of the run.
    fn end(mut self, result: Result<Counts, RunError<StopReason>>) {
        let rest = match self.batches.finish() {
            Ok(Some(rest)) => self.send(rest),
            Ok(None) => Ok(()),
            Err(error) => Err(StopReason::Output(error)),
        };
        let failure = match result {
            Ok(counts) => {
                lock(&self.progress).counts = counts;
                rest.err().map(|stopped| Failure::other(stopped.to_string()))
            }
            Err(RunError::Failed) => {
                let unknown = || Failure::other("some input could not be read".to_owned());
                Some(self.failure.take().unwrap_or_else(unknown))
            }
            Err(error) => Some(Failure::other(error.to_string())),
        };
        let _ = self.sender.send(RunMessage::End(failure)); // fails if the consumer is gone
    }
}

/// Why a run ended early.
enum StopReason {
    /// The consumer is gone.
    Closed,
    Output(OutputError),
}

impl std::fmt::Display for StopReason {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Closed => formatter.write_str("the reader was closed"),
            Self::Output(error) => error.fmt(formatter),
        }
    }
}

impl RowSink for BatchSender {
    type Error = StopReason;

    fn rows(&mut self, block: Block) -> Result<Block, StopReason> {
        for batch in self.batches.append(&block).map_err(StopReason::Output)? {
            self.send(batch)?;
        }
        Ok(Block::default())
    }

    fn error(&mut self, error: &InputError) -> Result<(), StopReason> {
        let mut progress = lock(&self.progress);
        if progress.errors.len() < MAX_ERRORS {
            progress.errors.push(error.to_string());
        }
        self.failure = Some(Failure::of(error));
        Ok(())
    }

    fn progress(&mut self, counts: &Counts) -> Result<(), StopReason> {
        lock(&self.progress).counts.clone_from(counts);
        if self.keep_alive.strong_count() == 0 { Err(StopReason::Closed) } else { Ok(()) }
    }
}
