//! `tagrake man`: man pages, generated from the arguments.

use crate::failure::Failure;
use crate::output::stdio::print_text;
use clap::{Command, Parser};
use clap_mangen::Man;
use std::fs;
use std::path::PathBuf;

/// Print the manual page, in roff.
#[derive(Debug, Parser)]
#[command(after_help = "Examples:
  tagrake man | man -l -
  tagrake man --output-dir ~/.local/share/man/man1")]
pub(crate) struct ManArgs {
    /// Write one page for the command and one for each verb into this folder: tagrake.1, tagrake-links.1, ...
    #[arg(long, value_name = "FOLDER")]
    output_dir: Option<PathBuf>,
}

/// Prints the page of `command`, or writes one page for it and one per verb into the folder of `args`.
pub(crate) fn run(args: &ManArgs, command: Command) -> Result<(), Failure> {
    if let Some(folder) = &args.output_dir {
        fs::create_dir_all(folder)?;
        return Ok(clap_mangen::generate_to(command, folder)?);
    }
    let mut page = Vec::new();
    Man::new(command.disable_help_subcommand(true)).render(&mut page)?;
    print_text(&page)
}
