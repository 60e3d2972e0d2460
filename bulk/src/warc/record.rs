//! A record, as it is given.

use super::error::{Place, WarcError};
use crate::header_fields::Headers;

/// The type of a record: the value of `WARC-Type`.
///
/// ```
/// use tagrake_bulk::warc::RecordKind;
///
/// assert_eq!(RecordKind::Response.name(), "response");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RecordKind {
    /// About the records that follow.
    Warcinfo,
    /// What a server answered, with its HTTP head.
    Response,
    /// What was fetched, without a head.
    Resource,
    /// What a server was asked.
    Request,
    /// About another record.
    Metadata,
    /// That a page was fetched again, and had not changed.
    Revisit,
    /// Another record's content in another form, as text.
    Conversion,
    /// The rest of a record of another file.
    Continuation,
    /// Of another type, or none.
    Other,
}

impl RecordKind {
    /// All names, in the order of [`Counts::records`](super::Counts::records).
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
    pub fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }

    pub(super) fn of(headers: &Headers) -> Self {
        let name = headers.get("WARC-Type").unwrap_or_default();
        let index = Self::NAMES.iter().position(|known| known.eq_ignore_ascii_case(name));
        index.map_or(Self::Other, |index| Self::ALL[index])
    }
}

/// How a record is stored in its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Storage {
    /// As it is.
    Plain,
    /// Alone in a gzip member that has a header of this length.
    GzipMember { header_length: u64 },
    /// Compressed in any other way.
    Compressed,
}

/// A record of a WARC file. It borrows from the reader.
///
/// ```
/// use tagrake_bulk::warc::{RecordKind, WarcOptions, WarcReader};
///
/// let file = b"WARC/1.0\r\nWARC-Type: resource\r\nWARC-Target-URI: <urn:a>\r\nContent-Length: 3\r\n\r\n<p>\r\n\r\n";
/// let mut reader = WarcReader::new("a.warc", &file[..], WarcOptions::default());
/// let record = reader.next().unwrap()?;
/// assert_eq!((record.kind, record.block), (RecordKind::Resource, &b"<p>"[..]));
/// assert_eq!((record.target_uri(), record.date()), (Some("urn:a"), None));
/// assert_eq!((record.place.offset, record.place.length), (0, file.len() as u64));
/// # Ok::<(), tagrake_bulk::warc::WarcError>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Record<'a> {
    /// Where it stands in the file, with the newlines behind it.
    pub place: Place,
    /// Its type.
    pub kind: RecordKind,
    /// The fields of its head.
    pub headers: &'a Headers,
    /// Its block: what is there of it, and no more than [`WarcOptions::max_block_bytes`](super::WarcOptions).
    pub block: &'a [u8],
    /// How long the block is in the file; more than `block` has if it is over the limit.
    pub block_length: u64,
    /// What is wrong with it, if anything is. The block is then what could be read.
    pub error: Option<WarcError>,
    /// All of it, from its version to the newlines behind the block; without some of what is cut of the block.
    pub(crate) text: &'a [u8],
    /// How long all of it is.
    pub(crate) text_length: u64,
    /// How long its head is, with the empty line.
    pub(crate) head_length: usize,
    pub(crate) storage: Storage,
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

    /// Returns the value of `WARC-Truncated`: why the crawler did not keep all of it.
    pub fn truncated(&self) -> Option<&'a str> {
        self.headers.get("WARC-Truncated")
    }

    /// Returns whether the block is longer than what is kept of it.
    pub fn is_cut(&self) -> bool {
        self.cut_length() > 0
    }

    /// Returns how long what stands between the block and the end of the record is.
    pub(crate) fn slop_length(&self) -> u64 {
        self.text_length.saturating_sub(self.head_length as u64).saturating_sub(self.block_length)
    }

    /// Returns how much of the block is not kept.
    pub(crate) fn cut_length(&self) -> u64 {
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
    fn the_length_of_a_header_is_told_however_it_comes() {
        const NAME: &str = "a-name-that-is-longer-than-the-shortest-member.warc";
        let mut encoder = GzBuilder::new().filename(NAME).write(Vec::new(), Compression::default());
        encoder.write_all(b"WARC/1.0\r\nWARC-Type: metadata\r\nContent-Length: 0\r\n\r\n\r\n\r\n").expect("memory");
        let file = encoder.finish().expect("memory");
        let header_length = 10 + NAME.len() as u64 + 1;
        for cut in 0..=file.len() {
            let stream = file[..cut].chain(&file[cut..]);
            let mut reader = WarcReader::new("-", stream, WarcOptions::default());
            let record = reader.next().expect("there is one").expect("it is whole");
            assert_eq!(record.storage, Storage::GzipMember { header_length }, "cut at {cut}");
        }
    }
}
