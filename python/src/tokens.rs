//! `tokens`: returns the tokens of one document.

use crate::arguments::{Flag, StrArgument, optional};
use crate::collector_pause::without_collector;
use crate::decoding::{EncodingKeywords, tokenize_page};
use crate::html::Html;
use crate::keywords::{Keywords, keywords};
use crate::page_source::not_a_url;
use crate::reader::MAX_KEPT_BYTES;
use crate::token_list::{TokenCollector, TokenKind, TokenList, TokenRef};
use pyo3::exceptions::PyTypeError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};
use std::cell::RefCell;
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use tagrake::Options;
use url::Url;

thread_local! {
    /// Scratch space in which tokens are collected before they are copied to their final length.
    static SCRATCH: RefCell<TokenCollector> = RefCell::default();
}

keywords! {
    /// The keywords that only [`tokens`] has.
    struct TokenKeywords(token_help, token_signature) {
        /// Whether start tags change the tokenizer state as in a browser (tree-construction feedback). True by default.
        feedback: Flag = Flag(true) => "True",
        /// The scripting flag: if true, the content of noscript is raw text. False by default.
        scripting: Flag = Flag(false) => "False",
    }
}

#[doc = concat!("tokens(html, url=None, *", encoding_signature!(), token_signature!(), ")\n--\n")]
/// Returns the tokens of a document, as defined by the HTML standard.
///
/// Text states, foreign content and CDATA are as in a browser with a tree builder, unless feedback is False. Spans
/// are byte offsets in the document: in the document itself if it is UTF-8, else in its conversion to UTF-8. A byte
/// order mark is not counted. Other Python threads can run during the call.
///
/// Args:
///     html: The document.
///     url: Its URL. The top-level domain is a hint for the encoding of a document that declares none.
#[doc = concat!(encoding_help!(), token_help!())]
/// >>> import tagrake
/// >>> for token in tagrake.tokens(b"<p class=a>1 &lt; 2<br/></p><!--x-->"):
/// ...     print(token.kind, token.name, token.attributes, token.data, token.span)
/// start_tag p {'class': 'a'} None (0, 11)
/// text None None 1 < 2 (11, 19)
/// start_tag br {} None (19, 24)
/// end_tag p None None (24, 28)
/// comment None None x (28, 36)
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
    let (html, url): (Html, Option<StrArgument>) = (Html::page(html)?, optional("url", url)?);
    let url = url.as_ref().map(|url| &*url.0);
    if let Some(url) = url.filter(|url| Url::parse(url).is_err()) {
        return Err(not_a_url(url));
    }
    let (keywords, TokenKeywords { feedback, scripting }) = <(EncodingKeywords, _)>::parse("tokens", options)?;
    let hints = keywords.hints(&html, url);
    let options = Options::default()
        .with_feedback(feedback.0)
        .with_scripting(scripting.0)
        .with_empty_element_tags(hints.is_xhtml());
    let list = py.detach(|| {
        SCRATCH.with_borrow_mut(|collector| {
            tokenize_page(html.bytes(), &hints, &options, collector);
            let list = collector.to_list();
            if collector.capacity() > MAX_KEPT_BYTES {
                *collector = TokenCollector::default();
            }
            list
        })
    });
    Ok(Tokens { list: Arc::new(list), next: 0, batch: Vec::new().into_iter() })
}

/// An iterator over the tokens of a document.
#[pyclass(module = "tagrake")]
pub(crate) struct Tokens {
    list: Arc<TokenList>,
    /// The index of the token after the batch.
    next: usize,
    /// Tokens that are created but not returned yet.
    batch: std::vec::IntoIter<Py<Token>>,
}

/// The minimum and maximum number of tokens that are created at once.
const BATCH: (usize, usize) = (16, 256);

impl Tokens {
    /// Creates the next tokens.
    fn create_batch(&mut self, py: Python<'_>) -> PyResult<()> {
        // Each batch is as long as all before it, so that a caller who needs few tokens waits for few.
        let end = self.list.len().min(self.next + self.next.clamp(BATCH.0, BATCH.1));
        let tokens = (self.next..end).map(|index| Py::new(py, Token { list: self.list.clone(), index }));
        self.batch = without_collector(py, || tokens.collect::<PyResult<Vec<_>>>())?.into_iter();
        self.next = end;
        Ok(())
    }
}

#[pymethods]
impl Tokens {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__(&mut self, py: Python<'_>) -> PyResult<Option<Py<Token>>> {
        if self.batch.as_slice().is_empty() && self.next < self.list.len() {
            self.create_batch(py)?;
        }
        Ok(self.batch.next())
    }

    fn __length_hint__(&self) -> usize {
        self.batch.len() + self.list.len() - self.next
    }
}

/// A token: its kind, content and span. Attributes that its kind does not have are None, or False for flags. Each is
/// converted to a Python object on access. A token keeps all tokens of its document in memory.
#[pyclass(module = "tagrake", frozen, eq, hash)]
pub(crate) struct Token {
    list: Arc<TokenList>,
    index: usize,
}

impl Token {
    /// Returns the only token of `collector`.
    fn of(collector: TokenCollector) -> Self {
        Self { list: Arc::new(collector.to_list()), index: 0 }
    }

    fn content(&self) -> TokenRef<'_> {
        self.list.token(self.index)
    }

    /// Returns the part `number` of a DOCTYPE.
    fn doctype_part(&self, number: usize) -> Option<&str> {
        let content = self.content();
        if content.head.kind == TokenKind::Doctype { content.part(number) } else { None }
    }
}

impl PartialEq for Token {
    fn eq(&self, other: &Self) -> bool {
        self.content() == other.content()
    }
}

impl Hash for Token {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.content().hash(state);
    }
}

#[pymethods]
impl Token {
    /// "doctype", "start_tag", "end_tag", "text" or "comment".
    #[getter]
    fn kind<'py>(&self, py: Python<'py>) -> &Bound<'py, PyString> {
        match self.content().head.kind {
            TokenKind::Doctype => intern!(py, "doctype"),
            TokenKind::StartTag => intern!(py, "start_tag"),
            TokenKind::EndTag => intern!(py, "end_tag"),
            TokenKind::Text => intern!(py, "text"),
            TokenKind::Comment => intern!(py, "comment"),
        }
    }

    /// The name of a tag or DOCTYPE, in lower case.
    #[getter]
    fn name(&self) -> Option<&str> {
        let content = self.content();
        match content.head.kind {
            TokenKind::Doctype | TokenKind::StartTag | TokenKind::EndTag => content.part(0),
            TokenKind::Text | TokenKind::Comment => None,
        }
    }

    /// The attributes of a start tag, in document order.
    #[getter]
    fn attributes<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        let content = self.content();
        if content.head.kind != TokenKind::StartTag {
            return Ok(None);
        }
        let dict = PyDict::new(py);
        content.attributes().try_for_each(|(name, value)| dict.set_item(name, value))?;
        Ok(Some(dict))
    }

    /// The text, or the data of a comment.
    #[getter]
    fn data(&self) -> Option<&str> {
        let content = self.content();
        match content.head.kind {
            TokenKind::Text | TokenKind::Comment => content.part(0),
            TokenKind::Doctype | TokenKind::StartTag | TokenKind::EndTag => None,
        }
    }

    /// The offsets of its first byte and just past its last byte.
    #[getter]
    fn span(&self) -> (usize, usize) {
        self.content().head.span
    }

    /// True for a start tag that ends in "/>".
    #[getter]
    fn self_closing(&self) -> bool {
        self.content().head.kind == TokenKind::StartTag && self.content().head.flag
    }

    /// The public identifier of a DOCTYPE.
    #[getter]
    fn public_id(&self) -> Option<&str> {
        self.doctype_part(1)
    }

    /// The system identifier of a DOCTYPE.
    #[getter]
    fn system_id(&self) -> Option<&str> {
        self.doctype_part(2)
    }

    /// True for a malformed DOCTYPE, which forces quirks mode.
    #[getter]
    fn force_quirks(&self) -> bool {
        self.content().head.kind == TokenKind::Doctype && self.content().head.flag
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let (py, token) = (slf.py(), slf.get());
        let content = token.content();
        let attributes: Vec<_> = content.attributes().collect();
        let identifiers = (token.public_id(), token.system_id());
        let state =
            (token.kind(py), token.name(), attributes, token.data(), content.head.span, content.head.flag, identifiers);
        (slf.get_type().getattr(intern!(py, "_of_state"))?, state).into_pyobject(py)
    }

    #[staticmethod]
    fn _of_state(
        kind: &str,
        name: Option<String>,
        attributes: Vec<(String, String)>,
        data: Option<String>,
        span: (usize, usize),
        flag: bool,
        identifiers: (Option<String>, Option<String>),
    ) -> PyResult<Self> {
        let mut token = TokenCollector::default();
        let (text, kind) = match (kind, &name, &data) {
            ("doctype", name, None) => {
                let parts = [name, &identifiers.0, &identifiers.1].map(|part| part.as_ref().map(String::as_bytes));
                token.push_doctype(parts, flag, span);
                return Ok(Self::of(token));
            }
            ("start_tag", Some(name), None) => (name, TokenKind::StartTag),
            ("end_tag", Some(name), None) => (name, TokenKind::EndTag),
            ("text", None, Some(data)) => (data, TokenKind::Text),
            ("comment", None, Some(data)) => (data, TokenKind::Comment),
            _ => return Err(PyTypeError::new_err("this is not the state of a token")),
        };
        token.push_part(text.as_bytes());
        if kind == TokenKind::StartTag {
            attributes.iter().flat_map(|(name, value)| [name, value]).for_each(|part| token.push_part(part.as_bytes()));
        }
        token.push_head(kind, flag && kind == TokenKind::StartTag, span);
        Ok(Self::of(token))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let (start, end) = self.span();
        let mut repr = format!("Token({}", self.kind(py).repr()?);
        let values: [(&str, Bound<'_, PyAny>); 3] = [
            ("name", self.name().into_pyobject(py)?.into_any()),
            ("attributes", self.attributes(py)?.into_pyobject(py)?.into_any()),
            ("data", self.data().into_pyobject(py)?.into_any()),
        ];
        for (name, value) in values.iter().filter(|(_, value)| !value.is_none()) {
            repr += &format!(", {name}={}", value.repr()?);
        }
        Ok(repr + &format!(", span=({start}, {end}))"))
    }
}
