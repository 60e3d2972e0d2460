//! Remote files in a build that lacks the feature `remote`: none can be read.

use super::error::RemoteError;
use super::file::RemoteFile;
use super::head::RemoteHead;
use super::version::RemoteVersion;
use std::io::{self, Empty, ErrorKind};
use std::ops::Range;

/// The reader of a remote file: empty, and never created.
pub(crate) type RemoteReader = Empty;

impl RemoteFile {
    /// Returns the error that this build reads no URLs.
    pub(crate) fn open(&self) -> io::Result<RemoteReader> {
        let cause = "this build does not read URLs, because it lacks the feature `remote`";
        Err(RemoteError::new(ErrorKind::Unsupported, cause).into())
    }

    /// Returns `None`.
    pub(crate) fn head_of(&self, _: &mut RemoteReader) -> Option<&RemoteHead> {
        None
    }

    /// As [`open`](Self::open).
    pub(crate) fn open_range(&self, _: Range<u64>) -> io::Result<RemoteReader> {
        self.open()
    }

    /// As [`open`](Self::open).
    pub(crate) fn fetch_version(&self) -> io::Result<RemoteVersion> {
        self.open().map(|_| RemoteVersion::default())
    }
}
