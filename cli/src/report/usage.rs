//! Usage errors that clap's declarations cannot express. They end the process with status 2.

use super::messages::bounded;
use clap::Command;
use clap::error::ErrorKind;
use std::io::{self, IsTerminal};
use std::path::PathBuf;

/// The usage line that follows the message.
const USAGE: &str = "tagrake <COMMAND>";

/// Ends the process with a usage error.
pub(crate) fn refuse(message: &str) -> ! {
    exit(ErrorKind::ArgumentConflict, message)
}

/// Returns `-`, standard input. Ends the process with a usage error if standard input is a terminal: then the input was
/// left out by mistake.
pub(crate) fn default_input() -> PathBuf {
    if io::stdin().is_terminal() {
        exit(ErrorKind::MissingRequiredArgument, "no input: name a file, or - to type it");
    }
    PathBuf::from("-")
}

fn exit(kind: ErrorKind, message: &str) -> ! {
    Command::new("tagrake").override_usage(USAGE).error(kind, bounded(message)).exit()
}
