//! The command line: the verbs of the command. Usage errors end the process with status 2.

use crate::output::record::Recipe;
use crate::verbs::{
    blocks, check, completions, extract, index, inspect, links, man, records, schema, select, tables, text, tokens,
    warc, wat,
};
use clap::error::Result;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use std::ffi::OsString;
use std::sync::LazyLock;
use tagrake::Simd;

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
        let mut command = Self::command().long_version(version());
        let matches = command.try_get_matches_from_mut(args)?;
        let mut parsed = Self::from_arg_matches(&matches).map_err(|error| error.format(&mut command))?;
        let recipe = match &mut parsed.verb {
            Verb::Extract(args) => &mut args.pages.recipe,
            Verb::Select(args) => &mut args.pages.recipe,
            Verb::Links(args) => &mut args.pages.recipe,
            Verb::Text(args) => &mut args.pages.recipe,
            Verb::Blocks(args) => &mut args.pages.recipe,
            Verb::Tables(args) => &mut args.pages.recipe,
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

/// Returns the text that `--version` prints after the name of the command.
fn version() -> &'static str {
    static TEXT: LazyLock<String> = LazyLock::new(|| {
        let commit = COMMIT.map(|commit| format!(" (commit {commit})")).unwrap_or_default();
        format!("{}{commit}\nfeatures: {FEATURES}\nSIMD: {}", env!("CARGO_PKG_VERSION"), Simd::detected().name())
    });
    &TEXT
}
