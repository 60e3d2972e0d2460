//! `tagrake man`: man pages, generated from the arguments.

use crate::failure::{Failure, about};
use crate::output::existing_file::{self, OutputKind};
use crate::output::file::OutputFile;
use crate::output::overwrites::Overwrites;
use crate::output::path as output_path;
use crate::output::stdio::print_text;
use clap::{Command, Parser};
use clap_mangen::Man;
use std::fs;
use std::path::{Path, PathBuf};

/// Print the manual page, in roff.
#[derive(Debug, Parser)]
#[command(after_help = "Examples:
  tagrake man | man -l -
  tagrake man --output-dir ~/.local/share/man/man1")]
pub(crate) struct ManArgs {
    /// Write one page for the command and one for each verb into this folder: tagrake.1, tagrake-links.1, ...
    #[arg(long, value_name = "FOLDER", value_parser = output_path::folder())]
    output_dir: Option<PathBuf>,
}

/// Prints the page of `command`, or writes one page for it and one per verb into the folder of `args`.
pub(crate) fn run(args: &ManArgs, command: Command) -> Result<(), Failure> {
    let mut command = command.disable_help_subcommand(true);
    let Some(folder) = &args.output_dir else {
        let mut page = Vec::new();
        Man::new(command).render(&mut page)?;
        return print_text(&page);
    };
    fs::create_dir_all(folder).map_err(|error| about(folder, &error))?;
    command.build();
    let verbs: Vec<_> = command.get_subcommands().cloned().collect();
    [command].into_iter().chain(verbs).try_for_each(|command| write(command, folder))
}

/// Writes the page of a command into `folder`.
fn write(command: Command, folder: &Path) -> Result<(), Failure> {
    let page = Man::new(command);
    let path = folder.join(page.get_filename());
    existing_file::check(&path, OutputKind::Manual).map_err(|error| about(&path, &error))?;
    let mut text = Vec::new();
    page.render(&mut text)?;
    OutputFile::with_content(&path, &text, &Overwrites::default())?.keep()
}
