//! Pages to read: files, folders, standard input.

use std::ffi::OsStr;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use walkdir::WalkDir;

/// The name of standard input among the arguments.
const STDIN: &str = "-";
/// A byte order mark in UTF-8: no part of the document.
const BOM: &[u8] = b"\xEF\xBB\xBF";

/// Why a page could not be read; each message names the page.
#[derive(Debug, thiserror::Error)]
pub(crate) enum InputError {
    #[error("{}: {}", .0.display(), reason(.1))]
    Io(PathBuf, io::Error),
    #[error("{}: not UTF-8: the byte at offset {} ({:#04x}) begins no code point", .0.display(), .1, .2)]
    NotUtf8(PathBuf, usize, u8),
    #[error("{}: the folder holds no .html or .htm file", .0.display())]
    EmptyFolder(PathBuf),
    #[error("{}: a link to a folder that holds it", .0.display())]
    Loop(PathBuf),
}

impl InputError {
    /// Says what went wrong in the folder `path`.
    fn walk(path: &Path, error: walkdir::Error) -> Self {
        let path = error.path().unwrap_or(path).to_owned();
        match error.into_io_error() {
            Some(error) => Self::Io(path, error),
            None => Self::Loop(path),
        }
    }
}

/// The system's words without its number.
pub(crate) fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    match text.find(" (os error") {
        Some(end) => text[..end].to_owned(),
        None => text,
    }
}

/// Opens the file at `path`; `-` is standard input.
pub(crate) fn open(path: &Path) -> Result<Box<dyn Read>, InputError> {
    if path == Path::new(STDIN) {
        return Ok(Box::new(io::stdin().lock()));
    }
    fs::File::open(path)
        .map(|file| Box::new(file) as Box<dyn Read>)
        .map_err(|error| InputError::Io(path.to_owned(), error))
}

/// A page that was read.
#[derive(Debug)]
pub(crate) struct Page {
    bytes: Vec<u8>,
}

impl Page {
    /// Reads the page at `path`; `-` is standard input.
    pub(crate) fn read(path: &Path) -> Result<Self, InputError> {
        let mut bytes = Vec::new();
        let read = if path == Path::new(STDIN) {
            io::stdin().lock().read_to_end(&mut bytes).map(drop)
        } else {
            fs::read(path).map(|read| bytes = read)
        };
        read.map_err(|error| InputError::Io(path.to_owned(), error))?;
        match std::str::from_utf8(&bytes) {
            Ok(_) => Ok(Self { bytes }),
            Err(error) => {
                let offset = error.valid_up_to();
                Err(InputError::NotUtf8(path.to_owned(), offset, bytes[offset]))
            }
        }
    }

    /// Returns the document, without a byte order mark.
    pub(crate) fn html(&self) -> &[u8] {
        &self.bytes[self.base()..]
    }

    /// Returns the offset of the document's first byte in the page.
    pub(crate) fn base(&self) -> usize {
        if self.bytes.starts_with(BOM) { BOM.len() } else { 0 }
    }
}

/// Returns the pages that `path` stands for: itself, or the HTML files of a folder in the order of their names.
pub(crate) fn pages(path: &Path) -> impl Iterator<Item = Result<PathBuf, InputError>> {
    let (mut found, root) = (false, path.to_owned());
    let mut folder = (path != Path::new(STDIN) && path.is_dir()).then(|| path.to_owned());
    let single = folder.is_none().then(|| Ok(path.to_owned()));
    let mut entries = folder.clone().map(|folder| WalkDir::new(folder).sort_by_file_name().into_iter());
    let in_folder = std::iter::from_fn(move || {
        for entry in entries.as_mut()? {
            match entry {
                Ok(entry) if entry.file_type().is_file() && is_html(entry.path()) => {
                    found = true;
                    return Some(Ok(entry.into_path()));
                }
                Ok(_) => {}
                Err(error) => {
                    found = true; // the folder may hold pages
                    return Some(Err(InputError::walk(&root, error)));
                }
            }
        }
        entries = None;
        folder.take_if(|_| !found).map(|folder| Err(InputError::EmptyFolder(folder)))
    });
    single.into_iter().chain(in_folder)
}

/// Returns whether the file's name says that it is HTML.
fn is_html(path: &Path) -> bool {
    let extension = path.extension().and_then(OsStr::to_str).unwrap_or_default();
    extension.eq_ignore_ascii_case("html") || extension.eq_ignore_ascii_case("htm")
}
