//! The input files of a folder, in order.

use super::format::{InputFormat, NameFormat};
use super::input_file::InputFile;
use super::inputs::{FoundInput, Inputs};
use super::output_records::{RecordedOutputs, is_record_folder};
use crate::input::error::{InputError, InputErrorKind};
use std::iter;
use std::path::{Path, PathBuf};
use walkdir::{DirEntry, WalkDir};

/// The prefix of temporary files for outputs.
#[doc(hidden)]
pub const TEMPORARY_PREFIX: &str = ".tagrake-";

impl Inputs {
    /// Returns true if the file at `path` has the name of an input.
    fn takes_name(&self, path: &Path) -> bool {
        match (self.format, NameFormat::of(path)) {
            (InputFormat::Auto, name) => name.is_of_input(),
            (InputFormat::Html, name) => name == NameFormat::Page,
            (InputFormat::Jsonl, name) => name == NameFormat::JsonLines,
            (InputFormat::Warc, name) => matches!(name, NameFormat::Warc | NameFormat::Container(_)),
        }
    }
}

/// Returns true for the files and folders that a run writes beside its outputs.
fn is_beside_output(entry: &DirEntry) -> bool {
    let name = entry.file_name();
    let is_of_records = || entry.depth() > 0 && entry.file_type().is_dir() && is_record_folder(name);
    name.as_encoded_bytes().starts_with(TEMPORARY_PREFIX.as_bytes()) || is_of_records()
}

/// Returns the files of a folder, at any depth, that are read. Symbolic links are followed. The count of skipped files precedes
/// each file and the end. Returns an error if no file is read.
pub(crate) fn found(folder: PathBuf, inputs: Inputs) -> impl Iterator<Item = FoundInput> + Send {
    let entries = WalkDir::new(&folder).follow_links(true).sort_by_file_name().into_iter();
    let mut entries = entries.filter_entry(|entry| !is_beside_output(entry));
    let mut is_empty = true;
    let (mut skipped, mut outputs) = (0, RecordedOutputs::default());
    // The file or the end that follows a count.
    let mut pending = None;
    iter::from_fn(move || {
        if let Some(found) = pending.take() {
            return Some(found);
        }
        let found = loop {
            match entries.next() {
                None if is_empty => {
                    let error = InputError::new(folder.display().to_string(), InputErrorKind::EmptyFolder);
                    break Some(FoundInput::Error(error));
                }
                None => break None,
                // An entry that cannot be read may be a folder of inputs.
                Some(Err(error)) => break Some(FoundInput::Error(walk_error(&folder, error))),
                Some(Ok(entry)) if entry.file_type().is_dir() => {}
                Some(Ok(entry)) => {
                    let takes_name = inputs.takes_name(entry.path());
                    // Reading a pipe might never end.
                    if entry.file_type().is_file() && (takes_name || inputs.all_files) {
                        let file = InputFile::new(entry.into_path(), inputs.format);
                        break Some(FoundInput::File(InputFile {
                            is_from_folder: true,
                            is_optional: !takes_name,
                            ..file
                        }));
                    }
                    // The number of outputs that a run has already written into this folder depends on its speed.
                    skipped += u64::from(!outputs.contains(entry.path()));
                }
            }
        };
        is_empty = false;
        if skipped > 0 {
            pending = found;
            return Some(FoundInput::Skipped(std::mem::take(&mut skipped)));
        }
        found
    })
}

fn walk_error(folder: &Path, error: walkdir::Error) -> InputError {
    let origin = error.path().unwrap_or(folder).display().to_string();
    let kind = error.into_io_error().map_or(InputErrorKind::Loop, InputErrorKind::Io);
    InputError::new(origin, kind)
}
