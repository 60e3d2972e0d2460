//! Converts offsets in the text of a page to offsets in its bytes.
//!
//! The map stores a checkpoint for about every [`STEP`] bytes: an offset in the bytes, the offset of the same place in the text, and
//! the decoder's state there. A lookup finds the last checkpoint before the offset by binary search, and decodes from there on.

use super::decision::Decision;
use super::decode::as_text;
use super::units::{UnitState, find_boundary};
use alloc::vec::Vec;
use core::ops::Range;
use encoding_rs::{CoderResult, Encoding};

/// Converts offsets in a decoded page, such as the spans of tokens and links and the offsets of errors, to offsets in the bytes
/// of the page.
///
/// The bytes of text are the bytes that were decoded to its characters: a character of several bytes, an invalid sequence that
/// became U+FFFD, or in rare cases bytes that give two characters. Byte order marks and the escape sequences of ISO-2022-JP are no
/// part of them.
///
/// Creating the map decodes the page once. It takes about a 40th of the memory of the page, and nothing if decoding changes
/// nothing. A lookup is a binary search, and decodes at most about 1 KiB.
///
/// ```
/// use tagrake::encoding::{OffsetMap, decode_page};
/// use tagrake::{Arena, Tokenizer};
///
/// let page = b"<p title=\x83A\x83B>\x83C<br>";
/// let document = decode_page(page, Some("text/html; charset=shift_jis"));
/// let map = OffsetMap::new(page, &document.decision);
/// let arena = Arena::new();
/// let tokens = Tokenizer::new(document.text.as_bytes(), &arena);
/// let spans: Vec<_> = tokens.map(|token| (token.span(), map.byte_range(token.span()))).collect();
/// assert_eq!(spans, [(0..16, 0..14), (16..19, 14..16), (19..23, 16..20)]);
/// ```
#[derive(Clone, Debug)]
pub struct OffsetMap<'b> {
    /// The page, without its byte order mark.
    bytes: &'b [u8],
    bom_len: usize,
    /// The encoding, or `None` if decoding changes nothing.
    encoding: Option<&'static Encoding>,
    /// In ascending order. The first one is the start of the page.
    checkpoints: Vec<Checkpoint>,
}

/// A place between two units.
#[derive(Clone, Copy, Debug, Default)]
struct Checkpoint {
    byte: usize,
    text: usize,
    state: UnitState,
}

/// The least number of bytes from one checkpoint to the next.
const STEP: usize = 1024;
/// The least number of bytes that a lookup decodes at once.
const SHORT_STEP: usize = 64;

impl<'b> OffsetMap<'b> {
    /// Creates the map for a page that is decoded by `decision`.
    pub fn new(bytes: &'b [u8], decision: &Decision<'_>) -> Self {
        let encoding = decision.encoding.inner();
        let bom_len = decision.bom_len.min(bytes.len());
        let bytes = &bytes[bom_len..];
        if as_text(bytes, encoding).is_some() {
            return Self { bytes, bom_len, encoding: None, checkpoints: Vec::new() };
        }
        let mut checkpoints = Vec::with_capacity(bytes.len() / STEP + 1);
        let mut last = Checkpoint::default();
        checkpoints.push(last);
        while bytes.len() - last.byte > STEP {
            last = last.next(bytes, encoding);
            checkpoints.push(last);
        }
        Self { bytes, bom_len, encoding: Some(encoding), checkpoints }
    }

    /// Returns the offset of the first byte of the character at the offset `text` of the decoded page. An offset inside of a
    /// character counts as its start, and one past the end as the end.
    ///
    /// ```
    /// use tagrake::encoding::{OffsetMap, decode_page};
    ///
    /// let page = b"\xFF\xFE\xE9\0<\0";
    /// let document = decode_page(page, None);
    /// let map = OffsetMap::new(page, &document.decision);
    /// assert_eq!(document.text, "é<");
    /// assert_eq!([0, 1, 2, 3].map(|offset| map.byte_offset(offset)), [2, 2, 4, 6]);
    /// ```
    pub fn byte_offset(&self, text: usize) -> usize {
        self.character(text).start
    }

    /// Returns the range of the bytes that were decoded to the characters at `text`. Of an empty range, the start counts.
    pub fn byte_range(&self, text: Range<usize>) -> Range<usize> {
        let start = self.byte_offset(text.start);
        if text.is_empty() { start..start } else { start..self.character(text.end - 1).end }
    }

    /// Returns the bytes of heap memory that the map takes.
    ///
    /// ```
    /// use tagrake::encoding::{OffsetMap, decode_page};
    ///
    /// let page = b"caf\xE9 ".repeat(10_000);
    /// let map = OffsetMap::new(&page, &decode_page(&page, None).decision);
    /// assert!(map.heap_bytes() < page.len() / 25);
    /// ```
    pub fn heap_bytes(&self) -> usize {
        self.checkpoints.capacity() * size_of::<Checkpoint>()
    }

    /// Returns the bytes of the unit that contains the offset `text`.
    fn character(&self, text: usize) -> Range<usize> {
        let Some(encoding) = self.encoding else {
            let is_boundary = |at: &usize| self.bytes.get(*at).is_none_or(|byte| byte & 0xC0 != 0x80);
            let inside = text.min(self.bytes.len());
            let start = (0..=inside).rev().find(is_boundary).unwrap_or(0);
            let end = (inside + 1..self.bytes.len()).find(is_boundary).unwrap_or(self.bytes.len());
            return self.in_page(start..end);
        };
        let index = self.checkpoints.partition_point(|checkpoint| checkpoint.text <= text);
        // The first checkpoint is at offset 0.
        let Checkpoint { mut byte, text: mut before, mut state } = self.checkpoints[index - 1];
        // PERF: the decoder is faster than units.
        while let Some(boundary) = find_boundary(encoding, self.bytes, byte + SHORT_STEP, byte + 2 * SHORT_STEP) {
            let len = decoded_len(encoding, &self.bytes[byte..boundary]);
            if text < before + len {
                break;
            }
            (byte, before) = (boundary, before + len);
        }
        while byte < self.bytes.len() {
            let unit = state.next_unit(encoding, &self.bytes[byte..]);
            if text < before + unit.text {
                return match unit.is_ascii {
                    true => self.in_page(byte + text - before..byte + text - before + 1),
                    false => self.in_page(byte..byte + unit.bytes),
                };
            }
            (byte, before) = (byte + unit.bytes, before + unit.text);
        }
        self.in_page(byte..byte)
    }

    fn in_page(&self, range: Range<usize>) -> Range<usize> {
        self.bom_len + range.start..self.bom_len + range.end
    }
}

impl Checkpoint {
    /// Returns the next checkpoint, at least [`STEP`] bytes later or at the end of the page.
    fn next(mut self, bytes: &[u8], encoding: &'static Encoding) -> Self {
        let from = self.byte + STEP;
        if let Some(boundary) = find_boundary(encoding, bytes, from, from + STEP) {
            self.text += decoded_len(encoding, &bytes[self.byte..boundary]);
            self.byte = boundary;
        }
        while self.byte < from.min(bytes.len()) {
            let unit = self.state.next_unit(encoding, &bytes[self.byte..bytes.len()]);
            // An ASCII run may be long.
            let len = if unit.is_ascii { unit.bytes.min(from - self.byte) } else { unit.bytes };
            self.byte += len;
            self.text += if unit.is_ascii { len } else { unit.text };
        }
        self
    }
}

/// Returns the length of decoded bytes in UTF-8. The bytes begin and end between two units, in the initial state.
fn decoded_len(encoding: &'static Encoding, bytes: &[u8]) -> usize {
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let (mut text, mut len, mut rest) = ([0; 512], 0, bytes);
    loop {
        let (result, read, written, _) = decoder.decode_to_utf8(rest, &mut text, true);
        (len, rest) = (len + written, &rest[read..]);
        if result == CoderResult::InputEmpty {
            return len;
        }
    }
}
