//! Divides the rows of each input of an output folder into several files: files of limited size, partition folders, and one file
//! per page.
//!
//! The files of an input are written into a hidden folder beside its record, and renamed together when the input is read to its
//! end. The record of the input lists them. So `--skip-existing` trusts only complete sets of files, and an input that is read again
//! replaces all its earlier files.

pub(crate) mod bounded_file;
pub(crate) mod divided_files;
pub(crate) mod name_template;
mod partition_name;
pub(crate) mod staging;

use name_template::NameTemplate;
use std::num::NonZeroU64;
use tagrake_bulk::row::RowKey;

/// How the rows of each input are divided into files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Division {
    /// The rows with which a file is full.
    pub(crate) max_rows: Option<NonZeroU64>,
    /// The bytes with which a file is full.
    pub(crate) max_bytes: Option<NonZeroU64>,
    /// The keys whose values name partition folders.
    pub(crate) keys: Vec<RowKey>,
    /// The name of the file of each page, if each page has a file.
    pub(crate) template: Option<NameTemplate>,
}

impl Division {
    /// Returns true if there are partition folders.
    pub(crate) fn has_partitions(&self) -> bool {
        !self.keys.is_empty()
    }

    /// Returns true if files may be in other folders than the one with the record of their input.
    pub(crate) fn has_folders(&self) -> bool {
        self.has_partitions() || self.template.is_some()
    }
}
