//! `hyperlinks`: returns the URL and the text of each hyperlink of one page, and nothing else.

use crate::arguments::{Count, Int, StrArgument, optional};
use crate::collector_pause::without_collector;
use crate::decoding::EncodingKeywords;
use crate::errors::value_error;
use crate::html::Html;
use crate::keywords::{Keywords, keywords};
use crate::options::{Options, PageOptions};
use crate::page_source::check_url;
use crate::reader::with_reader;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};
use tagrake_bulk::Fields;
use tagrake_bulk::input::InputPage;
use tagrake_bulk::schema::Table;
use tagrake_extract::{Flag, Link, LinkClass, LinkKind, Page};

keywords! {
    /// The keywords that only [`hyperlinks`] has.
    struct HyperlinkKeywords(hyperlink_help, hyperlink_signature) {
        /// The number of links to return at most; None, the default, for all.
        max_links: Option<Count> = None => "None",
    }
}

#[doc = concat!("hyperlinks(html, url=None, *", encoding_signature!(), hyperlink_signature!(), ")\n--\n")]
/// Returns the URL and the text of each hyperlink of a page, in document order. They equal the url and the text of
/// extract's links of the kind nav: the URL is resolved, or None if it cannot be; the text is an empty str if there is
/// none. This is the fastest way to get both. If the links do not fit into the memory limit of extract, this raises ValueError:
/// no link is left out without a sign.
///
/// Args:
///     html: The page.
///     url: Its URL, the base of relative links.
#[doc = concat!(encoding_help!(), hyperlink_help!())]
/// >>> import tagrake
/// >>> tagrake.hyperlinks(b"<a href=/about>About <b>us</b></a> <a href='?a&amp;b'>b</a>", "https://example.com/")
/// [('https://example.com/about', 'About us'), ('https://example.com/?a&b', 'b')]
#[pyfunction]
#[pyo3(
    signature = (html, url=None, **options),
    text_signature = None
)]
pub(crate) fn hyperlinks(
    py: Python<'_>,
    html: &Bound<'_, PyAny>,
    url: Option<&Bound<'_, PyAny>>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Py<PyList>> {
    let (html, url): (Html, Option<StrArgument>) = (Html::page(html)?, optional("url", url)?);
    let (EncodingKeywords { content_type, encoding, profile }, HyperlinkKeywords { max_links }) =
        <(EncodingKeywords, _)>::parse("hyperlinks", options)?;
    let max_links = max_links.map_or(usize::MAX, |most| most.0);
    let options = Options { encoding, profile, max_links: Int(usize::MAX), ..Options::default() };
    let fields = Fields::only_of(Table::Links, "url,text").map_err(value_error)?;
    let options = PageOptions::new(Table::Links, fields, options);
    let mut known = InputPage::default();
    known.url = url.map(|url| url.0);
    known.content_type = content_type.map(|content_type| content_type.0);
    py.detach(|| {
        with_reader(&options, |reader| {
            reader.read(&known, html.bytes(), html.is_text, |page, _| {
                check_url(&known, page)?;
                check_complete(page, max_links)?;
                Python::attach(|py| pairs(py, page, max_links))
            })
        })
    })
}

/// Returns the first `most` hyperlinks.
fn first<'p>(page: &'p Page<'p>, most: usize) -> impl Iterator<Item = &'p Link<'p>> {
    page.links.iter().filter(|link| link.kind == LinkKind::Nav).take(most)
}

/// Raises ValueError if a limit left out one of the first `most` hyperlinks, or its URL.
fn check_complete(page: &Page<'_>, most: usize) -> PyResult<()> {
    let limits = [Flag::LimitLinks, Flag::LimitArena, Flag::LimitToken];
    let Some(flag) = limits.into_iter().find(|flag| page.flags.has(*flag)) else { return Ok(()) };
    let (mut found, mut without_url) = (0, false);
    for link in first(page, most) {
        found += 1;
        without_url |= link.class == LinkClass::TooLong;
    }
    match found < most || without_url {
        true => Err(PyValueError::new_err(format!(
            "the page has more links than fit into memory ({flag}): pass max_links= to get the first ones"
        ))),
        false => Ok(()),
    }
}

/// Returns the pairs as a list.
///
/// PERF: from the page itself. A copy in Rust would take longer than to wait for the interpreter.
fn pairs(py: Python<'_>, page: &Page<'_>, most: usize) -> PyResult<Py<PyList>> {
    let pair =
        |url: Option<&str>, text| (url.map(|url| PyString::new(py, url)), PyString::new(py, text)).into_pyobject(py);
    let create = || first(page, most).map(|link| pair(link.url, link.text)).collect::<PyResult<Vec<_>>>();
    Ok(PyList::new(py, without_collector(py, create)?)?.unbind())
}
