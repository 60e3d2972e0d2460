//! Objects and values as JSON, byte for byte as serde_json writes them.

use super::custom::CustomValue;
use super::field_cursor::FieldCursor;
use super::json_string::write_string;
use super::object::{Object, ObjectSink, Value, ValueSink};
use crate::schema::table::RowError;
use crate::schema::{CustomColumn, Field, Presence, Type};

/// Appends an object with the requested fields of `cursor` to `json`.
///
/// # Errors
///
/// Returns an error if JSON cannot hold a value. A part of the object may then be appended.
#[inline(always)]
pub(super) fn write_object(object: impl Object, cursor: FieldCursor, json: &mut Vec<u8>) -> Result<(), RowError> {
    let start = json.len();
    write_fields(object, cursor, json)?;
    close_json(json, start, *b"{}");
    Ok(())
}

/// Appends the requested fields of `cursor` to `json`, each after a comma.
///
/// # Errors
///
/// As [`write_object`].
#[inline(always)]
pub(super) fn write_fields(object: impl Object, cursor: FieldCursor, json: &mut Vec<u8>) -> Result<(), RowError> {
    object.write_fields(&mut JsonObject { json, cursor })
}

/// Encloses the members that were appended from `start` on, each after a comma, in `brackets`. The opening bracket
/// replaces the first comma.
#[inline]
pub(crate) fn close_json(json: &mut Vec<u8>, start: usize, brackets: [u8; 2]) {
    let [open, close] = brackets;
    match json.get_mut(start) {
        Some(comma) => *comma = open,
        None => json.push(open),
    }
    json.push(close);
}

/// Appends members of text or null, each after a comma.
pub(crate) fn write_members<'m>(members: impl Iterator<Item = (&'m str, Option<&'m str>)>, json: &mut Vec<u8>) {
    for (name, value) in members {
        json.push(b',');
        write_string(name.as_bytes(), json);
        json.push(b':');
        match value {
            Some(value) => write_string(value.as_bytes(), json),
            None => json.extend_from_slice(b"null"),
        }
    }
}

/// Appends members of custom columns, each after a comma. The values have the types of their columns.
///
/// # Errors
///
/// Returns an error if JSON cannot hold a value.
pub(crate) fn write_custom(
    columns: &[CustomColumn],
    values: &[CustomValue],
    json: &mut Vec<u8>,
) -> Result<(), RowError> {
    for (column, value) in columns.iter().zip(values) {
        json.push(b',');
        write_string(column.name.as_bytes(), json);
        json.push(b':');
        match value {
            CustomValue::Null => json.extend_from_slice(b"null"),
            value => value.write(JsonValue { json, kind: &column.kind })?,
        }
    }
    Ok(())
}

/// Adds members that [`write_members`] wrote to the object at the end of `json`.
pub(crate) fn append_members(json: &mut Vec<u8>, members: &[u8]) {
    json.pop();
    let is_empty = json.last() == Some(&b'{');
    json.extend_from_slice(&members[usize::from(is_empty)..]);
    json.push(b'}');
}

/// Appends fields. Its methods are inlined into [`Object::write_fields`]: the field is then a constant, and so are the
/// key, its length and the type of the value.
struct JsonObject<'j> {
    json: &'j mut Vec<u8>,
    cursor: FieldCursor,
}

impl JsonObject<'_> {
    #[inline(always)]
    fn write(&mut self, field: &'static Field, value: impl Value) -> Result<(), RowError> {
        self.json.extend_from_slice(field.json_key.as_bytes());
        value.write(JsonValue { json: self.json, kind: &field.kind })
    }
}

impl ObjectSink for JsonObject<'_> {
    #[inline(always)]
    fn put(&mut self, name: &'static str, value: impl Value) -> Result<(), RowError> {
        self.cursor.next(name).map_or(Ok(()), |field| self.write(field, value))
    }

    #[inline(always)]
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

    #[inline(always)]
    fn takes_next(&self) -> bool {
        self.cursor.takes_next()
    }

    #[inline(always)]
    fn skip(&mut self) {
        self.cursor = self.cursor.after(1);
    }

    fn skip_to(&mut self, name: &'static str) {
        self.cursor.skip_to(name);
    }
}

/// A value, and its type in the schema.
struct JsonValue<'j> {
    json: &'j mut Vec<u8>,
    kind: &'j Type,
}

impl JsonValue<'_> {
    fn wrong(&self, found: &'static str) -> Result<(), RowError> {
        Err(RowError::Type { found, expected: "another JSON value" })
    }

    /// Writes the items with commas between them.
    #[inline(always)]
    fn write_items<I>(
        &mut self,
        brackets: [u8; 2],
        items: impl Iterator<Item = I>,
        mut write: impl FnMut(&mut Vec<u8>, I) -> Result<(), RowError>,
    ) -> Result<(), RowError> {
        let start = self.json.len();
        for item in items {
            self.json.push(b',');
            write(self.json, item)?;
        }
        close_json(self.json, start, brackets);
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

    #[inline(always)]
    fn text(self, value: &str) -> Result<(), RowError> {
        write_string(value.as_bytes(), self.json);
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
            write_string(text.as_bytes(), json);
            Ok(())
        })
    }

    #[inline(always)]
    fn list<V: Value>(mut self, items: impl Iterator<Item = V>) -> Result<(), RowError> {
        let Type::List(kind) = self.kind else { return self.wrong("a list") };
        self.write_items(*b"[]", items, |json, item| item.write(JsonValue { json, kind }))
    }

    fn map<'k, V: Value>(mut self, entries: impl Iterator<Item = (&'k str, V)>) -> Result<(), RowError> {
        let Type::Map(kind) = self.kind else { return self.wrong("a map") };
        self.write_items(*b"{}", entries, |json, (key, value)| {
            write_string(key.as_bytes(), json);
            json.push(b':');
            value.write(JsonValue { json, kind })
        })
    }

    #[inline(always)]
    fn object(self, object: impl Object) -> Result<(), RowError> {
        let Type::Struct(fields) = self.kind else { return self.wrong("an object") };
        write_object(object, FieldCursor::of_all(fields), self.json)
    }
}
