//! The parse errors of a character reference, for the fast path.

use super::{longest_name, numeric, parse_number, stays_as_written_in_attribute};
use crate::error::ErrorCode;

/// Calls `report` with each parse error of the reference whose `&` is at `ampersand` in `raw`, and its offset there, in
/// order.
///
/// No reference goes on after `raw`. Source: [character reference
/// state](https://html.spec.whatwg.org/multipage/parsing.html#character-reference-state) and those that follow it.
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

/// Reports what is wrong with the number that `rest`, the bytes after `&#`, at the offset `start`, begins with.
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

/// Reports what is wrong with the name that `rest`, the bytes after `&`, at the offset `start`, begins with.
fn report_name_errors(rest: &[u8], start: usize, is_in_attribute: bool, report: &mut impl FnMut(ErrorCode, usize)) {
    // PERF: most stand in the query of a URL, or are one of five. A name before `=` stays as it is written, and so does
    // a part of it.
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
            let stays = is_in_attribute && stays_as_written_in_attribute(name, after.first().copied());
            if name.last() != Some(&b';') && !stays {
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
    fn errors_stand_where_the_standard_finds_them() {
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
