//! Ways to start the command that several test files share.

pub(crate) mod command;
#[cfg(unix)]
pub(crate) mod shell;
#[cfg(unix)]
pub(crate) mod signals;
