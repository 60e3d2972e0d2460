//! Writes the requested keys of a row in order.

use crate::input::{Capture, Id};
use crate::schema;
use crate::schema::field_selection::Fields;
use serde::Serialize;
use serde::ser::{SerializeStruct, Serializer};

/// Writes an object key by key.
pub(crate) struct RowWriter<'f, S: Serializer> {
    object: S::SerializeStruct,
    fields: &'f Fields,
}

impl<'f, S: Serializer> RowWriter<'f, S> {
    /// Begins an object with the keys in `fields`.
    pub(crate) fn new(serializer: S, fields: &'f Fields) -> Result<Self, S::Error> {
        // The length is only a hint: keys may be left out.
        Ok(Self { object: serializer.serialize_struct("record", schema::PAGE.len())?, fields })
    }

    /// Writes the key that identifies the page: its id, or else its origin unless the capture names a WARC file.
    pub(crate) fn put_page(
        &mut self,
        id: Option<&Id>,
        origin: &str,
        capture: Option<&Capture>,
    ) -> Result<(), S::Error> {
        match (id, capture.and_then(|capture| capture.warc_filename.as_ref())) {
            (Some(id), _) => self.put("id", id),
            (None, Some(_)) => Ok(()),
            (None, None) => self.put("source", origin),
        }
    }

    /// Writes all keys of the capture.
    pub(crate) fn put_capture(&mut self, capture: &Capture) -> Result<(), S::Error> {
        self.put_capture_location(capture)?;
        self.put_some("warc_record_length", capture.warc_record_length)?;
        self.put_some("fetch_time", capture.fetch_time)?;
        self.put_some("fetch_status", capture.fetch_status)?;
        self.put_some("content_mime_type", capture.content_mime_type.as_deref())?;
        self.put_some("content_charset", capture.content_charset.as_deref())?;
        self.put_some("content_truncated", capture.content_truncated.as_deref())
    }

    /// Writes the keys that locate the record of the capture.
    pub(crate) fn put_capture_location(&mut self, capture: &Capture) -> Result<(), S::Error> {
        self.put_some("warc_filename", capture.warc_filename.as_deref())?;
        self.put_some("warc_record_offset", capture.warc_record_offset)
    }

    /// Writes a key that every row has, if it is requested.
    pub(crate) fn put(&mut self, key: &'static str, value: impl Serialize) -> Result<(), S::Error> {
        if self.fields.has(key) { self.object.serialize_field(key, &value) } else { Ok(()) }
    }

    /// Writes a key that is left out without a value.
    pub(crate) fn put_some(&mut self, key: &'static str, value: Option<impl Serialize>) -> Result<(), S::Error> {
        value.map_or(Ok(()), |value| self.put(key, value))
    }

    /// Ends the object.
    pub(crate) fn end(self) -> Result<S::Ok, S::Error> {
        self.object.end()
    }
}

/// A list that is serialized from a cloneable iterator.
pub(crate) struct ListOf<I>(pub(crate) I);

impl<I: Iterator<Item: Serialize> + Clone> Serialize for ListOf<I> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.clone())
    }
}

/// An object with keys from the data that is serialized from a cloneable iterator of pairs.
pub(crate) struct MapOf<I>(pub(crate) I);

impl<K: Serialize, V: Serialize, I: Iterator<Item = (K, V)> + Clone> Serialize for MapOf<I> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.clone())
    }
}
