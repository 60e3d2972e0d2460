//! Pages passed as arguments: bytes, str or any buffer.

use crate::arguments::{argument, wrong_type};
use pyo3::buffer::PyBuffer;
use pyo3::exceptions::PyValueError;
use pyo3::intern;
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
    /// A copy of a mutable buffer, which could change during the call.
    Copied(Vec<u8>),
    /// A str with surrogates, and the offsets of the characters that are pairs of surrogates.
    Surrogates(String, Vec<usize>),
}

impl Html {
    pub(crate) fn bytes(&self) -> &[u8] {
        match &self.bytes {
            HtmlBytes::Borrowed(bytes) => bytes,
            HtmlBytes::Text(text) => text.as_bytes(),
            HtmlBytes::Copied(bytes) => bytes,
            HtmlBytes::Surrogates(text, _) => text.as_bytes(),
        }
    }

    /// Returns the text of a page that is a str.
    pub(crate) fn text(&self) -> Option<&str> {
        if self.is_text { std::str::from_utf8(self.bytes()).ok() } else { None }
    }

    /// Returns the byte offsets of the characters that are pairs of surrogates in the str.
    pub(crate) fn pairs(&self) -> Vec<usize> {
        if let HtmlBytes::Surrogates(_, pairs) = &self.bytes { pairs.clone() } else { Vec::new() }
    }

    /// Returns the page as Python object. Surrogates are U+FFFD, each alone.
    pub(crate) fn to_object<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(match &self.bytes {
            HtmlBytes::Text(text) => text.into_pyobject(py)?.into_any(),
            _ if self.is_text && self.pairs().is_empty() => {
                PyString::new(py, self.text().unwrap_or_default()).into_any()
            }
            HtmlBytes::Borrowed(bytes) => bytes.into_pyobject(py)?.into_any(),
            HtmlBytes::Copied(bytes) => PyBytes::new(py, bytes).into_any(),
            HtmlBytes::Surrogates(text, pairs) => {
                let mut start = 0;
                let mut whole = String::new();
                for pair in pairs {
                    whole += &text[start..*pair];
                    whole += "\u{fffd}\u{fffd}";
                    start = pair + 4;
                }
                PyString::new(py, &(whole + &text[start..])).into_any()
            }
        })
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
                Err(_) => {
                    let (text, pairs) = without_surrogates(&text)?;
                    HtmlBytes::Surrogates(text, pairs)
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

/// Returns the text of a str with surrogates: a pair is one character, as in UTF-16, and any other surrogate is U+FFFD.
/// Also returns the byte offsets of the pairs.
pub(crate) fn without_surrogates(text: &Bound<'_, PyString>) -> PyResult<(String, Vec<usize>)> {
    let encoded = text.call_method1(intern!(text.py(), "encode"), ("utf-32-le", "surrogatepass"))?;
    let characters: Vec<u32> = encoded
        .cast::<PyBytes>()?
        .as_bytes()
        .chunks_exact(4)
        .map(|bytes| u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
        .collect();
    let (mut text, mut pairs, mut next) = (String::with_capacity(characters.len()), Vec::new(), 0);
    while let Some(&character) = characters.get(next) {
        next += 1;
        match (character, characters.get(next)) {
            (0xD800..=0xDBFF, Some(&low @ 0xDC00..=0xDFFF)) => {
                next += 1;
                pairs.push(text.len());
                text.extend(char::from_u32(0x1_0000 + ((character - 0xD800) << 10) + (low - 0xDC00)));
            }
            _ => text.push(char::from_u32(character).unwrap_or(char::REPLACEMENT_CHARACTER)),
        }
    }
    Ok((text, pairs))
}
