//! Where rows and complaints go.

use serde::Serialize;
use std::fmt;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use tagrake_bulk::reason;

/// Why the command did not do all that was asked.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// Some input was missing or corrupt, and was complained of; the rest was read.
    #[error("some input was not read")]
    Input,
    /// The output failed.
    #[error(transparent)]
    Output(#[from] io::Error),
}

/// Rows of JSON, one a line, or text.
pub(crate) struct Rows(BufWriter<Box<dyn Write>>);

impl Rows {
    /// Rows in the file `path`, or on standard output.
    pub(crate) fn new(path: Option<&Path>) -> Result<Self, Failure> {
        path.map_or_else(|| Ok(Self::to_stdout()), Self::to_file)
    }

    /// Rows on standard output.
    pub(crate) fn to_stdout() -> Self {
        Self(BufWriter::new(Box::new(io::stdout().lock())))
    }

    /// Rows in the file `path`, which is made anew.
    fn to_file(path: &Path) -> Result<Self, Failure> {
        let file = File::create(path)
            .map_err(|error| io::Error::new(error.kind(), format!("{}: {}", path.display(), reason(&error))))?;
        Ok(Self(BufWriter::new(Box::new(file))))
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

/// Prints a complaint on standard error. Nobody hears if that fails.
pub(crate) fn complain(message: impl fmt::Display) {
    let _ = writeln!(io::stderr(), "tagrake: {message}");
}
