//! Recognizes HTML without a declared type, by the [MIME Sniffing
//! standard](https://mimesniff.spec.whatwg.org/#rules-for-identifying-an-unknown-mime-type).

/// Maximum bytes of a body that are examined.
const RESOURCE_HEADER_BYTES: usize = 1445;
/// Tags that start HTML. A space or `>` must follow.
const TAGS: [&[u8]; 15] = [
    b"<HTML", b"<HEAD", b"<SCRIPT", b"<IFRAME", b"<H1", b"<DIV", b"<FONT", b"<TABLE", b"<A", b"<STYLE", b"<TITLE",
    b"<B", b"<BODY", b"<BR", b"<P",
];
const DOCTYPE: &[u8] = b"<!DOCTYPE HTML";
const COMMENT: &[u8] = b"<!--";
const UTF8_BOM: &[u8] = b"\xEF\xBB\xBF";

/// Returns true if `body` starts like HTML.
pub(super) fn is_html(body: &[u8]) -> bool {
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
            assert_eq!(is_html(body), expected, "{:?}", body.escape_ascii().to_string());
        }
    }
}
