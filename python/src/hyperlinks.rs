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
    let (encoding, HyperlinkKeywords { max_links }) = <(EncodingKeywords, _)>::parse("hyperlinks", options)?;
    let max_links = max_links.map_or(usize::MAX, |most| most.0);
    let pairs = read_links(py, &html, url, encoding, "url,text", |page| {
        check_complete(page, max_links)?;
        Ok(Pairs::of(first(page, max_links)))
    })?;
    pairs.list(py)
}

/// Reads a page only for its links, and for these columns of them. Passes it to `take`, without the interpreter's lock.
pub(crate) fn read_links<R: Send>(
    py: Python<'_>,
    html: &Html,
    url: Option<StrArgument>,
    keywords: EncodingKeywords,
    columns: &str,
    take: impl FnOnce(&Page<'_>) -> PyResult<R> + Send,
) -> PyResult<R> {
    let EncodingKeywords { content_type, encoding, profile } = keywords;
    let options = Options { encoding, profile, max_links: Int(usize::MAX), ..Options::default() };
    let fields = Fields::only_of(Table::Links, columns).map_err(value_error)?;
    let options = PageOptions::new(Table::Links, fields, options);
    let mut known = InputPage::default();
    known.url = url.map(|url| url.0);
    known.content_type = content_type.map(|content_type| content_type.0);
    py.detach(|| {
        with_reader(&options, |reader| {
            reader.read(&known, html.bytes(), html.is_text, |page, _| {
                check_url(&known, page)?;
                take(page)
            })
        })
    })
}

/// Returns the flag of a limit that left out links, or the URLs of links.
pub(crate) fn limit_of_links(page: &Page<'_>) -> Option<Flag> {
    [Flag::LimitLinks, Flag::LimitArena, Flag::LimitToken].into_iter().find(|flag| page.flags.has(*flag))
}

/// The URLs and the texts of hyperlinks.
///
/// PERF: they are copied, so that a call releases the interpreter's lock once. To create the objects from the page itself would
/// release the lock a second time, and a thread that releases it waits for the other threads.
struct Pairs {
    /// The URL and the text of each link, one after the other.
    text: String,
    /// The end of each URL and of each text in `text`. The end of a URL is `None` if the link has none.
    ends: Vec<(Option<usize>, usize)>,
}

impl Pairs {
    fn of<'p>(links: impl Iterator<Item = &'p Link<'p>> + Clone) -> Self {
        let (mut count, mut bytes) = (0, 0);
        for link in links.clone() {
            (count, bytes) = (count + 1, bytes + link.url.map_or(0, str::len) + link.text.len());
        }
        let (mut text, mut ends) = (String::with_capacity(bytes), Vec::with_capacity(count));
        for link in links {
            let end_of_url = link.url.map(|url| {
                text.push_str(url);
                text.len()
            });
            text.push_str(link.text);
            ends.push((end_of_url, text.len()));
        }
        Self { text, ends }
    }

    /// Returns the pairs as a list.
    fn list(&self, py: Python<'_>) -> PyResult<Py<PyList>> {
        let mut start = 0;
        let pair = |&(end_of_url, end): &(Option<usize>, usize)| {
            let url = end_of_url.map(|end| PyString::new(py, &self.text[start..end]));
            let text = PyString::new(py, &self.text[end_of_url.unwrap_or(start)..end]);
            start = end;
            (url, text).into_pyobject(py)
        };
        let create = || self.ends.iter().map(pair).collect::<PyResult<Vec<_>>>();
        Ok(PyList::new(py, without_collector(py, create)?)?.unbind())
    }
}

/// Returns the first `most` hyperlinks.
fn first<'p>(page: &'p Page<'p>, most: usize) -> impl Iterator<Item = &'p Link<'p>> + Clone {
    page.links.iter().filter(|link| link.kind == LinkKind::Nav).take(most)
}

/// Raises ValueError if a limit left out one of the first `most` hyperlinks, or its URL.
fn check_complete(page: &Page<'_>, most: usize) -> PyResult<()> {
    let Some(flag) = limit_of_links(page) else { return Ok(()) };
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
