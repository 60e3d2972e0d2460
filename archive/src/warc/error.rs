//! Errors of reading WARC files, with their location.

use crate::local_file;
use crate::system_error::reason;
use std::borrow::Cow;
use std::sync::Arc;
use std::{fmt, io};

/// A location in a WARC file.
///
/// If a record has gzip members or zstd frames of its own, or the file is not compressed, the location is a range of
/// bytes of the file. These bytes alone are the complete record. If a record shares a member with others, the
/// location is the offset of the member and a range of its text.
///
/// ```
/// use tagrake_archive::warc::WarcLocation;
///
/// assert_eq!(WarcLocation { offset: 90, in_member: None, length: 7 }.to_string(), "90");
/// assert_eq!(WarcLocation { offset: 90, in_member: Some(12), length: 7 }.to_string(), "90[12]");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct WarcLocation {
    /// The offset in the file: of the first byte, or of the member.
    pub offset: u64,
    /// The offset in the text of the member, if the member is shared.
    pub in_member: Option<u64>,
    /// The length: bytes of the file, or bytes of text if the member is shared.
    pub length: u64,
}

impl fmt::Display for WarcLocation {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.in_member {
            Some(start) => write!(formatter, "{}[{start}]", self.offset),
            None => write!(formatter, "{}", self.offset),
        }
    }
}

/// A damaged part of a file. It was skipped, unless a record holds the error.
///
/// ```
/// use tagrake_archive::warc::{WarcOptions, WarcReader};
///
/// let mut reader = WarcReader::new("a.warc", &b"WARC/1.0\r\nWARC-Ty"[..], WarcOptions::default());
/// let error = reader.next().unwrap().unwrap_err();
/// assert_eq!(error.to_string(), "a.warc:0: 17 bytes: the file is truncated here");
/// ```
#[derive(Clone, Debug, thiserror::Error)]
#[error("{origin}:{location}: {} bytes: {kind}", location.length)]
#[non_exhaustive]
pub struct WarcError {
    /// The name of the file.
    pub origin: Arc<str>,
    /// The damaged part.
    pub location: WarcLocation,
    /// The kind of damage.
    pub kind: WarcErrorKind,
}

impl WarcError {
    /// Returns the error of a file without bytes.
    pub fn of_empty(origin: Arc<str>) -> Self {
        let location = WarcLocation { offset: 0, in_member: None, length: 0 };
        Self { origin, location, kind: WarcErrorKind::Truncated }
    }
}

/// The kinds of damage in a WARC file.
///
/// ```
/// use tagrake_archive::warc::WarcErrorKind;
///
/// assert_eq!(WarcErrorKind::Truncated.as_str(), "truncated");
/// assert_eq!(WarcErrorKind::Corrupt("bad block".into()).to_string(), "corrupt data: bad block");
/// ```
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WarcErrorKind {
    /// The file cannot be read any further.
    #[error("{}", reason(.0))]
    Io(Arc<io::Error>),
    /// The file ends in the middle of a record or a member.
    #[error("the file is truncated here")]
    Truncated,
    /// A gzip member or zstd frame cannot be decompressed. Holds the reason.
    #[error("corrupt data: {0}")]
    Corrupt(Cow<'static, str>),
    /// The text of a gzip member does not match the CRC or size in its trailer.
    #[error("the CRC or size does not match the text")]
    Checksum,
    /// Neither a record nor a member starts here.
    #[error("no record starts here")]
    Unknown,
    /// The head of a record is incomplete, too long or damaged: a line is not a field, a field is repeated, or the
    /// type is missing.
    #[error("the head of the record is damaged")]
    Head,
    /// `Content-Length` is wrong: the record does not end where it declares. The bytes read may be incomplete, or
    /// belong to another record.
    #[error("Content-Length is wrong")]
    Length,
    /// `Content-Length` is missing or not a number.
    #[error("Content-Length is missing or not a number")]
    MissingLength,
    /// The record is not followed by two newlines, or in an ARC file by one, although its length ends before another
    /// record. It may be complete, or bytes may be missing.
    #[error("the newlines after the record are missing")]
    Newlines,
    /// The dictionary of a zstd file is invalid.
    #[error("the zstd dictionary cannot be used")]
    Dictionary,
    /// A zstd frame is not damaged, but needs a larger window than the limit or a dictionary that is missing. Holds what it
    /// needs.
    #[error("{0}")]
    Unsupported(Box<str>),
}

impl WarcErrorKind {
    /// Returns true if the file changed while it was read.
    pub fn is_file_changed(&self) -> bool {
        matches!(self, Self::Io(error) if local_file::is_changed(error))
    }

    /// The names of all kinds.
    pub const NAMES: [&'static str; 11] = [
        "io",
        "truncated",
        "corrupt",
        "checksum",
        "unknown",
        "head",
        "length",
        "missing-length",
        "newlines",
        "dictionary",
        "unsupported",
    ];

    /// Returns the name under which errors of this kind are counted.
    pub fn as_str(&self) -> &'static str {
        let index = match self {
            Self::Io(_) => 0,
            Self::Truncated => 1,
            Self::Corrupt(_) => 2,
            Self::Checksum => 3,
            Self::Unknown => 4,
            Self::Head => 5,
            Self::Length => 6,
            Self::MissingLength => 7,
            Self::Newlines => 8,
            Self::Dictionary => 9,
            Self::Unsupported(_) => 10,
        };
        Self::NAMES[index]
    }
}
