//! `tagrake man`: man pages, generated from the arguments.

use crate::command::{Args, ManArgs};
use crate::failure::Failure;
use crate::output::stdio::print_text;
use clap::CommandFactory;
use clap_mangen::Man;
use std::fs;

/// Prints the page of the command, or writes one page for it and one per verb into the folder of `args`.
pub(crate) fn run(args: &ManArgs) -> Result<(), Failure> {
    let command = Args::command();
    if let Some(folder) = &args.output_dir {
        fs::create_dir_all(folder)?;
        return Ok(clap_mangen::generate_to(command, folder)?);
    }
    let mut page = Vec::new();
    Man::new(command.disable_help_subcommand(true)).render(&mut page)?;
    print_text(&page)
}
