//! Python file objects, read from another thread than the one that has the interpreter.

use crate::arguments::wrong_type;
use crate::batch_sender::RunMessage;
use crate::errors::value_error;
use crate::held_object::HeldObject;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel};

/// Bytes requested from a file object at a time.
const CHUNK_BYTES: usize = 1 << 20;

/// Modules whose file objects decompress.
const DECOMPRESSING: [&str; 9] =
    ["gzip", "bz2", "lzma", "zstandard", "zstd", "lz4", "isal", "indexed_gzip", "rapidgzip"];
/// Extensions of compressed files.
const COMPRESSED: [&str; 7] = [".gz", ".zst", ".bz2", ".xz", ".lz4", ".br", ".z"];
/// The first bytes of WARC and ARC files that are not compressed.
const PLAIN: [&[u8]; 2] = [b"WARC/", b"filedesc:"];

/// A file object, or an object that opens one, and the name of the file.
pub(crate) struct FileObject {
    pub(crate) object: Py<PyAny>,
    pub(crate) name: String,
    /// True if `object.open()` returns the file object, as for `fsspec.core.OpenFile`.
    opens: bool,
}

impl FileObject {
    /// Returns the file object `object`.
    pub(crate) fn of(object: &Bound<'_, PyAny>) -> PyResult<Self> {
        let py = object.py();
        let opens = object.hasattr(intern!(py, "open"))? && object.hasattr(intern!(py, "fs"))?;
        let name = object.getattr(if opens { intern!(py, "path") } else { intern!(py, "name") });
        // The name of a pipe is a number.
        let name = name.and_then(|name| name.extract()).unwrap_or_else(|_| "stream".to_owned());
        Ok(Self { object: object.clone().unbind(), name, opens })
    }

    /// Returns true if the type of the file object decompresses. Other types decompress too: [`PythonFile`] compares the
    /// name with the first bytes.
    fn is_decompressing(&self, py: Python<'_>) -> bool {
        let object = self.object.bind(py);
        let module = object.get_type().module().map_or_else(|_| String::new(), |module| module.to_string());
        let compression = object.getattr(intern!(py, "compression"));
        DECOMPRESSING.contains(&module.split('.').next().unwrap_or_default())
            || self.opens && compression.is_ok_and(|compression| !compression.is_none())
    }
}

/// The consumer's side of a file object, which reads it.
pub(crate) struct FileReader {
    file: Arc<HeldObject>,
    /// True until the file object is opened.
    opens: bool,
    chunks: Sender<Vec<u8>>,
}

impl FileReader {
    /// Reads the next chunk, and sends it to the [`PythonFile`]; an empty one at the end.
    pub(crate) fn read(&mut self, py: Python<'_>) -> PyResult<()> {
        let mut file = self.file.get(py).ok_or_else(|| value_error("the reader is closed"))?;
        if self.opens {
            // An OpenFile has its mode, and other objects need one.
            file = match file.hasattr(intern!(py, "mode"))? {
                true => file.call_method0(intern!(py, "open"))?,
                false => file.call_method1(intern!(py, "open"), ("rb",))?,
            };
            self.file.replace(file.clone());
            self.opens = false;
        }
        let chunk = file.call_method1(intern!(py, "read"), (CHUNK_BYTES,))?;
        let wrong = |_| wrong_type("a file object whose read() returns bytes", &chunk);
        let bytes = chunk.extract::<PyBackedBytes>().map_err(wrong)?.to_vec();
        let _ = self.chunks.send(bytes); // fails if the run has ended, whose last message follows
        Ok(())
    }

    /// Returns the file object.
    pub(crate) fn object(&self) -> &Arc<HeldObject> {
        &self.file
    }
}

/// The reading side of a file object: requests a chunk from the consumer's thread, and waits for it.
pub(crate) struct PythonFile {
    /// The number of the file in the run.
    number: usize,
    name: String,
    messages: SyncSender<RunMessage>,
    chunks: Receiver<Vec<u8>>,
    chunk: Vec<u8>,
    /// The bytes of `chunk` already read.
    start: usize,
    /// True until the first chunk arrives.
    is_new: bool,
    is_decompressed: Arc<AtomicBool>,
}

impl PythonFile {
    /// Returns the sides of the file object `file`, which has the number `number` in its run.
    pub(crate) fn new(
        py: Python<'_>,
        file: FileObject,
        number: usize,
        messages: SyncSender<RunMessage>,
    ) -> (FileReader, Self) {
        let (sender, chunks) = channel();
        let is_decompressed = Arc::new(AtomicBool::new(file.is_decompressing(py)));
        let FileObject { object, name, opens } = file;
        let reader = FileReader { file: HeldObject::new(object), opens, chunks: sender };
        (reader, Self { number, name, messages, chunks, chunk: Vec::new(), start: 0, is_new: true, is_decompressed })
    }

    /// Returns the name of the file.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Returns the flag that is true if the bytes are a decompressed file, so that offsets in them are not offsets in the
    /// file. It is set before the first record.
    pub(crate) fn is_decompressed(&self) -> Arc<AtomicBool> {
        self.is_decompressed.clone()
    }

    fn note_first(&mut self) {
        let name = self.name.to_ascii_lowercase();
        let is_compressed = COMPRESSED.iter().any(|extension| name.ends_with(extension));
        if is_compressed && PLAIN.iter().any(|start| self.chunk.starts_with(start)) {
            self.is_decompressed.store(true, Ordering::Relaxed);
        }
    }
}

impl Read for PythonFile {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.start == self.chunk.len() {
            let closed = || io::Error::other("the reader was closed");
            self.messages.send(RunMessage::NeedsChunk(self.number)).map_err(|_| closed())?;
            self.chunk = self.chunks.recv().map_err(|_| closed())?;
            self.start = 0;
            if std::mem::take(&mut self.is_new) {
                self.note_first();
            }
        }
        let rest = &self.chunk[self.start..];
        let count = rest.len().min(buffer.len());
        buffer[..count].copy_from_slice(&rest[..count]);
        self.start += count;
        Ok(count)
    }
}
