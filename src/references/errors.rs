//! The parse errors of a character reference, for the fast path. The state machine reports its own.

use super::{is_text_in_attribute, longest_name, numeric, parse_number};
use crate::error::ErrorCode;

/// Calls `report` for each parse error of the reference whose `&` is at `ampersand` in `raw`, in order, with the
/// error's offset in `raw`.
///
/// The caller must ensure that the reference does not cross the end of `raw`. Source: [character reference
/// state](https://html.spec.whatwg.org/multipage/parsing.html#character-reference-state) and the states after it.
pub(crate) fn report_errors(
    raw: &[u8],
    ampersand: usize,
    is_in_attribute: bool,
    report: &mut impl FnMut(ErrorCode, usize),
) {
    let start = ampersand + 1;
    match &raw[start..] {
        [b'#', number @ ..] => report_number_errors(number, start + 1, report),
        rest => report_name_errors(rest, start, is_in_attribute, report),
    }
}

/// Reports the errors of the number that `rest`, the bytes after `&#`, starts with. `start` is the offset of `rest`.
fn report_number_errors(rest: &[u8], start: usize, report: &mut impl FnMut(ErrorCode, usize)) {
    match parse_number(rest) {
        Err(len) => report(ErrorCode::AbsenceOfDigitsInNumericCharacterReference, start + len),
        Ok(number) => {
            let end = start + number.len;
            if !number.has_semicolon {
                report(ErrorCode::MissingSemicolonAfterCharacterReference, end);
            }
            if let (_, Some(code)) = numeric(number.code) {
                report(code, end);
            }
        }
    }
}

/// Reports the errors of the name that `rest`, the bytes after `&`, starts with. `start` is the offset of `rest`.
fn report_name_errors(rest: &[u8], start: usize, is_in_attribute: bool, report: &mut impl FnMut(ErrorCode, usize)) {
    // PERF: most `&` are in the query of a URL, or start one of five names. In an attribute, a name before `=` is text,
    // and so is a prefix of it.
    let len = rest.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
    let after = rest.get(len).copied();
    if len == 0 || is_in_attribute && after == Some(b'=') {
        return;
    }
    if after == Some(b';') && matches!(&rest[..len], b"amp" | b"lt" | b"gt" | b"quot" | b"nbsp") {
        return;
    }
    match longest_name(rest) {
        Some(named) => {
            let (name, after) = rest.split_at(named.len);
            let is_text = is_in_attribute && is_text_in_attribute(name, after.first().copied());
            if name.last() != Some(&b';') && !is_text {
                report(ErrorCode::MissingSemicolonAfterCharacterReference, start + named.len);
            }
        }
        None => {
            if after == Some(b';') {
                report(ErrorCode::UnknownNamedCharacterReference, start + len);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    #[test]
    fn errors_have_the_codes_and_offsets_of_the_standard() {
        use ErrorCode::*;
        type Case = (&'static [u8], bool, &'static [(ErrorCode, usize)]);
        let cases: [Case; 9] = [
            (b"a & b &amp; &x &#65; &#x41;", false, &[]),
            (
                b"&amp&lt b",
                false,
                &[(MissingSemicolonAfterCharacterReference, 4), (MissingSemicolonAfterCharacterReference, 7)],
            ),
            (b"?a&lt=b&ltc&lt", true, &[(MissingSemicolonAfterCharacterReference, 14)]),
            (b"&x;&y", false, &[(UnknownNamedCharacterReference, 2)]),
            (b"&notit;", false, &[(MissingSemicolonAfterCharacterReference, 4)]),
            (b"&notit;", true, &[]),
            (
                b"&#;&#x",
                false,
                &[(AbsenceOfDigitsInNumericCharacterReference, 2), (AbsenceOfDigitsInNumericCharacterReference, 6)],
            ),
            (b"&#0 ", false, &[(MissingSemicolonAfterCharacterReference, 3), (NullCharacterReference, 3)]),
            (b"&;&&", false, &[]),
        ];
        for (raw, is_in_attribute, expected) in cases {
            let mut errors = Vec::new();
            for ampersand in memchr::memchr_iter(b'&', raw) {
                report_errors(raw, ampersand, is_in_attribute, &mut |code, offset| errors.push((code, offset)));
            }
            assert_eq!(errors, expected, "{}", raw.escape_ascii());
        }
    }
}
