//! Deflate streams and the gzip around them: in one go by libdeflate, piece by piece by zlib-rs.

use flate2::{Decompress, FlushDecompress, Status};
use libdeflater::{Crc, Decompressor};
use std::borrow::Cow;

/// What a gzip member begins with: the magic number, and the one method there is.
pub(crate) const GZIP_MAGIC: &[u8] = b"\x1F\x8B\x08";
/// CRC-32 of the text and its length.
pub(crate) const TRAILER_BYTES: usize = 8;
/// Deflate makes at most 258 bytes of two bits.
const MAX_RATIO: usize = 1032;

/// How far a stream has come.
pub(crate) enum Step {
    /// It wants input or room.
    More,
    /// It is over.
    End,
    /// It cannot be read on; says why.
    Corrupt(Cow<'static, str>),
}

/// What the beginning of a gzip member says.
pub(crate) enum Header {
    /// The deflate stream starts behind so many bytes.
    Whole(usize),
    /// More bytes are needed.
    Part,
    /// It is none.
    Bad,
}

/// The state of both decoders; it is used again.
pub(crate) struct Inflate {
    stream: Decompress,
    whole: Decompressor,
}

impl Default for Inflate {
    fn default() -> Self {
        Self { stream: Decompress::new(false), whole: Decompressor::new() }
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

    /// Reads on; returns how much was read and written.
    pub(crate) fn run(&mut self, input: &[u8], output: &mut [u8]) -> (usize, usize, Step) {
        let (read, written) = (self.stream.total_in(), self.stream.total_out());
        let step = match self.stream.decompress(input, output, FlushDecompress::None) {
            Ok(Status::StreamEnd) => Step::End,
            Ok(Status::Ok | Status::BufError) => Step::More,
            // Without zlib-rs's own words: they depend on how the input is cut.
            Err(_) => Step::Corrupt("bad deflate stream".into()),
        };
        ((self.stream.total_in() - read) as usize, (self.stream.total_out() - written) as usize, step)
    }

    /// Reads a gzip member if it ends exactly at the end of `stored`, and if its text has at most `max` bytes; writes it
    /// to `text` from `at` on. Returns the length of the text.
    ///
    /// libdeflate does not tell where a stream ends, only that it does not end behind its input. So the input is cut where
    /// the member should end, and the size and CRC of the text must stand there.
    pub(crate) fn member(&mut self, stored: &[u8], text: &mut Vec<u8>, at: usize, max: usize) -> Option<usize> {
        let Header::Whole(start) = gzip_header(stored) else { return None };
        let end = stored.len().checked_sub(TRAILER_BYTES).filter(|&end| end > start)?;
        let (crc, size) = trailer(&stored[end..])?;
        let size = size as usize;
        if size > max || size > (end - start).saturating_mul(MAX_RATIO) {
            return None;
        }
        reserve(text, at, size);
        let text = &mut text[at..at + size];
        let is_whole = self.whole.deflate_decompress(&stored[start..end], text) == Ok(size);
        (is_whole && crc_of(text) == crc).then_some(size)
    }
}

/// Makes room for `bytes` behind `at`.
pub(crate) fn reserve(buffer: &mut Vec<u8>, at: usize, bytes: usize) {
    if buffer.len() < at + bytes {
        buffer.resize((at + bytes).max(buffer.len() + buffer.len() / 2), 0);
    }
}

/// Reads the CRC and the length of the text.
pub(crate) fn trailer(bytes: &[u8]) -> Option<(u32, u32)> {
    let (crc, bytes) = bytes.split_first_chunk()?;
    let (size, _) = bytes.split_first_chunk()?;
    Some((u32::from_le_bytes(*crc), u32::from_le_bytes(*size)))
}

fn crc_of(text: &[u8]) -> u32 {
    let mut crc = Crc::new();
    crc.update(text);
    crc.sum()
}

/// Reads the header of a gzip member, by [RFC 1952](https://www.rfc-editor.org/rfc/rfc1952#section-2.3).
pub(crate) fn gzip_header(bytes: &[u8]) -> Header {
    const HEADER_CRC: u8 = 2;
    const EXTRA: u8 = 4;
    const NAME: u8 = 8;
    const COMMENT: u8 = 16;
    const RESERVED: u8 = 0xE0;
    if !bytes.starts_with(GZIP_MAGIC) {
        return if GZIP_MAGIC.starts_with(bytes) { Header::Part } else { Header::Bad };
    }
    let Some(&flags) = bytes.get(3) else { return Header::Part };
    if flags & RESERVED != 0 {
        return Header::Bad;
    }
    let mut length = 10;
    if flags & EXTRA != 0 {
        let Some(&[low, high]) = bytes.get(length..length + 2) else { return Header::Part };
        length += 2 + usize::from(u16::from_le_bytes([low, high]));
    }
    for text in [NAME, COMMENT] {
        if flags & text != 0 {
            let Some(end) = bytes.get(length..).and_then(|rest| memchr::memchr(0, rest)) else { return Header::Part };
            length += end + 1;
        }
    }
    if flags & HEADER_CRC != 0 {
        length += 2;
    }
    if bytes.len() < length { Header::Part } else { Header::Whole(length) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// libFuzzer found a member whose damage was told in other words when it was read byte by byte: zlib-rs says "invalid
    /// distance too far back", or "repeated call with bad state" where enough bytes lie ahead for its fast loop.
    #[test]
    fn what_is_wrong_does_not_depend_on_the_cuts() {
        // A block with fixed codes that begins with a copy of what was 1 byte before.
        let stream = [&[0x03, 0x02][..], &[0; 62]].concat();
        let mut inflate = Inflate::default();
        for part in 1..=stream.len() {
            inflate.begin();
            let mut output = [0; 1024];
            let steps = stream.chunks(part).map(|chunk| inflate.run(chunk, &mut output).2);
            let reason = steps.into_iter().find_map(|step| match step {
                Step::Corrupt(reason) => Some(reason),
                Step::More | Step::End => None,
            });
            assert_eq!(reason.as_deref(), Some("bad deflate stream"), "in parts of {part}");
        }
    }

    #[test]
    fn headers_have_options() {
        let cases: [(&[u8], Option<usize>); 5] = [
            (b"\x1F\x8B\x08\0\0\0\0\0\0\xFF", Some(10)),
            (b"\x1F\x8B\x08\x1E\0\0\0\0\0\xFF\x02\0exname\0comment\0\x12\x34", Some(29)),
            (b"\x1F\x8B\x08\x08\0\0\0\0\0\xFFno end", None),
            (b"\x1F\x8B\x08\x80\0\0\0\0\0\xFF", None),
            (b"\x1F\x8B", None),
        ];
        for (bytes, length) in cases {
            let found = match gzip_header(bytes) {
                Header::Whole(length) => Some(length),
                Header::Part | Header::Bad => None,
            };
            assert_eq!(found, length, "{}", bytes.escape_ascii());
        }
    }
}
