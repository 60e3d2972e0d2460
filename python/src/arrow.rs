//! The Arrow classes of the Python API: schemas, batches and tables, exported as PyCapsules.

use crate::arguments::wrong_type;
use crate::arrow_to_python;
use crate::display::{description, type_name};
use crate::errors::value_error;
use crate::frames;
use crate::html_table::html_table;
use crate::interrupt::raise_again;
use crate::row_slices;
use arrow_array::RecordBatch as ArrowBatch;
use arrow_ipc::reader::StreamReader;
use arrow_ipc::writer::StreamWriter;
use arrow_schema::{ArrowError, FieldRef, SchemaRef};
use pyo3::exceptions::PyTypeError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::slice::PySliceIndices;
use pyo3::types::{PyBytes, PyCapsule, PyDict, PyIterator, PyList, PySlice, PySliceMethods, PyString, PyTuple};
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
        frames::names(&self.0)
    }

    /// The types of the columns, each as a short name: "string", "int32", "list<string>".
    #[getter]
    fn types(&self) -> Vec<String> {
        self.0.fields().iter().map(|field| type_name(field.data_type())).collect()
    }

    /// Returns the schema as a pyarrow.Schema.
    fn to_arrow<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        frames::to_arrow(slf.as_any(), "schema")
    }

    /// Another name of `to_arrow`.
    fn to_pyarrow<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        Self::to_arrow(slf)
    }

    fn __contains__(&self, name: &Bound<'_, PyAny>) -> bool {
        frames::has_column(&self.0, name)
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        self.names().into_pyobject(py)?.try_iter()
    }

    fn __len__(&self) -> usize {
        self.0.fields().len()
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        schema_capsule(py, &self.0)
    }

    fn __repr__(&self) -> String {
        description("Schema", None, &self.0)
    }

    fn _repr_html_(&self) -> String {
        let rows: Vec<_> = self.names().into_iter().zip(self.types()).map(|(name, kind)| [name, kind]).collect();
        html_table(None, &rows)
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

/// Returns the rows of a slice, which has the indices of [`PySliceMethods::indices`].
fn rows_in(batches: &[ArrowBatch], indices: &PySliceIndices) -> PyResult<Vec<ArrowBatch>> {
    let (start, count) = (indices.start, indices.slicelength);
    match usize::try_from(start) {
        Ok(start) if indices.step == 1 => Ok(row_slices::slice(batches, start, count)),
        _ if count == 0 => Ok(Vec::new()),
        _ => {
            let rows = (0..count as isize).map(|number| (start + number * indices.step).unsigned_abs());
            Ok(vec![row_slices::copied(batches, rows).map_err(value_error)?])
        }
    }
}

/// Returns the first rows as a table in HTML.
fn html_of(py: Python<'_>, batches: &[ArrowBatch], schema: &SchemaRef) -> PyResult<String> {
    /// Rows that are shown.
    const SHOWN: usize = 10;
    let values = PyList::empty(py);
    row_slices::slice(batches, 0, SHOWN).iter().try_for_each(|batch| arrow_to_python::push_rows(py, batch, &values))?;
    let mut rows = Vec::new();
    for row in &values {
        let text =
            |value: Bound<'_, PyAny>| if value.is_none() { Ok(String::new()) } else { Ok(value.str()?.to_string()) };
        rows.push(row.cast::<PyDict>()?.values().iter().map(text).collect::<PyResult<Vec<_>>>()?);
    }
    let heads: Vec<String> =
        schema.fields().iter().map(|field| format!("{}: {}", field.name(), type_name(field.data_type()))).collect();
    let count: usize = batches.iter().map(ArrowBatch::num_rows).sum();
    let note = if count > SHOWN { format!("<small>The first {SHOWN} of {count} rows.</small>") } else { String::new() };
    let heads: Vec<&str> = heads.iter().map(String::as_str).collect();
    Ok(format!("{}{note}", html_table(Some(&heads), &rows)))
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

            /// The numbers of rows and columns.
            #[getter]
            fn shape(&self) -> (usize, usize) {
                (self.num_rows(), self.num_columns())
            }

            /// The names of the columns.
            #[getter]
            fn columns(&self) -> Vec<String> {
                frames::names(&self.arrow_schema())
            }

            /// Returns the names of the columns, so that dict(rows) has a list of values for each.
            fn keys(&self) -> Vec<String> {
                self.columns()
            }

            /// Returns the rows as a polars.DataFrame, without a copy. Requires polars.
            fn to_polars<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
                frames::to_polars(slf.as_any())
            }

            /// Returns the rows as a pandas.DataFrame with values as in to_pylist, and numbers of numpy. Requires pandas.
            fn to_pandas<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
                frames::to_pandas(slf.as_any())
            }

            /// Returns the rows, each a Row: a dict whose values are also attributes. They are the values of pyarrow's to_pylist.
            fn to_pylist<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
                let rows = PyList::empty(py);
                self.batches().iter().try_for_each(|batch| arrow_to_python::push_rows(py, batch, &rows))?;
                Ok(rows)
            }

            /// Returns the values of a column.
            fn column<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyList>> {
                let values = PyList::empty(py);
                let schema = self.arrow_schema();
                schema.index_of(name).map_err(|_| frames::no_column(py, &schema, name))?;
                self.batches().iter().try_for_each(|batch| arrow_to_python::push_column(py, batch, name, &values))?;
                Ok(values)
            }

            fn __getitem__<'py>(&self, py: Python<'py>, key: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
                if let Ok(name) = key.cast::<PyString>() {
                    return Ok(self.column(py, name.to_str()?)?.into_any());
                }
                if let Ok(slice) = key.cast::<PySlice>() {
                    let indices = slice.indices(isize::try_from(self.num_rows())?)?;
                    return Ok(self.with_rows(rows_in(self.batches(), &indices)?).into_pyobject(py)?.into_any());
                }
                let index = key.extract().map_err(|_| wrong_type("the name of a column, the number of a row or a slice", key))?;
                let rows = PyList::empty(py);
                arrow_to_python::push_rows(py, &row_slices::row(self.batches(), index)?, &rows)?;
                rows.get_item(0)
            }

            fn __contains__(&self, name: &Bound<'_, PyAny>) -> bool {
                frames::has_column(&self.arrow_schema(), name)
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
                description(stringify!($Class), Some(self.num_rows()), &self.arrow_schema())
            }

            fn _repr_html_(&self, py: Python<'_>) -> PyResult<String> {
                html_of(py, self.batches(), &self.arrow_schema())
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
/// RecordBatch(2 rows × 1 column)
///   title: string
/// >>> batch["title"]
/// ['One', 'Two']
/// >>> [row.title for row in batch]
/// ['One', 'Two']
/// >>> batch[-1]
/// {'title': 'Two'}
/// >>> batch[:1]
/// RecordBatch(1 row × 1 column)
///   title: string
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

    /// Returns the batch, or an empty one.
    fn with_rows(&self, mut batches: Vec<ArrowBatch>) -> Self {
        Self(batches.pop().unwrap_or_else(|| self.0.slice(0, 0)))
    }
}

rows!(RecordBatch {
    /// Returns a list with this batch, for code that also takes a Table.
    fn to_batches(slf: Py<Self>) -> Vec<Py<Self>> {
        vec![slf]
    }

    /// Returns the batch as a pyarrow.RecordBatch, without a copy. Requires pyarrow.
    fn to_arrow<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        frames::to_arrow(slf.as_any(), "record_batch")
    }

    /// Another name of `to_arrow`.
    fn to_pyarrow<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        Self::to_arrow(slf)
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
/// Table(2 rows × 2 columns)
///   title: string
///   error: string
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

    fn with_rows(&self, batches: Vec<ArrowBatch>) -> Self {
        Self { schema: self.schema.clone(), batches }
    }
}

rows!(Table {
    /// Returns the batches.
    fn to_batches(&self) -> Vec<RecordBatch> {
        self.batches.iter().map(|batch| RecordBatch(batch.clone())).collect()
    }

    /// Returns the table as a pyarrow.Table, without a copy. Requires pyarrow.
    fn to_arrow<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        frames::to_arrow(slf.as_any(), "table")
    }

    /// Another name of `to_arrow`.
    fn to_pyarrow<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        Self::to_arrow(slf)
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
