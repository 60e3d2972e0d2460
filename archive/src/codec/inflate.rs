//! Decoders of deflate and gzip: libdeflate for a complete member, zlib-rs for a stream.

use flate2::{Decompress, FlushDecompress, Status};
use libdeflater::Decompressor;
use std::borrow::Cow;

/// The first bytes of a gzip member: the magic number, and the only compression method that is defined.
pub(crate) const GZIP_MAGIC: &[u8] = b"\x1F\x8B\x08";
/// The length of a member's trailer: the CRC-32 and the length of the text, 4 bytes each.
pub const TRAILER_BYTES: usize = 8;
/// The maximum ratio of text to deflate data: 258 bytes for 2 bits.
const MAX_RATIO: usize = 1032;

/// The state of a decoder after a call.
pub(crate) enum DecodeStep {
    /// It needs more input, or more room for output.
    More,
    /// The stream has ended.
    End,
    /// The data is invalid. Holds the reason.
    Corrupt(Cow<'static, str>),
    /// The data needs more than the decoder has. Holds what it is.
    Unsupported(String),
}

/// The result of parsing the header of a gzip member.
pub(crate) enum GzipHeader {
    /// The deflate stream starts at this offset.
    Complete(usize),
    /// The header is incomplete.
    Incomplete,
    /// The bytes are not a gzip header.
    Invalid,
}

/// The state of both decoders, reusable for any number of members.
pub(crate) struct Inflate {
    stream: Decompress,
    single_call: Decompressor,
}

impl Default for Inflate {
    fn default() -> Self {
        Self { stream: Decompress::new(false), single_call: Decompressor::new() }
    }
}

impl Inflate {
    /// Begins a raw deflate stream.
    pub(crate) fn begin(&mut self) {
        self.stream.reset(false);
    }

    /// Begins a deflate stream in a zlib one.
    pub(crate) fn begin_zlib(&mut self) {
        self.stream.reset(true);
    }

    /// Decodes the next bytes. Returns how many bytes were read and written.
    pub(crate) fn run(&mut self, input: &[u8], output: &mut [u8]) -> (usize, usize, DecodeStep) {
        let (read, written) = (self.stream.total_in(), self.stream.total_out());
        let step = match self.stream.decompress(input, output, FlushDecompress::None) {
            Ok(Status::StreamEnd) => DecodeStep::End,
            Ok(Status::Ok | Status::BufError) => DecodeStep::More,
            // zlib-rs's own message is not used: it depends on how the input is split.
            Err(_) => DecodeStep::Corrupt("bad deflate stream".into()),
        };
        ((self.stream.total_in() - read) as usize, (self.stream.total_out() - written) as usize, step)
    }

    /// Decodes a gzip member that ends exactly at the end of `stored` and has at most `max` bytes of text. Writes the
    /// text to `text` from offset `at`. Returns its length, or `None` if `stored` is not such a member.
    ///
    /// libdeflate's safe interface does not report where a stream ends, but it fails if the input is too short. So
    /// the caller splits the input where it expects the member's end, and the trailer there must match the text.
    pub(crate) fn member(&mut self, stored: &[u8], text: &mut Vec<u8>, at: usize, max: usize) -> Option<usize> {
        let GzipHeader::Complete(start) = gzip_header(stored) else { return None };
        let end = stored.len().checked_sub(TRAILER_BYTES).filter(|&end| end > start)?;
        let (crc, size) = trailer(&stored[end..])?;
        let size = size as usize;
        if size > max || size > (end - start).saturating_mul(MAX_RATIO) {
            return None;
        }
        reserve(text, at, size);
        let text = &mut text[at..at + size];
        let is_decoded = self.single_call.deflate_decompress(&stored[start..end], text) == Ok(size);
        (is_decoded && libdeflater::crc32(text) == crc).then_some(size)
    }
}

/// Grows `buffer` to at least `at + bytes`.
pub(crate) fn reserve(buffer: &mut Vec<u8>, at: usize, bytes: usize) {
    if buffer.len() < at + bytes {
        buffer.resize((at + bytes).max(buffer.len() + buffer.len() / 2), 0);
    }
}

/// Parses a trailer: the CRC and the length of the text.
pub(crate) fn trailer(bytes: &[u8]) -> Option<(u32, u32)> {
    let (crc, bytes) = bytes.split_first_chunk()?;
    let (size, _) = bytes.split_first_chunk()?;
    Some((u32::from_le_bytes(*crc), u32::from_le_bytes(*size)))
}

/// Parses the header of a gzip member, as in [RFC 1952](https://www.rfc-editor.org/rfc/rfc1952#section-2.3).
pub(crate) fn gzip_header(bytes: &[u8]) -> GzipHeader {
    const HEADER_CRC: u8 = 2;
    const EXTRA: u8 = 4;
    const NAME: u8 = 8;
    const COMMENT: u8 = 16;
    const RESERVED: u8 = 0xE0;
    if !bytes.starts_with(GZIP_MAGIC) {
        return if GZIP_MAGIC.starts_with(bytes) { GzipHeader::Incomplete } else { GzipHeader::Invalid };
    }
    let Some(&flags) = bytes.get(3) else { return GzipHeader::Incomplete };
    if flags & RESERVED != 0 {
        return GzipHeader::Invalid;
    }
    let mut length = 10;
    if flags & EXTRA != 0 {
        let Some(&[low, high]) = bytes.get(length..length + 2) else { return GzipHeader::Incomplete };
        length += 2 + usize::from(u16::from_le_bytes([low, high]));
    }
    for text in [NAME, COMMENT] {
        if flags & text != 0 {
            let Some(end) = bytes.get(length..).and_then(|rest| memchr::memchr(0, rest)) else {
                return GzipHeader::Incomplete;
            };
            length += end + 1;
        }
    }
    if flags & HEADER_CRC != 0 {
        length += 2;
    }
    if bytes.len() < length { GzipHeader::Incomplete } else { GzipHeader::Complete(length) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Found by libFuzzer. Read byte by byte, zlib-rs reports "repeated call with bad state" instead of "invalid
    /// distance too far back", because its fast loop needs enough bytes of lookahead.
    #[test]
    fn reports_the_same_error_however_the_input_is_split() {
        // A block with fixed codes that begins with a back-reference, before any text.
        let stream = [&[0x03, 0x02][..], &[0; 62]].concat();
        let mut inflate = Inflate::default();
        for part in 1..=stream.len() {
            inflate.begin();
            let mut output = [0; 1024];
            let steps = stream.chunks(part).map(|chunk| inflate.run(chunk, &mut output).2);
            let reason = steps.into_iter().find_map(|step| match step {
                DecodeStep::Corrupt(reason) => Some(reason),
                DecodeStep::More | DecodeStep::End | DecodeStep::Unsupported(_) => None,
            });
            assert_eq!(reason.as_deref(), Some("bad deflate stream"), "in chunks of {part} bytes");
        }
    }

    #[test]
    fn parses_optional_header_fields() {
        let cases: [(&[u8], Option<usize>); 5] = [
            (b"\x1F\x8B\x08\0\0\0\0\0\0\xFF", Some(10)),
            (b"\x1F\x8B\x08\x1E\0\0\0\0\0\xFF\x02\0exname\0comment\0\x12\x34", Some(29)),
            (b"\x1F\x8B\x08\x08\0\0\0\0\0\xFFno end", None),
            (b"\x1F\x8B\x08\x80\0\0\0\0\0\xFF", None),
            (b"\x1F\x8B", None),
        ];
        for (bytes, length) in cases {
            let found = match gzip_header(bytes) {
                GzipHeader::Complete(length) => Some(length),
                GzipHeader::Incomplete | GzipHeader::Invalid => None,
            };
            assert_eq!(found, length, "{}", bytes.escape_ascii());
        }
    }
}
