//! A streaming decoder of Zstandard frames.

use super::inflate::DecodeStep;
use std::io;
use zstd::stream::raw::{Decoder, InBuffer, Operation, OutBuffer};

/// The first bytes of a frame.
pub(crate) const FRAME_MAGIC: &[u8] = b"\x28\xB5\x2F\xFD";
/// The maximum length of a block, with its header and the header of the frame.
pub(crate) const BLOCK_BYTES: usize = (128 << 10) + 3 + 18;
/// The length of the shortest frame header.
const MIN_HEADER_BYTES: usize = 5;
/// The length of a block header.
const BLOCK_HEADER_BYTES: usize = 3;

/// The state of the decoder, reusable for any number of frames.
#[derive(Default)]
pub(crate) struct ZstdFrameDecoder {
    decoder: Option<Decoder<'static>>,
    wanted: usize,
}

impl ZstdFrameDecoder {
    /// Replaces the decoder by one with this dictionary.
    pub(crate) fn set_dictionary(&mut self, dictionary: &[u8]) -> io::Result<()> {
        self.decoder = Some(Decoder::with_dictionary(dictionary)?);
        Ok(())
    }

    /// Begins a frame.
    pub(crate) fn begin(&mut self) -> io::Result<()> {
        self.wanted = MIN_HEADER_BYTES;
        match &mut self.decoder {
            Some(decoder) => decoder.reinit(),
            None => self.set_dictionary(&[]),
        }
    }

    /// Returns the maximum number of input bytes that the next [`run`](Self::run) reads: at most one block. After an
    /// error nothing of that call is written, so reading whole blocks makes the text before an error independent of
    /// how the input is split.
    pub(crate) fn wanted(&self) -> usize {
        self.wanted
    }

    /// Decodes the next bytes. Returns how many bytes were read and written.
    pub(crate) fn run(&mut self, input: &[u8], output: &mut [u8]) -> (usize, usize, DecodeStep) {
        let Some(decoder) = &mut self.decoder else { return (0, 0, DecodeStep::Corrupt("no decoder".into())) };
        let mut input = InBuffer::around(&input[..input.len().min(self.wanted)]);
        let mut output = OutBuffer::around(output);
        let step = match decoder.run(&mut input, &mut output) {
            Ok(0) => DecodeStep::End,
            Ok(wanted) => {
                // After a block, zstd also asks for the header of the next one, which may be invalid. Read the block
                // alone.
                let block = wanted.saturating_sub(BLOCK_HEADER_BYTES);
                self.wanted = if block > 0 { block } else { wanted };
                DecodeStep::More
            }
            // zstd's own message is not used: it depends on how the input is split.
            Err(_) => DecodeStep::Corrupt("bad zstd frame".into()),
        };
        (input.pos(), output.pos(), step)
    }
}
