//! URLs and headers of pages, as callers pass them: the name of a column of a table, or a value for each page.

use crate::arguments::{StrList, one_of};
use crate::headers::Fields;
use crate::input_columns::find;
use crate::values::{Values, header_values};
use arrow_schema::SchemaRef;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::sync::Arc;

/// A fact about each page.
pub(crate) enum Known<N, V> {
    /// The column of the table of pages: its name or its index.
    Column(N),
    /// A value for each page.
    Values(Arc<V>),
}

pub(crate) type HeaderLists = Vec<Option<Fields>>;
/// URLs or content types.
pub(crate) type KnownText = Known<String, Values>;
pub(crate) type KnownHeaders = Known<String, HeaderLists>;

impl<V> Known<String, V> {
    fn read<'py>(object: &Bound<'py, PyAny>, read: impl Fn(&Bound<'py, PyAny>) -> PyResult<V>) -> PyResult<Self> {
        match object.cast::<PyString>() {
            Ok(column) => Ok(Self::Column(column.to_str()?.to_owned())),
            Err(_) => Ok(Self::Values(Arc::new(read(object)?))),
        }
    }

    fn find(self, schema: &SchemaRef, keyword: &str) -> PyResult<Known<usize, V>> {
        Ok(match self {
            Self::Column(name) => Known::Column(find(schema, &name, keyword)?),
            Self::Values(values) => Known::Values(values),
        })
    }
}

impl<N, V> Known<N, V> {
    /// Returns the column.
    pub(crate) fn column(&self) -> Option<&N> {
        match self {
            Self::Column(column) => Some(column),
            Self::Values(_) => None,
        }
    }

    /// Returns the values.
    pub(crate) fn values(&self) -> Option<&Arc<V>> {
        match self {
            Self::Column(_) => None,
            Self::Values(values) => Some(values),
        }
    }
}

impl<'py> FromPyObject<'_, 'py> for KnownText {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        Self::read(&object, |object| Values::of(object, true))
    }
}

impl<'py> FromPyObject<'_, 'py> for KnownHeaders {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        Self::read(&object, header_values)
    }
}

/// The column of pages in a table, and facts about the pages. `N` is a name, or the index of a column.
pub(crate) struct Inputs<N> {
    pub(crate) html: N,
    pub(crate) url: Option<Known<N, Values>>,
    pub(crate) content_type: Option<Known<N, Values>>,
    pub(crate) headers: Option<Known<N, HeaderLists>>,
}

impl<N> Inputs<N> {
    /// Returns the names of the arguments that have a value for each page, and the numbers of values.
    pub(crate) fn lengths(&self) -> Vec<(&'static str, usize)> {
        let text = |known: &Option<Known<N, Values>>| Some(known.as_ref()?.values()?.len());
        let headers = self.headers.as_ref().and_then(Known::values).map(|headers| headers.len());
        let lengths = [("urls", text(&self.url)), ("content_type", text(&self.content_type)), ("headers", headers)];
        lengths.into_iter().filter_map(|(name, length)| Some((name, length?))).collect()
    }

    /// Returns the columns, each with the name of its argument.
    fn columns(&self) -> impl Iterator<Item = (&'static str, &N)> {
        let url = self.url.as_ref().and_then(Known::column);
        let content_type = self.content_type.as_ref().and_then(Known::column);
        let headers = self.headers.as_ref().and_then(Known::column);
        [("url", url), ("content_type", content_type), ("headers", headers)]
            .into_iter()
            .filter_map(|(name, column)| Some((name, column?)))
    }
}

impl Inputs<String> {
    /// Returns the names of the used columns; None if all are kept.
    pub(crate) fn used<'n>(&'n self, keep: Option<&'n StrList>) -> Option<Vec<&'n str>> {
        let kept = keep?.0.iter().map(String::as_str);
        Some([&*self.html].into_iter().chain(self.columns().map(|(_, name)| name.as_str())).chain(kept).collect())
    }

    /// Finds the columns in `schema`.
    pub(crate) fn find(self, schema: &SchemaRef) -> PyResult<Inputs<usize>> {
        Ok(Inputs {
            html: find(schema, &self.html, "html")?,
            url: self.url.map(|known| known.find(schema, "url")).transpose()?,
            content_type: self.content_type.map(|known| known.find(schema, "content_type")).transpose()?,
            headers: self.headers.map(|known| known.find(schema, "headers")).transpose()?,
        })
    }
}

/// The format of the values of a column of pages: HTML, or HTTP responses with their heads.
#[derive(Clone, Copy)]
pub(crate) struct PageFormat {
    pub(crate) is_http: bool,
}

impl<'py> FromPyObject<'_, 'py> for PageFormat {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if object.eq("warc")? {
            let message = "\"warc\" would change the number of rows: use read_warc, or extract_html of tagrake.spark or \
                           tagrake.ray";
            return Err(PyValueError::new_err(message));
        }
        one_of(&object, &[("html", false), ("http", true)]).map(|is_http| Self { is_http })
    }
}
