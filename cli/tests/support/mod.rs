//! Ways to start the command that several test files share.
#![allow(dead_code)] // each test file uses a part of this module

pub(crate) mod command;
#[cfg(unix)]
pub(crate) mod shell;
#[cfg(unix)]
pub(crate) mod signals;
