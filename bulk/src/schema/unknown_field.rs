//! The error for a name that is not a key of rows.

use super::Table;

/// A name that is not a key of rows. The message lists the keys.
///
/// ```
/// use tagrake_bulk::Fields;
/// use tagrake_bulk::schema::Table;
///
/// let error = Fields::only_of(Table::Items, "page_url,typ").unwrap_err();
/// assert_eq!((error.name(), error.table()), ("typ", Table::Items));
/// assert!(error.to_string().starts_with("no key of items is named 'typ': the keys are id, source, warc_filename, "));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no {}key of {table} is named '{name}': the keys are {}", if *.is_raw { "raw " } else { "" }, self.keys())]
pub struct UnknownField {
    name: String,
    table: Table,
    is_raw: bool,
}

impl UnknownField {
    /// Creates the error for a name that is not a key of rows of `table`.
    pub(crate) fn new(table: Table, name: &str) -> Self {
        Self { name: name.to_owned(), table, is_raw: false }
    }

    /// Creates the error for a name that is not a [raw key](Table::raw_fields) of rows of `table`.
    pub(crate) fn raw(table: Table, name: &str) -> Self {
        Self { name: name.to_owned(), table, is_raw: true }
    }

    /// Returns the name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the table of the rows.
    pub fn table(&self) -> Table {
        self.table
    }

    /// Returns the names of the keys, separated by commas.
    fn keys(&self) -> String {
        let fields = match self.is_raw {
            true => [self.table.raw_fields(), &[]],
            false => [self.table.fields(), self.table.fields_on_request()],
        };
        let names: Vec<_> = fields.into_iter().flatten().map(|field| field.name).collect();
        if names.is_empty() { "none".to_owned() } else { names.join(", ") }
    }
}
