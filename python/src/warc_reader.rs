//! `WarcReader`: reads WARC files on a background thread and returns batches of rows.

use crate::arrow::{RecordBatch, Schema, schema_capsule};
use crate::arrow_reader::{StreamUse, reader_to_pyarrow};
use crate::batch_sender::{BatchSender, RunEnd, RunMessage, RunProgress, lock};
use crate::counts::counts_dict;
use crate::interrupt::{self, PERIOD};
use crate::python_file::{PythonFile, read_chunk};
use crate::row_columns::RowColumns;
use crate::warc_source::WarcSource;
use arrow_array::RecordBatch as ArrowBatch;
use arrow_schema::{ArrowError, SchemaRef};
use pyo3::exceptions::{PyOSError, PyRuntimeError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::sync::{Arc, Mutex};
use std::{io, thread};
use tagrake_bulk::input::RemoteOptions;
use tagrake_bulk::output::Batches;
use tagrake_bulk::pipeline::Run;
use tagrake_bulk::reason;

/// Batches that may wait for the consumer.
const MAX_WAITING: usize = 2;

/// The consumer's side of a run.
struct RunHandle {
    /// The run stops when this is dropped.
    _keep_alive: Arc<()>,
    messages: Receiver<RunMessage>,
    /// The file object, and the channel for its bytes.
    file: Option<(Py<PyAny>, Sender<Vec<u8>>)>,
}

/// Batches of rows of WARC files, read on demand: an iterator, and a stream for Arrow consumers. Each batch is returned
/// once, and a reader that has been consumed or closed raises ValueError when it is passed to an Arrow consumer. Closing or
/// dropping the reader stops the reading.
#[pyclass(module = "tagrake", frozen)]
pub(crate) struct WarcReader {
    schema: SchemaRef,
    /// None at the end.
    running: Arc<Mutex<Option<RunHandle>>>,
    stream: StreamUse,
    progress: Arc<Mutex<RunProgress>>,
    /// Counts the bytes that are downloaded.
    remote: RemoteOptions,
}

impl WarcReader {
    /// Starts a run, which ends after the rows or at the errors that `end` names.
    pub(crate) fn new(
        run: Run,
        columns: RowColumns,
        batches: Batches,
        source: WarcSource,
        end: RunEnd,
    ) -> io::Result<Self> {
        let (sender, messages) = sync_channel(MAX_WAITING);
        let (schema, progress) = (columns.schema(), Arc::<Mutex<RunProgress>>::default());
        let keep_alive = Arc::new(());
        let remote = match &source {
            WarcSource::Inputs(inputs) => inputs.remote.clone(),
            WarcSource::File(..) => RemoteOptions::default(),
        };
        let mut batch_sender =
            BatchSender::new(sender.clone(), Arc::downgrade(&keep_alive), columns, batches, progress.clone(), end);
        let (file, stream) = match source {
            WarcSource::Inputs(inputs) => (None, Err(inputs)),
            WarcSource::File(file, name) => {
                let (give, chunks) = channel();
                (Some((file, give)), Ok((name, PythonFile::new(sender, chunks))))
            }
        };
        let work = move || {
            let result = match stream {
                Ok((name, stream)) => run.read_stream(name, stream, &mut batch_sender),
                Err(inputs) => run.read(*inputs, &mut batch_sender),
            };
            batch_sender.end(result);
        };
        thread::Builder::new()
            .spawn(work)
            .map_err(|error| io::Error::new(error.kind(), format!("cannot start a thread: {}", reason(&error))))?;
        Ok(Self {
            schema,
            running: Arc::new(Mutex::new(Some(RunHandle { _keep_alive: keep_alive, messages, file }))),
            stream: StreamUse::default(),
            progress,
            remote,
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
            Ok(RunMessage::End(Some(failure))) => break Err(failure.to_error()),
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
    /// truncated (cut) records by cause; skipped records by MIME type; pages by encoding, by detected encoding and by flag; bytes downloaded, also
    /// ahead; digests that dedup forgot.
    #[getter]
    fn counts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let counts = lock(&self.progress).counts.clone();
        counts_dict(py, counts, self.remote.downloaded_bytes())
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
        self.stream.check()?;
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
        let next = |running: &Mutex<_>| next_batch(running).map_err(to_arrow_error).transpose();
        self.stream.capsule(py, &self.schema, &self.running, next, requested_schema)
    }
}
