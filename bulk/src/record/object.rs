//! Nested objects of a record, with keys that are known in advance.

use crate::schema::int64;
use serde::ser::{Serialize, SerializeStruct, Serializer};
use serde_json::value::RawValue;
use std::borrow::Cow;

/// An object with at most `N` members, in the order of the schema.
pub(super) struct Object<'r, const N: usize>(pub(super) [Option<(&'static str, Value<'r>)>; N]);

/// A value of an object.
pub(super) enum Value<'r> {
    Null,
    Bool(bool),
    Integer(i64),
    Text(Cow<'r, str>),
    Json(Box<RawValue>),
}

/// Creates a member that the object always has.
pub(super) fn member<'r>(key: &'static str, value: impl Into<Value<'r>>) -> Option<(&'static str, Value<'r>)> {
    Some((key, value.into()))
}

/// Creates a member that is left out without a value.
pub(super) fn optional<'r>(
    key: &'static str,
    value: Option<impl Into<Value<'r>>>,
) -> Option<(&'static str, Value<'r>)> {
    value.map(|value| (key, value.into()))
}

impl From<bool> for Value<'_> {
    fn from(value: bool) -> Self {
        Self::Bool(value)
    }
}

impl From<i64> for Value<'_> {
    fn from(number: i64) -> Self {
        Self::Integer(number)
    }
}

impl From<usize> for Value<'_> {
    fn from(number: usize) -> Self {
        Self::Integer(int64(number as u64))
    }
}

impl<'r> From<&'r str> for Value<'r> {
    fn from(text: &'r str) -> Self {
        Self::Text(text.into())
    }
}

impl<'r> From<Cow<'r, str>> for Value<'r> {
    fn from(text: Cow<'r, str>) -> Self {
        Self::Text(text)
    }
}

impl<'r> From<Option<&'r str>> for Value<'r> {
    fn from(text: Option<&'r str>) -> Self {
        text.map_or(Self::Null, Self::from)
    }
}

impl<const N: usize> Serialize for Object<'_, N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("object", N)?;
        for (key, value) in self.0.iter().flatten() {
            object.serialize_field(key, value)?;
        }
        object.end()
    }
}

impl Serialize for Value<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Null => serializer.serialize_none(),
            Self::Bool(value) => serializer.serialize_bool(*value),
            Self::Integer(number) => serializer.serialize_i64(*number),
            Self::Text(text) => serializer.serialize_str(text),
            Self::Json(json) => json.serialize(serializer),
        }
    }
}
