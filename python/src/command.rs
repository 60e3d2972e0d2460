//! The command.

use pyo3::prelude::*;
use std::ffi::OsString;

/// Does what the command tagrake does with these arguments, of which the first is its name, and returns its exit status.
#[pyfunction]
pub(crate) fn command(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| tagrake_cli::main(arguments))
}
