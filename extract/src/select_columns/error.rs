//! Errors of definitions of columns.

use alloc::string::String;
use core::fmt;

/// A column that cannot be compiled.
///
/// ```
/// use tagrake_extract::SelectColumns;
///
/// let error = SelectColumns::compile(&["name=h1::text", "price=.p::prize"]).unwrap_err();
/// assert_eq!((error.definition(), error.offset()), ("price=.p::prize", 8));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SelectColumnError {
    definition: String,
    offset: usize,
    message: String,
}

impl SelectColumnError {
    pub(super) fn new(definition: &str, offset: usize, message: impl Into<String>) -> Self {
        Self { definition: definition.into(), offset, message: message.into() }
    }

    /// Returns the definition of the column.
    pub fn definition(&self) -> &str {
        &self.definition
    }

    /// Returns the offset of the fault in the definition, in bytes.
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// Returns what is wrong, and what could be used instead.
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl fmt::Display for SelectColumnError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "`{}`, offset {}: {}", self.definition, self.offset, self.message)
    }
}

impl core::error::Error for SelectColumnError {}

/// A fault at an offset of a definition.
#[derive(Debug)]
pub(super) struct Fault {
    pub(super) offset: usize,
    pub(super) message: String,
}

impl Fault {
    pub(super) fn new(offset: usize, message: impl Into<String>) -> Self {
        Self { offset, message: message.into() }
    }

    pub(super) fn in_definition(self, definition: &str) -> SelectColumnError {
        SelectColumnError::new(definition, self.offset, self.message)
    }
}
