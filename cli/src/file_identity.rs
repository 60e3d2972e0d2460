//! The identity of files: size and modification time of the content, and the file that a path refers to.

use crate::temporary_files::folder_of;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use std::fs::{self, Metadata};
use std::io;
use std::path::{Path, PathBuf};
use tagrake_bulk::input::is_url;

/// The size and modification time of a regular file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Stamp {
    pub(crate) size: u64,
    pub(crate) modified: Timestamp,
}

impl Stamp {
    /// Returns `None` unless the metadata describes a regular file.
    pub(crate) fn of(metadata: &Metadata) -> io::Result<Option<Self>> {
        if !metadata.is_file() {
            return Ok(None);
        }
        let modified = Timestamp::try_from(metadata.modified()?).map_err(io::Error::other)?;
        Ok(Some(Self { size: metadata.len(), modified }))
    }

    /// Returns the stamp of the regular file at `path`, if there is one.
    pub(crate) fn of_path(path: &Path) -> Option<Self> {
        Self::of(&fs::metadata(path).ok()?).ok()?
    }
}

/// A file, independent of the path to it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum FileId {
    /// Device and inode.
    #[cfg(unix)]
    Inode(u64, u64),
    /// The canonical path: if the file does not exist, or on systems without inodes.
    Path(PathBuf),
}

impl FileId {
    /// Returns `None` for a pipe, a device, a folder or a URL.
    pub(crate) fn of(path: &Path) -> Option<Self> {
        if is_url(path) {
            return None;
        }
        match fs::metadata(path) {
            Ok(metadata) if !metadata.is_file() => None,
            #[cfg(unix)]
            Ok(metadata) => Self::of_metadata(&metadata),
            #[cfg(not(unix))]
            Ok(_) => fs::canonicalize(path).ok().map(Self::Path),
            Err(_) => Some(Self::Path(fs::canonicalize(folder_of(path)).ok()?.join(path.file_name()?))),
        }
    }

    /// Returns the file that a standard stream is redirected from or to, if any.
    #[cfg(unix)]
    pub(crate) fn of_stream(stream: &impl std::os::fd::AsFd) -> Option<Self> {
        let file = fs::File::from(stream.as_fd().try_clone_to_owned().ok()?);
        Self::of_metadata(&file.metadata().ok()?)
    }

    #[cfg(not(unix))]
    pub(crate) fn of_stream<S>(_: &S) -> Option<Self> {
        None
    }

    #[cfg(unix)]
    fn of_metadata(metadata: &Metadata) -> Option<Self> {
        use std::os::unix::fs::MetadataExt;
        metadata.is_file().then(|| Self::Inode(metadata.dev(), metadata.ino()))
    }
}
