//! Temporary files of outputs, and the removal of files that killed runs left.
//!
//! A run locks each temporary file that it writes, and the system releases the lock however the run ends. So a
//! temporary file that can be locked is an orphan. On systems without file locks, nothing is removed.

use std::fs::{self, DirEntry, File, Permissions};
use std::io;
use std::path::{Path, PathBuf};
use tagrake_bulk::input::TEMPORARY_PREFIX;
use tempfile::NamedTempFile;

/// Random letters and digits after the prefix of the name of a temporary file.
const RANDOM_CHARACTERS: usize = 6;
/// Attempts to create a temporary file before another run removes it as an orphan.
const ATTEMPTS: usize = 16;

/// Returns the parent folder of `path`; `.` if it has none.
pub(crate) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."))
}

/// Creates a temporary file, locked by this process, with the default permissions of new files.
pub(crate) fn create(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(TEMPORARY_PREFIX).rand_bytes(RANDOM_CHARACTERS);
    #[cfg(unix)]
    builder.permissions(<Permissions as std::os::unix::fs::PermissionsExt>::from_mode(0o666));
    let mut file = builder.tempfile_in(folder)?;
    for _ in 0..ATTEMPTS {
        // Another run may have locked and removed it between creation and lock.
        let is_locked = file.as_file().lock().is_ok();
        if !is_locked || is_at(file.as_file(), file.path()) {
            break;
        }
        file = builder.tempfile_in(folder)?;
    }
    Ok(file)
}

/// Locks a folder until the result is dropped; `None` if the system cannot lock folders.
pub(crate) fn lock(folder: &Path) -> Option<File> {
    let folder = File::open(folder).ok()?;
    folder.lock().ok()?;
    Some(folder)
}

/// Returns the temporary files in `folder` of other runs, also of live ones. Errors are ignored.
pub(crate) fn orphans(folder: &Path) -> Vec<PathBuf> {
    let is_temporary = |entry: &DirEntry| {
        entry.file_name().to_str().is_some_and(is_temporary_name)
            && entry.file_type().is_ok_and(|file_type| file_type.is_file())
    };
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.filter(is_temporary).map(|entry| entry.path()).collect()
}

/// Removes a temporary file, unless a live process owns it. Errors are ignored.
pub(crate) fn remove_if_orphan(path: &Path) {
    let Ok(file) = File::options().write(true).open(path) else { return };
    if file.try_lock().is_ok() && is_at(&file, path) {
        let _ = fs::remove_file(path); // the folder may not be writable
    }
}

fn is_temporary_name(name: &str) -> bool {
    let is_random =
        |rest: &str| rest.len() == RANDOM_CHARACTERS && rest.bytes().all(|byte| byte.is_ascii_alphanumeric());
    name.strip_prefix(TEMPORARY_PREFIX).is_some_and(is_random)
}

/// Returns true if `path` still refers to the open file.
fn is_at(file: &File, path: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let id = |metadata: fs::Metadata| (metadata.dev(), metadata.ino());
        file.metadata().map(id).ok() == fs::symlink_metadata(path).map(id).ok()
    }
    #[cfg(not(unix))]
    {
        let _ = file;
        path.exists()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn removes_only_orphans() {
        let folder = tempfile::tempdir().expect("a folder");
        let others = ["tagrake-aaaaaa", ".tagrake-aaa", ".tagrake-aaaaa-", ".tagrake-aaaaaaa", ".a.jsonl.tagrake.json"];
        for name in others.iter().chain(&[".tagrake-Orphan"]) {
            fs::write(folder.path().join(name), "").expect("a file");
        }
        fs::create_dir(folder.path().join(".tagrake-folder")).expect("a folder");
        let owned = create(folder.path()).expect("a file");
        let remove_orphans = || orphans(folder.path()).iter().for_each(|path| remove_if_orphan(path));
        remove_orphans();
        assert!(owned.path().exists() && !folder.path().join(".tagrake-Orphan").exists());
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), others.len() + 2);
        let (file, path) = owned.keep().expect("it is kept");
        drop(file);
        remove_orphans();
        assert!(!path.exists() && orphans(Path::new("no/such/folder")).is_empty());
    }
}
