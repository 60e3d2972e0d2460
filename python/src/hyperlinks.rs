//! `hyperlinks`: returns the URL and the text of each hyperlink of one page, and nothing else.

use crate::arguments::{StrArgument, argument, optional};
use crate::collector_pause::without_collector;
use crate::decoding::EncodingKeywords;
use crate::errors::value_error;
use crate::html::Html;
use crate::keywords::Keywords;
use crate::options::{Options, PageOptions};
use crate::reader::with_reader;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};
use tagrake_bulk::Fields;
use tagrake_bulk::input::InputPage;
use tagrake_bulk::schema::Table;
use tagrake_extract::{LinkKind, Page};

/// Returns the URL and the text of each hyperlink of a page, in document order. They equal the url and the text of
/// extract's links of the kind nav: the URL is resolved, or None if it cannot be; the text is an empty str if there is
/// none. This is the fastest way to get both. The limits are the same as in extract.
///
/// Args:
///     html: The page.
///     url: Its URL, the base of relative links.
///     content_type: The Content-Type header of its response.
///     encoding: The encoding of the page; overrides any declaration.
///     profile: As in extract.
///
/// >>> import tagrake
/// >>> tagrake.hyperlinks(b"<a href=/about>About <b>us</b></a> <a href='?a&amp;b'>b</a>", "https://example.com/")
/// [('https://example.com/about', 'About us'), ('https://example.com/?a&b', 'b')]
#[pyfunction]
#[pyo3(
    signature = (html, url=None, **options),
    text_signature = "(html, url=None, *, content_type=None, encoding=None, profile=None)"
)]
pub(crate) fn hyperlinks(
    py: Python<'_>,
    html: &Bound<'_, PyAny>,
    url: Option<&Bound<'_, PyAny>>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Py<PyList>> {
    let (html, url): (Html, Option<StrArgument>) = (argument("html", html)?, optional("url", url)?);
    let EncodingKeywords { content_type, encoding, profile } = EncodingKeywords::parse("hyperlinks", options)?;
    let options = Options { encoding, profile, ..Options::default() };
    let fields = Fields::only_of(Table::Links, "url,text").map_err(value_error)?;
    let options = PageOptions::new(Table::Links, fields, options);
    let mut known = InputPage::default();
    known.url = url.map(|url| url.0);
    known.content_type = content_type.map(|content_type| content_type.0);
    py.detach(|| {
        with_reader(&options, |reader| {
            reader.read(&known, html.bytes(), html.is_text, |page, _| Python::attach(|py| pairs(py, page)))
        })
    })
}

/// Returns the pairs as a list.
///
/// PERF: from the page itself. A copy in Rust would take longer than to wait for the interpreter.
fn pairs(py: Python<'_>, page: &Page<'_>) -> PyResult<Py<PyList>> {
    let links = page.links.iter().filter(|link| link.kind == LinkKind::Nav);
    let pair =
        |url: Option<&str>, text| (url.map(|url| PyString::new(py, url)), PyString::new(py, text)).into_pyobject(py);
    let create = || links.map(|link| pair(link.url, link.text)).collect::<PyResult<Vec<_>>>();
    Ok(PyList::new(py, without_collector(py, create)?)?.unbind())
}
