//! A value for each page, in any Python object that holds values: lists, arrays and columns of all libraries.

use crate::arguments::{StrArgument, at_item, wrong_type};
use crate::arrow_import::{Imported, import, library};
use crate::header_columns::headers_of;
use crate::headers::{Fields, Headers};
use crate::html::Html;
use crate::input_columns::BytesColumn;
use arrow_array::ArrayRef;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyDict, PyMemoryView, PyString};

/// A value for each page. A missing one is None.
pub(crate) enum Values {
    /// The values of Python objects.
    Objects(Vec<Option<Html>>),
    /// The chunks of a column, each with the number of values up to its end.
    Chunks(Vec<(usize, BytesColumn)>),
}

impl Values {
    /// Reads the values of `object`: bytes or str, or only str if `is_text`. Arrow data are not copied.
    pub(crate) fn of(object: &Bound<'_, PyAny>, is_text: bool) -> PyResult<Self> {
        let object = &held_values(object)?;
        match import(object, None)? {
            Some(Imported::Column(chunks)) => Self::of_chunks(&chunks),
            Some(Imported::Rows { .. }) => Err(wrong_type("a column or a list", object)),
            None => items(object, |item| {
                if is_text {
                    item.extract::<StrArgument>()?;
                }
                item.extract()
            })
            .map(Self::Objects),
        }
    }

    /// Returns the values of the chunks of a column.
    pub(crate) fn of_chunks(chunks: &[ArrayRef]) -> PyResult<Self> {
        let mut end = 0;
        let chunks = chunks.iter().map(|chunk| {
            let wrong = || PyTypeError::new_err(format!("expected bytes or text, not {}", chunk.data_type()));
            let column = BytesColumn::of(chunk).ok_or_else(wrong)?;
            end += column.len();
            Ok((end, column))
        });
        chunks.collect::<PyResult<_>>().map(Self::Chunks)
    }

    /// Returns the number of values.
    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Objects(values) => values.len(),
            Self::Chunks(chunks) => chunks.last().map_or(0, |(end, _)| *end),
        }
    }

    /// Returns the value at `index`, and whether it is text.
    pub(crate) fn get(&self, index: usize) -> Option<(&[u8], bool)> {
        match self {
            Self::Objects(values) => values.get(index)?.as_ref().map(|value| (value.bytes(), value.is_text)),
            Self::Chunks(chunks) => {
                let (end, column) = chunks.get(chunks.partition_point(|(end, _)| *end <= index))?;
                Some((column.value(index + column.len() - end)?, column.is_text()))
            }
        }
    }
}

/// Reads the headers of each page: lists of Python objects, or a column.
pub(crate) fn header_values(object: &Bound<'_, PyAny>) -> PyResult<Vec<Option<Fields>>> {
    let object = &held_values(object)?;
    let Some(Imported::Column(chunks)) = import(object, None)? else {
        return items(object, |item| item.extract::<Headers>().map(|headers| headers.0));
    };
    Ok(chunks.iter().map(headers_of).collect::<PyResult<Vec<_>>>()?.concat())
}

/// Returns what holds the values of `object`: for an array of numpy or a column of pandas a list, or an Arrow array.
fn held_values<'py>(object: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let py = object.py();
    let array = match library(object).as_deref() {
        Some("polars") if object.hasattr("collect")? => {
            return Err(PyTypeError::new_err("a LazyFrame of polars has no rows yet: call collect() before"));
        }
        Some("pandas" | "polars") if object.hasattr("columns")? && !object.hasattr("__arrow_c_stream__")? => {
            let message =
                "this version of pandas or polars gives no Arrow data: a frame needs pandas 2.2 or polars 1.5";
            return Err(PyTypeError::new_err(message));
        }
        Some("numpy") if object.hasattr(intern!(py, "tolist"))? => object.clone(),
        Some("pandas") if object.hasattr(intern!(py, "array"))? => {
            let array = object.getattr(intern!(py, "array"))?;
            if array.get_type().name()?.to_string().starts_with("Arrow") {
                return array.call_method0(intern!(py, "__arrow_array__"));
            }
            object.clone()
        }
        _ => return Ok(object.clone()),
    };
    match array.getattr(intern!(py, "ndim"))?.extract()? {
        1 => array.call_method0(intern!(py, "tolist")),
        dimensions => {
            let dimensions: usize = dimensions;
            Err(PyValueError::new_err(format!("expected an array of 1 dimension, not {dimensions}")))
        }
    }
}

/// Reads the items of an iterable. A missing item is None.
fn items<'py, T>(
    object: &Bound<'py, PyAny>,
    read: impl Fn(&Bound<'py, PyAny>) -> PyResult<T>,
) -> PyResult<Vec<Option<T>>> {
    let is_one = object.is_instance_of::<PyString>()
        || object.is_instance_of::<PyBytes>()
        || object.is_instance_of::<PyByteArray>()
        || object.is_instance_of::<PyMemoryView>()
        || object.is_instance_of::<PyDict>();
    let items = if is_one { None } else { object.try_iter().ok() };
    let expected = "a list, a column or another iterable with a value for each page";
    let items = items.ok_or_else(|| wrong_type(expected, object))?.enumerate().map(|(index, item)| {
        let item = item?;
        match read(&item) {
            Ok(value) => Ok(Some(value)),
            Err(_) if is_missing(&item) => Ok(None),
            Err(error) => Err(at_item(&item, index, error)),
        }
    });
    items.collect()
}

/// Returns true for the values that libraries use where a value is missing: None, NaN, NaT and NA.
fn is_missing(item: &Bound<'_, PyAny>) -> bool {
    // NaN and NaT differ from themselves. A comparison of NA is NA, which is neither true nor false.
    let differs = item.ne(item);
    item.is_none() || differs.unwrap_or_else(|_| item.get_type().name().is_ok_and(|name| name == "NAType"))
}
