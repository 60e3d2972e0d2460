//! The command `tagrake`: tokens, records, links and text of HTML pages.
//!
//! It is a library so that others can carry it: the binary and the Python package are thin faces of [`main`].

mod args;
mod batch;
mod check;
mod document;
mod escape;
mod extract;
mod files;
mod hint_args;
mod input_args;
mod inspect;
mod inspect_args;
mod interrupt;
mod json;
mod links;
mod man;
mod output;
mod output_args;
mod output_folder;
mod output_form;
mod output_record;
mod overwrites;
mod page_args;
mod progress;
mod row_files;
mod run;
mod schema;
mod stamp;
mod summary;
mod temporary;
mod text;
mod tokens;
mod wat;
mod words;

use args::{Args, Verb};
use output::Failure;
use std::ffi::OsString;
use std::io::{self, Write};

/// All input was read.
const COMPLETE: u8 = 0;
/// Some input was missing, corrupt or truncated; the rest is complete.
const INCOMPLETE: u8 = 1;
/// The usage was wrong.
const USAGE: u8 = 2;
/// The output failed.
const OUTPUT_FAILED: u8 = 3;

/// Prints a usage error, or the help that was asked for. A failure is ignored.
fn print_usage(error: &clap::Error) {
    let text = error.render().to_string();
    if text.chars().any(|character| escape::is_control(character) && character != '\n') {
        // It quotes an argument with control characters.
        for line in text.lines() {
            let _ = writeln!(io::stderr(), "{}", escape::Escaped(line));
        }
    } else {
        let _ = error.print();
    }
}

/// Does what the arguments say, of which the first is the name of the command, and returns the exit status. An interrupt ends
/// the process, and so do some errors of usage: it is the command's until this returns.
///
/// ```
/// assert_eq!(tagrake_cli::main(["tagrake", "check", "no/such/file.warc"]), 1);
/// ```
pub fn main<A: Into<OsString> + Clone>(args: impl IntoIterator<Item = A>) -> u8 {
    let args = match Args::parse_and_record(args) {
        Ok(args) => args,
        Err(error) => {
            print_usage(&error);
            return if error.use_stderr() { USAGE } else { COMPLETE };
        }
    };
    let result = match args.verb {
        Verb::Tokens(args) if args.batch => batch::run(&args),
        Verb::Tokens(args) => tokens::run(&args),
        Verb::Extract(args) => extract::run(&args),
        Verb::Links(args) => links::run(&args),
        Verb::Text(args) => text::run(&args),
        Verb::Wat(args) => wat::run(&args),
        Verb::Check(args) => check::run(&args),
        Verb::Inspect(args) => inspect::run(&args),
        Verb::Schema(args) => schema::run(&args),
        Verb::Completions(args) => schema::print(&args.script()),
        Verb::Man(args) => man::run(&args),
    };
    // Where this is no program of Rust's, nobody else does it.
    let flushed = io::stdout().flush().map_err(Failure::from);
    match result.and(flushed) {
        Ok(()) => COMPLETE,
        Err(Failure::Input) => INCOMPLETE,
        Err(Failure::Usage(message)) => {
            output::complain(message);
            USAGE
        }
        // Whoever read the output has seen enough: `| head`.
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => COMPLETE,
        Err(Failure::Output(error)) => {
            output::complain(format_args!("the output failed: {}", tagrake_bulk::reason(&error)));
            OUTPUT_FAILED
        }
    }
}
