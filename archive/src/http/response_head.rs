//! Parses the head of a response, as in [RFC 9112](https://www.rfc-editor.org/rfc/rfc9112) and with the deviations of
//! servers and crawlers, which are read as Chromium reads them.
//!
//! `archive/tests/responses/responses.txt` has irregular responses with the values that Chromium gave, and the reason
//! where this parser differs.

use crate::header_fields::{Headers, line, split_field};

/// Maximum fields of a standard head.
const MAX_FIELDS: usize = 128;
/// Maximum length of a non-standard head, in bytes.
const MAX_LENIENT_BYTES: usize = 256 << 10;
/// Maximum number of other bytes before a status line.
const MAX_BYTES_BEFORE: usize = 4;
/// Maximum number of interim responses before the final one.
pub(super) const MAX_INTERIM: usize = 4;
/// The status of a status line without a number.
const DEFAULT_STATUS: u16 = 200;

/// The form of a response's head.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum HeadForm {
    /// It follows the standard.
    Standard,
    /// It deviates: in its lines, or in how it ends.
    Lenient,
    /// There is none: the response is all body.
    Missing,
}

/// The status line of a response, and the bounds of its head.
///
/// ```
/// use tagrake_archive::Headers;
/// use tagrake_archive::http::ResponseHead;
///
/// let mut headers = Headers::default();
/// let head = ResponseHead::read(b"HTTP/1.1 404Not Found\nContent-Type: text/html\n\n<p>", &mut headers);
/// assert_eq!((head.status, head.reason, head.end), (Some(404), &b"Not Found"[..], 47));
/// assert_eq!(headers.get("Content-Type"), Some("text/html"));
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct ResponseHead<'a> {
    /// The form of the head.
    pub form: HeadForm,
    /// The version as written; empty without a status line.
    pub version: &'a [u8],
    /// The status code; 200 if a status line has no number, as browsers assume. `None` without a status line, and for the
    /// number 0.
    pub status: Option<u16>,
    /// The reason phrase.
    pub reason: &'a [u8],
    /// The offset of the body.
    pub end: usize,
}

impl<'a> ResponseHead<'a> {
    /// Parses the head at the start of `block` into `headers`. Interim responses before the final one are skipped.
    pub fn read(block: &'a [u8], headers: &mut Headers) -> Self {
        let mut head = read_head(block, headers);
        for _ in 0..MAX_INTERIM {
            let after = &block[head.end..];
            if !head.is_interim(after) {
                break;
            }
            let next = read_head(after, headers);
            head = ResponseHead { end: head.end + next.end, ..next };
        }
        head
    }

    /// Returns true if this is the head of an interim response, and another response follows.
    pub(super) fn is_interim(&self, after: &[u8]) -> bool {
        matches!(self.status, Some(100..200)) && has_status_line(after)
    }
}

/// Returns true if `block` begins with the status line of a response.
pub fn has_status_line(block: &[u8]) -> bool {
    status_line_start(block).is_some()
}

/// Parses the fields of the request in `block` into `headers`. Returns the offset of the body.
pub fn read_request_head(block: &[u8], headers: &mut Headers) -> usize {
    headers.clear();
    let mut at = line(block).1;
    while at < block.len() {
        let (field, bytes) = line(&block[at..]);
        at += bytes;
        if field.is_empty() {
            break;
        }
        headers.push_line(field);
    }
    at
}

/// Parses the head at the start of `block`, which may be of an interim response.
pub(super) fn read_head<'a>(block: &'a [u8], headers: &mut Headers) -> ResponseHead<'a> {
    headers.clear();
    let missing = ResponseHead { form: HeadForm::Missing, version: b"", status: None, reason: b"", end: 0 };
    let Some(start) = status_line_start(block) else {
        let fields = split_field(line(block).0).and_then(|_| only_fields(block));
        return fields.map_or(missing, |end| {
            read_fields(&block[..end], headers);
            ResponseHead { form: HeadForm::Lenient, end, ..missing }
        });
    };
    let first = first_line(&block[start..]);
    let mut fields = [httparse::EMPTY_HEADER; MAX_FIELDS];
    let mut response = httparse::Response::new(&mut fields);
    if let Ok(httparse::Status::Complete(length)) = response.parse(&block[start..]) {
        for field in response.headers.iter() {
            headers.push(field.name.as_bytes(), field.value);
        }
        return ResponseHead { form: HeadForm::Standard, end: start + length, ..status_line(first) };
    }
    let fields = start + first.len() + line_end(&block[start + first.len()..]);
    let end = fields + read_fields(&block[fields..], headers);
    ResponseHead { end, ..status_line(first) }
}

/// Returns the offset of the status line. Like browsers, skips a few bytes that a server sent before it.
fn status_line_start(block: &[u8]) -> Option<usize> {
    if block.get(..4).is_some_and(|start| start.eq_ignore_ascii_case(b"ICY ")) {
        return Some(0);
    }
    let has_name = |at: &usize| block.get(*at..at + 4).is_some_and(|name| name.eq_ignore_ascii_case(b"HTTP"));
    let at = (0..=MAX_BYTES_BEFORE).find(has_name)?;
    let rest = &block[at + 4..];
    // Other letters may follow the name, as in `HTTPS/1.1`.
    let letters = rest.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
    let is_plain = at == 0 && letters == 0;
    // Text may begin with the word, or with a URL: `http://`.
    let is_version = match &rest[if at == 0 { letters } else { 0 }..] {
        [] | [b'\r' | b'\n', ..] => true,
        [b'/', b'/', ..] => false,
        [b'/', after @ ..] => is_plain || after.first().is_some_and(u8::is_ascii_digit),
        rest @ [b' ' | b'\t', ..] => {
            rest.trim_ascii_start().first().is_some_and(|byte| byte.is_ascii_digit() || *byte == b'/')
        }
        [byte, ..] => is_plain && byte.is_ascii_digit(),
    };
    is_version.then_some(at)
}

/// Returns the first line of `text` without its line ending, which may be a carriage return alone.
fn first_line(text: &[u8]) -> &[u8] {
    &text[..memchr::memchr2(b'\r', b'\n', text).unwrap_or(text.len())]
}

/// Returns the length of the line ending at the start of `text`.
fn line_end(text: &[u8]) -> usize {
    let returns = text.iter().take_while(|byte| **byte == b'\r').count();
    if text.get(returns) == Some(&b'\n') { returns + 1 } else { returns.min(1) }
}

/// Parses a status line. The status is the digits after the first space.
fn status_line(line: &[u8]) -> ResponseHead<'_> {
    let end = line.iter().position(u8::is_ascii_whitespace).unwrap_or(line.len());
    let (version, rest) = line.split_at(end);
    let code = line[memchr::memchr(b' ', line).unwrap_or(line.len())..].trim_ascii_start();
    let (digits, reason) = code.split_at(code.iter().take_while(|byte| byte.is_ascii_digit()).count());
    let (status, reason) = match digits {
        [] => (DEFAULT_STATUS, rest),
        _ => (
            digits.iter().fold(0u16, |status, digit| status.saturating_mul(10).saturating_add((digit - b'0').into())),
            reason,
        ),
    };
    let status = Some(status).filter(|status| *status != 0);
    ResponseHead { form: HeadForm::Lenient, version, status, reason: reason.trim_ascii(), end: 0 }
}

/// Parses lines as fields up to an empty line. Returns the offset of the body. Other lines are skipped, but markup
/// starts the body if no field follows it. If there is no empty line, any other line starts the body.
fn read_fields(text: &[u8], headers: &mut Headers) -> usize {
    let text = &text[..text.len().min(MAX_LENIENT_BYTES)];
    let fields_end = fields_end(text);
    let (mut at, mut is_field) = (0, false);
    while at < text.len() {
        let (field, bytes) = line(&text[at..]);
        if field.is_empty() {
            return at + bytes;
        }
        let is_continuation = matches!(field, [b' ' | b'\t', ..]) && !headers.is_empty();
        let begins_body = !is_continuation
            && match fields_end {
                Some(end) => at >= end && field.trim_ascii_start().starts_with(b"<"),
                None => split_field(field).is_none(),
            };
        if begins_body {
            return at;
        }
        // A line that continues a skipped one is skipped too. A carriage return alone ends a line. Empty lines are ignored.
        for field in field.split(|byte| *byte == b'\r').filter(|field| !field.is_empty()) {
            let is_skipped = matches!(field, [b' ' | b'\t', ..]) && !is_field;
            is_field = !is_skipped && headers.push_line(field);
        }
        at += bytes;
    }
    at
}

/// Returns the offset after the last field before the empty line; 0 if there is none, `None` without an empty line.
fn fields_end(text: &[u8]) -> Option<usize> {
    let (mut at, mut fields_end) = (0, 0);
    while at < text.len() {
        let (field, bytes) = line(&text[at..]);
        at += bytes;
        if field.is_empty() {
            return Some(fields_end);
        }
        if split_field(field).is_some() {
            fields_end = at;
        }
    }
    None
}

/// Returns the offset after the first empty line, if all lines before it are fields.
fn only_fields(text: &[u8]) -> Option<usize> {
    let text = &text[..text.len().min(MAX_LENIENT_BYTES)];
    let mut at = 0;
    while at < text.len() {
        let (field, bytes) = line(&text[at..]);
        at += bytes;
        if field.is_empty() {
            return Some(at);
        }
        let is_field = split_field(field).is_some() || matches!(field, [b' ' | b'\t', ..]);
        if !is_field {
            return None;
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_standard_and_irregular_heads() {
        type Case<'a> = (&'a [u8], HeadForm, Option<u16>, &'a str, &'a [(&'a str, &'a str)], &'a [u8]);
        let many = format!("HTTP/1.1 200 OK\r\n{}\r\nbody", "A: b\r\n".repeat(200));
        let cases: [Case<'_>; 16] = [
            (b"HTTP/1.1 200 OK\r\nA: b\r\n\r\nbody", HeadForm::Standard, Some(200), "OK", &[("A", "b")], b"body"),
            (b"HTTP/1.0 404\r\n\r\n", HeadForm::Standard, Some(404), "", &[], b""),
            (b"HTTP/1.1 200 OK\nA: b\n\nbody", HeadForm::Standard, Some(200), "OK", &[("A", "b")], b"body"),
            (b"HTTP/2 200\r\nA: b\r\n\r\nbody", HeadForm::Lenient, Some(200), "", &[("A", "b")], b"body"),
            (b"http/1.1 OK\r\n\r\nbody", HeadForm::Lenient, Some(200), "OK", &[], b"body"),
            (b"ICY 200 OK\r\n\r\nbody", HeadForm::Lenient, Some(200), "OK", &[], b"body"),
            (
                b"HTTP/1.1 200 OK\r\nA: b\r\n c\r\nD : e\r\n\r\nx",
                HeadForm::Lenient,
                Some(200),
                "OK",
                &[("A", "b c"), ("D", "e")],
                b"x",
            ),
            (b"HTTP/1.1 200 OK\r\nA: b\r\n<p>:", HeadForm::Lenient, Some(200), "OK", &[("A", "b")], b"<p>:"),
            (
                b"HTTP/1.1 200 OK\r\nA:\r\n <b>; c\r\nD: e\r\n\r\nx",
                HeadForm::Lenient,
                Some(200),
                "OK",
                &[("A", "<b>; c"), ("D", "e")],
                b"x",
            ),
            (b"HTTP/1.1 200 OK\r\n <p>\r\n\r\nx", HeadForm::Lenient, Some(200), "OK", &[], b" <p>\r\n\r\nx"),
            (b"HTTP/1.1 200 OK\r\nA: b\r\nText", HeadForm::Lenient, Some(200), "OK", &[("A", "b")], b"Text"),
            (b"HTTP/1.1 200 OK\r\nwhat\r\nA: b\r\n\r\nx", HeadForm::Lenient, Some(200), "OK", &[("A", "b")], b"x"),
            (b"HTTP/1.1 200 OK\r\nA: b", HeadForm::Lenient, Some(200), "OK", &[("A", "b")], b""),
            (b"A: b\r\nC: d\r\n\r\nx", HeadForm::Lenient, None, "", &[("A", "b"), ("C", "d")], b"x"),
            (b"<p>: x\r\n\r\ny", HeadForm::Missing, None, "", &[], b"<p>: x\r\n\r\ny"),
            (b"", HeadForm::Missing, None, "", &[], b""),
        ];
        let mut headers = Headers::default();
        for (block, form, status, reason, fields, body) in cases {
            let name = block.escape_ascii().to_string();
            let head = read_head(block, &mut headers);
            assert_eq!((head.form, head.status), (form, status), "{name}");
            assert_eq!(std::str::from_utf8(head.reason), Ok(reason), "{name}");
            assert_eq!(headers.iter().collect::<Vec<_>>(), fields, "{name}");
            assert_eq!(&block[head.end..], body, "{name}");
        }
        let head = read_head(many.as_bytes(), &mut headers);
        assert_eq!((head.form, headers.iter().count(), &many[head.end..]), (HeadForm::Lenient, 200, "body"));
    }
}
