//! A file of lines, optionally compressed by background tasks as gzip members or zstd frames.
//!
//! 1. The text is split every [`CHUNK_BYTES`] bytes, regardless of lines and blocks.
//! 2. Each chunk becomes a gzip member or zstd frame of its own, compressed by a background task.
//! 3. Completed members are written in order.
//!
//! So chunks are compressed on many threads at once, and the bytes of the file depend on neither the number of
//! threads nor the blocks.

use crate::output::Compression;
use crate::output::counted::Counted;
use libdeflater::{CompressionLvl, Compressor};
use std::collections::VecDeque;
use std::io::{self, Write};
use std::mem;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use tagrake_archive::background_tasks::{BackgroundTasks, SerialQueue};
use zstd::zstd_safe::{self, CParameter};

/// Bytes of text in a member or frame. Smaller chunks compress less well: on a sample of link rows at zlib's level 6,
/// chunks of 1 MiB made the file up to 0.7 % larger than a single member, chunks of 256 KiB up to 3.2 %.
const CHUNK_BYTES: usize = 1 << 20;
/// Chunks that may wait to be compressed or written.
const MAX_WAITING: usize = 8;
/// The default level of the `zstd` command.
const ZSTD_LEVEL: i32 = 3;

/// A file of lines, compressed or not.
pub(super) enum LineFile<W> {
    Plain(W),
    Compressed(Box<CompressedFile<W>>),
}

impl<W: Write> LineFile<W> {
    /// Creates a file with this compression. It is plain for any other than gzip and zstd.
    pub(super) fn new(file: W, compression: Compression) -> Self {
        let new_compressor = match compression {
            Compression::Gzip => ChunkCompressor::gzip,
            Compression::Zstd => ChunkCompressor::zstd,
            Compression::Snappy | Compression::None => return Self::Plain(file),
        };
        Self::Compressed(Box::new(CompressedFile {
            file,
            shared: Arc::new(SharedCompressors { new_compressor, spares: Mutex::default() }),
            chunk: Vec::new(),
            waiting: VecDeque::new(),
            background: None,
            is_empty: true,
        }))
    }

    /// Lets the threads that run `background` tasks compress. Without this call, the calling thread compresses.
    pub(super) fn share(&mut self, background: &BackgroundTasks) {
        if let Self::Compressed(file) = self
            && file.background.is_none()
        {
            file.background = Some(background.clone());
        }
    }

    pub(super) fn write_all(&mut self, text: &[u8]) -> io::Result<()> {
        match self {
            Self::Plain(file) => file.write_all(text),
            Self::Compressed(file) => file.write_all(text),
        }
    }

    /// Writes the remaining chunks, and returns the file.
    pub(super) fn finish(self) -> io::Result<W> {
        let mut file = match self {
            Self::Plain(file) => file,
            Self::Compressed(file) => file.finish()?,
        };
        file.flush()?;
        Ok(file)
    }
}

impl<W: Write> LineFile<Counted<W>> {
    /// Returns the size of the file; text that is not compressed yet counts in full. Waits until all complete chunks are written.
    pub(super) fn size(&mut self) -> io::Result<u64> {
        match self {
            Self::Plain(file) => Ok(file.bytes),
            Self::Compressed(file) => {
                file.write_out(0)?;
                Ok(file.file.bytes + file.chunk.len() as u64)
            }
        }
    }
}

pub(super) struct CompressedFile<W> {
    file: W,
    shared: Arc<SharedCompressors>,
    /// Text of the next member.
    chunk: Vec<u8>,
    /// Members that are not written yet, in order.
    waiting: VecDeque<CompressedChunk>,
    /// `None` without other threads. Then this thread compresses.
    background: Option<BackgroundTasks>,
    /// True until the first member is started.
    is_empty: bool,
}

/// A member. It is complete once no task holds a reference to it.
type CompressedChunk = Arc<OnceLock<io::Result<Vec<u8>>>>;

impl<W: Write> CompressedFile<W> {
    fn write_all(&mut self, mut text: &[u8]) -> io::Result<()> {
        while !text.is_empty() {
            if self.chunk.capacity() == 0 {
                self.chunk = self.shared.buffer();
                self.chunk.reserve_exact(CHUNK_BYTES);
            }
            let (now, later) = text.split_at(text.len().min(CHUNK_BYTES - self.chunk.len()));
            self.chunk.extend_from_slice(now);
            text = later;
            if self.chunk.len() == CHUNK_BYTES {
                self.end_chunk()?;
            }
        }
        Ok(())
    }

    fn end_chunk(&mut self) -> io::Result<()> {
        self.is_empty = false;
        let text = mem::take(&mut self.chunk);
        let member = CompressedChunk::default();
        let (shared, result) = (self.shared.clone(), member.clone());
        let compress = move || {
            let _ = result.set(shared.compress(text)); // nothing else sets it
        };
        match &self.background {
            Some(background) => background.push(&SerialQueue::default(), move |_| compress()),
            None => compress(),
        }
        self.waiting.push_back(member);
        self.write_out(MAX_WAITING)
    }

    /// Writes the members that are complete, and waits until no more than `max_waiting` are left.
    fn write_out(&mut self, max_waiting: usize) -> io::Result<()> {
        while let Some(member) = self.waiting.front() {
            let is_complete = || Arc::strong_count(member) == 1;
            if !is_complete() {
                match &self.background {
                    Some(background) if self.waiting.len() > max_waiting => background.help_until(is_complete),
                    _ => return Ok(()),
                }
            }
            let member = self.waiting.pop_front().and_then(Arc::into_inner).and_then(OnceLock::into_inner);
            let bytes = member.unwrap_or_else(|| Err(io::Error::other("a chunk of the output was not compressed")))?;
            self.file.write_all(&bytes)?;
            self.shared.recycle(bytes);
        }
        Ok(())
    }

    fn finish(mut self) -> io::Result<W> {
        // An empty file needs a member too, or it would not be a valid gzip file.
        if self.is_empty || !self.chunk.is_empty() {
            self.end_chunk()?;
        }
        self.write_out(0)?;
        Ok(self.file)
    }
}

/// Shared by the tasks of a file.
struct SharedCompressors {
    new_compressor: fn() -> io::Result<ChunkCompressor>,
    /// Unused buffers and compressors.
    spares: Mutex<Spares>,
}

#[derive(Default)]
struct Spares {
    buffers: Vec<Vec<u8>>,
    engines: Vec<ChunkCompressor>,
}

enum ChunkCompressor {
    Gzip(Compressor),
    Zstd(zstd::bulk::Compressor<'static>),
}

impl SharedCompressors {
    fn spares(&self) -> MutexGuard<'_, Spares> {
        self.spares.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn buffer(&self) -> Vec<u8> {
        self.spares().buffers.pop().unwrap_or_default()
    }

    fn recycle(&self, mut buffer: Vec<u8>) {
        buffer.clear();
        self.spares().buffers.push(buffer);
    }

    /// Returns `text` as a member or frame.
    fn compress(&self, text: Vec<u8>) -> io::Result<Vec<u8>> {
        let (mut bytes, engine) = (self.buffer(), self.spares().engines.pop());
        let mut engine = engine.map_or_else(self.new_compressor, Ok)?;
        engine.fill(&text, &mut bytes)?;
        self.spares().engines.push(engine);
        self.recycle(text);
        Ok(bytes)
    }
}

impl ChunkCompressor {
    fn gzip() -> io::Result<Self> {
        Ok(Self::Gzip(Compressor::new(CompressionLvl::default())))
    }

    fn zstd() -> io::Result<Self> {
        let mut compressor = zstd::bulk::Compressor::new(ZSTD_LEVEL)?;
        compressor.set_parameter(CParameter::ChecksumFlag(true))?;
        Ok(Self::Zstd(compressor))
    }

    /// Fills `bytes` with the member or frame of `text`.
    fn fill(&mut self, text: &[u8], bytes: &mut Vec<u8>) -> io::Result<()> {
        match self {
            Self::Gzip(compressor) => {
                bytes.resize(compressor.gzip_compress_bound(text.len()), 0);
                let length = compressor.gzip_compress(text, bytes).map_err(io::Error::other)?;
                bytes.truncate(length);
            }
            Self::Zstd(compressor) => {
                bytes.reserve(zstd_safe::compress_bound(text.len()));
                compressor.compress_to_buffer(text, bytes)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::thread;

    /// Returns several chunks of text, the last one short.
    fn text() -> Vec<u8> {
        (0..250_000).flat_map(|line| format!("line {line} of {}\n", line * 7919 % 1013).into_bytes()).collect()
    }

    /// Returns the file for a text that is written in slices of `piece` bytes, with `helpers` other threads.
    fn file(text: &[u8], piece: usize, helpers: usize, compression: Compression) -> Vec<u8> {
        let (background, is_over) = (BackgroundTasks::default(), AtomicBool::new(false));
        thread::scope(|scope| {
            for _ in 0..helpers {
                scope.spawn(|| background.help_until(|| is_over.load(Ordering::SeqCst)));
            }
            let mut file = LineFile::new(Vec::new(), compression);
            if helpers > 0 {
                file.share(&background);
            }
            text.chunks(piece).try_for_each(|piece| file.write_all(piece)).expect("memory takes all");
            let file = file.finish().expect("memory takes all");
            is_over.store(true, Ordering::SeqCst);
            background.wake();
            file
        })
    }

    #[test]
    fn the_bytes_depend_only_on_the_text() {
        let text = text();
        assert!(text.len() > 3 * CHUNK_BYTES);
        for compression in [Compression::Gzip, Compression::Zstd] {
            let expected = file(&text, text.len(), 0, compression);
            for (piece, helpers) in [(1000, 0), (1000, 1), (300_000, 3)] {
                assert!(file(&text, piece, helpers, compression) == expected, "{compression:?}, {helpers} helpers");
            }
            let mut decompressed = Vec::new();
            match compression {
                Compression::Gzip => {
                    flate2::read::MultiGzDecoder::new(&*expected).read_to_end(&mut decompressed).map(drop)
                }
                _ => zstd::stream::copy_decode(&*expected, &mut decompressed),
            }
            .expect("it is a file of this compression");
            assert!(decompressed == text);
        }
    }

    #[test]
    fn returns_errors_of_the_file() {
        struct Full;
        impl Write for Full {
            fn write(&mut self, _: &[u8]) -> io::Result<usize> {
                Err(io::ErrorKind::StorageFull.into())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        for (text, fails_early) in [(text(), true), (b"short".to_vec(), false)] {
            let mut file = LineFile::new(Full, Compression::Gzip);
            let result = file.write_all(&text);
            assert_eq!(result.is_err(), fails_early);
            let result = result.and_then(|()| file.finish().map(drop));
            assert!(result.is_err_and(|error| error.kind() == io::ErrorKind::StorageFull));
        }
    }
}
