//! Objects and values that write themselves, and the sinks that receive them.

use crate::schema::table::RowError;

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

    /// Returns true if the next field is requested.
    fn takes_next(&self) -> bool;

    /// Passes the next field, which is not requested.
    fn skip(&mut self);

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
