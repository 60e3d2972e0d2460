//! Imports record batches, tables and streams from any Python object with Arrow's PyCapsules.

use crate::arguments::wrong_type;
use crate::batch_extractor::ColumnNames;
use crate::errors::value_error;
use pyo3::prelude::*;
use pyo3_arrow::input::AnyRecordBatch;

/// Imports `object` as a record batch or a stream of batches. Unused columns are left out where the library of `object`
/// can.
pub(crate) fn batches_of(object: &Bound<'_, PyAny>, names: &ColumnNames<'_>) -> PyResult<AnyRecordBatch> {
    let has = |name| object.hasattr(name);
    if !has("__arrow_c_array__")? && !has("__arrow_c_stream__")? {
        let expected = "an Arrow record batch, table or stream (with __arrow_c_array__ or __arrow_c_stream__)";
        return Err(wrong_type(expected, object));
    }
    let batches = match names.used().and_then(|used| select(object, &used)) {
        Some(used) => used.extract(),
        None => object.extract(),
    };
    batches.map_err(|error| name_column(object, error))
}

/// Returns the import error of `object`, with the name of the column that causes it if one can be found.
pub(crate) fn name_column(object: &Bound<'_, PyAny>, error: PyErr) -> PyErr {
    let can_import = |name: &str| -> Option<bool> {
        let batches: AnyRecordBatch = select(object, &[name])?.extract().ok()?;
        Some(batches.into_reader().is_ok_and(|mut batches| batches.all(|batch| batch.is_ok())))
    };
    // In data frames `columns` is a list of names; in tables it is a list of columns, and `column_names` has the names.
    let names = ["column_names", "columns"].iter().find_map(|attribute| object.getattr(*attribute).ok());
    let names: Vec<String> = names.and_then(|names| names.extract().ok()).unwrap_or_default();
    match names.iter().find(|name| can_import(name) == Some(false)) {
        Some(name) => value_error(format!("column {name:?}: {}", error.value(object.py()))),
        None => error,
    }
}

/// Selects columns of a pyarrow, polars or pandas table. Returns None for other objects and if a column is missing.
fn select<'py>(object: &Bound<'py, PyAny>, names: &[&str]) -> Option<Bound<'py, PyAny>> {
    let module = object.get_type().module().ok()?.to_string();
    match module.split('.').next()? {
        "pyarrow" | "polars" => object.call_method1("select", (names,)).ok(),
        "pandas" => object.get_item(names).ok(),
        _ => None,
    }
}
