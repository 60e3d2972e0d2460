//! The command `tagrake`: tokens and links of HTML pages.

mod args;
mod batch;
mod input;
mod json;
mod links;
mod output;
mod tokens;

use args::{Args, Verb};
use clap::Parser;
use output::Failure;
use std::process::ExitCode;

/// All input was read.
const COMPLETE: u8 = 0;
/// Some input was missing or corrupt; the rest is complete.
const INCOMPLETE: u8 = 1;
/// The output failed.
const OUTPUT_FAILED: u8 = 3;

fn main() -> ExitCode {
    let result = match Args::parse().verb {
        Verb::Tokens(args) if args.batch => batch::run(&args),
        Verb::Tokens(args) => tokens::run(&args),
        Verb::Links(args) => links::run(&args),
    };
    ExitCode::from(match result {
        Ok(()) => COMPLETE,
        Err(Failure::Input) => INCOMPLETE,
        // Whoever read the output has seen enough: `| head`.
        Err(Failure::Output(error)) if error.kind() == std::io::ErrorKind::BrokenPipe => COMPLETE,
        Err(Failure::Output(error)) => {
            output::complain(format_args!("the output failed: {}", input::reason(&error)));
            OUTPUT_FAILED
        }
    })
}
