//! Files that have their name only when they are whole, however the command ends.

use std::fs::{self, File, Permissions};
use std::io::{self, Stdout, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tagrake_bulk::reason;
use tempfile::{NamedTempFile, TempPath};

/// The status of a command that was interrupted, or told to end in another way.
const INTERRUPTED: i32 = 130;
/// What the names of files begin with that are not whole.
const PREFIX: &str = ".tagrake-";

/// The files that are not whole.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn unfinished() -> MutexGuard<'static, Vec<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Has an interrupt end the command at once, without leaving files behind that are not whole; so `SIGTERM` and `SIGHUP`.
pub(crate) fn clean_up_if_interrupted() {
    // Without a thread to call it, a handler would only make signals ineffective.
    if std::thread::Builder::new().spawn(|| {}).is_err() {
        return;
    }
    // If there is a handler already, or can be none, an interrupt ends the command as it ends others.
    let _ = ctrlc::set_handler(|| {
        // Nobody renames a file meanwhile.
        let files = unfinished();
        for file in files.iter() {
            let _ = fs::remove_file(file); // it may be gone already
        }
        std::process::exit(INTERRUPTED);
    });
}

/// Where output goes.
pub(crate) struct OutputFile(Place);

enum Place {
    Stdout(Stdout),
    /// What is no regular file: a pipe, a device.
    Special(File),
    Temporary {
        file: File,
        path: Option<TempPath>,
        name: PathBuf,
    },
}

impl OutputFile {
    /// Standard output.
    pub(crate) fn stdout() -> Self {
        Self(Place::Stdout(io::stdout()))
    }

    /// The file at `path`, which is made anew when this one is whole.
    pub(crate) fn create(path: &Path) -> io::Result<Self> {
        Self::create_nameless(path).map_err(|error| about(path, &error))
    }

    fn create_nameless(path: &Path) -> io::Result<Self> {
        // What a link leads to is written, not the link.
        let name = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        if fs::metadata(&name).is_ok_and(|metadata| !metadata.is_file()) {
            return Ok(Self(Place::Special(File::options().write(true).open(&name)?)));
        }
        let folder = match name.parent() {
            Some(folder) if folder != Path::new("") => folder,
            _ => Path::new("."),
        };
        let mut unfinished = unfinished();
        let (file, path) = temporary_file(folder)?.into_parts();
        unfinished.push(path.to_path_buf());
        Ok(Self(Place::Temporary { file, path: Some(path), name }))
    }

    /// Gives the file its name: it is whole.
    pub(crate) fn keep(mut self) -> io::Result<()> {
        match &mut self.0 {
            Place::Stdout(_) | Place::Special(_) => Ok(()),
            Place::Temporary { path, name, .. } => match path.take() {
                Some(path) => finish(path, |path| path.persist(&*name).map_err(|error| about(name, &error.error))),
                None => Ok(()),
            },
        }
    }
}

/// Makes a file without a name of its own, that others may read as they may read any.
fn temporary_file(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(PREFIX);
    #[cfg(unix)]
    builder.permissions(<Permissions as std::os::unix::fs::PermissionsExt>::from_mode(0o666));
    builder.tempfile_in(folder)
}

/// Renames or removes a file that is not whole; an interrupt waits until that is done.
fn finish<T>(path: TempPath, finish: impl FnOnce(TempPath) -> T) -> T {
    let mut unfinished = unfinished();
    let name = path.to_path_buf();
    let result = finish(path);
    unfinished.retain(|other| *other != name);
    result
}

impl Drop for OutputFile {
    fn drop(&mut self) {
        if let Place::Temporary { path, .. } = &mut self.0
            && let Some(path) = path.take()
        {
            finish(path, drop);
        }
    }
}

impl Write for OutputFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.0 {
            Place::Stdout(stdout) => stdout.write(bytes),
            Place::Special(file) | Place::Temporary { file, .. } => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.0 {
            Place::Stdout(stdout) => stdout.flush(),
            Place::Special(file) | Place::Temporary { file, .. } => file.flush(),
        }
    }
}

/// Returns an error that names the file.
fn about(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {}", path.display(), reason(error)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_has_its_name_when_it_is_whole() {
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
    fn links_and_modes_are_those_of_other_files() {
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
