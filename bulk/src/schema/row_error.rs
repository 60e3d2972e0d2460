//! Why a row does not fit its table.

use serde::ser;
use std::fmt;

/// Why a row does not fit its table. The rows before and after it are not touched.
///
/// ```
/// use tagrake_bulk::RowError;
///
/// assert_eq!(RowError::TooLong.to_string(), "a column would be longer than 2 GiB");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RowError {
    /// A column would hold more than the 2 GiB that its offsets can tell.
    #[error("a column would be longer than 2 GiB")]
    TooLong,
    /// A key that the schema has not, or not at this place.
    #[error("the schema has no {0:?} at this place")]
    Key(&'static str),
    /// A value of another type than the schema says.
    #[error("{what} is no {place}")]
    Type {
        /// What came.
        what: &'static str,
        /// What it was to be.
        place: &'static str,
    },
    /// What the row itself says.
    #[error("{0}")]
    Other(String),
}

impl ser::Error for RowError {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self::Other(message.to_string())
    }
}
