//! Reads a download on the threads of a run, while background threads continue it.

use super::chunk_channel::{BUFFER_BYTES, chunk_channel};
use super::chunk_reader::{ChunkReader, stopped};
use super::download::{self, Download};
use super::file::RemoteFile;
use super::version::{RemoteHead, RemoteVersion};
use std::fmt;
use std::io::{self, Read};
use std::ops::Range;
use std::process;
use std::sync::{Mutex, PoisonError, mpsc};
use tokio::runtime::{Builder, Runtime};
use tokio::task::JoinHandle;

/// Reads a remote file. The download stops when it is dropped.
pub struct RemoteReader {
    chunks: ChunkReader,
    task: JoinHandle<()>,
}

impl fmt::Debug for RemoteReader {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("RemoteReader").field("end", &self.chunks.end).finish_non_exhaustive()
    }
}

impl RemoteFile {
    /// Starts the download.
    pub fn open(&self) -> io::Result<RemoteReader> {
        RemoteReader::of(Download::new(self.clone()))
    }

    /// Returns the head of the response of a download, and waits for it. Returns `None` if there is no response.
    pub fn head_of(&self, download: &mut RemoteReader) -> Option<&RemoteHead> {
        download.chunks.wait();
        self.head()
    }

    /// Starts the download of a range, of the version that was read before. The range may end after the file.
    pub fn open_range(&self, range: Range<u64>) -> io::Result<RemoteReader> {
        RemoteReader::of(Download::of_range(self.clone(), range))
    }

    /// Requests the version of the file, without its content, and waits for the response.
    pub fn fetch_version(&self) -> io::Result<RemoteVersion> {
        let file = self.clone();
        let (send, receive) = mpsc::channel();
        runtime()?.spawn(async move {
            let _ = send.send(download::version(file).await); // never fails: `receive` waits
        });
        Ok(receive.recv().unwrap_or_else(|_| Err(stopped()))?)
    }
}

impl RemoteReader {
    fn of(download: Download) -> io::Result<Self> {
        let (sender, chunks) = chunk_channel(BUFFER_BYTES);
        let task = runtime()?.spawn(async move {
            let end = download.run(&sender).await;
            sender.end(end);
        });
        Ok(Self { chunks: ChunkReader::new(chunks), task })
    }
}

impl Drop for RemoteReader {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Read for RemoteReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.chunks.read(buffer)
    }
}

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
