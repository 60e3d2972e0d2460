//! The serde serializer for values with parts: lists, maps, pairs and structs.

use super::column_builder::{ColumnBuilder, Values};
use crate::schema::PAIR;
use crate::schema::row_error::RowError;
use serde::Serialize;
use serde::ser::{SerializeMap, SerializeSeq, SerializeStruct, SerializeTuple};

/// The size of a list or map besides its parts, in bytes: about the size of its offset.
const OFFSET_BYTES: usize = 4;

/// A list, map, pair or struct that is being appended.
pub(super) struct NestedCell<'c> {
    column: &'c mut ColumnBuilder,
    row: usize,
    /// The index of the next item or entry; in a pair or struct, of the next member.
    next: usize,
    size: usize,
}

impl<'c> NestedCell<'c> {
    /// Begins a list.
    pub(super) fn list(column: &'c mut ColumnBuilder, row: usize) -> Result<Self, RowError> {
        column.fill(row);
        let Values::List(ends, _) = &column.values else { return Err(column.refused("a list")) };
        Ok(Self { next: ends.last(), column, row, size: OFFSET_BYTES })
    }

    /// Begins a map.
    pub(super) fn map(column: &'c mut ColumnBuilder, row: usize) -> Result<Self, RowError> {
        column.fill(row);
        let Values::Map(ends, _) = &column.values else { return Err(column.refused("a map")) };
        Ok(Self { next: ends.last(), column, row, size: OFFSET_BYTES })
    }

    /// Begins a pair or a struct.
    #[inline]
    pub(super) fn members(column: &'c mut ColumnBuilder, row: usize) -> Result<Self, RowError> {
        column.fill(row);
        let Values::Struct(_) = &column.values else { return Err(column.refused("an object")) };
        Ok(Self { column, row, next: 0, size: 0 })
    }

    /// Ends the value. Returns its size.
    #[inline]
    fn finish(self) -> Result<usize, RowError> {
        if let Values::List(ends, _) | Values::Map(ends, _) = &mut self.column.values {
            ends.push(self.next)?;
        }
        Ok(self.column.append_valid(self.size))
    }
}

impl SerializeSeq for NestedCell<'_> {
    type Ok = usize;
    type Error = RowError;

    #[inline]
    fn serialize_element<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<(), RowError> {
        let Values::List(_, items) = &mut self.column.values else { return Ok(()) };
        self.size += items.put(self.next, value)? + 1;
        self.next += 1;
        Ok(())
    }

    fn end(self) -> Result<usize, RowError> {
        self.finish()
    }
}

impl SerializeMap for NestedCell<'_> {
    type Ok = usize;
    type Error = RowError;

    fn serialize_key<T: ?Sized + Serialize>(&mut self, key: &T) -> Result<(), RowError> {
        let Values::Map(_, entries) = &mut self.column.values else { return Ok(()) };
        self.size += entries.0.put(self.next, key)?;
        Ok(())
    }

    fn serialize_value<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<(), RowError> {
        let Values::Map(_, entries) = &mut self.column.values else { return Ok(()) };
        self.size += entries.1.put(self.next, value)?;
        self.next += 1;
        Ok(())
    }

    fn end(self) -> Result<usize, RowError> {
        self.finish()
    }
}

impl SerializeTuple for NestedCell<'_> {
    type Ok = usize;
    type Error = RowError;

    fn serialize_element<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<(), RowError> {
        let field = PAIR.get(self.next).ok_or_else(|| self.column.refused("a tuple"))?;
        self.serialize_field(field.name, value)
    }

    fn end(self) -> Result<usize, RowError> {
        self.finish()
    }
}

impl SerializeStruct for NestedCell<'_> {
    type Ok = usize;
    type Error = RowError;

    #[inline]
    fn serialize_field<T: ?Sized + Serialize>(&mut self, key: &'static str, value: &T) -> Result<(), RowError> {
        let Values::Struct(members) = &mut self.column.values else { return Ok(()) };
        loop {
            let member = members.get_mut(self.next).ok_or(RowError::Key(key))?;
            self.next += 1;
            if member.name == key {
                self.size += member.column.put(self.row, value)?;
                return Ok(());
            }
        }
    }

    #[inline]
    fn end(self) -> Result<usize, RowError> {
        self.finish()
    }
}
