//! Messages of the operating system's errors, and of errors that contain others.

use std::error::Error;
use std::io;

/// Returns the system's message for an error, without its number.
///
/// ```
/// let error = std::io::Error::from_raw_os_error(28);
/// assert_eq!(tagrake_archive::reason(&error), "No space left on device");
/// ```
pub fn reason(error: &io::Error) -> String {
    without_number(&error.to_string())
}

/// Returns the text of the innermost cause of an error, without the number of a system error. The outer errors of an HTTP client contain
/// the URL.
///
/// ```
/// let error = std::io::Error::other(std::io::Error::from_raw_os_error(28));
/// assert_eq!(tagrake_archive::innermost_reason(&error), "No space left on device");
/// ```
pub fn innermost_reason(error: &(dyn Error + 'static)) -> String {
    causes(error).last().map(|error| without_number(&error.to_string())).unwrap_or_default()
}

/// Returns an error and its causes, outermost first, also those in system errors.
pub(crate) fn causes<'e>(error: &'e (dyn Error + 'static)) -> impl Iterator<Item = &'e (dyn Error + 'static)> {
    std::iter::successors(Some(error), |&error: &&'e (dyn Error + 'static)| {
        match error.downcast_ref::<io::Error>().and_then(io::Error::get_ref) {
            Some(inner) => Some(inner as &(dyn Error + 'static)),
            None => error.source(),
        }
    })
}

/// Returns `error` with the folder of temporary files in its message.
#[doc(hidden)]
#[expect(clippy::needless_pass_by_value, reason = "an argument of map_err")]
pub fn about_temporary_file(error: io::Error) -> io::Error {
    let folder = std::env::temp_dir();
    let reason = reason(&error);
    io::Error::new(error.kind(), format!("a temporary file in {}: {reason}", folder.display()))
}

/// Returns the text of an error, without the number of a system error at its end.
pub(crate) fn without_number(text: &str) -> String {
    text.split(" (os error").next().unwrap_or_default().to_owned()
}
