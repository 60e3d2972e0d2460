//! The [content codings](https://www.rfc-editor.org/rfc/rfc9110#section-8.4.1): gzip, deflate, br, zstd.

use super::chunked;
use super::decoded_body::{BodyDamage, DecodedBody};
use crate::codec::inflate::{self, DecodeStep, GZIP_MAGIC, GzipHeader, Inflate, TRAILER_BYTES};
use crate::codec::zstandard::{FRAME_MAGIC, ZstdFrameDecoder};
use crate::header_fields::Headers;
use brotli_decompressor::{BrotliDecompressStream, BrotliResult, BrotliState, StandardAlloc};
use encoding_rs::{UTF_16BE, UTF_16LE};

/// Maximum number of codings of a body.
const MAX_CODINGS: usize = 8;
/// Bytes decoded in one call.
const CHUNK_BYTES: usize = 32 << 10;
/// Bytes of a body that are examined to recognize text.
pub(super) const TEXT_BYTES: usize = 256;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ContentCoding {
    Chunked,
    Gzip,
    Deflate,
    Brotli,
    Zstd,
    /// An unsupported coding.
    Other,
}

impl ContentCoding {
    /// Returns the coding with this name.
    fn of(name: &str) -> Self {
        const NAMES: [(&str, ContentCoding); 6] = [
            ("chunked", ContentCoding::Chunked),
            ("gzip", ContentCoding::Gzip),
            ("x-gzip", ContentCoding::Gzip),
            ("deflate", ContentCoding::Deflate),
            ("br", ContentCoding::Brotli),
            ("zstd", ContentCoding::Zstd),
        ];
        let known = NAMES.iter().find(|(known, _)| name.eq_ignore_ascii_case(known));
        known.map_or(Self::Other, |(_, coding)| *coding)
    }

    /// Returns true if the decoder's window is larger than the 32 KiB of deflate.
    pub(super) fn has_large_window(self) -> bool {
        matches!(self, Self::Brotli | Self::Zstd)
    }
}

/// Returns the codings that headers declare, in the order in which they were applied.
pub(super) fn declared_codings(headers: &Headers) -> impl Iterator<Item = ContentCoding> {
    let names = headers.codings("Content-Encoding").chain(headers.codings("Transfer-Encoding"));
    names.map(ContentCoding::of).take(MAX_CODINGS)
}

/// Returns the codings of a body whose client has joined the chunks.
pub(super) fn received_codings(headers: &Headers) -> impl Iterator<Item = ContentCoding> {
    declared_codings(headers).filter(|coding| *coding != ContentCoding::Chunked)
}

/// The decoders, reusable for any number of bodies.
#[derive(Default)]
pub(super) struct CodingDecoders {
    inflate: Inflate,
    zstd: ZstdFrameDecoder,
}

impl CodingDecoders {
    /// Releases the windows of the decoders.
    pub(super) fn shrink(&mut self) {
        self.zstd = ZstdFrameDecoder::default();
    }

    /// Decodes `body` into `text`, up to `limit` bytes. Returns `None` if the body is not in this coding.
    pub(super) fn decode(
        &mut self,
        coding: ContentCoding,
        body: &[u8],
        text: &mut Vec<u8>,
        limit: usize,
    ) -> Option<DecodedBody> {
        match coding {
            ContentCoding::Chunked => chunked::decode(body, text),
            ContentCoding::Gzip => self.gunzip(body, text, limit),
            ContentCoding::Deflate => self.inflate(body, text, limit),
            ContentCoding::Brotli => unbrotli(body, text, limit),
            ContentCoding::Zstd => self.unzstd(body, text, limit),
            ContentCoding::Other => None,
        }
    }

    /// Decodes gzip. The texts of several members are concatenated.
    fn gunzip(&mut self, body: &[u8], text: &mut Vec<u8>, limit: usize) -> Option<DecodedBody> {
        if !body.starts_with(GZIP_MAGIC) {
            return None;
        }
        if let Some(length) = self.inflate.member(body, text, 0, limit) {
            return Some(DecodedBody { length, damage: None });
        }
        let (mut rest, mut length) = (body, 0);
        let damage = loop {
            let start = match inflate::gzip_header(rest) {
                GzipHeader::Complete(start) => start,
                GzipHeader::Incomplete => break Some(BodyDamage::Truncated),
                GzipHeader::Invalid => break Some(BodyDamage::Corrupt),
            };
            let member = length;
            self.inflate.begin();
            let (read, damage) =
                run(|input, output| self.inflate.run(input, output), &rest[start..], text, &mut length, limit);
            if damage.is_some() {
                break damage;
            }
            rest = &rest[start + read..];
            match inflate::trailer(rest) {
                None => break Some(BodyDamage::Truncated),
                Some((crc, _)) if crc != libdeflater::crc32(&text[member..length]) => break Some(BodyDamage::Corrupt),
                Some(_) => rest = &rest[TRAILER_BYTES..],
            }
            if !rest.starts_with(GZIP_MAGIC) {
                break None;
            }
        };
        Some(DecodedBody { length, damage })
    }

    /// Decodes deflate: in a zlib stream as the standard requires, or without one as some servers send it.
    fn inflate(&mut self, body: &[u8], text: &mut Vec<u8>, limit: usize) -> Option<DecodedBody> {
        let mut length = 0;
        if is_zlib(body) {
            self.inflate.begin_zlib();
            let (_, damage) = run(|input, output| self.inflate.run(input, output), body, text, &mut length, limit);
            if length > 0 || damage.is_none() {
                return Some(DecodedBody { length, damage });
            }
        }
        self.inflate.begin();
        let (_, damage) = run(|input, output| self.inflate.run(input, output), body, text, &mut length, limit);
        (damage.is_none() || !is_text(body)).then_some(DecodedBody { length, damage })
    }

    /// Decodes zstd. The texts of several frames are concatenated.
    fn unzstd(&mut self, body: &[u8], text: &mut Vec<u8>, limit: usize) -> Option<DecodedBody> {
        if !body.starts_with(FRAME_MAGIC) {
            return None;
        }
        self.zstd.begin().ok()?;
        let (mut rest, mut length) = (body, 0);
        let damage = loop {
            let (read, damage) = run(|input, output| self.zstd.run(input, output), rest, text, &mut length, limit);
            rest = &rest[read..];
            if damage.is_some() || !rest.starts_with(FRAME_MAGIC) {
                break damage;
            }
            self.zstd.begin().ok()?;
        };
        Some(DecodedBody { length, damage })
    }
}

/// Decodes a stream, by the steps of `decode`, up to its end, the limit or its damage. Returns the number of bytes read.
fn run(
    mut decode: impl FnMut(&[u8], &mut [u8]) -> (usize, usize, DecodeStep),
    body: &[u8],
    text: &mut Vec<u8>,
    length: &mut usize,
    limit: usize,
) -> (usize, Option<BodyDamage>) {
    let mut at = 0;
    loop {
        // One byte more than the limit shows whether the text is longer.
        let room = CHUNK_BYTES.min(limit.saturating_add(1).saturating_sub(*length));
        inflate::reserve(text, *length, room);
        let (read, written, step) = decode(&body[at..], &mut text[*length..*length + room]);
        at += read;
        *length += written;
        if *length > limit {
            *length = limit;
            return (at, Some(BodyDamage::OverLimit));
        }
        match step {
            DecodeStep::End => return (at, None),
            DecodeStep::Corrupt(_) => return (at, Some(BodyDamage::Corrupt)),
            DecodeStep::Unsupported(_) => return (at, Some(BodyDamage::Unsupported)),
            DecodeStep::More if read == 0 && written == 0 => return (at, Some(BodyDamage::Truncated)),
            DecodeStep::More => {}
        }
    }
}

/// Decodes brotli. It has no magic number, so a body that fails to decode and looks like text is returned as not
/// coded.
fn unbrotli(body: &[u8], text: &mut Vec<u8>, limit: usize) -> Option<DecodedBody> {
    let alloc = StandardAlloc::default;
    let mut state = BrotliState::new(alloc(), alloc(), alloc());
    let (mut left, mut at, mut length, mut total) = (body.len(), 0, 0, 0);
    let damage = loop {
        if length > limit {
            length = limit;
            break Some(BodyDamage::OverLimit);
        }
        let mut room = CHUNK_BYTES.min(limit + 1 - length);
        inflate::reserve(text, length, room);
        let end = length + room;
        let out = &mut text[..end];
        match BrotliDecompressStream(&mut left, &mut at, body, &mut room, &mut length, out, &mut total, &mut state) {
            BrotliResult::ResultSuccess => break None,
            BrotliResult::ResultFailure => break Some(BodyDamage::Corrupt),
            BrotliResult::NeedsMoreInput => break Some(BodyDamage::Truncated),
            BrotliResult::NeedsMoreOutput => {}
        }
    };
    let length = length.min(limit);
    (damage.is_none() || damage == Some(BodyDamage::OverLimit) || !is_text(body))
        .then_some(DecodedBody { length, damage })
}

/// Returns true if a body starts with the header of a zlib stream.
pub(super) fn is_zlib(body: &[u8]) -> bool {
    matches!(body, [first, second, ..] if first & 0x0F == 8 && u16::from_be_bytes([*first, *second]).is_multiple_of(31))
}

/// Returns true if `body` starts with text, which may be in UTF-16. Compressed data has control characters among that many
/// bytes, or is no UTF-16.
pub(super) fn is_text(body: &[u8]) -> bool {
    let start = &body[..body.len().min(TEXT_BYTES)];
    let utf16 = match start {
        [0xFF, 0xFE, ..] | [b'<' | b' ' | b'\r' | b'\n', 0, ..] => Some(UTF_16LE),
        [0xFE, 0xFF, ..] | [0, b'<' | b' ' | b'\r' | b'\n', ..] => Some(UTF_16BE),
        _ => None,
    };
    let is_text =
        |character: char| !character.is_control() || matches!(character, '\t' | '\n' | '\r' | '\x0C' | '\x1B');
    match utf16 {
        Some(encoding) => {
            // The last unit may be half of a pair.
            let units = &start[..start.len() & !1];
            let text = encoding.decode_with_bom_removal(units).0;
            let text = text.strip_suffix('\u{FFFD}').filter(|_| body.len() > units.len()).unwrap_or(&text);
            !text.contains('\u{FFFD}') && text.chars().all(is_text)
        }
        None => start.iter().all(|&byte| !byte.is_ascii() || is_text(byte.into())),
    }
}
