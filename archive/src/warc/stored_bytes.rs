//! The stored bytes of a file: a window that slides over a stream.

use std::io::{self, ErrorKind, Read};

/// Bytes requested in one read.
const CHUNK_BYTES: usize = 256 << 10;
/// Consumed bytes that are retained for `rewind`.
const LOOKBACK_BYTES: usize = 4 << 20;

pub(super) struct StoredBytes<R> {
    inner: R,
    buffer: Vec<u8>,
    /// The lowest index to rewind to.
    retained: usize,
    start: usize,
    end: usize,
    /// The offset of `start` in the file.
    offset: u64,
    is_over: bool,
    error: Option<io::Error>,
}

impl<R: Read> StoredBytes<R> {
    /// Creates a window for `inner`, whose first byte has this offset in the file.
    pub(super) fn new(inner: R, offset: u64) -> Self {
        Self::with_buffer(inner, offset, Vec::new())
    }

    /// As [`new`](Self::new), with a buffer to use. Its bytes are ignored.
    pub(super) fn with_buffer(inner: R, offset: u64, buffer: Vec<u8>) -> Self {
        Self { inner, buffer, retained: 0, start: 0, end: 0, offset, is_over: false, error: None }
    }

    /// Returns the buffer.
    pub(super) fn into_buffer(self) -> Vec<u8> {
        self.buffer
    }

    /// Returns the bytes from the current offset on that are in memory.
    pub(super) fn data(&self) -> &[u8] {
        &self.buffer[self.start..self.end]
    }

    pub(super) fn offset(&self) -> u64 {
        self.offset
    }

    /// Returns true if the end of the file was reached.
    pub(super) fn is_over(&self) -> bool {
        self.is_over
    }

    /// Takes the error that ended the file.
    pub(super) fn take_error(&mut self) -> Option<io::Error> {
        self.error.take()
    }

    pub(super) fn consume(&mut self, bytes: usize) {
        self.start += bytes;
        self.offset += bytes as u64;
        self.retained = self.retained.max(self.start.saturating_sub(LOOKBACK_BYTES));
    }

    /// Discards the bytes before the current offset.
    pub(super) fn discard_consumed(&mut self) {
        self.retained = self.start;
    }

    /// Rewinds to an offset, or as close to it as possible.
    pub(super) fn rewind(&mut self, offset: u64) {
        let bytes = self.offset.saturating_sub(offset).min((self.start - self.retained) as u64);
        self.start -= bytes as usize;
        self.offset -= bytes;
    }

    /// Reads more bytes. Returns false at the end of the file.
    pub(super) fn fill(&mut self) -> bool {
        if self.is_over {
            return false;
        }
        if self.end == self.buffer.len() {
            self.make_room();
        }
        let room = self.buffer.len().min(self.end + CHUNK_BYTES);
        loop {
            match self.inner.read(&mut self.buffer[self.end..room]) {
                Ok(0) => self.is_over = true,
                Ok(bytes) => self.end += bytes,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => {
                    self.error = Some(error);
                    self.is_over = true;
                }
            }
            return !self.is_over;
        }
    }

    /// Returns the bytes from the current offset on: at least `bytes`, or all until the end of the file.
    pub(super) fn want(&mut self, bytes: usize) -> &[u8] {
        while self.data().len() < bytes && self.fill() {}
        self.data()
    }

    /// Moves the retained bytes to the front if that frees half of the buffer, so that the cost per byte is constant.
    fn make_room(&mut self) {
        if self.retained > 0 && self.retained >= self.buffer.len() / 2 {
            self.buffer.copy_within(self.retained..self.end, 0);
            self.start -= self.retained;
            self.end -= self.retained;
            self.retained = 0;
        } else {
            self.buffer.resize((2 * self.buffer.len()).max(CHUNK_BYTES), 0);
        }
    }
}
