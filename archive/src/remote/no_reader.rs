//! Remote files in a build that lacks the feature `remote`: none can be read.

use super::error::RemoteError;
use super::file::RemoteFile;
use super::version::{RemoteHead, RemoteVersion};
use std::io::{self, Empty, ErrorKind};
use std::ops::Range;

/// The reader of a remote file: empty, and never created.
pub type RemoteReader = Empty;

impl RemoteFile {
    /// Returns the error that this build reads no URLs.
    pub fn open(&self) -> io::Result<RemoteReader> {
        let cause = "this build does not read URLs, because it lacks the feature `remote`";
        Err(RemoteError::new(ErrorKind::Unsupported, cause).into())
    }

    /// Returns `None`.
    pub fn head_of(&self, _: &mut RemoteReader) -> Option<&RemoteHead> {
        None
    }

    /// As [`open`](Self::open).
    pub fn open_range(&self, _: Range<u64>) -> io::Result<RemoteReader> {
        self.open()
    }

    /// As [`open`](Self::open).
    pub fn fetch_version(&self) -> io::Result<RemoteVersion> {
        self.open().map(|_| RemoteVersion::default())
    }
}
