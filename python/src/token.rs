//! The Python classes of tokens: an index into the tokens of a document.

use crate::frequent_names::{attribute_name, tag_name};
use crate::html_table::brief;
use crate::source::Offsets;
use crate::token_list::{TokenCollector, TokenKind, TokenList, TokenRef};
use pyo3::exceptions::PyTypeError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString, PyTuple};
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use tagrake::{Arena, Options, Tokenizer};

/// The tokens of a document, or of a part of it.
pub(crate) struct Document {
    pub(crate) list: TokenList,
    pub(crate) offsets: Offsets,
}

/// A token of a document.
pub(crate) struct TokenPlace {
    pub(crate) document: Arc<Document>,
    pub(crate) index: usize,
}

impl TokenPlace {
    fn content(&self) -> TokenRef<'_> {
        self.document.list.token(self.index)
    }

    /// Returns the text `number` of the token.
    fn part(&self, number: usize) -> Option<&str> {
        self.content().part(number)
    }

    /// Returns the name of a tag.
    fn tag_name<'py>(&self, py: Python<'py>) -> Bound<'py, PyString> {
        tag_name(py, self.part(0).unwrap_or_default())
    }

    /// Returns the offset in the source for an offset in the document.
    fn offset(&self, offset: usize) -> usize {
        self.document.offsets.of(self.document.list.page(), offset)
    }

    fn span(&self) -> (usize, usize) {
        let (start, end) = self.content().head.span;
        (self.offset(start), self.offset(end))
    }

    fn raw<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        self.document.offsets.part(py, self.content().raw())
    }

    fn attributes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        self.content().attributes().try_for_each(|(name, value)| dict.set_item(attribute_name(py, name), value))?;
        Ok(dict)
    }

    /// Returns the spans of the name and of the value of each attribute.
    fn attribute_spans<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        let (start, _) = self.content().head.span;
        let arena = Arena::new();
        let mut tokens =
            Tokenizer::with_options(self.content().raw().as_bytes(), &Options::default().with_feedback(false), &arena);
        let Some(tagrake::Token::StartTag(tag)) = tokens.next() else { return Ok(dict) };
        for attribute in tag.attributes() {
            let span = |span: std::ops::Range<usize>| (self.offset(start + span.start), self.offset(start + span.end));
            let spans = (span(attribute.name_span()), span(attribute.value_span()));
            dict.set_item(attribute_name(py, attribute.name_str()), spans)?;
        }
        Ok(dict)
    }

    /// Returns a copy without the other tokens of the document: the arguments of [`of_state`].
    fn state<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let content = self.content();
        let parts: Vec<Option<&str>> = (0..content.parts().len())
            .map(|number| if number < 3 { content.part(number) } else { content.parts().nth(number) })
            .collect();
        (self.raw(py), self.span().0, content.head.flag, parts).into_pyobject(py)
    }

    /// Returns the object of Python.
    pub(crate) fn into_token(self, py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
        Ok(match self.content().head.kind {
            TokenKind::StartTag => Bound::new(py, StartTag(self))?.into_any(),
            TokenKind::Text => Bound::new(py, Text(self))?.into_any(),
            TokenKind::EndTag => Bound::new(py, EndTag(self))?.into_any(),
            TokenKind::Comment => Bound::new(py, Comment(self))?.into_any(),
            TokenKind::Doctype => Bound::new(py, Doctype(self))?.into_any(),
        })
    }
}

/// Returns the token of a state.
fn of_state(
    kind: TokenKind,
    raw: &Bound<'_, PyAny>,
    start: usize,
    flag: bool,
    parts: &[Option<String>],
) -> PyResult<TokenPlace> {
    let wrong = || PyTypeError::new_err("not the state of a token");
    let (raw, is_text) = match (raw.cast::<PyString>(), raw.cast::<PyBytes>()) {
        (Ok(text), _) => (text.to_str()?.to_owned(), true),
        (_, Ok(bytes)) => (std::str::from_utf8(bytes.as_bytes()).map_err(|_| wrong())?.to_owned(), false),
        _ => return Err(wrong()),
    };
    let mut token = TokenCollector::default();
    let bytes = |part: &Option<String>| part.as_ref().map(|part| part.as_bytes().to_vec());
    match (kind, parts) {
        (TokenKind::Doctype, [name, public_id, system_id]) => {
            let parts = [bytes(name), bytes(public_id), bytes(system_id)];
            token.push_doctype([parts[0].as_deref(), parts[1].as_deref(), parts[2].as_deref()], flag, (0, raw.len()));
        }
        (TokenKind::StartTag, parts) if parts.len() % 2 == 0 || parts.iter().any(Option::is_none) => {
            return Err(wrong());
        }
        (TokenKind::StartTag, _) | (_, [Some(_)]) => {
            parts.iter().flatten().for_each(|part| token.push_part(part.as_bytes()));
            token.push_head(kind, flag, (0, raw.len()));
        }
        _ => return Err(wrong()),
    }
    let document = Document { list: token.take_list(&raw), offsets: Offsets::new(is_text, start, Vec::new()) };
    Ok(TokenPlace { document: Arc::new(document), index: 0 })
}

impl PartialEq for TokenPlace {
    fn eq(&self, other: &Self) -> bool {
        self.content().has_content_of(other.content()) && self.span() == other.span()
    }
}

impl Hash for TokenPlace {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.content().head.kind.hash(state);
        self.span().hash(state);
        self.content().parts().for_each(|part| part.hash(state));
    }
}

/// Writes the class of a kind of token. `$shown` are the attributes of its repr, and those that are always there are its
/// `__match_args__`.
macro_rules! token_class {
    ($(#[doc = $doc:literal])* $Class:ident($kind:literal, [$($matched:literal),*], [$($shown:literal),*]) { $($methods:tt)* }) => {
        $(#[doc = $doc])*
        ///
        /// The offsets of span index the source of the document: see tokens. A token keeps all tokens of its document in memory.
        #[pyclass(module = "tagrake", frozen, eq, hash)]
        #[derive(PartialEq, Hash)]
        pub(crate) struct $Class(TokenPlace);

        #[pymethods]
        impl $Class {
            /// The attributes that patterns match by position.
            #[classattr]
            #[allow(non_snake_case)]
            fn __match_args__(py: Python<'_>) -> PyResult<Bound<'_, PyTuple>> {
                PyTuple::new(py, [$($matched),*])
            }

            /// The kind of the token.
            #[getter]
            fn kind<'py>(&self, py: Python<'py>) -> &Bound<'py, PyString> {
                intern!(py, $kind)
            }

            /// The offsets of its start and of its end in the source.
            #[getter]
            fn span(&self) -> (usize, usize) {
                self.0.span()
            }

            /// The token as written.
            #[getter]
            fn raw<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
                self.0.raw(py)
            }

            fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
                let mut text = String::from(concat!(stringify!($Class), "("));
                for name in [$($matched,)* $($shown),*] {
                    let value = slf.getattr(name)?;
                    if [$($matched),*].contains(&name) || value.is_truthy()? {
                        text += &format!("{name}={}, ", brief(&value.repr()?.to_string()));
                    }
                }
                let (start, end) = slf.get().span();
                Ok(format!("{text}span=({start}, {end}))"))
            }

            fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
                let py = slf.py();
                (slf.get_type().getattr(intern!(py, "_of_state"))?, slf.get().0.state(py)?).into_pyobject(py)
            }

            #[staticmethod]
            fn _of_state(raw: &Bound<'_, PyAny>, start: usize, flag: bool, parts: Vec<Option<String>>) -> PyResult<Self> {
                of_state(TokenKind::$Class, raw, start, flag, &parts).map(Self)
            }

            $($methods)*
        }
    };
}

token_class! {
    /// A start tag: its name in lower case, and its attributes.
    ///
    /// >>> import tagrake
    /// >>> match next(tagrake.tokens("<a href=/x>")):
    /// ...     case tagrake.StartTag("a", {"href": url}):
    /// ...         print(url)
    /// /x
    StartTag("start_tag", ["name", "attributes"], ["self_closing"]) {
        /// The name, in lower case.
        #[getter]
        fn name<'py>(&self, py: Python<'py>) -> Bound<'py, PyString> {
            self.0.tag_name(py)
        }

        /// The values of the attributes by their names, in document order.
        #[getter]
        fn attributes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
            self.0.attributes(py)
        }

        /// The spans of the name and of the value of each attribute, by its name. The span of a value has no quotes; it is empty
        /// if there is no value.
        ///
        #[getter]
        fn attribute_spans<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
            self.0.attribute_spans(py)
        }

        /// True if the tag ends in "/>".
        #[getter]
        fn self_closing(&self) -> bool {
            self.0.content().head.flag
        }
    }
}

token_class! {
    /// An end tag: its name in lower case.
    EndTag("end_tag", ["name"], []) {
        /// The name, in lower case.
        #[getter]
        fn name<'py>(&self, py: Python<'py>) -> Bound<'py, PyString> {
            self.0.tag_name(py)
        }
    }
}

token_class! {
    /// A run of text: its characters, with character references resolved.
    Text("text", ["data"], []) {
        /// The characters.
        #[getter]
        fn data(&self) -> &str {
            self.0.part(0).unwrap_or_default()
        }
    }
}

token_class! {
    /// A comment: its data.
    Comment("comment", ["data"], []) {
        /// The data, without the delimiters.
        #[getter]
        fn data(&self) -> &str {
            self.0.part(0).unwrap_or_default()
        }
    }
}

token_class! {
    /// A DOCTYPE: its name and identifiers, None if they are missing.
    Doctype("doctype", ["name", "public_id", "system_id"], ["force_quirks"]) {
        /// The name, in lower case.
        #[getter]
        fn name(&self) -> Option<&str> {
            self.0.part(0)
        }

        /// The public identifier.
        #[getter]
        fn public_id(&self) -> Option<&str> {
            self.0.part(1)
        }

        /// The system identifier.
        #[getter]
        fn system_id(&self) -> Option<&str> {
            self.0.part(2)
        }

        /// True if the DOCTYPE is malformed, which forces quirks mode.
        #[getter]
        fn force_quirks(&self) -> bool {
            self.0.content().head.flag
        }
    }
}
