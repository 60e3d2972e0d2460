//! `read_warc`: WARC files in, batches of rows out, as they are asked for.

use crate::arrow::{RecordBatch, Schema, reader_to_pyarrow, schema_capsule, stream_capsule, without_interpreter};
use crate::errors::Failure;
use crate::html::wrong_type;
use crate::interrupt::{self, PERIOD};
use crate::options::{Keywords, PageOptions, warc_fields_of};
use crate::page::Names;
use crate::value_error;
use arrow_array::RecordBatch as ArrowBatch;
use arrow_schema::{ArrowError, SchemaRef};
use pyo3::exceptions::{PyOSError, PyRuntimeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyCapsule, PyDict};
use std::io::{self, Read};
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread;
use tagrake_bulk::input::{InputFormat, Inputs};
use tagrake_bulk::output::{Batches, Block, LinkFormat, OutputError, OutputOptions, PageFormat};
use tagrake_bulk::pipeline::{Counts, ErrorPolicy, Extraction, RowSink, Run, RunError, RunOptions, Selection};
use tagrake_bulk::schema::Table;
use tagrake_bulk::{InputError, reason};

/// How many batches may wait to be taken.
const MAX_WAITING: usize = 2;
/// How many messages of errors are kept.
const MAX_ERRORS: usize = 1000;
/// How much is asked of a file object at once.
const CHUNK_BYTES: usize = 1 << 20;

/// Reads WARC files: a stream of record batches, in the order of the files.
///
/// Files are plain, of gzip members or of zstd frames, which their bytes tell. What is read as a page, and what its row says,
/// is as in the command: responses, resources and conversions that are HTML, with a status of success. The memory that is used does not
/// depend on the size of the files. While they are read other threads of Python can run.
///
/// Args:
///     paths: A path of a file or a folder, several of them, or a file object that gives bytes.
///     errors: What becomes of what cannot be read. "record" gives a row that says why in its column error, in the table of
///         pages; "skip" passes over it; "fail" raises OSError or InputError when what came before was read. It is counted in
///         any case.
///     columns: The columns that are asked for. What is not asked for is not done. Pages have three more that are not in
///         SCHEMA: "payload", the bytes of the page without transfer and content codings; "http_headers", pairs in the order of
///         the response; and "warc_record_id".
///     threads: How many threads read; 0, as many as there are cores. The rows are the same.
///     table: "pages", a row for each page, or "links", a row for each link.
///     batch_bytes: About how many bytes a batch has; 1 GiB at most.
///     batch_rows: How many rows a batch has at most.
///     mime: Which records are read, by MIME type: "html", "all", or types with commas between them.
///     status: Which records are read, by status: "2xx", "all", or several with commas between them.
///     max_record_bytes: The most bytes of a record that are kept in memory; the rest is cut off.
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
    paths, *, errors="record", columns=None, threads=1, table="pages", batch_bytes=4 << 20, batch_rows=1 << 16, mime=None,
    status=None, max_record_bytes=16 << 20, kinds=None, text=false, max_links=100_000, max_arena_bytes=128 << 20, scripting=false, hidden_text=false, profile=None,
    encoding=None
))]
#[allow(clippy::too_many_arguments)] // they are keywords
pub(crate) fn read_warc(
    paths: Source,
    errors: &str,
    columns: Option<Names>,
    threads: usize,
    table: &str,
    batch_bytes: usize,
    batch_rows: usize,
    mime: Option<&str>,
    status: Option<&str>,
    max_record_bytes: usize,
    kinds: Option<Names>,
    text: bool,
    max_links: usize,
    max_arena_bytes: usize,
    scripting: bool,
    hidden_text: bool,
    profile: Option<String>,
    encoding: Option<String>,
) -> PyResult<WarcReader> {
    let table = table_of(table)?;
    let kinds = kinds.map(|names| names.0);
    let keywords =
        Keywords { fields: None, kinds, text, max_links, max_arena_bytes, scripting, hidden_text, profile, encoding };
    let mut options = PageOptions::new(table, keywords)?;
    if let Some(columns) = columns {
        options.fields = warc_fields_of(table, &columns.0)?;
    }
    let errors = match errors {
        "record" => ErrorPolicy::Record,
        "skip" => ErrorPolicy::Skip,
        "fail" => ErrorPolicy::Fail,
        _ => {
            let message = format!("no errors {errors:?}: it is \"record\", \"skip\" or \"fail\"");
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
    let extraction = Extraction::new(options.reader(false), output).with_kinds(&options.kinds);
    Ok(WarcReader::new(Run::new(extraction, run), batches, paths)?)
}

/// Returns the table that is called so.
pub(crate) fn table_of(name: &str) -> PyResult<Table> {
    match name {
        "pages" => Ok(Table::Pages),
        "links" => Ok(Table::Links),
        _ => Err(PyValueError::new_err(format!("no table {name:?}: it is \"pages\" or \"links\""))),
    }
}

/// What is read: paths, or a file object and its name.
pub(crate) enum Source {
    Paths(Vec<PathBuf>),
    File(Py<PyAny>, String),
}

impl<'py> FromPyObject<'_, 'py> for Source {
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

/// What the thread that reads has to say.
enum Message {
    Batch(ArrowBatch),
    /// It needs more of the file object.
    Wants,
    End(Option<Failure>),
}

/// What is known of a run while it goes on.
#[derive(Default)]
struct Progress {
    counts: Counts,
    errors: Vec<String>,
}

/// A run, of which the batches are taken.
struct Running {
    /// The run goes on as long as this is there.
    _wish: Arc<()>,
    messages: Receiver<Message>,
    /// The file object, and where its bytes go.
    file: Option<(Py<PyAny>, Sender<Vec<u8>>)>,
}

/// Batches of the rows of WARC files, which are read when they are asked for: an iterator, and a stream for whatever takes
/// Arrow. Each batch comes once. To close it early, or to lose it, ends the reading.
#[pyclass(module = "tagrake", frozen)]
pub(crate) struct WarcReader {
    schema: SchemaRef,
    running: Arc<Mutex<Option<Running>>>,
    progress: Arc<Mutex<Progress>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl WarcReader {
    fn new(run: Run, batches: Batches, source: Source) -> io::Result<Self> {
        let (sender, messages) = sync_channel(MAX_WAITING);
        let (schema, progress) = (batches.schema(), Arc::<Mutex<Progress>>::default());
        let wish = Arc::new(());
        let mut sending = Sending {
            sender: sender.clone(),
            wish: Arc::downgrade(&wish),
            batches,
            progress: progress.clone(),
            failure: None,
        };
        let (file, stream) = match source {
            Source::Paths(paths) => (None, Err(Inputs::new(paths).with_format(InputFormat::Warc))),
            Source::File(file, name) => {
                let (give, chunks) = channel();
                (Some((file, give)), Ok((name, Asking { messages: sender, chunks, chunk: Vec::new(), start: 0 })))
            }
        };
        let work = move || {
            let result = match stream {
                Ok((name, stream)) => run.read_stream(name, stream, &mut sending),
                Err(inputs) => run.read(inputs, &mut sending),
            };
            sending.end(result);
        };
        thread::Builder::new()
            .spawn(work)
            .map_err(|error| io::Error::new(error.kind(), format!("no thread can be started: {}", reason(&error))))?;
        Ok(Self { schema, running: Arc::new(Mutex::new(Some(Running { _wish: wish, messages, file }))), progress })
    }
}

/// Waits for the next batch. Only a file object needs Python meanwhile.
fn next_batch(running: &Mutex<Option<Running>>) -> PyResult<Option<ArrowBatch>> {
    let mut running = lock(running);
    let result = loop {
        let Some(Running { messages, file, .. }) = &*running else { return Ok(None) };
        match messages.recv_timeout(PERIOD) {
            // The run goes on: after an interrupt the caller can take the next batch.
            Err(RecvTimeoutError::Timeout) => interrupt::check()?,
            Ok(Message::Batch(batch)) => return Ok(Some(batch)),
            Ok(Message::Wants) => {
                let Some((file, chunks)) = file else { continue };
                match Python::attach(|py| read_chunk(file.bind(py))) {
                    // If nobody takes it, the run is over, and says so.
                    Ok(chunk) => drop(chunks.send(chunk)),
                    Err(error) => break Err(error),
                }
            }
            Ok(Message::End(None)) => break Ok(None),
            Ok(Message::End(Some(failure))) => break Err(Python::attach(|py| failure.to_error(py))),
            Err(RecvTimeoutError::Disconnected) => break Err(PyRuntimeError::new_err("an error in tagrake itself")),
        }
    };
    *running = None;
    result
}

/// Returns the error as one of Arrow's, of which others make an OSError again if it was one.
fn to_arrow_error(error: PyErr) -> ArrowError {
    match Python::attach(|py| error.is_instance_of::<PyOSError>(py)) {
        true => ArrowError::IoError(error.to_string(), io::Error::other(error)),
        false => ArrowError::ExternalError(Box::new(error)),
    }
}

fn read_chunk(file: &Bound<'_, PyAny>) -> PyResult<Vec<u8>> {
    let chunk = file.call_method1(intern!(file.py(), "read"), (CHUNK_BYTES,))?;
    let bytes = chunk.extract::<PyBackedBytes>();
    bytes.map(|bytes| bytes.to_vec()).map_err(|_| wrong_type("a file object that gives bytes", &chunk))
}

#[pymethods]
impl WarcReader {
    /// The names and types of the columns.
    #[getter]
    fn schema(&self) -> Schema {
        Schema(self.schema.clone())
    }

    /// What was read so far: files, pages, links, rows, bytes; records by type; what could not be read (errors), was passed over
    /// (skipped) or not whole (cut), by cause; pages by encoding, by detected encoding and by flag.
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

    /// What could not be read so far: messages, 1,000 at most.
    #[getter]
    fn errors(&self) -> Vec<String> {
        lock(&self.progress).errors.clone()
    }

    /// Ends the reading.
    fn close(&self, py: Python<'_>) {
        py.detach(|| *lock(&self.running) = None);
    }

    /// Returns it as pyarrow has it, which must be installed: a pyarrow.RecordBatchReader.
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

/// Sends what a run gives.
struct Sending {
    sender: SyncSender<Message>,
    wish: Weak<()>,
    batches: Batches,
    progress: Arc<Mutex<Progress>>,
    /// What could not be read last.
    failure: Option<Failure>,
}

impl Sending {
    fn send(&self, batch: ArrowBatch) -> Result<(), Stopped> {
        self.sender.send(Message::Batch(batch)).map_err(|_| Stopped::Closed)
    }

    /// Sends the last rows, and how the run ended.
    fn end(mut self, result: Result<Counts, RunError<Stopped>>) {
        let rest = match self.batches.finish() {
            Ok(Some(rest)) => self.send(rest),
            Ok(None) => Ok(()),
            Err(error) => Err(Stopped::Output(error)),
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
        let _ = self.sender.send(Message::End(failure)); // nobody may be there any more
    }
}

/// Why a run ended early.
enum Stopped {
    /// Nobody takes batches any more.
    Closed,
    Output(OutputError),
}

impl std::fmt::Display for Stopped {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Closed => formatter.write_str("the reader was closed"),
            Self::Output(error) => error.fmt(formatter),
        }
    }
}

impl RowSink for Sending {
    type Error = Stopped;

    fn rows(&mut self, block: Block) -> Result<Block, Stopped> {
        for batch in self.batches.append(&block).map_err(Stopped::Output)? {
            self.send(batch)?;
        }
        Ok(Block::default())
    }

    fn error(&mut self, error: &InputError) -> Result<(), Stopped> {
        let mut progress = lock(&self.progress);
        if progress.errors.len() < MAX_ERRORS {
            progress.errors.push(error.to_string());
        }
        self.failure = Some(Failure::of(error));
        Ok(())
    }

    fn progress(&mut self, counts: &Counts) -> Result<(), Stopped> {
        lock(&self.progress).counts.clone_from(counts);
        if self.wish.strong_count() == 0 { Err(Stopped::Closed) } else { Ok(()) }
    }
}

/// A file object of Python's, read from another thread by asking for its bytes.
struct Asking {
    messages: SyncSender<Message>,
    chunks: Receiver<Vec<u8>>,
    chunk: Vec<u8>,
    /// What was read of the chunk.
    start: usize,
}

impl Read for Asking {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.start == self.chunk.len() {
            let closed = || io::Error::other("the reader was closed");
            self.messages.send(Message::Wants).map_err(|_| closed())?;
            self.chunk = self.chunks.recv().map_err(|_| closed())?;
            self.start = 0;
        }
        let rest = &self.chunk[self.start..];
        let count = rest.len().min(buffer.len());
        buffer[..count].copy_from_slice(&rest[..count]);
        self.start += count;
        Ok(count)
    }
}
