//! A writer that counts the bytes of its file.

use std::io::{self, Write};

/// Counts the bytes that are written.
pub(super) struct Counted<W> {
    pub(super) file: W,
    pub(super) bytes: u64,
}

impl<W> Counted<W> {
    pub(super) fn new(file: W) -> Self {
        Self { file, bytes: 0 }
    }
}

impl<W: Write> Write for Counted<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes)?;
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}
