//! Candidates for the payload that a digest covers.
//!
//! WARC 1.1 defines the payload of an HTTP message as its entity body, without the transfer coding. Most writers
//! compute the digest over the stored body, with its chunks: wget, wpull, warcio, and Heritrix until 2026
//! (<https://github.com/webrecorder/warcio/issues/74>). So both are tried.

use super::chunked::for_each_chunk;
use super::response::MAX_INTERIM;
use super::response_head::read_head;
use crate::header_fields::Headers;
use memchr::memmem;

/// The type of an HTTP message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HttpMessage {
    Request,
    Response,
}

/// A candidate for the payload of a message.
#[derive(Clone, Copy)]
pub(crate) enum PayloadCandidate<'a> {
    /// These bytes.
    Stored(&'a [u8]),
    /// These bytes without the chunked transfer coding.
    Chunked(&'a [u8]),
}

impl PayloadCandidate<'_> {
    /// Calls `put` for each chunk of the payload, in order.
    pub(crate) fn for_each(self, put: &mut dyn FnMut(&[u8])) {
        match self {
            Self::Stored(bytes) => put(bytes),
            Self::Chunked(bytes) => drop(for_each_chunk(bytes, put)),
        }
    }
}

/// Calls `compare` for each candidate until it succeeds. Returns the first error if it never does.
pub(crate) fn compare_payloads<'a, E>(
    message: HttpMessage,
    block: &'a [u8],
    headers: &mut Headers,
    mut compare: impl FnMut(PayloadCandidate<'a>) -> Result<(), E>,
) -> Result<(), E> {
    if message == HttpMessage::Request {
        return compare(PayloadCandidate::Stored(after_empty_line(block)));
    }
    let mut head = read_head(block, headers);
    let mut body = &block[head.end..];
    let Err(error) = compare(PayloadCandidate::Stored(body)) else { return Ok(()) };
    // For an irregular head, `read_head` may find another end than the writer did.
    let after_head = after_empty_line(block);
    if after_head.len() != body.len() && compare(PayloadCandidate::Stored(after_head)).is_ok() {
        return Ok(());
    }
    for _ in 0..=MAX_INTERIM {
        if is_chunked(headers) && compare(PayloadCandidate::Chunked(body)).is_ok() {
            return Ok(());
        }
        // An interim response is followed by another one.
        if !(matches!(head.status, Some(100..200)) && body.starts_with(b"HTTP/")) {
            break;
        }
        head = read_head(body, headers);
        body = &body[head.end..];
        if compare(PayloadCandidate::Stored(body)).is_ok() {
            return Ok(());
        }
    }
    Err(error)
}

fn is_chunked(headers: &Headers) -> bool {
    let mut codings = headers.all("Transfer-Encoding").flat_map(|value| value.split(','));
    codings.any(|name| name.trim().eq_ignore_ascii_case("chunked"))
}

/// Returns the bytes after the first empty line, or nothing if there is none.
fn after_empty_line(block: &[u8]) -> &[u8] {
    let after = |end: &[u8]| memmem::find(block, end).map(|at| at + end.len());
    &block[after(b"\r\n\r\n").or_else(|| after(b"\n\n")).unwrap_or(block.len())..]
}
