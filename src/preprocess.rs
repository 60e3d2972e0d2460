//! The errors of [preprocessing the input stream](https://html.spec.whatwg.org/multipage/parsing.html#preprocessing-the-input-stream):
//! surrogates, noncharacters and controls, found apart from the tokens.
//!
//! Newlines are normalised where bytes are read (the machine) or decoded (on demand): that leaves clean bytes borrowed.

use crate::error::{ErrorCode, ParseError};

/// The errors of an input in the order of their offsets.
#[derive(Clone, Debug)]
pub(crate) struct InputErrors<'a> {
    input: &'a [u8],
    /// Where the search goes on.
    offset: usize,
    /// The next error, already found.
    next: Option<ParseError>,
}

impl<'a> InputErrors<'a> {
    pub(crate) fn new(input: &'a [u8]) -> Self {
        let mut errors = Self { input, offset: 0, next: None };
        errors.advance();
        errors
    }

    /// Returns the next error if it is at `offset` or before.
    pub(crate) fn next_up_to(&mut self, offset: usize) -> Option<ParseError> {
        let error = self.next.filter(|error| error.offset <= offset)?;
        self.advance();
        Some(error)
    }

    fn advance(&mut self) {
        self.next = None;
        while let Some(found) = self.input[self.offset..].iter().position(|&byte| may_be_wrong(byte)) {
            let offset = self.offset + found;
            self.offset = offset + 1;
            if let Some(code) = error_at(&self.input[offset..]) {
                self.next = Some(ParseError::new(code, offset));
                return;
            }
        }
        self.offset = self.input.len();
    }
}

/// Returns whether a wrong code point can begin with `byte`.
fn may_be_wrong(byte: u8) -> bool {
    byte < 0x20 && !matches!(byte, b'\t' | b'\n' | b'\x0C' | b'\r' | b'\0')
        || matches!(byte, 0x7F | 0xC2 | 0xED | 0xEF | 0xF0..=0xF4)
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
        for character in '\0'..=char::MAX {
            let mut buffer = [0; 4];
            let bytes = character.encode_utf8(&mut buffer).as_bytes();
            let found = InputErrors::new(bytes).next_up_to(usize::MAX).map(|error| error.code);
            assert_eq!(found, expected(character), "{:X}", u32::from(character));
        }
    }

    #[test]
    fn errors_come_in_order_and_no_further_than_asked() {
        let input = "a\u{1}b\u{FDD0}\u{7F}".as_bytes();
        let mut errors = InputErrors::new(input);
        assert_eq!(errors.next_up_to(0), None);
        assert_eq!(errors.next_up_to(1).map(|error| error.offset), Some(1));
        assert_eq!(errors.next_up_to(1), None);
        let rest: Vec<_> = core::iter::from_fn(|| errors.next_up_to(input.len())).map(|error| error.offset).collect();
        assert_eq!(rest, [3, 6]);
    }

    #[test]
    fn surrogates_in_generalised_utf_8_are_errors() {
        let error = InputErrors::new(b"\xED\xA0\x80").next_up_to(0);
        assert_eq!(error, Some(ParseError::new(ErrorCode::SurrogateInInputStream, 0)));
    }
}
