//! The identity of files: size and modification time of the content, and the file that a path refers to.

use super::temporary_files::folder_of;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use std::fs::{self, Metadata};
use std::io::{self, ErrorKind};
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
pub(crate) const MAX_LINKS: usize = 40;

/// Returns the canonical path of a file: the target of a symbolic link, not the link. Neither the file nor its folders need to
/// exist.
pub(crate) fn target_of(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MAX_LINKS {
        match fs::read_link(&path) {
            Ok(target) => path = folder_of(&path).join(target),
            Err(_) => {
                let name = path.file_name().ok_or(ErrorKind::InvalidFilename)?;
                return Ok(canonical_folder(folder_of(&path))?.join(name));
            }
        }
    }
    Err(io::Error::other("too many symbolic links"))
}

/// Returns the canonical path of a folder. The run may create it later.
fn canonical_folder(folder: &Path) -> io::Result<PathBuf> {
    match fs::canonicalize(folder) {
        Err(error) if error.kind() == ErrorKind::NotFound => target_of(folder),
        result => result,
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
    /// Returns `None` for a pipe, a device, a folder or a URL, and if the system does not say what the path refers to.
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
            Err(error) if error.kind() == ErrorKind::NotFound => target_of(path).ok().map(Self::Path),
            Err(_) => None,
        }
    }

    /// As [`of`](Self::of), but also returns the identity of a named pipe or a socket.
    pub(crate) fn of_output(path: &Path) -> Option<Self> {
        Self::of(path).or_else(|| Self::of_pipe(&fs::metadata(path).ok()?))
    }

    /// Returns the file, the pipe or the socket of a standard stream.
    #[cfg(unix)]
    pub(crate) fn of_output_stream(stream: &impl std::os::fd::AsFd) -> Option<Self> {
        let metadata = metadata_of(stream)?;
        Self::of_metadata(&metadata).or_else(|| Self::of_pipe(&metadata))
    }

    #[cfg(not(unix))]
    pub(crate) fn of_output_stream<S>(_: &S) -> Option<Self> {
        None
    }

    #[cfg(unix)]
    fn of_pipe(metadata: &Metadata) -> Option<Self> {
        use std::os::unix::fs::{FileTypeExt, MetadataExt};
        let (kind, id) = (metadata.file_type(), Self::Inode(metadata.dev(), metadata.ino()));
        (kind.is_fifo() || kind.is_socket()).then_some(id)
    }

    #[cfg(not(unix))]
    fn of_pipe(_: &Metadata) -> Option<Self> {
        None
    }

    /// Returns the file that a standard stream is redirected from or to, if any, and its length.
    #[cfg(unix)]
    pub(crate) fn of_stream(stream: &impl std::os::fd::AsFd) -> Option<(Self, u64)> {
        let metadata = metadata_of(stream)?;
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

/// Returns the metadata of the file, pipe or device of a standard stream.
#[cfg(unix)]
fn metadata_of(stream: &impl std::os::fd::AsFd) -> Option<Metadata> {
    fs::File::from(stream.as_fd().try_clone_to_owned().ok()?).metadata().ok()
}
