//! The command line: the verbs of the command. Usage errors end the process with status 2.

use crate::args::check::CheckArgs;
use crate::args::index::IndexArgs;
use crate::args::inspect::InspectArgs;
use crate::args::pages::{BlocksArgs, ExtractArgs, LinksArgs, TextArgs, WatArgs};
use crate::args::schema::SchemaArgs;
use crate::output::record::Recipe;
use crate::verbs::tokens::TokensArgs;
use crate::version;
use clap::error::Result;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use clap_complete::Shell;
use std::ffi::OsString;
use std::path::PathBuf;

/// Extract links, metadata and text from HTML pages and WARC crawls.
#[derive(Debug, Parser)]
#[command(
    name = "tagrake",
    version,
    max_term_width = 100,
    after_help = "Examples:
  tagrake links -o links.parquet CC-MAIN-*.warc.gz
  tagrake extract --manifest warc.paths.gz --format parquet --output-dir pages --skip-existing
  tagrake check crawl.warc.gz
  tagrake index --sort -o crawl.cdxj crawl.warc.gz
  tagrake links --url https://example.com/ page.html
  tagrake tokens --errors --spans page.html
  tagrake inspect page.html -o page.report.html

Exit status: 0 all input was read; 1 some input was missing, corrupt or truncated, the rest was read; \
2 wrong usage; 3 the output failed; 130 interrupted. A closed pipe is not an error."
)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) verb: Verb,
}

/// The verb and its arguments.
#[derive(Debug, Subcommand)]
pub(crate) enum Verb {
    Tokens(TokensArgs),
    Extract(ExtractArgs),
    Links(LinksArgs),
    Text(TextArgs),
    Blocks(BlocksArgs),
    Wat(WatArgs),
    Index(IndexArgs),
    Check(CheckArgs),
    Inspect(InspectArgs),
    Schema(SchemaArgs),
    Completions(CompletionsArgs),
    Man(ManArgs),
}

/// Print a shell completion script.
#[derive(Debug, Parser)]
#[command(after_help = "Example:
  tagrake completions bash > ~/.local/share/bash-completion/completions/tagrake")]
pub(crate) struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

impl CompletionsArgs {
    /// Returns the script.
    pub(crate) fn script(&self) -> Vec<u8> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Args::command(), "tagrake", &mut script);
        script
    }
}

/// Print the manual page, in roff.
#[derive(Debug, Parser)]
#[command(after_help = "Examples:
  tagrake man | man -l -
  tagrake man --output-dir ~/.local/share/man/man1")]
pub(crate) struct ManArgs {
    /// Write one page for the command and one for each verb into this folder: tagrake.1, tagrake-links.1, ...
    #[arg(long, value_name = "FOLDER")]
    pub(crate) output_dir: Option<PathBuf>,
}

impl Args {
    /// Parses `args`, and saves the options that affect rows in the [`Recipe`] of the verb for [`OutputRecord`].
    ///
    /// [`OutputRecord`]: crate::output::record::OutputRecord
    pub(crate) fn parse_and_record<A: Into<OsString> + Clone>(args: impl IntoIterator<Item = A>) -> Result<Self> {
        // Set only here: the man page must not depend on the machine.
        let mut command = Self::command().long_version(version::text());
        let matches = command.try_get_matches_from_mut(args)?;
        let mut parsed = Self::from_arg_matches(&matches).map_err(|error| error.format(&mut command))?;
        let recipe = match &mut parsed.verb {
            Verb::Extract(args) => &mut args.pages.recipe,
            Verb::Links(args) => &mut args.pages.recipe,
            Verb::Text(args) => &mut args.pages.recipe,
            Verb::Blocks(args) => &mut args.pages.recipe,
            Verb::Wat(args) => &mut args.pages.recipe,
            Verb::Index(args) => &mut args.recipe,
            _ => return Ok(parsed),
        };
        if let Some((verb, matches)) = matches.subcommand()
            && let Some(command) = command.find_subcommand(verb)
        {
            *recipe = Recipe::of(command, matches);
        }
        Ok(parsed)
    }
}
