//! Standard output and standard error: JSON rows, messages, and the reason why the command failed.

use crate::escape::Escaped;
use serde::Serialize;
use std::fmt;
use std::io::{self, BufWriter, StdoutLock, Write};
use tagrake_bulk::output::OutputError;

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

/// Writes lines of JSON or text to standard output.
pub(crate) struct Rows(BufWriter<StdoutLock<'static>>);

impl Rows {
    pub(crate) fn to_stdout() -> Self {
        Self(BufWriter::new(io::stdout().lock()))
    }

    /// Writes `row` as one line of JSON.
    pub(crate) fn write(&mut self, row: &impl Serialize) -> Result<(), Failure> {
        serde_json::to_writer(&mut self.0, row).map_err(io::Error::from)?;
        Ok(self.0.write_all(b"\n")?)
    }

    /// Writes text unchanged.
    pub(crate) fn write_text(&mut self, text: &str) -> Result<(), Failure> {
        Ok(self.0.write_all(text.as_bytes())?)
    }

    /// Flushes the buffer.
    pub(crate) fn flush(&mut self) -> Result<(), Failure> {
        Ok(self.0.flush()?)
    }
}

/// Prints a message to standard error as one line, with control characters escaped. Write errors are ignored.
pub(crate) fn complain(message: impl fmt::Display) {
    let line = format!("tagrake: {}\n", Escaped(message));
    let _ = io::stderr().write_all(line.as_bytes());
}
