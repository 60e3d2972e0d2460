//! The lines that start the records of ARC files.
//!
//! A record of an [ARC file](https://archive.org/web/researcher/ArcFileFormat.php) is a line, a block and a newline. The
//! line has five fields, in version 2 of the format ten:
//!
//! ```text
//! http://e.org/ 192.0.2.1 20010203040506 text/html 1234
//! http://e.org/ 192.0.2.1 20010203040506 text/html 200 - - 0 a.arc 1234
//! ```
//!
//! Fields are separated by spaces, and old URLs have spaces too, so a line is read from its end. The first record has the
//! URL `filedesc://NAME`; its block describes the file.
//!
//! In an irregular line, the address or the date is none: `http://e.org/  0 text/html 1234`. Text has lines of this form too, so
//! [`arc_line`](super::arc_line) decides whether one starts a record.

use super::head::{HeadEnd, HeadSearch};
use crate::header_fields::Headers;
use crate::http::has_status_line;
use memchr::{memchr, memrchr};
use std::str;

/// The start of the URL of the first record.
pub(super) const FILE_MAGIC: &[u8] = b"filedesc://";
/// The address in the first record of the description's example, besides `0.0.0.0`.
const NO_ADDRESS: &[u8] = b"0";
/// Maximum length of a line.
const MAX_LINE_BYTES: usize = 32 << 10;
/// Maximum length of the scheme of a URL.
const MAX_SCHEME_BYTES: usize = 32;
/// Maximum length of an IP address.
const MAX_ADDRESS_BYTES: usize = 45;
/// Maximum number of fields after the URL that are examined: the fields of version 2, and spaces in the MIME type.
const MAX_FIELDS: usize = 12;
/// The index of the date among the fields of version 2, from the end of the line.
const DATE_OF_VERSION_2: usize = 7;

/// The fields of a line.
#[derive(Debug, PartialEq, Eq)]
struct UrlLine<'a> {
    url: &'a [u8],
    address: &'a [u8],
    date: &'a [u8],
    mime_type: &'a [u8],
    length: &'a [u8],
}

impl<'a> UrlLine<'a> {
    /// Parses a line without its newline.
    fn parse(line: &'a [u8]) -> Option<Self> {
        let line = line.trim_ascii_end();
        if !may_begin(line) {
            return None;
        }
        // The fields from the end on, each with the offset of the space before it.
        let mut fields: [(usize, &[u8]); MAX_FIELDS] = [(0, &[]); MAX_FIELDS];
        let (mut count, mut end) = (0, line.len());
        while count < MAX_FIELDS
            && let Some(space) = memrchr(b' ', &line[..end])
        {
            fields[count] = (space, &line[space + 1..end]);
            (count, end) = (count + 1, space);
        }
        let fields = &fields[..count];
        let begins_file = line.starts_with(FILE_MAGIC);
        let is_host = |field: &[u8]| is_address(field) || (begins_file && field == NO_ADDRESS);
        let is_date_at = |index: &usize| is_date(fields[*index].1) && is_host(fields[index + 1].1);
        let date = (2..count.saturating_sub(1)).find(is_date_at)?;
        let (space, length) = fields[0];
        parse_length(length)?;
        let mime_type = match date {
            DATE_OF_VERSION_2 => fields[DATE_OF_VERSION_2 - 1].1,
            _ => &line[fields[date - 1].0 + 1..space],
        };
        let (before_address, address) = fields[date + 1];
        let url = &line[..before_address];
        let has_scheme = memchr(b':', url).is_some_and(|colon| colon + 1 < url.len());
        has_scheme.then_some(Self { url, address, date: fields[date].1, mime_type, length })
    }
}

impl<'a> UrlLine<'a> {
    /// Parses a line that starts a record, which may be irregular.
    fn of_record(line: &'a [u8]) -> Option<Self> {
        Self::parse(line).or_else(|| Self::parse_irregular(line))
    }

    /// Parses a line of five fields with the scheme of a URL, whatever its address and its date are.
    fn parse_irregular(line: &'a [u8]) -> Option<Self> {
        let line = line.trim_ascii_end();
        let mut fields = line.split(|byte| *byte == b' ');
        let mut next = || fields.next();
        let (url, address, date, mime_type, length) = (next()?, next()?, next()?, next()?, next()?);
        let is_line = next().is_none() && has_common_scheme(url) && parse_length(length).is_some();
        is_line.then_some(Self { url, address, date, mime_type, length })
    }
}

/// Returns true if `start` may begin a line: with the scheme of a URL.
fn may_begin(start: &[u8]) -> bool {
    let is_in_scheme = |byte: &u8| byte.is_ascii_alphanumeric() || b"+-.".contains(byte);
    let scheme = start.iter().take(MAX_SCHEME_BYTES).take_while(|byte| is_in_scheme(byte)).count();
    let is_first_letter = start.first().is_none_or(u8::is_ascii_alphabetic);
    is_first_letter && start.get(scheme).is_none_or(|byte| scheme > 0 && *byte == b':')
}

fn is_date(field: &[u8]) -> bool {
    (12..=17).contains(&field.len()) && field.iter().all(u8::is_ascii_digit)
}

fn is_address(field: &[u8]) -> bool {
    let is_numeric = field.iter().all(|byte| byte.is_ascii_hexdigit() || b".:".contains(byte));
    field == b"-" || (field.len() <= MAX_ADDRESS_BYTES && is_numeric && field.iter().any(|byte| b".:".contains(byte)))
}

fn parse_length(field: &[u8]) -> Option<u64> {
    let is_number = !field.is_empty() && field.iter().all(u8::is_ascii_digit);
    str::from_utf8(field).ok().filter(|_| is_number)?.parse().ok()
}

/// Returns true if `text` starts with a line, and `None` if it is too short to decide.
pub fn begins_record(text: &[u8]) -> Option<bool> {
    let start = &text[..text.len().min(MAX_LINE_BYTES)];
    if !may_begin(start) {
        return Some(false);
    }
    match memchr(b'\n', start) {
        Some(newline) => Some(UrlLine::parse(&start[..newline]).is_some()),
        None if start.len() == MAX_LINE_BYTES => Some(false),
        None => None,
    }
}

/// Returns the length of the line at the start of `text`, which may be irregular, and of the block after it. `None` if there is no
/// line with its fields.
pub(super) fn irregular_line(text: &[u8]) -> Option<(usize, u64)> {
    let start = &text[..text.len().min(MAX_LINE_BYTES)];
    let newline = memchr(b'\n', start)?;
    let line = UrlLine::of_record(&start[..newline])?;
    Some((newline + 1, parse_length(line.length)?))
}

/// Returns true if `text`, which starts with a line, starts with the whole scheme of its URL, and not in its middle.
pub(super) fn has_common_scheme(text: &[u8]) -> bool {
    const SCHEMES: [&[u8]; 6] = [b"http://", b"https://", b"ftp://", b"dns:", b"whois:", b"gopher://"];
    SCHEMES.iter().any(|scheme| text.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme)))
}

/// Returns true if a line is anywhere in `text`, except at its start.
pub(super) fn is_in(text: &[u8]) -> bool {
    matches!(find(text, 0), HeadSearch::At(_))
}

/// Searches `text` for a line that starts after a newline, from an offset on. The time is linear in the text.
pub(super) fn find(text: &[u8], mut from: usize) -> HeadSearch {
    loop {
        let is_line_start = from > 0 && text.get(from - 1) == Some(&b'\n');
        let at = match text.get(from..).and_then(|rest| memchr(b'\n', rest)) {
            _ if is_line_start => from,
            Some(newline) => from + newline + 1,
            None => return HeadSearch::Before(text.len().max(from)),
        };
        match begins_record(&text[at..]) {
            Some(true) => return HeadSearch::At(at),
            Some(false) => from = at + 1,
            // The newline is part of what the next search needs.
            None => return HeadSearch::Unfinished(at - 1),
        }
    }
}

/// Finds the end of the line at the start of `text`.
pub(super) fn head_end(text: &[u8]) -> HeadEnd {
    match begins_record(text) {
        Some(true) => HeadEnd::At(memchr(b'\n', text).map_or(text.len(), |newline| newline + 1)),
        Some(false) => HeadEnd::None,
        None => HeadEnd::Unfinished(0),
    }
}

/// Returns the length of the block after a line.
pub(super) fn content_length(line: &[u8]) -> Option<u64> {
    parse_length(UrlLine::parse(line)?.length)
}

/// Reads a line as the fields of a WARC record: a `warcinfo` record for the first record of a file, a `response` for any
/// other. The `Content-Type` is left out, because the block decides it.
pub(super) fn read_head(line: &[u8], headers: &mut Headers) {
    headers.clear();
    let Some(line) = UrlLine::of_record(line) else { return };
    match line.url.strip_prefix(FILE_MAGIC) {
        Some(name) => {
            headers.push(b"WARC-Type", b"warcinfo");
            headers.push(b"WARC-Filename", name);
        }
        None => {
            headers.push(b"WARC-Type", b"response");
            headers.push(b"WARC-Target-URI", line.url);
        }
    }
    if is_address(line.address) || line.address == NO_ADDRESS {
        headers.push(b"WARC-IP-Address", line.address);
    }
    if let Some(date) = warc_date(line.date) {
        headers.push(b"WARC-Date", date.as_bytes());
    }
    headers.push(b"Content-Length", line.length);
}

/// Adds the `Content-Type` of a record: of an HTTP message, or else the MIME type in its line.
pub(super) fn push_content_type(line: &[u8], block: &[u8], headers: &mut Headers) {
    const HTTP: &[u8] = b"application/http;msgtype=response";
    let is_http = has_status_line(block);
    match UrlLine::of_record(line) {
        Some(line) if !line.url.starts_with(FILE_MAGIC) && is_http => headers.push(b"Content-Type", HTTP),
        Some(line) if !matches!(line.mime_type, b"" | b"-" | b"no-type") => {
            headers.push(b"Content-Type", line.mime_type);
        }
        _ => {}
    }
}

/// Returns a date in the form of WARC, whose last parts may be missing. `None` if it is not digits, or has no year.
fn warc_date(digits: &[u8]) -> Option<String> {
    let digits = str::from_utf8(digits).ok().filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()))?;
    let part = |from: usize, to: usize| digits.get(from..to.min(digits.len())).unwrap_or_default();
    match digits.len() {
        0..4 => return None,
        4..6 => return Some(part(0, 4).to_owned()),
        6..8 => return Some(format!("{}-{}", part(0, 4), part(4, 6))),
        8..12 => return Some(format!("{}-{}-{}", part(0, 4), part(4, 6), part(6, 8))),
        _ => {}
    }
    let mut date = format!("{}-{}-{}T{}:{}", part(0, 4), part(4, 6), part(6, 8), part(8, 10), part(10, 12));
    if digits.len() >= 14 {
        date.push_str(&format!(":{}", part(12, 14)));
    }
    if digits.len() > 14 {
        date.push_str(&format!(".{}", part(14, 17)));
    }
    Some(date + "Z")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(line: &str) -> Option<[String; 5]> {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let line = UrlLine::parse(line.as_bytes())?;
        Some([line.url, line.address, line.date, line.mime_type, line.length].map(text))
    }

    #[test]
    fn parses_lines_of_both_versions() {
        let cases = [
            ("http://e.org/ 192.0.2.1 20010203040506 text/html 12", ["http://e.org/", "192.0.2.1", "text/html"]),
            ("http://e.org/a b c 192.0.2.1 20010203040506 a/b 12\r", ["http://e.org/a b c", "192.0.2.1", "a/b"]),
            ("http://e.org/ 192.0.2.1 20010203040506 a/b 200 0a - 7 x.arc 12", ["http://e.org/", "192.0.2.1", "a/b"]),
            ("http://e.org/ - 20010203040506 a/b; c=d 12", ["http://e.org/", "-", "a/b; c=d"]),
            ("dns:e.org ::1 20010203040506  12", ["dns:e.org", "::1", ""]),
            (
                "http://e.org/ 1.1.1.1 20010203040506 a/b 1.2.3.4 20010203040506 c/d 12",
                ["http://e.org/ 1.1.1.1 20010203040506 a/b", "1.2.3.4", "c/d"],
            ),
        ];
        for (line, [url, address, mime_type]) in cases {
            let expected = [url, address, "20010203040506", mime_type, "12"].map(str::to_owned);
            assert_eq!(fields(line), Some(expected), "{line}");
        }
        let others = [
            "",
            "http://e.org/ 192.0.2.1 20010203040506 text/html",
            "http://e.org/ 192.0.2.1 20010203040506 text/html -1",
            "http://e.org/ 192.0.2.1 20010203040506 text/html 99999999999999999999",
            "http://e.org/ 192.0.2.1 2001 text/html 12",
            "http://e.org/ host 20010203040506 text/html 12",
            "http://e.org/ 0 20010203040506 text/html 12",
            "filedesc://a.arc 1 20010203040506 text/plain 12",
            "e.org 192.0.2.1 20010203040506 text/html 12",
            "http: 192.0.2.1 20010203040506 text/html 12",
            " http://e.org/ 192.0.2.1 20010203040506 text/html 12",
            "<p> 192.0.2.1 20010203040506 text/html 12",
        ];
        assert_eq!(others.map(fields), others.map(|_| None));
    }

    #[test]
    fn text_begins_a_record_from_the_scheme_of_a_url_on() {
        let long = [b"http://e.org/", &[b'a'; MAX_LINE_BYTES][..]].concat();
        let cases: [(&[u8], Option<bool>); 12] = [
            (b"http://e.org/ 192.0.2.1 20010203040506 text/html 12\n", Some(true)),
            (b"http://e.org/\n", Some(false)),
            (b"http://e.org/", None),
            (b"http", None),
            (b"", None),
            (b"http/", Some(false)),
            (b"1http://e.org/", Some(false)),
            (b"://e.org/", Some(false)),
            (b"<p>", Some(false)),
            (&[b'a'; MAX_SCHEME_BYTES + 1], Some(false)),
            (&long[..MAX_LINE_BYTES - 1], None),
            (&long[..MAX_LINE_BYTES], Some(false)),
        ];
        for (text, expected) in cases {
            assert_eq!(begins_record(text), expected, "{}", text.escape_ascii());
        }
    }

    #[test]
    fn finds_a_line_after_a_newline_however_the_text_is_split() {
        let line = "http://e.org/ 192.0.2.1 20010203040506 text/html 12\n";
        let cases = [
            (format!("{line}{line}"), HeadSearch::At(line.len())),
            (format!("text\n\n{line}"), HeadSearch::At(6)),
            (format!("text {line}"), HeadSearch::Unfinished(4 + line.len())),
            (format!("\nhttp://e.org/\nhttp\n{line}"), HeadSearch::At(20)),
            ("text\nhttp://e.org/".to_owned(), HeadSearch::Unfinished(4)),
            ("text\n<p>".to_owned(), HeadSearch::Before(8)),
            (format!("\n{}\n", "h".repeat(100)), HeadSearch::Unfinished(101)),
        ];
        for (text, expected) in cases {
            assert_eq!(find(text.as_bytes(), 0), expected, "{text:?}");
            // As the reader does, without the text before the offset of the last search.
            let (mut passed, mut found) = (0, HeadSearch::Before(0));
            for end in 0..=text.len() {
                found = find(&text.as_bytes()[passed..end], 0);
                match found {
                    HeadSearch::At(at) => {
                        found = HeadSearch::At(passed + at);
                        break;
                    }
                    HeadSearch::Unfinished(at) | HeadSearch::Before(at) => passed += at,
                }
            }
            match expected {
                HeadSearch::At(_) => assert_eq!(found, expected, "{text:?}, byte by byte"),
                _ => assert!(!matches!(found, HeadSearch::At(_)), "{text:?}, byte by byte"),
            }
        }
    }

    #[test]
    fn a_line_becomes_the_fields_of_a_warc_record() {
        let mut headers = Headers::default();
        let line = b"http://e.org/ 192.0.2.1 20010203040506 text/html 12\n";
        read_head(line, &mut headers);
        push_content_type(line, b"HTTP/1.0 200 OK", &mut headers);
        let expected = [
            ("WARC-Type", "response"),
            ("WARC-Target-URI", "http://e.org/"),
            ("WARC-IP-Address", "192.0.2.1"),
            ("WARC-Date", "2001-02-03T04:05:06Z"),
            ("Content-Length", "12"),
            ("Content-Type", "application/http;msgtype=response"),
        ];
        assert_eq!(headers.iter().collect::<Vec<_>>(), expected);
        push_content_type(line, b"<p>", &mut headers);
        assert_eq!(headers.iter().last(), Some(("Content-Type", "text/html")));
        for (digits, date) in [
            ("2001", "2001"),
            ("200102", "2001-02"),
            ("20010203", "2001-02-03"),
            ("2001020304", "2001-02-03"),
            ("200102030405", "2001-02-03T04:05Z"),
            ("20010203040506789", "2001-02-03T04:05:06.789Z"),
        ] {
            assert_eq!(warc_date(digits.as_bytes()).as_deref(), Some(date));
        }
        assert!([&b""[..], b"0", b"-", b"2001-02-03"].iter().all(|date| warc_date(date).is_none()));
    }

    #[test]
    fn the_address_and_the_date_of_an_irregular_line_may_be_anything() {
        for line in [
            "http://e.org/  20010203040506 text/html 12\n",
            "http://e.org/ e.org 20010203040506 text/html 12\n",
            "http://e.org/ 192.0.2.1 0 text/html 12\r\n",
            "https://e.org/ - - - 12\nHTTP/1.0 200 OK",
        ] {
            let end = line.find('\n').map(|newline| newline + 1);
            assert_eq!(irregular_line(line.as_bytes()), end.map(|end| (end, 12)), "{line}");
            assert_eq!(begins_record(line.as_bytes()), Some(false), "{line}");
        }
        for line in [
            "http://e.org/ 192.0.2.1 0 text/html 12",
            "http://e.org/ 192.0.2.1 0 text/html x\n",
            "http://e.org/ 0 text/html 12\n",
            "http://e.org/ a b 0 text/html 12\n",
            "e.org 192.0.2.1 0 text/html 12\n",
        ] {
            assert_eq!(irregular_line(line.as_bytes()), None, "{line}");
        }
    }
}
