//! Byte strings in JSON: UTF-8 unchanged, lone surrogates (WTF-8) as `\uD800`, other bytes as U+FFFD.

use serde::{Serialize, Serializer, ser};
use serde_json::value::RawValue;
use std::fmt::Write;

/// A string in generalized UTF-8 (WTF-8).
#[derive(Clone, Copy, Debug)]
pub(crate) struct JsonString<'a>(pub(crate) &'a [u8]);

impl Serialize for JsonString<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match std::str::from_utf8(self.0) {
            Ok(text) => serializer.serialize_str(text),
            Err(_) => RawValue::from_string(self.to_json()).map_err(ser::Error::custom)?.serialize(serializer),
        }
    }
}

impl JsonString<'_> {
    /// Returns the string as JSON, in quotes.
    pub(crate) fn to_json(self) -> String {
        let mut json = String::from("\"");
        let mut rest = self.0;
        while !rest.is_empty() {
            let valid = match std::str::from_utf8(rest) {
                Ok(text) => text,
                Err(error) => std::str::from_utf8(&rest[..error.valid_up_to()]).unwrap_or_default(),
            };
            let quoted = serde_json::Value::from(valid).to_string();
            json.push_str(&quoted[1..quoted.len() - 1]);
            rest = &rest[valid.len()..];
            rest = match *rest {
                [0xED, second @ 0xA0..=0xBF, third @ 0x80..=0xBF, ..] => {
                    let unit = 0xD000 | u32::from(second & 0x3F) << 6 | u32::from(third & 0x3F);
                    let _ = write!(json, "\\u{unit:04X}"); // writing to a String cannot fail
                    &rest[3..]
                }
                [_, ..] => {
                    json.push('\u{FFFD}');
                    &rest[1..]
                }
                [] => rest,
            };
        }
        json.push('"');
        json
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_lone_surrogates_only() {
        let cases: [(&[u8], &str); 4] = [
            (b"a\"\n\0", r#""a\"\n\u0000""#),
            (b"\xED\xA0\x80b", r#""\uD800b""#),
            (b"\xED\xBF\xBF", r#""\uDFFF""#),
            (b"\xFFb", "\"\u{FFFD}b\""),
        ];
        for (bytes, json) in cases {
            assert_eq!(serde_json::to_string(&JsonString(bytes)).expect("text is JSON"), json);
        }
    }
}
