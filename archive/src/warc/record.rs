//! A record of a WARC file.

use super::block_rest::BlockRest;
use super::error::{WarcError, WarcLocation};
use super::irregularity::Irregularity;
use crate::header_fields::Headers;
use std::fmt;
use std::sync::Arc;

/// The type of a record: the value of `WARC-Type`.
///
/// ```
/// use tagrake_archive::warc::RecordKind;
///
/// assert_eq!(RecordKind::Response.as_str(), "response");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RecordKind {
    /// About the records that follow.
    Warcinfo,
    /// The response of a server, with its HTTP head.
    Response,
    /// A fetched file, without an HTTP head.
    Resource,
    /// The request to a server.
    Request,
    /// About another record.
    Metadata,
    /// A page was fetched again and had not changed.
    Revisit,
    /// The content of another record, converted, for example to text.
    Conversion,
    /// A further segment of a record in another file.
    Continuation,
    /// Any other type, or none.
    Other,
}

impl RecordKind {
    /// The names of all kinds.
    pub const NAMES: [&'static str; 9] =
        ["warcinfo", "response", "resource", "request", "metadata", "revisit", "conversion", "continuation", "other"];
    const ALL: [Self; 9] = [
        Self::Warcinfo,
        Self::Response,
        Self::Resource,
        Self::Request,
        Self::Metadata,
        Self::Revisit,
        Self::Conversion,
        Self::Continuation,
        Self::Other,
    ];

    /// Returns the name: the value of `WARC-Type`, or `other`.
    pub fn as_str(self) -> &'static str {
        Self::NAMES[self as usize]
    }

    pub(super) fn of(headers: &Headers) -> Self {
        let name = headers.get("WARC-Type").unwrap_or_default();
        let index = Self::NAMES.iter().position(|known| known.eq_ignore_ascii_case(name));
        index.map_or(Self::Other, |index| Self::ALL[index])
    }
}

impl fmt::Display for RecordKind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

/// How a record is stored in its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Storage {
    /// Not compressed.
    Plain,
    /// Alone in one gzip member, whose header has this length.
    GzipMember {
        /// In bytes.
        header_length: u64,
    },
    /// Compressed in any other way.
    Compressed,
}

/// A record of a WARC file. It borrows from the reader.
///
/// ```
/// use tagrake_archive::warc::{RecordKind, WarcOptions, WarcReader};
///
/// let file = b"WARC/1.0\r\nWARC-Type: resource\r\nWARC-Target-URI: <urn:a>\r\nContent-Length: 3\r\n\r\n<p>\r\n\r\n";
/// let mut reader = WarcReader::new("a.warc", &file[..], WarcOptions::default());
/// let record = reader.next().unwrap()?;
/// assert_eq!((record.kind, record.block), (RecordKind::Resource, &b"<p>"[..]));
/// assert_eq!((record.target_uri(), record.date()), (Some("urn:a"), None));
/// assert_eq!((record.location.offset, record.location.length), (0, file.len() as u64));
/// # Ok::<(), tagrake_archive::warc::WarcError>(())
/// ```
#[derive(Debug)]
pub struct Record<'a> {
    /// Its location in the file, including the newlines after it.
    pub location: WarcLocation,
    /// Its type.
    pub kind: RecordKind,
    /// The fields of its head.
    pub headers: &'a Headers,
    /// Its block, up to the limit of [`WarcOptions`](super::WarcOptions).
    pub block: &'a [u8],
    /// The length of the complete block in the file. Greater than the length of `block` if the block is over the limit.
    pub block_length: u64,
    /// The bytes of the block over the limit, if [they are kept](super::WarcOptions::with_rest) and there are any.
    pub rest: Option<Arc<BlockRest>>,
    /// The damage of the record, if any. The block then holds the bytes that could be read.
    pub error: Option<WarcError>,
    /// The irregularity of a record that is complete: a checksum, a digest or its length proves that. `None` if there is an error.
    pub irregularity: Option<Irregularity>,
    /// The complete record, from its version line to the newlines after the block, except for bytes of the block over
    /// the limit.
    pub text: &'a [u8],
    /// The length of the complete record in bytes of text.
    pub text_length: u64,
    /// The length of its head, including the empty line.
    pub head_length: usize,
    /// How the record is stored in its file.
    pub storage: Storage,
}

impl<'a> Record<'a> {
    /// Returns the value of `WARC-Target-URI`, without the angle brackets that some writers put around it.
    pub fn target_uri(&self) -> Option<&'a str> {
        let uri = self.headers.get("WARC-Target-URI")?;
        Some(uri.strip_prefix('<').and_then(|uri| uri.strip_suffix('>')).unwrap_or(uri))
    }

    /// Returns the value of `WARC-Date`.
    pub fn date(&self) -> Option<&'a str> {
        self.headers.get("WARC-Date")
    }

    /// Returns the value of `WARC-Record-ID`.
    pub fn id(&self) -> Option<&'a str> {
        self.headers.get("WARC-Record-ID")
    }

    /// Returns the value of `WARC-Truncated`: the reason why the crawler stored only a part.
    pub fn truncated(&self) -> Option<&'a str> {
        self.headers.get("WARC-Truncated")
    }

    /// Returns true if the block is over the limit, so that `block` is only its start.
    pub fn is_over_limit(&self) -> bool {
        self.length_over_limit() > 0
    }

    /// Returns the number of bytes between the block and the end of the record.
    pub fn slop_length(&self) -> u64 {
        self.text_length.saturating_sub(self.head_length as u64).saturating_sub(self.block_length)
    }

    /// Returns the number of bytes of the block over the limit.
    pub fn length_over_limit(&self) -> u64 {
        self.block_length.saturating_sub(self.block.len() as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::warc::{WarcOptions, WarcReader};
    use flate2::{Compression, GzBuilder};
    use std::io::{Read, Write};

    #[test]
    fn reports_the_gzip_header_length_however_the_input_is_split() {
        const NAME: &str = "a-name-that-is-longer-than-the-shortest-member.warc";
        let mut encoder = GzBuilder::new().filename(NAME).write(Vec::new(), Compression::default());
        encoder.write_all(b"WARC/1.0\r\nWARC-Type: metadata\r\nContent-Length: 0\r\n\r\n\r\n\r\n").expect("memory");
        let file = encoder.finish().expect("memory");
        let header_length = 10 + NAME.len() as u64 + 1;
        for cut in 0..=file.len() {
            let stream = file[..cut].chain(&file[cut..]);
            let mut reader = WarcReader::new("-", stream, WarcOptions::default());
            let record = reader.next().expect("there is one").expect("it is whole");
            assert_eq!(record.storage, Storage::GzipMember { header_length }, "split at {cut}");
            assert_eq!((record.slop_length(), record.kind.to_string()), (4, "metadata".to_owned()));
        }
    }
}
