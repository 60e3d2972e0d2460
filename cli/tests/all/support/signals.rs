//! Starts programs with the default actions of signals.

use std::process::Command;

/// Returns a command that starts `program` with the default actions of signals. A test that runs in the background of a
/// script inherits ignored signals, and would wait forever.
pub(crate) fn command(program: &str) -> Command {
    if !cfg!(target_os = "linux") {
        return Command::new(program);
    }
    let mut command = Command::new("env");
    command.args(["--default-signal=HUP,INT,TERM", program]);
    command
}
