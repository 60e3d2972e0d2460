//! Passes the chunks of a download to its reader, in bounded memory.

use super::error::RemoteError;
use crate::sync::Semaphore;
use crate::sync::mpsc::{self, Receiver, Sender};
use bytes::Bytes;
use std::sync::Arc;

/// Maximum bytes of a file that are downloaded ahead of its reader.
pub(super) const BUFFER_BYTES: usize = 8 << 20;
/// Minimum bytes that a chunk claims.
const MIN_CLAIM: usize = 1 << 10;
/// Bytes of room that are returned at once, so that a sender of short chunks does not wake up for each.
const RETURN_BYTES: usize = 128 << 10;

/// A message of a download to its reader.
pub(super) enum Message {
    Chunk(Bytes),
    /// The end of the file: `Ok`, or the error of the download.
    End(Result<(), RemoteError>),
}

/// Passes chunks to a reader, and waits while its buffer is full.
pub(super) struct ChunkSender {
    messages: Sender<Message>,
    /// The bytes of the buffer.
    bytes: usize,
    /// The bytes that the buffer can still take.
    room: Arc<Semaphore>,
}

/// Receives the chunks of a download.
pub(super) struct ChunkReceiver {
    messages: Receiver<Message>,
    bytes: usize,
    room: Arc<Semaphore>,
    /// The room of received chunks that was not returned yet.
    received: usize,
}

/// Creates the sender and the receiver of a download. `bytes` is the size of the buffer.
pub(super) fn chunk_channel(bytes: usize) -> (ChunkSender, ChunkReceiver) {
    let (send, receive) = mpsc::channel();
    let room = Arc::new(Semaphore::new(bytes));
    let sender = ChunkSender { messages: send, bytes, room: room.clone() };
    (sender, ChunkReceiver { messages: receive, bytes, room, received: 0 })
}

impl ChunkSender {
    /// Returns false if the reader was dropped.
    pub(super) async fn send(&self, chunk: Bytes) -> bool {
        let Ok(permit) = self.room.acquire_many(claim(&chunk, self.bytes)).await else { return false };
        permit.forget(); // the receiver returns it
        self.messages.send(Message::Chunk(chunk)).is_ok()
    }

    /// Sends the end of the file.
    pub(super) fn end(self, end: Result<(), RemoteError>) {
        let _ = self.messages.send(Message::End(end)); // the reader may be gone
    }
}

impl ChunkReceiver {
    /// Waits for the next message. Returns `None` if the sender was dropped before the end.
    pub(super) fn receive(&mut self) -> Option<Message> {
        let message = match self.messages.try_recv() {
            Ok(message) => message,
            Err(_) => {
                self.return_room();
                self.messages.recv().ok()?
            }
        };
        if let Message::Chunk(chunk) = &message {
            self.received += claim(chunk, self.bytes) as usize;
        }
        if self.received >= RETURN_BYTES {
            self.return_room();
        }
        Some(message)
    }

    fn return_room(&mut self) {
        self.room.add_permits(std::mem::take(&mut self.received));
    }

    /// Ends a sender that waits.
    pub(super) fn close(&self) {
        self.room.close();
    }
}

/// Returns the room that a chunk takes: at most all `bytes` of the buffer. A short chunk takes [`MIN_CLAIM`], because its message and its
/// receive buffer need that much memory.
fn claim(chunk: &Bytes, bytes: usize) -> u32 {
    chunk.len().clamp(MIN_CLAIM, bytes) as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::FutureExt;

    /// A server can send each byte as a chunk.
    #[test]
    fn short_chunks_claim_the_memory_that_they_take() {
        let (sender, mut receiver) = chunk_channel(BUFFER_BYTES);
        let chunk = || Bytes::from_static(b"a");
        let sent = std::iter::repeat_with(|| sender.send(chunk()).now_or_never()).take_while(Option::is_some).count();
        assert_eq!(sent, BUFFER_BYTES / MIN_CLAIM);
        for _ in 0..RETURN_BYTES / MIN_CLAIM {
            assert!(receiver.receive().is_some());
        }
        assert_eq!(sender.send(chunk()).now_or_never(), Some(true));
    }
}
