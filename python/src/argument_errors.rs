//! Messages for wrong arguments: the argument, what it accepts, and the value, shortened.

use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyFloat, PyInt, PyString};

/// Characters or bytes of a value that a message repeats.
const MAX_SHOWN: usize = 60;

/// Returns a TypeError: `expected`, the type of `object`, and its value.
pub(crate) fn wrong_type(expected: &str, object: &Bound<'_, PyAny>) -> PyErr {
    if object.is_none() {
        return PyTypeError::new_err(format!("expected {expected}, not None"));
    }
    let name = object.get_type().name().map_or_else(|_| "an object".to_owned(), |name| name.to_string());
    let value = shown(object).map_or_else(String::new, |value| format!(" {value}"));
    PyTypeError::new_err(format!("expected {expected}, not {name}{value}"))
}

/// Returns a ValueError: `expected`, and the value of `object`.
pub(crate) fn wrong_value(expected: &str, object: &Bound<'_, PyAny>) -> PyErr {
    let value = shown(object).unwrap_or_else(|| "this value".to_owned());
    PyValueError::new_err(format!("expected {expected}, not {value}"))
}

/// Returns a ValueError: the names of a closed set, and the value of `object`, with the nearest name.
pub(crate) fn unknown_name(names: &[&str], object: &Bound<'_, PyAny>) -> PyErr {
    let hint = suggestion(object, names);
    let quoted: Vec<_> = names.iter().map(|name| format!("{name:?}")).collect();
    let expected = match quoted.split_last() {
        Some((last, [_, ..])) => format!("{} or {last}", quoted[..quoted.len() - 1].join(", ")),
        _ => quoted.concat(),
    };
    let value = shown(object).unwrap_or_default();
    PyValueError::new_err(format!("expected {expected}, not {value}{hint}"))
}

/// Returns the TypeError of Python for a keyword argument that `function` does not have, with the nearest name: of a parameter of
/// the function, or in `known`.
pub(crate) fn unknown_keyword(function: &Bound<'_, PyAny>, name: &Bound<'_, PyAny>, known: Vec<&str>) -> PyErr {
    let parameters = || -> PyResult<Vec<String>> {
        let inspect = function.py().import(intern!(function.py(), "inspect"))?;
        let signature = inspect.call_method1(intern!(function.py(), "signature"), (function,))?;
        signature.getattr(intern!(function.py(), "parameters"))?.try_iter()?.map(|name| name?.extract()).collect()
    };
    let parameters = parameters().unwrap_or_default();
    let hint = suggestion(name, &parameters.iter().map(String::as_str).chain(known).collect::<Vec<_>>());
    match function.getattr(intern!(function.py(), "__qualname__")) {
        Ok(function) => PyTypeError::new_err(format!("{function}() got an unexpected keyword argument '{name}'{hint}")),
        Err(error) => error,
    }
}

/// Returns the end of a message that suggests the name in `known` that is most similar to `name`. It is empty if none is similar.
pub(crate) fn suggestion(name: &Bound<'_, PyAny>, known: &[&str]) -> String {
    let nearest = || {
        let difflib = name.py().import(intern!(name.py(), "difflib"))?;
        let lower = name.call_method0(intern!(name.py(), "lower"))?;
        difflib.call_method1(intern!(name.py(), "get_close_matches"), (lower, known, 1))?.extract::<Vec<String>>()
    };
    nearest()
        .ok()
        .and_then(|names: Vec<String>| names.into_iter().next())
        .map_or_else(String::new, |nearest| format!(": did you mean '{nearest}'?"))
}

/// Returns the value as Python writes it, shortened. Returns None for objects without a short form.
fn shown(object: &Bound<'_, PyAny>) -> Option<String> {
    let is_text = object.is_instance_of::<PyString>() || object.is_instance_of::<PyBytes>();
    let is_number = [object.is_instance_of::<PyInt>(), object.is_instance_of::<PyFloat>()].contains(&true);
    if !is_text && !is_number && !object.is_instance_of::<PyBool>() {
        return None;
    }
    let is_long = is_text && object.len().ok()? > MAX_SHOWN;
    let start = match is_long {
        true => object.get_item(pyo3::types::PySlice::new(object.py(), 0, MAX_SHOWN as isize, 1)).ok()?,
        false => object.clone(),
    };
    // Fails for integers with thousands of digits.
    let repr = start.repr().ok()?.to_string();
    let mut value: String = repr.chars().take(2 * MAX_SHOWN).collect();
    if is_long || value.len() < repr.len() {
        value.push('…');
    }
    Some(value)
}

/// Adds the name of an argument to a TypeError, a ValueError or an OverflowError. Returns any other error unchanged.
pub(crate) fn in_argument(py: Python<'_>, name: &str, error: PyErr) -> PyErr {
    in_part(py, &format!("argument '{name}'"), error)
}

/// Adds the index of an item to a TypeError, a ValueError or an OverflowError. Returns any other error unchanged.
pub(crate) fn at_item(item: &Bound<'_, PyAny>, index: usize, error: PyErr) -> PyErr {
    in_part(item.py(), &format!("item {index}"), error)
}

fn in_part(py: Python<'_>, part: &str, error: PyErr) -> PyErr {
    let kind = error.get_type(py);
    let message = error.value(py).to_string();
    // Functions of Python name the argument.
    let message = if message.starts_with(part) { message } else { format!("{part}: {message}") };
    let named = if kind.is(py.get_type::<PyTypeError>()) {
        PyTypeError::new_err(message)
    } else if kind.is(py.get_type::<PyValueError>()) || kind.is(py.get_type::<PyOverflowError>()) {
        PyValueError::new_err(message)
    } else {
        return error;
    };
    named.set_cause(py, error.cause(py));
    named
}
