//! The identity of files: size and modification time of the content, and the file that a path refers to.

use crate::temporary::folder_of;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use std::collections::{HashMap, HashSet};
use std::fs::{self, Metadata};
use std::io;
use std::path::{Path, PathBuf};

/// The size and modification time of a regular file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Stamp {
    pub(crate) size: u64,
    pub(crate) modified: Timestamp,
}

impl Stamp {
    /// Returns `None` unless the metadata is that of a regular file.
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
    /// Returns `None` for a pipe, a device or a folder.
    pub(crate) fn of(path: &Path) -> Option<Self> {
        match fs::metadata(path) {
            Ok(metadata) if !metadata.is_file() => None,
            #[cfg(unix)]
            Ok(metadata) => Self::of_metadata(&metadata),
            #[cfg(not(unix))]
            Ok(_) => fs::canonicalize(path).ok().map(Self::Path),
            Err(_) => Some(Self::Path(fs::canonicalize(folder_of(path)).ok()?.join(path.file_name()?))),
        }
    }

    /// Returns the file that standard input is redirected from, if any.
    pub(crate) fn of_stdin() -> Option<Self> {
        #[cfg(unix)]
        return Self::of_open(&io::stdin());
        #[cfg(not(unix))]
        None
    }

    /// Returns the file that standard output is redirected to, if any.
    pub(crate) fn of_stdout() -> Option<Self> {
        #[cfg(unix)]
        return Self::of_open(&io::stdout());
        #[cfg(not(unix))]
        None
    }

    #[cfg(unix)]
    fn of_open(stream: &impl std::os::fd::AsFd) -> Option<Self> {
        let file = fs::File::from(stream.as_fd().try_clone_to_owned().ok()?);
        Self::of_metadata(&file.metadata().ok()?)
    }

    #[cfg(unix)]
    fn of_metadata(metadata: &Metadata) -> Option<Self> {
        use std::os::unix::fs::MetadataExt;
        metadata.is_file().then(|| Self::Inode(metadata.dev(), metadata.ino()))
    }
}

/// Finds outputs that would replace an input.
#[derive(Debug, Default)]
pub(crate) struct Clashes {
    inputs: HashSet<FileId>,
    outputs: HashMap<FileId, PathBuf>,
}

impl Clashes {
    /// Adds an input.
    ///
    /// # Errors
    ///
    /// Returns the output that would replace it.
    pub(crate) fn add_input(&mut self, path: &Path) -> Result<(), PathBuf> {
        let Some(id) = FileId::of(path) else { return Ok(()) };
        match self.outputs.get(&id) {
            Some(output) => Err(output.clone()),
            None => {
                self.inputs.insert(id);
                Ok(())
            }
        }
    }

    /// Adds an output. Returns false if it would replace an input or another output of this run.
    pub(crate) fn add_output(&mut self, path: &Path) -> bool {
        let Some(id) = FileId::of(path) else { return true };
        let is_new = self.outputs.get(&id).is_none_or(|output| output == path);
        self.outputs.insert(id.clone(), path.to_owned());
        is_new && !self.inputs.contains(&id)
    }

    /// Forgets an output that is about to be replaced: its inode may be reused.
    pub(crate) fn remove_output(&mut self, path: &Path) {
        if let Some(id) = FileId::of(path) {
            self.outputs.remove(&id);
        }
    }

    /// Returns true if `path` refers to an output.
    pub(crate) fn is_output(&self, path: &Path) -> bool {
        FileId::of(path).is_some_and(|id| self.outputs.contains_key(&id))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_a_file_by_any_path() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        fs::write(path("a"), "text").expect("a file");
        let mut spellings = vec![path("a"), path("./a"), path("../").join(folder.path()).join("a")];
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink("a", path("link")).expect("a link");
            fs::hard_link(path("a"), path("hard")).expect("a link");
            spellings.extend([path("link"), path("hard")]);
        }
        for spelling in &spellings {
            let mut clashes = Clashes::default();
            assert!(clashes.add_input(&path("a")).is_ok() && clashes.add_output(&path("b")));
            assert!(!clashes.add_output(spelling), "{}", spelling.display());
            let mut clashes = Clashes::default();
            assert!(clashes.add_output(spelling));
            assert_eq!(clashes.add_input(&path("a")), Err(spelling.clone()));
        }
        assert_eq!(FileId::of(&path("./no")), FileId::of(&path("no")));
        assert!(FileId::of(&path("no")).is_some() && FileId::of(folder.path()).is_none());
    }
}
