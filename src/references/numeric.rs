//! Numeric character references: parses the number, and maps it to a code point.

use crate::error::ErrorCode;

/// The code points for the numbers 0x80 to 0x9F, as in windows-1252. The numbers that the standard's table leaves out
/// (0x81, 0x8D, 0x8F, 0x90, 0x9D) do not change.
#[rustfmt::skip]
const C1_REPLACEMENTS: [char; 32] = [
    '\u{20AC}', '\u{81}',   '\u{201A}', '\u{192}',  '\u{201E}', '\u{2026}', '\u{2020}', '\u{2021}',
    '\u{2C6}',  '\u{2030}', '\u{160}',  '\u{2039}', '\u{152}',  '\u{8D}',   '\u{17D}',  '\u{8F}',
    '\u{90}',   '\u{2018}', '\u{2019}', '\u{201C}', '\u{201D}', '\u{2022}', '\u{2013}', '\u{2014}',
    '\u{2DC}',  '\u{2122}', '\u{161}',  '\u{203A}', '\u{153}',  '\u{9D}',   '\u{17E}',  '\u{178}',
];

/// A numeric character reference at the start of some bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Number {
    /// The length of the number in bytes, without the `&#`, with the `x` and the semicolon if there are any.
    pub len: usize,
    /// The number, saturated at `u32::MAX`.
    pub code: u32,
    /// True if a semicolon ends it.
    pub has_semicolon: bool,
}

/// Returns the number that `rest`, the bytes after `&#`, starts with. If there is no digit, the error is the number of
/// bytes before the missing digit: 1 for an `x`, otherwise 0.
pub fn parse_number(rest: &[u8]) -> Result<Number, usize> {
    let (base, start) = if matches!(rest, [b'x' | b'X', ..]) { (16, 1) } else { (10, 0) };
    let (mut code, mut end) = (0_u32, start);
    while let Some(digit) = rest.get(end).and_then(|&byte| char::from(byte).to_digit(base)) {
        code = code.saturating_mul(base).saturating_add(digit);
        end += 1;
    }
    if end == start {
        return Err(start);
    }
    let has_semicolon = rest.get(end) == Some(&b';');
    Ok(Number { len: end + usize::from(has_semicolon), code, has_semicolon })
}

/// Returns the code point for the number `code`, and the parse error if there is one.
///
/// Source: [numeric character reference end
/// state](https://html.spec.whatwg.org/multipage/parsing.html#numeric-character-reference-end-state).
pub fn numeric(code: u32) -> (char, Option<ErrorCode>) {
    let Some(character) = char::from_u32(code) else {
        let error = if code > 0x10_FFFF {
            ErrorCode::CharacterReferenceOutsideUnicodeRange
        } else {
            ErrorCode::SurrogateCharacterReference
        };
        return (char::REPLACEMENT_CHARACTER, Some(error));
    };
    match character {
        '\0' => (char::REPLACEMENT_CHARACTER, Some(ErrorCode::NullCharacterReference)),
        '\u{80}'..='\u{9F}' => (C1_REPLACEMENTS[code as usize - 0x80], Some(ErrorCode::ControlCharacterReference)),
        '\t' | '\n' | '\x0C' => (character, None),
        '\x01'..='\x1F' | '\x7F' => (character, Some(ErrorCode::ControlCharacterReference)),
        '\u{FDD0}'..='\u{FDEF}' => (character, Some(ErrorCode::NoncharacterCharacterReference)),
        _ if code & 0xFFFE == 0xFFFE => (character, Some(ErrorCode::NoncharacterCharacterReference)),
        _ => (character, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ErrorCode::*;

    #[test]
    fn numbers_have_the_code_points_and_errors_of_the_standard() {
        let cases = [
            (0, '\u{FFFD}', Some(NullCharacterReference)),
            (0x01, '\x01', Some(ControlCharacterReference)),
            (0x09, '\t', None),
            (0x0A, '\n', None),
            (0x0B, '\x0B', Some(ControlCharacterReference)),
            (0x0C, '\x0C', None),
            (0x0D, '\r', Some(ControlCharacterReference)),
            (0x1F, '\x1F', Some(ControlCharacterReference)),
            (0x20, ' ', None),
            (0x7E, '~', None),
            (0x7F, '\x7F', Some(ControlCharacterReference)),
            (0xA0, '\u{A0}', None),
            (0xD7FF, '\u{D7FF}', None),
            (0xD800, '\u{FFFD}', Some(SurrogateCharacterReference)),
            (0xDFFF, '\u{FFFD}', Some(SurrogateCharacterReference)),
            (0xE000, '\u{E000}', None),
            (0xFDCF, '\u{FDCF}', None),
            (0xFDD0, '\u{FDD0}', Some(NoncharacterCharacterReference)),
            (0xFDEF, '\u{FDEF}', Some(NoncharacterCharacterReference)),
            (0xFDF0, '\u{FDF0}', None),
            (0xFFFD, '\u{FFFD}', None),
            (0xFFFE, '\u{FFFE}', Some(NoncharacterCharacterReference)),
            (0x1_0000, '\u{10000}', None),
            (0x1_FFFF, '\u{1FFFF}', Some(NoncharacterCharacterReference)),
            (0x10_FFFD, '\u{10FFFD}', None),
            (0x10_FFFF, '\u{10FFFF}', Some(NoncharacterCharacterReference)),
            (0x11_0000, '\u{FFFD}', Some(CharacterReferenceOutsideUnicodeRange)),
            (u32::MAX, '\u{FFFD}', Some(CharacterReferenceOutsideUnicodeRange)),
        ];
        for (code, character, error) in cases {
            assert_eq!(numeric(code), (character, error), "{code:X}");
        }
    }

    #[test]
    fn c1_controls_become_the_characters_of_windows_1252() {
        let rows = "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ";
        assert_eq!(rows.chars().count(), 0x20);
        for (code, character) in (0x80..).zip(rows.chars()) {
            assert_eq!(numeric(code), (character, Some(ControlCharacterReference)), "{code:X}");
        }
    }
}
