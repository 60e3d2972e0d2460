//! Rewrites a block of JSON-LD as JSON that any parser accepts.

use serde_json::value::RawValue;
use std::fmt::Write;

/// The maximum nesting depth. JSON parsers give up at some depth (serde_json at 128) and then reject the complete
/// record, in which the value is three levels deep.
const MAX_DEPTH: usize = 100;
/// The length from which a number without an exponent may exceed the range of a double.
const LONG_NUMBER_BYTES: usize = 300;

/// Minifies `text` and escapes raw control characters in its strings. Keys keep their order and numbers their
/// notation. Lone surrogates become U+FFFD.
///
/// Returns `None` if `text` is not JSON, and if some parsers would reject the record because of the value: if it is nested
/// too deep, or has numbers beyond the range of a double.
pub(crate) fn minify(text: &str) -> Option<Box<RawValue>> {
    rewrite(text, false)
}

/// As [`minify`], with numbers as strings, so that `1.50` remains `1.50`.
pub(crate) fn minify_to_texts(text: &str) -> Option<Box<RawValue>> {
    rewrite(text, true)
}

fn rewrite(text: &str, quotes_numbers: bool) -> Option<Box<RawValue>> {
    let (mut json, mut rest, mut depth) = (String::with_capacity(text.len()), text, 0_usize);
    while let Some(&first) = rest.as_bytes().first() {
        let len = match first {
            b' ' | b'\t' | b'\n' | b'\r' => {
                rest = &rest[1..];
                continue;
            }
            b'"' => {
                rest = write_string(rest, &mut json);
                continue;
            }
            b'0'..=b'9' | b'-' => {
                let len = prefix_len(rest, |byte| byte.is_ascii_digit() || b"+-.eE".contains(&byte));
                let number = &rest[..len];
                let may_overflow = !quotes_numbers && (len >= LONG_NUMBER_BYTES || number.contains(['e', 'E']));
                if may_overflow && !number.parse::<f64>().is_ok_and(f64::is_finite) {
                    return None;
                }
                if quotes_numbers {
                    json.push('"');
                    json.push_str(number);
                    json.push('"');
                    rest = &rest[len..];
                    continue;
                }
                len
            }
            b'[' | b'{' => {
                depth += 1;
                if depth > MAX_DEPTH {
                    return None;
                }
                1
            }
            b']' | b'}' => {
                depth = depth.saturating_sub(1);
                1
            }
            _ => prefix_len(rest, |byte| !byte.is_ascii_whitespace() && !b"\"[]{}-0123456789".contains(&byte)).max(1),
        };
        json.push_str(rest.get(..len)?);
        rest = &rest[len..];
    }
    RawValue::from_string(json).ok()
}

/// Returns the length of the prefix whose bytes all satisfy `is_part`.
fn prefix_len(text: &str, is_part: impl Fn(u8) -> bool) -> usize {
    text.bytes().position(|byte| !is_part(byte)).unwrap_or(text.len())
}

/// Writes the string at the start of `text`. Returns the rest.
fn write_string<'a>(text: &'a str, json: &mut String) -> &'a str {
    json.push('"');
    let mut rest = &text[1..];
    loop {
        let (plain, special) = rest.split_at(prefix_len(rest, |byte| byte >= b' ' && byte != b'"' && byte != b'\\'));
        json.push_str(plain);
        match special.as_bytes() {
            [b'"', ..] => {
                json.push('"');
                return &special[1..];
            }
            [b'\\', b'u', ..] => rest = write_code_unit(special, json),
            [b'\\', ..] => {
                let len = special.char_indices().nth(2).map_or(special.len(), |(len, _)| len);
                json.push_str(&special[..len]);
                rest = &special[len..];
            }
            [control, ..] => {
                match short_escape(*control) {
                    Some(escape) => json.push_str(escape),
                    None => _ = write!(json, "\\u{control:04x}"), // a String takes all
                }
                rest = &special[1..];
            }
            [] => return special,
        }
    }
}

/// Returns the escape of a control character that has two characters, if there is one.
fn short_escape(control: u8) -> Option<&'static str> {
    Some(match control {
        0x08 => r"\b",
        b'\t' => r"\t",
        b'\n' => r"\n",
        0x0C => r"\f",
        b'\r' => r"\r",
        _ => return None,
    })
}

/// Writes the escaped UTF-16 code unit or surrogate pair at the start of `text`. Returns the rest.
fn write_code_unit<'a>(text: &'a str, json: &mut String) -> &'a str {
    let unit = |text: &str| u32::from_str_radix(text.strip_prefix("\\u")?.get(..4)?, 16).ok();
    let second = text.get(6..).and_then(unit);
    let len = match (unit(text), second) {
        (Some(0xD800..=0xDBFF), Some(0xDC00..=0xDFFF)) => 12,
        (Some(0xD800..=0xDFFF), _) => {
            json.push('\u{FFFD}');
            return &text[6..];
        }
        (Some(_), _) => 6,
        (None, _) => text.len(), // not JSON
    };
    json.push_str(&text[..len]);
    &text[len..]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn minifies_and_escapes_values() {
        let cases = [
            ("{ \"b\" : [1 , -2.50e3,\ttrue ,null] ,\n\"a\":{}}", r#"{"b":[1,-2.50e3,true,null],"a":{}}"#),
            ("\"a \n\t\r\u{8}\u{C}\u{1}\u{7F}é\"", "\"a \\n\\t\\r\\b\\f\\u0001\u{7F}é\""),
            (r#""\" \\ \/ \n""#, r#""\" \\ \/ \n""#),
            (r#""\ud83d\ude00 \ud800 \ude00 \ud800\u0041""#, "\"\\ud83d\\ude00 \u{FFFD} \u{FFFD} \u{FFFD}\\u0041\""),
            ("12345678901234567890123", "12345678901234567890123"),
            (" 1.0 ", "1.0"),
            ("[]", "[]"),
        ];
        for (text, json) in cases {
            let value = minify(text).expect(text);
            assert_eq!(value.get(), json);
            serde_json::from_str::<serde_json::Value>(json).expect(json);
        }
    }

    #[test]
    fn numbers_may_become_texts() {
        let value = minify_to_texts("{\"a\": [1.50, -2e3, \"3\"], \"4\": 12345678901234567890123}").expect("JSON");
        assert_eq!(value.get(), r#"{"a":["1.50","-2e3","3"],"4":"12345678901234567890123"}"#);
    }

    #[test]
    fn rejects_values_that_some_parsers_refuse() {
        let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
        assert!(minify(&nested(MAX_DEPTH)).is_some());
        for text in [nested(MAX_DEPTH + 1), "1e999".to_owned(), "[-1E400]".to_owned(), "9".repeat(400)] {
            assert!(minify(&text).is_none(), "{text}");
        }
    }

    #[test]
    fn rejects_what_is_not_json() {
        for text in ["", "\"", "\"\\", "\"\\u12", "\"\\é\"", "{", "]", "nul", "tru\u{e9}", "1é", "\u{feff}1"] {
            assert!(minify(text).is_none(), "{text}");
        }
    }
}
