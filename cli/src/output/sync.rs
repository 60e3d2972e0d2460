//! Writes files and the names in folders to the disk, so that they survive a loss of power.

use crate::failure::about;
use std::fs::File;
use std::io::{self, ErrorKind};
use std::path::Path;

/// Files and folders that are written one by one. More of them take longer than all that the file system has to write: a millisecond
/// each.
#[cfg(target_os = "linux")]
const MAX_SINGLE: usize = 64;

/// Writes the names in a folder to the disk. Folders that cannot be opened are left out, as on systems without folders that
/// can be synchronized.
pub(crate) fn sync_folder(folder: &Path) -> io::Result<()> {
    let opened = File::open(folder);
    opened.map_or(Ok(()), |opened| or_unsupported(opened.sync_all())).map_err(|error| about(folder, &error))
}

/// Writes files and the names in folders to the disk. `within` is a folder on their file system.
pub(super) fn sync_paths<P: AsRef<Path>>(paths: impl ExactSizeIterator<Item = P>, within: &Path) -> io::Result<()> {
    #[cfg(target_os = "linux")]
    if paths.len() > MAX_SINGLE {
        let synced = File::open(within).and_then(|folder| Ok(rustix::fs::syncfs(folder)?));
        return or_unsupported(synced).map_err(|error| about(within, &error));
    }
    #[cfg(not(target_os = "linux"))]
    let _ = within;
    paths.into_iter().try_for_each(|path| sync_folder(path.as_ref()))
}

/// Ignores the error of a file system that cannot synchronize.
pub(super) fn or_unsupported(result: io::Result<()>) -> io::Result<()> {
    result.or_else(|error| match error.kind() {
        ErrorKind::InvalidInput | ErrorKind::Unsupported | ErrorKind::PermissionDenied => Ok(()),
        _ => Err(error),
    })
}
