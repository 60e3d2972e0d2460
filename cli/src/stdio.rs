//! Standard output and standard error: JSON rows, text and messages.

use crate::escape::Escaped;
use crate::failure::Failure;
use serde::Serialize;
use std::fmt;
use std::io::{self, BufWriter, StdoutLock, Write};

/// Writes lines of JSON or text to standard output.
pub(crate) struct StdoutRows(BufWriter<StdoutLock<'static>>);

impl StdoutRows {
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

/// Writes text to standard output and flushes it.
pub(crate) fn print_text(text: &[u8]) -> Result<(), Failure> {
    let mut stdout = io::stdout();
    stdout.write_all(text)?;
    Ok(stdout.flush()?)
}

/// Prints a message to standard error as one line, with control characters escaped. Write errors are ignored.
pub(crate) fn print_message(message: impl fmt::Display) {
    let line = format!("tagrake: {}\n", Escaped(message));
    let _ = io::stderr().write_all(line.as_bytes());
}
