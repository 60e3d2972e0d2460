//! Candidates for the payload that a digest covers.
//!
//! WARC 1.1 defines the payload of an HTTP message as its entity body, without the transfer coding. Most writers
//! compute the digest over the stored body, with its chunks: wget, wpull, warcio, and Heritrix until 2026
//! (<https://github.com/webrecorder/warcio/issues/74>). So both are tried.

use super::chunked::for_each_chunk;
use super::response_head::{MAX_INTERIM, read_head};
use crate::header_fields::Headers;
use memchr::memmem;

/// A candidate for a payload: calls its argument for each chunk of the bytes, in order.
type PayloadCandidate<'a> = dyn Fn(&mut dyn FnMut(&[u8])) + 'a;

/// Returns the payload of a request.
pub fn request_payload(block: &[u8]) -> &[u8] {
    after_empty_line(block)
}

/// Calls `compare` for each candidate for the payload of a response until it succeeds. Returns the first error if it
/// never does.
pub fn compare_response_payloads<E>(
    block: &[u8],
    headers: &mut Headers,
    mut compare: impl FnMut(&PayloadCandidate<'_>) -> Result<(), E>,
) -> Result<(), E> {
    let mut head = read_head(block, headers);
    let mut body = &block[head.end..];
    let Err(error) = compare(&|put| put(body)) else { return Ok(()) };
    // For an irregular head, `read_head` may find another end than the writer did.
    let after_head = after_empty_line(block);
    if after_head.len() != body.len() && compare(&|put| put(after_head)).is_ok() {
        return Ok(());
    }
    for _ in 0..=MAX_INTERIM {
        let without_chunks = |put: &mut dyn FnMut(&[u8])| {
            for_each_chunk(body, put);
        };
        if is_chunked(headers) && compare(&without_chunks).is_ok() {
            return Ok(());
        }
        // An interim response is followed by another one.
        if !head.is_interim(body) {
            break;
        }
        head = read_head(body, headers);
        body = &body[head.end..];
        if compare(&|put| put(body)).is_ok() {
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
