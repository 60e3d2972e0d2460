//! Serde serializers for values with parts: lists, maps, pairs and structs.

use super::column_builder::{ColumnBuilder, Values};
use crate::schema::PAIR;
use crate::schema::row_error::RowError;
use serde::Serialize;
use serde::ser::{SerializeMap, SerializeSeq, SerializeStruct, SerializeTuple};

/// The size of such a value besides its parts, in bytes: about the size of its offset.
const PLACE_BYTES: usize = 4;

/// A list that is being appended.
pub(super) struct ListCell<'c> {
    column: &'c mut ColumnBuilder,
    /// The index of the next item.
    next: usize,
    size: usize,
}

impl<'c> ListCell<'c> {
    pub(super) fn new(column: &'c mut ColumnBuilder, row: usize) -> Result<Self, RowError> {
        column.fill(row);
        let Values::List(ends, _) = &column.values else { return Err(column.refused("a list")) };
        Ok(Self { next: ends.last(), column, size: PLACE_BYTES })
    }
}

impl SerializeSeq for ListCell<'_> {
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
        if let Values::List(ends, _) = &mut self.column.values {
            ends.push(self.next)?;
        }
        Ok(self.column.is_there(self.size))
    }
}

/// A map that is being appended.
pub(super) struct MapCell<'c> {
    column: &'c mut ColumnBuilder,
    /// The index of the next entry.
    next: usize,
    size: usize,
}

impl<'c> MapCell<'c> {
    pub(super) fn new(column: &'c mut ColumnBuilder, row: usize) -> Result<Self, RowError> {
        column.fill(row);
        let Values::Map(ends, _) = &column.values else { return Err(column.refused("a map")) };
        Ok(Self { next: ends.last(), column, size: PLACE_BYTES })
    }
}

impl SerializeMap for MapCell<'_> {
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
        if let Values::Map(ends, _) = &mut self.column.values {
            ends.push(self.next)?;
        }
        Ok(self.column.is_there(self.size))
    }
}

/// A key and a value that are being appended.
pub(super) struct PairCell<'c>(StructCell<'c>);

impl<'c> PairCell<'c> {
    pub(super) fn new(column: &'c mut ColumnBuilder, row: usize) -> Result<Self, RowError> {
        StructCell::new(column, row).map(Self)
    }
}

impl SerializeTuple for PairCell<'_> {
    type Ok = usize;
    type Error = RowError;

    fn serialize_element<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<(), RowError> {
        let Self(row) = self;
        let field = PAIR.get(row.next).ok_or_else(|| row.column.refused("a tuple"))?;
        row.serialize_field(field.name, value)
    }

    fn end(self) -> Result<usize, RowError> {
        self.0.end()
    }
}

/// A struct that is being appended.
pub(super) struct StructCell<'c> {
    column: &'c mut ColumnBuilder,
    row: usize,
    /// The index just past the last member.
    next: usize,
    size: usize,
}

impl<'c> StructCell<'c> {
    #[inline]
    pub(super) fn new(column: &'c mut ColumnBuilder, row: usize) -> Result<Self, RowError> {
        column.fill(row);
        let Values::Struct(_) = &column.values else { return Err(column.refused("an object")) };
        Ok(Self { column, row, next: 0, size: 0 })
    }
}

impl SerializeStruct for StructCell<'_> {
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
        Ok(self.column.is_there(self.size))
    }
}
