//! The Arrow classes of the Python API: schemas, batches and tables, exported as PyCapsules.

use crate::arrow_to_python;
use crate::errors::value_error;
use crate::interrupt::raise_again;
use arrow_array::RecordBatch as ArrowBatch;
use arrow_ipc::reader::StreamReader;
use arrow_ipc::writer::StreamWriter;
use arrow_schema::{ArrowError, FieldRef, SchemaRef};
use pyo3::exceptions::{PyKeyError, PyTypeError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyCapsule, PyIterator, PyList, PyTuple};
use pyo3_arrow::ffi::{ArrayIterator, to_array_pycapsules, to_schema_pycapsule, to_stream_pycapsule};
use std::sync::Arc;

pub(crate) fn schema_capsule<'py>(py: Python<'py>, schema: &SchemaRef) -> PyResult<Bound<'py, PyCapsule>> {
    Ok(to_schema_pycapsule(py, schema.as_ref())?)
}

/// Exports `batches` as a stream capsule.
pub(crate) fn stream_capsule<'py>(
    py: Python<'py>,
    schema: &SchemaRef,
    batches: impl Iterator<Item = Result<ArrowBatch, ArrowError>> + Send + 'static,
    requested_schema: Option<Bound<'py, PyCapsule>>,
) -> PyResult<Bound<'py, PyCapsule>> {
    let arrays = batches.map(|batch| {
        let batch = batch.map_err(raise_again)?;
        Ok(Arc::new(arrow_array::StructArray::from(batch)) as arrow_array::ArrayRef)
    });
    Ok(to_stream_pycapsule(py, Box::new(ArrayIterator::new(arrays, struct_field(schema))), requested_schema)?)
}

/// Returns the struct field for the rows of a schema.
fn struct_field(schema: &SchemaRef) -> FieldRef {
    let field = arrow_schema::Field::new_struct("", schema.fields().clone(), false);
    Arc::new(field.with_metadata(schema.metadata().clone()))
}

/// Imports `object` with a pyarrow function.
fn with_pyarrow<'py>(object: &Bound<'py, PyAny>, function: &str) -> PyResult<Bound<'py, PyAny>> {
    object.py().import(intern!(object.py(), "pyarrow"))?.getattr(function)?.call1((object,))
}

pub(crate) fn list(schema: &SchemaRef) -> String {
    schema.fields().iter().map(|field| field.name().as_str()).collect::<Vec<_>>().join(", ")
}

/// The names and types of columns. Any Arrow consumer accepts it: pyarrow.schema(schema).
///
/// >>> import tagrake
/// >>> tagrake.SCHEMA.names[:3]
/// ['id', 'source', 'warc_filename']
/// >>> len(tagrake.LINK_SCHEMA)
/// 37
#[pyclass(module = "tagrake", frozen, eq)]
#[derive(PartialEq)]
pub(crate) struct Schema(pub(crate) SchemaRef);

#[pymethods]
impl Schema {
    /// The names of the columns.
    #[getter]
    fn names(&self) -> Vec<String> {
        self.0.fields().iter().map(|field| field.name().clone()).collect()
    }

    /// Returns the equivalent pyarrow object. Requires pyarrow.
    fn to_pyarrow<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        with_pyarrow(slf.as_any(), "schema")
    }

    fn __len__(&self) -> usize {
        self.0.fields().len()
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        schema_capsule(py, &self.0)
    }

    fn __repr__(&self) -> String {
        format!("Schema({})", list(&self.0))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        pickled(slf.as_any(), &slf.get().0, &[])
    }

    #[staticmethod]
    fn _of_bytes(bytes: &[u8]) -> PyResult<Self> {
        Ok(Self(StreamReader::try_new(bytes, None).map_err(value_error)?.schema()))
    }
}

/// Returns what `__reduce__` of `object` does: its function `_of_bytes`, and batches as an Arrow IPC stream.
fn pickled<'py>(
    object: &Bound<'py, PyAny>,
    schema: &SchemaRef,
    batches: &[ArrowBatch],
) -> PyResult<Bound<'py, PyTuple>> {
    let py = object.py();
    let mut writer = StreamWriter::try_new(Vec::new(), schema).map_err(value_error)?;
    batches.iter().try_for_each(|batch| writer.write(batch)).map_err(value_error)?;
    let bytes = PyBytes::new(py, &writer.into_inner().map_err(value_error)?);
    (object.get_type().getattr(intern!(py, "_of_bytes"))?, (bytes,)).into_pyobject(py)
}

/// Writes the Python methods that the classes of rows share, then `$methods`. `$Class` has the functions `arrow_schema`
/// and `batches`.
macro_rules! rows {
    ($Class:ident { $($methods:tt)* }) => {
        #[pymethods]
        impl $Class {
            /// The number of rows.
            #[getter]
            fn num_rows(&self) -> usize {
                self.batches().iter().map(ArrowBatch::num_rows).sum()
            }

            /// The number of columns.
            #[getter]
            fn num_columns(&self) -> usize {
                self.arrow_schema().fields().len()
            }

            /// The names and types of the columns.
            #[getter]
            fn schema(&self) -> Schema {
                Schema(self.arrow_schema())
            }

            /// Returns the rows as dicts, with the same values as pyarrow's to_pylist. Does not require pyarrow.
            fn to_pylist<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
                let rows = PyList::empty(py);
                self.batches().iter().try_for_each(|batch| arrow_to_python::push_rows(py, batch, &rows))?;
                Ok(rows)
            }

            /// Returns the values of a column.
            fn column<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyList>> {
                let values = PyList::empty(py);
                self.arrow_schema().index_of(name).map_err(|_| PyKeyError::new_err(name.to_owned()))?;
                self.batches().iter().try_for_each(|batch| arrow_to_python::push_column(py, batch, name, &values))?;
                Ok(values)
            }

            fn __getitem__<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyList>> {
                self.column(py, name)
            }

            fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
                self.to_pylist(py)?.try_iter()
            }

            fn __len__(&self) -> usize {
                self.num_rows()
            }

            fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
                schema_capsule(py, &self.arrow_schema())
            }

            #[pyo3(signature = (requested_schema=None))]
            fn __arrow_c_stream__<'py>(
                &self,
                py: Python<'py>,
                requested_schema: Option<Bound<'py, PyCapsule>>,
            ) -> PyResult<Bound<'py, PyCapsule>> {
                let batches = self.batches().to_vec().into_iter().map(Ok);
                stream_capsule(py, &self.arrow_schema(), batches, requested_schema)
            }

            fn __repr__(&self) -> String {
                format!("{}({} rows: {})", stringify!($Class), self.num_rows(), list(&self.arrow_schema()))
            }

            fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
                pickled(slf.as_any(), &slf.get().arrow_schema(), slf.get().batches())
            }

            $($methods)*
        }
    };
}

/// A batch of rows, stored as columns. Arrow consumers take it without a copy: pyarrow.record_batch(batch),
/// polars.DataFrame(batch).
///
/// >>> import tagrake
/// >>> batch = tagrake.extract_many([b"<title>One</title>", b"<title>Two</title>"], columns=["title"])
/// >>> batch
/// RecordBatch(2 rows: title)
/// >>> batch["title"]
/// ['One', 'Two']
/// >>> for row in batch:
/// ...     print(row)
/// {'title': 'One'}
/// {'title': 'Two'}
#[pyclass(module = "tagrake", frozen, eq)]
#[derive(PartialEq)]
pub(crate) struct RecordBatch(pub(crate) ArrowBatch);

impl RecordBatch {
    fn arrow_schema(&self) -> SchemaRef {
        self.0.schema()
    }

    fn batches(&self) -> &[ArrowBatch] {
        std::slice::from_ref(&self.0)
    }
}

rows!(RecordBatch {
    /// Returns a list with this batch, for code that also takes a Table.
    fn to_batches(slf: Py<Self>) -> Vec<Py<Self>> {
        vec![slf]
    }

    /// Returns the equivalent pyarrow object. Requires pyarrow.
    fn to_pyarrow<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        with_pyarrow(slf.as_any(), "record_batch")
    }

    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyCapsule>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let array = arrow_array::StructArray::from(self.0.clone());
        Ok(to_array_pycapsules(py, struct_field(&self.0.schema()), &array, requested_schema)?)
    }

    #[staticmethod]
    fn _of_bytes(bytes: &[u8]) -> PyResult<Self> {
        let mut batches = StreamReader::try_new(bytes, None).map_err(value_error)?;
        let batch = batches.next().ok_or_else(|| PyTypeError::new_err("not the state of a RecordBatch"))?;
        batch.map(Self).map_err(value_error)
    }
});

/// Rows stored as columns, in several batches. Arrow consumers take it without a copy: pyarrow.table(table),
/// polars.DataFrame(table).
///
/// >>> import pyarrow, tagrake
/// >>> pages = pyarrow.table({"html": [b"<title>One</title>", None]})
/// >>> table = tagrake.extract_many(pages, columns=["title", "error"])
/// >>> table
/// Table(2 rows: title, error)
/// >>> table.to_pylist()
/// [{'title': 'One', 'error': None}, {'title': None, 'error': 'there is no page'}]
#[pyclass(module = "tagrake", frozen, eq)]
pub(crate) struct Table {
    pub(crate) schema: SchemaRef,
    pub(crate) batches: Vec<ArrowBatch>,
}

impl Table {
    fn arrow_schema(&self) -> SchemaRef {
        self.schema.clone()
    }

    fn batches(&self) -> &[ArrowBatch] {
        &self.batches
    }
}

rows!(Table {
    /// Returns the batches.
    fn to_batches(&self) -> Vec<RecordBatch> {
        self.batches.iter().map(|batch| RecordBatch(batch.clone())).collect()
    }

    /// Returns the equivalent pyarrow object. Requires pyarrow.
    fn to_pyarrow<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        with_pyarrow(slf.as_any(), "table")
    }

    #[staticmethod]
    fn _of_bytes(bytes: &[u8]) -> PyResult<Self> {
        let batches = StreamReader::try_new(bytes, None).map_err(value_error)?;
        let schema = batches.schema();
        Ok(Self { schema, batches: batches.collect::<Result<_, _>>().map_err(value_error)? })
    }
});

impl PartialEq for Table {
    /// Compares schemas and rows. How the rows are divided into batches does not matter.
    fn eq(&self, other: &Self) -> bool {
        if self.schema != other.schema || self.num_rows() != other.num_rows() {
            return false;
        }
        let mut others = other.batches.iter().filter(|batch| batch.num_rows() > 0);
        let (mut next, mut start) = (others.next(), 0);
        self.batches.iter().all(|batch| {
            let mut compared = 0;
            while compared < batch.num_rows() {
                let Some(other) = next else { return false };
                let len = (batch.num_rows() - compared).min(other.num_rows() - start);
                if batch.slice(compared, len) != other.slice(start, len) {
                    return false;
                }
                (compared, start) = (compared + len, start + len);
                if start == other.num_rows() {
                    (next, start) = (others.next(), 0);
                }
            }
            true
        })
    }
}
