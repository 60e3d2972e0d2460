//! The object that offsets index: the page as it was passed, or its text if it was decoded.

use crate::char_map::CharMap;
use crate::html::Html;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use std::sync::OnceLock;

/// Where the offsets of a page count from, and what they count.
pub(crate) struct Offsets {
    /// True if they index a str, false if they index bytes.
    is_text: bool,
    /// Added to each: the length of a byte order mark, or the start of a part.
    shift: usize,
    pairs: Vec<usize>,
    /// Built when it is first used.
    map: OnceLock<CharMap>,
}

impl Offsets {
    /// Returns the offsets of a part of the object that starts at `shift`.
    pub(crate) fn new(is_text: bool, shift: usize, pairs: Vec<usize>) -> Self {
        Self { is_text, shift, pairs, map: OnceLock::new() }
    }

    /// Returns the offsets of a page. `mark` is the length of its byte order mark in bytes; `is_decoded` is true if it was decoded
    /// to a text without it.
    pub(crate) fn of_page(html: &Html, mark: usize, is_decoded: bool) -> Self {
        match is_decoded {
            true => Self::new(true, 0, Vec::new()),
            false if html.is_text => {
                let pairs = html.pairs().into_iter().map(|pair| pair - mark).collect();
                Self::new(true, usize::from(mark > 0), pairs)
            }
            false => Self::new(false, mark, Vec::new()),
        }
    }

    /// Returns the offset in the object for a byte offset in `text`, the text of the page.
    pub(crate) fn of(&self, text: &str, offset: usize) -> usize {
        self.shift
            + match self.is_text {
                true => self.map.get_or_init(|| CharMap::new(text, self.pairs.clone())).of(text, offset),
                false => offset,
            }
    }

    /// Returns a part of the text as an object of the same type.
    pub(crate) fn part<'py>(&self, py: Python<'py>, text: &str) -> Bound<'py, PyAny> {
        match self.is_text {
            true => PyString::new(py, text).into_any(),
            false => PyBytes::new(py, text.as_bytes()).into_any(),
        }
    }
}
