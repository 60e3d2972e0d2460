//! Starts shells that find the command.

use std::path::Path;
use std::process::{Command, Stdio};

/// Returns bash, to be run in `folder` with these arguments. `tagrake` is the command in it.
pub(crate) fn bash(folder: &Path, arguments: &[&str]) -> Command {
    let program = Path::new(env!("CARGO_BIN_EXE_tagrake"));
    let mut path = program.parent().expect("a folder").as_os_str().to_owned();
    path.push(":");
    path.push(std::env::var_os("PATH").unwrap_or_default());
    let mut bash = Command::new("bash");
    bash.args(arguments).current_dir(folder).env("PATH", path).stdin(Stdio::null());
    bash
}
