//! Errors of downloads.

use std::io;

/// Why a remote file could not be read, or not to its end. The message does not contain the URL.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{}{cause}{}", self.place(), self.attempts())]
pub struct RemoteError {
    pub(super) kind: io::ErrorKind,
    /// The number of bytes that were read before the error.
    pub(super) offset: u64,
    /// The length of the file, if it is known.
    pub(super) length: Option<u64>,
    /// The number of retries since the last success.
    pub(super) retries: u32,
    pub(super) cause: String,
    /// True if the download was interrupted and cannot continue, but could begin anew.
    pub(super) is_interruption: bool,
}

impl RemoteError {
    /// Creates an error before the first byte.
    pub(super) fn new(kind: io::ErrorKind, cause: impl Into<String>) -> Self {
        Self { kind, offset: 0, length: None, retries: 0, cause: cause.into(), is_interruption: false }
    }

    /// Returns true if `error` is the error of a download.
    pub fn is_in(error: &io::Error) -> bool {
        Self::of(error).is_some()
    }

    /// Returns the error of a download in `error`.
    pub fn of(error: &io::Error) -> Option<&Self> {
        error.get_ref()?.downcast_ref()
    }

    /// Returns true for the interruption of a download that cannot continue, but could begin anew.
    pub fn is_interruption(&self) -> bool {
        self.is_interruption
    }

    fn place(&self) -> String {
        match (self.offset, self.length) {
            (0, _) => String::new(),
            (offset, Some(length)) => format!("the download is truncated at offset {offset} of {length}: "),
            (offset, None) => format!("the download is truncated at offset {offset}: "),
        }
    }

    fn attempts(&self) -> String {
        match self.retries {
            0 => String::new(),
            1 => " (after 1 retry)".to_owned(),
            retries => format!(" (after {retries} retries)"),
        }
    }
}

impl From<RemoteError> for io::Error {
    fn from(error: RemoteError) -> Self {
        Self::new(error.kind, error)
    }
}
