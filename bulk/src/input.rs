//! Pages to read: files, folders, standard input, lines of JSON.

pub use crate::capture::{Capture, FetchTime};
pub use crate::json_lines::json_lines;

use crate::error::{InputError, InputErrorKind};
use crate::reader::Profile;
use serde::{Deserialize, Serialize};
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, BufReader, Read};
use std::iter;
use std::path::{Path, PathBuf};
use walkdir::WalkDir;

/// The name of standard input among the paths.
const STDIN: &str = "-";
/// How much of a file of lines is read at once.
const BUFFER_BYTES: usize = 64 << 10;

/// What the bytes of an input are.
///
/// ```
/// use std::path::Path;
/// use tagrake_bulk::input::InputFormat;
///
/// assert_eq!(InputFormat::Auto.of(Path::new("pages.JSONL")), InputFormat::Jsonl);
/// assert_eq!(InputFormat::Auto.of(Path::new("-")), InputFormat::Html);
/// assert_eq!(InputFormat::Jsonl.of(Path::new("-")), InputFormat::Jsonl);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum InputFormat {
    /// As the name of the file says: lines of JSON if it ends in `.jsonl`, else a page.
    #[default]
    Auto,
    /// A page.
    Html,
    /// A page on each line, in JSON.
    Jsonl,
}

impl InputFormat {
    /// Returns the format of the file at `path`; never [`Auto`](Self::Auto).
    pub fn of(self, path: &Path) -> Self {
        match self {
            Self::Auto if has_extension(path, &["jsonl"]) => Self::Jsonl,
            Self::Auto => Self::Html,
            format => format,
        }
    }
}

/// What a line of pages calls its page: text or a number, which records repeat.
///
/// ```
/// use tagrake_bulk::input::Id;
///
/// let id: Id = serde_json::from_str("12")?;
/// assert_eq!(serde_json::to_string(&id)?, "12");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(untagged, expecting = "an id is a string or a number")]
pub enum Id {
    /// Text.
    Text(String),
    /// A number.
    Number(serde_json::Number),
}

/// A page that was read: its bytes, and what came with them.
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
    /// The path; with the number of the line, from 1, if the page comes from a line: `pages.jsonl:3`.
    pub origin: String,
    /// The bytes.
    pub html: Vec<u8>,
    /// The id, if it comes from a line that has one.
    pub id: Option<Id>,
    /// What a web archive says of it, if it comes from one.
    pub capture: Option<Box<Capture>>,
    /// The address.
    pub url: Option<String>,
    /// The value of the `Content-Type` header.
    pub content_type: Option<String>,
    /// The headers of the response: names and values.
    pub headers: Vec<(String, String)>,
    /// The scripting flag, if it comes from a line that says it.
    pub scripting: Option<bool>,
    /// How the encoding is found, if it comes from a line that says it.
    pub profile: Option<Profile>,
}

impl InputPage {
    /// A page of which only the bytes are known.
    pub fn new(origin: impl Into<String>, html: Vec<u8>) -> Self {
        Self { origin: origin.into(), html, ..Self::default() }
    }
}

/// Returns whether `path` stands for standard input: it is `-`.
///
/// ```
/// assert!(tagrake_bulk::input::is_stdin("-".as_ref()));
/// ```
pub fn is_stdin(path: &Path) -> bool {
    path == Path::new(STDIN)
}

/// Splits a header line at its colon and trims both halves; `None` if there is no colon, or no name before it.
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

/// Opens the file at `path`; `-` is standard input.
///
/// # Errors
///
/// If there is no such file, or it cannot be opened.
///
/// ```
/// assert!(tagrake_bulk::input::open("no/such/file".as_ref()).is_err());
/// ```
pub fn open(path: &Path) -> Result<Box<dyn Read>, InputError> {
    if is_stdin(path) {
        return Ok(Box::new(io::stdin().lock()));
    }
    match File::open(path) {
        Ok(file) => Ok(Box::new(file)),
        Err(error) => Err(InputError::io(path.display().to_string(), error)),
    }
}

/// Reads the file at `path` to its end; `-` is standard input.
///
/// # Errors
///
/// If there is no such file, or it cannot be read.
///
/// ```
/// assert!(tagrake_bulk::input::read("no/such/file".as_ref()).is_err());
/// ```
pub fn read(path: &Path) -> Result<Vec<u8>, InputError> {
    let read = if is_stdin(path) {
        let mut bytes = Vec::new();
        io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        fs::read(path)
    };
    read.map_err(|error| InputError::io(path.display().to_string(), error))
}

/// The pages that a path stands for, as they are read.
pub type Pages = Box<dyn Iterator<Item = Result<InputPage, InputError>>>;

/// Returns the pages that `path` stands for: those of a file, of standard input, or of the HTML files in a folder at any
/// depth, in the order of their names. After an error the reading goes on with what follows, if that can be told.
///
/// ```
/// use tagrake_bulk::input::{InputFormat, pages};
///
/// let folder = tempfile::tempdir()?;
/// std::fs::write(folder.path().join("b.html"), "<p>b")?;
/// std::fs::write(folder.path().join("a.htm"), "<p>a")?;
/// let html: Vec<_> = pages(folder.path(), InputFormat::Auto).map(|page| page.unwrap().html).collect();
/// assert_eq!(html, [b"<p>a", b"<p>b"]);
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn pages(path: &Path, format: InputFormat) -> Pages {
    if !is_stdin(path) && path.is_dir() {
        return Box::new(html_files(path.to_owned()).map(|path| page(&path?)));
    }
    match format.of(path) {
        InputFormat::Jsonl => match open(path) {
            Ok(file) => {
                let lines = BufReader::with_capacity(BUFFER_BYTES, file);
                Box::new(json_lines(path.display().to_string(), lines))
            }
            Err(error) => Box::new(iter::once(Err(error))),
        },
        InputFormat::Auto | InputFormat::Html => {
            let path = path.to_owned();
            Box::new(iter::once_with(move || page(&path)))
        }
    }
}

fn page(path: &Path) -> Result<InputPage, InputError> {
    read(path).map(|html| InputPage::new(path.display().to_string(), html))
}

/// Returns the HTML files of a folder; an error if there are none.
fn html_files(folder: PathBuf) -> impl Iterator<Item = Result<PathBuf, InputError>> {
    let mut entries = WalkDir::new(&folder).sort_by_file_name().into_iter();
    let mut found_or_told = false;
    iter::from_fn(move || {
        for entry in entries.by_ref() {
            match entry {
                Ok(entry) if entry.file_type().is_file() && has_extension(entry.path(), &["html", "htm"]) => {
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

fn walk_error(folder: &Path, error: walkdir::Error) -> InputError {
    let origin = error.path().unwrap_or(folder).display().to_string();
    let kind = error.into_io_error().map_or(InputErrorKind::Loop, InputErrorKind::Io);
    InputError::new(origin, kind)
}

fn has_extension(path: &Path, extensions: &[&str]) -> bool {
    let extension = path.extension().and_then(OsStr::to_str).unwrap_or_default();
    extensions.iter().any(|known| extension.eq_ignore_ascii_case(known))
}
