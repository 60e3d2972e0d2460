//! The file of a container: a local file, or a file on a server that is read in ranges.

use crate::local_file::{FileRange, FileVersion, LocalFile};
use crate::remote::RemoteFile;
use std::io::{self, Read};
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

/// Minimum bytes of a request to a server.
const REQUEST_BYTES: u64 = 16 << 10;

/// The file of a container.
#[derive(Clone, Debug)]
pub enum ContainerFile {
    /// A local file.
    Local(LocalFile),
    /// A file on a server.
    Remote(RemoteRanges),
}

/// A file on a server that is read in ranges. Clones share the last range.
#[derive(Clone, Debug)]
pub struct RemoteRanges {
    file: RemoteFile,
    length: u64,
    /// The last range: its offset and its bytes.
    last: Arc<Mutex<(u64, Vec<u8>)>>,
}

impl RemoteRanges {
    /// Returns `None` if the server did not report the length of the file in its first response.
    pub fn of(file: &RemoteFile) -> Option<Self> {
        let length = file.head()?.version.length?;
        Some(Self { file: file.clone(), length, last: Arc::default() })
    }

    fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
        let room = self.length.saturating_sub(offset);
        if room == 0 || buffer.is_empty() {
            return Ok(0);
        }
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let is_known = offset.checked_sub(last.0).is_some_and(|start| start < last.1.len() as u64);
        if !is_known {
            let length = REQUEST_BYTES.max(buffer.len() as u64).min(room);
            let mut bytes = Vec::new();
            self.file.open_range(offset..offset + length)?.take(length).read_to_end(&mut bytes)?;
            *last = (offset, bytes);
        }
        let (start, bytes) = &*last;
        bytes.get((offset - start) as usize..).unwrap_or_default().read(buffer)
    }
}

impl ContainerFile {
    /// Returns the length of the file in bytes; 0 if it is no regular file.
    pub(super) fn length(&self) -> u64 {
        match self {
            Self::Local(file) => file.version().map_or(0, FileVersion::length),
            Self::Remote(ranges) => ranges.length,
        }
    }

    /// Returns the version of a local file, if that is a regular file.
    pub(super) fn version(&self) -> Option<&FileVersion> {
        if let Self::Local(file) = self { file.version() } else { None }
    }

    /// Returns a reader of a range of a local file.
    pub(super) fn local_range(&self, range: &Range<u64>) -> Option<FileRange> {
        if let Self::Local(file) = self { Some(file.range(range.start, range.end - range.start)) } else { None }
    }

    /// Opens a range as a stream.
    pub(super) fn stream(&self, range: &Range<u64>) -> io::Result<Box<dyn Read + Send>> {
        let length = range.end - range.start;
        Ok(match self {
            _ if length == 0 => Box::new(io::empty()),
            Self::Local(file) => Box::new(file.range(range.start, length)),
            Self::Remote(ranges) => Box::new(ranges.file.open_range(range.clone())?.take(length)),
        })
    }
}

impl rawzip::ReaderAt for ContainerFile {
    fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
        match self {
            Self::Local(file) => file.read_at(buffer, offset),
            Self::Remote(ranges) => ranges.read_at(buffer, offset),
        }
    }
}
