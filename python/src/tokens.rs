//! `tokens`: returns the tokens of one document.

use crate::decoding::{EncodingKeywords, TokenStore, tokenize_page};
use crate::html::Html;
use crate::options::{EncodingLabel, ProfileName};
use crate::page::StrArgument;
use pyo3::exceptions::PyTypeError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};
use std::ops::Range;
use tagrake::{Arena, Options};

/// Returns the tokens of a document, as defined by the HTML standard.
///
/// Text states, foreign content and CDATA are as in a browser with a tree builder, unless feedback is False. Spans
/// are byte offsets in the document: in the document itself if it is UTF-8, else in its conversion to UTF-8. A byte
/// order mark is not counted. Other Python threads can run during the call.
///
/// Args:
///     html: The document.
///     url: Its URL. The top-level domain is a hint for the encoding of a document that declares none.
///     content_type: The Content-Type header of its response.
///     encoding: Its encoding; overrides any declaration.
///     profile: As in extract.
///     feedback: Whether start tags change the tokenizer state as in a browser (tree-construction feedback).
///     scripting: The scripting flag: if true, the content of noscript is raw text.
///
/// >>> import tagrake
/// >>> for token in tagrake.tokens(b"<p class=a>1 &lt; 2<br/></p><!--x-->"):
/// ...     print(token.kind, token.name, token.attributes, token.data, token.span)
/// start_tag p {'class': 'a'} None (0, 11)
/// text None None 1 < 2 (11, 19)
/// start_tag br {} None (19, 24)
/// end_tag p None None (24, 28)
/// comment None None x (28, 36)
#[pyfunction]
#[pyo3(signature = (html, url=None, *, content_type=None, encoding=None, profile=None, feedback=true, scripting=false))]
#[allow(clippy::too_many_arguments)] // they are keywords
pub(crate) fn tokens(
    py: Python<'_>,
    html: Html,
    url: Option<StrArgument>,
    content_type: Option<StrArgument>,
    encoding: Option<EncodingLabel>,
    profile: Option<ProfileName>,
    feedback: bool,
    scripting: bool,
) -> PyResult<Tokens> {
    let keywords = EncodingKeywords { url, content_type, encoding, profile };
    let hints = keywords.hints(&html);
    let options = Options::default().with_feedback(feedback).with_scripting(scripting);
    py.detach(move || {
        let (mut arena, mut buffer, mut collector) = (Arena::new(), String::new(), TokenCollector(Vec::new()));
        tokenize_page(html.bytes(), &hints, &options, &mut arena, &mut buffer, &mut collector);
        Ok(Tokens { tokens: collector.0.into_iter() })
    })
}

/// The content of a token, by its kind.
#[derive(PartialEq, Hash)]
enum TokenContent {
    Doctype { name: Option<String>, public_id: Option<String>, system_id: Option<String>, force_quirks: bool },
    StartTag { name: String, attributes: Vec<(String, String)>, self_closing: bool },
    EndTag(String),
    Text(String),
    Comment(String),
}

/// Collects the content and span of each token.
struct TokenCollector(Vec<(TokenContent, Range<usize>)>);

impl TokenStore for TokenCollector {
    fn push(&mut self, token: tagrake::Token<'_>) {
        let content = match token {
            tagrake::Token::Doctype(doctype) => {
                let text = |bytes: Option<&[u8]>| bytes.map(|bytes| String::from_utf8_lossy(bytes).into_owned());
                TokenContent::Doctype {
                    name: text(doctype.name()),
                    public_id: text(doctype.public_id()),
                    system_id: text(doctype.system_id()),
                    force_quirks: doctype.force_quirks(),
                }
            }
            tagrake::Token::StartTag(tag) => TokenContent::StartTag {
                name: tag.name_str().to_owned(),
                attributes: tag.attributes().map(|each| (each.name_str().into(), each.value_str().into())).collect(),
                self_closing: tag.is_self_closing(),
            },
            tagrake::Token::EndTag(tag) => TokenContent::EndTag(tag.name_str().to_owned()),
            tagrake::Token::Text(text) => TokenContent::Text(text.decoded_str().to_owned()),
            tagrake::Token::Comment(comment) => TokenContent::Comment(comment.data_str().to_owned()),
            _ => return, // dropped bytes
        };
        self.0.push((content, token.span()));
    }

    fn clear(&mut self) {
        self.0.clear();
    }
}

/// An iterator over the tokens of a document.
#[pyclass(module = "tagrake")]
pub(crate) struct Tokens {
    tokens: std::vec::IntoIter<(TokenContent, Range<usize>)>,
}

#[pymethods]
impl Tokens {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__(&mut self) -> Option<Token> {
        self.tokens.next().map(|(content, span)| Token { content, span })
    }

    fn __length_hint__(&self) -> usize {
        self.tokens.len()
    }
}

/// A token: its kind, content and span. Attributes that its kind does not have are None, or False for flags.
#[pyclass(module = "tagrake", frozen, eq, hash)]
#[derive(PartialEq, Hash)]
pub(crate) struct Token {
    content: TokenContent,
    span: Range<usize>,
}

#[pymethods]
impl Token {
    /// "doctype", "start_tag", "end_tag", "text" or "comment".
    #[getter]
    fn kind<'py>(&self, py: Python<'py>) -> &Bound<'py, PyString> {
        match self.content {
            TokenContent::Doctype { .. } => intern!(py, "doctype"),
            TokenContent::StartTag { .. } => intern!(py, "start_tag"),
            TokenContent::EndTag(_) => intern!(py, "end_tag"),
            TokenContent::Text(_) => intern!(py, "text"),
            TokenContent::Comment(_) => intern!(py, "comment"),
        }
    }

    /// The name of a tag or DOCTYPE, in lower case.
    #[getter]
    fn name(&self) -> Option<&str> {
        match &self.content {
            TokenContent::Doctype { name, .. } => name.as_deref(),
            TokenContent::StartTag { name, .. } | TokenContent::EndTag(name) => Some(name),
            TokenContent::Text(_) | TokenContent::Comment(_) => None,
        }
    }

    /// The attributes of a start tag, in document order.
    #[getter]
    fn attributes<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        let TokenContent::StartTag { attributes, .. } = &self.content else { return Ok(None) };
        let dict = PyDict::new(py);
        attributes.iter().try_for_each(|(name, value)| dict.set_item(name, value))?;
        Ok(Some(dict))
    }

    /// The text, or the data of a comment.
    #[getter]
    fn data(&self) -> Option<&str> {
        match &self.content {
            TokenContent::Text(data) | TokenContent::Comment(data) => Some(data),
            _ => None,
        }
    }

    /// The offsets of its first byte and just past its last byte.
    #[getter]
    fn span(&self) -> (usize, usize) {
        (self.span.start, self.span.end)
    }

    /// True for a start tag that ends in "/>".
    #[getter]
    fn self_closing(&self) -> bool {
        matches!(self.content, TokenContent::StartTag { self_closing: true, .. })
    }

    /// The public identifier of a DOCTYPE.
    #[getter]
    fn public_id(&self) -> Option<&str> {
        let TokenContent::Doctype { public_id, .. } = &self.content else { return None };
        public_id.as_deref()
    }

    /// The system identifier of a DOCTYPE.
    #[getter]
    fn system_id(&self) -> Option<&str> {
        let TokenContent::Doctype { system_id, .. } = &self.content else { return None };
        system_id.as_deref()
    }

    /// True for a malformed DOCTYPE, which forces quirks mode.
    #[getter]
    fn force_quirks(&self) -> bool {
        matches!(self.content, TokenContent::Doctype { force_quirks: true, .. })
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let (py, token) = (slf.py(), slf.get());
        let attributes = match &token.content {
            TokenContent::StartTag { attributes, .. } => attributes.clone(),
            _ => Vec::new(),
        };
        let flag = token.self_closing() || token.force_quirks();
        let identifiers = (token.public_id(), token.system_id());
        let state = (token.kind(py), token.name(), attributes, token.data(), token.span(), flag, identifiers);
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
        let content = match (kind, name, data) {
            ("doctype", name, None) => {
                let (public_id, system_id) = identifiers;
                TokenContent::Doctype { name, public_id, system_id, force_quirks: flag }
            }
            ("start_tag", Some(name), None) => TokenContent::StartTag { name, attributes, self_closing: flag },
            ("end_tag", Some(name), None) => TokenContent::EndTag(name),
            ("text", None, Some(data)) => TokenContent::Text(data),
            ("comment", None, Some(data)) => TokenContent::Comment(data),
            _ => return Err(PyTypeError::new_err("this is not the state of a token")),
        };
        Ok(Self { content, span: span.0..span.1 })
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
