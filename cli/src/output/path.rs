//! The paths of outputs: which ones an option accepts, and which ones are written directly.

use super::file_identity::MAX_LINKS;
use super::temporary_files::folder_of;
use clap::builder::{PathBufValueParser, TypedValueParser};
use std::fs;
use std::path::{Path, PathBuf, is_separator};
use tagrake_bulk::input::is_url;

const STDOUT_DESCRIPTOR: u32 = 1;

/// Returns the parser of options that name an output file.
pub(crate) fn file() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| {
        if names_folder(&path) {
            return Err("it is the name of a folder, not of a file".to_owned());
        }
        if !is_stdout(&path) && descriptor(&path).is_some_and(|descriptor| descriptor.is_only_read()) {
            return Err("it is not open for writing".to_owned());
        }
        local(path)
    })
}

/// Returns the parser of options that name a folder of outputs.
pub(crate) fn folder() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(local)
}

fn local(path: PathBuf) -> Result<PathBuf, String> {
    if is_url(&path) {
        return Err("outputs are local files: write one, then upload it".to_owned());
    }
    Ok(path)
}

/// Returns true if the path ends in a separator, `.` or `..`, so that it can only name a folder. Some system calls ignore that
/// ending, others fail.
fn names_folder(path: &Path) -> bool {
    let bytes = path.as_os_str().as_encoded_bytes();
    let name = bytes.rsplit(|&byte| is_separator(byte.into())).next().unwrap_or_default();
    matches!(name, b"" | b"." | b"..")
}

/// Returns true if `path` names standard output.
pub(crate) fn is_stdout(path: &Path) -> bool {
    ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"].iter().any(|name| path == Path::new(name))
        || descriptor(path).is_some_and(|descriptor| descriptor.is_stdout())
}

/// Returns true for standard output, pipes, devices and open files. They are written directly, and their names choose
/// no format.
pub(crate) fn is_special(path: &Path) -> bool {
    is_stdout(path)
        || descriptor(path).is_some()
        || fs::metadata(path).is_ok_and(|metadata| !metadata.is_file() && !metadata.is_dir())
}

/// An open file of a process.
struct Descriptor {
    /// The canonical path of the folder that lists the open files of the process: `/proc/7/fd` or `/dev/fd`.
    folder: PathBuf,
    number: u32,
}

/// Returns the open file that `path` names, directly or through symbolic links: `/dev/fd/3`, `/proc/self/fd/3`, `/dev/stderr`. Other paths below
/// `/proc` may name regular files: `/proc/self/cwd/page.html`.
fn descriptor(path: &Path) -> Option<Descriptor> {
    let mut path = path.to_owned();
    for _ in 0..MAX_LINKS {
        let folder = fs::canonicalize(folder_of(&path)).ok()?;
        if folder == Path::new("/dev/fd") || folder.starts_with("/proc") && folder.ends_with("fd") {
            let number = path.file_name()?.to_str()?.parse().ok()?;
            return Some(Descriptor { folder, number });
        }
        path = folder.join(fs::read_link(&path).ok()?);
    }
    None
}

impl Descriptor {
    fn is_stdout(&self) -> bool {
        self.number == STDOUT_DESCRIPTOR && fs::canonicalize("/dev/fd").is_ok_and(|own| own == self.folder)
    }

    /// Returns true if the file is not open for writing. False if the system does not report it.
    fn is_only_read(&self) -> bool {
        const ACCESS_MODE: u32 = 0b11;
        const READ_ONLY: u32 = 0;
        let info = self.folder.with_file_name("fdinfo").join(self.number.to_string());
        let info = fs::read_to_string(info).unwrap_or_default();
        let flags = info.lines().find_map(|line| line.strip_prefix("flags:"));
        let flags = flags.and_then(|flags| u32::from_str_radix(flags.trim(), 8).ok());
        flags.is_some_and(|flags| flags & ACCESS_MODE == READ_ONLY)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_folders_end_in_a_separator_or_dots() {
        for path in ["a/", "a/.", "a/..", "/", ".", "..", "./", "a.jsonl//"] {
            assert!(names_folder(Path::new(path)), "{path}");
        }
        for path in ["a", "a/b", "./a", "a.", "..a", "-"] {
            assert!(!names_folder(Path::new(path)), "{path}");
        }
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn only_descriptors_and_devices_are_special() {
        let own = format!("/proc/{}/fd/1", std::process::id());
        for path in ["-", "/dev/stdout", "//dev//fd/1", "/dev/../dev/stdout", "/proc/thread-self/../../fd/1", &own] {
            assert!(is_stdout(Path::new(path)), "{path}");
        }
        for path in ["/dev/stderr", "/dev/fd/2", "/proc/self/fd/7", "/dev/null"] {
            assert!(is_special(Path::new(path)) && !is_stdout(Path::new(path)), "{path}");
        }
        for path in ["/proc/self/cwd/page.html", "/proc/self/fd/x", "/dev/shm/1", "fd/1", "/no/such/fd/1"] {
            assert!(!is_special(Path::new(path)), "{path}");
        }
        let file = fs::File::open("/dev/null").expect("a file");
        let number = std::os::fd::AsRawFd::as_raw_fd(&file);
        let is_only_read = |path: String| descriptor(Path::new(&path)).expect("a descriptor").is_only_read();
        assert!(is_only_read(format!("/dev/fd/{number}")));
        let file = fs::File::options().append(true).open("/dev/null").expect("a file");
        let number = std::os::fd::AsRawFd::as_raw_fd(&file);
        assert!(!is_only_read(format!("/proc/self/fd/{number}")));
    }
}
