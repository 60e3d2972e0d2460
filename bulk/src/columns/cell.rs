//! The serde serializer that appends a value to a column.

use super::column_builder::{ColumnBuilder, Values};
use super::nested_cells::NestedCell;
use crate::schema::row_error::RowError;
use crate::schema::serializer_macros::{refuse_what_no_row_holds, take_whole_numbers};
use serde::ser::{Impossible, Serialize, Serializer};

impl ColumnBuilder {
    /// Appends `value` as row `row`. A value that serializes to nothing becomes null later. Returns its size in
    /// bytes.
    #[inline]
    pub(super) fn put<T: ?Sized + Serialize>(&mut self, row: usize, value: &T) -> Result<usize, RowError> {
        match self.values {
            Values::Json(_) => self.put_json(row, value),
            _ => value.serialize(Cell { column: self, row }),
        }
    }
}

/// The next free row of a column.
struct Cell<'c> {
    column: &'c mut ColumnBuilder,
    row: usize,
}

impl Cell<'_> {
    fn integer(self, value: i64) -> Result<usize, RowError> {
        self.column.put_integer(self.row, value)
    }

    fn refused(&self, what: &'static str) -> RowError {
        self.column.refused(what)
    }
}

/// Returns the size of the value in bytes.
impl<'c> Serializer for Cell<'c> {
    type Ok = usize;
    type Error = RowError;
    type SerializeSeq = NestedCell<'c>;
    type SerializeTuple = NestedCell<'c>;
    type SerializeTupleStruct = Impossible<usize, RowError>;
    type SerializeTupleVariant = Impossible<usize, RowError>;
    type SerializeMap = NestedCell<'c>;
    type SerializeStruct = NestedCell<'c>;
    type SerializeStructVariant = Impossible<usize, RowError>;

    take_whole_numbers!();
    refuse_what_no_row_holds!();

    fn is_human_readable(&self) -> bool {
        false
    }

    fn serialize_bool(self, value: bool) -> Result<usize, RowError> {
        self.column.put_bool(self.row, value)
    }

    fn serialize_f32(self, value: f32) -> Result<usize, RowError> {
        self.serialize_f64(value.into())
    }

    fn serialize_f64(self, value: f64) -> Result<usize, RowError> {
        self.column.put_double(self.row, value)
    }

    fn serialize_bytes(self, value: &[u8]) -> Result<usize, RowError> {
        self.column.put_bytes(self.row, value)
    }

    #[inline]
    fn serialize_str(self, value: &str) -> Result<usize, RowError> {
        self.column.put_text(self.row, value)
    }

    fn serialize_none(self) -> Result<usize, RowError> {
        Ok(0)
    }

    #[inline]
    fn serialize_some<T: ?Sized + Serialize>(self, value: &T) -> Result<usize, RowError> {
        value.serialize(self)
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<NestedCell<'c>, RowError> {
        NestedCell::list(self.column, self.row)
    }

    fn serialize_tuple(self, len: usize) -> Result<NestedCell<'c>, RowError> {
        if len == 2 { NestedCell::members(self.column, self.row) } else { Err(self.refused("a tuple")) }
    }

    fn serialize_map(self, _: Option<usize>) -> Result<NestedCell<'c>, RowError> {
        NestedCell::map(self.column, self.row)
    }

    #[inline]
    fn serialize_struct(self, _: &'static str, _: usize) -> Result<NestedCell<'c>, RowError> {
        NestedCell::members(self.column, self.row)
    }
}
