//! Errors for a row that does not fit its table.

/// The reason why a row does not fit its table. The rows before and after it are unaffected.
///
/// ```
/// use tagrake_bulk::RowError;
///
/// assert_eq!(RowError::TooLong.to_string(), "a column would be longer than 2 GiB");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RowError {
    /// A column would be longer than 2 GiB, the limit of its 32-bit offsets.
    #[error("a column would be longer than 2 GiB")]
    TooLong,
    /// The row belongs to another table.
    #[error("expected a row of the table {expected:?}, found one of {found:?}")]
    Table {
        /// The table of the row.
        found: &'static str,
        /// The table expected.
        expected: &'static str,
    },
    /// A value has another type than its field.
    #[error("expected {expected}, found {found}")]
    Type {
        /// The value found.
        found: &'static str,
        /// The type expected.
        expected: &'static str,
    },
    /// An error that the row's own serialization returned.
    #[error("{0}")]
    Other(String),
}
