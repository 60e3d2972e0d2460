//! Errors of selectors, with the place of the fault and what could be used instead.

use alloc::string::String;
use core::fmt;
use core::ops::Range;

/// A selector that cannot be compiled.
///
/// ```
/// use tagrake_extract::Selectors;
///
/// let error = Selectors::compile(&["p", "a:hover"]).unwrap_err();
/// assert_eq!((error.selector(), error.span()), (1, 1..7));
/// assert_eq!(error.to_string(), "selector 1, offset 1: `:hover` depends on what a user does; remove it");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SelectorError {
    pub(super) selector: usize,
    pub(super) span: Range<usize>,
    pub(super) message: String,
}

impl SelectorError {
    /// Returns the index of the selector in the list that was compiled.
    pub fn selector(&self) -> usize {
        self.selector
    }

    /// Returns the byte range of the part at fault in its selector.
    pub fn span(&self) -> Range<usize> {
        self.span.clone()
    }

    /// Returns what is wrong, and what could be used instead.
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl fmt::Display for SelectorError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "selector {}, offset {}: {}", self.selector, self.span.start, self.message)
    }
}

impl core::error::Error for SelectorError {}
