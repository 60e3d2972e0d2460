//! Usage errors: the ones that clap finds, and the ones that its declarations cannot express. They end the process with status 2.

use super::messages::bounded;
use clap::error::ErrorKind;
use clap::{Command, Error};
use std::env;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::process;
use std::sync::{PoisonError, RwLock};

/// Exit status: wrong usage.
pub(crate) const STATUS: u8 = 2;
/// The start of the last line of clap's messages.
const HELP: &str = "For more information, try '";

/// The verb of the command line.
#[derive(Clone)]
struct Verb {
    name: String,
    /// Returns the usage line of a verb.
    usage: fn(&str) -> String,
}

static VERB: RwLock<Option<Verb>> = RwLock::new(None);

/// Sets the verb that usage errors refer to, if there is one. `usage` returns the usage line of a verb.
pub(crate) fn set_verb(name: Option<&str>, usage: fn(&str) -> String) {
    let verb = name.map(|name| Verb { name: name.to_owned(), usage });
    *VERB.write().unwrap_or_else(PoisonError::into_inner) = verb;
}

fn verb() -> Option<Verb> {
    VERB.read().unwrap_or_else(PoisonError::into_inner).clone()
}

/// Prints a usage error. Its last line refers to the help of the verb. Write errors are ignored.
pub(crate) fn print(error: &Error) {
    let is_plain = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty())
        || env::var_os("TERM").is_some_and(|terminal| terminal == "dumb");
    let styled = error.render();
    let text = if io::stderr().is_terminal() && !is_plain { styled.ansi().to_string() } else { styled.to_string() };
    let text = match (text.rfind(HELP), verb()) {
        (Some(start), Some(Verb { name, .. })) => format!("{}{HELP}tagrake {name} --help'.\n", &text[..start]),
        (Some(start), None) => format!("{}{HELP}tagrake --help'.\n", &text[..start]),
        (None, _) => text,
    };
    let _ = io::stderr().write_all(text.as_bytes());
}

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
    let usage = verb().map_or_else(|| "tagrake <COMMAND>".to_owned(), |Verb { name, usage }| usage(&name));
    print(&Command::new("tagrake").override_usage(usage).error(kind, bounded(message)));
    process::exit(STATUS.into())
}
