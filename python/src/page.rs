//! `extract` reads one page; the Python class `Page` is its result.

use crate::arguments::{StrArgument, StrList, argument, optional};
use crate::errors::value_error;
use crate::flat_record::{FlatRecord, NodeKind};
use crate::headers::Headers;
use crate::html::Html;
use crate::keywords::{Keywords, keywords};
use crate::link::Link;
use crate::object_types::{ObjectType, ValueType};
use crate::options::{Options, PageOptions, options_help};
use crate::page_source::{PageSource, SourceState, read};
use crate::record_to_python::{self, number_of, position, record_class};
use crate::row_columns::RowColumns;
use pyo3::exceptions::{PyAttributeError, PyKeyError, PyTypeError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyNone, PyString, PyTuple};
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use tagrake_bulk::input::InputPage;
use tagrake_bulk::schema::{self, Field, OF_CAPTURE, Table};
use tagrake_bulk::{Fields, page_fields};

keywords! {
    /// The keywords that only [`extract`] has.
    struct PageKeywords {
        content_type: Option<StrArgument> = None,
        headers: Option<Headers> = None,
        fields: Option<StrList> = None,
    }
}

/// Extracts the title, metadata, links, headings and JSON-LD of a page, and its text on access.
///
/// The page may be bytes in any encoding that browsers support, or a str. Any bytes give a page: its flags report
/// unusual input. Other Python threads can run during the call.
///
/// Args:
///     html: The page.
///     url: Its URL, the base of relative links.
///     content_type: The Content-Type header of its response.
///     headers: The headers of its response: a mapping, pairs of name and value, or lines "Name: value". Each is str or
///         bytes; a value may be a list of values.
///     fields: The fields to extract, as record keys; None for all. Other fields take no time.
#[doc = options_help!()]
///
/// >>> import tagrake
/// >>> page = tagrake.extract(b"<title>Us</title><a href=/about>About us</a>", "https://example.com/")
/// >>> page.title
/// 'Us'
/// >>> [(link.url, link.text) for link in page.links]
/// [('https://example.com/about', 'About us')]
/// >>> tagrake.extract("<p>1 &lt; 2").text
/// '1 < 2'
///
/// The text, main content, Markdown, text blocks, rights, items, sources, publication date and authors are computed when they
/// are first used. The page keeps its HTML for that, also when it is pickled, unless fields is given. If fields names them and
/// flags, the flags also report the limits that they reached.
///
/// >>> tagrake.extract("<h2>Tea</h2><ul><li>Boil <b>water</b>", markdown_with=["emphasis"]).markdown
/// '## Tea\n\n- Boil **water**'
#[pyfunction]
#[pyo3(
    signature = (html, url=None, **options),
    text_signature = "(html, url=None, *, content_type=None, headers=None, fields=None, **options)"
)]
pub(crate) fn extract(
    py: Python<'_>,
    html: &Bound<'_, PyAny>,
    url: Option<&Bound<'_, PyAny>>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Page> {
    let (html, url): (Html, Option<StrArgument>) = (argument("html", html)?, optional("url", url)?);
    let (PageKeywords { content_type, headers, fields }, options) = <(_, Options)>::parse("extract", options)?;
    let is_default = fields.is_none();
    let fields = fields
        .map_or_else(|| Ok(Fields::default()), |names| RowColumns::of_pages(&names.0).map(|columns| columns.fields))?;
    let page_options = PageOptions::new(Table::Pages, fields, options.clone());
    let mut known = InputPage::default();
    known.url = url.map(|url| url.0);
    known.content_type = content_type.map(|content_type| content_type.0);
    known.headers = headers.map_or_else(Vec::new, |headers| headers.0);
    let record = py.detach(|| read(&html, &known, &page_options)).map_err(value_error)?;
    let source = is_default.then(|| Arc::new(PageSource::new(html, known, options)));
    Ok(Page { record: Arc::new(record), fields, source })
}

/// The record of a page. Its attributes are the keys of the record, each converted to a Python object on access.
///
/// >>> import tagrake
/// >>> page = tagrake.extract(b"<html lang=en><h1 id=top>Fish</h1><meta name=author content=Me>")
/// >>> page.lang, page.author, page.headings
/// ('en', 'Me', [{'level': 1, 'text': 'Fish', 'id': 'top'}])
/// >>> page.to_dict()["metas"]
/// [{'name': 'author', 'content': 'Me'}]
#[pyclass(module = "tagrake", frozen, eq, hash)]
#[derive(Clone)]
pub(crate) struct Page {
    record: Arc<FlatRecord>,
    /// The keys of `record`.
    fields: Fields,
    /// The source of other keys; None if the fields were named.
    source: Option<Arc<PageSource>>,
}

impl PartialEq for Page {
    fn eq(&self, other: &Self) -> bool {
        self.record == other.record
    }
}

impl Hash for Page {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.record.hash(state);
    }
}

/// The keys of a page record, in the order of their numbers.
fn keys() -> impl Iterator<Item = &'static Field> {
    schema::PAGE.iter().chain(schema::ON_REQUEST)
}

const fn page_number(name: &str) -> u8 {
    match position(schema::PAGE, name) {
        Some(number) => number,
        None => schema::PAGE.len() as u8 + number_of(schema::ON_REQUEST, name),
    }
}

impl Page {
    /// Returns the value of the key `number`. Raises AttributeError if the key was not requested.
    fn member<'py>(&self, py: Python<'py>, number: u8) -> PyResult<Bound<'py, PyAny>> {
        self.requested(py, number)?.ok_or_else(|| {
            let name = keys().nth(usize::from(number)).map_or("the key", |field| field.name);
            PyAttributeError::new_err(format!("{name} was not requested"))
        })
    }

    /// Returns the value of the key `number`: None in Python if the page has no value. Returns `None` if the key was not
    /// requested.
    fn requested<'py>(&self, py: Python<'py>, number: u8) -> PyResult<Option<Bound<'py, PyAny>>> {
        if let Some(index) = self.record.member(0, number) {
            return value(py, &self.record, index, number).map(Some);
        }
        let Some(field) = keys().nth(usize::from(number)) else { return Ok(None) };
        let found = match &self.source {
            _ if self.fields.has_of(Table::Pages, field.name) => None,
            None => return Ok(None),
            Some(source) => {
                let record = source.record(py, field.name)?;
                record.member(0, number).map(|index| value(py, record, index, number)).transpose()?
            }
        };
        Ok(Some(found.unwrap_or_else(|| PyNone::get(py).to_owned().into_any())))
    }

    /// Returns the indices of the links.
    fn link_indices(&self) -> PyResult<impl Iterator<Item = usize>> {
        const LINKS: u8 = number_of(schema::PAGE, "links");
        match self.record.member(0, LINKS) {
            Some(index) => Ok(self.record.children(index)),
            None => Err(PyAttributeError::new_err("links was not requested")),
        }
    }
}

/// Returns the value at `index` of a page record, which is the key `number`.
fn value<'py>(py: Python<'py>, record: &FlatRecord, index: usize, number: u8) -> PyResult<Bound<'py, PyAny>> {
    let kind = ObjectType::page(py).field(number).map_or(&ValueType::Scalar, |field| &field.kind);
    record_to_python::value(py, record, index, kind)
}

/// Defines the class from [`page_fields`]: an attribute for each field except the capture, the version and the error.
macro_rules! page_class {
    (
        capture { $($capture:tt)* }
        version { $($version:tt)* }
        page { $($presence:tt $name:ident: $kind:expr, $needs:tt, $doc:literal, $of:ident => $value:expr;)* }
        links { $($links:tt)* }
        flags { $($flag_presence:tt $flags:ident: $flag_kind:expr, $flag_needs:tt, $flag_doc:literal, $flag_of:ident => $flag_value:expr;)* }
        error { $($error:tt)* }
        on_request { $($more_presence:tt $more:ident: $more_kind:expr, $more_needs:tt, $more_doc:literal, $more_of:ident => $more_value:expr;)* }
        raw { $($raw:tt)* }
    ) => {
        record_class! {
            Page(page_number) {
                $(#[doc = $doc] $name (stringify!($name)),)*
                $(#[doc = $flag_doc] $flags (stringify!($flags)),)*
                $(#[doc = $more_doc] $more (stringify!($more)),)*
            }

            /// The links in document order, then the links of headers.
            #[getter]
            fn links<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
                let links = self.link_indices()?.map(|index| Link::new(self.record.clone(), index).into_pyobject(py));
                PyList::new(py, links.collect::<PyResult<Vec<_>>>()?)
            }

            /// The resolved URLs of the links, without links that have none.
            #[getter]
            fn urls<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
                const URL: u8 = number_of(schema::LINK, "url");
                let urls = self.link_indices()?.filter_map(|index| {
                    let url = self.record.node(self.record.member(index, URL)?)?;
                    (url.kind == NodeKind::Text).then(|| PyString::new(py, self.record.text(url)))
                });
                PyList::new(py, urls.collect::<Vec<_>>())
            }

            /// Returns the record as a dict, as the command prints it.
            fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
                record_to_python::object(py, &self.record, 0, ObjectType::page(py), OF_CAPTURE.len() as u8)
            }

            fn __getitem__<'py>(&self, py: Python<'py>, key: &str) -> PyResult<Bound<'py, PyAny>> {
                let number = keys().position(|field| field.name == key && !OF_CAPTURE.contains(&key));
                let found = number.map(|number| self.requested(py, number as u8)).transpose()?;
                found.flatten().ok_or_else(|| PyKeyError::new_err(key.to_owned()))
            }

            fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
                const URL: u8 = number_of(schema::PAGE, "url");
                const TITLE: u8 = number_of(schema::PAGE, "title");
                let value = |number| match self.record.member(0, number) {
                    Some(index) => {
                        let value = record_to_python::value(py, &self.record, index, &ValueType::Scalar)?;
                        value.repr().map(|text| text.to_string())
                    }
                    None => Ok("...".to_owned()),
                };
                Ok(format!("Page(url={}, title={})", value(URL)?, value(TITLE)?))
            }

            fn __copy__(&self) -> Self {
                self.clone()
            }

            fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
                self.clone()
            }

            fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
                let (py, page) = (slf.py(), slf.get());
                let (nodes, text) = page.record.to_bytes();
                let names = keys().map(|field| field.name).filter(|name| page.fields.has_of(Table::Pages, name));
                let names = page.source.is_none().then(|| names.collect::<Vec<_>>());
                let source = page.source.as_ref().map(|source| source.state(py));
                let state = (PyBytes::new(py, &nodes), text, names, source);
                (slf.get_type().getattr(intern!(py, "_of_state"))?, state).into_pyobject(py)
            }

            /// Returns the page of a state that `__reduce__` returned: its record, the names of its fields unless they are the
            /// default, and its source.
            #[staticmethod]
            fn _of_state(
                py: Python<'_>,
                nodes: &[u8],
                text: String,
                names: Option<Vec<String>>,
                source: Option<SourceState>,
            ) -> PyResult<Self> {
                let flat = FlatRecord::from_bytes(nodes, text).ok_or_else(|| PyTypeError::new_err("not the state of a Page"))?;
                let fields = names.map_or_else(|| Ok(Fields::default()), |names| RowColumns::of_pages(&names).map(|columns| columns.fields))?;
                let source = source.map(|state| Arc::new(PageSource::of_state(py, state)));
                Ok(Self { record: Arc::new(flat), fields, source })
            }
        }
    };
}

page_fields!(page_class);
