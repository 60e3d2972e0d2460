//! The bytes of a long block that are not in memory, in a temporary file.
//!
//! The file has no name, so it vanishes with the process.

use crate::system_error::about_temporary_file;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, Write};

/// Bytes that are read from the file or written to it at once.
const BUFFER_BYTES: usize = 64 << 10;

/// The bytes of a block over the limit of the reader.
#[derive(Debug)]
pub struct BlockRest {
    /// The file, or why it could not be written.
    file: io::Result<File>,
    length: u64,
}

impl BlockRest {
    /// Returns the number of bytes.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// Returns a reader of the bytes.
    ///
    /// # Errors
    ///
    /// Returns an error if the temporary file could not be written.
    pub fn reader(&self) -> io::Result<impl Read + '_> {
        let mut file = match &self.file {
            Ok(file) => file,
            Err(error) => return Err(io::Error::new(error.kind(), error.to_string())),
        };
        file.rewind().map_err(about_temporary_file)?;
        Ok(BufReader::with_capacity(BUFFER_BYTES, Described(file)))
    }
}

/// A reader whose errors name the temporary file.
struct Described<'f>(&'f File);

impl Read for Described<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.read(buffer).map_err(about_temporary_file)
    }
}

/// Writes the rest of a block. An error is kept, and returned when the rest is read: a rest that is not needed may fail.
pub(super) struct BlockRestWriter {
    file: io::Result<BufWriter<File>>,
    length: u64,
}

impl BlockRestWriter {
    pub(super) fn new() -> Self {
        let file = tempfile::tempfile().map(|file| BufWriter::with_capacity(BUFFER_BYTES, file));
        Self { file, length: 0 }
    }

    pub(super) fn push(&mut self, bytes: &[u8]) {
        self.length += bytes.len() as u64;
        if let Ok(file) = &mut self.file
            && let Err(error) = file.write_all(bytes)
        {
            self.file = Err(error);
        }
    }

    pub(super) fn finish(self) -> BlockRest {
        let file = self.file.and_then(|file| file.into_inner().map_err(io::IntoInnerError::into_error));
        BlockRest { file: file.map_err(about_temporary_file), length: self.length }
    }
}
