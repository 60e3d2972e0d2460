//! Why a page could not be read.

use crate::codec::decompressor::{Compression, Decoded};
use crate::digest::DigestMismatch;
use crate::input::{Capture, Id};
use crate::schema::row_error::RowError;
use crate::system_error::reason;
use crate::warc::{WarcError, WarcErrorKind};
use std::fmt;
use std::io;
use std::path::PathBuf;

/// A page, a file of them or a part of one that could not be read. Its message names it.
///
/// ```
/// let error = tagrake_bulk::input::open("no/such/page.html".as_ref()).err().unwrap();
/// assert_eq!(error.to_string(), "no/such/page.html: No such file or directory");
/// ```
#[derive(Debug, thiserror::Error)]
#[error("{origin}: {kind}{}", self.advice())]
#[non_exhaustive]
pub struct InputError {
    /// The path; with the number of the line, from 1, if it is that of a line: `pages.jsonl:3`; with the place in a WARC file:
    /// `crawl.warc.gz:7711`.
    pub origin: String,
    /// The page's id, if the line has one in spite of all.
    pub id: Option<Id>,
    /// What a web archive says of the page, if it comes from one.
    pub capture: Option<Box<Capture>>,
    /// The page's address, if it is known in spite of all.
    pub url: Option<String>,
    /// What went wrong.
    pub kind: InputErrorKind,
}

impl InputError {
    pub(crate) fn new(origin: impl Into<String>, kind: InputErrorKind) -> Self {
        Self { origin: origin.into(), id: None, capture: None, url: None, kind }
    }

    pub(crate) fn io(origin: impl Into<String>, error: io::Error) -> Self {
        Self::new(origin, InputErrorKind::Io(error))
    }

    /// The error of reading `stream`: damaged compression, or what the system reports.
    pub(crate) fn of_decoding<R: io::Read>(origin: impl Into<String>, error: io::Error, stream: &Decoded<R>) -> Self {
        if stream.compression() == Compression::None || error.raw_os_error().is_some() {
            return Self::io(origin, error);
        }
        let is_truncated = error.kind() == io::ErrorKind::UnexpectedEof;
        let damage = if is_truncated { None } else { Some(error.to_string().into()) };
        Self::new(origin, InputErrorKind::Compression { offset: stream.stored_bytes(), damage })
    }

    /// Returns a hint on how to read the input after all.
    fn advice(&self) -> &'static str {
        match &self.kind {
            InputErrorKind::Io(error) if error.kind() == io::ErrorKind::NotFound && self.origin.contains("://") => {
                "; addresses are not fetched: pipe in what is there, as curl -s does"
            }
            InputErrorKind::Type(apparent) if apparent.starts_with("plain text") => "; --input html reads it as a page",
            _ => "",
        }
    }

    /// What is damaged in a WARC file.
    pub(crate) fn damage(error: WarcError) -> Self {
        let WarcError { origin, place, kind } = error;
        let damage = InputErrorKind::Damage { length: place.length, kind };
        let error = Self::new(format!("{origin}:{place}"), damage);
        let capture = Capture {
            warc_record_offset: Some(place.offset),
            warc_record_length: place.in_member.is_none().then_some(place.length),
            warc_filename: Some(origin),
            ..Capture::default()
        };
        Self { capture: Some(Box::new(capture)), ..error }
    }

    /// Returns whether a line of pages is wrong: a page that is there, and of which a record can say so.
    ///
    /// ```
    /// use tagrake_bulk::input::json_lines;
    ///
    /// let mut pages = json_lines("-", &b"{}"[..]);
    /// assert!(pages.next().unwrap().unwrap_err().is_of_line());
    /// ```
    pub fn is_of_line(&self) -> bool {
        matches!(self.kind, InputErrorKind::Line(_) | InputErrorKind::LongLine { .. })
    }
}

/// What can go wrong with a page.
///
/// ```
/// use tagrake_bulk::InputErrorKind;
///
/// let error = std::io::Error::from_raw_os_error(2);
/// assert_eq!(InputErrorKind::Io(error).to_string(), "No such file or directory");
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub enum InputErrorKind {
    /// It cannot be opened or read.
    Io(io::Error),
    /// A folder without a file that has the name of an input.
    EmptyFolder,
    /// The type of the input is not one that is read; holds the apparent type: `PNG image`.
    Type(String),
    /// A JSON line that is longer than the limit; it was skipped.
    LongLine {
        /// The limit.
        max_bytes: usize,
    },
    /// A compressed page, JSON lines file or manifest is damaged. The text before the damage was read.
    Compression {
        /// How many bytes of the file were read.
        offset: u64,
        /// What is wrong with it; `None` if the file ends too early.
        damage: Option<Box<str>>,
    },
    /// A symbolic link to a folder that holds it.
    Loop,
    /// A line that holds no page; says why.
    Line(String),
    /// A line of a manifest that is no path.
    Path,
    /// A line of a manifest that is longer than any path.
    LongPath {
        /// The limit.
        max_bytes: usize,
    },
    /// A part of a WARC file is damaged.
    Damage {
        /// How long it is: in bytes of the file, or of the text of the member that it shares with others.
        length: u64,
        /// What is wrong with it.
        kind: WarcErrorKind,
    },
    /// A digest in the header of a WARC record is not the digest of its bytes.
    Digest(Box<DigestMismatch>),
    /// Its output has the same path as the output of an input before it.
    SameName(PathBuf),
    /// It is also an output of this run.
    IsOutput(PathBuf),
    /// The page was read, and what was made of it does not fit its table.
    Row(RowError),
}

impl InputErrorKind {
    /// Returns the name that counts are kept by.
    ///
    /// ```
    /// assert_eq!(tagrake_bulk::InputErrorKind::EmptyFolder.name(), "empty-folder");
    /// ```
    pub fn name(&self) -> &'static str {
        match self {
            Self::Io(_) => "io",
            Self::EmptyFolder => "empty-folder",
            Self::Type(_) => "type",
            Self::LongLine { .. } => "long-line",
            Self::Compression { damage: None, .. } => "truncated",
            Self::Compression { damage: Some(_), .. } => "corrupt",
            Self::Loop => "loop",
            Self::Line(_) => "line",
            Self::Path | Self::LongPath { .. } => "path",
            Self::Damage { kind, .. } => kind.name(),
            Self::Digest(_) => "digest",
            Self::SameName(_) => "same-name",
            Self::IsOutput(_) => "is-output",
            Self::Row(_) => "row",
        }
    }
}

impl fmt::Display for InputErrorKind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => formatter.write_str(&reason(error)),
            Self::EmptyFolder => formatter.write_str("the folder contains no HTML, WARC or JSON lines file"),
            Self::Type(apparent) => write!(formatter, "not read: {apparent}"),
            Self::LongLine { max_bytes } => write!(formatter, "the line is longer than {max_bytes} bytes"),
            Self::Compression { offset, damage: None } => {
                write!(formatter, "the compressed data is truncated at offset {offset}")
            }
            Self::Compression { offset, damage: Some(damage) } => {
                write!(formatter, "the compressed data is corrupt at offset {offset}: {damage}")
            }
            Self::Loop => formatter.write_str("a link to a folder that holds it"),
            Self::Line(reason) => formatter.write_str(reason),
            Self::Path => formatter.write_str("not a path in UTF-8"),
            Self::LongPath { max_bytes } => write!(formatter, "the path is longer than {max_bytes} bytes"),
            Self::Damage { length, kind } => write!(formatter, "{length} bytes: {kind}"),
            Self::Digest(mismatch) => mismatch.fmt(formatter),
            Self::SameName(output) => write!(formatter, "two inputs would both write `{}`", output.display()),
            Self::IsOutput(output) => {
                write!(formatter, "the output `{}` would replace this input", output.display())
            }
            Self::Row(error) => error.fmt(formatter),
        }
    }
}
