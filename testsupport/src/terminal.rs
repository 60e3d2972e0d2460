//! Pseudoterminals.

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use std::ffi::OsString;
use std::fs::File;
use std::io::Result;
use std::os::unix::ffi::OsStringExt;

/// Opens a pseudoterminal. Returns its two ends: the screen, which shows the output, and the terminal of a program.
pub fn open() -> Result<(File, File)> {
    let screen = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY)?;
    grantpt(&screen)?;
    unlockpt(&screen)?;
    let name = OsString::from_vec(ptsname(&screen, Vec::new())?.into_bytes());
    Ok((File::from(screen), File::options().read(true).write(true).open(name)?))
}
