//! The rows of a list of files, in any of its formats.

use super::cluster::BlockFiles;
use super::index_line::LineFormat;
use super::index_lines::IndexLines;
use super::index_row::ListRow;
#[cfg(feature = "columns")]
use super::index_table::{self, IndexTable};
use super::kept_members::KeptMembers;
use crate::input::error::InputError;
use crate::input::sources::inputs::FileCheck;
use crate::input::sources::list_file::{self, ListKind, ListStream};
use crate::schema::KeptColumns;
#[cfg(feature = "columns")]
use std::fs::File;
use std::path::{Path, PathBuf};
#[cfg(feature = "columns")]
use tagrake_archive::codec::StreamCompression;
use tagrake_archive::remote::RemoteOptions;

/// Maximum length of a compressed Parquet file after decompression. It is stored in a temporary file.
#[cfg(feature = "columns")]
const MAX_STORED_BYTES: u64 = 1 << 30;

/// The rows of a list, as they are read.
pub(crate) enum ListRows<R> {
    Lines(Box<IndexLines<R>>),
    #[cfg(feature = "columns")]
    Table(Box<IndexTable<R>>),
    /// The list cannot be read.
    Error(Option<InputError>),
}

impl<R: ListRow> ListRows<R> {
    /// Opens the index of records at `path`, which may be a URL; `-` is standard input. Rows have the values of the columns in
    /// `keep`. `check` is called for each file of blocks.
    pub(super) fn open(path: PathBuf, keep: KeptColumns, options: &RemoteOptions, check: Option<FileCheck>) -> Self {
        match list_file::open(&path, ListKind::Records, options) {
            Ok(stream) => match Self::of_stream(path.clone(), stream, keep, options) {
                Self::Lines(lines) => {
                    Self::Lines(Box::new(lines.with_blocks(BlockFiles { list: path, options: options.clone(), check })))
                }
                rows => rows,
            },
            Err(error) => Self::Error(Some(error)),
        }
    }

    /// Creates the rows of the list in `stream`, which was opened at `path`.
    pub(crate) fn of_stream(path: PathBuf, stream: ListStream, keep: KeptColumns, options: &RemoteOptions) -> Self {
        let origin = list_file::origin(&path, options);
        if list_file::is_table(stream.get_ref().0.get_ref()) {
            return Self::table(&path, origin, stream, &keep).unwrap_or_else(|error| Self::Error(Some(error)));
        }
        let lines = IndexLines::new(origin, list_file::lines(stream), LineFormat::Unknown, KeptMembers::new(keep));
        Self::Lines(Box::new(lines))
    }

    #[cfg(feature = "columns")]
    fn table(path: &Path, origin: String, stream: ListStream, keep: &KeptColumns) -> Result<Self, InputError> {
        let is_plain = stream.get_ref().1.compression() == StreamCompression::Plain;
        let file = if is_plain && path.is_file() {
            File::open(path).map_err(|error| InputError::io(&*origin, error))?
        } else {
            let max_bytes = if is_plain { u64::MAX } else { MAX_STORED_BYTES };
            index_table::store::<R>(&origin, stream, max_bytes)?
        };
        IndexTable::open(origin, file, keep).map(|table| Self::Table(Box::new(table)))
    }

    #[cfg(not(feature = "columns"))]
    fn table(_: &Path, origin: String, _: ListStream, _: &KeptColumns) -> Result<Self, InputError> {
        let cause = "this build does not read Parquet and Arrow, because it lacks the feature `columns`";
        Err(InputError::new(origin, R::error(cause.to_owned())))
    }

    /// Returns the place of the last row, for messages: the list, and the number of the line or of the row, from 1.
    pub(crate) fn place(&self) -> String {
        match self {
            Self::Lines(lines) => lines.place(),
            #[cfg(feature = "columns")]
            Self::Table(table) => table.place(),
            Self::Error(_) => String::new(),
        }
    }

    /// Takes the names of columns that are not read, as far as they are known and were not taken before.
    pub(crate) fn take_others(&mut self) -> Vec<String> {
        match self {
            Self::Lines(lines) => lines.others.take(),
            #[cfg(feature = "columns")]
            Self::Table(table) => table.others.take(),
            Self::Error(_) => Vec::new(),
        }
    }
}

impl<R: ListRow> Iterator for ListRows<R> {
    type Item = Result<R, InputError>;

    fn next(&mut self) -> Option<Self::Item> {
        match self {
            Self::Lines(lines) => lines.next(),
            #[cfg(feature = "columns")]
            Self::Table(table) => table.next(),
            Self::Error(error) => error.take().map(Err),
        }
    }
}
