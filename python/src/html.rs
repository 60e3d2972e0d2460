//! Pages passed as arguments: bytes, str or any buffer.

use pyo3::buffer::PyBuffer;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::pybacked::{PyBackedBytes, PyBackedStr};
use pyo3::types::{PyByteArray, PyBytes, PyString};

/// The bytes of a page, readable while the interpreter is released.
pub(crate) struct Html {
    bytes: HtmlBytes,
    /// True if the argument was a str. Its bytes are UTF-8, whatever encoding the page declares.
    pub(crate) is_text: bool,
}

enum HtmlBytes {
    /// The memory of an immutable bytes object.
    Borrowed(PyBackedBytes),
    /// The UTF-8 buffer of a str object.
    Text(PyBackedStr),
    /// A copy of a mutable buffer, which could change during the call.
    Copied(Vec<u8>),
}

impl Html {
    pub(crate) fn bytes(&self) -> &[u8] {
        match &self.bytes {
            HtmlBytes::Borrowed(bytes) => bytes,
            HtmlBytes::Text(text) => text.as_bytes(),
            HtmlBytes::Copied(bytes) => bytes,
        }
    }

    /// Returns the page whose [`bytes`](Self::bytes) these are.
    pub(crate) fn of_bytes(bytes: Bound<'_, PyBytes>, is_text: bool) -> Self {
        Self { bytes: HtmlBytes::Borrowed(bytes.into()), is_text }
    }
}

impl<'py> FromPyObject<'_, 'py> for Html {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let of_bytes = |bytes| Ok(Self { bytes, is_text: false });
        if let Ok(bytes) = object.cast::<PyBytes>() {
            return of_bytes(HtmlBytes::Borrowed(bytes.to_owned().into()));
        }
        if let Ok(text) = object.cast::<PyString>() {
            let bytes = match PyBackedStr::try_from(text.to_owned()) {
                Ok(text) => HtmlBytes::Text(text),
                // The str has lone surrogates. Decoding replaces them by U+FFFD.
                Err(_) => {
                    let bytes = text.call_method1(intern!(object.py(), "encode"), ("utf-8", "surrogatepass"))?;
                    HtmlBytes::Borrowed(bytes.extract()?)
                }
            };
            return Ok(Self { bytes, is_text: true });
        }
        if let Ok(bytes) = object.cast::<PyByteArray>() {
            return of_bytes(HtmlBytes::Copied(bytes.to_vec()));
        }
        match PyBuffer::<u8>::get(&object) {
            Ok(buffer) => of_bytes(HtmlBytes::Copied(buffer.to_vec(object.py())?)),
            Err(_) => Err(wrong_type("bytes, bytearray, memoryview or str", &object)),
        }
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
