//! The errors of [preprocessing the input stream](https://html.spec.whatwg.org/multipage/parsing.html#preprocessing-the-input-stream):
//! surrogates, noncharacters and controls, found apart from the tokens.
//!
//! Newlines are normalised where bytes are read (the machine) or decoded (on demand): that leaves clean bytes borrowed.

use crate::error::{ErrorCode, ParseError};
use crate::references;
use crate::scan::{self, BLOCK, Class, Job, Level, RangeSet, Simd};

/// How far ahead of what is asked for errors are looked for, in bytes: little enough to be read again from the nearest
/// cache.
const AHEAD: usize = 2048;

/// The errors of an input in the order of their offsets.
#[derive(Clone, Debug)]
pub(crate) struct InputErrors<'a> {
    input: &'a [u8],
    level: Level,
    /// No error stands before this offset but those that were returned.
    clear: usize,
    /// The next error, at `clear`, if it is already found.
    next: Option<ParseError>,
    /// The offset of the block that is being looked through.
    base: usize,
    /// The bytes of that block with which a wrong code point may begin, and which are not looked at yet.
    suspects: u64,
}

impl<'a> InputErrors<'a> {
    /// Looks for errors from the offset `start` on.
    pub(crate) fn new(input: &'a [u8], start: usize, level: Level) -> Self {
        let mut errors = Self { input, level, clear: start, next: None, base: start, suspects: 0 };
        (errors.base, errors.suspects) = errors.find_suspects(start, start + AHEAD);
        errors
    }

    /// Returns the next error if it is at `offset` or before.
    #[inline(always)]
    pub(crate) fn next_up_to(&mut self, offset: usize) -> Option<ParseError> {
        if offset < self.clear { None } else { self.find_up_to(offset) }
    }

    #[inline(never)]
    fn find_up_to(&mut self, offset: usize) -> Option<ParseError> {
        while self.next.is_none() && self.clear <= offset && self.base < self.input.len() {
            self.advance(offset);
        }
        let error = self.next.take_if(|error| error.offset <= offset)?;
        self.clear = error.offset + 1;
        Some(error)
    }

    /// Returns an offset before which no error, no NUL and no reference with an error stands, but for what is before the
    /// offset that was asked for last.
    pub(crate) fn clean_to(&self) -> usize {
        self.clear
    }

    /// Finds the next error, the next doubt behind `passed`, or that there is neither for a while.
    fn advance(&mut self, passed: usize) {
        let limit = passed.saturating_add(AHEAD);
        while self.base < self.input.len() {
            while self.suspects != 0 {
                let offset = self.base + self.suspects.trailing_zeros() as usize;
                let rest = &self.input[offset..];
                if offset > passed && is_doubt(rest) {
                    self.clear = offset;
                    return;
                }
                self.suspects &= self.suspects - 1;
                if let Some(code) = error_at(rest) {
                    self.next = Some(ParseError::new(code, offset));
                    self.clear = offset;
                    return;
                }
            }
            if self.base >= limit {
                self.clear = self.base;
                return;
            }
            (self.base, self.suspects) = self.find_suspects(self.base + BLOCK, limit);
        }
        self.clear = usize::MAX;
    }

    /// Returns the first block with suspects, from `base` on, and them; or the first block from `limit` on.
    fn find_suspects(&self, base: usize, limit: usize) -> (usize, u64) {
        scan::dispatch(self.level, FindSuspects { input: self.input, base, limit })
    }
}

/// Finds the first block, from `base` on, with bytes with which a wrong code point may begin or NUL, and those bytes; or the
/// first block from `limit` on.
struct FindSuspects<'a> {
    input: &'a [u8],
    base: usize,
    limit: usize,
}

impl Job for FindSuspects<'_> {
    type Output = (usize, u64);

    #[inline(always)]
    fn run<V: Simd>(self, simd: V) -> (usize, u64) {
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
        // NULs stand behind the end of the input.
        let mut block = [0; BLOCK];
        block[..tail.len()].copy_from_slice(tail);
        let suspects = scan::bits_of(simd, &block, BLOCK, Suspect) & ((1 << tail.len()) - 1);
        (base + if suspects == 0 { tail.len() } else { 0 }, suspects)
    }
}

/// Bytes with which a wrong code point may begin, and NUL.
#[derive(Clone, Copy)]
struct Suspect;

impl Class for Suspect {
    #[inline(always)]
    fn flags<V: Simd>(self, simd: V, vector: V::Vector) -> V::Flags {
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

/// Returns whether `bytes` begin with NUL, or with a reference that has an error if it is one.
fn is_doubt(bytes: &[u8]) -> bool {
    match bytes[0] {
        b'\0' => true,
        b'&' => {
            // In attributes fewer references have errors.
            let mut has_error = false;
            references::report_errors(bytes, 0, false, &mut |_, _| has_error = true);
            has_error
        }
        _ => false,
    }
}

/// Returns the error of the code point that `bytes` begin with, if there is one.
///
/// Surrogates can only come as generalised UTF-8 (WTF-8), from a caller whose strings hold them.
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
    use alloc::vec::Vec;

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
    fn every_code_point_is_judged_as_the_standard_says() {
        for character in ('\0'..=char::MAX).step_by(if cfg!(miri) { 5471 } else { 1 }) {
            let mut buffer = [0; 4];
            let bytes = character.encode_utf8(&mut buffer).as_bytes();
            let found = InputErrors::new(bytes, 0, Level::best()).next_up_to(usize::MAX).map(|error| error.code);
            assert_eq!(found, expected(character), "{:X}", u32::from(character));
        }
    }

    #[test]
    fn errors_come_in_order_and_no_further_than_asked() {
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
