//! Rows of tables, and their JSON.

use super::field_cursor::FieldCursor;
use super::json::{close_json, write_fields, write_object};
use super::object::Object;
use crate::schema::Table;
use crate::schema::field_selection::Fields;
use crate::schema::table::RowError;
use tagrake_extract::SelectedValue;

/// A row of a table: a [`PageRecord`](crate::PageRecord), an [`ErrorRecord`](crate::ErrorRecord), a
/// [`LinkRow`](crate::LinkRow) or a [`BlockRow`](crate::BlockRow).
pub trait Row: Object {
    /// The table.
    const TABLE: Table;

    /// Returns the values of selected columns, which follow the keys. Empty if the row has none.
    fn selected(&self) -> &[SelectedValue<'_>] {
        &[]
    }

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

/// Appends a row to `json` as an object with the keys in `fields`.
///
/// # Errors
///
/// Returns an error if JSON cannot hold a value. A part of the row may then be appended.
pub(crate) fn write_json<R: Row>(row: R, fields: &Fields, json: &mut Vec<u8>) -> Result<(), RowError> {
    write_object(row, FieldCursor::of_row(R::TABLE, fields), json)
}

/// The fields that the rows of a page begin with, as JSON. They are written once and copied into each row.
#[derive(Debug, Default)]
pub(crate) struct JsonPageFields(Vec<u8>);

impl JsonPageFields {
    /// Takes the fields from a row of the page.
    ///
    /// # Errors
    ///
    /// Returns an error if JSON cannot hold a value.
    pub(crate) fn set<R: PageRow>(&mut self, row: R, fields: &Fields) -> Result<(), RowError> {
        self.0.clear();
        let cursor = FieldCursor::of_row(R::TABLE, fields);
        write_fields(row.page_fields(), cursor, &mut self.0)
    }

    /// Appends a row of the page to `json`, as [`write_json`] does.
    ///
    /// # Errors
    ///
    /// As [`write_json`].
    pub(crate) fn write_row<R: PageRow>(&self, row: R, fields: &Fields, json: &mut Vec<u8>) -> Result<(), RowError> {
        let start = json.len();
        json.extend_from_slice(&self.0);
        let cursor = FieldCursor::of_row(R::TABLE, fields).after(R::PAGE_FIELDS);
        write_fields(row.own_fields(), cursor, json)?;
        close_json(json, start, *b"{}");
        Ok(())
    }
}
