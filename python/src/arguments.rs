//! Arguments of functions: their types, and the functions that read them. Every argument is read by [`argument`] or
//! [`optional`], or by [`keywords!`](crate::keywords::keywords), so that the message for a wrong one has its name.

pub(crate) use crate::argument_errors::{at_item, in_argument, unknown_name, wrong_type, wrong_value};
use pyo3::conversion::FromPyObjectOwned;
use pyo3::exceptions::PyOverflowError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyMapping, PyString};
use std::path::PathBuf;

/// Reads the argument `name`.
pub(crate) fn argument<'py, T: FromPyObjectOwned<'py>>(name: &str, value: &Bound<'py, PyAny>) -> PyResult<T> {
    value.extract().map_err(|error: T::Error| in_argument(value.py(), name, error.into()))
}

/// Reads the argument `name`, which may be None.
pub(crate) fn optional<'py, T: FromPyObjectOwned<'py>>(
    name: &str,
    value: Option<&Bound<'py, PyAny>>,
) -> PyResult<Option<T>> {
    value.map(|value| argument(name, value)).transpose()
}

/// The path of a file: str, bytes or os.PathLike.
pub(crate) struct FilePath(pub(crate) PathBuf);

impl<'py> FromPyObject<'_, 'py> for FilePath {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let py = object.py();
        py.import(intern!(py, "os"))?.call_method1(intern!(py, "fsdecode"), (object,))?.extract().map(Self)
    }
}

/// A str argument. Other types raise TypeError.
#[derive(Clone)]
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

/// A str, or any iterable of str.
#[derive(Clone)]
pub(crate) struct StrList(pub(crate) Vec<String>);

impl<'py> FromPyObject<'_, 'py> for StrList {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        one_or_items(&object, "a str or a list of str", |name| name.extract::<StrArgument>().map(|name| name.0))
            .map(Self)
    }
}

/// The names and definitions of columns: a str, an iterable of str, or a mapping from names to selectors.
///
/// In a mapping, `{"price": ".price::text"}` is the definition `price=.price::text`, and `{"url": None}` the name `url`.
#[derive(Clone)]
pub(crate) struct ColumnList(pub(crate) Vec<String>);

impl<'py> FromPyObject<'_, 'py> for ColumnList {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let Ok(mapping) = object.cast::<PyMapping>() else { return object.extract().map(|StrList(names)| Self(names)) };
        let column = |item: Bound<'py, PyAny>| {
            let (StrArgument(name), selector): (_, Option<StrArgument>) = item.extract()?;
            Ok(match selector {
                None => name,
                // A record: "items": "{ .item | name=h2 }".
                Some(StrArgument(selector)) if selector.trim_start().starts_with('{') => name + &selector,
                Some(StrArgument(selector)) => name + "=" + &selector,
            })
        };
        mapping.items()?.iter().map(column).collect::<PyResult<_>>().map(Self)
    }
}

/// Extracts the items of an iterable, or a str as the only item.
pub(crate) fn one_or_items<'py, T>(
    object: &Bound<'py, PyAny>,
    expected: &str,
    extract: impl Fn(&Bound<'py, PyAny>) -> PyResult<T>,
) -> PyResult<Vec<T>> {
    match object.is_instance_of::<PyString>() {
        true => Ok(vec![extract(object)?]),
        // The items of bytes are integers.
        false => items_of(object, expected, object.is_instance_of::<PyBytes>(), extract),
    }
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

/// Returns the value of a closed set with the name `object`.
pub(crate) fn one_of<T: Copy>(object: &Bound<'_, PyAny>, names: &[(&'static str, T)]) -> PyResult<T> {
    let StrArgument(name) = object.extract()?;
    names.iter().find(|(known, _)| *known == name).map(|(_, value)| *value).ok_or_else(|| {
        let names: Vec<_> = names.iter().map(|(name, _)| *name).collect();
        unknown_name(&names, object)
    })
}

/// A bool, also of numpy.
#[derive(Clone, Copy, Debug, PartialEq, IntoPyObject)]
#[pyo3(transparent)]
pub(crate) struct Flag(pub(crate) bool);

impl<'py> FromPyObject<'_, 'py> for Flag {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        object.extract().map(Self).map_err(|_| wrong_type("True or False", &object))
    }
}

/// An integer from `MIN` to `MAX`: an int, or another object with `__index__`, such as an integer of numpy. A bool is rejected.
#[derive(Clone, Copy, Debug, PartialEq, IntoPyObject)]
#[pyo3(transparent)]
pub(crate) struct Int<const MIN: usize, const MAX: usize>(pub(crate) usize);

/// A number of things.
pub(crate) type Count = Int<0, { isize::MAX as usize }>;
/// A limit or a size, at least 1.
pub(crate) type Positive = Int<1, { isize::MAX as usize }>;

impl<'py, const MIN: usize, const MAX: usize> FromPyObject<'_, 'py> for Int<MIN, MAX> {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let expected = match MAX == isize::MAX as usize {
            true => format!("an int of at least {MIN}"),
            false => format!("an int from {MIN} to {MAX}"),
        };
        if object.is_instance_of::<PyBool>() {
            return Err(wrong_type(&expected, &object));
        }
        match object.extract::<usize>() {
            Ok(number) if (MIN..=MAX).contains(&number) => Ok(Self(number)),
            Ok(_) => Err(wrong_value(&expected, &object)),
            Err(error) if error.is_instance_of::<PyOverflowError>(object.py()) => Err(wrong_value(&expected, &object)),
            Err(_) => Err(wrong_type(&expected, &object)),
        }
    }
}
