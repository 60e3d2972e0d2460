//! Inputs: files, folders, standard input, JSON lines, and WARC, ARC and WACZ files.

mod capture;
pub(crate) mod error;
mod files;
mod folder;
mod html_string;
mod id;
mod identify;
mod index_line;
#[cfg(feature = "columns")]
mod index_table;
mod json_lines;
mod lines;
mod list_file;
mod manifest;
mod name_format;
pub(crate) mod profile;
mod record_index;
#[cfg(feature = "columns")]
mod table_text;
mod type_names;

pub use capture::{Capture, FetchTime};
pub use files::{InputFile, Inputs};
pub use id::Id;
pub use identify::is_page_or_archive;
pub use json_lines::json_lines;
pub use record_index::RecordAddress;

pub use crate::remote::{RemoteOptions, RemoteVersion, RetryLimits, is_url};

pub(crate) use files::FoundInput;
pub(crate) use identify::{InputContent, InputIdentity, identify_stream};
pub(crate) use json_lines::{line_page, long_line, max_line_bytes};
pub(crate) use name_format::NameFormat;
pub(crate) use profile::Profile;

use crate::local_file::LocalFile;
use crate::{http, mime_type};
use error::InputError;
use std::io::{self, Read};
use std::path::Path;

/// The path that means standard input.
const STDIN: &str = "-";

/// The format of an input.
///
/// ```
/// use tagrake_bulk::input::InputFormat;
///
/// assert_eq!(InputFormat::default(), InputFormat::Auto);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum InputFormat {
    /// Identified by its first bytes, after decompression of gzip and zstd: a WARC, ARC or WACZ file, a page, or JSON
    /// lines. The name decides only where the bytes do not, as for an empty file. Input of any other type is an error.
    #[default]
    Auto,
    /// A page, also compressed by gzip or zstd.
    Html,
    /// A page on each line, as JSON, also compressed by gzip or zstd.
    Jsonl,
    /// A WARC or ARC file: plain, of gzip members or of zstd frames; or a WACZ file.
    Warc,
}

/// A page that was read: its bytes and their context.
///
/// ```
/// use tagrake_bulk::input::InputPage;
///
/// let page = InputPage::new("page.html", b"<p>".to_vec());
/// assert_eq!((page.origin.as_str(), page.url), ("page.html", None));
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct InputPage {
    /// The path. For a page from a line, also the number of the line, from 1: `pages.jsonl:3`.
    pub origin: String,
    /// The bytes.
    pub html: Vec<u8>,
    /// The id, if the page comes from a line that has one.
    pub id: Option<Id>,
    /// The capture, if the page comes from a web archive.
    pub capture: Option<Box<Capture>>,
    /// The URL.
    pub url: Option<String>,
    /// The value of the `Content-Type` header.
    pub content_type: Option<String>,
    /// The headers of the response: names and values.
    pub headers: Vec<(String, String)>,
    /// The scripting flag, if the page comes from a line that sets it.
    pub scripting: Option<bool>,
    /// How the encoding is found, if the page comes from a line that sets it.
    pub profile: Option<Profile>,
    /// True if the bytes are already text: their encoding is UTF-8, whatever the page or its headers declare.
    pub is_text: bool,
    /// True if the page is plain text, not HTML: each line is a paragraph.
    pub is_plain_text: bool,
}

impl InputPage {
    /// Creates a page from bytes alone.
    pub fn new(origin: impl Into<String>, html: Vec<u8>) -> Self {
        Self { origin: origin.into(), html, ..Self::default() }
    }

    /// Creates a page without bytes for the page in `file`. A page on a web server is a capture: it has the URL, the status
    /// and the header fields of its response, as a response in a WARC file has.
    pub(crate) fn of_file(file: &InputFile) -> Self {
        let page = Self::new(file.origin(), Vec::new());
        let Some(remote) = file.remote.as_ref().filter(|file| file.is_web()) else { return page };
        let url = Some(remote.page_url());
        let Some(head) = remote.head() else { return Self { url, ..page } };
        let headers = head.headers.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        let content_mime_type = mime_type::declared(&head.headers).map(str::to_ascii_lowercase);
        let capture = Capture { fetch_status: Some(head.status), content_mime_type, ..Capture::default() };
        Self { url, headers, capture: Some(Box::new(capture)), ..page }
    }

    /// Sets the reason why the end of the page is missing, as a value of `WARC-Truncated`.
    pub(crate) fn set_truncated(&mut self, reason: &str) {
        self.capture.get_or_insert_default().content_truncated = Some(reason.to_owned());
    }
}

/// Returns true if `path` means standard input: it is `-`.
///
/// ```
/// assert!(tagrake_bulk::input::is_stdin("-".as_ref()));
/// ```
pub fn is_stdin(path: &Path) -> bool {
    path == Path::new(STDIN)
}

/// Opens standard input. Unlike `std::io::Stdin`, it is not empty but an error if it is closed or only written.
pub(crate) fn open_stdin() -> io::Result<Box<dyn Read + Send>> {
    #[cfg(unix)]
    {
        use std::os::fd::AsFd;
        Ok(Box::new(std::fs::File::from(io::stdin().as_fd().try_clone_to_owned()?)))
    }
    #[cfg(not(unix))]
    Ok(Box::new(io::stdin()))
}

/// Splits a header line at its colon and trims both parts. Returns `None` if there is no colon, or no name before it.
///
/// ```
/// use tagrake_bulk::input::split_header;
///
/// assert_eq!(split_header("Link: </a>; rel=next"), Some(("Link", "</a>; rel=next")));
/// assert_eq!(split_header("no header"), None);
/// ```
pub fn split_header(line: &str) -> Option<(&str, &str)> {
    let (name, value) = line.split_once(':')?;
    let name = name.trim();
    (!name.is_empty()).then_some((name, value.trim()))
}

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

fn open_file(file: &InputFile) -> io::Result<Box<dyn Read + Send>> {
    match &file.remote {
        Some(remote) => remote.open().map(|reader| Box::new(reader) as _),
        None if is_stdin(&file.path) => open_stdin(),
        None => LocalFile::open(&file.path).map(|file| Box::new(file.reader()) as _),
    }
}

/// Opens a page. The content coding of a response is decoded.
fn open_page(file: &InputFile) -> io::Result<Box<dyn Read + Send>> {
    let Some(remote) = file.remote.as_ref().filter(|file| file.is_web()) else { return open_file(file) };
    let mut download = remote.open()?;
    match remote.head_of(&mut download) {
        Some(head) if http::is_coded(&head.headers) => {
            let stream = http::decode_unmarked(Box::new(download), &head.headers)?;
            list_file::decompress(stream).map(|stream| Box::new(stream) as _)
        }
        _ => Ok(Box::new(download)),
    }
}

/// Reads the page in the file at `path` without decompression; `-` is standard input. The content coding of a page on a web
/// server is decoded. Of a longer file, only the first `max_bytes` are read, and [`Capture::content_truncated`] is `length`.
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
    let stream = open_page(&file).map_err(|error| InputError::io(file.origin(), error))?;
    let mut html = Vec::new();
    let read = stream.take((max_bytes as u64).saturating_add(1)).read_to_end(&mut html);
    read.map_err(|error| InputError::io(file.origin(), error))?;
    let mut page = InputPage { html, ..InputPage::of_file(&file) };
    if page.html.len() > max_bytes {
        page.html.truncate(max_bytes);
        page.set_truncated("length");
    }
    Ok(page)
}
