//! Where rows and complaints go.

use crate::escape::Escaped;
use serde::Serialize;
use std::fmt;
use std::io::{self, BufWriter, StdoutLock, Write};
use tagrake_bulk::output::OutputError;

/// Why the command did not do all that was asked.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// Some input was missing or corrupt, and was complained of; the rest was read.
    #[error("some input was not read")]
    Input,
    /// The arguments cannot be used together, as became clear only when the input was read.
    #[error("{0}")]
    Usage(String),
    /// The output failed.
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

/// Rows of JSON on standard output, one a line, or text.
pub(crate) struct Rows(BufWriter<StdoutLock<'static>>);

impl Rows {
    pub(crate) fn to_stdout() -> Self {
        Self(BufWriter::new(io::stdout().lock()))
    }

    /// Writes one row.
    pub(crate) fn write(&mut self, row: &impl Serialize) -> Result<(), Failure> {
        serde_json::to_writer(&mut self.0, row).map_err(io::Error::from)?;
        Ok(self.0.write_all(b"\n")?)
    }

    /// Writes text as it is.
    pub(crate) fn write_text(&mut self, text: &str) -> Result<(), Failure> {
        Ok(self.0.write_all(text.as_bytes())?)
    }

    /// Writes what is not written yet.
    pub(crate) fn flush(&mut self) -> Result<(), Failure> {
        Ok(self.0.flush()?)
    }
}

/// Prints a message on standard error, as one line: control characters are escaped. A failure is ignored.
pub(crate) fn complain(message: impl fmt::Display) {
    let line = format!("tagrake: {}\n", Escaped(message));
    let _ = io::stderr().write_all(line.as_bytes());
}
