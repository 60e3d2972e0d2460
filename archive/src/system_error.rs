//! Messages of the operating system's errors.

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
