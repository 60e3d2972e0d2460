//! The position in the fields of an object while they are written.

use crate::schema::field_selection::{FieldBits, Fields};
use crate::schema::{Field, Table};

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
    pub fn after(self, count: usize) -> Self {
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

    /// Returns true if the next field is requested.
    #[inline(always)]
    pub fn takes_next(&self) -> bool {
        self.requested & 1 == 1
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
