//! Reads a download on the threads of a run, while background threads continue it.

use super::download::{self, Download};
use super::file::RemoteFile;
use super::{BUFFER_BYTES, RemoteError, RemoteVersion};
use bytes::{Buf, Bytes};
use std::io::{self, ErrorKind, Read};
use std::ops::Range;
use std::process;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::Semaphore;
use tokio::task::JoinHandle;

/// The number of threads for downloads: one decrypts while the other one receives.
const THREADS: usize = 2;

/// Returns the threads that download. They start with the first download of the process.
fn runtime() -> io::Result<&'static Runtime> {
    static RUNTIME: Mutex<Option<(u32, &'static Runtime)>> = Mutex::new(None);
    let mut runtime = RUNTIME.lock().unwrap_or_else(PoisonError::into_inner);
    match *runtime {
        // A process that was forked from this one has none of its threads.
        Some((process, runtime)) if process == process::id() => Ok(runtime),
        _ => {
            // Fails if the program has installed a provider, which is used then.
            let _ = rustls::crypto::ring::default_provider().install_default();
            let new =
                Builder::new_multi_thread().worker_threads(THREADS).thread_name("download").enable_all().build()?;
            let new: &'static Runtime = Box::leak(Box::new(new)); // it lasts as long as the process
            *runtime = Some((process::id(), new));
            Ok(new)
        }
    }
}

/// A message of a download to its reader.
enum Message {
    Chunk(Bytes),
    End,
    Failed(RemoteError),
}

/// Passes chunks to a reader, and waits while its buffer is full.
pub(super) struct ChunkSender {
    messages: Sender<Message>,
    /// The bytes that the buffer can still take.
    room: Arc<Semaphore>,
}

impl ChunkSender {
    /// Returns false if the reader was dropped.
    pub(super) async fn send(&self, chunk: Bytes) -> bool {
        let Ok(permit) = self.room.acquire_many(claim(&chunk)).await else { return false };
        permit.forget(); // the reader returns it
        self.messages.send(Message::Chunk(chunk)).is_ok()
    }
}

/// Returns the room that a chunk takes: at most all of it.
fn claim(chunk: &Bytes) -> u32 {
    chunk.len().min(BUFFER_BYTES) as u32
}

/// Reads a remote file. The download stops when it is dropped.
pub(crate) struct RemoteReader {
    messages: Receiver<Message>,
    room: Arc<Semaphore>,
    task: JoinHandle<()>,
    chunk: Bytes,
    /// The end of the file: `Ok`, or the error of the download.
    end: Option<Result<(), RemoteError>>,
}

impl RemoteReader {
    /// Starts the download of `file`.
    pub(super) fn start(file: RemoteFile) -> io::Result<Self> {
        Self::of(Download::new(file))
    }

    /// Starts the download of a range of `file`.
    pub(super) fn start_range(file: RemoteFile, range: Range<u64>) -> io::Result<Self> {
        Self::of(Download::of_range(file, range))
    }

    fn of(download: Download) -> io::Result<Self> {
        let (send, messages) = mpsc::channel();
        let room = Arc::new(Semaphore::new(BUFFER_BYTES));
        let chunks = ChunkSender { messages: send, room: room.clone() };
        let task = runtime()?.spawn(async move {
            let end = match download.run(&chunks).await {
                Ok(()) => Message::End,
                Err(error) => Message::Failed(error),
            };
            let _ = chunks.messages.send(end); // the reader may be gone
        });
        Ok(Self { messages, room, task, chunk: Bytes::new(), end: None })
    }

    /// Waits until there are bytes, or the end. The head of the response is known then.
    pub(super) fn wait(&mut self) {
        while self.chunk.is_empty() && self.end.is_none() {
            match self.messages.recv() {
                Ok(Message::Chunk(chunk)) => {
                    self.room.add_permits(claim(&chunk) as usize);
                    self.chunk = chunk;
                }
                Ok(Message::End) => self.end = Some(Ok(())),
                Ok(Message::Failed(error)) => self.end = Some(Err(error)),
                Err(_) => self.end = Some(Err(stopped())),
            }
        }
    }
}

impl Drop for RemoteReader {
    fn drop(&mut self) {
        self.room.close();
        self.task.abort();
    }
}

impl Read for RemoteReader {
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
fn stopped() -> RemoteError {
    RemoteError::new(ErrorKind::Other, "the download stopped because of an error in tagrake itself")
}

/// Requests the version of `file`, and waits for it.
pub(super) fn fetch_version(file: RemoteFile) -> io::Result<RemoteVersion> {
    let (send, receive) = mpsc::channel();
    runtime()?.spawn(async move {
        let _ = send.send(download::version(file).await); // the receiver waits for it
    });
    Ok(receive.recv().unwrap_or_else(|_| Err(stopped()))?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::remote::RemoteOptions;
    use std::thread;
    use tagrake_testsupport::http_server::{HttpServer, ServedFile};

    #[test]
    fn a_download_is_a_bounded_number_of_bytes_ahead() {
        let server = HttpServer::start();
        server.serve("/a", ServedFile::new(vec![b'a'; 4 * BUFFER_BYTES]));
        let options = RemoteOptions::default();
        let file = RemoteFile::of(server.url("/a").as_ref(), &options).expect("a URL");
        let mut reader = file.open().expect("a download");
        for read in 1..=2 * BUFFER_BYTES {
            assert_eq!(reader.read(&mut [0]).expect("a byte"), 1);
            if read % BUFFER_BYTES == 1 {
                while (options.downloaded_bytes() as usize) < read + BUFFER_BYTES / 2 {
                    thread::yield_now();
                }
            }
            // One chunk waits for room, and one is being read.
            assert!(options.downloaded_bytes() as usize <= read + BUFFER_BYTES + (2 << 20), "{read}");
        }
        drop(reader);
        let mut all = Vec::new();
        file.open().expect("a download").read_to_end(&mut all).expect("it is complete");
        assert_eq!(all.len(), 4 * BUFFER_BYTES);
    }
}
