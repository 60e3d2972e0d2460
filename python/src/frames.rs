//! Rows and readers as objects of other libraries.

use crate::argument_errors::suggestion;
use crate::errors::value_error;
use arrow_schema::SchemaRef;
use pyo3::exceptions::{PyImportError, PyKeyError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyString;

/// Calls a function of pyarrow with `object`.
pub(crate) fn to_arrow<'py>(object: &Bound<'py, PyAny>, function: &str) -> PyResult<Bound<'py, PyAny>> {
    let mut callable = library(object.py(), "to_arrow", "pyarrow")?;
    for name in function.split('.') {
        callable = callable.getattr(name)?;
    }
    callable.call1((object,))
}

/// Returns the rows as a frame of polars.
pub(crate) fn to_polars<'py>(object: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    library(object.py(), "to_polars", "polars")?.call_method1(intern!(object.py(), "DataFrame"), (object,))
}

/// Returns the rows as a frame of pandas.
pub(crate) fn to_pandas<'py>(object: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    library(object.py(), "to_pandas", "pandas")?;
    object.py().import(intern!(object.py(), "tagrake._frames"))?.call_method1("to_pandas", (object,))
}

/// Returns the rows of a reader as an array of numpy, for `__array__`.
pub(crate) fn array_of_rows<'py>(
    reader: &Bound<'py, PyAny>,
    dtype: Option<&Bound<'py, PyAny>>,
    copy: Option<bool>,
) -> PyResult<Bound<'py, PyAny>> {
    if copy == Some(false) {
        return Err(value_error("an array of the rows of a reader is always a copy"));
    }
    if let Some(dtype) = dtype.filter(|dtype| !dtype.str().is_ok_and(|name| name == "object")) {
        return Err(value_error(format!("the rows of a reader are objects, not values of the type {dtype}")));
    }
    reader.py().import(intern!(reader.py(), "tagrake._frames"))?.call_method1("array_of_rows", (reader,))
}

/// Imports a library. Raises ImportError if it is not installed.
pub(crate) fn library<'py>(py: Python<'py>, method: &str, name: &str) -> PyResult<Bound<'py, PyAny>> {
    let missing = |error: PyErr| match error.is_instance_of::<PyImportError>(py) {
        true => {
            let named =
                PyImportError::new_err(format!("{method}() needs {name}: pip install {name} ({})", error.value(py)));
            named.set_cause(py, Some(error));
            named
        }
        false => error,
    };
    py.import(name).map(Bound::into_any).map_err(missing)
}

/// Returns the names of the columns.
pub(crate) fn names(schema: &SchemaRef) -> Vec<String> {
    schema.fields().iter().map(|field| field.name().clone()).collect()
}

/// Returns true if a column has the name `key`.
pub(crate) fn has_column(schema: &SchemaRef, key: &Bound<'_, PyAny>) -> bool {
    key.cast::<PyString>().is_ok_and(|name| name.to_str().is_ok_and(|name| schema.column_with_name(name).is_some()))
}

/// Returns the exception for a name that no column has.
pub(crate) fn no_column(py: Python<'_>, schema: &SchemaRef, name: &str) -> PyErr {
    let names = names(schema);
    let known: Vec<&str> = names.iter().map(String::as_str).collect();
    let hint = match suggestion(&PyString::new(py, name), &known) {
        hint if hint.is_empty() => format!(": the columns are {}", names.join(", ")),
        hint => hint,
    };
    PyKeyError::new_err(format!("no column '{name}'{hint}"))
}
