//! Columns whose values selectors find in pages, or paths in items.

use super::{ColumnError, KeptColumns, Table};
use crate::schema::field_selection::Fields;
use std::sync::Arc;
use tagrake_extract::{SelectColumn, SelectColumns, SelectKind};

/// Columns of page records that selectors define, or of items that paths define. Rows have them after their own keys.
///
/// ```
/// use std::sync::Arc;
/// use tagrake_bulk::Fields;
/// use tagrake_bulk::schema::{KeptColumns, SelectedColumns};
/// use tagrake_extract::SelectColumns;
///
/// let columns = Arc::new(SelectColumns::compile(&["title=h1", "tags[]=.tag"])?);
/// let (url, kept) = (Fields::only("url")?, KeptColumns::default());
/// assert_eq!(SelectedColumns::new(columns.clone(), &url, &kept)?.names().collect::<Vec<_>>(), ["title", "tags"]);
/// assert!(SelectedColumns::new(columns, &Fields::only("url,title")?, &kept).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct SelectedColumns(Arc<[SelectColumn]>);

impl SelectedColumns {
    /// Creates the columns of page records with the keys of `fields` and the columns of `kept`.
    ///
    /// # Errors
    ///
    /// Returns an error if a record has a column of the same name already. Case is ignored, because databases ignore it.
    pub fn new(columns: Arc<SelectColumns>, fields: &Fields, kept: &KeptColumns) -> Result<Self, ColumnError> {
        Self::of(Table::Pages, columns.columns(), fields, kept)
    }

    /// Creates the columns of rows of `table` with the keys of `fields` and the columns of `kept`.
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new).
    ///
    /// ```
    /// use tagrake_bulk::schema::{KeptColumns, SelectedColumns, Table};
    /// use tagrake_bulk::{Fields, ItemQuery};
    ///
    /// let (keys, kept) = (Fields::only_of(Table::Items, "position")?, KeptColumns::default());
    /// let query = ItemQuery::new(&["ListItem"], &["name", "position"])?;
    /// let error = SelectedColumns::of(Table::Items, query.columns(), &keys, &kept).unwrap_err();
    /// assert_eq!(error.to_string(), "rows of items have a column 'position' already: choose another name");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(
        table: Table,
        columns: &[SelectColumn],
        fields: &Fields,
        kept: &KeptColumns,
    ) -> Result<Self, ColumnError> {
        for name in columns.iter().map(SelectColumn::name) {
            let mut taken = fields.of(table).map(|field| field.name).chain(kept.names());
            if taken.any(|other| other.eq_ignore_ascii_case(name)) {
                return Err(ColumnError::Taken { table, name: name.to_owned() });
            }
        }
        Ok(Self(columns.into()))
    }

    /// Returns the names.
    pub fn names(&self) -> impl ExactSizeIterator<Item = &str> {
        self.columns().iter().map(SelectColumn::name)
    }

    /// Returns the first column that is a list, which CSV cannot hold.
    ///
    /// ```
    /// assert!(tagrake_bulk::schema::SelectedColumns::default().first_list().is_none());
    /// ```
    pub fn first_list(&self) -> Option<&str> {
        let is_list = |column: &&SelectColumn| !matches!(column.kind(), SelectKind::Text);
        self.columns().iter().find(is_list).map(SelectColumn::name)
    }

    pub(crate) fn columns(&self) -> &[SelectColumn] {
        &self.0
    }
}
