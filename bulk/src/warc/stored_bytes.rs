//! The bytes of a file as they are stored: a window that slides over a stream.

use std::io::{self, ErrorKind, Read};

/// How much is asked for at once.
const CHUNK_BYTES: usize = 256 << 10;
/// How far one can go back behind what was read.
const LOOKBACK_BYTES: usize = 4 << 20;

pub(super) struct Source<R> {
    inner: R,
    buffer: Vec<u8>,
    /// One can go back to here.
    held: usize,
    start: usize,
    end: usize,
    /// That of `start` in the file.
    offset: u64,
    is_over: bool,
    error: Option<io::Error>,
}

impl<R: Read> Source<R> {
    /// `inner` gives the bytes from `offset` on.
    pub(super) fn new(inner: R, offset: u64) -> Self {
        Self { inner, buffer: Vec::new(), held: 0, start: 0, end: 0, offset, is_over: false, error: None }
    }

    /// The bytes from here on, as far as they have been asked for.
    pub(super) fn data(&self) -> &[u8] {
        &self.buffer[self.start..self.end]
    }

    pub(super) fn offset(&self) -> u64 {
        self.offset
    }

    /// Returns whether all of the file has been asked for.
    pub(super) fn is_over(&self) -> bool {
        self.is_over
    }

    /// Takes the error that ended the reading.
    pub(super) fn take_error(&mut self) -> Option<io::Error> {
        self.error.take()
    }

    pub(super) fn consume(&mut self, bytes: usize) {
        self.start += bytes;
        self.offset += bytes as u64;
        self.held = self.held.max(self.start.saturating_sub(LOOKBACK_BYTES));
    }

    /// Forgets what is before.
    pub(super) fn hold(&mut self) {
        self.held = self.start;
    }

    /// Goes back to an offset, or as near to it as it can.
    pub(super) fn rewind(&mut self, offset: u64) {
        let bytes = self.offset.saturating_sub(offset).min((self.start - self.held) as u64);
        self.start -= bytes as usize;
        self.offset -= bytes;
    }

    /// Asks for more; returns whether there is.
    pub(super) fn fill(&mut self) -> bool {
        if self.is_over {
            return false;
        }
        if self.end == self.buffer.len() {
            self.make_room();
        }
        loop {
            match self.inner.read(&mut self.buffer[self.end..]) {
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

    /// Returns the bytes from here on: `bytes` of them at least, if there are.
    pub(super) fn want(&mut self, bytes: usize) -> &[u8] {
        while self.data().len() < bytes && self.fill() {}
        self.data()
    }

    /// Moves what is held to the front if that frees half of the buffer, so that no byte is moved often.
    fn make_room(&mut self) {
        if self.held > 0 && self.held >= self.buffer.len() / 2 {
            self.buffer.copy_within(self.held..self.end, 0);
            self.start -= self.held;
            self.end -= self.held;
            self.held = 0;
        } else {
            self.buffer.resize((2 * self.buffer.len()).max(CHUNK_BYTES), 0);
        }
    }
}
