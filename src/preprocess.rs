//! The parse errors of [preprocessing the input
//! stream](https://html.spec.whatwg.org/multipage/parsing.html#preprocessing-the-input-stream): surrogates,
//! noncharacters and controls. They are found in a pass of their own, ahead of the tokens, and only if the options ask
//! for errors.
//!
//! 1. For each block of 64 bytes, a mask marks the suspects: bytes that can start a wrong code point, NUL, and `&`.
//! 2. For each suspect, its bytes decide: [`error_at`] returns the error of preprocessing, if there is one.
//! 3. The search stops at the next error, at the next NUL or `&` with a parse error ([`has_tokenizer_error`]), or
//!    [`LOOK_AHEAD`] bytes past the requested offset. The offset where it stopped is [`InputErrors::clean_to`].
//! 4. A token that ends at or before that offset has no error. So the fast path makes one comparison for most tokens,
//!    and reads only the others again for their errors (`fast/errors.rs`).
//!
//! Example: `a<U+0001>b&bogus;c`, where U+0001 is a control. The suspects are the bytes 1 and 3.
//!
//! ```text
//! next_up_to(0)    None       clean_to 1: the next error is known
//! next_up_to(1)    error at 1
//! next_up_to(2)    None       clean_to 3: the reference has an error, which the tokenizer must report
//! next_up_to(9)    None       clean_to is past the end: no more errors
//! ```
//!
//! Preprocessing also normalises newlines. The state machine does that when it consumes a byte, and [`crate::decode`]
//! on demand, so that clean bytes stay borrowed.

use crate::error::{ErrorCode, ParseError};
use crate::references;
use crate::scan::{self, BLOCK, Class, Job, Level, RangeSet, Vectors};

/// The number of bytes to search past the requested offset. It is small enough that the bytes are still in the L1 cache
/// when they are tokenized.
const LOOK_AHEAD: usize = 2048;

/// Finds the errors of an input, in the order of their offsets.
#[derive(Clone, Debug)]
pub(crate) struct InputErrors<'a> {
    input: &'a [u8],
    level: Level,
    /// See [`clean_to`](Self::clean_to). Errors before this offset were already returned.
    clean_to: usize,
    /// The next error, which is at `clean_to`, if it was already found.
    next: Option<ParseError>,
    /// The offset of the current block.
    base: usize,
    /// The suspects of the current block that were not examined yet. Bit `i` is the byte at `base + i`.
    suspects: u64,
}

impl<'a> InputErrors<'a> {
    /// Starts a search for errors at the offset `start`.
    pub(crate) fn new(input: &'a [u8], start: usize, level: Level) -> Self {
        let mut errors = Self { input, level, clean_to: start, next: None, base: start, suspects: 0 };
        (errors.base, errors.suspects) = errors.find_suspects(start, start + LOOK_AHEAD);
        errors
    }

    /// Returns the next error if it is at or before `offset`.
    #[inline(always)]
    pub(crate) fn next_up_to(&mut self, offset: usize) -> Option<ParseError> {
        if offset < self.clean_to { None } else { self.find_up_to(offset) }
    }

    #[inline(never)]
    fn find_up_to(&mut self, offset: usize) -> Option<ParseError> {
        while self.next.is_none() && self.clean_to <= offset && self.base < self.input.len() {
            self.advance(offset);
        }
        let error = self.next.take_if(|error| error.offset <= offset)?;
        self.clean_to = error.offset + 1;
        Some(error)
    }

    /// Returns an offset up to which the bytes after the highest requested offset have no error of preprocessing, no
    /// NUL, and no `&` of a reference with an error. `usize::MAX` if that holds to the end of the input.
    pub(crate) fn clean_to(&self) -> usize {
        self.clean_to
    }

    /// Continues the search to the next error, to the next NUL or faulty reference after `requested`, or to
    /// `LOOK_AHEAD` bytes past `requested`. Sets `clean_to` to where it stops.
    fn advance(&mut self, requested: usize) {
        let limit = requested.saturating_add(LOOK_AHEAD);
        while self.base < self.input.len() {
            while self.suspects != 0 {
                let offset = self.base + self.suspects.trailing_zeros() as usize;
                let rest = &self.input[offset..];
                if offset > requested && has_tokenizer_error(rest) {
                    self.clean_to = offset;
                    return;
                }
                self.suspects &= self.suspects - 1;
                if let Some(code) = error_at(rest) {
                    self.next = Some(ParseError::new(code, offset));
                    self.clean_to = offset;
                    return;
                }
            }
            if self.base >= limit {
                self.clean_to = self.base;
                return;
            }
            (self.base, self.suspects) = self.find_suspects(self.base + BLOCK, limit);
        }
        self.clean_to = usize::MAX;
    }

    /// Returns the offset and the suspects of the first block with suspects from `base` on. If there is none before
    /// `limit`, returns the first block from `limit` on.
    fn find_suspects(&self, base: usize, limit: usize) -> (usize, u64) {
        scan::dispatch(self.level, FindSuspects { input: self.input, base, limit })
    }
}

/// The job of [`InputErrors::find_suspects`].
struct FindSuspects<'a> {
    input: &'a [u8],
    base: usize,
    limit: usize,
}

impl Job for FindSuspects<'_> {
    type Output = (usize, u64);

    #[inline(always)]
    fn run<V: Vectors>(self, simd: V) -> (usize, u64) {
        let rest = self.input.get(self.base..).unwrap_or_default();
        let (blocks, tail) = rest.as_chunks();
        let mut base = self.base;
        for block in blocks {
            let suspects = scan::bits_of(simd, block, BLOCK, Suspect);
            if suspects != 0 || base >= self.limit {
                return (base, suspects);
            }
            base += BLOCK;
        }
        // The last bytes, padded with NULs. The mask removes the padding, because NUL is a suspect.
        let mut block = [0; BLOCK];
        block[..tail.len()].copy_from_slice(tail);
        let suspects = scan::bits_of(simd, &block, BLOCK, Suspect) & ((1 << tail.len()) - 1);
        (base + if suspects == 0 { tail.len() } else { 0 }, suspects)
    }
}

/// The suspects: bytes that can start a wrong code point, NUL, and `&`.
#[derive(Clone, Copy)]
struct Suspect;

impl Class for Suspect {
    #[inline(always)]
    fn flags<V: Vectors>(self, simd: V, vector: V::Vector) -> V::Flags {
        const SUSPECTS: RangeSet<8> = RangeSet::new([
            (0x00, 0x08),
            (0x0B, 0x0B),
            (0x0E, 0x1F),
            (b'&', b'&'),
            (0x7F, 0x7F),
            (0xC2, 0xC2),
            (0xED, 0xED),
            (0xEF, 0xF4),
        ]);
        simd.any_of_ranges(vector, &SUSPECTS)
    }
}

/// Returns true if `bytes` starts with NUL, or with a character reference that has a parse error.
fn has_tokenizer_error(bytes: &[u8]) -> bool {
    match bytes[0] {
        b'\0' => true,
        b'&' => {
            // Asked as in text: every reference with an error in an attribute also has one in text.
            let mut has_error = false;
            references::report_errors(bytes, 0, false, &mut |_, _| has_error = true);
            has_error
        }
        _ => false,
    }
}

/// Returns the error of the code point that `bytes` starts with, if there is one.
///
/// Surrogates exist only in generalised UTF-8 (WTF-8), in input from a caller whose strings can hold them.
fn error_at(bytes: &[u8]) -> Option<ErrorCode> {
    match *bytes {
        [0x01..=0x1F | 0x7F, ..] | [0xC2, 0x80..=0x9F, ..] => Some(ErrorCode::ControlCharacterInInputStream),
        [0xED, 0xA0..=0xBF, 0x80..=0xBF, ..] => Some(ErrorCode::SurrogateInInputStream),
        [0xEF, 0xB7, 0x90..=0xAF, ..] | [0xEF, 0xBF, 0xBE | 0xBF, ..] => Some(ErrorCode::NoncharacterInInputStream),
        // U+nFFFE and U+nFFFF in UTF-8: the second byte ends in 1111, then BF, then BE or BF.
        [0xF0, second @ 0x90..=0xBF, 0xBF, 0xBE | 0xBF, ..]
        | [0xF1..=0xF3, second @ 0x80..=0xBF, 0xBF, 0xBE | 0xBF, ..]
        | [0xF4, second @ 0x80..=0x8F, 0xBF, 0xBE | 0xBF, ..]
            if second & 0x0F == 0x0F =>
        {
            Some(ErrorCode::NoncharacterInInputStream)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scan::tests::exhaustive::{aligned, check_class, inputs};
    use alloc::vec::Vec;

    fn is_suspect(byte: u8) -> bool {
        matches!(byte, 0..=8 | 0x0B | 0x0E..=0x1F | b'&' | 0x7F | 0xC2 | 0xED | 0xEF..=0xF4)
    }

    #[test]
    fn levels_find_the_suspects() {
        check_class("suspects", Suspect, is_suspect);
        for (number, input) in inputs(b'a', 0xEF).enumerate() {
            aligned(&input, number % BLOCK, |input| {
                let suspects = input.chunks(BLOCK).map(|block| {
                    block.iter().enumerate().fold(0, |bits, (at, &byte)| bits | u64::from(is_suspect(byte)) << at)
                });
                let found =
                    suspects.enumerate().find(|(_, bits)| *bits != 0).map(|(block, bits)| (block * BLOCK, bits));
                for level in Level::all() {
                    let job = FindSuspects { input, base: 0, limit: usize::MAX };
                    assert_eq!(scan::dispatch(level, job), found.unwrap_or((input.len(), 0)), "{level:?} {input:?}");
                }
            });
        }
    }

    /// The definitions of the Infra standard: <https://infra.spec.whatwg.org/#code-points>.
    fn expected(character: char) -> Option<ErrorCode> {
        let code = u32::from(character);
        let noncharacter = (0xFDD0..=0xFDEF).contains(&code) || code & 0xFFFE == 0xFFFE;
        let control = code < 0x20 || (0x7F..=0x9F).contains(&code);
        let allowed = matches!(character, '\t' | '\n' | '\x0C' | '\r' | ' ' | '\0');
        if noncharacter {
            Some(ErrorCode::NoncharacterInInputStream)
        } else if control && !allowed {
            Some(ErrorCode::ControlCharacterInInputStream)
        } else {
            None
        }
    }

    #[test]
    fn every_code_point_has_the_error_of_the_standard() {
        for character in ('\0'..=char::MAX).step_by(if cfg!(miri) { 5471 } else { 1 }) {
            let mut buffer = [0; 4];
            let bytes = character.encode_utf8(&mut buffer).as_bytes();
            let found = InputErrors::new(bytes, 0, Level::best()).next_up_to(usize::MAX).map(|error| error.code);
            assert_eq!(found, expected(character), "{:X}", u32::from(character));
        }
    }

    #[test]
    fn errors_are_returned_in_order_up_to_the_requested_offset() {
        let input = "a\u{1}b\u{FDD0}\u{7F}".as_bytes();
        let mut errors = InputErrors::new(input, 0, Level::best());
        assert_eq!(errors.next_up_to(0), None);
        assert_eq!(errors.next_up_to(1).map(|error| error.offset), Some(1));
        assert_eq!(errors.next_up_to(1), None);
        let rest: Vec<_> = core::iter::from_fn(|| errors.next_up_to(input.len())).map(|error| error.offset).collect();
        assert_eq!(rest, [3, 6]);
    }

    #[test]
    fn surrogates_in_generalised_utf_8_are_errors() {
        let error = InputErrors::new(b"\xED\xA0\x80", 0, Level::best()).next_up_to(0);
        assert_eq!(error, Some(ParseError::new(ErrorCode::SurrogateInInputStream, 0)));
    }
}
