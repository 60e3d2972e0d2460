//! Strings: normalised copies, which borrow their input if nothing has to change, prefixes, lengths in JSON, and pairs.

use bumpalo::Bump;
use bumpalo::collections::String;

/// [Strips and collapses ASCII white space](https://infra.spec.whatwg.org/#strip-and-collapse-ascii-whitespace). Text
/// that only needs stripping is borrowed.
pub(crate) fn collapse<'a>(text: &'a str, bump: &'a Bump) -> &'a str {
    let is_white_space = |character: char| character.is_ascii_whitespace();
    let text = text.trim_matches(is_white_space);
    // PERF: no branch per byte. Nearly all text returns here.
    let is_space = |byte: u8| (byte == b' ') | (byte.wrapping_sub(b'\t') < 5) & (byte != b'\x0B');
    let pairs = text.bytes().zip(text.bytes().skip(1));
    if !pairs.fold(false, |found, (byte, next)| found | is_space(byte) & ((byte != b' ') | is_space(next))) {
        return text;
    }
    let mut collapsed = String::with_capacity_in(text.len(), bump);
    for word in text.split(is_white_space).filter(|word| !word.is_empty()) {
        if !collapsed.is_empty() {
            collapsed.push(' ');
        }
        collapsed.push_str(word);
    }
    collapsed.into_bump_str()
}

/// Concatenates `parts`.
pub(crate) fn concat<'a, const PARTS: usize>(parts: [&str; PARTS], bump: &'a Bump) -> &'a str {
    let mut text = String::with_capacity_in(parts.iter().map(|part| part.len()).sum(), bump);
    parts.iter().for_each(|part| text.push_str(part));
    text.into_bump_str()
}

/// Returns `text` in ASCII lower case. Text without upper-case letters is borrowed.
#[inline]
pub(crate) fn lower_case<'a>(text: &'a str, bump: &'a Bump) -> &'a str {
    if !has_upper_case(text) {
        return text;
    }
    let text = bump.alloc_str(text);
    text.make_ascii_lowercase();
    text
}

/// Returns true if `text` has an ASCII upper-case letter.
#[inline]
pub(crate) fn has_upper_case(text: &str) -> bool {
    text.bytes().any(|byte| byte.is_ascii_uppercase())
}

/// Returns the longest prefix of `text` with at most `bytes` bytes that ends at a character boundary.
pub(crate) fn truncate(text: &str, bytes: usize) -> &str {
    let mut end = bytes.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

/// Returns the length of a text in JSON without its quotes, in bytes. Quotes and backslashes in it count as one byte.
pub(crate) fn json_len(text: &str) -> usize {
    text.len() + escape_bytes(text.as_bytes())
}

/// Returns the number of bytes that the escapes of control characters add: one for those with a short escape, such as
/// `\n`, five for the others.
pub(crate) fn escape_bytes(text: &[u8]) -> usize {
    let controls = text.iter().filter(|&&byte| byte < b' ').count();
    if controls == 0 {
        return 0;
    }
    let short = text.iter().filter(|&&byte| matches!(byte, b'\n' | b'\r' | b'\t' | 0x08 | 0x0C)).count();
    5 * (controls - short) + short
}

/// Names and values: the attributes of a `meta`, or properties.
pub(crate) type Pairs<'a> = &'a [(&'a str, &'a str)];

/// Returns the first value with this name.
pub(crate) fn find_value<'a>(pairs: Pairs<'a>, name: &str) -> Option<&'a str> {
    pairs.iter().find(|(attr, _)| *attr == name).map(|(_, value)| *value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strips_and_collapses_ascii_white_space() {
        let table = [
            ("", ""),
            (" \t\n\x0C\r", ""),
            ("a", "a"),
            (" a b ", "a b"),
            ("a\tb", "a b"),
            ("a  b \n c", "a b c"),
            ("\u{A0}a \u{A0} b\u{A0}", "\u{A0}a \u{A0} b\u{A0}"),
            ("é\u{A0}ü", "é\u{A0}ü"),
            ("a\u{B}\u{3000}b", "a\u{B}\u{3000}b"),
        ];
        let bump = Bump::new();
        for (text, expected) in table {
            assert_eq!(collapse(text, &bump), expected, "{text:?}");
        }
    }

    #[test]
    fn borrows_clean_text() {
        let bump = Bump::new();
        let text = "\n  one two \u{A0}three\r\n";
        assert_eq!(collapse(text, &bump).as_ptr(), text.trim().as_ptr());
        assert_eq!(bump.allocated_bytes(), 0);
    }

    #[test]
    fn adversarial_text_takes_linear_time_and_space() {
        for piece in [" ", "a  ", "\u{A0}", " \u{A0}a", "a"] {
            let bump = Bump::new();
            let text = piece.repeat(if cfg!(miri) { 1 << 9 } else { 1 << 20 });
            collapse(&text, &bump);
            assert!(bump.allocated_bytes() <= 4 * text.len(), "{piece:?}");
        }
    }
}
