//! Output files. They are written under a temporary name and renamed when complete, so that a file of the final name is
//! always complete, however the process ends.

use super::file_identity::{Stamp, target_of};
use super::overwrites::Overwrites;
use super::path::{is_special, is_stdout};
use super::stdio::{Stdout, open_stdout};
use super::sync::{or_unsupported, sync_folder};
use super::temporary_files;
use crate::failure::{Failure, about};
use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
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
        // It may not exist any more, or be a folder.
        let _ = fs::remove_file(file).or_else(|_| fs::remove_dir_all(file));
    }
    files
}

/// Creates a temporary folder, which is removed if the run is interrupted.
pub(super) fn register_unfinished(create: impl FnOnce() -> io::Result<PathBuf>) -> io::Result<PathBuf> {
    let mut unfinished = unfinished();
    let path = create()?;
    unfinished.push(path.clone());
    Ok(path)
}

/// Forgets a temporary folder that was removed.
pub(super) fn forget_unfinished(path: &Path) {
    unfinished().retain(|other| other != path);
}

/// Calls `change`. An interrupt waits until it returns.
pub(super) fn without_interrupt<T>(change: impl FnOnce() -> T) -> T {
    let _guard = unfinished();
    change()
}

/// An output: standard output, a special file, or a file that is renamed when complete.
pub(crate) struct OutputFile(Target);

enum Target {
    Stdout(Stdout),
    /// A pipe, a device or an open file, which is written directly.
    Special(File),
    Temporary(Temporary),
}

/// A file under a temporary name.
struct Temporary {
    file: File,
    path: Option<TempPath>,
    /// The name of the output as given.
    name: PathBuf,
    /// The file that it replaces: the target of a symbolic link.
    target: PathBuf,
    overwrites: Overwrites,
}

impl OutputFile {
    /// Opens standard output.
    pub(crate) fn stdout() -> io::Result<Self> {
        Ok(Self(Target::Stdout(open_stdout()?)))
    }

    /// Opens an output that [`keep`](Self::keep) moves to `path`, unless `overwrites` finds that it is an input.
    pub(crate) fn create(path: &Path, overwrites: &Overwrites) -> io::Result<Self> {
        if is_stdout(path) { Self::stdout() } else { Self::open(path, overwrites).map_err(|error| about(path, &error)) }
    }

    /// As [`create`](Self::create), or standard output without a path. Also lists the temporary files of killed runs in the
    /// folder of the file.
    pub(crate) fn create_named(path: Option<&Path>, overwrites: &Overwrites) -> io::Result<Self> {
        let Some(path) = path else { return Self::stdout() };
        if !is_special(path)
            && let Ok(target) = target_of(path)
        {
            overwrites.list_orphans(temporary_files::folder_of(&target));
        }
        Self::create(path, overwrites)
    }

    /// As [`create`](Self::create), and writes the content.
    pub(crate) fn with_content(path: &Path, content: &[u8], overwrites: &Overwrites) -> io::Result<Self> {
        let mut file = Self::create(path, overwrites)?;
        file.write_all(content).and_then(|()| file.flush()).map_err(|error| about(path, &error))?;
        Ok(file)
    }

    fn open(path: &Path, overwrites: &Overwrites) -> io::Result<Self> {
        if is_special(path) {
            // Append, because the shell may have opened a regular file with `>>`.
            return Ok(Self(Target::Special(File::options().append(true).open(path)?)));
        }
        let (name, target) = (path.to_owned(), target_of(path)?);
        if target.is_dir() {
            return Err(ErrorKind::IsADirectory.into());
        }
        let mut unfinished = unfinished();
        let (file, path) = temporary_files::create(temporary_files::folder_of(&target))?.into_parts();
        unfinished.push(path.to_path_buf());
        let overwrites = overwrites.clone();
        Ok(Self(Target::Temporary(Temporary { file, path: Some(path), name, target, overwrites })))
    }

    /// Returns the size and time that the file keeps after the rename; `None` unless it is a regular file.
    pub(crate) fn stamp(&self) -> io::Result<Option<Stamp>> {
        match &self.0 {
            Target::Stdout(_) | Target::Special(_) => Ok(None),
            Target::Temporary(temporary) => Stamp::of(&temporary.file.metadata()?),
        }
    }

    /// Writes the content to the disk, so that after a loss of power the name refers to the old file or to this one.
    pub(crate) fn sync(&self) -> io::Result<()> {
        match &self.0 {
            Target::Stdout(_) | Target::Special(_) => Ok(()),
            Target::Temporary(Temporary { file, name, .. }) => {
                or_unsupported(file.sync_all()).map_err(|error| about(name, &error))
            }
        }
    }

    /// Renames the file to its final name: it is complete.
    ///
    /// # Errors
    ///
    /// If it cannot be renamed, or would replace an input.
    pub(crate) fn keep(mut self) -> Result<(), Failure> {
        let Target::Temporary(Temporary { path, name, target, overwrites, .. }) = &mut self.0 else { return Ok(()) };
        overwrites.check_rename(name).map_err(Failure::Usage)?;
        let Some(path) = path.take() else { return Ok(()) };
        // The system may reuse the inode of the replaced file.
        overwrites.forget_replaced(name);
        finish(path, |path| path.persist(&*target).map_err(|error| about(name, &error.error)))?;
        let _ = overwrites.add_output(name); // it was checked above
        Ok(())
    }

    /// As [`keep`](Self::keep), and writes the file and its name to the disk.
    pub(crate) fn keep_on_disk(self) -> Result<(), Failure> {
        self.sync()?;
        let folder = match &self.0 {
            Target::Stdout(_) | Target::Special(_) => None,
            Target::Temporary(Temporary { target, .. }) => Some(temporary_files::folder_of(target).to_owned()),
        };
        self.keep()?;
        Ok(folder.map_or(Ok(()), |folder| sync_folder(&folder))?)
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
        if let Target::Temporary(Temporary { path, .. }) = &mut self.0
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
            Target::Special(file) | Target::Temporary(Temporary { file, .. }) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.0 {
            Target::Stdout(stdout) => stdout.flush(),
            Target::Special(file) | Target::Temporary(Temporary { file, .. }) => file.flush(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_renamed_when_complete() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("out");
        let names = || fs::read_dir(folder.path()).expect("a folder").count();
        let mut file = OutputFile::create(&path, &Overwrites::default()).expect("a file");
        file.write_all(b"half").expect("written");
        assert!(names() == 1 && !path.exists());
        drop(file);
        assert!(names() == 0 && unfinished().iter().all(|file| !file.starts_with(folder.path())));
        for text in ["one", "two"] {
            let mut file = OutputFile::create(&path, &Overwrites::default()).expect("a file");
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
        let mut file = OutputFile::create(&path("link"), &Overwrites::default()).expect("a file");
        file.write_all(b"text").expect("written");
        file.keep().expect("renamed");
        assert!(path("link").is_symlink());
        assert_eq!(fs::read_to_string(path("target")).expect("a file"), "text");
        let mode = |name| fs::metadata(path(name)).expect("a file").permissions().mode();
        assert_eq!(mode("target"), mode("plain"));
        assert!(
            OutputFile::create(&path("no/such"), &Overwrites::default())
                .is_err_and(|error| error.to_string().contains("no/such"))
        );
    }
}
