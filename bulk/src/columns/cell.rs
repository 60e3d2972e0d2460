//! Appends rows and values to columns.

use super::column_builder::{ColumnBuilder, Values};
use crate::row::{FieldCursor, Object, ObjectSink, Value, ValueSink};
use crate::schema::table::RowError;
use crate::schema::{Field, Type};
use std::slice;

/// The size of a list or map besides its items, in bytes: about the size of its offset.
const LIST_BYTES: usize = 4;

impl ColumnBuilder {
    /// Appends `object` as row `row` of a column of structs. Returns its size in bytes.
    pub(super) fn put_object(
        &mut self,
        row: usize,
        object: impl Object,
        cursor: FieldCursor,
    ) -> Result<usize, RowError> {
        self.fill(row);
        let Values::Struct(members) = &mut self.values else { return Err(self.refused("an object")) };
        let mut cells = Cells { members: members.iter_mut(), row, size: 0, cursor };
        object.write_fields(&mut cells)?;
        let size = cells.size;
        Ok(self.append_valid(size))
    }
}

/// The next free row of the columns of a struct.
struct Cells<'c> {
    /// The columns of the requested fields that come next.
    members: slice::IterMut<'c, ColumnBuilder>,
    row: usize,
    /// The size of the values so far in bytes.
    size: usize,
    cursor: FieldCursor,
}

impl Cells<'_> {
    #[inline]
    fn write(&mut self, field: &'static Field, value: Option<impl Value>) -> Result<(), RowError> {
        match (self.members.next(), value) {
            (Some(column), Some(value)) => {
                value.write(Cell { column, row: self.row, size: &mut self.size, kind: &field.kind })
            }
            _ => Ok(()), // null: the column is filled when its next value comes
        }
    }
}

impl ObjectSink for Cells<'_> {
    #[inline]
    fn put(&mut self, name: &'static str, value: impl Value) -> Result<(), RowError> {
        self.put_option(name, Some(value))
    }

    #[inline]
    fn put_option(&mut self, name: &'static str, value: Option<impl Value>) -> Result<(), RowError> {
        self.cursor.next(name).map_or(Ok(()), |field| self.write(field, value))
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
        let skipped = self.cursor.skip_to(name);
        self.members.by_ref().take(skipped).for_each(drop);
    }
}

/// The next free row of a column.
pub(super) struct Cell<'c> {
    pub(super) column: &'c mut ColumnBuilder,
    pub(super) row: usize,
    /// The size of the row in bytes, to which the size of the value is added.
    pub(super) size: &'c mut usize,
    pub(super) kind: &'c Type,
}

impl Cell<'_> {
    /// Writes the value with `put`, and adds the size that it returns.
    #[inline]
    fn put(self, put: impl FnOnce(&mut ColumnBuilder, usize) -> Result<usize, RowError>) -> Result<(), RowError> {
        *self.size += put(self.column, self.row)?;
        Ok(())
    }
}

impl ValueSink for Cell<'_> {
    fn boolean(self, value: bool) -> Result<(), RowError> {
        self.put(|column, row| column.put_bool(row, value))
    }

    fn integer(self, value: i64) -> Result<(), RowError> {
        self.put(|column, row| column.put_integer(row, value))
    }

    fn double(self, value: f64) -> Result<(), RowError> {
        self.put(|column, row| column.put_double(row, value))
    }

    #[inline]
    fn text(self, value: &str) -> Result<(), RowError> {
        self.put(|column, row| column.put_text(row, value))
    }

    fn bytes(self, value: &[u8]) -> Result<(), RowError> {
        self.put(|column, row| column.put_bytes(row, value))
    }

    fn json(self, value: &str) -> Result<(), RowError> {
        self.text(value)
    }

    fn timestamp(self, microseconds: i64, _: &str) -> Result<(), RowError> {
        self.integer(microseconds)
    }

    fn pair(self, key: &str, value: &str) -> Result<(), RowError> {
        let Self { column, row, size, .. } = self;
        column.fill(row);
        let Values::Struct(members) = &mut column.values else { return Err(column.refused("a pair")) };
        for (member, text) in members.iter_mut().zip([key, value]) {
            *size += member.put_text(row, text)?;
        }
        column.append_valid(0);
        Ok(())
    }

    fn list<V: Value>(self, items: impl Iterator<Item = V>) -> Result<(), RowError> {
        let Self { column, row, size, kind } = self;
        column.fill(row);
        let (Values::List(ends, values), Type::List(kind)) = (&mut column.values, kind) else {
            return Err(column.refused("a list"));
        };
        let mut next = ends.last();
        for item in items {
            item.write(Cell { column: values, row: next, size, kind })?;
            *size += 1;
            next += 1;
        }
        ends.push(next)?;
        *size += column.append_valid(LIST_BYTES);
        Ok(())
    }

    fn map<'k, V: Value>(self, entries: impl Iterator<Item = (&'k str, V)>) -> Result<(), RowError> {
        let Self { column, row, size, kind } = self;
        column.fill(row);
        let (Values::Map(ends, columns), Type::Map(kind)) = (&mut column.values, kind) else {
            return Err(column.refused("a map"));
        };
        let (keys, values) = &mut **columns;
        let mut next = ends.last();
        for (key, value) in entries {
            *size += keys.put_text(next, key)?;
            value.write(Cell { column: values, row: next, size, kind })?;
            next += 1;
        }
        ends.push(next)?;
        *size += column.append_valid(LIST_BYTES);
        Ok(())
    }

    fn object(self, object: impl Object) -> Result<(), RowError> {
        let Type::Struct(fields) = self.kind else { return Err(self.column.refused("an object")) };
        self.put(|column, row| column.put_object(row, object, FieldCursor::of_all(fields)))
    }
}
