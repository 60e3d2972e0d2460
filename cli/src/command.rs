//! The command line: the verbs of the command. Usage errors end the process with status 2.

mod help_groups;
#[cfg(test)]
mod option_pairs;

use crate::output::record::Recipe;
use crate::report::shell::quoted;
use crate::verbs::{
    blocks, check, completions, extract, index, inspect, items, links, man, records, schema, select, tables, text,
    tokens, warc, wat,
};
use clap::error::{ContextKind, ContextValue, Error, ErrorKind, Result};
use clap::{Command, CommandFactory, FromArgMatches, Parser, Subcommand};
use std::ffi::OsString;
use std::path::Path;
use std::sync::LazyLock;
use tagrake::Simd;
use tagrake_bulk::input::is_url;

/// The commit that the command was built from, if the build script knows it.
const COMMIT: Option<&str> = option_env!("TAGRAKE_COMMIT");

/// The features of this build.
const FEATURES: &str = match (cfg!(feature = "columns"), cfg!(feature = "remote")) {
    (true, true) => "columns, remote",
    (true, false) => "columns",
    (false, true) => "remote",
    (false, false) => "none",
};

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
    Tokens(tokens::TokensArgs),
    Extract(extract::ExtractArgs),
    Select(select::SelectVerbArgs),
    Links(links::LinksArgs),
    Text(text::TextArgs),
    Blocks(blocks::BlocksArgs),
    Tables(tables::TablesArgs),
    Items(items::ItemsArgs),
    Records(Box<records::RecordsArgs>),
    Wat(wat::WatArgs),
    Warc(Box<warc::WarcArgs>),
    Index(index::IndexArgs),
    Check(check::CheckArgs),
    Inspect(inspect::InspectArgs),
    Schema(schema::SchemaArgs),
    Completions(completions::CompletionsArgs),
    Man(man::ManArgs),
}

impl Args {
    /// Parses `args`, and saves the options that affect rows in the [`Recipe`] of the verb for [`OutputRecord`].
    ///
    /// [`OutputRecord`]: crate::output::record::OutputRecord
    pub(crate) fn parse_and_record<A: Into<OsString> + Clone>(args: impl IntoIterator<Item = A>) -> Result<Self> {
        // Set only here: the man page must not depend on the machine.
        let mut command = command().long_version(version());
        let matches = command.try_get_matches_from_mut(args).map_err(|error| without_verb(error, &mut command))?;
        let mut parsed = Self::from_arg_matches(&matches).map_err(|error| error.format(&mut command))?;
        let recipe = match &mut parsed.verb {
            Verb::Extract(args) => &mut args.pages.recipe,
            Verb::Select(args) => &mut args.pages.recipe,
            Verb::Links(args) => &mut args.pages.recipe,
            Verb::Text(args) => &mut args.pages.recipe,
            Verb::Blocks(args) => &mut args.pages.recipe,
            Verb::Tables(args) => &mut args.pages.recipe,
            Verb::Items(args) => &mut args.pages.recipe,
            Verb::Wat(args) => &mut args.pages.recipe,
            Verb::Records(args) => &mut args.archives.recipe,
            Verb::Warc(args) => &mut args.archives.recipe,
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

/// Returns the command line, with the options of each verb in groups.
pub(crate) fn command() -> Command {
    Args::command().mut_subcommands(help_groups::grouped)
}

/// Returns the verb of a command line.
pub(crate) fn verb_of(args: &[OsString]) -> Option<&str> {
    args.get(1)?.to_str().filter(|name| Verb::has_subcommand(name))
}

/// Returns the usage line of a verb.
pub(crate) fn usage_of(verb: &str) -> String {
    let mut command = command();
    command.build();
    let usage = command.find_subcommand_mut(verb).map(|verb| verb.render_usage().to_string()).unwrap_or_default();
    usage.strip_prefix("Usage: ").unwrap_or(&usage).to_owned()
}

/// Replaces the error of an unknown verb if its name is an input: the verb is missing.
fn without_verb(error: Error, command: &mut Command) -> Error {
    let input = match error.get(ContextKind::InvalidSubcommand) {
        Some(ContextValue::String(name)) if Path::new(name).exists() || is_url(Path::new(name)) => name.clone(),
        _ => return error,
    };
    let is_read_by = |verb: &&Command| {
        let mut arguments = verb.get_positionals().map(|argument| argument.get_id().as_str());
        arguments.any(|name| name == "inputs" || name == "file" && !Path::new(&input).is_dir())
    };
    let verbs: Vec<_> = command.get_subcommands().filter(is_read_by).map(Command::get_name).collect();
    let (verbs, path) = (verbs.join(", "), quoted(&input));
    let message = format!(
        "'{input}' is an input, and the verb before it is missing, as in:\n\n  tagrake links {path}\n\n\
         The verbs {verbs} read inputs"
    );
    command.error(ErrorKind::InvalidSubcommand, message)
}

/// Returns the text that `--version` prints after the name of the command.
fn version() -> &'static str {
    static TEXT: LazyLock<String> = LazyLock::new(|| {
        let commit = COMMIT.map(|commit| format!(" (commit {commit})")).unwrap_or_default();
        format!("{}{commit}\nfeatures: {FEATURES}\nSIMD: {}", env!("CARGO_PKG_VERSION"), Simd::detected().name())
    });
    &TEXT
}
