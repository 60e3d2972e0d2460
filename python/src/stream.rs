//! `Stream`: the tokens of a document that comes in chunks.

use crate::arguments::wrong_type;
use crate::collector_pause::without_collector;
use crate::decoding::TokenStore;
use crate::html::without_surrogates;
use crate::keywords::Keywords;
use crate::source::Offsets;
use crate::token::{Document, TokenPlace};
use crate::token_list::TokenCollector;
use crate::tokens::TokenKeywords;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PySlice, PyString};
use std::mem;
use std::sync::{Arc, Mutex, PoisonError};
use tagrake::{Sink, Token};

/// Reads a document that comes in chunks of any size: str, or bytes in UTF-8. The tokens and their spans are the same as tokens
/// returns for the complete document. A token is returned when no later chunk can change it; text is never split.
///
/// For another encoding, pass the str that codecs.getincrementaldecoder(name) returns for each chunk.
///
/// Args:
///     feedback, scripting: As in tokens.
///
/// >>> import tagrake
/// >>> stream = tagrake.Stream()
/// >>> [stream.feed(chunk) for chunk in ("<p cla", "ss=a>Fish &am", "p; chips<br>")]
/// [[], [StartTag(name='p', attributes={'class': 'a'}, span=(0, 11))], [Text(data='Fish & chips', span=(11, 27)), StartTag(name='br', attributes={}, span=(27, 31))]]
/// >>> stream.close()
/// []
#[pyclass(module = "tagrake", frozen)]
pub(crate) struct Stream(Mutex<State>);

struct State {
    stream: tagrake::Stream,
    tokens: Collector,
    /// The type of the chunks: true for str. None before the first one.
    is_text: Option<bool>,
    /// The end of the input that no returned token contains.
    rest: String,
    /// The offset of `rest` in bytes, without a byte order mark.
    base: usize,
    /// The offset of `rest` in the source.
    start: usize,
    /// The last bytes, which do not end a character.
    unfinished: Vec<u8>,
    /// The last character of a str if it is a surrogate that may begin a pair.
    half: Option<Py<PyString>>,
    /// The byte offsets in the input of characters that are pairs of surrogates.
    pairs: Vec<usize>,
    is_closed: bool,
}

#[derive(Default)]
struct Collector(TokenCollector);

impl<'a> Sink<'a> for Collector {
    fn token(&mut self, token: Token<'a>) {
        self.0.push(token);
    }
}

#[pymethods]
impl Stream {
    #[new]
    #[pyo3(signature = (**options), text_signature = "(*, feedback=True, scripting=False)")]
    fn new(options: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let options = TokenKeywords::parse("Stream", options)?.options();
        Ok(Self(Mutex::new(State {
            stream: tagrake::Stream::new(&options),
            tokens: Collector::default(),
            is_text: None,
            rest: String::new(),
            base: 0,
            start: 0,
            unfinished: Vec::new(),
            half: None,
            pairs: Vec::new(),
            is_closed: false,
        })))
    }

    /// Reads the next chunk. Returns the tokens that end in it.
    fn feed<'py>(&self, chunk: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyList>> {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let from = state.rest.len();
        state.append(chunk)?;
        let State { stream, tokens, rest, base, .. } = &mut *state;
        tokens.0.base = *base;
        stream.feed(&rest.as_bytes()[from..], tokens);
        state.take(chunk.py())
    }

    /// Ends the document. Returns the remaining tokens.
    fn close<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if mem::replace(&mut state.is_closed, true) {
            return Ok(PyList::empty(py));
        }
        if !state.unfinished.is_empty() {
            return Err(not_utf8(state.base + state.rest.len()));
        }
        let from = state.rest.len();
        if let Some(half) = state.half.take() {
            state.push_surrogates(half.bind(py))?;
        }
        let State { stream, tokens, base, rest, .. } = &mut *state;
        tokens.0.base = *base;
        stream.feed(&rest.as_bytes()[from..], tokens);
        stream.finish(tokens);
        state.take(py)
    }
}

impl State {
    /// Appends a chunk to the rest of the input.
    fn append(&mut self, chunk: &Bound<'_, PyAny>) -> PyResult<()> {
        if self.is_closed {
            return Err(PyValueError::new_err("the stream is closed"));
        }
        let (text, bytes) = (chunk.cast::<PyString>(), chunk.cast::<PyBytes>());
        if text.is_err() && bytes.is_err() {
            return Err(wrong_type("bytes or str", chunk));
        }
        if *self.is_text.get_or_insert(text.is_ok()) != text.is_ok() {
            return Err(PyTypeError::new_err("a stream takes either str or bytes, not both"));
        }
        let is_start = self.base == 0 && self.rest.is_empty() && self.start == 0;
        let before = self.rest.len();
        match (text, bytes) {
            (Ok(text), _) => match text.to_str() {
                Ok(text) if self.half.is_none() => self.rest.push_str(text),
                _ => self.append_surrogates(text.clone())?,
            },
            (_, Ok(bytes)) => {
                self.unfinished.extend_from_slice(bytes.as_bytes());
                let valid = match std::str::from_utf8(&self.unfinished) {
                    Ok(text) => text.len(),
                    Err(error) if error.error_len().is_none() => error.valid_up_to(),
                    Err(error) => return Err(not_utf8(self.base + self.rest.len() + error.valid_up_to())),
                };
                let rest = self.unfinished.split_off(valid);
                let text = mem::replace(&mut self.unfinished, rest);
                self.rest.push_str(&String::from_utf8_lossy(&text));
            }
            _ => {}
        }
        if is_start && self.rest[before..].starts_with('\u{feff}') {
            self.rest.drain(..'\u{feff}'.len_utf8());
            self.start = if self.is_text == Some(true) { 1 } else { 3 };
        }
        Ok(())
    }

    /// Appends a chunk with surrogates, or after one. Keeps the last character if the next chunk may make it a pair.
    fn append_surrogates(&mut self, chunk: Bound<'_, PyString>) -> PyResult<()> {
        let py = chunk.py();
        let mut text = match self.half.take() {
            Some(half) => half.into_bound(py).add(chunk)?.cast_into::<PyString>()?,
            None => chunk,
        };
        if let Some(last) = text.len()?.checked_sub(1) {
            let character = text.get_item(last)?.cast_into::<PyString>()?;
            let units = character.call_method1(intern!(py, "encode"), ("utf-16-le", "surrogatepass"))?;
            if let [_, 0xD8..=0xDB] = units.cast::<PyBytes>()?.as_bytes() {
                text = text.get_item(PySlice::new(py, 0, last as isize, 1))?.cast_into::<PyString>()?;
                self.half = Some(character.unbind());
            }
        }
        self.push_surrogates(&text)
    }

    fn push_surrogates(&mut self, text: &Bound<'_, PyString>) -> PyResult<()> {
        let (text, pairs) = without_surrogates(text)?;
        self.pairs.extend(pairs.into_iter().map(|pair| self.base + self.rest.len() + pair));
        self.rest.push_str(&text);
        Ok(())
    }

    /// Returns the collected tokens.
    fn take<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let end = self.stream.bytes_read().saturating_sub(self.base).min(self.rest.len());
        let end = if self.is_closed { self.rest.len() } else { end };
        let page: String = self.rest.drain(..end).collect();
        let list = self.tokens.0.take_list(&page);
        let is_text = self.is_text == Some(true);
        let later = self.pairs.split_off(self.pairs.partition_point(|pair| *pair < self.base + end));
        let pairs: Vec<_> = mem::replace(&mut self.pairs, later).into_iter().map(|pair| pair - self.base).collect();
        let offsets = Offsets::new(is_text, self.start, pairs);
        self.base += end;
        self.start = offsets.of(&page, end);
        let count = list.len();
        let document = Arc::new(Document { list, offsets });
        let token = |index| TokenPlace { document: document.clone(), index }.into_token(py);
        PyList::new(py, without_collector(py, || (0..count).map(token).collect::<PyResult<Vec<_>>>())?)
    }
}

fn not_utf8(offset: usize) -> PyErr {
    PyValueError::new_err(format!(
        "the bytes at offset {offset} are not UTF-8: pass the str of codecs.getincrementaldecoder for another encoding"
    ))
}
