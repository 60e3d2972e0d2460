//! `tagrake man`: man pages, generated from the arguments.

use crate::failure::{Failure, about};
use crate::output::existing_file::{self, OutputKind};
use crate::output::file::OutputFile;
use crate::output::overwrites::Overwrites;
use crate::output::path as output_path;
use crate::output::stdio::print_text;
use clap::builder::Resettable;
use clap::{Command, Parser};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, roman};
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
    let help = help_after_options(&command);
    let exit_status = help.split_once(EXIT_STATUS).map(|(_, text)| text).unwrap_or_default();
    let Some(folder) = &args.output_dir else {
        return print_text(&Page::of(command, exit_status)?.text);
    };
    fs::create_dir_all(folder).map_err(|error| about(folder, &error))?;
    command.build();
    let verbs: Vec<_> = command.get_subcommands().cloned().collect();
    [command].into_iter().chain(verbs).try_for_each(|command| Page::of(command, exit_status)?.write(folder))
}

/// The start of the exit statuses in the help of the command.
const EXIT_STATUS: &str = "Exit status: ";

/// Returns the text after the options: the examples, and the exit statuses of the command.
fn help_after_options(command: &Command) -> String {
    command.get_after_long_help().or_else(|| command.get_after_help()).map(ToString::to_string).unwrap_or_default()
}

/// The page of a command.
struct Page {
    file_name: String,
    text: Vec<u8>,
}

impl Page {
    /// Renders the page: the sections of the arguments, and then the exit statuses and the examples.
    fn of(command: Command, exit_status: &str) -> Result<Self, Failure> {
        let help = help_after_options(&command);
        let man = Man::new(command.after_help(Resettable::Reset).after_long_help(Resettable::Reset));
        let mut text = Vec::new();
        man.render(&mut text)?;
        let mut roff = Roff::new();
        roff.control("SH", ["EXIT STATUS"]);
        roff.text([roman(exit_status)]);
        roff.control("SH", ["EXAMPLES"]);
        // The lines are not filled.
        roff.control("nf", []);
        let examples = help.split_once(EXIT_STATUS).map_or(&*help, |(before, _)| before).trim_end();
        for line in examples.lines().skip(1) {
            roff.text([roman(line)]);
        }
        roff.control("fi", []);
        roff.to_writer(&mut text)?;
        Ok(Self { file_name: man.get_filename(), text })
    }

    fn write(&self, folder: &Path) -> Result<(), Failure> {
        let path = folder.join(&self.file_name);
        existing_file::check(&path, OutputKind::Manual).map_err(|error| about(&path, &error))?;
        OutputFile::with_content(&path, &self.text, &Overwrites::default())?.keep()
    }
}
