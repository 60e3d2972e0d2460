//! Exceptions for wrong arguments, and for input that cannot be read.

use pyo3::create_exception;
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use std::io;
use tagrake_bulk::warc::WarcErrorKind;
use tagrake_bulk::{InputError as BulkError, InputErrorKind, reason};

create_exception!(tagrake, InputError, PyValueError, "Damaged input. The message has the file and the offset.");

/// An input error, in a form that can be sent between threads without the interpreter.
#[derive(Debug)]
pub(crate) enum Failure {
    /// An operating system error: its number, if it has one, its message, and the path.
    System(Option<i32>, String, String),
    /// A folder without a file to read: the message.
    EmptyFolder(String),
    Other(String),
}

impl Failure {
    pub(crate) fn of(error: &BulkError) -> Self {
        match &error.kind {
            InputErrorKind::Io(cause) => Self::system(cause, &error.origin),
            InputErrorKind::EmptyFolder => Self::EmptyFolder(error.to_string()),
            // A read or a download that failed, which is no damage in the file.
            InputErrorKind::Damage { kind: WarcErrorKind::Io(cause), .. } => Self::system(cause, &error.origin),
            _ => Self::Other(error.to_string()),
        }
    }

    pub(crate) fn system(cause: &io::Error, path: &str) -> Self {
        Self::System(cause.raw_os_error(), reason(cause), path.to_owned())
    }

    /// Returns true if an input cannot be opened or read, or not downloaded. Returns false for damage in it.
    pub(crate) fn is_of_access(&self) -> bool {
        !matches!(self, Self::Other(_))
    }

    /// Returns the exception. For a system error, Python chooses the subclass by its number, such as FileNotFoundError.
    pub(crate) fn to_error(&self) -> PyErr {
        match self {
            Self::System(Some(number), reason, path) => PyOSError::new_err((*number, reason.clone(), path.clone())),
            Self::System(None, reason, path) => PyOSError::new_err(format!("{path}: {reason}")),
            Self::EmptyFolder(message) | Self::Other(message) => InputError::new_err(message.clone()),
        }
    }
}

/// Returns a ValueError with the message of `error`.
pub(crate) fn value_error(error: impl ToString) -> PyErr {
    PyValueError::new_err(error.to_string())
}
