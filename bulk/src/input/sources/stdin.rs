//! Standard input as an input.

use std::io::{self, Read};
use std::path::Path;

/// The path that means standard input.
const STDIN: &str = "-";

/// Returns true if `path` means standard input: it is `-`.
///
/// ```
/// assert!(tagrake_bulk::input::is_stdin("-".as_ref()));
/// ```
pub fn is_stdin(path: &Path) -> bool {
    path == Path::new(STDIN)
}

/// Opens standard input. Unlike `std::io::Stdin`, it is not empty but an error if it is closed or only written.
pub(crate) fn open_stdin() -> io::Result<Box<dyn Read + Send>> {
    #[cfg(unix)]
    {
        use std::os::fd::AsFd;
        Ok(Box::new(std::fs::File::from(io::stdin().as_fd().try_clone_to_owned()?)))
    }
    #[cfg(not(unix))]
    Ok(Box::new(io::stdin()))
}
