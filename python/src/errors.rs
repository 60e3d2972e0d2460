//! Exceptions for what could not be read.

use pyo3::create_exception;
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use tagrake_bulk::{InputError as BulkError, InputErrorKind, reason};

create_exception!(
    tagrake,
    InputError,
    PyValueError,
    "Some input is damaged. The message names the file, and the place in it."
);

/// What could not be read: what is known of it without Python.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The number of an error of the system, if there is one, what it says, and the path.
    System(Option<i32>, String, String),
    Other(String),
}

impl Failure {
    pub(crate) fn of(error: &BulkError) -> Self {
        match &error.kind {
            InputErrorKind::Io(cause) => Self::System(cause.raw_os_error(), reason(cause), error.origin.clone()),
            _ => Self::Other(error.to_string()),
        }
    }

    pub(crate) fn other(message: String) -> Self {
        Self::Other(message)
    }

    /// Returns the exception. Python makes a FileNotFoundError or another one of the number.
    pub(crate) fn to_error(&self, _: Python<'_>) -> PyErr {
        match self {
            Self::System(Some(number), reason, path) => PyOSError::new_err((*number, reason.clone(), path.clone())),
            Self::System(None, reason, path) => PyOSError::new_err(format!("{path}: {reason}")),
            Self::Other(message) => InputError::new_err(message.clone()),
        }
    }
}
