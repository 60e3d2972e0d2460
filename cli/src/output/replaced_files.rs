//! The files of earlier runs that the output of an input replaces.

use super::existing_file;
use super::file_identity::Stamp;
use super::record::{InputStamp, OutputRecord};
use crate::failure::about;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// The path of an output, and the path of its record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RecordedPath {
    pub(super) path: PathBuf,
    pub(super) record: PathBuf,
}

/// The files that records of an input list, and that did not change since.
pub(super) struct ReplacedFiles<'f> {
    root: &'f Path,
    files: BTreeSet<PathBuf>,
    /// The records of outputs with another division.
    records: Vec<PathBuf>,
}

impl<'f> ReplacedFiles<'f> {
    /// Collects the files that the record of `output`, in the output folder `root`, lists, and the records of `others`: the outputs of
    /// the same `input` with another division.
    pub(super) fn of(root: &'f Path, output: &RecordedPath, others: &[RecordedPath], input: &InputStamp) -> Self {
        let (mut files, mut records) = (BTreeSet::new(), Vec::new());
        for RecordedPath { path, record: record_path } in others.iter().chain([output]) {
            let Some(record) = OutputRecord::read(record_path) else { continue };
            let is_other = *path != output.path;
            if is_other && !record.input().is_of_same_file(input) {
                continue;
            }
            match record.files() {
                Some(listed) => {
                    let unchanged = listed.iter().filter(|file| file.is_unchanged(root));
                    files.extend(unchanged.filter_map(|file| file.path(root)));
                }
                None if Stamp::of_path(path) == record.output() => files.extend([path.to_owned()]),
                None => {}
            }
            if is_other {
                records.push(record_path.clone());
            }
        }
        Self { root, files, records }
    }

    /// Checks that a file of the output at `path` replaces one of these files, or nothing.
    ///
    /// # Errors
    ///
    /// If it would replace another file.
    pub(super) fn check(&self, path: &Path) -> io::Result<()> {
        existing_file::check_is_regular(path)?;
        if self.files.contains(path) || fs::symlink_metadata(path).is_err() {
            return Ok(());
        }
        Err(io::Error::other(
            "it exists and is not from an earlier run with this input; remove it, or name another folder",
        ))
    }

    /// Leaves out a file that is replaced under its name.
    pub(super) fn keep(&mut self, path: &Path) {
        self.files.remove(path);
    }

    /// Removes the other files, and the folders of partitions that become empty.
    ///
    /// # Errors
    ///
    /// If a file cannot be removed: its rows would be there twice.
    pub(super) fn remove(self) -> io::Result<()> {
        for path in self.files.iter().chain(&self.records) {
            match fs::remove_file(path) {
                Ok(()) => {}
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(about(path, &error)),
            }
            let folders = path.ancestors().skip(1).take_while(|folder| *folder != self.root);
            // A folder that is not empty is not removed.
            let _ = folders.map(fs::remove_dir).find(Result::is_err);
        }
        Ok(())
    }
}
