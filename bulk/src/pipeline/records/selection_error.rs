//! The error for a value that does not select records.

/// A value that does not select records. The message has what is accepted.
///
/// ```
/// use tagrake_bulk::pipeline::{Selection, SelectionError};
///
/// let error = Selection::default().with_statuses("200,2xy").unwrap_err();
/// assert_eq!(error, SelectionError::Status("2xy".to_owned()));
/// assert_eq!(error.to_string(), "'2xy' is not a status: use 200, 2xx or all");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SelectionError {
    /// A name is no MIME type.
    #[error("'{0}' is no MIME type: use html, all, or types such as text/plain and image/*")]
    MimeType(String),
    /// A text is no status.
    #[error("'{0}' is not a status: use 200, 2xx or all")]
    Status(String),
    /// A number is not a status of HTTP.
    #[error("'{0}' is not an HTTP status: use 100 to 599, 999, 2xx or all")]
    HttpStatus(String),
    /// A text is no host.
    #[error("'{0}' is not a host: use example.com, or *.example.com for it and its subdomains")]
    Host(String),
    /// A text is no fraction.
    #[error("'{0}' is not a fraction such as 1/100, 1% or 0.01")]
    Fraction(String),
    /// A text is no time.
    #[error("'{0}' is not a time: use 2024, 2024-05, 2024-05-18 or 2024-05-18T01:58:10Z")]
    Time(String),
    /// The last fetch time is before the first one.
    #[error("the window of fetch times ends before it begins")]
    Times,
}
