//! Pages passed as arguments: bytes, str or any buffer.

use crate::arguments::{argument, without_lone_surrogates, wrong_type};
use pyo3::buffer::PyBuffer;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pybacked::{PyBackedBytes, PyBackedStr};
use pyo3::types::{PyByteArray, PyBytes, PyString};
use tagrake_bulk::input::not_a_page;

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
    /// A copy: of a mutable buffer, which could change during the call, or of a str with lone surrogates.
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

    /// Reads the argument `html`. Raises ValueError if the value is of another type, such as compressed data or an image.
    pub(crate) fn page(object: &Bound<'_, PyAny>) -> PyResult<Self> {
        let html: Self = argument("html", object)?;
        let reason = not_a_page(html.bytes());
        reason.map_or(Ok(html), |reason| Err(PyValueError::new_err(format!("argument 'html': {reason}"))))
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
                Err(_) => HtmlBytes::Copied(without_lone_surrogates(&text)?.into_bytes()),
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
