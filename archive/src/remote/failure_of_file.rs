//! Which errors of a decoder are failures of its file.

use super::RemoteError;
use crate::local_file;
use std::io;

/// Returns true if `error` is the failure of a file: of the system, of a download, or of a file that changed. Any other error of a
/// decoder is damage of the file.
///
/// ```
/// use std::io::{Error, ErrorKind};
/// use tagrake_archive::remote::is_failure_of_file;
///
/// assert!(is_failure_of_file(&Error::from_raw_os_error(5)));
/// assert!(!is_failure_of_file(&Error::from(ErrorKind::UnexpectedEof)));
/// ```
pub fn is_failure_of_file(error: &io::Error) -> bool {
    error.raw_os_error().is_some() || RemoteError::is_in(error) || local_file::is_changed(error)
}
