//! Lone surrogates in escapes of JSON strings, such as `\ud83d` without `\ude00` after it. They are no characters. Browsers
//! accept them in JSON, and encode each of them as U+FFFD.

use memchr::memchr;
use std::borrow::Cow;

/// The length of an escape such as `\u00e9`.
pub(crate) const ESCAPE_BYTES: usize = b"\\u00e9".len();

/// Returns the code unit of the escape at the offset `at` of `json`, if there is one of the form `\u00e9`.
pub(crate) fn code_unit(json: &[u8], at: usize) -> Option<u32> {
    let digits = json.get(at..at + ESCAPE_BYTES)?.strip_prefix(b"\\u")?;
    digits.iter().try_fold(0, |unit, &digit| Some(unit << 4 | char::from(digit).to_digit(16)?))
}

/// Replaces the escapes of lone surrogates in the strings of `json` with `\ufffd`.
pub(crate) fn replace(json: &[u8]) -> Cow<'_, [u8]> {
    let (mut replaced, mut at) = (Cow::Borrowed(json), 0);
    while let Some(backslash) = json.get(at..).and_then(|rest| memchr(b'\\', rest)) {
        at += backslash;
        at += match code_unit(json, at) {
            Some(0xD800..0xDC00) if matches!(code_unit(json, at + ESCAPE_BYTES), Some(0xDC00..0xE000)) => {
                2 * ESCAPE_BYTES
            }
            Some(0xD800..0xE000) => {
                replaced.to_mut()[at..at + ESCAPE_BYTES].copy_from_slice(b"\\ufffd");
                ESCAPE_BYTES
            }
            Some(_) => ESCAPE_BYTES,
            None => b"\\n".len(),
        };
    }
    replaced
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_lone_surrogate_is_replaced() {
        let cases = [
            (r#""\ud800""#, r#""\ufffd""#),
            (r#""\uDFFF\ud83dx""#, r#""\ufffd\ufffdx""#),
            (r#""\ud83d\ud83d\ude00\ude00""#, r#""\ufffd\ud83d\ude00\ufffd""#),
            (r#""\ud83d\u0041\n\ud83d\n""#, r#""\ufffd\u0041\n\ufffd\n""#),
            // An escaped backslash, and incomplete escapes.
            (r#""\\ud800\\\ud800""#, r#""\\ud800\\\ufffd""#),
            (r#""\ud80""#, r#""\ud80""#),
            ("\"\\u", "\"\\u"),
            ("\"\\", "\"\\"),
        ];
        for (json, expected) in cases {
            let replaced = replace(json.as_bytes());
            assert_eq!(replaced, expected.as_bytes(), "{json}");
            assert_eq!(matches!(replaced, Cow::Borrowed(_)), json == expected, "{json}");
        }
    }
}
