//! The hidden folder in which the files of an input are written until they are complete.
//!
//! A run locks the folder, as it locks [temporary files](crate::output::temporary_files). So a folder that can be locked was left by
//! a killed run.

use crate::failure::about;
use crate::output::file::{forget_unfinished, register_unfinished};
use crate::output::file_identity::Stamp;
use crate::output::temporary_files;
use std::fs::{self, DirEntry, File};
use std::io;
use std::path::{Path, PathBuf};
use tagrake_bulk::input::TEMPORARY_PREFIX;

/// The name of a folder after the prefix of temporary files.
const FOLDER: &str = "files-";
/// Attempts to create a folder before another run removes it.
const ATTEMPTS: usize = 16;

/// A folder of files that are not complete. It is removed when dropped.
pub(crate) struct Staging {
    path: PathBuf,
    _lock: Option<File>,
}

/// A complete file in a [`Staging`] folder.
#[derive(Clone, Debug)]
pub(crate) struct StagedFile {
    /// The path in the output folder.
    pub(crate) path: PathBuf,
    pub(crate) stamp: Stamp,
}

impl Staging {
    /// Creates a folder in `folder`.
    pub(crate) fn create(folder: &Path) -> io::Result<Self> {
        let mut builder = tempfile::Builder::new();
        let prefix = format!("{TEMPORARY_PREFIX}{FOLDER}");
        builder.prefix(&prefix);
        let mut attempts = 0;
        loop {
            let path = register_unfinished(|| Ok(builder.tempdir_in(folder)?.keep()))
                .map_err(|error| about(folder, &error))?;
            let staging = Self { _lock: temporary_files::lock(&path), path };
            attempts += 1;
            // Another run may have locked and removed it between creation and lock.
            if staging.path.is_dir() || attempts == ATTEMPTS {
                return Ok(staging);
            }
        }
    }

    /// Returns true if the file system ignores the case of names.
    pub(super) fn ignores_case(&self) -> bool {
        let name = self.path.file_name().unwrap_or_default().to_string_lossy().to_ascii_uppercase();
        self.path.with_file_name(name).exists()
    }

    /// Creates the file that will be at `path` in the output folder.
    pub(super) fn create_file(&self, path: &Path) -> io::Result<File> {
        let staged = self.path(path);
        fs::create_dir_all(temporary_files::folder_of(&staged)).and_then(|()| File::create_new(&staged))
    }

    /// Returns where the file is that will be at `path` in the output folder.
    pub(crate) fn path(&self, path: &Path) -> PathBuf {
        self.path.join(path)
    }
}

impl Drop for Staging {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.path); // what remains is removed by the next run
        forget_unfinished(&self.path);
    }
}

/// Removes the folders that killed runs left in `folder`. Errors are ignored.
pub(crate) fn remove_orphans(folder: &Path) {
    let is_staging = |entry: &DirEntry| {
        let name = entry.file_name();
        let rest = name.to_str().and_then(|name| name.strip_prefix(TEMPORARY_PREFIX)?.strip_prefix(FOLDER));
        rest.is_some_and(|rest| !rest.is_empty()) && entry.file_type().is_ok_and(|file_type| file_type.is_dir())
    };
    for entry in fs::read_dir(folder).into_iter().flatten().flatten().filter(is_staging) {
        if File::open(entry.path()).is_ok_and(|opened| opened.try_lock().is_ok()) {
            let _ = fs::remove_dir_all(entry.path()); // the folder may not be writable
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn removes_only_folders_without_a_process() {
        let folder = tempfile::tempdir().expect("a folder");
        let live = Staging::create(folder.path()).expect("a folder");
        live.create_file(Path::new("host=e.org/a-00000.jsonl")).expect("a file");
        let [orphan, other] = [".tagrake-files-Orphan", ".tagrake-folder"].map(|name| folder.path().join(name));
        for path in [&orphan, &other] {
            fs::create_dir_all(path.join("host=e.org")).expect("a folder");
        }
        remove_orphans(folder.path());
        assert!(live.path(Path::new("host=e.org/a-00000.jsonl")).exists() && !orphan.exists() && other.exists());
        let path = live.path.clone();
        drop(live);
        assert!(!path.exists());
    }
}
