//! Options of `tagrake tokens`.

use crate::args::choices::{Choice, SWITCH, choice, one_of};
use crate::args::hints::EncodingArgs;
use crate::args::inputs::limit_bytes;
use crate::args::records::record_at;
use crate::report::usage;
use clap::ArgAction::Set;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Parser, ValueEnum};
use std::iter;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use tagrake::{Engine, Options, Simd, TextState};
use tagrake_bulk::input::RecordAddress;
use tagrake_editions::Edition;

/// Print the token stream of one document.
///
/// Each token is one line of JSON. Offsets are byte offsets in the file if it is UTF-8, otherwise in the text decoded
/// to UTF-8.
///
/// With --batch, read tests in the html5lib-tests format instead (one object, a list, {"tests": [...]}, or one object
/// per line) and print one line for each run.
#[derive(Debug, Parser)]
#[command(after_help = "Examples:
  tagrake tokens page.html
  tagrake tokens --errors --spans page.html
  tagrake tokens --explain page.html
  tagrake tokens --unclosed page.html
  tagrake tokens --charset shift_jis page.html
  printf '<title>1 &lt; 2' | tagrake tokens --format html5lib
  tagrake tokens --edition 2007-10-27 page.html
  tagrake tokens --edition all --diff page.html
  tagrake tokens --batch < test1.test")]
pub(crate) struct TokensArgs {
    /// The document, or the tests for --batch. If omitted or -, standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
    /// Read the record at this offset of a WARC file in place of a document
    #[arg(long, value_name = "FILE:OFFSET", value_parser = record_at, conflicts_with = "file")]
    pub(crate) record: Option<RecordAddress>,
    /// Run tests. A driver may wait for each answer before it sends the next test
    #[arg(long, conflicts_with_all = ["record", "format", "errors", "spans", "positions", "explain", "unclosed", "initial_state", "last_start_tag", "feedback", "scripting", "cdata", "charset", "content_type"])]
    pub(crate) batch: bool,
    /// Output format [default: jsonl; with --diff: text]. With --diff, jsonl writes every difference in full
    #[arg(long, value_enum)]
    pub(crate) format: Option<TokenFormat>,
    /// Maximum size of the document. The rest is not read, and a message says so
    #[arg(long, value_name = "BYTES", value_parser = limit_bytes, default_value = "16M")]
    pub(crate) max_record_bytes: usize,
    #[command(flatten)]
    pub(crate) encoding: EncodingArgs,
    /// The edition of the standard: living, 2009-02-07, 2008-07-23, 2008-06-10 or 2007-10-27; all for --diff
    #[arg(long, value_name = "NAME", value_parser = editions, default_value = "living")]
    pub(crate) edition: Editions,
    /// Compare the tokens of all editions side by side, and name the rules that differ
    #[arg(long, conflicts_with_all = ["batch", "errors", "spans", "positions", "explain", "unclosed"])]
    pub(crate) diff: bool,
    /// Print parse errors between the tokens, ordered by offset
    #[arg(long)]
    pub(crate) errors: bool,
    /// Print start and end byte offsets of tokens, names and values (jsonl only)
    #[arg(long)]
    pub(crate) spans: bool,
    /// Print the line and the column at which each token starts (jsonl only)
    #[arg(long)]
    pub(crate) positions: bool,
    /// Draw each parse error under its line of the source, and say what it means, in place of the tokens
    #[arg(long, conflicts_with_all = ["format", "errors", "spans", "positions", "unclosed", "chunk"])]
    pub(crate) explain: bool,
    /// List the elements that are open at the end or that other tags close, in place of the tokens
    #[arg(long, conflicts_with_all = ["errors", "spans", "positions", "initial_state", "last_start_tag", "feedback", "cdata", "processing_instructions", "chunk"])]
    pub(crate) unclosed: bool,
    /// The tokenizer state at the first byte, by its name in the standard
    #[arg(long, value_name = "NAME", value_parser = text_state, default_value = "Data state")]
    pub(crate) initial_state: TextState,
    /// The last start tag before the first byte: the name that ends raw text
    #[arg(long, value_name = "NAME", default_value = "")]
    pub(crate) last_start_tag: String,
    /// Whether start tags switch the tokenizer state, as in a tree builder
    #[arg(long, action = Set, value_parser = one_of(SWITCH), default_value = "on")]
    pub(crate) feedback: bool,
    /// The scripting flag. If on, the content of noscript is raw text
    #[arg(long, action = Set, value_parser = one_of(SWITCH), default_value = "off")]
    pub(crate) scripting: bool,
    /// Whether <![CDATA[ opens a CDATA section
    #[arg(long, action = Set, value_parser = one_of(SWITCH), default_value = "off")]
    pub(crate) cdata: bool,
    /// Read <?target data?> as a processing instruction, as in the standard since 2026-06-25, not as a bogus comment
    #[arg(long)]
    pub(crate) processing_instructions: bool,
    /// The engine: the fast path with the state machine as fallback, or the state machine alone
    #[arg(long, value_parser = one_of(ENGINES), default_value = "auto")]
    pub(crate) engine: Engine,
    /// SIMD level of the fast path. Falls back to the best level that the CPU has
    #[arg(long, value_parser = simd_level(), default_value = "auto")]
    pub(crate) simd: Simd,
    /// Feed the document in chunks of N bytes, as from a network. The output is the same
    #[arg(long, value_name = "N", conflicts_with = "diff")]
    pub(crate) chunk: Option<NonZeroUsize>,
}

impl TokensArgs {
    /// Ends the process with a usage error if the arguments contradict each other.
    pub(crate) fn check(&self) {
        let html5lib = self.format == Some(TokenFormat::Html5lib);
        let message = if self.spans && html5lib {
            "the argument '--spans' cannot be used with '--format html5lib'"
        } else if self.positions && html5lib {
            "the argument '--positions' cannot be used with '--format html5lib'"
        } else if self.unclosed && html5lib {
            "the argument '--unclosed' cannot be used with '--format html5lib'"
        } else if self.diff && html5lib {
            "the argument '--diff' cannot be used with '--format html5lib'"
        } else if self.diff != matches!(self.edition, Editions::All) {
            "the arguments '--edition all' and '--diff' require each other"
        } else if self.chunk.is_some() && !matches!(self.edition, Editions::One(Edition::Living)) {
            "the argument '--chunk' requires the living edition"
        } else if self.unclosed && !matches!(self.edition, Editions::One(Edition::Living)) {
            "the argument '--unclosed' requires the living edition"
        } else if self.processing_instructions && !matches!(self.edition, Editions::One(Edition::Living)) {
            "the argument '--processing-instructions' requires the living edition"
        } else if matches!(self.edition, Editions::One(edition) if !edition.has_state(self.initial_state)) {
            "the argument '--initial-state' names a state that this edition does not have"
        } else if self.scripting && !self.feedback {
            "the argument '--scripting on' cannot be used with '--feedback off', which leaves noscript markup"
        } else if self.engine == Engine::StateMachine && self.simd != Simd::Auto {
            "the argument '--simd' cannot be used with '--engine machine', which has no fast path"
        } else {
            return;
        };
        usage::refuse(message);
    }

    /// Returns the tokenizer options.
    pub(crate) fn options(&self) -> Options {
        Options::default()
            .with_errors(self.errors || self.explain)
            .with_initial_state(self.initial_state)
            .with_last_start_tag(&self.last_start_tag.to_ascii_lowercase())
            .with_feedback(self.feedback)
            .with_scripting(self.scripting)
            .with_cdata(self.cdata)
            .with_processing_instructions(self.processing_instructions)
            .with_engine(self.engine)
            .with_simd(self.simd)
    }
}

/// The editions to tokenize with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Editions {
    One(Edition),
    /// All editions, to compare them.
    All,
}

/// The output format of tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TokenFormat {
    /// One JSON object per token (also: json, ndjson)
    #[value(alias = "json", alias = "ndjson")]
    Jsonl,
    /// One array per token, as in html5lib-tests
    Html5lib,
}

const ENGINES: &[Choice<Engine>] =
    &[choice(&["auto"], Engine::Auto, ""), choice(&["machine"], Engine::StateMachine, "")];

/// Returns the parser of `--simd`, which knows the levels of this build.
fn simd_level() -> impl TypedValueParser<Value = Simd> {
    let levels = || iter::once(Simd::Auto).chain(Simd::ALL.iter().rev().copied());
    PossibleValuesParser::new(levels().map(Simd::name))
        .try_map(move |name| levels().find(|level| level.name() == name).ok_or("no such value"))
}

fn text_state(name: &str) -> Result<TextState, String> {
    name.parse().map_err(|_| {
        let names: Vec<_> = TextState::ALL.iter().map(|state| format!("'{}'", state.as_str())).collect();
        format!("expected one of {}", names.join(", "))
    })
}

fn editions(name: &str) -> Result<Editions, String> {
    match name {
        "all" => Ok(Editions::All),
        // The June 2008 edition was published as a diff-marked text.
        "2008-diff" => Ok(Editions::One(Edition::June2008)),
        _ => name.parse().map(Editions::One).map_err(|_| {
            let names: Vec<_> = Edition::ALL.iter().map(|edition| edition.as_str()).collect();
            format!("expected one of {}, all", names.join(", "))
        }),
    }
}
