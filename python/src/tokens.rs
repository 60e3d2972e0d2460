//! `tokens` and `parse_errors`: the tokens and the parse errors of one document.

use crate::arguments::{Flag, StrArgument, optional};
use crate::collector_pause::without_collector;
use crate::decoding::{EncodingKeywords, tokenize_page};
use crate::html::Html;
use crate::keywords::{Keywords, keywords};
use crate::page_source::not_a_url;
use crate::reader::MAX_KEPT_BYTES;
use crate::source::Offsets;
use crate::token::{Document, TokenPlace};
use crate::token_list::{TokenCollector, TokenList};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use std::cell::RefCell;
use std::sync::Arc;
use std::vec::IntoIter;
use tagrake::{Options, ParseError};
use url::Url;

thread_local! {
    /// Scratch space in which tokens are collected before they are copied to their final length.
    static SCRATCH: RefCell<TokenCollector> = RefCell::default();
}

keywords! {
    /// The keywords of the tokenizer.
    pub(crate) struct TokenKeywords(token_help, token_signature) {
        /// Whether start tags change the tokenizer state as in a browser (tree-construction feedback). True by default.
        feedback: Flag = Flag(true) => "True",
        /// The scripting flag: if true, the content of noscript is raw text. False by default.
        scripting: Flag = Flag(false) => "False",
    }
}

impl TokenKeywords {
    pub(crate) fn options(&self) -> Options {
        Options::default().with_feedback(self.feedback.0).with_scripting(self.scripting.0)
    }
}

#[doc = concat!("tokens(html, url=None, *", encoding_signature!(), token_signature!(), ")\n--\n")]
/// Returns the tokens of a document, as defined by the HTML standard: StartTag, EndTag, Text, Comment and Doctype.
///
/// Text states, foreign content and CDATA are as in a browser with a tree builder, unless feedback is False. Other Python
/// threads can run during the call.
///
/// Offsets index the document as it was passed: a str in characters, bytes in bytes. If bytes were decoded, because they are not
/// valid UTF-8, offsets index the decoded str. The attribute source of the result is the object that they index, so that
/// source[start:end] is the token as written, token.raw.
///
/// Args:
///     html: The document.
///     url: Its URL. The top-level domain is a hint for the encoding of a document that declares none.
#[doc = concat!(encoding_help!(), token_help!())]
/// >>> import tagrake
/// >>> for token in tagrake.tokens("<p class=a>1 &lt; 2<br/></p><!--x-->"):
/// ...     print(token, token.raw)
/// StartTag(name='p', attributes={'class': 'a'}, span=(0, 11)) <p class=a>
/// Text(data='1 < 2', span=(11, 19)) 1 &lt; 2
/// StartTag(name='br', attributes={}, self_closing=True, span=(19, 24)) <br/>
/// EndTag(name='p', span=(24, 28)) </p>
/// Comment(data='x', span=(28, 36)) <!--x-->
#[pyfunction]
#[pyo3(
    signature = (html, url=None, **options),
    text_signature = None
)]
pub(crate) fn tokens(
    py: Python<'_>,
    html: &Bound<'_, PyAny>,
    url: Option<&Bound<'_, PyAny>>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Tokens> {
    let (html, offsets, list, _) = tokenize(py, ("tokens", false), html, url, options)?;
    Ok(Tokens { document: Arc::new(Document { list, offsets }), html, next: 0, batch: IntoIter::default() })
}

#[doc = concat!("parse_errors(html, url=None, *", encoding_signature!(), token_signature!(), ")\n--\n")]
/// Returns the parse errors of a document, in order: the code of each, as in the HTML standard, and its offset. Offsets
/// are as in tokens. An error at the end of the document has the offset of the end.
///
/// Args:
///     html: The document.
///     url: Its URL. The top-level domain is a hint for the encoding of a document that declares none.
#[doc = concat!(encoding_help!(), token_help!())]
/// >>> import tagrake
/// >>> tagrake.parse_errors("<p a=1 a=2></p x=1>")
/// [('duplicate-attribute', 8), ('end-tag-with-attributes', 18)]
#[pyfunction]
#[pyo3(signature = (html, url=None, **options), text_signature = None)]
pub(crate) fn parse_errors(
    py: Python<'_>,
    html: &Bound<'_, PyAny>,
    url: Option<&Bound<'_, PyAny>>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Vec<(&'static str, usize)>> {
    let (_, offsets, list, errors) = tokenize(py, ("parse_errors", true), html, url, options)?;
    Ok(errors.iter().map(|error| (error.code.as_str(), offsets.of(list.page(), error.offset))).collect())
}

/// Tokenizes a document. Returns it as it was passed, unless it was decoded, with the tokens and the errors.
fn tokenize(
    py: Python<'_>,
    (function, with_errors): (&str, bool),
    html: &Bound<'_, PyAny>,
    url: Option<&Bound<'_, PyAny>>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<(Option<Html>, Offsets, TokenList, Vec<ParseError>)> {
    let (html, url): (Html, Option<StrArgument>) = (Html::page(html)?, optional("url", url)?);
    let url = url.as_ref().map(|url| &*url.0);
    if let Some(url) = url.filter(|url| Url::parse(url).is_err()) {
        return Err(not_a_url(url));
    }
    let (keywords, of_tokens) = <(EncodingKeywords, TokenKeywords)>::parse(function, options)?;
    let hints = keywords.hints(&html, url);
    let options = of_tokens.options().with_errors(with_errors).with_empty_element_tags(hints.is_xhtml());
    let (list, errors, mark, is_decoded) = py.detach(|| {
        SCRATCH.with_borrow_mut(|collector| {
            let (mark, is_decoded) = tokenize_page(html.bytes(), &hints, &options, collector);
            let (list, errors) = (collector.take_finished(), std::mem::take(&mut collector.errors));
            if collector.capacity() > MAX_KEPT_BYTES {
                *collector = TokenCollector::default();
            }
            (list, errors, mark, is_decoded)
        })
    });
    let offsets = Offsets::of_page(&html, mark, is_decoded);
    Ok(((!is_decoded).then_some(html), offsets, list, errors))
}

/// The minimum and maximum number of tokens that are created at once.
const BATCH: (usize, usize) = (16, 256);

/// An iterator over the tokens of a document.
#[pyclass(module = "tagrake")]
pub(crate) struct Tokens {
    document: Arc<Document>,
    /// The document as it was passed; None if it was decoded.
    html: Option<Html>,
    /// The index of the token after the batch.
    next: usize,
    /// Tokens that are created but not returned yet.
    batch: IntoIter<Py<PyAny>>,
}

impl Tokens {
    /// Creates the next tokens.
    ///
    /// PERF: in a batch, so that Python's garbage collector is paused. It would visit the tokens of a list while the list grows.
    fn create_batch(&mut self, py: Python<'_>) -> PyResult<()> {
        // Each batch is as long as all before it, so that a caller who needs few tokens waits for few.
        let end = self.document.list.len().min(self.next + self.next.clamp(BATCH.0, BATCH.1));
        let token = |index| TokenPlace { document: self.document.clone(), index }.into_token(py).map(Bound::unbind);
        let create = || (self.next..end).map(token).collect::<PyResult<Vec<_>>>();
        self.batch = without_collector(py, create)?.into_iter();
        self.next = end;
        Ok(())
    }
}

#[pymethods]
impl Tokens {
    /// The object that offsets index: the document as it was passed, or the decoded str.
    #[getter]
    fn source<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        match &self.html {
            Some(html) => html.to_object(py),
            None => Ok(PyString::new(py, self.document.list.page()).into_any()),
        }
    }

    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__(&mut self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        if self.batch.as_slice().is_empty() && self.next < self.document.list.len() {
            self.create_batch(py)?;
        }
        Ok(self.batch.next())
    }

    fn __length_hint__(&self) -> usize {
        self.batch.len() + self.document.list.len() - self.next
    }

    fn __repr__(&self) -> String {
        format!("Tokens({} of {} left)", self.__length_hint__(), self.document.list.len())
    }
}
