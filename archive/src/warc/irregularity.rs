//! Irregularities of complete records, and the proof that a member gives.

use super::error::WarcErrorKind;
use std::fmt;

/// An irregularity of a record that is complete.
///
/// ```
/// use tagrake_archive::warc::{Irregularity, WarcOptions, WarcReader};
///
/// let file = b"WARC/1.0\r\nWARC-Type: metadata\r\nContent-Length: 2\r\n\r\nab";
/// let mut reader = WarcReader::new("a.warc", &file[..], WarcOptions::default());
/// let record = reader.next().unwrap()?;
/// assert_eq!((record.irregularity, record.error.is_some()), (Some(Irregularity::Newlines), false));
/// # Ok::<(), tagrake_archive::warc::WarcError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Irregularity {
    /// A response that was fetched by HTTP has no HTTP head.
    HttpHead,
    /// A line of the head is not a field, a field is repeated, or the type is missing.
    Head,
    /// `Content-Length` is wrong.
    Length,
    /// `Content-Length` is missing or not a number.
    MissingLength,
    /// The newlines after the record are missing.
    Newlines,
}

impl Irregularity {
    /// The names of all irregularities.
    pub const NAMES: [&'static str; 5] = ["http-head", "head", "length", "missing-length", "newlines"];

    /// Returns the name under which irregularities of this kind are counted.
    pub fn as_str(self) -> &'static str {
        Self::NAMES[self as usize]
    }

    /// Returns the irregularity of a record that is complete despite this kind of damage. `None` if that is impossible.
    pub(super) fn of(kind: &WarcErrorKind) -> Option<Self> {
        match kind {
            // The length reaches beyond the end of the file.
            WarcErrorKind::Length | WarcErrorKind::Truncated => Some(Self::Length),
            WarcErrorKind::MissingLength => Some(Self::MissingLength),
            WarcErrorKind::Newlines => Some(Self::Newlines),
            _ => None,
        }
    }
}

impl fmt::Display for Irregularity {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

/// The proof that the gzip member or zstd frame of a record gives. It was decompressed to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MemberProof {
    /// The record is not alone in it, or the file is not compressed.
    None,
    /// It has one record, and no checksum.
    Alone,
    /// It has one record, and a checksum that matches.
    Checksum,
}
