//! The columns of rows that follow their keys.

use super::{ColumnError, CustomColumns, KeptColumns, SelectedColumns, Table};
use crate::schema::field_selection::Fields;

/// The columns of rows that follow their keys, in this order.
#[derive(Clone, Debug, Default)]
pub(crate) struct MoreColumns {
    pub(crate) kept: KeptColumns,
    pub(crate) selected: SelectedColumns,
    pub(crate) custom: CustomColumns,
}

impl MoreColumns {
    /// Returns the names.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.kept.names().chain(self.selected.names()).chain(self.custom.names())
    }

    /// Returns an error if a custom column of rows of `table` has the name of another column. Case is ignored, because databases
    /// ignore it.
    pub(crate) fn check_custom(&self, table: Table, fields: &Fields) -> Result<(), ColumnError> {
        let keys = || fields.of(table).map(|field| field.name);
        let is_taken = |name: &&str| {
            let mut others = keys().chain(self.kept.names()).chain(self.selected.names());
            others.any(|other| other.eq_ignore_ascii_case(name))
        };
        match self.custom.names().find(is_taken) {
            Some(name) => Err(ColumnError::Taken { table, name: name.to_owned() }),
            None => Ok(()),
        }
    }
}
