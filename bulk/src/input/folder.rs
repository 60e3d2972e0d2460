//! Folders: the pages and WARC files in them, in order.

use super::{PAGE_NAMES, WARC_NAMES, ends_with};
use crate::error::{InputError, InputErrorKind};
use std::iter;
use std::path::{Path, PathBuf};
use walkdir::WalkDir;

/// How the names of temporary files of outputs begin.
const OWN_PREFIX: &str = ".tagrake-";
/// How the names of the records of outputs end.
const OWN_SUFFIX: &str = ".tagrake.json";

/// Returns the files of a folder at any depth that can be read; an error if there are none.
pub(super) fn files(folder: PathBuf) -> impl Iterator<Item = Result<PathBuf, InputError>> + Send {
    let mut entries = WalkDir::new(&folder).sort_by_file_name().into_iter();
    let mut found_or_told = false;
    iter::from_fn(move || {
        for entry in entries.by_ref() {
            match entry {
                Ok(entry) if entry.file_type().is_file() && is_input(entry.path()) => {
                    found_or_told = true;
                    return Some(Ok(entry.into_path()));
                }
                Ok(_) => {}
                Err(error) => {
                    found_or_told = true; // what cannot be read may hold pages
                    return Some(Err(walk_error(&folder, error)));
                }
            }
        }
        if found_or_told {
            return None;
        }
        found_or_told = true;
        Some(Err(InputError::new(folder.display().to_string(), InputErrorKind::EmptyFolder)))
    })
}

fn is_input(path: &Path) -> bool {
    !is_own(path) && (ends_with(path, PAGE_NAMES) || ends_with(path, WARC_NAMES))
}

/// Returns true for a file that a run writes beside its outputs: a temporary file, or the record of an output.
fn is_own(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().as_encoded_bytes();
    name.starts_with(OWN_PREFIX.as_bytes()) || (name.starts_with(b".") && ends_with(path, &[OWN_SUFFIX]))
}

fn walk_error(folder: &Path, error: walkdir::Error) -> InputError {
    let origin = error.path().unwrap_or(folder).display().to_string();
    let kind = error.into_io_error().map_or(InputErrorKind::Loop, InputErrorKind::Io);
    InputError::new(origin, kind)
}
