//! Opens the file at a path, or reads the page in it.

use super::format::InputFormat;
use super::input_file::InputFile;
use super::list_file;
use super::stdin::{is_stdin, open_stdin};
use crate::input::cut_cause::CutCause;
use crate::input::error::InputError;
use crate::input::pages::input_page::InputPage;
use std::io::{self, Read};
use std::path::Path;
use tagrake_archive::http::{self, BodyDamage, BodyLimits};
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

/// Reads the page in the file at `path` without decompression; `-` is standard input. The content coding of a page on a web
/// server is decoded. Of a longer file, only the first `max_bytes` are read, and
/// [`Capture::content_truncated`](crate::input::Capture::content_truncated) is `length`. If the coded body is damaged, the page ends
/// there, and it is `unspecified`.
///
/// # Errors
///
/// Returns an error if the file does not exist or cannot be read.
///
/// ```
/// assert!(tagrake_bulk::input::read("no/such/file".as_ref(), 1 << 20).is_err());
/// ```
pub fn read(path: &Path, max_bytes: usize) -> Result<InputPage, InputError> {
    let file = InputFile::new(path.to_owned(), InputFormat::Html);
    let mut html = Vec::new();
    open_file(&file)
        .and_then(|stream| stream.take((max_bytes as u64).saturating_add(1)).read_to_end(&mut html))
        .map_err(|error| InputError::io(file.origin(), error))?;
    let mut damage = (html.len() > max_bytes).then_some(BodyDamage::OverLimit);
    html.truncate(max_bytes);
    let web = file.remote.as_ref().filter(|file| file.is_web());
    if let Some(head) = web.and_then(|file| file.head()).filter(|head| http::is_coded(&head.headers)) {
        let limits = BodyLimits { max_bytes, ..BodyLimits::default() };
        let (text, of_text) = http::decode_received(&head.headers, html, limits);
        (html, damage) = (text, damage.or(of_text));
    }
    let mut page = InputPage { html, ..InputPage::of_file(&file) };
    if let Some(damage) = damage {
        page.set_truncated(CutCause::from(damage).content_truncated());
    }
    Ok(page)
}
