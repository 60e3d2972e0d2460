//! Opens the file at a path.

use super::format::InputFormat;
use super::input_file::InputFile;
use super::list_file;
use super::stdin::{is_stdin, open_stdin};
use crate::input::error::InputError;
use std::io::{self, Read};
use std::path::Path;
use tagrake_archive::local_file::LocalFile;

/// Opens the file at `path`; `-` is standard input. A URL of an object store or a web server is downloaded while it is
/// read, with the feature `remote`.
///
/// # Errors
///
/// Returns an error if the file does not exist or cannot be opened. Errors of a download are returned by its reader.
///
/// ```
/// assert!(tagrake_bulk::input::open("no/such/file".as_ref()).is_err());
/// ```
pub fn open(path: &Path) -> Result<Box<dyn Read + Send>, InputError> {
    let file = InputFile::new(path.to_owned(), InputFormat::Auto);
    open_file(&file).map_err(|error| InputError::io(file.origin(), error))
}

/// As [`open`], and decompresses the file if its first bytes are the ones of gzip or zstd.
///
/// # Errors
///
/// Returns an error if the file does not exist or cannot be opened. Errors of the compression are returned by its reader.
///
/// ```
/// use std::io::Read;
/// use tagrake_bulk::input::open_decompressed;
///
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("list");
/// std::fs::write(&path, "a.warc.gz\n")?;
/// let mut text = String::new();
/// open_decompressed(&path)?.read_to_string(&mut text)?;
/// assert_eq!(text, "a.warc.gz\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn open_decompressed(path: &Path) -> Result<Box<dyn Read + Send>, InputError> {
    let file = InputFile::new(path.to_owned(), InputFormat::Auto);
    let stream = open_file(&file).and_then(list_file::decompress);
    stream.map(|stream| Box::new(stream) as _).map_err(|error| InputError::io(file.origin(), error))
}

fn open_file(file: &InputFile) -> io::Result<Box<dyn Read + Send>> {
    match &file.remote {
        Some(remote) => remote.open().map(|reader| Box::new(reader) as _),
        None if is_stdin(&file.path) => open_stdin(),
        None => LocalFile::open(&file.path).map(|file| Box::new(file.reader()) as _),
    }
}
