//! Errors of records that cannot be indexed.

/// The reason why a record cannot have an entry in an index.
///
/// ```
/// use tagrake_bulk::index::IndexError;
///
/// assert_eq!(IndexError::NoDate.to_string(), "not indexed: the record has no WARC-Date");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum IndexError {
    /// `WARC-Date` is missing.
    #[error("not indexed: the record has no WARC-Date")]
    NoDate,
    /// `WARC-Date` is not a date. Holds its value.
    #[error("not indexed: the WARC-Date {0:?} of the record is not a date")]
    Date(String),
    /// The record shares its gzip member or zstd frame with others, so it cannot be read by its offset.
    #[error("not indexed: the record shares its compressed member with others, so it has no offset of its own")]
    SharedMember,
}
