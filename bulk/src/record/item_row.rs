//! The row of an item.

use super::row_page::RowPage;
use crate::input::InputPage;
use crate::row::{Object, ObjectSink, Row, RowKey, sealed};
use crate::schema::Table;
use crate::schema::table::RowError;
use tagrake_extract::{Page, Parts, SelectedValue};

/// An item of a page as a row, with keys that identify the page, and the values of an [`ItemQuery`](crate::ItemQuery).
#[derive(Clone, Copy, Debug)]
pub struct ItemRow<'r> {
    page: RowPage<'r>,
    syntax: &'static str,
    kind: Option<&'r str>,
    position: usize,
    values: &'r [SelectedValue<'r>],
}

impl<'r> ItemRow<'r> {
    pub(super) fn new(
        input: &'r InputPage,
        page: &'r Page<'r>,
        syntax: &'static str,
        kind: Option<&'r str>,
        position: usize,
        values: &'r [SelectedValue<'r>],
    ) -> Self {
        Self { page: RowPage { input, page }, syntax, kind, position, values }
    }

    /// Returns the syntax of the item: `json-ld`, `microdata` or `rdfa`.
    pub fn syntax(&self) -> &'static str {
        self.syntax
    }

    /// Returns the requested type that the item has; without a requested type, its first one.
    pub fn kind(&self) -> Option<&'r str> {
        self.kind
    }

    /// Returns the values of the columns of the query.
    pub fn values(&self) -> &'r [SelectedValue<'r>] {
        self.values
    }
}

impl sealed::Sealed for ItemRow<'_> {}

impl Row for ItemRow<'_> {
    const TABLE: Table = Table::Items;

    fn selected(&self) -> &[SelectedValue<'_>] {
        self.values
    }

    fn parts(&self) -> Option<Parts> {
        Some(self.page.page.parts)
    }

    fn value_of(self, key: RowKey) -> Option<String> {
        self.page.value_of(key)
    }
}

impl Object for ItemRow<'_> {
    fn write_fields(self, row: &mut impl ObjectSink) -> Result<(), RowError> {
        self.page.write_fields(row)?;
        row.put("syntax", self.syntax)?;
        row.put_option("type", self.kind)?;
        row.put("position", self.position)
    }
}
