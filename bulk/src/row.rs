//! Writes the keys of a record in order, those that are asked for.

use crate::fields::Fields;
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

/// An object that is written key by key.
pub(crate) struct Row<'f, S: Serializer> {
    map: S::SerializeMap,
    fields: &'f Fields,
}

impl<'f, S: Serializer> Row<'f, S> {
    /// Begins an object of the keys in `fields`.
    pub(crate) fn new(serializer: S, fields: &'f Fields) -> Result<Self, S::Error> {
        Ok(Self { map: serializer.serialize_map(None)?, fields })
    }

    /// Writes a key that is always there.
    pub(crate) fn put(&mut self, key: &'static str, value: impl Serialize) -> Result<(), S::Error> {
        if self.fields.has(key) { self.map.serialize_entry(key, &value) } else { Ok(()) }
    }

    /// Writes a key that is left out if there is no value.
    pub(crate) fn put_some(&mut self, key: &'static str, value: Option<impl Serialize>) -> Result<(), S::Error> {
        value.map_or(Ok(()), |value| self.put(key, value))
    }

    /// Ends the object.
    pub(crate) fn end(self) -> Result<S::Ok, S::Error> {
        self.map.end()
    }
}

/// A list, written from an iterator that can be made again.
pub(crate) struct List<I>(pub(crate) I);

impl<I: Iterator<Item: Serialize> + Clone> Serialize for List<I> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.clone())
    }
}

/// An object whose keys are data, written from an iterator of keys and values that can be made again.
pub(crate) struct Map<I>(pub(crate) I);

impl<K: Serialize, V: Serialize, I: Iterator<Item = (K, V)> + Clone> Serialize for Map<I> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.clone())
    }
}
