//! What is wrong with a WARC file, and where.

use crate::system_error::reason;
use std::borrow::Cow;
use std::fmt;
use std::io;
use std::sync::Arc;

/// Where something stands in a file.
///
/// What is alone in its gzip members or zstd frames, and what is in a file without them, is named by the bytes of the file:
/// read alone, they hold it and nothing else. Of what shares a member with others, the member is named, and the place in its
/// text.
///
/// ```
/// use tagrake_bulk::warc::Place;
///
/// assert_eq!(Place { offset: 90, in_member: None, length: 7 }.to_string(), "90");
/// assert_eq!(Place { offset: 90, in_member: Some(12), length: 7 }.to_string(), "90[12]");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The offset in the file: that of the first byte, or of the member that holds it.
    pub offset: u64,
    /// The offset in the text of the member, if it shares the member with others.
    pub in_member: Option<u64>,
    /// The length: in bytes of the file, or of the text if it shares the member with others.
    pub length: u64,
}

impl fmt::Display for Place {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.in_member {
            Some(start) => write!(formatter, "{}[{start}]", self.offset),
            None => write!(formatter, "{}", self.offset),
        }
    }
}

/// A part of a file that is damaged: passed over, if no record says otherwise.
///
/// ```
/// use tagrake_bulk::warc::{WarcOptions, WarcReader};
///
/// let mut reader = WarcReader::new("a.warc", &b"WARC/1.0\r\nWARC-Ty"[..], WarcOptions::default());
/// let error = reader.next().unwrap().unwrap_err();
/// assert_eq!(error.to_string(), "a.warc:0: 17 bytes: the file ends here, clipped");
/// ```
#[derive(Clone, Debug, thiserror::Error)]
#[error("{origin}:{place}: {} bytes: {kind}", place.length)]
#[non_exhaustive]
pub struct WarcError {
    /// The name of the file.
    pub origin: Arc<str>,
    /// What is damaged.
    pub place: Place,
    /// What is wrong with it.
    pub kind: WarcErrorKind,
}

/// What can be wrong with a part of a WARC file.
///
/// ```
/// use tagrake_bulk::warc::WarcErrorKind;
///
/// assert_eq!(WarcErrorKind::Truncated.name(), "truncated");
/// assert_eq!(WarcErrorKind::Corrupt("bad block".into()).to_string(), "corrupt data: bad block");
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum WarcErrorKind {
    /// The file cannot be read on.
    Io(Arc<io::Error>),
    /// The file ends in the middle of a record or a member.
    Truncated,
    /// A gzip member or zstd frame cannot be decompressed; says why.
    Corrupt(Cow<'static, str>),
    /// A gzip member has another text than it says by its CRC and size.
    Checksum,
    /// Neither a record nor a member begins here.
    Unknown,
    /// The head of a record is incomplete, too long, or damaged: a line is no field, a field is repeated, the type is missing.
    Head,
    /// `Content-Length` is wrong: the record does not end where it should. What is read of it may be incomplete, or belong to
    /// another record.
    Length,
    /// `Content-Length` is missing, or no number.
    MissingLength,
    /// No two newlines end the record, though its length ends before another one: it is complete, or bytes are missing.
    Newlines,
    /// The dictionary of a zstd file cannot be used.
    Dictionary,
}

impl WarcErrorKind {
    /// All names, in the order of [`Counts::errors`](super::Counts::errors).
    pub const NAMES: [&'static str; 10] = [
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
    ];

    /// Returns the name that counts are kept by.
    pub fn name(&self) -> &'static str {
        Self::NAMES[self.index()]
    }

    pub(super) fn index(&self) -> usize {
        match self {
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
        }
    }
}

impl fmt::Display for WarcErrorKind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => formatter.write_str(&reason(error)),
            Self::Truncated => formatter.write_str("the file ends here, clipped"),
            Self::Corrupt(reason) => write!(formatter, "corrupt data: {reason}"),
            Self::Checksum => formatter.write_str("CRC or size is that of another text"),
            Self::Unknown => formatter.write_str("no record begins here"),
            Self::Head => formatter.write_str("the head of the record is damaged"),
            Self::Length => formatter.write_str("Content-Length is wrong"),
            Self::MissingLength => formatter.write_str("Content-Length is missing or no number"),
            Self::Newlines => formatter.write_str("no two newlines end the record"),
            Self::Dictionary => formatter.write_str("the zstd dictionary cannot be used"),
        }
    }
}
