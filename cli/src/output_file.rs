//! Output files. They are written under a temporary name and renamed when complete, so that a file of the final name is
//! always complete, however the process ends.

use crate::file_identity::Stamp;
use crate::temporary_files;
use std::fs::{self, File};
use std::io::{self, Stdout, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tagrake_bulk::reason;
use tempfile::TempPath;

/// The temporary files of incomplete outputs.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn unfinished() -> MutexGuard<'static, Vec<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes all incomplete outputs and returns their list. While the caller holds the guard, no output is created or
/// renamed.
pub(crate) fn remove_unfinished() -> MutexGuard<'static, Vec<PathBuf>> {
    let files = unfinished();
    for file in files.iter() {
        let _ = fs::remove_file(file); // it may not exist any more
    }
    files
}

/// An output: standard output, a special file, or a file that is renamed when complete.
pub(crate) struct OutputFile(Target);

enum Target {
    Stdout(Stdout),
    /// A pipe, a device or an open file, which is written directly.
    Special(File),
    Temporary {
        file: File,
        path: Option<TempPath>,
        name: PathBuf,
    },
}

/// Returns true if `path` names standard output.
pub(crate) fn is_stdout(path: &Path) -> bool {
    ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"].iter().any(|name| path == Path::new(name))
}

/// Returns true for standard output, pipes, devices and open files. They are written directly, and their names choose
/// no format.
pub(crate) fn is_special(path: &Path) -> bool {
    let is_open_file = ["/dev/fd", "/dev/stderr", "/dev/stdin", "/proc"].iter().any(|name| path.starts_with(name));
    is_stdout(path)
        || is_open_file
        || fs::metadata(path).is_ok_and(|metadata| !metadata.is_file() && !metadata.is_dir())
}

impl OutputFile {
    /// Returns standard output.
    pub(crate) fn stdout() -> Self {
        Self(Target::Stdout(io::stdout()))
    }

    /// Opens an output that [`keep`](Self::keep) moves to `path`.
    pub(crate) fn create(path: &Path) -> io::Result<Self> {
        Self::create_unnamed(path).map_err(|error| about(path, &error))
    }

    fn create_unnamed(path: &Path) -> io::Result<Self> {
        if is_stdout(path) {
            return Ok(Self::stdout());
        }
        if is_special(path) {
            // Append, because the shell may have opened a regular file with `>>`.
            return Ok(Self(Target::Special(File::options().append(true).open(path)?)));
        }
        // Replace the target of a symbolic link, not the link.
        let name = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        if name.is_dir() {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        let mut unfinished = unfinished();
        let (file, path) = temporary_files::create(temporary_files::folder_of(&name))?.into_parts();
        unfinished.push(path.to_path_buf());
        Ok(Self(Target::Temporary { file, path: Some(path), name }))
    }

    /// Returns the size and time that the file keeps after the rename; `None` unless it is a regular file.
    pub(crate) fn stamp(&self) -> io::Result<Option<Stamp>> {
        match &self.0 {
            Target::Stdout(_) | Target::Special(_) => Ok(None),
            Target::Temporary { file, .. } => Stamp::of(&file.metadata()?),
        }
    }

    /// Renames the file to its final name: it is complete.
    pub(crate) fn keep(mut self) -> io::Result<()> {
        match &mut self.0 {
            Target::Stdout(_) | Target::Special(_) => Ok(()),
            Target::Temporary { path, name, .. } => match path.take() {
                Some(path) => finish(path, |path| path.persist(&*name).map_err(|error| about(name, &error.error))),
                None => Ok(()),
            },
        }
    }
}

/// Renames or removes an incomplete file. An interrupt waits until that is done.
fn finish<T>(path: TempPath, finish: impl FnOnce(TempPath) -> T) -> T {
    let mut unfinished = unfinished();
    let name = path.to_path_buf();
    let result = finish(path);
    unfinished.retain(|other| *other != name);
    result
}

impl Drop for OutputFile {
    fn drop(&mut self) {
        if let Target::Temporary { path, .. } = &mut self.0
            && let Some(path) = path.take()
        {
            finish(path, drop);
        }
    }
}

impl Write for OutputFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.0 {
            Target::Stdout(stdout) => stdout.write(bytes),
            Target::Special(file) | Target::Temporary { file, .. } => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.0 {
            Target::Stdout(stdout) => stdout.flush(),
            Target::Special(file) | Target::Temporary { file, .. } => file.flush(),
        }
    }
}

/// Returns `error` with the path in its message.
pub(crate) fn about(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {}", path.display(), reason(error)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_renamed_when_complete() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("out");
        let names = || fs::read_dir(folder.path()).expect("a folder").count();
        let mut file = OutputFile::create(&path).expect("a file");
        file.write_all(b"half").expect("written");
        assert!(names() == 1 && !path.exists());
        drop(file);
        assert!(names() == 0 && unfinished().iter().all(|file| !file.starts_with(folder.path())));
        for text in ["one", "two"] {
            let mut file = OutputFile::create(&path).expect("a file");
            file.write_all(text.as_bytes()).expect("written");
            file.keep().expect("renamed");
            assert_eq!((names(), fs::read_to_string(&path).expect("a file").as_str()), (1, text));
        }
    }

    #[test]
    #[cfg(unix)]
    fn replaces_the_target_of_a_link_with_the_usual_mode() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        fs::write(path("plain"), "").expect("a file");
        fs::write(path("target"), "").expect("a file");
        symlink("target", path("link")).expect("a link");
        let mut file = OutputFile::create(&path("link")).expect("a file");
        file.write_all(b"text").expect("written");
        file.keep().expect("renamed");
        assert!(path("link").is_symlink());
        assert_eq!(fs::read_to_string(path("target")).expect("a file"), "text");
        let mode = |name| fs::metadata(path(name)).expect("a file").permissions().mode();
        assert_eq!(mode("target"), mode("plain"));
        assert!(OutputFile::create(&path("no/such")).is_err_and(|error| error.to_string().contains("no/such")));
    }
}
