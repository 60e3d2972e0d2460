//! Errors for a page, or for a file of pages, that could not be read.

use super::pages::capture::Capture;
use super::pages::input_page::Id;
use super::sources::type_names::is_archive;
use crate::schema::table::RowError;
use std::borrow::Cow;
use std::io;
use std::path::PathBuf;
use tagrake_archive::codec::{Decompressor, StreamCompression};
use tagrake_archive::container::ContainerError;
use tagrake_archive::digest::DigestMismatch;
use tagrake_archive::remote::RemoteError;
use tagrake_archive::warc::{WarcError, WarcErrorKind};
use tagrake_archive::{codec, local_file, reason};

/// A page, a file of pages or a part of a file that could not be read. The message begins with its origin.
///
/// ```
/// let error = tagrake_bulk::input::open("no/such/page.html".as_ref()).err().unwrap();
/// assert_eq!(error.to_string(), "no/such/page.html: No such file or directory");
/// ```
#[derive(Debug, thiserror::Error)]
#[error("{origin}: {kind}{}", self.advice())]
#[non_exhaustive]
pub struct InputError {
    /// The path. For a line, the path and its number, from 1: `pages.jsonl:3`. For a place in a WARC file, the path
    /// and the offset: `crawl.warc.gz:7711`.
    pub origin: String,
    /// The page's id, if it could be read from the line.
    pub id: Option<Id>,
    /// The capture of the page, if it comes from a web archive.
    pub capture: Option<Box<Capture>>,
    /// The page's URL, if it is known despite the error.
    pub url: Option<String>,
    /// The cause.
    pub kind: InputErrorKind,
}

impl InputError {
    pub(crate) fn new(origin: impl Into<String>, kind: InputErrorKind) -> Self {
        Self { origin: origin.into(), id: None, capture: None, url: None, kind }
    }

    pub(crate) fn io(origin: impl Into<String>, error: io::Error) -> Self {
        Self::new(origin, InputErrorKind::Io(error))
    }

    /// Returns the error for a failed read from `stream`: damaged compression, or the error of the system, of a download or of
    /// a file that changed.
    pub(crate) fn of_decoding<R: io::Read>(
        origin: impl Into<String>,
        error: io::Error,
        stream: &Decompressor<R>,
    ) -> Self {
        let is_of_source =
            error.raw_os_error().is_some() || RemoteError::is_in(&error) || local_file::is_changed(&error);
        if stream.compression() == StreamCompression::Plain || is_of_source {
            return Self::io(origin, error);
        }
        if let Some(cause) = codec::unsupported(&error) {
            return Self::new(origin, InputErrorKind::Unsupported(cause.into()));
        }
        let is_truncated = error.kind() == io::ErrorKind::UnexpectedEof;
        let damage = if is_truncated { None } else { Some(error.to_string().into()) };
        Self::new(origin, InputErrorKind::Compression { offset: stream.stored_bytes(), damage })
    }

    /// Returns the file of the origin: the path or URL without the number of a line or the offset of a record.
    ///
    /// ```
    /// let error = tagrake_bulk::input::open("no/such/page.html".as_ref()).err().unwrap();
    /// assert_eq!(error.file(), "no/such/page.html");
    /// ```
    pub fn file(&self) -> &str {
        if let Some(name) = self.capture.as_ref().and_then(|capture| capture.warc_filename.as_deref()) {
            return name;
        }
        let is_place = |place: &str| place.starts_with(|first: char| first.is_ascii_digit());
        match &self.kind {
            InputErrorKind::Io(_)
            | InputErrorKind::EmptyFolder
            | InputErrorKind::Type(_)
            | InputErrorKind::NotAList { .. }
            | InputErrorKind::Container(_)
            | InputErrorKind::Compression { .. }
            | InputErrorKind::Loop
            | InputErrorKind::SameName(_)
            | InputErrorKind::IsOutput(_) => &self.origin,
            _ => {
                self.origin.rsplit_once(':').filter(|(_, place)| is_place(place)).map_or(&self.origin, |(file, _)| file)
            }
        }
    }

    /// Returns a hint on how to read the input after all.
    fn advice(&self) -> &'static str {
        match &self.kind {
            InputErrorKind::Io(error)
                if error.kind() == io::ErrorKind::NotFound
                    && !RemoteError::is_in(error)
                    && self.origin.contains("://") =>
            {
                "; only URLs with s3, gs, az, http and https are read"
            }
            InputErrorKind::Type(apparent) if apparent.starts_with("plain text") => "; --input html reads it as a page",
            InputErrorKind::Type(apparent) if is_archive(apparent) => "; --input warc reads it",
            _ => "",
        }
    }

    /// Converts damage in a WARC file.
    pub(crate) fn damage(error: WarcError) -> Self {
        let WarcError { origin, location, kind, .. } = error;
        let damage = InputErrorKind::Damage { length: location.length, kind };
        let error = Self::new(format!("{origin}:{location}"), damage);
        let capture = Capture {
            warc_record_offset: Some(location.offset),
            warc_record_length: location.in_member.is_none().then_some(location.length),
            warc_filename: Some(origin),
            ..Capture::default()
        };
        Self { capture: Some(Box::new(capture)), ..error }
    }

    /// Returns true if a JSON line does not hold a valid page. Such a page can still have a row that reports the
    /// error.
    pub(crate) fn is_of_line(&self) -> bool {
        matches!(self.kind, InputErrorKind::Line(_) | InputErrorKind::LongLine { .. })
    }
}

/// The cause of an input error.
///
/// ```
/// use tagrake_bulk::InputErrorKind;
///
/// let error = std::io::Error::from_raw_os_error(2);
/// assert_eq!(InputErrorKind::Io(error).to_string(), "No such file or directory");
/// ```
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum InputErrorKind {
    /// The input cannot be opened or read.
    #[error("{}", reason(.0))]
    Io(io::Error),
    /// The folder has no file with the name of an input.
    #[error("the folder contains no HTML, WARC or JSON lines file")]
    EmptyFolder,
    /// The type of the input is not supported. Holds the apparent type: `PNG image`.
    #[error("not read: {0}")]
    Type(String),
    /// A manifest or an index is a file of another type.
    #[error("{apparent}, not {list}")]
    NotAList {
        /// The apparent type: `WARC file`.
        apparent: Box<str>,
        /// The expected kind of list.
        list: &'static str,
    },
    /// A container, or an archive in it, cannot be read.
    #[error("{0}")]
    Container(ContainerError),
    /// A JSON line is longer than the limit. It was skipped.
    #[error("the line is longer than {max_bytes} bytes")]
    LongLine {
        /// The limit in bytes.
        max_bytes: usize,
    },
    /// A compressed page, JSON lines file or manifest is damaged. The text before the damage was read.
    #[error("the compressed data is {}", damage_text(*offset, damage.as_deref()))]
    Compression {
        /// The number of bytes of the file that were read.
        offset: u64,
        /// The damage, or `None` if the file is truncated.
        damage: Option<Box<str>>,
    },
    /// Compressed data is not damaged, but needs a larger zstd window than the limit or a zstd dictionary. Holds what it needs.
    #[error("{0}")]
    Unsupported(Box<str>),
    /// A symbolic link points to a folder that contains it.
    #[error("the symbolic link points to a folder that contains it")]
    Loop,
    /// A line holds no valid page. Holds the reason.
    #[error("{0}")]
    Line(String),
    /// An index is not readable, or names a record that is not there. Holds the reason.
    #[error("{0}")]
    NoRecord(Box<str>),
    /// A line of a manifest is not a path in UTF-8.
    #[error("not a path in UTF-8")]
    Path,
    /// A line of a manifest is longer than the limit.
    #[error("the path is longer than {max_bytes} bytes")]
    LongPath {
        /// The limit in bytes.
        max_bytes: usize,
    },
    /// A part of a WARC file is damaged.
    #[error("{length} bytes: {kind}")]
    Damage {
        /// The length in bytes of the file, or of decompressed text if the damage shares a member with other records.
        length: u64,
        /// The kind of damage.
        kind: WarcErrorKind,
    },
    /// A digest in the header of a WARC record is not the digest of its bytes.
    #[error("{0}")]
    Digest(Box<DigestMismatch>),
    /// A record of a WARC file cannot be indexed.
    #[error("{0}")]
    Index(IndexError),
    /// The output of this input would have the same path as another output, such as the output of an earlier input.
    #[error("two outputs would be written to `{}`", .0.display())]
    SameName(PathBuf),
    /// The input is also an output of this run.
    #[error("the output `{}` would replace this input", .0.display())]
    IsOutput(PathBuf),
    /// The page was read, but its row does not fit the table.
    #[error("{0}")]
    Row(RowError),
}

/// Maximum bytes of a text of the input that a message repeats, such as a URL.
pub(crate) const MAX_SHOWN_BYTES: usize = 256;
/// Maximum bytes of a cause, which may repeat values of the input.
const MAX_CAUSE_BYTES: usize = 1 << 10;

/// Returns `text`, or the first `max_bytes` of a longer one, with `…`.
pub(crate) fn shortened(text: &str, max_bytes: usize) -> Cow<'_, str> {
    if text.len() <= max_bytes {
        return text.into();
    }
    let end = (0..=max_bytes).rev().find(|end| text.is_char_boundary(*end)).unwrap_or(0);
    format!("{}…", &text[..end]).into()
}

fn damage_text(offset: u64, damage: Option<&str>) -> String {
    match damage {
        None => format!("truncated at offset {offset}"),
        Some(damage) => format!("corrupt at offset {offset}: {damage}"),
    }
}

impl InputErrorKind {
    /// Returns the error of an index or of a record. A long cause is shortened.
    pub(crate) fn no_record(cause: impl Into<String>) -> Self {
        Self::NoRecord(shortened(&cause.into(), MAX_CAUSE_BYTES).into())
    }

    /// Returns the error of a line without a valid page. A long reason is shortened.
    pub(crate) fn line(reason: String) -> Self {
        Self::Line(shortened(&reason, MAX_CAUSE_BYTES).into_owned())
    }
}

/// The reason why a record cannot have an entry in an index.
///
/// ```
/// use tagrake_bulk::index::IndexError;
///
/// assert_eq!(IndexError::NoDate.to_string(), "not indexed: the record has no WARC-Date");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum IndexError {
    /// `WARC-Date` is missing.
    #[error("not indexed: the record has no WARC-Date")]
    NoDate,
    /// `WARC-Date` is not a date. Holds its value.
    #[error("not indexed: the WARC-Date {0:?} of the record is not a date")]
    Date(String),
    /// The record shares its gzip member or zstd frame with others, so it cannot be read by its offset.
    #[error("not indexed: the record shares its compressed member with others, so it has no offset of its own")]
    SharedMember,
}
