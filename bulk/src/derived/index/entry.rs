//! An entry of an index: the record of a URL and time, and where it is stored.

use crate::derived::base_name;
use crate::input::FetchTime;
use crate::input::error::IndexError;
use crate::mime_type::{self, has_http_url, is_http_message};
use crate::redirect;
use jiff::civil::DateTime;
use std::borrow::Cow;
use tagrake_archive::http::{self, ResponseHead};
use tagrake_archive::warc::{Record, RecordKind, Storage};
use tagrake_archive::{Headers, digest, surt};

/// An entry of an index. It borrows from its record.
///
/// ```
/// use tagrake_bulk::index::IndexEntry;
/// use tagrake_bulk::warc::{WarcOptions, WarcReader};
///
/// let file = b"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://e.org/\r\nWARC-Date: 2026-11-21T12:00:00Z\r\n\
///     Content-Length: 45\r\n\r\nHTTP/1.1 404 Not Found\r\nContent-Type: a/b\r\n\r\n\r\n\r\n";
/// let mut reader = WarcReader::new("a.warc", &file[..], WarcOptions::default());
/// let record = reader.next().unwrap()?;
/// let entry = IndexEntry::new(&record, "crawls/a.warc")?;
/// assert_eq!((entry.key(), entry.timestamp()), ("org,e)/", "20261121120000"));
/// assert!(!entry.lacks_digest());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct IndexEntry<'a> {
    key: String,
    timestamp: String,
    pub(super) url: Option<Cow<'a, str>>,
    pub(super) mime: Option<Cow<'a, str>>,
    status: Option<u16>,
    digest: Option<Cow<'a, str>>,
    lacks_digest: bool,
    pub(super) length: u64,
    pub(super) offset: u64,
    /// The name of the file with its folder.
    pub(super) path: &'a str,
    /// The target of a redirect, as the server wrote it.
    pub(super) location: Option<String>,
    /// The type that the crawler detected.
    pub(super) mime_detected: Option<&'a str>,
    pub(super) truncated: Option<&'a str>,
}

impl<'a> IndexEntry<'a> {
    /// Creates the entry of a record of the WARC file at `path`.
    ///
    /// # Errors
    ///
    /// Returns an error if the record has no date or no offset of its own.
    pub fn new(record: &Record<'a>, path: &'a str) -> Result<Self, IndexError> {
        if record.location.in_member.is_some() {
            return Err(IndexError::SharedMember);
        }
        let timestamp = record.date().ok_or(IndexError::NoDate)?;
        let of_day = || FetchTime::of_day_of_year(timestamp).map(FetchTime::digits);
        let timestamp =
            timestamp_of(timestamp).or_else(of_day).ok_or_else(|| IndexError::Date(timestamp.to_owned()))?;
        let url = record.target_uri().map(|url| match url.contains(' ') {
            true => url.replace(' ', "%20").into(),
            false => Cow::Borrowed(url),
        });
        let key = url.as_deref().map_or_else(|| "-".to_owned(), |url| surt::key(url).unwrap_or_else(|| url.to_owned()));
        let mut headers = Headers::default();
        let (head_length, status) = match record.kind {
            _ if !has_http_head(record) => (0, None),
            RecordKind::Request => (http::read_request_head(record.block, &mut headers), None),
            _ => {
                let head = ResponseHead::read(record.block, &mut headers);
                (head.end, head.status)
            }
        };
        let payload = &record.block[head_length..];
        let declared = record.headers.get("WARC-Payload-Digest").filter(|digest| !digest.is_empty());
        let has_payload = !matches!(record.kind, RecordKind::Revisit | RecordKind::Warcinfo);
        let lacks_digest = declared.is_none() && has_payload && record.is_over_limit();
        let digest = match declared {
            Some(digest) => Some(digest.into()),
            None if has_payload && !lacks_digest => Some(digest::labelled(payload).into()),
            None => None,
        };
        let mime = match record.kind {
            RecordKind::Revisit => Some("warc/revisit".into()),
            RecordKind::Response | RecordKind::Request => mime(&headers).map(|name| name.to_owned().into()),
            _ => mime(record.headers).map(Cow::Borrowed),
        };
        Ok(Self {
            key,
            timestamp,
            url,
            mime,
            status,
            digest,
            lacks_digest,
            length: stored_length(record),
            offset: record.location.offset,
            path,
            location: redirect::target(status, headers.get("Location")).map(str::to_owned),
            mime_detected: mime_type::identified(record.headers),
            truncated: record.truncated(),
        })
    }

    /// Returns the sort-friendly key of the URL; the URL if it has none, or `-` without a URL.
    pub fn key(&self) -> &str {
        &self.key
    }

    /// Returns the date as 14 digits.
    pub fn timestamp(&self) -> &str {
        &self.timestamp
    }

    /// Returns true if the entry has no digest because the block is over the limit of the reader, and the record declares
    /// none.
    pub fn lacks_digest(&self) -> bool {
        self.lacks_digest
    }

    /// Returns the status, if there is one.
    pub(super) fn status(&self) -> Option<u64> {
        self.status.map(u64::from)
    }

    /// Returns the digest; a SHA-1 without its name.
    pub(super) fn bare_digest(&self) -> Option<&str> {
        let digest = self.digest.as_deref()?;
        let (name, value) = digest.split_once(':').unwrap_or(("", digest));
        Some(if name.eq_ignore_ascii_case("sha1") { value } else { digest })
    }

    /// Returns the date, to the second.
    pub(super) fn fetch_time(&self) -> Option<FetchTime> {
        let digits = |range: std::ops::Range<usize>| self.timestamp.get(range).unwrap_or_default();
        let (date, time) =
            ([digits(0..4), digits(4..6), digits(6..8)], [digits(8..10), digits(10..12), digits(12..14)]);
        FetchTime::of_warc_date(&format!("{}T{}Z", date.join("-"), time.join(":")))
    }

    /// Appends the entry as a line of CDXJ.
    pub fn write_cdxj(&self, lines: &mut Vec<u8>) {
        lines.extend_from_slice(self.key.as_bytes());
        lines.push(b' ');
        lines.extend_from_slice(self.timestamp.as_bytes());
        let mut separator = " {\"";
        let mut put = |name: &str, value: Option<&str>| {
            let Some(value) = value else { return };
            lines.extend_from_slice(separator.as_bytes());
            lines.extend_from_slice(name.as_bytes());
            lines.extend_from_slice(b"\": ");
            write_ascii_string(value, lines);
            separator = ", \"";
        };
        put("url", self.url.as_deref());
        put("mime", self.mime.as_deref());
        let mut status = itoa::Buffer::new();
        put("status", self.status.map(|number| status.format(number)));
        put("digest", self.digest.as_deref());
        put("length", Some(itoa::Buffer::new().format(self.length)));
        put("offset", Some(itoa::Buffer::new().format(self.offset)));
        put("filename", Some(base_name(self.path)));
        lines.extend_from_slice(b"}\n");
    }
}

/// Returns the MIME type that headers declare. A value that declares none is returned up to its first white space or
/// semicolon, as cdxj-indexer writes it.
fn mime(headers: &Headers) -> Option<&str> {
    let words = |value| str::split(value, |character: char| character == ';' || character.is_whitespace()).next();
    mime_type::declared(headers).or_else(|| headers.get("Content-Type").and_then(words))
}

/// Returns true if the block of a record starts with the head of an HTTP message. Like cdxj-indexer, reads one of an HTTP URL only.
fn has_http_head(record: &Record<'_>) -> bool {
    record.target_uri().is_some() && has_http_url(record) && is_http_message(record)
}

/// Returns the number of stored bytes of a record. If it is compressed, these are its complete members; otherwise the
/// newlines after it do not count.
fn stored_length(record: &Record<'_>) -> u64 {
    match record.storage {
        Storage::Plain => record.head_length as u64 + record.block_length,
        Storage::GzipMember { .. } | Storage::Compressed => record.location.length,
    }
}

/// Returns a date as 14 digits. Its last parts may be missing; the fraction of the second is left out.
fn timestamp_of(warc_date: &str) -> Option<String> {
    const FIRST: [u16; 6] = [1, 1, 1, 0, 0, 0];
    let parts: Vec<&str> = warc_date.split(|character: char| !character.is_ascii_digit()).collect();
    let parts = if parts.last() == Some(&"") { &parts[..parts.len() - 1] } else { &parts[..] };
    if parts.is_empty() || parts.len() > 7 || parts[0].len() != 4 {
        return None;
    }
    let mut numbers = FIRST;
    for (index, part) in parts.iter().enumerate() {
        let number = part.parse().ok();
        match numbers.get_mut(index) {
            Some(place) => *place = number?,
            None if part.is_empty() => return None,
            None => {}
        }
    }
    let [year, month, day, hour, minute, second] = numbers;
    let small = |number: u16| i8::try_from(number).ok();
    let year = i16::try_from(year).ok()?;
    DateTime::new(year, small(month)?, small(day)?, small(hour)?, small(minute)?, small(second)?, 0).ok()?;
    Some(format!("{year:04}{month:02}{day:02}{hour:02}{minute:02}{second:02}"))
}

/// Appends `text` as a JSON string in ASCII, as Python's `json.dumps` does. Characters beyond ASCII are escaped as UTF-16.
fn write_ascii_string(text: &str, json: &mut Vec<u8>) {
    json.push(b'"');
    for character in text.chars() {
        match character {
            '"' => json.extend_from_slice(b"\\\""),
            '\\' => json.extend_from_slice(b"\\\\"),
            '\n' => json.extend_from_slice(b"\\n"),
            '\r' => json.extend_from_slice(b"\\r"),
            '\t' => json.extend_from_slice(b"\\t"),
            '\x08' => json.extend_from_slice(b"\\b"),
            '\x0C' => json.extend_from_slice(b"\\f"),
            ' '..='\x7F' => json.push(character as u8),
            character => {
                for unit in character.encode_utf16(&mut [0; 2]) {
                    json.extend_from_slice(format!("\\u{unit:04x}").as_bytes());
                }
            }
        }
    }
    json.push(b'"');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_those_of_python() {
        let mut json = Vec::new();
        write_ascii_string("a\"b\\/\n\r\t\u{8}\u{C}\u{1}\u{7F}\u{80}é😀", &mut json);
        // Printed by `json.dumps` in Python 3.11.
        let expected = "\"a\\\"b\\\\/\\n\\r\\t\\b\\f\\u0001\u{7F}\\u0080\\u00e9\\ud83d\\ude00\"";
        assert_eq!(String::from_utf8(json).expect("it is ASCII"), expected);
    }
}
