//! `hrefs`: returns the href attributes of one page, and nothing else.

use crate::decoding::{EncodingKeywords, TokenStore, tokenize_page};
use crate::html::Html;
use crate::keywords::Keywords;
use crate::reader::MAX_KEPT_BYTES;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};
use std::cell::RefCell;
use tagrake::{Options, Token};

thread_local! {
    /// Scratch space in which values are collected before they are copied to their final length.
    static SCRATCH: RefCell<Hrefs> = RefCell::default();
}

/// The concatenated values, and the end offset of each.
#[derive(Clone, Default)]
struct Hrefs {
    text: String,
    ends: Vec<usize>,
}

impl TokenStore for Hrefs {
    fn start(&mut self, _: &str) {
        self.text.clear();
        self.ends.clear();
    }

    #[inline(always)]
    fn push(&mut self, token: Token<'_>) {
        if let Token::StartTag(tag) = token
            && matches!(tag.name(), b"a" | b"area")
            && let Some(href) = tag.attribute(b"href")
        {
            self.text.push_str(href.value_str());
            self.ends.push(self.text.len());
        }
    }
}

#[doc = concat!("hrefs(html, *", encoding_signature!(), ")\n--\n")]
/// Returns the href attributes of the a and area elements of a page, as written, with character references decoded: in
/// document order, with duplicates. This is the fastest way to get the links of a page. hyperlinks also resolves them, and
/// extract returns their rel, kind and more. The encoding is determined as in extract of a page without a URL.
///
/// Args:
///     html: The page.
#[doc = encoding_help!()]
/// >>> import tagrake
/// >>> tagrake.hrefs(b"<a href=/about>Us</a> <a href='?a&amp;b'>b</a> <a name=c>c</a>")
/// ['/about', '?a&b']
#[pyfunction]
#[pyo3(signature = (html, **options), text_signature = None)]
pub(crate) fn hrefs<'py>(
    py: Python<'py>,
    html: &Bound<'py, PyAny>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyList>> {
    let html = Html::page(html)?;
    let keywords = EncodingKeywords::parse("hrefs", options)?;
    let hints = keywords.hints(&html, None);
    let hrefs = py.detach(|| {
        SCRATCH.with_borrow_mut(|hrefs| {
            let options = Options::default().with_empty_element_tags(hints.is_xhtml());
            tokenize_page(html.bytes(), &hints, &options, hrefs);
            let found = hrefs.clone();
            if hrefs.text.capacity() > MAX_KEPT_BYTES {
                *hrefs = Hrefs::default();
            }
            found
        })
    });
    let mut start = 0;
    let hrefs = hrefs.ends.iter().map(|&end| {
        let href = PyString::new(py, &hrefs.text[start..end]);
        start = end;
        href
    });
    PyList::new(py, hrefs)
}
