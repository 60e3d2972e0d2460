//! Pages as Python hands them over.

use pyo3::buffer::PyBuffer;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::pybacked::{PyBackedBytes, PyBackedStr};
use pyo3::types::{PyByteArray, PyBytes, PyString};

/// The bytes of a page, held so that they can be read without the interpreter.
pub(crate) struct Html {
    bytes: Bytes,
    /// Whether they are text, which is UTF-8 whatever it says of itself.
    pub(crate) is_text: bool,
}

enum Bytes {
    /// Python's own, which nobody changes.
    Borrowed(PyBackedBytes),
    /// The UTF-8 of Python's own text.
    Text(PyBackedStr),
    /// A copy: what is mutable may be changed while it is read.
    Copied(Vec<u8>),
}

impl Html {
    pub(crate) fn bytes(&self) -> &[u8] {
        match &self.bytes {
            Bytes::Borrowed(bytes) => bytes,
            Bytes::Text(text) => text.as_bytes(),
            Bytes::Copied(bytes) => bytes,
        }
    }
}

impl<'py> FromPyObject<'_, 'py> for Html {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let of_bytes = |bytes| Ok(Self { bytes, is_text: false });
        if let Ok(bytes) = object.cast::<PyBytes>() {
            return of_bytes(Bytes::Borrowed(bytes.to_owned().into()));
        }
        if let Ok(text) = object.cast::<PyString>() {
            let bytes = match PyBackedStr::try_from(text.to_owned()) {
                Ok(text) => Bytes::Text(text),
                // Lone surrogates: they become U+FFFD when they are read.
                Err(_) => {
                    let bytes = text.call_method1(intern!(object.py(), "encode"), ("utf-8", "surrogatepass"))?;
                    Bytes::Borrowed(bytes.extract()?)
                }
            };
            return Ok(Self { bytes, is_text: true });
        }
        if let Ok(bytes) = object.cast::<PyByteArray>() {
            return of_bytes(Bytes::Copied(bytes.to_vec()));
        }
        match PyBuffer::<u8>::get(&object) {
            Ok(buffer) => of_bytes(Bytes::Copied(buffer.to_vec(object.py())?)),
            Err(_) => Err(wrong_type("bytes, bytearray, memoryview or str", &object)),
        }
    }
}

/// The error that `object` is not what was expected.
pub(crate) fn wrong_type(expected: &str, object: &Bound<'_, PyAny>) -> PyErr {
    let name = object.get_type().name().map_or_else(|_| "an object".to_owned(), |name| name.to_string());
    PyTypeError::new_err(format!("expected {expected}, not {name}"))
}

/// Returns an error about an item of a sequence with its index, if it is one of its type or value.
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
