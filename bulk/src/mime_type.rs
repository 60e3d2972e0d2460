//! The MIME type of a body: the type that its headers declare, or, if they declare none, whether its first bytes are HTML.
//!
//! A header without a value, a value that is no MIME type, and the types `*/*`, `unknown/unknown` and `application/unknown`
//! declare nothing, as in the [MIME Sniffing
//! standard](https://mimesniff.spec.whatwg.org/#determining-the-computed-mime-type-of-a-resource).

use tagrake::encoding::mime_essence;
use tagrake_archive::Headers;

/// The MIME types of HTML.
pub(crate) const HTML: [&str; 2] = ["text/html", "application/xhtml+xml"];
/// The MIME type of a WARC record with an HTTP message.
const HTTP: &str = "application/http";
/// Types that declare nothing, besides `*/*`.
const UNKNOWN: [&str; 2] = ["unknown/unknown", "application/unknown"];
/// Bytes of a body that are examined: a [resource header](https://mimesniff.spec.whatwg.org/#reading-the-resource-header).
pub(crate) const RESOURCE_HEADER_BYTES: usize = 1445;
/// Tags that start HTML. A space or `>` must follow.
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
    mime_essence(value).filter(|name| !UNKNOWN.iter().any(|unknown| name.eq_ignore_ascii_case(unknown)))
}

/// Returns the MIME type that fields named `Content-Type` declare: the type in the last one that declares any.
pub(crate) fn declared(headers: &Headers) -> Option<&str> {
    headers.all("Content-Type").filter_map(essence).last()
}

/// Returns the MIME type of the payload that the crawler identified.
pub(crate) fn identified(record: &Headers) -> Option<&str> {
    record.get("WARC-Identified-Payload-Type").and_then(essence)
}

/// Returns true if the headers of a WARC record declare an HTTP message, and `None` if they declare nothing.
pub(crate) fn is_http(record: &Headers) -> Option<bool> {
    declared(record).map(|name| name.eq_ignore_ascii_case(HTTP))
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
    let header = header.strip_prefix(UTF8_BOM).unwrap_or(header).trim_ascii_start();
    let begins = |pattern: &[u8]| {
        header.get(..pattern.len()).is_some_and(|start| start.eq_ignore_ascii_case(pattern))
            && matches!(header.get(pattern.len()), Some(b' ' | b'>'))
    };
    TAGS.into_iter().chain([DOCTYPE]).any(begins) || header.starts_with(COMMENT)
}

#[cfg(test)]
mod tests {
    use super::*;

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
        assert_eq!(essence("application/octet-stream"), Some("application/octet-stream"));
        assert!(is_html(None, b"<p>") && !is_html(None, b"GIF89a"));
        assert!(is_html(Some("Text/HTML"), b"GIF89a") && !is_html(Some("text/plain"), b"<p>"));
    }

    #[test]
    fn the_last_field_that_declares_a_type_counts() {
        let mut headers = Headers::default();
        for value in ["text/plain", "text/html; charset=x", "", "*/*"] {
            headers.push_line(format!("content-type: {value}").as_bytes());
        }
        assert_eq!(declared(&headers), Some("text/html"));
        assert_eq!((is_http(&headers), is_http(&Headers::default())), (Some(false), None));
    }

    #[test]
    fn recognizes_html_by_its_first_tag() {
        let cases: [(&[u8], bool); 10] = [
            (b"\n <!doctype html>", true),
            (b"\xEF\xBB\xBF<HTML >", true),
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
}
