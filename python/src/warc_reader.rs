//! `WarcReader`: reads WARC files on a background thread and returns batches of rows.

use crate::arrow::{RecordBatch, Schema, schema_capsule};
use crate::arrow_reader::{StreamUse, consumed, reader_to_arrow, reader_to_polars};
use crate::batch_sender::lock;
use crate::counts::counts_dict;
use crate::display::description;
use crate::frames;
use crate::run_consumer::{RunConsumer, RunParts};
use arrow_array::RecordBatch as ArrowBatch;
use arrow_schema::{ArrowError, SchemaRef};
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict, PyTuple};
use pyo3::{PyTraverseError, PyVisit};
use std::io;
use std::sync::Arc;
use tagrake_bulk::input::RemoteOptions;

/// Batches of rows of WARC files, read on demand: an iterator, and a stream for Arrow consumers.
///
/// Each batch is returned once. A reader that has been consumed has no more batches, and raises ValueError when it is passed to an
/// Arrow consumer or converted; a closed one raises it in any use. Closing or dropping the reader stops the reading. Threads may share
/// a reader; a process made by os.fork may not.
#[pyclass(module = "tagrake", frozen)]
pub(crate) struct WarcReader {
    schema: SchemaRef,
    consumer: Arc<RunConsumer>,
    stream: StreamUse,
    /// Counts the bytes that are downloaded.
    remote: RemoteOptions,
}

impl WarcReader {
    /// Starts a run.
    pub(crate) fn new(py: Python<'_>, parts: RunParts) -> PyResult<Self> {
        let (schema, remote) = (parts.columns.schema(), parts.source.remote());
        Ok(Self { schema, remote, stream: StreamUse::default(), consumer: Arc::new(RunConsumer::new(py, parts)?) })
    }

    /// Raises ValueError if no batch is left for a consumer.
    fn check(&self, py: Python<'_>) -> PyResult<()> {
        self.stream.check()?;
        match py.detach(|| self.consumer.is_consumed())? {
            true => Err(consumed()),
            false => Ok(()),
        }
    }
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
        let counts = lock(self.consumer.progress()).counts.clone();
        counts_dict(py, counts, self.remote.downloaded_bytes())
    }

    /// The messages of errors so far, at most 1,000.
    #[getter]
    fn errors(&self) -> Vec<String> {
        lock(self.consumer.progress()).errors.clone()
    }

    /// Stops the reading. A call that waits for a batch in another thread raises ValueError within 0.1 seconds.
    fn close(&self, py: Python<'_>) {
        py.detach(|| self.consumer.close());
    }

    /// The names of the columns.
    #[getter]
    fn columns(&self) -> Vec<String> {
        frames::names(&self.schema)
    }

    /// Returns the names of the columns.
    fn keys(&self) -> Vec<String> {
        self.columns()
    }

    /// Returns the batches as a pyarrow.RecordBatchReader, which computes them on demand. Requires pyarrow.
    fn to_arrow<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.get().check(slf.py())?;
        reader_to_arrow(slf.as_any())
    }

    /// Another name of `to_arrow`.
    fn to_pyarrow<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        Self::to_arrow(slf)
    }

    /// Returns all rows as a polars.DataFrame. Requires polars.
    fn to_polars<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.get().check(slf.py())?;
        reader_to_polars(slf.as_any())
    }

    /// Returns all rows as a pandas.DataFrame with values as in to_pylist, and numbers of numpy. Requires pandas.
    fn to_pandas<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.get().check(slf.py())?;
        frames::to_pandas(slf.as_any())
    }

    #[pyo3(signature = (dtype=None, copy=None))]
    fn __array__<'py>(
        slf: &Bound<'py, Self>,
        dtype: Option<&Bound<'py, PyAny>>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        slf.get().check(slf.py())?;
        frames::array_of_rows(slf.as_any(), dtype, copy)
    }

    fn __contains__(&self, name: &Bound<'_, PyAny>) -> bool {
        frames::has_column(&self.schema, name)
    }

    fn __repr__(&self) -> String {
        description("WarcReader", None, &self.schema)
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        // A stream that was exported holds the objects, too, and the collector does not know it.
        match Arc::strong_count(&self.consumer) {
            1 => self.consumer.objects().iter().try_for_each(|object| object.visit(&visit)),
            _ => Ok(()),
        }
    }

    fn __clear__(&self) {
        self.consumer.release_objects();
    }

    fn __enter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    #[pyo3(signature = (*_raised))]
    fn __exit__(&self, py: Python<'_>, _raised: &Bound<'_, PyTuple>) {
        self.close(py);
    }

    fn __iter__(slf: Bound<'_, Self>) -> PyResult<Bound<'_, Self>> {
        slf.get().stream.check()?;
        Ok(slf)
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<RecordBatch>> {
        self.stream.check()?;
        Ok(py.detach(|| self.consumer.next_batch())?.map(RecordBatch))
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
        self.check(py)?;
        let consumer = self.consumer.clone();
        let next = move || -> Option<Result<ArrowBatch, ArrowError>> {
            consumer.next_batch().map_err(to_arrow_error).transpose()
        };
        self.stream.capsule(py, &self.schema, next, requested_schema)
    }
}
