//! Reads the chunks of a download as a stream of bytes.

use super::chunk_channel::{ChunkReceiver, Message};
use super::error::RemoteError;
use bytes::{Buf, Bytes};
use std::io::{self, ErrorKind, Read};

/// Reads the bytes of a download. A download that waits for room ends when it is dropped.
pub(super) struct ChunkReader {
    chunks: ChunkReceiver,
    chunk: Bytes,
    /// The end of the file: `Ok`, or the error of the download.
    pub(super) end: Option<Result<(), RemoteError>>,
}

impl ChunkReader {
    pub(super) fn new(chunks: ChunkReceiver) -> Self {
        Self { chunks, chunk: Bytes::new(), end: None }
    }

    /// Waits until there are bytes, or the end. The head of the response is known then.
    pub(super) fn wait(&mut self) {
        while self.chunk.is_empty() && self.end.is_none() {
            match self.chunks.receive() {
                Some(Message::Chunk(chunk)) => self.chunk = chunk,
                Some(Message::End(end)) => self.end = Some(end),
                None => self.end = Some(Err(stopped())),
            }
        }
    }
}

impl Drop for ChunkReader {
    fn drop(&mut self) {
        self.chunks.close();
    }
}

impl Read for ChunkReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.wait();
        if let (true, Some(Err(error))) = (self.chunk.is_empty(), &self.end) {
            return Err(error.clone().into());
        }
        let bytes = buffer.len().min(self.chunk.len());
        self.chunk.copy_to_slice(&mut buffer[..bytes]);
        Ok(bytes)
    }
}

/// Returns the error of a download whose task panicked.
pub(super) fn stopped() -> RemoteError {
    RemoteError::new(ErrorKind::Other, "the download stopped because of an error in tagrake itself")
}
