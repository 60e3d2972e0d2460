//! Exceptions for input that cannot be read.

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
    Other(String),
}

impl Failure {
    pub(crate) fn of(error: &BulkError) -> Self {
        let system = |cause: &io::Error| Self::System(cause.raw_os_error(), reason(cause), error.origin.clone());
        match &error.kind {
            InputErrorKind::Io(cause) => system(cause),
            // A read or a download that failed, which is no damage in the file.
            InputErrorKind::Damage { kind: WarcErrorKind::Io(cause), .. } => system(cause),
            _ => Self::Other(error.to_string()),
        }
    }

    /// Returns the exception. For a system error, Python chooses the subclass by its number, such as FileNotFoundError.
    pub(crate) fn to_error(&self, _: Python<'_>) -> PyErr {
        match self {
            Self::System(Some(number), reason, path) => PyOSError::new_err((*number, reason.clone(), path.clone())),
            Self::System(None, reason, path) => PyOSError::new_err(format!("{path}: {reason}")),
            Self::Other(message) => InputError::new_err(message.clone()),
        }
    }
}
