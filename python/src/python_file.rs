//! Python file objects, read from another thread than the one that has the interpreter.

use crate::arguments::wrong_type;
use crate::batch_sender::RunMessage;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use std::io::{self, Read};
use std::sync::mpsc::{Receiver, SyncSender};

/// Bytes requested from a file object at a time.
const CHUNK_BYTES: usize = 1 << 20;

/// The reading side of a Python file object: requests a chunk from the consumer's thread, and waits for it.
pub(crate) struct PythonFile {
    messages: SyncSender<RunMessage>,
    chunks: Receiver<Vec<u8>>,
    chunk: Vec<u8>,
    /// The bytes of `chunk` already read.
    start: usize,
}

impl PythonFile {
    pub(crate) fn new(messages: SyncSender<RunMessage>, chunks: Receiver<Vec<u8>>) -> Self {
        Self { messages, chunks, chunk: Vec::new(), start: 0 }
    }
}

impl Read for PythonFile {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.start == self.chunk.len() {
            let closed = || io::Error::other("the reader was closed");
            self.messages.send(RunMessage::NeedsChunk).map_err(|_| closed())?;
            self.chunk = self.chunks.recv().map_err(|_| closed())?;
            self.start = 0;
        }
        let rest = &self.chunk[self.start..];
        let count = rest.len().min(buffer.len());
        buffer[..count].copy_from_slice(&rest[..count]);
        self.start += count;
        Ok(count)
    }
}

/// Reads the next chunk of `file`; an empty one at the end.
pub(crate) fn read_chunk(file: &Bound<'_, PyAny>) -> PyResult<Vec<u8>> {
    let chunk = file.call_method1(intern!(file.py(), "read"), (CHUNK_BYTES,))?;
    let bytes = chunk.extract::<PyBackedBytes>();
    bytes.map(|bytes| bytes.to_vec()).map_err(|_| wrong_type("a file object whose read() returns bytes", &chunk))
}
