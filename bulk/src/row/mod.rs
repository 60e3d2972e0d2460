//! Rows that write themselves: a [`Row`] writes the fields of its table, one by one, into JSON, columns or CSV.
//!
//! 1. The row calls [`ObjectSink::put`] for each field of its table, in the order of the schema.
//! 2. The sink counts the calls, so it knows the [`Field`] without a search, and ignores a field that is not requested
//!    before its value is computed.
//! 3. The value calls the one method of [`ValueSink`] for its type. Lists, maps and objects pass their parts on.
//!
//! For example, the row of a link writes `url`, a text. As JSON that appends `,"url":"http://e.org/"` to a line, and in
//! columns the text to the column `url`.
//!
//! The schema alone decides what becomes of a field without a value: null or left out. If you add a field to
//! [`schema`](crate::schema), write it at the same place in the row.
//!
//! Why not serde: its serializers look up each field by its name, JSON strings are escaped byte by byte, and each
//! output needs several hundred lines for types that no row contains.

mod json;
mod json_string;
mod values;

pub(crate) use json::{JsonPageFields, append_members, close_json, write_json, write_members};
pub(crate) use json_string::write_string;
pub use values::{Bytes, Json, List, Map, Pair};

use crate::schema::field_selection::{FieldBits, Fields};
use crate::schema::row_error::RowError;
use crate::schema::{Field, Table};

/// A row of a table: a [`PageRecord`](crate::PageRecord), an [`ErrorRecord`](crate::ErrorRecord), a
/// [`LinkRow`](crate::LinkRow) or a [`BlockRow`](crate::BlockRow).
pub trait Row: Object {
    /// The table.
    const TABLE: Table;

    /// Returns the row as a JSON object with the keys in `fields`.
    ///
    /// # Errors
    ///
    /// Returns an error if a requested key is `payload`, which JSON cannot hold.
    fn to_json(self, fields: &Fields) -> Result<String, RowError> {
        let mut json = Vec::new();
        write_json(self, fields, &mut json)?;
        String::from_utf8(json).map_err(|error| RowError::Other(error.to_string()))
    }
}

/// A row that begins with fields which are the same in all rows of its page.
pub(crate) trait PageRow: Row {
    /// The number of those fields in the schema.
    const PAGE_FIELDS: usize;

    /// Returns those fields.
    fn page_fields(self) -> impl Object;

    /// Returns the other fields.
    fn own_fields(self) -> impl Object;
}

/// A row, or a value with the fields of a [`Type::Struct`](crate::schema::Type::Struct).
pub trait Object: Copy {
    /// Writes each field once, in the order of the schema.
    ///
    /// # Errors
    ///
    /// Returns the error of the sink.
    fn write_fields(self, sink: &mut impl ObjectSink) -> Result<(), RowError>;
}

/// Receives the fields of an object, in the order of the schema.
pub trait ObjectSink {
    /// Writes the next field, `name`.
    ///
    /// # Errors
    ///
    /// Returns an error if the value does not fit.
    fn put(&mut self, name: &'static str, value: impl Value) -> Result<(), RowError>;

    /// Writes the next field, `name`, which may have no value.
    ///
    /// # Errors
    ///
    /// Returns an error if the value does not fit.
    fn put_option(&mut self, name: &'static str, value: Option<impl Value>) -> Result<(), RowError>;

    /// Returns true if any of the next `count` fields is requested.
    fn takes_any(&self, count: usize) -> bool;

    /// Leaves out the fields before `name`.
    fn skip_to(&mut self, name: &'static str);
}

/// A value of a field.
pub trait Value {
    /// Passes the value to the method for its type.
    ///
    /// # Errors
    ///
    /// Returns the error of the sink.
    fn write(self, sink: impl ValueSink) -> Result<(), RowError>;
}

/// Receives one value.
///
/// # Errors
///
/// Each method returns an error if the field has another type, or if the value does not fit.
pub trait ValueSink: Sized {
    /// Receives true or false.
    fn boolean(self, value: bool) -> Result<(), RowError>;
    /// Receives an integer.
    fn integer(self, value: i64) -> Result<(), RowError>;
    /// Receives a floating-point number.
    fn double(self, value: f64) -> Result<(), RowError>;
    /// Receives text.
    fn text(self, value: &str) -> Result<(), RowError>;
    /// Receives bytes.
    fn bytes(self, value: &[u8]) -> Result<(), RowError>;
    /// Receives a value that is already JSON.
    fn json(self, value: &str) -> Result<(), RowError>;
    /// Receives the number of microseconds since the start of 1970, and the same time as RFC 3339 text.
    fn timestamp(self, microseconds: i64, text: &str) -> Result<(), RowError>;
    /// Receives a key and a value.
    fn pair(self, key: &str, value: &str) -> Result<(), RowError>;
    /// Receives the items of a list.
    fn list<V: Value>(self, items: impl Iterator<Item = V>) -> Result<(), RowError>;
    /// Receives the keys and values of a map.
    fn map<'k, V: Value>(self, entries: impl Iterator<Item = (&'k str, V)>) -> Result<(), RowError>;
    /// Receives an object.
    fn object(self, object: impl Object) -> Result<(), RowError>;
}

/// Counts the fields of an object while they are written.
#[derive(Clone, Copy, Debug)]
pub struct FieldCursor {
    fields: &'static [Field],
    /// The number of fields that were passed.
    index: usize,
    /// A bit for each remaining field, the next one lowest.
    requested: FieldBits,
}

impl FieldCursor {
    /// Starts at the first field of a row of `table`.
    #[inline(always)]
    pub fn of_row(table: Table, fields: &Fields) -> Self {
        Self { fields: table.all_fields(), index: 0, requested: fields.bits(table) }
    }

    /// Starts at the first of `fields`, which are all requested.
    #[inline(always)]
    pub fn of_all(fields: &'static [Field]) -> Self {
        Self { fields, index: 0, requested: FieldBits::MAX }
    }

    /// Passes the next `count` fields.
    #[must_use]
    #[inline(always)]
    pub(crate) fn after(self, count: usize) -> Self {
        Self { index: self.index + count, requested: self.requested >> count, ..self }
    }

    /// Passes the next field, which is `name`. Returns it if it is requested.
    #[inline(always)]
    pub fn next(&mut self, name: &'static str) -> Option<&'static Field> {
        let field = self.fields.get(self.index);
        debug_assert_eq!(field.map(|field| field.name), Some(name), "the row is not in the order of the schema");
        self.index += 1;
        let is_requested = self.requested & 1 == 1;
        self.requested >>= 1;
        field.filter(|_| is_requested)
    }

    /// Returns true if any of the next `count` fields is requested.
    pub fn takes_any(&self, count: usize) -> bool {
        self.requested & ((1 << count) - 1) != 0
    }

    /// Passes the fields before `name`. Returns how many of them are requested.
    pub fn skip_to(&mut self, name: &'static str) -> usize {
        let mut skipped = 0;
        while let Some(field) = self.fields.get(self.index)
            && field.name != name
        {
            skipped += usize::from(self.next(field.name).is_some());
        }
        skipped
    }

    /// Returns the index of the field that was passed last.
    pub fn index(&self) -> usize {
        self.index.saturating_sub(1)
    }
}
