//! `tagrake completions`: completion scripts, generated from the arguments.

use crate::failure::Failure;
use crate::output::stdio::print_text;
use clap::{Command, Parser};
use clap_complete::Shell;

/// Print a shell completion script.
#[derive(Debug, Parser)]
#[command(after_help = "Example:
  tagrake completions bash > ~/.local/share/bash-completion/completions/tagrake")]
pub(crate) struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

/// Prints the script of `command` for the shell of `args`.
pub(crate) fn run(args: &CompletionsArgs, command: &mut Command) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, command, "tagrake", &mut script);
    print_text(&script)
}
