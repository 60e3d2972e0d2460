//! Why columns cannot be added to rows.

use super::Table;

/// The reason why columns cannot be added to rows.
///
/// ```
/// use tagrake_bulk::schema::{CustomColumns, Type};
///
/// let error = CustomColumns::new([("n", Type::Int64), ("N", Type::String)]).unwrap_err();
/// assert_eq!(error.to_string(), "the column 'N' is named twice");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ColumnError {
    /// A name is empty.
    #[error("a column has no name")]
    Unnamed,
    /// Two columns have the same name. Case is ignored, because databases ignore it.
    #[error("the column '{0}' is named twice")]
    Repeated(String),
    /// Rows have a column of this name already.
    #[error("rows of {table} have a column '{name}' already: choose another name")]
    Taken {
        /// The table of the rows.
        table: Table,
        /// The name.
        name: String,
    },
    /// Rows have a column with the name of a column of an index.
    #[error("rows of {table} have a column '{name}' already: rename the one of the index")]
    TakenInIndex {
        /// The table of the rows.
        table: Table,
        /// The name.
        name: String,
    },
    /// A custom column cannot have this type.
    #[error(
        "the column '{name}' cannot hold {kind}: use String, Bool, Int32, Int64, Double, Timestamp, Binary, or a List of one of them"
    )]
    Type {
        /// The name of the column.
        name: String,
        /// The type, in words.
        kind: String,
    },
}
