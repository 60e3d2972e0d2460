//! `RecordBatchReader`: batches computed on demand, exported as a stream.

use crate::arrow::{RecordBatch, Schema, Table, schema_capsule, stream_capsule};
use crate::display::description;
use crate::errors::value_error;
use crate::frames;
use crate::turns::Turns;
use arrow_array::{RecordBatch as ArrowBatch, RecordBatchIterator, RecordBatchReader as ArrowReader};
use arrow_schema::{ArrowError, SchemaRef};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Converts an Arrow error into an exception. An exception that Arrow carries is returned unchanged.
pub(crate) fn exception(error: ArrowError) -> PyErr {
    match error {
        ArrowError::ExternalError(error) => error.downcast::<PyErr>().map_or_else(value_error, |error| *error),
        error => value_error(error),
    }
}

/// Whether the batches of a reader are read through an exported stream.
///
/// Asking for a stream does not count: some consumers take one for the schema and another one for the rows.
#[derive(Default)]
pub(crate) struct StreamUse(Arc<AtomicBool>);

impl StreamUse {
    /// Raises ValueError if a stream is read: a second reader would get the rest of the batches, or none.
    pub(crate) fn check(&self) -> PyResult<()> {
        if self.0.load(Ordering::Relaxed) { Err(consumed()) } else { Ok(()) }
    }

    /// Exports the batches that `next_batch` returns as a stream capsule. The reader is not consumed.
    pub(crate) fn capsule<'py>(
        &self,
        py: Python<'py>,
        schema: &SchemaRef,
        next_batch: impl Fn() -> Option<Result<ArrowBatch, ArrowError>> + Send + Sync + 'static,
        requested_schema: Option<Bound<'py, PyCapsule>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let is_read = self.0.clone();
        let next = move || {
            is_read.store(true, Ordering::Relaxed);
            next_batch()
        };
        let batches = std::iter::from_fn(move || without_interpreter(&next));
        stream_capsule(py, schema, batches, requested_schema)
    }
}

/// Returns the exception for a reader without batches. Without it, a second use would find no rows, and no error.
pub(crate) fn consumed() -> PyErr {
    value_error("this reader has been consumed: each batch is returned once, so another use needs another reader")
}

/// Calls `work` with the interpreter released, whether or not this thread holds it. A stream's consumer may hold it,
/// and would deadlock while it waits for a thread that needs it.
fn without_interpreter<R: Send>(work: impl Fn() -> R + Sync) -> R {
    Python::attach(|py| py.detach(&work))
}

/// Batches computed on demand: an iterator, and a stream for Arrow consumers. Each batch is returned once. A reader that has been
/// consumed has no more batches, and raises ValueError when it is passed to an Arrow consumer or converted.
///
/// >>> import pyarrow, tagrake
/// >>> pages = pyarrow.table({"html": [b"<title>One</title>", b"<title>Two</title>"]})
/// >>> reader = tagrake.extract_many(pages.to_reader(), columns=["title"])
/// >>> reader.schema.names
/// ['title']
/// >>> [batch.num_rows for batch in reader]
/// [2]
#[pyclass(module = "tagrake", frozen)]
pub(crate) struct RecordBatchReader {
    schema: SchemaRef,
    /// None at the end.
    batches: Arc<Turns<Option<BoxedReader>>>,
    stream: StreamUse,
}

type BoxedReader = Box<dyn ArrowReader + Send>;

/// Returns the next batch.
fn next_batch(batches: &Turns<Option<BoxedReader>>) -> Option<Result<ArrowBatch, ArrowError>> {
    let mut batches = match batches.take() {
        Ok(batches) => batches,
        Err(error) => return Some(Err(ArrowError::ExternalError(Box::new(error)))),
    };
    let next = batches.as_mut()?.next();
    if next.is_none() {
        *batches = None;
    }
    next
}

impl RecordBatchReader {
    pub(crate) fn new(
        batches: impl Iterator<Item = Result<ArrowBatch, ArrowError>> + Send + 'static,
        schema: SchemaRef,
    ) -> Self {
        let batches = RecordBatchIterator::new(batches, schema.clone());
        Self {
            schema,
            batches: Arc::new(Turns::new(Some(Box::new(batches) as BoxedReader))),
            stream: StreamUse::default(),
        }
    }

    /// Raises ValueError if no batch is left for a consumer.
    fn check(&self, py: Python<'_>) -> PyResult<()> {
        self.stream.check()?;
        match py.detach(|| self.batches.take().map(|batches| batches.is_none()))? {
            true => Err(consumed()),
            false => Ok(()),
        }
    }
}

#[pymethods]
impl RecordBatchReader {
    /// The names and types of the columns.
    #[getter]
    fn schema(&self) -> Schema {
        Schema(self.schema.clone())
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

    fn __iter__(slf: Bound<'_, Self>) -> PyResult<Bound<'_, Self>> {
        slf.get().stream.check()?;
        Ok(slf)
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<RecordBatch>> {
        self.stream.check()?;
        let next = py.detach(|| next_batch(&self.batches));
        next.map(|batch| batch.map(RecordBatch).map_err(exception)).transpose()
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
        let batches = self.batches.clone();
        self.stream.capsule(py, &self.schema, move || next_batch(&batches), requested_schema)
    }

    fn __repr__(&self) -> String {
        description("RecordBatchReader", None, &self.schema)
    }
}

/// Returns the rows of a reader as a frame of polars.
///
/// polars releases the interpreter while it reads a stream. A reader would need it again, which PyO3 does not notice within a
/// call of this module, so polars gets the batches.
pub(crate) fn reader_to_polars<'py>(reader: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let schema = reader.getattr(intern!(reader.py(), "schema"))?.cast::<Schema>()?.get().0.clone();
    let batches = reader.try_iter()?.map(|batch| Ok(batch?.cast::<RecordBatch>()?.get().0.clone()));
    let table = Table { schema, batches: batches.collect::<PyResult<_>>()? };
    frames::to_polars(table.into_pyobject(reader.py())?.as_any())
}

/// Returns the batches of the reader `object` as a pyarrow.RecordBatchReader.
///
/// pyarrow iterates over the reader. Through a stream, it would report each exception as its own, also KeyboardInterrupt.
pub(crate) fn reader_to_arrow<'py>(object: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let py = object.py();
    let pyarrow = frames::library(py, "to_arrow", "pyarrow")?;
    let schema = pyarrow.call_method1(intern!(py, "schema"), (object,))?;
    let batch = pyarrow.getattr(intern!(py, "record_batch"))?;
    let batches = py.import(intern!(py, "builtins"))?.call_method1(intern!(py, "map"), (batch, object))?;
    pyarrow.getattr(intern!(py, "RecordBatchReader"))?.call_method1(intern!(py, "from_batches"), (schema, batches))
}
