//! The command `tagrake`: tokens, records, links and text of HTML pages.

mod args;
mod batch;
mod check;
mod document;
mod extract;
mod files;
mod input_args;
mod json;
mod links;
mod output;
mod output_args;
mod page_args;
mod progress;
mod row_files;
mod run;
mod schema;
mod summary;
mod text;
mod tokens;
mod wat;

use args::{Args, Verb};
use clap::Parser;
use output::Failure;
use std::process::ExitCode;

/// All input was read.
const COMPLETE: u8 = 0;
/// Some input was missing, corrupt or truncated; the rest is complete.
const INCOMPLETE: u8 = 1;
/// The output failed.
const OUTPUT_FAILED: u8 = 3;

fn main() -> ExitCode {
    let result = match Args::parse().verb {
        Verb::Tokens(args) if args.batch => batch::run(&args),
        Verb::Tokens(args) => tokens::run(&args),
        Verb::Extract(args) => extract::run(&args),
        Verb::Links(args) => links::run(&args),
        Verb::Text(args) => text::run(&args),
        Verb::Wat(args) => wat::run(&args),
        Verb::Check(args) => check::run(&args),
        Verb::Schema(args) => schema::run(&args),
        Verb::Completions(args) => schema::print(&args.script()),
    };
    ExitCode::from(match result {
        Ok(()) => COMPLETE,
        Err(Failure::Input) => INCOMPLETE,
        // Whoever read the output has seen enough: `| head`.
        Err(Failure::Output(error)) if error.kind() == std::io::ErrorKind::BrokenPipe => COMPLETE,
        Err(Failure::Output(error)) => {
            output::complain(format_args!("the output failed: {}", tagrake_bulk::reason(&error)));
            OUTPUT_FAILED
        }
    })
}
