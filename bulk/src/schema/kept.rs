//! Columns of an index that rows carry over.

use super::{ColumnError, Table};
use std::sync::Arc;

/// The names of columns of an index. Rows have these columns after their own, as text that may be null.
///
/// ```
/// use tagrake_bulk::schema::{KeptColumns, Table};
///
/// let kept = KeptColumns::new(Table::Pages, &["content_languages", "rank"])?;
/// assert_eq!(kept.names().collect::<Vec<_>>(), ["content_languages", "rank"]);
/// assert!(KeptColumns::new(Table::Pages, &["title"]).is_err());
/// # Ok::<(), tagrake_bulk::schema::ColumnError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KeptColumns(Arc<[String]>);

impl KeptColumns {
    /// Selects columns of an index for rows of `table`.
    ///
    /// # Errors
    ///
    /// Returns an error if a name is empty, if it is there twice, or if a row has a column of that name. Case is ignored,
    /// because databases ignore it.
    pub fn new<N: AsRef<str>>(table: Table, names: &[N]) -> Result<Self, ColumnError> {
        let names: Vec<&str> = names.iter().map(|name| name.as_ref().trim()).collect();
        for (index, name) in names.iter().enumerate() {
            let is_same = |other: &str| other.eq_ignore_ascii_case(name);
            if name.is_empty() {
                return Err(ColumnError::Unnamed);
            }
            if names[..index].iter().any(|other| is_same(other)) {
                return Err(ColumnError::Repeated((*name).to_owned()));
            }
            if table.all_fields().iter().any(|field| is_same(field.name)) {
                return Err(ColumnError::TakenInIndex { table, name: (*name).to_owned() });
            }
        }
        Ok(Self(names.into_iter().map(str::to_owned).collect()))
    }

    /// Returns the names.
    pub fn names(&self) -> impl ExactSizeIterator<Item = &str> {
        self.0.iter().map(String::as_str)
    }

    /// Returns true if no column is kept.
    ///
    /// ```
    /// assert!(tagrake_bulk::schema::KeptColumns::default().is_empty());
    /// ```
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the values of a row; all are null if they are unknown.
    pub(crate) fn values<'v>(&self, values: Option<&'v KeptValues>) -> impl Iterator<Item = Option<&'v str>> + use<'v> {
        let count = self.0.len();
        (0..count).map(move |index| values.and_then(|values| values.0.get(index)?.as_deref()))
    }
}

/// The values of kept columns in a row of an index, in the order of the names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct KeptValues(Arc<[Option<Box<str>>]>);

impl KeptValues {
    /// Returns the length of the values in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.0.iter().flatten().map(|value| value.len()).sum()
    }
}

impl FromIterator<Option<String>> for KeptValues {
    fn from_iter<I: IntoIterator<Item = Option<String>>>(values: I) -> Self {
        Self(values.into_iter().map(|value| value.map(String::into_boxed_str)).collect())
    }
}
