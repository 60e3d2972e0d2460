//! Zstandard frames, as the [WARC specification for them](https://iipc.github.io/warc-specifications/specifications/warc-zstd/)
//! has them: a record each, and a dictionary for all in a frame of its own before them.

use super::error::WarcErrorKind;
use super::member::{Progress, ended};
use super::source::Source;
use std::borrow::Cow;
use std::io::Read;
use zstd::stream::raw::{Decoder, InBuffer, Operation, OutBuffer};

/// What a frame begins with.
pub(super) const FRAME_MAGIC: &[u8] = b"\x28\xB5\x2F\xFD";
/// What the frame of the dictionary begins with.
const DICTIONARY_MAGIC: &[u8] = b"\x5D\x2A\x4D\x18";
/// What the other frames that hold no text begin with, but for the lower half of the first byte.
const SKIPPABLE_MAGIC: &[u8] = b"\x50\x2A\x4D\x18";
/// How much a block holds at most, its header, and that of the frame.
const BLOCK_BYTES: usize = (128 << 10) + 3 + 18;
/// How long a dictionary may be, decompressed.
const MAX_DICTIONARY_BYTES: u64 = 16 << 20;

/// Reads frame after frame.
#[derive(Default)]
pub(super) struct Frames {
    decoder: Option<Decoder<'static>>,
    dictionary: Vec<u8>,
    /// How much the decoder wants next: no more than a block, so that an error costs that block alone.
    wanted: usize,
}

impl Frames {
    pub(super) fn begins(&self, data: &[u8]) -> bool {
        data.starts_with(FRAME_MAGIC)
    }

    pub(super) fn is_skippable(&self, data: &[u8]) -> bool {
        matches!(data, [first, rest @ ..] if first & 0xF0 == SKIPPABLE_MAGIC[0] && rest.starts_with(&SKIPPABLE_MAGIC[1..]))
    }

    /// Returns whether `data` may be the first bytes of a magic number.
    pub(super) fn may_begin(&self, data: &[u8]) -> bool {
        FRAME_MAGIC.starts_with(data) || DICTIONARY_MAGIC.starts_with(data) || SKIPPABLE_MAGIC.starts_with(data)
    }

    /// Begins a frame.
    pub(super) fn begin(&mut self) -> Result<(), WarcErrorKind> {
        self.wanted = 5; // what every frame has
        let result = match &mut self.decoder {
            Some(decoder) => decoder.reinit(),
            decoder => Decoder::with_dictionary(&self.dictionary).map(|made| *decoder = Some(made)),
        };
        result.map_err(|_| WarcErrorKind::Dictionary)
    }

    /// Makes more of a frame's text.
    pub(super) fn read<R: Read>(&mut self, source: &mut Source<R>, text: &mut [u8]) -> (usize, Progress) {
        let Some(decoder) = &mut self.decoder else { return (0, Progress::Bad(WarcErrorKind::Dictionary)) };
        let data = source.want(1);
        let mut input = InBuffer::around(&data[..data.len().min(self.wanted)]);
        let mut output = OutBuffer::around(text);
        let result = decoder.run(&mut input, &mut output);
        let (read, written) = (input.pos(), output.pos());
        source.consume(read);
        let progress = match result {
            Err(error) => Progress::Bad(WarcErrorKind::Corrupt(Cow::Owned(error.to_string()))),
            Ok(0) => Progress::End,
            Ok(wanted) => {
                self.wanted = wanted.min(BLOCK_BYTES);
                if read > 0 || written > 0 || source.fill() {
                    Progress::More
                } else {
                    ended(source).unwrap_or(Progress::Bad(WarcErrorKind::Truncated))
                }
            }
        };
        (written, progress)
    }

    /// Fills `text` with what a frame begins with; returns whether there is so much.
    pub(super) fn first_text<R: Read>(&mut self, source: &mut Source<R>, text: &mut [u8]) -> bool {
        let data = source.want(BLOCK_BYTES);
        if self.begin().is_err() {
            return false;
        }
        let Some(decoder) = &mut self.decoder else { return false };
        let mut input = InBuffer::around(&data[..data.len().min(BLOCK_BYTES)]);
        let mut output = OutBuffer::around(text);
        while output.pos() < output.capacity() {
            let before = (input.pos(), output.pos());
            if decoder.run(&mut input, &mut output).is_err() || before == (input.pos(), output.pos()) {
                return false;
            }
        }
        true
    }

    /// Passes over a frame that holds no text; takes the dictionary from it if it is one.
    pub(super) fn pass_skippable<R: Read>(&mut self, source: &mut Source<R>) -> Result<(), WarcErrorKind> {
        const HEADER_BYTES: usize = 8;
        let header = source.want(HEADER_BYTES);
        let is_dictionary = header.starts_with(DICTIONARY_MAGIC) && self.dictionary.is_empty();
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
        self.dictionary.clear();
        if stored.starts_with(FRAME_MAGIC) {
            zstd::stream::read::Decoder::with_buffer(stored)
                .and_then(|decoder| decoder.take(MAX_DICTIONARY_BYTES).read_to_end(&mut self.dictionary))
                .map_err(|_| WarcErrorKind::Dictionary)?;
        } else {
            self.dictionary.extend_from_slice(stored);
        }
        self.decoder = None;
        Ok(())
    }
}
