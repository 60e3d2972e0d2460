//! Zstandard frames, piece by piece.

use super::inflate::Step;
use std::io;
use zstd::stream::raw::{Decoder, InBuffer, Operation, OutBuffer};

/// What a frame begins with.
pub(crate) const FRAME_MAGIC: &[u8] = b"\x28\xB5\x2F\xFD";
/// How much a block holds at most, its header, and that of the frame.
pub(crate) const BLOCK_BYTES: usize = (128 << 10) + 3 + 18;
/// The shortest header of a frame.
const MIN_HEADER_BYTES: usize = 5;
/// The header of a block.
const BLOCK_HEADER_BYTES: usize = 3;

/// The state of the decoder; it is used again.
#[derive(Default)]
pub(crate) struct Unzstd {
    decoder: Option<Decoder<'static>>,
    wanted: usize,
}

impl Unzstd {
    /// Makes the decoder anew, for frames that need this dictionary.
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

    /// Returns how many bytes of input are read next at most: no more than a block, because with an error nothing is written.
    /// So what is written before an error depends on how the input is cut, unless all of these come at once.
    pub(crate) fn wanted(&self) -> usize {
        self.wanted
    }

    /// Reads on; returns how much was read and written.
    pub(crate) fn run(&mut self, input: &[u8], output: &mut [u8]) -> (usize, usize, Step) {
        let Some(decoder) = &mut self.decoder else { return (0, 0, Step::Corrupt("no decoder".into())) };
        let mut input = InBuffer::around(&input[..input.len().min(self.wanted)]);
        let mut output = OutBuffer::around(output);
        let step = match decoder.run(&mut input, &mut output) {
            Ok(0) => Step::End,
            Ok(wanted) => {
                // Behind a block it would also have the header of the next one, in which there may be an error.
                let block = wanted.saturating_sub(BLOCK_HEADER_BYTES);
                self.wanted = if block > 0 { block } else { wanted };
                Step::More
            }
            // The library's reason depends on how the data arrives.
            Err(_) => Step::Corrupt("bad zstd frame".into()),
        };
        (input.pos(), output.pos(), step)
    }
}
