//! Imports Arrow data from any Python object with Arrow's PyCapsules: rows of a batch, table or stream, or one column.

use crate::errors::value_error;
use arrow_array::{Array, ArrayRef, RecordBatch, RecordBatchOptions};
use arrow_schema::{ArrowError, DataType, Schema, SchemaRef};
use pyo3::exceptions::PyImportError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3_arrow::ffi::{ArrayIterator, ArrayReader};
use pyo3_arrow::{PyArray, PyArrayReader};
use std::sync::Arc;

/// The start of the names of columns for the levels of a pandas index that have no name.
const PANDAS_INDEX: &str = "__index_level_";

/// Batches of rows, imported one after the other.
pub(crate) type Batches = Box<dyn Iterator<Item = Result<RecordBatch, ArrowError>> + Send>;

/// The data of an object.
pub(crate) enum Imported {
    /// Rows.
    Rows { schema: SchemaRef, batches: Batches, holder: Holder },
    /// The chunks of one column.
    Column(Vec<ArrayRef>),
}

/// The kind of object that holds rows.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Holder {
    /// A record batch.
    Batch,
    /// A table or data frame: an object with a length.
    Table,
    /// A reader or query, whose batches are made on demand.
    Stream,
}

/// Imports the data of `object` without a copy. If `used` has names, other columns are left out where the library of `object`
/// can. Returns None if `object` has no Arrow data.
pub(crate) fn import(object: &Bound<'_, PyAny>, used: Option<&[&str]>) -> PyResult<Option<Imported>> {
    let py = object.py();
    let is_array = object.hasattr(intern!(py, "__arrow_c_array__"))?;
    if !is_array && !object.hasattr(intern!(py, "__arrow_c_stream__"))? {
        return Ok(None);
    }
    let selected = used.and_then(|used| select(object, used));
    let arrays = arrays_of(selected.as_ref().unwrap_or(object)).map_err(|error| name_column(object, error))?;
    let field = arrays.field();
    let DataType::Struct(fields) = field.data_type() else {
        let chunks: Result<_, _> = py.detach(|| arrays.collect());
        return Ok(Some(Imported::Column(chunks.map_err(value_error)?)));
    };
    let schema = Arc::new(Schema::new_with_metadata(fields.clone(), field.metadata().clone()));
    let kept = without_unnamed_index(object, &schema);
    let holder = match is_array {
        true => Holder::Batch,
        false if object.hasattr(intern!(py, "__len__"))? => Holder::Table,
        false => Holder::Stream,
    };
    let of_batches = schema.clone();
    let batches = arrays.map(move |array| batch_of(&array?, &of_batches));
    let Some(kept) = kept else {
        return Ok(Some(Imported::Rows { schema, batches: Box::new(batches), holder }));
    };
    let schema = Arc::new(schema.project(&kept).map_err(value_error)?);
    let batches = Box::new(batches.map(move |batch| batch?.project(&kept)));
    Ok(Some(Imported::Rows { schema, batches, holder }))
}

/// Returns the numbers of the columns of a frame of pandas, without the levels of its index that have no name. Returns None if
/// there are no such levels.
///
/// The index of a filtered frame is a column of its Arrow data: the numbers that the rows had before the filter.
fn without_unnamed_index(object: &Bound<'_, PyAny>, schema: &Schema) -> Option<Vec<usize>> {
    if library(object)? != "pandas" {
        return None;
    }
    let there = column_names(object);
    let is_index = |name: &String| name.starts_with(PANDAS_INDEX) && !there.contains(name);
    let fields = schema.fields().iter().enumerate();
    let kept: Vec<usize> = fields.filter(|(_, field)| !is_index(field.name())).map(|(index, _)| index).collect();
    (kept.len() < schema.fields().len()).then_some(kept)
}

/// Returns the rows in an array of structs.
fn batch_of(array: &ArrayRef, schema: &SchemaRef) -> Result<RecordBatch, ArrowError> {
    let options = RecordBatchOptions::new().with_row_count(Some(array.len()));
    let columns = arrow_array::cast::AsArray::as_struct(array).columns().to_vec();
    RecordBatch::try_new_with_options(schema.clone(), columns, &options)
}

/// Imports the arrays of `object`.
fn arrays_of(object: &Bound<'_, PyAny>) -> PyResult<Box<dyn ArrayReader + Send>> {
    let py = object.py();
    let object = match library(object).as_deref() {
        Some("polars") => py.import(intern!(py, "tagrake._frames"))?.call_method1("without_null_type", (object,))?,
        _ => object.clone(),
    };
    if object.hasattr(intern!(py, "__arrow_c_array__"))? {
        let (array, field) = object.extract::<PyArray>()?.into_inner();
        return Ok(Box::new(ArrayIterator::new(vec![Ok(array)], field)));
    }
    object.extract::<PyArrayReader>()?.into_reader()
}

/// Returns the import error of `object`, with the name of the column that causes it if one can be found.
pub(crate) fn name_column(object: &Bound<'_, PyAny>, error: PyErr) -> PyErr {
    // A frame of pandas needs pyarrow.
    if error.is_instance_of::<PyImportError>(object.py()) {
        return error;
    }
    let can_import = |name: &str| -> Option<bool> {
        let arrays = arrays_of(&select(object, &[name])?);
        Some(arrays.is_ok_and(|mut arrays| arrays.all(|array| array.is_ok())))
    };
    match column_names(object).iter().find(|name| can_import(name) == Some(false)) {
        Some(name) => value_error(format!("column {name:?}: {}", error.value(object.py()))),
        None => error,
    }
}

/// Returns the names of the columns of a table or frame.
fn column_names(object: &Bound<'_, PyAny>) -> Vec<String> {
    // In data frames `columns` is a list of names; in tables it is a list of columns, and `column_names` has the names.
    let names = ["column_names", "columns"].iter().find_map(|attribute| object.getattr(*attribute).ok());
    names
        .and_then(|names| names.try_iter().ok()?.map(|name| name?.extract()).collect::<PyResult<_>>().ok())
        .unwrap_or_default()
}

/// Selects the columns of a pyarrow, polars or pandas table that have one of the names, which may be repeated. Returns None for
/// other objects.
fn select<'py>(object: &Bound<'py, PyAny>, names: &[&str]) -> Option<Bound<'py, PyAny>> {
    let mut there = column_names(object);
    there.retain(|there| names.contains(&there.as_str()));
    let names = there;
    match library(object)?.as_str() {
        "pyarrow" | "polars" => object.call_method1("select", (names,)).ok(),
        "pandas" => object.get_item(names).ok(),
        _ => None,
    }
}

/// Returns the name of the library that defines the class of `object`.
pub(crate) fn library(object: &Bound<'_, PyAny>) -> Option<String> {
    let module = object.get_type().module().ok()?.to_string();
    module.split('.').next().map(str::to_owned)
}
