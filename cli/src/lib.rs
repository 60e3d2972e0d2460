//! The command `tagrake`: extracts links, metadata, text and tokens from HTML pages and WARC crawls.
//!
//! The binary and the Python package both call [`main`].

mod args;
mod blocks;
mod causes;
mod check;
mod check_args;
mod choices;
mod clashes;
mod content_args;
mod document;
mod escape;
mod extract;
mod failure;
mod file_identity;
mod formats;
mod hint_args;
mod index;
mod index_args;
mod input_args;
mod inspect;
mod inspect_args;
mod interrupt;
mod json_string;
mod links;
mod man;
mod output_args;
mod output_file;
mod output_folder;
mod output_form;
mod output_record;
mod overwrites;
mod page_args;
mod page_run;
mod progress;
mod record_args;
mod row_files;
mod schema_args;
mod selection_args;
mod stdio;
mod summary;
mod temporary_files;
mod text;
mod tokens;
mod tokens_args;
mod usage;
mod version;
mod wat;

use args::{Args, Verb};
use failure::Failure;
use std::ffi::OsString;
use std::io::{self, Write};

/// Exit status: all input was read.
const COMPLETE: u8 = 0;
/// Exit status: some input was missing, corrupt or truncated. The rest was read.
const INCOMPLETE: u8 = 1;
/// Exit status: wrong usage.
const USAGE: u8 = 2;
/// Exit status: the output could not be written.
const OUTPUT_FAILED: u8 = 3;

/// Prints a usage error to standard error, or the requested help to standard output. Write errors are ignored.
fn print_usage(error: &clap::Error) {
    let text = error.render().to_string();
    if text.chars().any(|character| escape::is_control(character) && character != '\n') {
        // The message quotes an argument that contains control characters.
        for line in text.lines() {
            let _ = writeln!(io::stderr(), "{}", escape::Escaped(line));
        }
    } else {
        let _ = error.print();
    }
}

/// Runs the command with `args`, whose first item is the program name, and returns the exit status.
///
/// Interrupts and some usage errors end the process instead of returning.
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
        Verb::Tokens(args) => tokens::run(&args),
        Verb::Extract(args) => extract::run(&args),
        Verb::Links(args) => links::run(&args),
        Verb::Text(args) => text::run(&args),
        Verb::Blocks(args) => blocks::run(&args),
        Verb::Wat(args) => wat::run(&args),
        Verb::Index(args) => index::run(&args),
        Verb::Check(args) => check::run(&args),
        Verb::Inspect(args) => inspect::run(&args),
        Verb::Schema(args) => stdio::print_text(args.schema().as_bytes()),
        Verb::Completions(args) => stdio::print_text(&args.script()),
        Verb::Man(args) => man::run(&args),
    };
    // In the Python package, Rust's runtime does not flush standard output at exit.
    let flushed = io::stdout().flush().map_err(Failure::from);
    match result.and(flushed) {
        Ok(()) => COMPLETE,
        Err(Failure::Input) => INCOMPLETE,
        Err(Failure::Usage(message)) => {
            stdio::print_message(message);
            USAGE
        }
        // The reader closed the pipe, as `| head` does.
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => COMPLETE,
        Err(Failure::Output(error)) => {
            stdio::print_message(format_args!("the output failed: {}", tagrake_bulk::reason(&error)));
            OUTPUT_FAILED
        }
    }
}
