//! The MIME type of a body: the type that its headers declare, or, if they declare none, whether its first bytes are HTML.
//!
//! A header without a value, a value that is no MIME type, and the types `*/*`, `unknown/unknown` and `application/unknown`
//! declare nothing, as in the [MIME Sniffing
//! standard](https://mimesniff.spec.whatwg.org/#determining-the-computed-mime-type-of-a-resource).

use encoding_rs::{UTF_16BE, UTF_16LE};
use std::borrow::Cow;
use tagrake::encoding::mime_essence;
use tagrake_archive::Headers;
use tagrake_archive::http::{HeadForm, has_status_line};
use tagrake_archive::warc::{Record, RecordKind};

/// The MIME types of HTML.
pub(crate) const HTML: [&str; 2] = ["text/html", "application/xhtml+xml"];
/// The MIME type of a WARC record with an HTTP message.
const HTTP: &str = "application/http";
/// Types that declare nothing, besides `*/*`.
const UNKNOWN: [&str; 2] = ["unknown/unknown", "application/unknown"];
/// Bytes of a body that are examined: a [resource header](https://mimesniff.spec.whatwg.org/#reading-the-resource-header).
pub(crate) const RESOURCE_HEADER_BYTES: usize = 1445;
/// The MIME type of plain text.
pub(crate) const PLAIN_TEXT: &str = "text/plain";
/// Tags that start HTML. White space, as in browsers, or `>` must follow.
const TAGS: [&[u8]; 15] = [
    b"<HTML", b"<HEAD", b"<SCRIPT", b"<IFRAME", b"<H1", b"<DIV", b"<FONT", b"<TABLE", b"<A", b"<STYLE", b"<TITLE",
    b"<B", b"<BODY", b"<BR", b"<P",
];
const DOCTYPE: &[u8] = b"<!DOCTYPE HTML";
const COMMENT: &[u8] = b"<!--";
pub(crate) const UTF8_BOM: &[u8] = b"\xEF\xBB\xBF";

/// Returns the MIME type that the value of a header declares, without parameters and as written; `None` if it declares
/// nothing.
pub(crate) fn essence(value: &str) -> Option<&str> {
    mime_type(value).filter(is_known)
}

/// Returns the MIME type that fields named `Content-Type` declare. The last type in all of them counts.
pub(crate) fn declared(headers: &Headers) -> Option<&str> {
    headers.all("Content-Type").filter_map(mime_type).last().filter(is_known)
}

/// Returns the MIME type in a value. Like browsers, ends it at white space: `text/html iso-8859-1`.
fn mime_type(value: &str) -> Option<&str> {
    mime_essence(value).or_else(|| mime_essence(value.split_ascii_whitespace().next()?))
}

/// Returns true unless a MIME type declares nothing.
fn is_known(name: &&str) -> bool {
    !UNKNOWN.iter().any(|unknown| name.eq_ignore_ascii_case(unknown))
}

/// The MIME type of the payload of a record.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PayloadType<'a> {
    /// The type that the headers of the response declare, or the headers of the record if its block is the payload.
    pub(crate) declared: Option<&'a str>,
    /// The type that counts: identified by the crawler, or else declared. `None` if the first bytes of the payload decide.
    pub(crate) name: Option<&'a str>,
}

impl<'a> PayloadType<'a> {
    /// Returns the type of a record with `headers` whose block is the payload.
    pub(crate) fn of_block(headers: &'a Headers) -> Self {
        let declared = declared(headers).filter(|name| !name.eq_ignore_ascii_case(HTTP));
        Self { declared, name: identified(headers).or(declared) }
    }

    /// Returns the type of the response in a record with the headers `record`: its head and the fields of that.
    pub(crate) fn of_response(record: &'a Headers, head: HeadForm, fields: &'a Headers) -> Self {
        if head == HeadForm::Missing {
            return Self::of_block(record);
        }
        let declared = declared(fields);
        // As in browsers, the bytes do not decide if the server forbids it.
        let unsniffed = is_nosniff(fields).then_some(PLAIN_TEXT);
        Self { declared, name: identified(record).or(declared).or(unsniffed) }
    }

    /// Returns true if a payload of this type is HTML.
    pub(crate) fn is_html(self, payload: &[u8]) -> bool {
        is_html(self.name, payload)
    }
}

/// Returns true if the headers of a response have [`X-Content-Type-Options:
/// nosniff`](https://fetch.spec.whatwg.org/#determine-nosniff).
fn is_nosniff(headers: &Headers) -> bool {
    let first = headers.get("X-Content-Type-Options").and_then(|value| value.split(',').next());
    first.is_some_and(|value| value.trim().eq_ignore_ascii_case("nosniff"))
}

/// Returns the MIME type of the payload that the crawler identified.
pub(crate) fn identified(record: &Headers) -> Option<&str> {
    record.get("WARC-Identified-Payload-Type").and_then(essence)
}

/// Returns true if the headers of a WARC record declare an HTTP message, and `None` if they declare nothing.
pub(crate) fn is_http(record: &Headers) -> Option<bool> {
    declared(record).map(|name| name.eq_ignore_ascii_case(HTTP))
}

/// Returns true if the block of a record is an HTTP message. The record is a request, response or revisit, and declares no other type.
/// A declared type does not count if the URL is of HTTP and the block begins with a status line: some writers declare the type of the
/// body.
pub(crate) fn is_http_message(record: &Record<'_>) -> bool {
    let may_be_http = matches!(record.kind, RecordKind::Request | RecordKind::Response | RecordKind::Revisit);
    may_be_http && (is_http(record.headers) != Some(false) || has_http_url(record) && has_status_line(record.block))
}

/// Returns true if the URL of a record, if it has one, is of HTTP.
pub(crate) fn has_http_url(record: &Record<'_>) -> bool {
    let has_scheme =
        |url: &str, scheme: &str| url.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme));
    record.target_uri().is_none_or(|url| has_scheme(url, "http:") || has_scheme(url, "https:"))
}

/// Returns true if a body is HTML: by its MIME type, or by its first bytes if that is `None`.
pub(crate) fn is_html(mime_type: Option<&str>, body: &[u8]) -> bool {
    match mime_type {
        Some(name) => is_html_type(name),
        None => starts_like_html(body),
    }
}

/// Returns true if a MIME type is one of HTML.
pub(crate) fn is_html_type(name: &str) -> bool {
    HTML.iter().any(|html| name.eq_ignore_ascii_case(html))
}

/// Returns true if `body` starts like HTML, by the [MIME Sniffing
/// standard](https://mimesniff.spec.whatwg.org/#rules-for-identifying-an-unknown-mime-type).
fn starts_like_html(body: &[u8]) -> bool {
    let header = &body[..body.len().min(RESOURCE_HEADER_BYTES)];
    // The standard sniffs to display a resource: a body with a byte order mark is plain text. Here the body is HTML after it.
    let header: Cow<'_, [u8]> = match header {
        [0xFF, 0xFE, units @ ..] => UTF_16LE.decode_without_bom_handling(units).0.into_owned().into_bytes().into(),
        [0xFE, 0xFF, units @ ..] => UTF_16BE.decode_without_bom_handling(units).0.into_owned().into_bytes().into(),
        header => header.strip_prefix(UTF8_BOM).unwrap_or(header).into(),
    };
    let header = header.trim_ascii_start();
    let begins = |pattern: &[u8]| {
        header.get(..pattern.len()).is_some_and(|start| start.eq_ignore_ascii_case(pattern))
            && header.get(pattern.len()).is_some_and(|byte| byte.is_ascii_whitespace() || *byte == b'>')
    };
    TAGS.into_iter().chain([DOCTYPE]).any(begins) || header.starts_with(COMMENT)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page_reader::combined;
    use tagrake::encoding::{Hints, detect};
    use tagrake_archive::http::ResponseReader;
    use tagrake_testsupport::responses;

    #[test]
    fn types_that_declare_nothing_are_sniffed() {
        let nothing = [
            "",
            " ",
            "*/*",
            "Unknown/Unknown",
            "application/unknown; a=b",
            "html",
            ";charset=utf-8",
            "text /html",
            "none",
        ];
        for value in nothing {
            assert_eq!(essence(value), None, "{value:?}");
        }
        assert_eq!(essence("Text/HTML; charset=x"), Some("Text/HTML"));
        assert_eq!(essence("text/html iso-8859-1"), Some("text/html"));
        assert_eq!(essence("application/octet-stream"), Some("application/octet-stream"));
        assert!(is_html(None, b"<p>") && !is_html(None, b"GIF89a"));
        assert!(is_html(Some("Text/HTML"), b"GIF89a") && !is_html(Some("text/plain"), b"<p>"));
    }

    #[test]
    fn the_last_field_that_declares_a_type_counts() {
        let mut headers = Headers::default();
        for value in ["text/plain", "text/html; charset=x", "", "*/*", "html"] {
            headers.push_line(format!("content-type: {value}").as_bytes());
        }
        assert_eq!(declared(&headers), Some("text/html"));
        assert_eq!((is_http(&headers), is_http(&Headers::default())), (Some(false), None));
        headers.push_line(b"content-type: unknown/unknown");
        assert_eq!((declared(&headers), essence("text/html, unknown/unknown")), (None, None));
    }

    #[test]
    fn recognizes_html_by_its_first_tag() {
        let cases: [(&[u8], bool); 13] = [
            (b"\n <!doctype html>", true),
            (b"\xEF\xBB\xBF<HTML >", true),
            (b"\xFF\xFE<\0p\0>\0", true),
            (b"\xFE\xFF\0<\0p\0\n", true),
            (b"<p\nclass=a>", true),
            (b"<!-- -->", true),
            (b"<p>", true),
            (b"<pre>", false),
            (b"<p", false),
            (b"<?xml version='1.0'?>", false),
            (b"text <p>", false),
            (b"", false),
            (b"\x89PNG", false),
        ];
        for (body, expected) in cases {
            assert_eq!(starts_like_html(body), expected, "{:?}", body.escape_ascii().to_string());
        }
    }

    #[test]
    fn types_and_encodings_are_those_of_chromium() {
        let (mut reader, mut differences) = (ResponseReader::default(), Vec::new());
        for known in responses::all() {
            let response = reader.read(&known.bytes);
            let record = Headers::default();
            let is_html = PayloadType::of_response(&record, response.head, response.headers).is_html(response.body);
            let page: Vec<_> = known.chromium("page").unwrap_or_default().split(' ').collect();
            let chromium = match page[..] {
                [_, name, _] if is_html_type(name) => Some("html"),
                [_, _, _] | ["download"] => Some("other"),
                _ => None,
            };
            differences.extend(known.difference("type", chromium, if is_html { "html" } else { "other" }));
            let encoding = match page[..] {
                [_, "text/html", encoding] if is_html => encoding,
                _ => continue,
            };
            let fields: Vec<_> = response.headers.all("Content-Type").map(|value| ("Content-Type", value)).collect();
            let content_type = combined(&fields, "Content-Type");
            let found = detect(response.body, &Hints::default().with_content_type(content_type.as_deref()));
            differences.extend(known.difference("encoding", Some(encoding), found.encoding.name()));
        }
        assert!(differences.is_empty(), "{}", differences.join("\n"));
    }
}
