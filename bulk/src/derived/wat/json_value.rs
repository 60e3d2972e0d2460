//! The JSON of a WAT record, as a tree of values.

use super::HtmlMetadata;
use super::json_object::{json_text, push_key, push_object};
use crate::row::write_string;
use std::borrow::Cow;

/// A value of a WAT record. It borrows from the record or page that it describes.
#[derive(Debug)]
pub(super) enum JsonValue<'a> {
    Text(Cow<'a, str>),
    Bool(bool),
    List(Vec<Self>),
    /// Keys and values, in the order of the JSON.
    Object(Vec<Member<'a>>),
    Html(Box<HtmlMetadata<'a>>),
}

/// A key and its value.
pub(super) type Member<'a> = (&'a str, JsonValue<'a>);

impl<'a> JsonValue<'a> {
    /// Creates a number. WAT records have numbers as text.
    pub(super) fn number(number: impl ToString) -> Self {
        Self::Text(number.to_string().into())
    }

    /// Creates an object of the members that are present.
    pub(super) fn object(members: impl IntoIterator<Item = Option<Member<'a>>>) -> Self {
        Self::Object(members.into_iter().flatten().collect())
    }

    /// Returns the value of a key, if this is an object that has the key.
    pub(super) fn get(&self, key: &str) -> Option<&Self> {
        let Self::Object(members) = self else { return None };
        members.iter().find(|(name, _)| *name == key).map(|(_, value)| value)
    }

    /// Returns the value as JSON.
    pub(super) fn to_json(&self) -> String {
        json_text(|json| self.write(json))
    }

    /// Appends the value, as serde_json would write it.
    pub(super) fn write(&self, json: &mut Vec<u8>) {
        match self {
            Self::Text(text) => write_string(text.as_bytes(), json),
            Self::Bool(value) => json.extend_from_slice(if *value { b"true" } else { b"false" }),
            Self::List(values) => {
                json.push(b'[');
                for (index, value) in values.iter().enumerate() {
                    if index > 0 {
                        json.push(b',');
                    }
                    value.write(json);
                }
                json.push(b']');
            }
            Self::Object(members) => push_object(json, |json| {
                for (key, value) in members {
                    push_key(key, json);
                    value.write(json);
                }
            }),
            Self::Html(metadata) => metadata.write(json),
        }
    }
}

impl<'a> From<&'a str> for JsonValue<'a> {
    fn from(text: &'a str) -> Self {
        Self::Text(text.into())
    }
}
