//! Decodes the page in a line of JSON in one pass, into memory that is reused.
//!
//! The string of the key `html` is nearly the complete line. It is found and decoded here, and serde_json parses the
//! rest of the line with an empty string in its place. For `{"id": 1, "html": "a\nb", "url": null}` that is
//! `{"id": 1, "html": "", "url": null}`.
//!
//! serde_json alone would search the string eight bytes at a time, collect it in memory that grows for each line, and
//! copy it from there.
//!
//! Anything unusual declines, such as an escaped key. serde_json then parses the complete line. So this module never accepts
//! a line that serde_json rejects: up to the string both read the same quotes and brackets, the string itself is one that
//! serde_json accepts as a byte string, and serde_json reads the rest.

use crate::lone_surrogates::{ESCAPE_BYTES, code_unit};
use memchr::memchr2;

/// Decodes the page of `line` into `html`. Returns the line with an empty string in its place, or `None` if it
/// declines.
pub(crate) fn split(line: &[u8], html: &mut Vec<u8>) -> Option<Vec<u8>> {
    let start = find(line)? + 1;
    let (before, string) = line.split_at(start);
    let length = decode(string, html)?;
    // `before` ends with the first quote, the rest begins with the last one.
    Some([before, &string[length..]].concat())
}

/// Returns the offset of the string that is the value of the object's key `html`.
fn find(line: &[u8]) -> Option<usize> {
    let (mut at, mut depth) = (0, 0_usize);
    loop {
        let byte = *line.get(at)?;
        if byte == b'"' {
            let end = string_end(line, at)?;
            if depth == 1 && &line[at..end] == b"\"html\"" {
                let colon = skip_space(line, end);
                if line.get(colon) == Some(&b':') {
                    let value = skip_space(line, colon + 1);
                    return (line.get(value) == Some(&b'"')).then_some(value);
                }
            }
            at = end;
            continue;
        }
        match byte {
            b'{' | b'[' => depth += 1,
            b'}' | b']' => depth = depth.checked_sub(1)?,
            _ => {}
        }
        at += 1;
    }
}

/// Returns the offset just past the string that starts at `at`.
fn string_end(line: &[u8], mut at: usize) -> Option<usize> {
    at += 1;
    loop {
        at += memchr2(b'"', b'\\', line.get(at..)?)?;
        if line[at] == b'"' {
            return Some(at + 1);
        }
        at += 2;
    }
}

fn skip_space(line: &[u8], at: usize) -> usize {
    let rest = line.get(at..).unwrap_or_default();
    at + rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r')).count()
}

/// Decodes the string at the start of `text`, which follows its first quote, into `html`. Returns the offset of its
/// last quote.
fn decode(text: &[u8], html: &mut Vec<u8>) -> Option<usize> {
    html.clear();
    html.reserve(text.len());
    let mut at = 0;
    loop {
        let rest = text.get(at..)?;
        // Control characters are copied, as serde_json copies them into byte strings.
        let (plain, special) = rest.split_at(memchr2(b'"', b'\\', rest)?);
        html.extend_from_slice(plain);
        at += plain.len();
        if special[0] == b'"' {
            return Some(at);
        }
        at += unescape(special, html)?;
    }
}

/// Decodes the escape at the start of `text`. Returns its length.
#[inline]
fn unescape(text: &[u8], html: &mut Vec<u8>) -> Option<usize> {
    let byte = match *text.get(1)? {
        byte @ (b'"' | b'\\' | b'/') => byte,
        b'b' => 0x08,
        b'f' => 0x0C,
        b'n' => b'\n',
        b'r' => b'\r',
        b't' => b'\t',
        _ => return unescape_code_point(text, html),
    };
    html.push(byte);
    Some(2)
}

/// Decodes `\u` and four hexadecimal digits, or two of them for a surrogate pair. A lone surrogate becomes U+FFFD. Returns
/// their length.
fn unescape_code_point(text: &[u8], html: &mut Vec<u8>) -> Option<usize> {
    let first = code_unit(text, 0)?;
    let (code_point, length) = match (first, code_unit(text, ESCAPE_BYTES)) {
        (0xD800..0xDC00, Some(low @ 0xDC00..0xE000)) => {
            (0x1_0000 + ((first - 0xD800) << 10 | (low - 0xDC00)), 2 * ESCAPE_BYTES)
        }
        _ => (first, ESCAPE_BYTES),
    };
    let character = char::from_u32(code_point).unwrap_or(char::REPLACEMENT_CHARACTER);
    html.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
    Some(length)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lone_surrogates;
    use serde::Deserialize;
    use serde_bytes::ByteBuf;

    /// Returns the string as serde_json reads it.
    fn expected(json: &[u8]) -> Option<Vec<u8>> {
        serde_json::from_slice::<ByteBuf>(json).ok().map(ByteBuf::into_vec)
    }

    fn decoded(json: &[u8]) -> Option<Vec<u8>> {
        let mut html = b"of the page before".to_vec();
        (decode(&json[1..], &mut html)? == json.len() - 2).then_some(html)
    }

    /// Every byte and every escape, after and before strings of several lengths.
    #[test]
    fn strings_equal_those_of_serde_json() {
        let escapes = (0..=255_u8).map(|byte| vec![b'\\', byte]);
        let units = [0, 9, 0x41, 0x7F, 0x80, 0xE9, 0x7FF, 0x800, 0xD7FF, 0xE000, 0xFFFF];
        let units = units.map(|unit: u16| format!("\\u{unit:04x}\\u{unit:04X}").into_bytes());
        let others = ["\\ud83d\\ude00", "\\uDBFF\\uDFFF", "\\u12", "\\u+123", "\\u00g0", "é\u{10FFFF}"];
        let others = others.map(|text| text.as_bytes().to_vec());
        let parts = (0..=255).map(|byte| vec![byte]).chain(escapes).chain(units).chain(others);
        for part in parts {
            for (before, after) in (0..18).flat_map(|before| [(before, 0), (before, 1), (before, 7), (before, 20)]) {
                let json = [b"\"", &*vec![b'a'; before], &*part, &*vec![0x80; after], b"\""].concat();
                let expected =
                    expected(&json).filter(|_| !json.windows(2).any(|pair| pair == b"\\u" && part.len() == 2));
                assert_eq!(decoded(&json), expected, "{}", json.escape_ascii());
            }
        }
    }

    /// serde_json writes a lone surrogate as WTF-8.
    #[test]
    fn a_lone_surrogate_is_one_replacement_character() {
        for (escapes, text) in [
            (r"\ud800", "\u{FFFD}"),
            (r"\udfff", "\u{FFFD}"),
            (r"\ud800\ud800", "\u{FFFD}\u{FFFD}"),
            (r"\udc00\ud800", "\u{FFFD}\u{FFFD}"),
            (r"\ud83dx\ude00", "\u{FFFD}x\u{FFFD}"),
            (r"\ud83d\u0041", "\u{FFFD}A"),
            (r"\ud83d\ud83d\ude00", "\u{FFFD}\u{1F600}"),
            (r"\ud83d\n", "\u{FFFD}\n"),
        ] {
            let json = format!("\"{escapes}\"");
            assert_eq!(decoded(json.as_bytes()).as_deref(), Some(text.as_bytes()), "{json}");
            assert_eq!(
                expected(&lone_surrogates::replace(json.as_bytes())).as_deref(),
                Some(text.as_bytes()),
                "{json}"
            );
        }
        for json in [r#""\ud800\u12""#, r#""\ud800\""#] {
            assert_eq!((decoded(json.as_bytes()), expected(json.as_bytes())), (None, None), "{json}");
        }
    }

    #[test]
    fn lines_equal_those_of_serde_json() {
        #[derive(Deserialize, PartialEq, Debug)]
        struct Line {
            id: Option<serde_json::Value>,
            html: Option<ByteBuf>,
        }
        // True if this module declines.
        let lines = [
            (r#"{"html":"<p>\n"}"#, false),
            (r#" { "html" : "<p>\"" , "id" : 1 } "#, false),
            (r#"{"id":["html",{"html":"no"},"\\"],"html":"a\\\"b"}"#, false),
            (r#"{"id":"\"html\":\"no\"","html":""}"#, false),
            (r#"{"html":"a","html":"b"}"#, false),
            (r#"{"id":{"html":"no"}}"#, true),
            (r#"{"\u0068tml":"a"}"#, true),
            (r#"{"html":null}"#, true),
            (r#"{"html":5}"#, true),
            (r#"{"html"}"#, true),
            (r#"{"html":"a"#, true),
            (r#"{"html":"a\"#, true),
            (r#"{"html":"a}"#, true),
            (r#"{"id":"}"#, true),
            (r#"]{"html":"a"}"#, true),
            (r#"{"id":1 "html":"a"}"#, false),
            (r#"{"html":"a"}}"#, false),
            (r#"{"html":"a""b"}"#, false),
            ("{\"html\":\"a\tb\"}", false),
            ("{\"id\":\"a\tb\",\"html\":\"\"}", false),
            ("", true),
        ];
        for (line, declines) in lines {
            let mut html = Vec::new();
            let rest = split(line.as_bytes(), &mut html);
            assert_eq!(rest.is_none(), declines, "{line}");
            let parse = |json: &[u8]| serde_json::from_slice::<Line>(json).ok();
            let Some(rest) = rest else { continue };
            let found = parse(&rest).map(|line| Line { html: Some(ByteBuf::from(html)), ..line });
            assert_eq!(found, parse(line.as_bytes()), "{line}");
        }
    }
}
