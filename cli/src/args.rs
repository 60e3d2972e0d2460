//! What can be asked of the command. Usage errors end it with status 2.

use crate::hint_args::EncodingArgs;
use crate::input_args::bytes;
use crate::inspect_args::InspectArgs;
use crate::output_record::Recipe;
use crate::page_args::{CheckArgs, ExtractArgs, LinksArgs, SchemaArgs, TextArgs, WatArgs};
use clap::error::ErrorKind;
use clap::error::Result;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use std::ffi::OsString;
use std::io::{self, IsTerminal};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use tagrake::editions::Edition;
use tagrake::{Engine, Options, Simd, TextState};

/// What HTML pages say, in crawls or by themselves: links, records, text and tokens, exact to the HTML standard.
#[derive(Debug, Parser)]
#[command(
    name = "tagrake",
    version,
    max_term_width = 100,
    after_help = "Examples:
  tagrake links -o links.parquet CC-MAIN-*.warc.gz
  tagrake extract --manifest warc.paths.gz --format parquet --output-dir pages --skip-existing
  tagrake check crawl.warc.gz
  tagrake links --url https://example.com/ page.html
  tagrake tokens --errors --spans page.html
  tagrake inspect page.html -o page.report.html

Exit status: 0 all input was read; 1 some input was missing, corrupt or truncated, the rest was read; \
2 wrong usage; 3 the output failed; 130 interrupted. A closed pipe is no error."
)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) verb: Verb,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub(crate) enum Verb {
    Tokens(TokensArgs),
    Extract(ExtractArgs),
    Links(LinksArgs),
    Text(TextArgs),
    Wat(WatArgs),
    Check(CheckArgs),
    Inspect(InspectArgs),
    Schema(SchemaArgs),
    Completions(CompletionsArgs),
    Man(ManArgs),
}

/// Print what completes this command's arguments in a shell.
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

/// Print the manual page, in the language of man.
#[derive(Debug, Parser)]
#[command(after_help = "Examples:
  tagrake man | man -l -
  tagrake man --output-dir ~/.local/share/man/man1")]
pub(crate) struct ManArgs {
    /// Write a page for the command and one for each verb into a folder: tagrake.1, tagrake-links.1, ...
    #[arg(long, value_name = "FOLDER")]
    pub(crate) output_dir: Option<PathBuf>,
}

/// Print the token stream of one document.
///
/// Each token is a line of JSON. Offsets count bytes of the file if it is UTF-8, or else bytes of its text in UTF-8.
///
/// With --batch, read tests in the form of html5lib-tests instead (one object, a list, {"tests": [...]}, or one object a line)
/// and print one line for each run.
#[derive(Debug, Parser)]
#[command(after_help = "Examples:
  tagrake tokens page.html
  tagrake tokens --errors --spans page.html
  tagrake tokens --charset shift_jis page.html
  printf '<title>1 &lt; 2' | tagrake tokens --format html5lib
  tagrake tokens --edition 2007-10-27 page.html
  tagrake tokens --edition all --diff page.html
  tagrake tokens --batch < test1.test")]
pub(crate) struct TokensArgs {
    /// The document, or the tests of --batch; - or nothing is standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
    /// Run tests, which may be sent and answered one by one
    #[arg(long, conflicts_with_all = ["format", "errors", "spans", "initial_state", "last_start_tag", "feedback", "scripting", "cdata", "charset", "content_type"])]
    pub(crate) batch: bool,
    /// The form of a token, jsonl if nothing is said; with --diff, jsonl is a difference in full, nothing a text to read
    #[arg(long, value_enum)]
    pub(crate) format: Option<Format>,
    /// Maximum size of the document. The rest is cut off, with a message
    #[arg(long, value_name = "BYTES", value_parser = bytes, default_value = "16M")]
    pub(crate) max_record_bytes: usize,
    #[command(flatten)]
    pub(crate) encoding: EncodingArgs,
    /// The edition of the standard: living, 2009-02-07, 2008-07-23, 2008-06-10 or 2007-10-27; all for --diff
    #[arg(long, value_name = "NAME", value_parser = editions, default_value = "living")]
    pub(crate) edition: Editions,
    /// Show where the editions see different tokens, side by side, and by which rules
    #[arg(long, conflicts_with_all = ["batch", "errors", "spans"])]
    pub(crate) diff: bool,
    /// Print parse errors among the tokens, by their place
    #[arg(long)]
    pub(crate) errors: bool,
    /// Print the offsets of tokens, names and values: start and end in bytes (jsonl)
    #[arg(long)]
    pub(crate) spans: bool,
    /// The state at the first byte, as the standard names it
    #[arg(long, value_name = "NAME", value_parser = text_state, default_value = "Data state")]
    pub(crate) initial_state: TextState,
    /// The last start tag before the first byte, which an end tag of raw text must match
    #[arg(long, value_name = "NAME", default_value = "")]
    pub(crate) last_start_tag: String,
    /// Whether start tags choose the next state, as a tree builder would
    #[arg(long, value_enum, default_value_t = Switch::On)]
    pub(crate) feedback: Switch,
    /// The scripting flag: on, the content of noscript is raw text
    #[arg(long, value_enum, default_value_t = Switch::Off)]
    pub(crate) scripting: Switch,
    /// Whether <![CDATA[ opens a CDATA section
    #[arg(long, value_enum, default_value_t = Switch::Off)]
    pub(crate) cdata: Switch,
    /// Whether <?target data?> is a processing instruction, as the standard has it since 2026-06-25, or a bogus comment
    #[arg(long)]
    pub(crate) processing_instructions: bool,
    /// The engine: the fast path with the state machine behind it, or the state machine alone
    #[arg(long, value_enum, default_value_t = EngineName::Auto)]
    pub(crate) engine: EngineName,
    /// The CPU level of the fast path; the best one if the CPU lacks it
    #[arg(long, value_enum, default_value_t = SimdName::Auto)]
    pub(crate) simd: SimdName,
    /// Feed the document in chunks of so many bytes, as it could come from a network: the output is the same
    #[arg(long, value_name = "N", conflicts_with = "diff")]
    pub(crate) chunk: Option<NonZeroUsize>,
}

impl Args {
    /// Parses arguments, and records the options that the rows depend on for [`OutputRecord`].
    ///
    /// [`OutputRecord`]: crate::output_record::OutputRecord
    pub(crate) fn parse_and_record<A: Into<OsString> + Clone>(args: impl IntoIterator<Item = A>) -> Result<Self> {
        let mut command = Self::command();
        let matches = command.try_get_matches_from_mut(args)?;
        let mut parsed = Self::from_arg_matches(&matches).map_err(|error| error.format(&mut command))?;
        let pages = match &mut parsed.verb {
            Verb::Extract(args) => &mut args.pages,
            Verb::Links(args) => &mut args.pages,
            Verb::Text(args) => &mut args.pages,
            Verb::Wat(args) => &mut args.pages,
            _ => return Ok(parsed),
        };
        if let Some((verb, matches)) = matches.subcommand()
            && let Some(command) = command.find_subcommand(verb)
        {
            pages.recipe = Recipe::of(command, matches);
        }
        Ok(parsed)
    }

    /// Ends the command: its arguments contradict each other in a way that clap cannot say.
    pub(crate) fn refuse(message: &str) -> ! {
        Self::command().error(ErrorKind::ArgumentConflict, message).exit()
    }
}

impl TokensArgs {
    /// Ends the command with a usage error if the arguments contradict each other in a way that clap cannot say.
    pub(crate) fn check(&self) {
        let html5lib = self.format == Some(Format::Html5lib);
        let message = if self.spans && html5lib {
            "the argument '--spans' cannot be used with '--format html5lib': its tokens have no place for them"
        } else if self.diff && html5lib {
            "the argument '--diff' cannot be used with '--format html5lib'"
        } else if self.diff != matches!(self.edition, Editions::All) {
            "'--edition all' and '--diff' go together: they compare the editions"
        } else if self.chunk.is_some() && !matches!(self.edition, Editions::One(Edition::Living)) {
            "the argument '--chunk' is for the living edition: drafts are read in one piece"
        } else if self.processing_instructions && !matches!(self.edition, Editions::One(Edition::Living)) {
            "the argument '--processing-instructions' is for the living edition: drafts have none"
        } else {
            return;
        };
        Args::refuse(message);
    }

    /// Returns the options that the arguments say.
    pub(crate) fn options(&self) -> Options {
        Options::default()
            .with_errors(self.errors)
            .with_initial_state(self.initial_state)
            .with_last_start_tag(&self.last_start_tag.to_ascii_lowercase())
            .with_feedback(self.feedback.is_on())
            .with_scripting(self.scripting.is_on())
            .with_cdata(self.cdata.is_on())
            .with_processing_instructions(self.processing_instructions)
            .with_engine(self.engine.engine())
            .with_simd(self.simd.simd())
    }
}

/// Which editions read the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Editions {
    One(Edition),
    /// Every one, to compare them.
    All,
}

/// The form of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// An object with the type, and all that is asked for
    Jsonl,
    /// The arrays of html5lib-tests
    Html5lib,
}

/// On or off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Switch {
    On,
    Off,
}

impl Switch {
    pub(crate) fn is_on(self) -> bool {
        self == Self::On
    }
}

/// Which engine reads the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum EngineName {
    Auto,
    Machine,
}

impl EngineName {
    pub(crate) fn engine(self) -> Engine {
        match self {
            Self::Auto => Engine::Auto,
            Self::Machine => Engine::Machine,
        }
    }
}

/// Returns the name of standard input; ends the command with a usage error if that is a terminal, which nobody meant who
/// left the input out.
pub(crate) fn default_input() -> PathBuf {
    if io::stdin().is_terminal() {
        let message = "no input: name a file, or - to type it";
        Args::command().error(ErrorKind::MissingRequiredArgument, message).exit();
    }
    PathBuf::from("-")
}

/// Which CPU level the fast path uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SimdName {
    Auto,
    Avx512,
    Avx2,
    Sse2,
    Scalar,
}

impl SimdName {
    pub(crate) fn simd(self) -> Simd {
        match self {
            Self::Auto => Simd::Auto,
            Self::Avx512 => Simd::Avx512,
            Self::Avx2 => Simd::Avx2,
            Self::Sse2 => Simd::Sse2,
            Self::Scalar => Simd::Scalar,
        }
    }
}

fn text_state(name: &str) -> Result<TextState, String> {
    name.parse().map_err(|_| {
        let names: Vec<_> = TextState::ALL.iter().map(|state| format!("'{}'", state.name())).collect();
        format!("expected one of {}", names.join(", "))
    })
}

fn editions(name: &str) -> Result<Editions, String> {
    match name {
        "all" => Ok(Editions::All),
        // That text is known in its diff-marked form.
        "2008-diff" => Ok(Editions::One(Edition::June2008)),
        _ => name.parse().map(Editions::One).map_err(|_| {
            let names: Vec<_> = Edition::ALL.iter().map(|edition| edition.name()).collect();
            format!("expected one of {}, all", names.join(", "))
        }),
    }
}
