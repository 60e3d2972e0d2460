//! Writes the heads of requests and responses for their records, from the values that an HTTP client has.

use super::response_head::ResponseHead;
use crate::header_fields::Headers;
use url::{Position, Url};

/// Returns the head of a request for `url`, with these fields and `Host`. The version is HTTP/1.1, and newlines are written as spaces. A
/// URL that is not valid is written unchanged, without `Host`.
///
/// ```
/// use tagrake_archive::http::sent_head;
///
/// let head = sent_head("GET", "https://e.org:8443/a?b#c", [("User-Agent", "crawler/1.0")]);
/// assert_eq!(head, b"GET /a?b HTTP/1.1\r\nUser-Agent: crawler/1.0\r\nHost: e.org:8443\r\n\r\n");
/// ```
pub fn sent_head<N: AsRef<[u8]>, V: AsRef<[u8]>>(
    method: &str,
    url: &str,
    fields: impl IntoIterator<Item = (N, V)>,
) -> Vec<u8> {
    let parsed = Url::parse(url).ok().filter(Url::has_host);
    let target = parsed.as_ref().map_or(url, |url| &url[Position::BeforePath..Position::AfterQuery]);
    let mut head = Vec::new();
    push_line(&[method.as_bytes(), b" ", target.as_bytes(), b" HTTP/1.1"], &mut head);
    for (name, value) in fields {
        push_line(&[name.as_ref(), b": ", value.as_ref()], &mut head);
    }
    if let Some(url) = &parsed {
        push_line(&[b"Host: ", url[Position::BeforeHost..Position::AfterPort].as_bytes()], &mut head);
    }
    push_line(&[], &mut head);
    head
}

/// Returns the head of a response, for its record, and its fields, from the status and the fields that a client returns. The client has
/// joined the chunks of the body, so `Transfer-Encoding: chunked` becomes `X-Crawl-Transfer-Encoding`, as in Common Crawl. The version is
/// HTTP/1.1, and newlines are written as spaces.
///
/// ```
/// use tagrake_archive::http::{ResponseReader, received_head};
///
/// let (head, headers) = received_head(200, "OK", [("Transfer-Encoding", "chunked"), ("X-City", "Köln")]);
/// assert_eq!((headers.get("X-City"), headers.get("X-Crawl-Transfer-Encoding")), (Some("Köln"), Some("chunked")));
///
/// let block = [&head[..], b"<p>"].concat();
/// let mut reader = ResponseReader::default();
/// let response = reader.read(&block);
/// assert_eq!((response.status, response.reason, response.body), (Some(200), "OK", &b"<p>"[..]));
/// assert_eq!((response.headers.len(), response.is_stale), (2, false));
/// ```
pub fn received_head<N: AsRef<[u8]>, V: AsRef<[u8]>>(
    status: u16,
    reason: &str,
    fields: impl IntoIterator<Item = (N, V)>,
) -> (Vec<u8>, Headers) {
    let (mut head, mut headers) = (Vec::new(), Headers::default());
    push_line(&[b"HTTP/1.1 ", status.to_string().as_bytes(), b" ", reason.as_bytes()], &mut head);
    for (name, value) in fields {
        let is_joined = name.as_ref().eq_ignore_ascii_case(b"Transfer-Encoding")
            && value.as_ref().trim_ascii().eq_ignore_ascii_case(b"chunked");
        let prefix: &[u8] = if is_joined { b"X-Crawl-" } else { b"" };
        push_line(&[prefix, name.as_ref(), b": ", value.as_ref()], &mut head);
    }
    push_line(&[], &mut head);
    ResponseHead::read(&head, &mut headers);
    (head, headers)
}

fn push_line(parts: &[&[u8]], head: &mut Vec<u8>) {
    let bytes = parts.iter().copied().flatten();
    head.extend(bytes.map(|byte| if matches!(byte, b'\r' | b'\n') { b' ' } else { *byte }));
    head.extend_from_slice(b"\r\n");
}

#[cfg(test)]
mod tests {
    use super::{received_head, sent_head};
    use crate::header_fields::Headers;
    use crate::http::{HeadForm, ResponseHead};

    #[test]
    fn a_head_reads_back_as_written() {
        let fields: [(&str, &[u8]); 4] =
            [("a", b"1"), ("transfer-encoding", b"chunked"), ("b", b"x\r\n\r\n<p>\ny"), ("a", b"\xF6")];
        let (head, fields) = received_head(302, "Found", fields);
        let mut headers = Headers::default();
        let read = ResponseHead::read(&head, &mut headers);
        assert_eq!((read.form, read.status, read.reason), (HeadForm::Standard, Some(302), &b"Found"[..]));
        assert_eq!(read.end, head.len());
        let expected = [("a", "1"), ("X-Crawl-transfer-encoding", "chunked"), ("b", "x    <p> y"), ("a", "ö")];
        assert_eq!(headers.iter().collect::<Vec<_>>(), expected);
        assert_eq!(fields.iter().collect::<Vec<_>>(), expected);
        assert_eq!(received_head(204, "", [("", ""); 0]).0, b"HTTP/1.1 204 \r\n\r\n");
        // The client has joined the chunks, but not decoded them.
        let (_, fields) = received_head(200, "OK", [("Transfer-Encoding", "gzip, chunked")]);
        assert_eq!(fields.get("Transfer-Encoding"), Some("gzip, chunked"));
    }

    #[test]
    fn requests_name_their_target_and_host() {
        let none = [("", ""); 0];
        for (url, expected) in [
            ("http://e.org", "GET / HTTP/1.1\r\nHost: e.org\r\n\r\n"),
            ("https://u:p@[::1]:80/a b?c d#e", "GET /a%20b?c%20d HTTP/1.1\r\nHost: [::1]:80\r\n\r\n"),
            ("urn:a\r\nb", "GET urn:a  b HTTP/1.1\r\n\r\n"),
            ("a b", "GET a b HTTP/1.1\r\n\r\n"),
        ] {
            assert_eq!(String::from_utf8_lossy(&sent_head("GET", url, none)), expected);
        }
        let head = sent_head("GET", "http://e.org/", [("a", "b\r\nc: d")]);
        assert_eq!(head, b"GET / HTTP/1.1\r\na: b  c: d\r\nHost: e.org\r\n\r\n");
    }
}
