//! A streaming decoder of Zstandard frames.

use super::inflate::DecodeStep;
use std::error::Error;
use std::io::{self, BufRead, ErrorKind, Read};
use zstd::stream::raw::{Decoder, InBuffer, Operation, OutBuffer};
use zstd::zstd_safe::get_dict_id_from_dict;

/// The first bytes of a frame.
pub(crate) const FRAME_MAGIC: &[u8] = b"\x28\xB5\x2F\xFD";
/// The maximum length of a block, with its header and the header of the frame.
pub(crate) const BLOCK_BYTES: usize = (128 << 10) + 3 + MAX_HEADER_BYTES;
/// The length of the shortest and of the longest frame header.
const MIN_HEADER_BYTES: usize = 5;
const MAX_HEADER_BYTES: usize = 18;
/// The length of a block header.
const BLOCK_HEADER_BYTES: usize = 3;
/// The largest window that is decoded, in bytes: the default limit of zstd.
const MAX_WINDOW_BYTES: u64 = 128 << 20;

/// The header of a frame, as in [RFC 8878](https://www.rfc-editor.org/rfc/rfc8878#section-3.1.1.1).
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct FrameHeader {
    /// The window size. In a frame that is a single segment, it is the length of the text.
    pub(crate) window_bytes: u64,
    /// The ID of the dictionary that the frame needs, if it names one.
    dictionary: Option<u32>,
}

/// The end of the frame header's descriptor.
pub(crate) const DESCRIPTOR_END: usize = FRAME_MAGIC.len() + 1;

/// Returns true if the frame that starts with `data` has a checksum at its end.
pub(crate) fn has_checksum(data: &[u8]) -> bool {
    const CHECKSUM: u8 = 1 << 2;
    data.strip_prefix(FRAME_MAGIC).and_then(<[u8]>::first).is_some_and(|descriptor| descriptor & CHECKSUM != 0)
}

impl FrameHeader {
    /// Parses the header at the start of `data`. Returns `None` if it is incomplete or no header.
    pub(crate) fn parse(data: &[u8]) -> Option<Self> {
        const SINGLE_SEGMENT: u8 = 1 << 5;
        let (&descriptor, mut rest) = data.strip_prefix(FRAME_MAGIC)?.split_first()?;
        let is_single = descriptor & SINGLE_SEGMENT != 0;
        let window = if is_single { 0 } else { take(&mut rest, 1)? };
        let dictionary = take(&mut rest, [0, 1, 2, 4][usize::from(descriptor & 3)])?;
        let length = match descriptor >> 6 {
            0 => take(&mut rest, usize::from(is_single))?,
            1 => take(&mut rest, 2)? + 256,
            2 => take(&mut rest, 4)?,
            _ => take(&mut rest, 8)?,
        };
        let base = 1 << (10 + (window >> 3));
        let window_bytes = if is_single { length } else { base + base / 8 * (window & 7) };
        Some(Self { window_bytes, dictionary: Some(dictionary as u32).filter(|id| *id != 0) })
    }
}

/// Takes a number of `bytes` bytes from the start of `rest`.
fn take(rest: &mut &[u8], bytes: usize) -> Option<u64> {
    let (number, after) = rest.split_at_checked(bytes)?;
    *rest = after;
    Some(number.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte)))
}

/// The state of the decoder, reusable for any number of frames.
#[derive(Default)]
pub(crate) struct ZstdFrameDecoder {
    decoder: Option<Decoder<'static>>,
    /// The ID of the dictionary.
    dictionary: Option<u32>,
    /// The first bytes of the frame: its header.
    header: Vec<u8>,
    /// The maximum number of input bytes that the next [`run`](Self::run) reads: at most one block. After an error nothing of
    /// that call is written, so reading whole blocks makes the text before an error independent of how the input is split.
    pub(crate) wanted: usize,
}

impl ZstdFrameDecoder {
    /// Replaces the decoder by one with this dictionary.
    pub(crate) fn set_dictionary(&mut self, dictionary: &[u8]) -> io::Result<()> {
        self.decoder = Some(Decoder::with_dictionary(dictionary)?);
        self.dictionary = get_dict_id_from_dict(dictionary).map(u32::from);
        Ok(())
    }

    /// Begins a frame.
    pub(crate) fn begin(&mut self) -> io::Result<()> {
        self.wanted = MIN_HEADER_BYTES;
        self.header.clear();
        match &mut self.decoder {
            Some(decoder) => decoder.reinit(),
            None => self.set_dictionary(&[]),
        }
    }

    /// Decodes the next bytes. Returns how many bytes were read and written.
    pub(crate) fn run(&mut self, input: &[u8], output: &mut [u8]) -> (usize, usize, DecodeStep) {
        let Some(decoder) = &mut self.decoder else { return (0, 0, DecodeStep::Corrupt("no decoder".into())) };
        let input = &input[..input.len().min(self.wanted)];
        let (mut stored, mut output) = (InBuffer::around(input), OutBuffer::around(output));
        let result = decoder.run(&mut stored, &mut output);
        let (read, written) = (stored.pos(), output.pos());
        let missing = MAX_HEADER_BYTES.saturating_sub(self.header.len());
        let header = if result.is_ok() { &input[..read] } else { input };
        self.header.extend_from_slice(&header[..header.len().min(missing)]);
        let step = match result {
            Ok(0) => DecodeStep::End,
            Ok(wanted) => {
                // After a block, zstd also asks for the header of the next one, which may be invalid. Read the block
                // alone.
                let block = wanted.saturating_sub(BLOCK_HEADER_BYTES);
                self.wanted = if block > 0 { block } else { wanted };
                DecodeStep::More
            }
            // zstd's own message is not used: it depends on how the input is split.
            Err(_) => self.unsupported().map_or(DecodeStep::Corrupt("bad zstd frame".into()), DecodeStep::Unsupported),
        };
        (read, written, step)
    }

    /// Returns what the frame needs and the decoder does not have.
    fn unsupported(&self) -> Option<String> {
        let header = FrameHeader::parse(&self.header)?;
        if header.window_bytes > MAX_WINDOW_BYTES {
            let (needed, limit) = (size(header.window_bytes), size(MAX_WINDOW_BYTES));
            return Some(format!("zstd frame needs a window of {needed}; the limit is {limit}"));
        }
        let id = header.dictionary.filter(|id| self.dictionary != Some(*id))?;
        Some(format!("zstd dictionary {id} is missing"))
    }
}

/// Returns a number of bytes in words, rounded up.
fn size(bytes: u64) -> String {
    const GIB: u64 = 1 << 30;
    if bytes.is_multiple_of(GIB) { format!("{} GiB", bytes / GIB) } else { format!("{} MiB", bytes.div_ceil(1 << 20)) }
}

/// Data that is not damaged needs more than the decoder has. Holds what it is.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct Unsupported(String);

/// Returns what data needs and the decoder does not have, if `error` is for that reason.
pub fn unsupported(error: &io::Error) -> Option<&str> {
    let error = error.get_ref().map(|error| error as &(dyn Error + 'static))?;
    error.downcast_ref::<Unsupported>().map(|Unsupported(cause)| cause.as_str())
}

/// Reads the text of one frame after another. Skips frames without text.
pub(crate) struct ZstdReader<R> {
    stored: R,
    decoder: ZstdFrameDecoder,
    is_inside: bool,
}

impl<R: BufRead> ZstdReader<R> {
    pub(crate) fn new(stored: R) -> Self {
        Self { stored, decoder: ZstdFrameDecoder::default(), is_inside: false }
    }

    pub(crate) fn get_ref(&self) -> &R {
        &self.stored
    }
}

impl<R: BufRead> Read for ZstdReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        loop {
            let stored = self.stored.fill_buf()?;
            let is_over = stored.is_empty();
            if !self.is_inside {
                if is_over {
                    return Ok(0);
                }
                self.decoder.begin()?;
                self.is_inside = true;
            }
            let (read, written, step) = self.decoder.run(stored, buffer);
            self.stored.consume(read);
            match step {
                DecodeStep::End => self.is_inside = false,
                DecodeStep::More if is_over && written == 0 => return Err(ErrorKind::UnexpectedEof.into()),
                DecodeStep::More => {}
                DecodeStep::Corrupt(reason) => return Err(io::Error::new(ErrorKind::InvalidData, reason)),
                DecodeStep::Unsupported(cause) => return Err(io::Error::other(Unsupported(cause))),
            }
            if written > 0 {
                return Ok(written);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::BufReader;
    use zstd::stream::raw::Encoder;
    use zstd::zstd_safe::CParameter;

    /// Returns the start of a frame with this window, whose length is not known.
    fn frame(window_log: u32) -> Vec<u8> {
        let mut encoder = Encoder::new(1).expect("memory");
        encoder.set_parameter(CParameter::WindowLog(window_log)).expect("a window");
        let mut stored = [0; 64];
        let mut output = OutBuffer::around(&mut stored[..]);
        encoder.run(&mut InBuffer::around(b"text"), &mut output).expect("room");
        encoder.flush(&mut output).expect("room");
        stored.to_vec()
    }

    #[test]
    fn reads_the_window_size_from_the_header() {
        for log in [17, 20, 27, 31] {
            let header = FrameHeader { window_bytes: 1 << log, dictionary: None };
            assert_eq!(FrameHeader::parse(&frame(log)), Some(header));
        }
        let single = zstd::bulk::compress(&[b'x'; 300], 1).expect("memory");
        assert_eq!(FrameHeader::parse(&single), Some(FrameHeader { window_bytes: 300, dictionary: None }));
        assert_eq!(FrameHeader::parse(&single[..6]), None);
    }

    #[test]
    fn what_a_frame_needs_is_named_however_it_is_split() {
        let dictionary = b"\x37\xA4\x30\xEC\x07\0\0\0";
        assert_eq!(get_dict_id_from_dict(dictionary).map(u32::from), Some(7));
        let with_dictionary = b"\x28\xB5\x2F\xFD\x21\x07\x04\x21\0\0text";
        let cases = [
            (frame(31), "zstd frame needs a window of 2 GiB; the limit is 128 MiB"),
            (b"\x28\xB5\x2F\xFD\0\x8Aoooo".to_vec(), "zstd frame needs a window of 160 MiB; the limit is 128 MiB"),
            (with_dictionary.to_vec(), "zstd dictionary 7 is missing"),
        ];
        for (stored, expected) in cases {
            for capacity in [1, 3, 5, 100] {
                let before = zstd::encode_all(&b"before"[..], 1).expect("memory");
                let stored = [&before[..], &stored].concat();
                let mut reader = ZstdReader::new(BufReader::with_capacity(capacity, &stored[..]));
                let mut text = Vec::new();
                let error = reader.read_to_end(&mut text).expect_err("it is not decoded");
                assert_eq!((unsupported(&error), &text[..]), (Some(expected), &b"before"[..]), "{capacity}");
            }
        }
    }

    #[test]
    fn damage_and_truncation_differ() {
        let stored = zstd::encode_all(&b"text"[..], 1).expect("memory");
        let read = |stored: &[u8]| {
            let mut reader = ZstdReader::new(stored);
            reader.read_to_end(&mut Vec::new()).map_err(|error| error.kind())
        };
        let skipped = [b"\x50\x2A\x4D\x18\x02\0\0\0ab", &stored[..]].concat();
        assert_eq!((read(&stored), read(&skipped)), (Ok(4), Ok(4)));
        assert_eq!(read(&stored[..stored.len() - 1]), Err(ErrorKind::UnexpectedEof));
        assert_eq!(read(&[&stored[..], b"no frame"].concat()), Err(ErrorKind::InvalidData));
    }
}
