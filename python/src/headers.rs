//! HTTP headers in the forms that Python libraries use.

use crate::arguments::{at_item, text_of, wrong_type};
use crate::errors::value_error;
use pyo3::exceptions::PyValueError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyString, PyTuple};
use tagrake::encoding::Encoding;
use tagrake_bulk::input::split_header;

/// The names and values of the headers of a response.
pub(crate) type Fields = Vec<(String, String)>;

/// Headers from a text, a mapping, pairs or lines. Names and values are str or bytes; a value may be a list or tuple of values.
pub(crate) struct Headers(pub(crate) Fields);

impl<'py> FromPyObject<'_, 'py> for Headers {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let wrong = |object: &Bound<'py, PyAny>| {
            wrong_type("headers (a mapping, pairs of name and value, or lines \"Name: value\")", object)
        };
        if let Some(text) = text(&object)? {
            return fields_of_text(&text).map(Self);
        }
        let items = match object.hasattr(intern!(object.py(), "items"))? {
            true => object.call_method0(intern!(object.py(), "items"))?,
            false => object.to_owned(),
        };
        let mut headers = Vec::new();
        for (index, item) in items.try_iter().map_err(|_| wrong(&object))?.enumerate() {
            let item = item?;
            push(&mut headers, &item).map_err(|error| at_item(&item, index, error))?;
        }
        Ok(Self(headers))
    }
}

/// Returns the headers in a text: a header on each line, or JSON in a form of [`Headers`]. Other lines, such as the status, are left
/// out.
pub(crate) fn fields_of_text(text: &str) -> PyResult<Fields> {
    if !text.trim_start().starts_with(['[', '{']) {
        let headers = text.lines().filter_map(split_header);
        return Ok(headers.map(|(name, value)| (name.to_owned(), value.to_owned())).collect());
    }
    Python::attach(|py| {
        let json = py.import(intern!(py, "json"))?.call_method1(intern!(py, "loads"), (text,));
        let json = json.map_err(|error| value_error(format!("neither headers nor JSON: {}", error.value(py))))?;
        json.extract::<Headers>().map(|headers| headers.0)
    })
}

/// Appends the header in a line, or a header for each value of a pair.
fn push(headers: &mut Fields, item: &Bound<'_, PyAny>) -> PyResult<()> {
    let wrong = || wrong_type("a line \"Name: value\", or a pair of name and value", item);
    if let Some(line) = text(item)? {
        let header = split_header(&line).ok_or_else(|| PyValueError::new_err(format!("not a header: {line:?}")))?;
        headers.push((header.0.to_owned(), header.1.to_owned()));
        return Ok(());
    }
    let pair = item.cast::<PyList>().map_or_else(|_| item.clone(), |list| list.to_tuple().into_any());
    let (name, values): (Bound<'_, PyAny>, Bound<'_, PyAny>) = pair.extract().map_err(|_| wrong())?;
    let name = text(&name)?.ok_or_else(wrong)?;
    if let Some(value) = text(&values)? {
        headers.push((name, value));
    } else if values.is_instance_of::<PyList>() || values.is_instance_of::<PyTuple>() {
        for value in values.try_iter()? {
            headers.push((name.clone(), text(&value?)?.ok_or_else(wrong)?));
        }
    } else {
        return Err(wrong());
    }
    Ok(())
}

/// Returns the text of a str or bytes object.
fn text(object: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
    if let Ok(text) = object.cast::<PyString>() {
        return text_of(text).map(Some);
    }
    Ok(object.cast::<PyBytes>().ok().map(|bytes| decoded(bytes.as_bytes())))
}

/// Returns the text of bytes. Bytes that are not UTF-8 are decoded as windows-1252, as in WARC files.
pub(crate) fn decoded(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => Encoding::for_label(b"windows-1252")
            .map_or_else(|| String::from_utf8_lossy(bytes), |encoding| encoding.decode(bytes))
            .into_owned(),
    }
}
