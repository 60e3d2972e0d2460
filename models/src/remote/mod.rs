//! A model of the channel between a download and its reader.

#[allow(dead_code, unreachable_pub, missing_docs)]
#[rustfmt::skip]
#[path = "../../../archive/src/remote/chunk_channel.rs"]
mod chunk_channel;
#[allow(dead_code, unreachable_pub, missing_docs)]
#[rustfmt::skip]
#[path = "../../../archive/src/remote/chunk_reader.rs"]
mod chunk_reader;
#[allow(dead_code, unreachable_pub, missing_docs)]
#[rustfmt::skip]
#[path = "../../../archive/src/remote/error.rs"]
mod error;

use bytes::Bytes;
use chunk_channel::{ChunkSender, chunk_channel};
use chunk_reader::ChunkReader;
use error::RemoteError;
use shuttle::future::{JoinHandle, block_on, spawn};
use shuttle::rand::{Rng, thread_rng};
use std::io::{ErrorKind, Read};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock};

/// Bytes of the buffer: twice what the receiver returns at once.
const BUFFER: usize = 256 << 10;
/// Bytes of each chunk. One is larger than the buffer, and some are so short that the receiver returns their room late.
const LENGTHS: [usize; 6] = [BUFFER / 2, BUFFER / 4, 1, BUFFER + 1, BUFFER / 2, 5];
/// The chunks. Each byte is the number of its chunk.
static CHUNKS: LazyLock<Vec<Bytes>> =
    LazyLock::new(|| (0..).zip(LENGTHS).map(|(number, length)| vec![number; length].into()).collect());

/// How a download ends after its chunks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The file is complete.
    Complete,
    /// The download reports an error.
    Failure,
    /// The download ends without a message, as after a panic.
    Silence,
}

/// The room of the chunks that were sent, and of those that the reader has got or is about to get. Atomics of the standard library: they
/// do not take part in the schedule.
#[derive(Default)]
struct Room {
    sent: AtomicUsize,
    received: AtomicUsize,
}

/// The room that a chunk takes by the rule of the channel.
fn room_of(length: usize) -> usize {
    length.clamp(1 << 10, BUFFER)
}

/// Starts a download. Its result is the number of chunks that were sent.
fn download(end: End) -> (ChunkReader, JoinHandle<usize>, Arc<Room>) {
    let (sender, receiver) = chunk_channel(BUFFER);
    let room = Arc::new(Room::default());
    let counted = room.clone();
    let task = spawn(async move {
        let sent = send_chunks(&sender, &counted).await;
        match end {
            End::Complete => sender.end(Ok(())),
            End::Failure => sender.end(Err(RemoteError::new(ErrorKind::Other, "broken"))),
            End::Silence => drop(sender),
        }
        sent
    });
    (ChunkReader::new(receiver), task, room)
}

async fn send_chunks(sender: &ChunkSender, room: &Room) -> usize {
    for (number, chunk) in CHUNKS.iter().enumerate() {
        if !sender.send(chunk.clone()).await {
            return number;
        }
        let sent = room.sent.fetch_add(room_of(chunk.len()), Ordering::SeqCst) + room_of(chunk.len());
        let ahead = sent.saturating_sub(room.received.load(Ordering::SeqCst));
        assert!(ahead <= BUFFER, "{ahead} bytes are sent ahead of the reader");
    }
    CHUNKS.len()
}

/// Reads the chunks in order, until `reads` of them are read.
fn read_chunks(reader: &mut ChunkReader, room: &Room, reads: usize) {
    let mut buffer = vec![0; BUFFER / 2];
    for (number, length) in LENGTHS.into_iter().enumerate().take(reads) {
        room.received.fetch_add(room_of(length), Ordering::SeqCst);
        let mut rest = length;
        while rest > 0 {
            let bytes = reader.read(&mut buffer).expect("a chunk");
            assert!((1..=rest).contains(&bytes), "{bytes} bytes of the {rest} left in chunk {number}");
            assert!([buffer[0], buffer[bytes - 1]].iter().all(|byte| usize::from(*byte) == number));
            rest -= bytes;
        }
    }
}

/// A reader gets all chunks in order and then the end of the download, and not more than the buffer is sent ahead of it.
pub fn chunks_arrive_in_order(end: End) {
    let (mut reader, task, room) = download(end);
    read_chunks(&mut reader, &room, CHUNKS.len());
    for _ in 0..2 {
        let last = reader.read(&mut [0]).map_err(|error| error.to_string());
        match end {
            End::Complete => assert_eq!(last, Ok(0)),
            End::Failure => assert_eq!(last, Err("broken".to_owned())),
            End::Silence => assert!(last.is_err_and(|message| message.starts_with("the download stopped"))),
        }
    }
    assert_eq!(block_on(task).expect("it was not aborted"), CHUNKS.len());
}

/// A reader is dropped after some chunks. The download ends, whether it is aborted too, as by `RemoteReader`, or not.
pub fn a_download_ends_after_its_reader() {
    let (mut reader, task, room) = download(End::Complete);
    let reads = thread_rng().gen_range(0..=CHUNKS.len());
    read_chunks(&mut reader, &room, reads);
    if thread_rng().gen_bool(0.5) {
        task.abort();
    }
    drop(reader);
    if let Ok(sent) = block_on(task) {
        assert!(sent >= reads, "{sent} chunks were sent, {reads} read");
    }
}
