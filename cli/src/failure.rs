//! The reasons why the command fails.

use std::io;
use std::path::Path;
use tagrake_bulk::output::OutputError;
use tagrake_bulk::reason;

/// Why the command failed. Determines the exit status.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// Some input was missing or corrupt. That was reported, and the rest was read.
    #[error("some input was not read")]
    Input,
    /// The arguments contradict each other, which was found only while reading.
    #[error("{0}")]
    Usage(String),
    /// The output could not be written.
    #[error(transparent)]
    Output(#[from] io::Error),
}

impl From<OutputError> for Failure {
    fn from(error: OutputError) -> Self {
        Self::Output(match error {
            OutputError::Io(error) => error,
            error => io::Error::other(error),
        })
    }
}

/// Returns `error` with the path in its message.
pub(crate) fn about(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {}", path.display(), reason(error)))
}
