//! The identity of files: size and modification time of the content, and the file that a path refers to.

use super::temporary_files::folder_of;
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

/// Maximum number of symbolic links from a path to its file, as on Linux.
const MAX_LINKS: usize = 40;

/// Returns the canonical path of a file, which need not exist: the target of a symbolic link, not the link.
pub(crate) fn target_of(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MAX_LINKS {
        match fs::read_link(&path) {
            Ok(target) => path = folder_of(&path).join(target),
            Err(_) => {
                let name = path.file_name().ok_or(io::ErrorKind::InvalidFilename)?;
                return Ok(fs::canonicalize(folder_of(&path))?.join(name));
            }
        }
    }
    Err(io::Error::other("too many symbolic links"))
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
            Err(_) => target_of(path).ok().map(Self::Path),
        }
    }

    /// Returns the file that a standard stream is redirected from or to, if any, and its length.
    #[cfg(unix)]
    pub(crate) fn of_stream(stream: &impl std::os::fd::AsFd) -> Option<(Self, u64)> {
        let file = fs::File::from(stream.as_fd().try_clone_to_owned().ok()?);
        let metadata = file.metadata().ok()?;
        Some((Self::of_metadata(&metadata)?, metadata.len()))
    }

    #[cfg(not(unix))]
    pub(crate) fn of_stream<S>(_: &S) -> Option<(Self, u64)> {
        None
    }

    #[cfg(unix)]
    fn of_metadata(metadata: &Metadata) -> Option<Self> {
        use std::os::unix::fs::MetadataExt;
        metadata.is_file().then(|| Self::Inode(metadata.dev(), metadata.ino()))
    }
}
