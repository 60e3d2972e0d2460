//! Rows as JSON, byte for byte as serde_json writes it.

use super::{FieldCursor, Object, ObjectSink, Row, Value, ValueSink};
use crate::schema::field_selection::Fields;
use crate::schema::row_error::RowError;
use crate::schema::{Field, Presence, Type};
use std::io::Write;

/// Appends a row to `json` as an object with the keys in `fields`.
///
/// # Errors
///
/// Returns an error if JSON cannot hold a value. A part of the row may then be appended.
pub(crate) fn write_json<R: Row>(row: R, fields: &Fields, json: &mut Vec<u8>) -> Result<(), RowError> {
    write_object(row, FieldCursor::of_row(R::TABLE, fields), json)
}

fn write_object(object: impl Object, cursor: FieldCursor, json: &mut Vec<u8>) -> Result<(), RowError> {
    let start = json.len();
    object.write_fields(&mut JsonObject { json, cursor })?;
    // The first key begins with a comma, in place of the brace.
    match json.get_mut(start) {
        Some(comma) => *comma = b'{',
        None => json.push(b'{'),
    }
    json.push(b'}');
    Ok(())
}

struct JsonObject<'j> {
    json: &'j mut Vec<u8>,
    cursor: FieldCursor,
}

impl JsonObject<'_> {
    #[inline]
    fn write(&mut self, field: &'static Field, value: impl Value) -> Result<(), RowError> {
        self.json.extend_from_slice(field.json_key.as_bytes());
        value.write(JsonValue { json: self.json, kind: &field.kind })
    }
}

impl ObjectSink for JsonObject<'_> {
    #[inline]
    fn put(&mut self, name: &'static str, value: impl Value) -> Result<(), RowError> {
        self.cursor.next(name).map_or(Ok(()), |field| self.write(field, value))
    }

    #[inline]
    fn put_option(&mut self, name: &'static str, value: Option<impl Value>) -> Result<(), RowError> {
        let Some(field) = self.cursor.next(name) else { return Ok(()) };
        match value {
            Some(value) => self.write(field, value)?,
            None if field.presence == Presence::Optional => {}
            None => {
                self.json.extend_from_slice(field.json_key.as_bytes());
                self.json.extend_from_slice(b"null");
            }
        }
        Ok(())
    }

    fn skip_to(&mut self, name: &'static str) {
        self.cursor.skip_to(name);
    }
}

/// A value, and its type in the schema.
struct JsonValue<'j> {
    json: &'j mut Vec<u8>,
    kind: &'static Type,
}

impl JsonValue<'_> {
    fn wrong(&self, found: &'static str) -> Result<(), RowError> {
        Err(RowError::Type { found, expected: "another JSON value" })
    }

    /// Writes the items with commas between them.
    fn write_items<I>(
        &mut self,
        [open, close]: [u8; 2],
        items: impl Iterator<Item = I>,
        mut write: impl FnMut(&mut Vec<u8>, I) -> Result<(), RowError>,
    ) -> Result<(), RowError> {
        let start = self.json.len();
        for item in items {
            self.json.push(b',');
            write(self.json, item)?;
        }
        match self.json.get_mut(start) {
            Some(comma) => *comma = open,
            None => self.json.push(open),
        }
        self.json.push(close);
        Ok(())
    }
}

impl ValueSink for JsonValue<'_> {
    fn boolean(self, value: bool) -> Result<(), RowError> {
        self.json.extend_from_slice(if value { b"true" } else { b"false" });
        Ok(())
    }

    fn integer(self, value: i64) -> Result<(), RowError> {
        self.json.extend_from_slice(itoa::Buffer::new().format(value).as_bytes());
        Ok(())
    }

    fn double(self, value: f64) -> Result<(), RowError> {
        serde_json::to_writer(self.json, &value).map_err(|error| RowError::Other(error.to_string()))
    }

    #[inline]
    fn text(self, value: &str) -> Result<(), RowError> {
        write_string(value, self.json);
        Ok(())
    }

    fn bytes(self, _: &[u8]) -> Result<(), RowError> {
        self.wrong("bytes")
    }

    fn json(self, value: &str) -> Result<(), RowError> {
        self.json.extend_from_slice(value.as_bytes());
        Ok(())
    }

    fn timestamp(self, _: i64, text: &str) -> Result<(), RowError> {
        self.text(text)
    }

    fn pair(mut self, key: &str, value: &str) -> Result<(), RowError> {
        self.write_items(*b"[]", [key, value].into_iter(), |json, text| {
            write_string(text, json);
            Ok(())
        })
    }

    fn list<V: Value>(mut self, items: impl Iterator<Item = V>) -> Result<(), RowError> {
        let Type::List(kind) = self.kind else { return self.wrong("a list") };
        self.write_items(*b"[]", items, |json, item| item.write(JsonValue { json, kind }))
    }

    fn map<'k, V: Value>(mut self, entries: impl Iterator<Item = (&'k str, V)>) -> Result<(), RowError> {
        let Type::Map(kind) = self.kind else { return self.wrong("a map") };
        self.write_items(*b"{}", entries, |json, (key, value)| {
            write_string(key, json);
            json.push(b':');
            value.write(JsonValue { json, kind })
        })
    }

    fn object(self, object: impl Object) -> Result<(), RowError> {
        let Type::Struct(fields) = self.kind else { return self.wrong("an object") };
        write_object(object, FieldCursor::of_all(fields), self.json)
    }
}

/// How many bytes are compared at once. The compiler uses vectors for them.
const LANES: usize = 32;

/// Appends `text` as a JSON string. Long runs without escapes are copied at once.
///
/// Crates with vector instructions for this, such as `escape-simd`, reserve seven times the length of the text.
#[inline]
fn write_string(text: &str, json: &mut Vec<u8>) {
    json.reserve(text.len() + 2);
    json.push(b'"');
    let mut rest = text.as_bytes();
    while let Some((lanes, after)) = rest.split_first_chunk::<LANES>() {
        if lanes.iter().fold(false, |any, &byte| any | needs_escape(byte)) {
            write_escaped(lanes, json);
        } else {
            json.extend_from_slice(lanes);
        }
        rest = after;
    }
    write_escaped(rest, json);
    json.push(b'"');
}

#[inline(always)]
fn needs_escape(byte: u8) -> bool {
    (byte < b' ') | (byte == b'"') | (byte == b'\\')
}

/// Appends a part of a string.
#[inline]
fn write_escaped(part: &[u8], json: &mut Vec<u8>) {
    let mut start = 0;
    for (index, &byte) in part.iter().enumerate() {
        if !needs_escape(byte) {
            continue;
        }
        json.extend_from_slice(&part[start..index]);
        start = index + 1;
        let short = match byte {
            b'"' | b'\\' => byte,
            b'\n' => b'n',
            b'\r' => b'r',
            b'\t' => b't',
            0x08 => b'b',
            0x0C => b'f',
            _ => {
                let _ = write!(json, "\\u{byte:04x}"); // a Vec takes all
                continue;
            }
        };
        json.extend_from_slice(&[b'\\', short]);
    }
    json.extend_from_slice(&part[start..]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_equal_those_of_serde_json() {
        let specials = (0..128_u8).map(|byte| char::from(byte).to_string()).chain(["é".into(), "\u{10FFFF}".into()]);
        for special in specials {
            for (before, after) in [(0, 0), (1, 40), (31, 1), (32, 0), (33, 64), (100, 31)] {
                let text = "a".repeat(before) + &special + &"b".repeat(after) + &special;
                let mut json = b"x".to_vec();
                write_string(&text, &mut json);
                assert_eq!(
                    String::from_utf8(json).ok(),
                    serde_json::to_string(&text).ok().map(|json| "x".to_owned() + &json)
                );
            }
        }
    }
}
