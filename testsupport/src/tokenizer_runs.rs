//! Runs the tokenizer in every configuration, describes its tokens in full, and compares the runs.

use crate::any_sink::{AnySink, tokenize};
use crate::invariants;
use std::fmt::Write as _;
use tagrake::{Arena, Engine, Options, ParseError, Position, ProcessingInstruction, Simd, Sink, Token, Tokenizer};

/// An engine, SIMD level and API to read a page with. All configurations must give the same tokens.
#[derive(Clone, Copy, Debug)]
pub struct RunConfig {
    pub engine: Engine,
    pub simd: Simd,
    pub api: Api,
    pub errors: bool,
}

/// The two APIs of the tokenizer: `Tokenizer` and `tokenize`.
#[derive(Clone, Copy, Debug)]
pub enum Api {
    Pull,
    Push,
}

impl RunConfig {
    pub const fn new(engine: Engine, simd: Simd, api: Api, errors: bool) -> Self {
        Self { engine, simd, api, errors }
    }

    /// Returns every configuration. The others are compared with the first.
    pub fn all() -> Vec<Self> {
        let mut configs = Vec::new();
        for (engine, api) in [
            (Engine::StateMachine, Api::Pull),
            (Engine::StateMachine, Api::Push),
            (Engine::Auto, Api::Pull),
            (Engine::Auto, Api::Push),
        ] {
            configs.extend(Self::with_errors_and_without(engine, Simd::Auto, api));
        }
        // `Auto` is the detected level.
        for &level in Simd::ALL.iter().filter(|&&level| level != Simd::detected()) {
            configs.extend(Self::with_errors_and_without(Engine::Auto, level, Api::Push));
        }
        configs
    }

    /// Returns two configurations. The fast path is compiled separately with and without errors.
    pub fn with_errors_and_without(engine: Engine, simd: Simd, api: Api) -> [Self; 2] {
        [true, false].map(|errors| Self::new(engine, simd, api, errors))
    }

    /// Returns `options` with the engine, SIMD level and errors of this configuration.
    pub fn options(self, options: &Options) -> Options {
        options.clone().with_engine(self.engine).with_simd(self.simd).with_errors(self.errors)
    }

    /// Reads `html` into `sink`. `options` must come from [`RunConfig::options`].
    pub fn run(self, html: &[u8], options: &Options, arena: &mut Arena, sink: &mut AnySink<'_>) {
        match self.api {
            Api::Push => {
                tokenize(html, options, arena, sink);
            }
            Api::Pull => {
                arena.reset();
                let mut tokenizer = Tokenizer::with_options(html, options, arena);
                for token in tokenizer.by_ref() {
                    put(sink, token);
                }
                assert!(tokenizer.next().is_none(), "a token after the last one");
                for error in tokenizer.errors() {
                    sink.error(*error);
                }
            }
        }
    }
}

/// Calls the method of `sink` that takes `token`.
fn put<'a>(sink: &mut dyn Sink<'a>, token: Token<'a>) {
    match token {
        Token::Doctype(token) => sink.doctype(token),
        Token::StartTag(token) => sink.start_tag(token),
        Token::EndTag(token) => sink.end_tag(token),
        Token::Text(token) => sink.text(token),
        Token::Comment(token) => sink.comment(token),
        Token::ProcessingInstruction(token) => sink.processing_instruction(token),
        Token::Dropped(token) => sink.dropped(token),
        _ => panic!("unknown kind of token: {token:?}"),
    }
}

/// A sink that passes each token to a function, and collects errors.
pub struct TokenSink<F> {
    pub each: F,
    pub errors: Vec<ParseError>,
    /// The positions of errors that are reported with one.
    pub positions: Vec<Position>,
}

impl<F> TokenSink<F> {
    /// Returns a sink for `each`.
    pub fn new(each: F) -> Self {
        Self { each, errors: Vec::new(), positions: Vec::new() }
    }
}

impl<'a, F: FnMut(Token<'_>)> Sink<'a> for TokenSink<F> {
    fn token(&mut self, token: Token<'a>) {
        (self.each)(token);
    }
    fn processing_instruction(&mut self, instruction: ProcessingInstruction<'a>) {
        (self.each)(Token::ProcessingInstruction(instruction));
    }
    fn error(&mut self, error: ParseError) {
        self.errors.push(error);
    }
    fn error_at(&mut self, error: ParseError, position: Position) {
        self.errors.push(error);
        self.positions.push(position);
    }
}

/// A destination for the fields of tokens.
pub trait TokenFields {
    /// Starts a token.
    fn token(&mut self, kind: &'static str);
    /// Adds a number, flag or enum value.
    fn number(&mut self, name: &'static str, number: usize);
    /// Adds a byte string.
    fn bytes(&mut self, name: &'static str, bytes: &[u8]);
}

/// A compact binary form, for fast comparison.
impl TokenFields for Vec<u8> {
    fn token(&mut self, kind: &'static str) {
        self.push(kind.as_bytes()[0]);
    }
    fn number(&mut self, _: &'static str, number: usize) {
        self.extend_from_slice(&(number as u32).to_le_bytes());
    }
    fn bytes(&mut self, name: &'static str, bytes: &[u8]) {
        self.number(name, bytes.len());
        self.extend_from_slice(bytes);
    }
}

/// Readable text, one token per line.
impl TokenFields for String {
    fn token(&mut self, kind: &'static str) {
        self.push_str("\n  ");
        self.push_str(kind);
    }
    fn number(&mut self, name: &'static str, number: usize) {
        let _ = write!(self, " {name}={number}");
    }
    fn bytes(&mut self, name: &'static str, bytes: &[u8]) {
        let _ = write!(self, " {name}=\"{}\"", bytes.escape_ascii());
    }
}

/// Writes all properties of `token` to `fields`. With `html`, the input, this includes offsets of raw values.
pub fn describe(token: &Token<'_>, html: Option<&[u8]>, fields: &mut impl TokenFields) {
    let kind = match token {
        Token::Doctype(_) => "doctype",
        Token::StartTag(_) => "start tag",
        Token::EndTag(_) => "end tag",
        Token::Text(_) => "text",
        Token::Comment(_) => "comment",
        Token::ProcessingInstruction(_) => "processing instruction",
        Token::Dropped(_) => "x: dropped",
        _ => panic!("unknown kind of token: {token:?}"),
    };
    fields.token(kind);
    range(fields, "start", "end", token.span());
    match token {
        Token::Doctype(doctype) => {
            optional(fields, "name", doctype.name());
            optional(fields, "public_id", doctype.public_id());
            optional(fields, "system_id", doctype.system_id());
            fields.number("force_quirks", doctype.force_quirks().into());
        }
        Token::StartTag(tag) => {
            fields.bytes("name", tag.name());
            fields.bytes("raw_name", tag.raw_name());
            range(fields, "name_start", "name_end", tag.name_span());
            fields.number("self_closing", tag.is_self_closing().into());
            fields.number("duplicates", tag.duplicate_attributes());
            fields.number("surplus", tag.surplus_attributes());
            fields.number("namespace", tag.namespace() as usize);
            fields.number("attributes", tag.attributes().len());
            for attribute in tag.attributes() {
                range(fields, "\n    start", "end", attribute.span());
                fields.bytes("name", attribute.name());
                fields.bytes("raw_name", attribute.raw_name());
                range(fields, "name_start", "name_end", attribute.name_span());
                fields.bytes("value", attribute.value());
                fields.bytes("raw_value", attribute.raw_value());
                range(fields, "value_start", "value_end", attribute.value_span());
                fields.number("quote", attribute.quote() as usize);
            }
        }
        Token::EndTag(tag) => {
            fields.bytes("name", tag.name());
            fields.bytes("raw_name", tag.raw_name());
            range(fields, "name_start", "name_end", tag.name_span());
        }
        Token::Text(text) => {
            fields.number("raw_start", html.map_or(0, |html| invariants::offset_in(html, text.raw_text())));
            fields.bytes("raw", text.raw_text());
            fields.bytes("decoded", text.decoded());
            fields.number("state", text.state() as usize);
        }
        Token::Comment(comment) => {
            fields.number("raw_start", html.map_or(0, |html| invariants::offset_in(html, comment.raw_data())));
            fields.bytes("raw", comment.raw_data());
            fields.bytes("data", comment.data());
        }
        Token::ProcessingInstruction(instruction) => {
            fields.bytes("target", instruction.target());
            range(fields, "target_start", "target_end", instruction.target_span());
            fields.bytes("raw_data", instruction.raw_data());
            fields.bytes("data", instruction.data());
            range(fields, "data_start", "data_end", instruction.data_span());
        }
        Token::Dropped(dropped) => fields.number("kind", dropped.kind() as usize),
        _ => {}
    }
}

fn range(fields: &mut impl TokenFields, start: &'static str, end: &'static str, range: std::ops::Range<usize>) {
    fields.number(start, range.start);
    fields.number(end, range.end);
}

fn optional(fields: &mut impl TokenFields, name: &'static str, bytes: Option<&[u8]>) {
    match bytes {
        Some(bytes) => fields.bytes(name, bytes),
        None => fields.number(name, usize::MAX),
    }
}

/// Reads pages in every configuration and compares the results. Reuses its memory from page to page.
pub struct Comparison {
    configs: Vec<(RunConfig, Options)>,
    arena: Arena,
    reference: Vec<u8>,
    reference_errors: Vec<ParseError>,
    other: Vec<u8>,
    other_errors: Vec<ParseError>,
}

impl Comparison {
    /// Prepares runs in every configuration.
    pub fn new(options: &Options) -> Self {
        Self::of(&RunConfig::all(), options)
    }

    /// Prepares runs with `options`. Each configuration replaces the engine, SIMD level and errors. The runs are
    /// compared with the first one, which reports errors.
    pub fn of(configs: &[RunConfig], options: &Options) -> Self {
        Self {
            configs: configs.iter().map(|config| (*config, config.options(options))).collect(),
            arena: Arena::new(),
            reference: Vec::new(),
            reference_errors: Vec::new(),
            other: Vec::new(),
            other_errors: Vec::new(),
        }
    }

    /// Checks the invariants of the tokens of `html`, and that every configuration gives the same tokens and errors.
    /// The error message describes a minimized input.
    pub fn check(&mut self, html: &[u8]) -> Result<(), String> {
        self.check_once(html).map_err(|problem| {
            let smallest = self.smallest(html);
            self.check_once(&smallest).err().unwrap_or(problem)
        })
    }

    /// Minimizes a failing input: removes chunks, large ones first, as long as the rest still fails.
    fn smallest(&mut self, html: &[u8]) -> Vec<u8> {
        let mut smallest = html.to_vec();
        let mut size = html.len().div_ceil(2);
        while size > 0 {
            let mut at = 0;
            while at < smallest.len() {
                let mut rest = smallest.clone();
                rest.drain(at..(at + size).min(smallest.len()));
                if self.check_once(&rest).is_err() {
                    smallest = rest;
                } else {
                    at += size;
                }
            }
            size /= 2;
        }
        smallest
    }

    fn check_once(&mut self, html: &[u8]) -> Result<(), String> {
        let (config, options) = &self.configs[0];
        let mut spans = invariants::InvariantChecker::new(html, options.initial_state());
        let mut sound = Ok(());
        record(*config, html, options, &mut self.arena, &mut self.reference, &mut self.reference_errors, |token| {
            if sound.is_ok() {
                sound = spans.token(token);
            }
        });
        sound.and_then(|()| spans.end(&self.reference_errors)).map_err(|problem| {
            let shown = show(*config, html, options);
            format!("{problem}\ninput \"{}\"\n{options:?}\n{shown}", html.escape_ascii())
        })?;

        for (other_config, other_options) in &self.configs[1..] {
            let (other, errors) = (&mut self.other, &mut self.other_errors);
            record(*other_config, html, other_options, &mut self.arena, other, errors, |_| {});
            let same_errors = if other_config.errors { self.reference_errors == *errors } else { errors.is_empty() };
            if self.reference != self.other || !same_errors {
                let (expected, actual) = (show(*config, html, options), show(*other_config, html, other_options));
                return Err(format!(
                    "{other_config:?} differs from {config:?}\ninput \"{}\"\n{other_options:?}\n--- {config:?}: {expected}\n--- {other_config:?}: {actual}",
                    html.escape_ascii(),
                ));
            }
        }
        Ok(())
    }
}

/// Reads `html` in one configuration and replaces `tokens` and `errors` by its results.
fn record(
    config: RunConfig,
    html: &[u8],
    options: &Options,
    arena: &mut Arena,
    tokens: &mut Vec<u8>,
    errors: &mut Vec<ParseError>,
    mut each: impl FnMut(&Token<'_>),
) {
    tokens.clear();
    errors.clear();
    let each = |token: Token<'_>| {
        each(&token);
        describe(&token, Some(html), tokens);
    };
    let mut sink = TokenSink { each, errors: std::mem::take(errors), positions: Vec::new() };
    config.run(html, options, arena, &mut sink);
    *errors = sink.errors;
}

/// Reads `html` in one configuration and returns its tokens and errors as readable text.
fn show(config: RunConfig, html: &[u8], options: &Options) -> String {
    let mut text = String::new();
    let mut sink = TokenSink::new(|token: Token<'_>| describe(&token, Some(html), &mut text));
    config.run(html, options, &mut Arena::new(), &mut sink);
    let errors = sink.errors;
    for error in errors {
        let _ = write!(text, "\n  {error}");
    }
    text
}
