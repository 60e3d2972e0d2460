//! The error for a type or field of an item query.

/// Maximum number of names on a path.
pub(super) const MAX_STEPS: usize = 16;

/// A type or field that a query cannot have. The message has what is accepted.
///
/// ```
/// use tagrake_bulk::{ItemQuery, ItemQueryError};
///
/// let error = ItemQuery::new(&["Recipe"], &["name", "author..name"]).unwrap_err();
/// assert_eq!(error, ItemQueryError::EmptyName("author..name".to_owned()));
/// assert_eq!(error.to_string(), "the field 'author..name' has an empty name: use a path such as 'offers.price'");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ItemQueryError {
    /// A name is no type.
    #[error("'{0}' is no type: use a name of schema.org such as 'Product', or a full URL")]
    Type(String),
    /// A field has no name.
    #[error("the field '{0}' has no name: use a path such as 'offers.price', or 'price=offers.price'")]
    Unnamed(String),
    /// A name in the path of a field is empty.
    #[error("the field '{0}' has an empty name: use a path such as 'offers.price'")]
    EmptyName(String),
    /// A path is too long.
    #[error("the field '{0}' has more than {MAX_STEPS} names")]
    TooLong(String),
    /// A name has brackets before the end of its path.
    #[error("the field '{field}' has brackets in '{name}': write '[]' only at its end, for all values")]
    Brackets {
        /// The field.
        field: String,
        /// The name.
        name: String,
    },
    /// Two fields have the same column.
    #[error("two fields have the column '{column}': name one of them, as in 'other={path}'")]
    Repeated {
        /// The name of the column.
        column: String,
        /// The path of the second field.
        path: String,
    },
}
