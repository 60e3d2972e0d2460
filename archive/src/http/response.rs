//! Reads a response and decodes its body.

use super::content_coding::{CodingDecoders, ContentCoding, declared_codings, received_codings};
use super::decoded_body::{BodyDamage, DecodedBody};
use super::response_head::{HeadForm, ResponseHead};
use crate::header_fields::Headers;
use crate::memory_budget::Allowance;
use std::fmt;
use std::sync::Arc;

/// Limits for decoding bodies.
///
/// ```
/// use tagrake_archive::http::{BodyLimits, ResponseReader};
///
/// let limits = BodyLimits::default().with_max_bytes(1 << 20);
/// assert_eq!((limits.max_bytes(), limits.max_ratio()), (1 << 20, 200));
/// let reader = ResponseReader::new(limits);
/// # let _ = reader;
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BodyLimits {
    max_bytes: usize,
    max_ratio: usize,
    ratio_floor: usize,
}

impl Default for BodyLimits {
    fn default() -> Self {
        Self { max_bytes: 16 << 20, max_ratio: 200, ratio_floor: 1 << 20 }
    }
}

impl BodyLimits {
    /// Sets the maximum bytes of a decoded body; 16 MiB by default.
    #[must_use]
    pub fn with_max_bytes(self, max_bytes: usize) -> Self {
        Self { max_bytes, ..self }
    }

    /// Returns the maximum bytes of a decoded body.
    pub fn max_bytes(&self) -> usize {
        self.max_bytes
    }

    /// Sets the maximum ratio of decoded to coded bytes; 200 by default.
    #[must_use]
    pub fn with_max_ratio(self, max_ratio: usize) -> Self {
        Self { max_ratio, ..self }
    }

    /// Returns the maximum ratio of decoded to coded bytes.
    pub fn max_ratio(&self) -> usize {
        self.max_ratio
    }

    /// Sets the number of decoded bytes up to which the ratio is ignored; 1 MiB by default.
    #[must_use]
    pub fn with_ratio_floor(self, ratio_floor: usize) -> Self {
        Self { ratio_floor, ..self }
    }

    /// Returns the number of decoded bytes up to which the ratio is ignored.
    pub fn ratio_floor(&self) -> usize {
        self.ratio_floor
    }
}

/// A response. It borrows from its reader.
///
/// ```
/// use tagrake_archive::http::ResponseReader;
///
/// let mut reader = ResponseReader::default();
/// let response = reader.read(b"HTTP/1.1 404 Not Found\r\nContent-Type: text/html\r\n\r\n<p>");
/// assert_eq!((response.version, response.status, response.reason), ("HTTP/1.1", Some(404), "Not Found"));
/// assert_eq!(response.headers.get("content-type"), Some("text/html"));
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub struct Response<'a> {
    /// The form of its head.
    pub head: HeadForm,
    /// The version as written; empty without a status line.
    pub version: &'a str,
    /// The status code; 200 if a status line has no number, as browsers assume. `None` without a status line, and for the
    /// number 0.
    pub status: Option<u16>,
    /// The reason phrase.
    pub reason: &'a str,
    /// The fields of the head.
    pub headers: &'a Headers,
    /// The decoded body, or its decodable start if it is damaged.
    pub body: &'a [u8],
    /// The body as stored.
    pub stored_body: &'a [u8],
    /// True if the headers declare a coding that the body is not in, or that is not supported.
    pub is_stale: bool,
    /// The reason why the end of the body is missing, if it is.
    pub damage: Option<BodyDamage>,
}

/// Reads responses. Its memory is reused.
///
/// ```
/// use tagrake_archive::http::ResponseReader;
///
/// let mut reader = ResponseReader::default();
/// for body in [&b"<p>"[..], b""] {
///     let block = [b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n", body].concat();
///     assert_eq!(reader.read(&block).body, body);
/// }
/// ```
#[derive(Default)]
pub struct ResponseReader {
    limits: BodyLimits,
    headers: Headers,
    /// Version and reason.
    words: [String; 2],
    codings: Vec<ContentCoding>,
    decoders: CodingDecoders,
    text: Vec<u8>,
    other_text: Vec<u8>,
    allowance: Option<Arc<Allowance>>,
}

/// Maximum bytes of a decoded body before memory is claimed for it, in the first and second attempt.
const FREE_BYTES: [usize; 2] = [5 << 18, 4 << 20];

impl fmt::Debug for ResponseReader {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("ResponseReader").field("limits", &self.limits).finish_non_exhaustive()
    }
}

impl ResponseReader {
    /// Creates a reader.
    pub fn new(limits: BodyLimits) -> Self {
        Self { limits, ..Self::default() }
    }

    /// Sets the allowance that memory for large bodies is claimed from.
    pub fn set_allowance(&mut self, allowance: Arc<Allowance>) {
        self.allowance = Some(allowance);
    }

    /// Releases the memory that only large bodies and heads need.
    pub fn shrink(&mut self) {
        self.headers.shrink();
        self.decoders.shrink();
        for text in [&mut self.text, &mut self.other_text] {
            if text.capacity() > 2 * FREE_BYTES[0] {
                *text = Vec::new();
            }
        }
    }

    /// Reads the block of a record: a head and a body, or only a body.
    pub fn read<'a>(&'a mut self, block: &'a [u8]) -> Response<'a> {
        let head = ResponseHead::read(block, &mut self.headers);
        for (word, bytes) in self.words.iter_mut().zip([head.version, head.reason]) {
            word.clear();
            word.push_str(&String::from_utf8_lossy(bytes));
        }
        let body = &block[head.end..];
        let (form, status) = (head.form, head.status);
        self.codings.clear();
        self.codings.extend(declared_codings(&self.headers));
        let (length, is_stale, damage) = self.decode(body);
        Response {
            head: form,
            version: &self.words[0],
            status,
            reason: &self.words[1],
            headers: &self.headers,
            body: length.map_or(body, |length| &self.text[..length]),
            stored_body: body,
            is_stale,
            damage,
        }
    }

    /// Decodes the codings, in reverse order. Returns the length of the decoded text if any coding was decoded.
    fn decode(&mut self, body: &[u8]) -> (Option<usize>, bool, Option<BodyDamage>) {
        let (mut length, mut is_stale, mut damage) = (None, false, None);
        for &coding in self.codings.iter().rev() {
            let input = length.map_or(body, |length| &self.text[..length]);
            if input.is_empty() {
                break;
            }
            let grown = input.len().saturating_mul(self.limits.max_ratio).max(self.limits.ratio_floor);
            let limit = grown.min(self.limits.max_bytes);
            let mut decode = |limit| self.decoders.decode(coding, input, &mut self.other_text, limit);
            match decode_in_steps(self.allowance.as_deref(), coding, limit, &mut decode) {
                Some(outcome) => {
                    std::mem::swap(&mut self.text, &mut self.other_text);
                    length = Some(outcome.length);
                    damage = damage.or(outcome.damage);
                }
                None => is_stale = true,
            }
        }
        (length, is_stale, damage)
    }
}

/// Decodes the body of a response with these headers, as the body of a record, except that its client has joined the chunks.
/// Returns the text, and the reason why its end is missing.
pub fn decode_received(headers: &Headers, body: Vec<u8>, limits: BodyLimits) -> (Vec<u8>, Option<BodyDamage>) {
    let mut reader = ResponseReader::new(limits);
    reader.codings.extend(received_codings(headers));
    let (length, _, damage) = reader.decode(&body);
    let Some(length) = length else { return (body, damage) };
    reader.text.truncate(length);
    (reader.text, damage)
}

/// Decodes a body with little memory first. Claims more only if that is not enough.
fn decode_in_steps(
    allowance: Option<&Allowance>,
    coding: ContentCoding,
    limit: usize,
    decode: &mut dyn FnMut(usize) -> Option<DecodedBody>,
) -> Option<DecodedBody> {
    if let Some(allowance) = allowance.filter(|allowance| allowance.is_shared()) {
        // The text, the input of the next coding, and a window of at most the same size.
        let copies = if coding.has_large_window() { 3 } else { 2 };
        for (step, next) in FREE_BYTES.into_iter().zip([FREE_BYTES[1], limit]) {
            if step >= limit {
                break;
            }
            if allowance.claimed() < copies * next {
                let outcome = decode(step)?;
                if outcome.damage != Some(BodyDamage::OverLimit) {
                    return Some(outcome);
                }
                allowance.claim(copies * next);
            }
        }
    }
    decode(limit)
}
