//! Standard output: JSON rows and text.

use crate::failure::{Failure, about};
use serde::Serialize;
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// The name of standard output in messages.
pub(crate) const STDOUT: &str = "standard output";

/// Standard output. `std::io::Stdout` discards rows if it is closed or only read.
#[cfg(unix)]
pub(crate) struct Stdout(std::fs::File);
#[cfg(not(unix))]
pub(crate) type Stdout = io::Stdout;

/// Opens standard output.
///
/// # Errors
///
/// If it is closed or only read.
pub(crate) fn open_stdout() -> io::Result<Stdout> {
    opened().map_err(|error| about(Path::new(STDOUT), &error))
}

#[cfg(unix)]
fn opened() -> io::Result<Stdout> {
    use std::os::fd::AsFd;
    let mut file = std::fs::File::from(io::stdout().as_fd().try_clone_to_owned()?);
    // Fails if the stream is only read. A full disk is an error of the rows.
    match file.write(&[]) {
        Err(error) if error.kind() != io::ErrorKind::StorageFull => Err(error),
        _ => Ok(Stdout(file)),
    }
}

/// The pause before another attempt to write to a full pipe.
#[cfg(unix)]
const PAUSE: std::time::Duration = std::time::Duration::from_millis(1);

#[cfg(unix)]
impl Write for Stdout {
    /// If the pipe is non-blocking, as the pipes of Node.js are, waits until there is room. `O_NONBLOCK` is shared by all
    /// processes that hold the pipe, so it is not cleared.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        loop {
            match self.0.write(bytes) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => std::thread::sleep(PAUSE),
                result => return result,
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

#[cfg(not(unix))]
fn opened() -> io::Result<Stdout> {
    Ok(io::stdout())
}

/// Writes lines of JSON or text to standard output.
pub(crate) struct StdoutRows(BufWriter<Stdout>);

impl StdoutRows {
    pub(crate) fn to_stdout() -> Result<Self, Failure> {
        Ok(Self(BufWriter::new(open_stdout()?)))
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
    let mut stdout = open_stdout()?;
    stdout.write_all(text)?;
    Ok(stdout.flush()?)
}
