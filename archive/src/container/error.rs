//! Errors of containers.

use crate::remote::is_failure_of_file;
use crate::system_error::reason;
use std::io;

/// The reason why a container, or an archive in it, cannot be read.
///
/// ```
/// use tagrake_archive::container::ContainerError;
///
/// assert_eq!(ContainerError::Encrypted.to_string(), "the ZIP entry is encrypted");
/// ```
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ContainerError {
    /// The file cannot be read.
    #[error("{}", reason(.0))]
    Io(io::Error),
    /// There is no directory at the end of the ZIP file.
    #[error("the ZIP file is truncated: the directory at its end is missing")]
    Truncated,
    /// The directory of the ZIP file is damaged. Holds the cause.
    #[error("the ZIP file is damaged: {0}")]
    Damaged(String),
    /// The ZIP file has no archive.
    #[error("not read: a ZIP file without WARC files in archive/")]
    NoArchive,
    /// The ZIP file has no entry of this name.
    #[error("the ZIP file has no entry of this name")]
    NoEntry,
    /// The archive is encrypted.
    #[error("the ZIP entry is encrypted")]
    Encrypted,
    /// The archive has another compression than deflate. Holds the number of its method.
    #[error("the ZIP entry is compressed by method {0}; only stored and deflated entries are read")]
    Method(u16),
    /// The ZIP file has too many archives. The first ones are read.
    #[error("the ZIP file has more than 10,000 archives: the others are not read")]
    Limit,
    /// The path of the archive in the ZIP file is too long.
    #[error("the path in the ZIP file is longer than 1,024 bytes")]
    LongPath,
    /// The container is on a pipe.
    #[error("a WACZ file has its directory at the end, so it is not read as a stream: name the file or its URL")]
    Stream,
    /// The container is on a server that does not report its length.
    #[error("a WACZ file has its directory at the end, and the server does not report the length of the file")]
    NoLength,
    /// A record in a deflated archive was named by its offset.
    #[error("the ZIP entry is deflated, so its records cannot be read by offset")]
    Deflated,
}

impl ContainerError {
    pub(super) fn of(error: rawzip::Error) -> Self {
        match error.into_kind() {
            rawzip::ErrorKind::IO(error) if is_failure_of_file(&error) => Self::Io(error),
            rawzip::ErrorKind::MissingEndOfCentralDirectory => Self::Truncated,
            kind => Self::Damaged(rawzip::Error::from(kind).to_string()),
        }
    }

    /// Converts the error for a reader.
    pub fn into_io(self) -> io::Error {
        match self {
            Self::Io(error) => error,
            error => io::Error::other(error),
        }
    }

    /// Returns the name under which errors of this kind are counted.
    pub fn as_str(&self) -> &'static str {
        match self {
            Self::Io(_) => "io",
            Self::Truncated => "truncated",
            Self::Damaged(_) => "corrupt",
            Self::NoArchive
            | Self::Encrypted
            | Self::Method(_)
            | Self::Limit
            | Self::LongPath
            | Self::Stream
            | Self::NoLength => "type",
            Self::NoEntry | Self::Deflated => "no-record",
        }
    }
}
