//! Parses the head of a response, as in [RFC 9112](https://www.rfc-editor.org/rfc/rfc9112) and with the deviations of
//! servers and crawlers.

use crate::header_fields::{Headers, line, split_field};
use memchr::memmem;

/// Maximum fields of a standard head.
const MAX_FIELDS: usize = 128;
/// Maximum length of a non-standard head, in bytes.
const MAX_LENIENT_BYTES: usize = 256 << 10;

/// The form of a response's head.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeadForm {
    /// It follows the standard.
    Standard,
    /// It deviates: in its lines, or in how it ends.
    Lenient,
    /// There is none: the response is all body.
    Missing,
}

/// The status line, and the bounds of the head.
#[derive(Clone, Copy)]
pub(super) struct ResponseHead<'a> {
    pub(super) form: HeadForm,
    pub(super) version: &'a [u8],
    pub(super) status: Option<u16>,
    pub(super) reason: &'a [u8],
    /// The offset of the body.
    pub(super) end: usize,
}

/// Parses the head at the start of `block`.
pub(super) fn read_head<'a>(block: &'a [u8], headers: &mut Headers) -> ResponseHead<'a> {
    headers.clear();
    let mut fields = [httparse::EMPTY_HEADER; MAX_FIELDS];
    let mut response = httparse::Response::new(&mut fields);
    if let Ok(httparse::Status::Complete(end)) = response.parse(block) {
        for field in response.headers.iter() {
            headers.push(field.name.as_bytes(), field.value);
        }
        return ResponseHead { form: HeadForm::Standard, end, ..status_line(line(block).0) };
    }
    let (first, start) = line(block);
    if is_status_line(first) {
        let end = start + read_fields(&block[start..], headers);
        return ResponseHead { end, ..status_line(first) };
    }
    let missing = ResponseHead { form: HeadForm::Missing, version: b"", status: None, reason: b"", end: 0 };
    if split_field(first).is_some()
        && let Some(end) = only_fields(block)
    {
        read_fields(&block[..end], headers);
        return ResponseHead { form: HeadForm::Lenient, end, ..missing };
    }
    missing
}

fn is_status_line(line: &[u8]) -> bool {
    let starts_with = |name: &[u8]| line.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name));
    starts_with(b"HTTP/") || starts_with(b"ICY ")
}

fn status_line(line: &[u8]) -> ResponseHead<'_> {
    let (version, rest) = split_word(line);
    let (code, after) = split_word(rest);
    let status = match code {
        [b'1'..=b'9', b'0'..=b'9', b'0'..=b'9'] => {
            Some(code.iter().fold(0, |status, digit| status * 10 + u16::from(digit - b'0')))
        }
        _ => None,
    };
    let reason = if status.is_some() { after } else { rest };
    ResponseHead { form: HeadForm::Lenient, version, status, reason: reason.trim_ascii(), end: 0 }
}

fn split_word(line: &[u8]) -> (&[u8], &[u8]) {
    let line = line.trim_ascii_start();
    let end = line.iter().position(u8::is_ascii_whitespace).unwrap_or(line.len());
    line.split_at(end)
}

/// Parses lines as fields up to an empty line. Returns the offset of the body. Other lines are skipped, but markup
/// starts the body. If there is no empty line, any other line does.
fn read_fields(text: &[u8], headers: &mut Headers) -> usize {
    let text = &text[..text.len().min(MAX_LENIENT_BYTES)];
    let mut at = 0;
    let has_end = text.starts_with(b"\n")
        || text.starts_with(b"\r\n")
        || memmem::find(text, b"\n\n").is_some()
        || memmem::find(text, b"\n\r\n").is_some();
    while at < text.len() {
        let (field, bytes) = line(&text[at..]);
        if field.is_empty() {
            return at + bytes;
        }
        let is_continuation = matches!(field, [b' ' | b'\t', ..]) && !headers.is_empty();
        let begins_body = field.trim_ascii_start().starts_with(b"<") && !is_continuation;
        if begins_body || !(headers.push_line(field) || has_end) {
            return at;
        }
        at += bytes;
    }
    at
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
            (b"http/1.1 OK\r\n\r\nbody", HeadForm::Lenient, None, "OK", &[], b"body"),
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
