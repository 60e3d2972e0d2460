//! Arguments of type str and lists, and the exceptions for other types.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

/// A str argument. Other types raise TypeError.
pub(crate) struct StrArgument(pub(crate) String);

impl<'py> FromPyObject<'_, 'py> for StrArgument {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let text = object.cast::<PyString>().map_err(|_| wrong_type("str", &object))?;
        text_of(&text).map(Self)
    }
}

/// Returns the text of a str. Each lone surrogate becomes U+FFFD, as when a browser encodes text in UTF-8.
pub(crate) fn text_of(text: &Bound<'_, PyString>) -> PyResult<String> {
    match text.to_str() {
        Ok(text) => Ok(text.to_owned()),
        Err(_) => without_lone_surrogates(text),
    }
}

/// Returns the text of a str with lone surrogates, with U+FFFD in place of each.
pub(crate) fn without_lone_surrogates(text: &Bound<'_, PyString>) -> PyResult<String> {
    let encoded = text.call_method1(intern!(text.py(), "encode"), ("utf-16-le", "surrogatepass"))?;
    let units =
        encoded.cast::<PyBytes>()?.as_bytes().chunks_exact(2).map(|unit| u16::from_le_bytes([unit[0], unit[1]]));
    let characters = char::decode_utf16(units).map(|unit| unit.unwrap_or(char::REPLACEMENT_CHARACTER));
    Ok(characters.collect())
}

/// Any iterable of str, except a str.
pub(crate) struct StrList(pub(crate) Vec<String>);

impl<'py> FromPyObject<'_, 'py> for StrList {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let is_one = object.is_instance_of::<PyString>();
        let names = items_of(&object, "a list of str", is_one, |name| name.extract::<StrArgument>());
        Ok(Self(names?.into_iter().map(|name| name.0).collect()))
    }
}

/// Returns a TypeError: `expected`, and the type of `object`.
pub(crate) fn wrong_type(expected: &str, object: &Bound<'_, PyAny>) -> PyErr {
    let name = object.get_type().name().map_or_else(|_| "an object".to_owned(), |name| name.to_string());
    PyTypeError::new_err(format!("expected {expected}, not {name}"))
}

/// Extracts the items of an iterable. Rejects an object that `is_one`, such as a str, whose items would be characters.
pub(crate) fn items_of<'py, T>(
    object: &Bound<'py, PyAny>,
    expected: &str,
    is_one: bool,
    extract: impl Fn(&Bound<'py, PyAny>) -> PyResult<T>,
) -> PyResult<Vec<T>> {
    let items = if is_one { None } else { object.try_iter().ok() };
    let items = items.ok_or_else(|| wrong_type(expected, object))?.enumerate().map(|(index, item)| {
        let item = item?;
        extract(&item).map_err(|error| at_item(&item, index, error))
    });
    items.collect()
}

/// Adds the index of an item to a TypeError or ValueError. Returns any other error unchanged.
pub(crate) fn at_item(item: &Bound<'_, PyAny>, index: usize, error: PyErr) -> PyErr {
    let py = item.py();
    let message = format!("item {index}: {}", error.value(py));
    if error.is_instance_of::<PyTypeError>(py) {
        PyTypeError::new_err(message)
    } else if error.get_type(py).is(py.get_type::<PyValueError>()) {
        PyValueError::new_err(message)
    } else {
        error
    }
}
