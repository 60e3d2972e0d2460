//! Reads Zstandard frames, as in the [WARC
//! specification](https://iipc.github.io/warc-specifications/specifications/warc-zstd/): one frame for each record,
//! and optionally a dictionary for all of them in a frame before the first.

use super::error::WarcErrorKind;
use super::member_progress::{MemberProgress, ended};
use super::stored_bytes::StoredBytes;
use crate::codec::inflate::DecodeStep;
use crate::codec::zstandard::{BLOCK_BYTES, FRAME_MAGIC, FrameHeader, ZstdFrameDecoder};
use std::io::Read;

/// The first bytes of the frame with the dictionary.
pub(super) const DICTIONARY_MAGIC: &[u8] = b"\x5D\x2A\x4D\x18";
/// The first bytes of skippable frames, except for the lower half of the first byte.
const SKIPPABLE_MAGIC: &[u8] = b"\x50\x2A\x4D\x18";
/// The maximum length of a dictionary, decompressed, in bytes.
const MAX_DICTIONARY_BYTES: u64 = 16 << 20;

/// Decodes one frame after another.
#[derive(Default)]
pub(super) struct ZstdFrames {
    decoder: ZstdFrameDecoder,
    has_dictionary: bool,
    /// The window size that the frame's header declares, in bytes; the maximum if the header is incomplete.
    window_bytes: u64,
    /// Bytes of text decoded from the frame so far.
    text_bytes: u64,
}

impl ZstdFrames {
    pub(super) fn is_skippable(&self, data: &[u8]) -> bool {
        matches!(data, [first, rest @ ..] if first & 0xF0 == SKIPPABLE_MAGIC[0] && rest.starts_with(&SKIPPABLE_MAGIC[1..]))
    }

    /// Returns true if `data` may be the first bytes of a magic number.
    pub(super) fn may_begin(&self, data: &[u8]) -> bool {
        FRAME_MAGIC.starts_with(data) || DICTIONARY_MAGIC.starts_with(data) || SKIPPABLE_MAGIC.starts_with(data)
    }

    /// Begins the frame that starts with `data`.
    pub(super) fn begin(&mut self, data: &[u8]) -> Result<(), WarcErrorKind> {
        let header = FrameHeader::parse(data);
        (self.window_bytes, self.text_bytes) = (header.map_or(u64::MAX, |header| header.window_bytes), 0);
        self.decoder.begin().map_err(|_| WarcErrorKind::Dictionary)
    }

    /// Decodes more of a frame's text.
    pub(super) fn read<R: Read>(&mut self, source: &mut StoredBytes<R>, text: &mut [u8]) -> (usize, MemberProgress) {
        let (read, written, step) = self.decoder.run(source.want(self.decoder.wanted), text);
        source.consume(read);
        self.text_bytes += written as u64;
        let progress = match step {
            DecodeStep::Corrupt(reason) => MemberProgress::Bad(WarcErrorKind::Corrupt(reason)),
            DecodeStep::Unsupported(cause) => MemberProgress::Bad(WarcErrorKind::Unsupported(cause.into())),
            DecodeStep::End => MemberProgress::End,
            DecodeStep::More if read > 0 || written > 0 || source.fill() => MemberProgress::More,
            DecodeStep::More => ended(source).unwrap_or(MemberProgress::Bad(WarcErrorKind::Truncated)),
        };
        (written, progress)
    }

    /// Returns the number of bytes in the decoder's window.
    pub(super) fn window_in_use(&self) -> usize {
        self.window_bytes.min(self.text_bytes) as usize
    }

    /// Fills `text` with the first bytes of a frame's text. Returns their number, which is less if the frame has fewer.
    pub(super) fn first_text<R: Read>(&mut self, source: &mut StoredBytes<R>, text: &mut [u8]) -> usize {
        let mut data = source.want(BLOCK_BYTES);
        data = &data[..data.len().min(BLOCK_BYTES)];
        let mut length = 0;
        if self.begin(data).is_err() {
            return 0;
        }
        while length < text.len() {
            match self.decoder.run(data, &mut text[length..]) {
                (0, 0, _) | (_, _, DecodeStep::Corrupt(_) | DecodeStep::Unsupported(_)) => break,
                (read, written, step) => {
                    data = &data[read..];
                    length += written;
                    if let DecodeStep::End = step {
                        break;
                    }
                }
            }
        }
        length
    }

    /// Skips a frame without text. If it holds the dictionary, sets the dictionary.
    pub(super) fn skip_frame<R: Read>(&mut self, source: &mut StoredBytes<R>) -> Result<(), WarcErrorKind> {
        const HEADER_BYTES: usize = 8;
        let header = source.want(HEADER_BYTES);
        let is_dictionary = header.starts_with(DICTIONARY_MAGIC) && !self.has_dictionary;
        let Some(length) = header.get(4..).and_then(|bytes| bytes.first_chunk()) else {
            return Err(WarcErrorKind::Truncated);
        };
        let length = u32::from_le_bytes(*length);
        source.consume(HEADER_BYTES);
        if is_dictionary && u64::from(length) <= MAX_DICTIONARY_BYTES {
            let length = length as usize;
            let data = source.want(length);
            if data.len() < length {
                return Err(WarcErrorKind::Truncated);
            }
            let result = self.set_dictionary(&data[..length]);
            source.consume(length);
            return result;
        }
        let mut left = length as usize;
        while left > 0 {
            let bytes = source.want(1).len().min(left);
            if bytes == 0 {
                return Err(WarcErrorKind::Truncated);
            }
            source.consume(bytes);
            left -= bytes;
        }
        if is_dictionary { Err(WarcErrorKind::Dictionary) } else { Ok(()) }
    }

    fn set_dictionary(&mut self, stored: &[u8]) -> Result<(), WarcErrorKind> {
        self.has_dictionary = true;
        let result = if stored.starts_with(FRAME_MAGIC) {
            let mut dictionary = Vec::new();
            zstd::stream::read::Decoder::with_buffer(stored)
                .and_then(|decoder| decoder.take(MAX_DICTIONARY_BYTES).read_to_end(&mut dictionary))
                .and_then(|_| self.decoder.set_dictionary(&dictionary))
        } else {
            self.decoder.set_dictionary(stored)
        };
        result.map_err(|_| WarcErrorKind::Dictionary)
    }
}
