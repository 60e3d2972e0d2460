//! The command `tagrake`: extracts links, metadata, text and tokens from HTML pages and WARC crawls.
//!
//! The binary and the Python package both call [`main`].

mod args;
mod command;
mod failure;
mod interrupt;
mod output;
mod report;
mod verbs;

use command::{Args, Verb, usage_of, verb_of};
use failure::Failure;
use output::stdio;
use report::{escape, messages, usage};
use std::ffi::{OsStr, OsString};
use std::io::{self, IsTerminal};
use verbs::{
    blocks, check, completions, extract, index, inspect, items, links, man, records, schema, select, tables, text,
    tokens, warc, wat,
};

/// Exit status: all input was read.
const COMPLETE: u8 = 0;
/// Exit status: some input was missing, corrupt or truncated. The rest was read.
const INCOMPLETE: u8 = 1;
/// Exit status: the output could not be written.
const OUTPUT_FAILED: u8 = 3;

/// Runs the command with `args`, whose first item is the program name, and returns the exit status.
///
/// Interrupts and some usage errors end the process instead of returning.
///
/// ```
/// assert_eq!(tagrake_cli::main(["tagrake", "check", "no/such/file.warc"]), 1);
/// ```
pub fn main<A: Into<OsString> + Clone>(args: impl IntoIterator<Item = A>) -> u8 {
    let args: Vec<OsString> = args.into_iter().map(Into::into).collect();
    usage::set_verb(verb_of(&args), usage_of);
    let args = match parsed(args) {
        Ok(args) => args,
        Err(error) => return print_usage(&error),
    };
    let result = match args.verb {
        Verb::Tokens(args) => tokens::run(&args),
        Verb::Extract(args) => extract::run(&args),
        Verb::Select(args) => select::run(&args),
        Verb::Links(args) => links::run(&args),
        Verb::Text(args) => text::run(&args),
        Verb::Blocks(args) => blocks::run(&args),
        Verb::Tables(args) => tables::run(&args),
        Verb::Items(args) => items::run(&args),
        Verb::Records(args) => records::run(&args),
        Verb::Wat(args) => wat::run(&args),
        Verb::Warc(args) => warc::run(&args),
        Verb::Index(args) => index::run(&args),
        Verb::Check(args) => check::run(&args),
        Verb::Inspect(args) => inspect::run(&args),
        Verb::Schema(args) => schema::run(&args),
        Verb::Completions(args) => completions::run(&args, &mut command::command()),
        Verb::Man(args) => man::run(&args, command::command()),
    };
    exit_status(result)
}

/// Parses `args`. The message of an error quotes arguments, so invalid ones are parsed again with control characters escaped.
fn parsed(args: Vec<OsString>) -> Result<Args, clap::Error> {
    let printable: Vec<OsString> = args.iter().map(|arg| printable(arg)).collect();
    let is_printable = printable == args;
    match Args::parse_and_record(args) {
        Err(error) if error.use_stderr() && !is_printable => match Args::parse_and_record(printable) {
            Err(error) if error.use_stderr() => Err(error),
            _ => Err(clap::Error::raw(error.kind(), "an argument with control characters is invalid\n")),
        },
        result => result,
    }
}

/// Returns an argument with control characters escaped.
fn printable(arg: &OsStr) -> OsString {
    match arg.to_str() {
        Some(text) if !text.chars().any(escape::is_control) => arg.to_owned(),
        _ => escape::Escaped(arg.to_string_lossy()).to_string().into(),
    }
}

/// Prints the requested help to standard output, or a usage error to standard error, and returns the exit status.
fn print_usage(error: &clap::Error) -> u8 {
    if error.use_stderr() {
        usage::print(error);
        return usage::STATUS;
    }
    // `clap` styles the text for terminals, but ignores that standard output is closed.
    exit_status(if io::stdout().is_terminal() {
        error.print().map_err(Failure::from)
    } else {
        stdio::print_text(error.render().to_string().as_bytes())
    })
}

/// Prints the reason for a failure, and returns the exit status.
fn exit_status(result: Result<(), Failure>) -> u8 {
    match result {
        Ok(()) => COMPLETE,
        Err(Failure::Input) => INCOMPLETE,
        Err(Failure::Usage(message)) => {
            messages::print_message(message);
            usage::STATUS
        }
        // The reader closed the pipe, as `| head` does.
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => COMPLETE,
        Err(Failure::Output(error)) => {
            messages::print_message(format_args!("the output failed: {}", tagrake_bulk::reason(&error)));
            OUTPUT_FAILED
        }
    }
}
