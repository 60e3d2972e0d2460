//! Compares two records.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyNone};

/// Returns the keys whose values differ, each with both values. Lists are reduced to the parts that differ.
pub(crate) fn differences<'py>(a: &Bound<'py, PyDict>, b: &Bound<'py, PyDict>) -> PyResult<Bound<'py, PyDict>> {
    let found = PyDict::new(a.py());
    for key in a.keys().iter().chain(b.keys().iter()) {
        let value = |record: &Bound<'py, PyDict>| {
            Ok::<_, PyErr>(record.get_item(&key)?.unwrap_or_else(|| PyNone::get(a.py()).to_owned().into_any()))
        };
        let (mine, other) = (value(a)?, value(b)?);
        if mine.eq(&other)? {
            continue;
        }
        match (mine.cast::<PyList>(), other.cast::<PyList>()) {
            (Ok(mine), Ok(other)) => found.set_item(&key, differing_parts(mine, other)?)?,
            _ => found.set_item(&key, (mine, other))?,
        }
    }
    Ok(found)
}

/// Returns the parts of two lists between their equal starts and equal ends.
fn differing_parts<'py>(
    a: &Bound<'py, PyList>,
    b: &Bound<'py, PyList>,
) -> PyResult<(Bound<'py, PyList>, Bound<'py, PyList>)> {
    let shorter = a.len().min(b.len());
    let mut start = 0;
    while start < shorter && a.get_item(start)?.eq(b.get_item(start)?)? {
        start += 1;
    }
    let mut end = 0;
    while end < shorter - start && a.get_item(a.len() - 1 - end)?.eq(b.get_item(b.len() - 1 - end)?)? {
        end += 1;
    }
    Ok((a.get_slice(start, a.len() - end), b.get_slice(start, b.len() - end)))
}
