//! Rows of tables, and their JSON.

use super::field_cursor::FieldCursor;
use super::json::{close_json, write_fields, write_object};
use super::object::Object;
use super::row_key::RowKey;
use crate::schema::Table;
use crate::schema::field_selection::Fields;
use crate::schema::table::RowError;
use tagrake_extract::{Parts, SelectedValue};

pub(crate) mod sealed {
    /// A row of this crate, which has the fields of its table in their order.
    pub trait Sealed {}
}

/// A row of a table: a [`PageRecord`](crate::PageRecord), an [`ErrorRecord`](crate::ErrorRecord), a
/// [`LinkRow`](crate::LinkRow), a [`BlockRow`](crate::BlockRow) and others of this crate.
///
/// Other crates cannot implement it: a row must have the fields of its table, in their order. Rows of your own are
/// [`CustomRow`](super::CustomRow)s.
///
/// ```compile_fail
/// use tagrake_bulk::RowError;
/// use tagrake_bulk::row::{Object, ObjectSink, Row};
/// use tagrake_bulk::schema::Table;
///
/// #[derive(Clone, Copy)]
/// struct Own;
///
/// impl Object for Own {
///     fn write_fields(self, row: &mut impl ObjectSink) -> Result<(), RowError> {
///         row.put("url", 1.5)
///     }
/// }
///
/// impl Row for Own {
///     const TABLE: Table = Table::Pages;
/// }
/// ```
pub trait Row: Object + sealed::Sealed {
    /// The table.
    const TABLE: Table;

    /// Returns the values of selected columns, which follow the keys. Empty if the row has none.
    fn selected(&self) -> &[SelectedValue<'_>] {
        &[]
    }

    /// Returns the value of a key by which outputs are divided into files; `None` if it is null, or if the row does not have the key.
    fn value_of(self, key: RowKey) -> Option<String> {
        let _ = key;
        None
    }

    /// Returns the parts of the extraction that the row's page was read for; `None` if the row is not made of an extraction.
    fn parts(&self) -> Option<Parts> {
        None
    }

    /// Returns the row as a JSON object with the keys in `fields`.
    ///
    /// # Errors
    ///
    /// Returns an error if a requested key is `payload`, which JSON cannot hold, or if the page was read
    /// [without](crate::ReaderOptions::with_fields) what a key needs.
    fn to_json(self, fields: &Fields) -> Result<String, RowError> {
        self.parts().map_or(Ok(()), |parts| fields.check_parts(Self::TABLE, parts))?;
        let mut json = Vec::new();
        write_json(self, fields, &mut json)?;
        String::from_utf8(json).map_err(|error| RowError::Other(error.to_string()))
    }
}

/// Returns an error if the page of `row` was read without a part of `needs`: the parts that `fields` need.
#[inline]
pub(crate) fn check_parts<R: Row>(row: &R, needs: Parts, fields: &Fields) -> Result<(), RowError> {
    match row.parts() {
        Some(parts) if !needs.without(parts).is_empty() => fields.check_parts(R::TABLE, parts),
        _ => Ok(()),
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
