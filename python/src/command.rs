//! The command `tagrake`, run in this process.

use pyo3::prelude::*;
use std::ffi::OsString;

/// Runs the command tagrake and returns its exit status. The first argument is the name of the program.
#[pyfunction]
pub(crate) fn command(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| tagrake_cli::main(arguments))
}
