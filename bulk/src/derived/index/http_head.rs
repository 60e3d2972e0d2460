//! Reads the head of an HTTP message by the rules of warcio, so that an index has the values of cdxj-indexer.
//!
//! warcio takes the second word of the first line as the status, whatever it is, and every line up to an empty one as part of
//! the head.

use encoding_rs::mem::decode_latin1;
use std::borrow::Cow;

/// The parts of a head that an index has.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct HttpHead {
    /// The second word of the first line; empty if there is none.
    pub(super) status: String,
    /// The first `Content-Type`.
    pub(super) content_type: Option<String>,
    /// The first `Location`.
    pub(super) location: Option<String>,
    /// The length of the head, including the empty line.
    pub(super) length: usize,
    /// True if the head has neither a second word nor a field.
    pub(super) is_empty: bool,
}

impl HttpHead {
    /// Reads the head at the start of `block`.
    pub(super) fn read(block: &[u8]) -> Self {
        let mut lines = Lines { rest: block };
        let first = lines.next_trimmed();
        let status = first.split_once(' ').map_or("", |(_, rest)| rest.trim_matches(is_space)).to_owned();
        let mut head = Self { status, content_type: None, location: None, length: 0, is_empty: true };
        head.is_empty = head.status.is_empty();
        if !first.is_empty() {
            let mut line = lines.next_trimmed();
            while !line.is_empty() {
                let field = line.split_once(':');
                let name = field.map_or("", |(name, _)| name.trim_end_matches([' ', '\t']));
                let kept = match name {
                    _ if name.eq_ignore_ascii_case("Content-Type") => Some(&mut head.content_type),
                    _ if name.eq_ignore_ascii_case("Location") => Some(&mut head.location),
                    _ => None,
                };
                let kept = kept.filter(|kept| kept.is_none());
                let mut value = kept
                    .is_some()
                    .then(|| field.map_or("", |(_, value)| value.trim_start_matches(is_space)).to_owned());
                head.is_empty &= field.is_none();
                let mut next = lines.next_trimmed();
                while next.starts_with([' ', '\t']) {
                    if let Some(value) = &mut value {
                        value.push_str(&next);
                    }
                    next = lines.next_trimmed();
                }
                if let Some(kept) = kept {
                    *kept = value;
                }
                line = next;
            }
        }
        head.status.truncate(head.status.find(' ').unwrap_or(head.status.len()));
        head.length = block.len() - lines.rest.len();
        head
    }
}

/// Returns a MIME type without its parameters.
pub(super) fn essence(content_type: &str) -> &str {
    content_type.split(|character| character == ';' || is_space(character)).next().unwrap_or_default()
}

/// Returns true for characters that Python's `str.isspace` accepts.
fn is_space(character: char) -> bool {
    character.is_whitespace() || matches!(character, '\x1C'..='\x1F')
}

struct Lines<'a> {
    rest: &'a [u8],
}

impl<'a> Lines<'a> {
    /// Returns the next line without white space at its end, as UTF-8, else as Latin-1. It is empty at the end of the text.
    fn next_trimmed(&mut self) -> Cow<'a, str> {
        let length = memchr::memchr(b'\n', self.rest).map_or(self.rest.len(), |newline| newline + 1);
        let line;
        (line, self.rest) = self.rest.split_at(length);
        match str::from_utf8(line) {
            Ok(line) => line.trim_end_matches(is_space).into(),
            Err(_) => decode_latin1(line).trim_end_matches(is_space).to_owned().into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The expected values were read by warcio 1.8.1.
    #[test]
    fn reads_regular_and_irregular_heads() {
        let cases: [(&[u8], &str, Option<&str>, usize); 10] = [
            (b"HTTP/1.1 200 OK\r\nContent-Type: text/html; a\r\n\r\nbody", "200", Some("text/html; a"), 47),
            (b"HTTP/1.1  404 Not Found\ncontent-type : a/b\nContent-Type: c/d\n\nbody", "404", Some("a/b"), 62),
            (b"HTTP/1.1 200 OK\r\nContent-Type:\r\n text/html\r\n\r\n", "200", Some(" text/html"), 46),
            (b"HTTP/1.1\r\n\r\n", "", None, 12),
            (b"HTTP/1.1 ok\r\nno field\r\n\r\n", "ok", None, 25),
            (b"\r\nContent-Type: a/b\r\n\r\n", "", None, 2),
            (b"<p>Some text:\r\nmore", "text:", None, 19),
            (b"HTTP/1.1 200 OK\r\nX: \xE9\r\nContent-Type: \xE9/b\r\n \r\nbody", "200", Some("\u{E9}/b"), 45),
            (b"HTTP/1.1 200\x1COK\r\n", "200\x1COK", None, 17),
            (b"", "", None, 0),
        ];
        for (block, status, content_type, length) in cases {
            let head = HttpHead::read(block);
            let found = (head.status.as_str(), head.content_type.as_deref(), head.length);
            assert_eq!(found, (status, content_type, length), "{}", block.escape_ascii());
        }
        assert!(HttpHead::read(b"HTTP/1.1\r\n\r\n").is_empty && !HttpHead::read(b"HTTP/1.1\r\nA: b").is_empty);
    }
}
