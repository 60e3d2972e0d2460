//! Columns whose values selectors find in pages.

use super::{KeptColumns, Table};
use crate::schema::field_selection::Fields;
use std::sync::Arc;
use tagrake_extract::{SelectColumn, SelectColumns, SelectKind};

/// Columns of page records that selectors define. Records have them after their own keys.
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
pub struct SelectedColumns(Option<Arc<SelectColumns>>);

impl SelectedColumns {
    /// Creates the columns of page records with the keys of `fields` and the columns of `kept`.
    ///
    /// # Errors
    ///
    /// Returns an error if a record has a column of the same name already. Case is ignored, because databases ignore it.
    pub fn new(columns: Arc<SelectColumns>, fields: &Fields, kept: &KeptColumns) -> Result<Self, String> {
        for name in columns.columns().iter().map(SelectColumn::name) {
            let mut taken = fields.of(Table::Pages).map(|field| field.name).chain(kept.names());
            if taken.any(|other| other.eq_ignore_ascii_case(name)) {
                return Err(format!("rows of pages have a column '{name}' already: choose another name"));
            }
        }
        Ok(Self(Some(columns)))
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
        self.0.as_ref().map_or(&[], |columns| columns.columns())
    }
}
