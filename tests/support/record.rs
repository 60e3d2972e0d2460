//! Runs of the tokenizer written down in full, and compared.

use super::spans;
use std::fmt::Write as _;
use tagrake::{
    Arena, Comment, Doctype, Dropped, EndTag, Engine, Options, ParseError, Position, ProcessingInstruction, Simd, Sink,
    StartTag, Text, Token, Tokenizer, tokenize,
};

/// A way to read a page; all ways must give the same.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Way {
    pub(crate) engine: Engine,
    pub(crate) simd: Simd,
    pub(crate) api: Api,
    pub(crate) errors: bool,
}

/// The two ways in.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Api {
    Pull,
    Push,
}

impl Way {
    const fn new(engine: Engine, simd: Simd, api: Api, errors: bool) -> Self {
        Self { engine, simd, api, errors }
    }

    /// Every way. The first is the one that the others are compared with.
    pub(crate) const ALL: [Self; 14] = [
        Self::new(Engine::Machine, Simd::Auto, Api::Pull, true),
        Self::new(Engine::Machine, Simd::Auto, Api::Pull, false),
        Self::new(Engine::Machine, Simd::Auto, Api::Push, true),
        Self::new(Engine::Machine, Simd::Auto, Api::Push, false),
        Self::new(Engine::Auto, Simd::Auto, Api::Pull, true),
        Self::new(Engine::Auto, Simd::Auto, Api::Pull, false),
        Self::new(Engine::Auto, Simd::Auto, Api::Push, true),
        Self::new(Engine::Auto, Simd::Auto, Api::Push, false),
        Self::new(Engine::Auto, Simd::Avx2, Api::Push, true),
        Self::new(Engine::Auto, Simd::Avx2, Api::Push, false),
        Self::new(Engine::Auto, Simd::Sse2, Api::Push, true),
        Self::new(Engine::Auto, Simd::Sse2, Api::Push, false),
        Self::new(Engine::Auto, Simd::Scalar, Api::Push, true),
        Self::new(Engine::Auto, Simd::Scalar, Api::Push, false),
    ];

    /// Returns `options` with what this way asks for.
    pub(crate) fn options(self, options: &Options) -> Options {
        options.clone().with_engine(self.engine).with_simd(self.simd).with_errors(self.errors)
    }

    /// Reads `html` and puts what comes into `sink`. `options` are those of [`Way::options`].
    pub(crate) fn run(self, html: &[u8], options: &Options, arena: &mut Arena, sink: &mut impl for<'a> Sink<'a>) {
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
fn put<'a>(sink: &mut impl Sink<'a>, token: Token<'a>) {
    match token {
        Token::Doctype(token) => sink.doctype(token),
        Token::StartTag(token) => sink.start_tag(token),
        Token::EndTag(token) => sink.end_tag(token),
        Token::Text(token) => sink.text(token),
        Token::Comment(token) => sink.comment(token),
        Token::ProcessingInstruction(token) => sink.processing_instruction(token),
        Token::Dropped(token) => sink.dropped(token),
        _ => panic!("a kind of token that the tests do not know: {token:?}"),
    }
}

/// A sink that hands whole tokens to a function, and keeps the errors.
pub(crate) struct Tokens<F> {
    pub(crate) each: F,
    pub(crate) errors: Vec<ParseError>,
    /// Where the errors are, if they come with that.
    pub(crate) positions: Vec<Position>,
}

impl<F> Tokens<F> {
    /// Returns a sink for `each`.
    pub(crate) fn new(each: F) -> Self {
        Self { each, errors: Vec::new(), positions: Vec::new() }
    }
}

impl<'a, F: FnMut(Token<'_>)> Sink<'a> for Tokens<F> {
    fn doctype(&mut self, doctype: Doctype<'a>) {
        (self.each)(Token::Doctype(doctype));
    }
    fn start_tag(&mut self, tag: StartTag<'a>) {
        (self.each)(Token::StartTag(tag));
    }
    fn end_tag(&mut self, tag: EndTag<'a>) {
        (self.each)(Token::EndTag(tag));
    }
    fn text(&mut self, text: Text<'a>) {
        (self.each)(Token::Text(text));
    }
    fn comment(&mut self, comment: Comment<'a>) {
        (self.each)(Token::Comment(comment));
    }
    fn processing_instruction(&mut self, instruction: ProcessingInstruction<'a>) {
        (self.each)(Token::ProcessingInstruction(instruction));
    }
    fn dropped(&mut self, dropped: Dropped) {
        (self.each)(Token::Dropped(dropped));
    }
    fn error(&mut self, error: ParseError) {
        self.errors.push(error);
    }
    fn error_at(&mut self, error: ParseError, position: Position) {
        self.errors.push(error);
        self.positions.push(position);
    }
}

/// Where a token's description goes, field by field.
pub(crate) trait Fields {
    /// Begins a token.
    fn token(&mut self, kind: &'static str);
    /// Adds a number, a flag or a choice.
    fn number(&mut self, name: &'static str, number: usize);
    /// Adds some bytes.
    fn bytes(&mut self, name: &'static str, bytes: &[u8]);
}

/// Fields as bytes: quick to write, to be compared and never to be read.
impl Fields for Vec<u8> {
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

/// Fields as text, one token a line.
impl Fields for String {
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

/// Describes all that `token` can be asked for. `html` is what it borrows from, if that is to be seen.
pub(crate) fn describe(token: &Token<'_>, html: Option<&[u8]>, fields: &mut impl Fields) {
    let kind = match token {
        Token::Doctype(_) => "doctype",
        Token::StartTag(_) => "start tag",
        Token::EndTag(_) => "end tag",
        Token::Text(_) => "text",
        Token::Comment(_) => "comment",
        Token::ProcessingInstruction(_) => "processing instruction",
        Token::Dropped(_) => "x: dropped",
        _ => panic!("a kind of token that the tests do not know: {token:?}"),
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
            fields.number("raw_start", html.map_or(0, |html| spans::offset_in(html, text.raw())));
            fields.bytes("raw", text.raw());
            fields.bytes("decoded", text.decoded());
            fields.number("state", text.state() as usize);
        }
        Token::Comment(comment) => {
            fields.number("raw_start", html.map_or(0, |html| spans::offset_in(html, comment.raw())));
            fields.bytes("raw", comment.raw());
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

fn range(fields: &mut impl Fields, start: &'static str, end: &'static str, range: std::ops::Range<usize>) {
    fields.number(start, range.start);
    fields.number(end, range.end);
}

fn optional(fields: &mut impl Fields, name: &'static str, bytes: Option<&[u8]>) {
    match bytes {
        Some(bytes) => fields.bytes(name, bytes),
        None => fields.number(name, usize::MAX),
    }
}

/// Reads pages in every way and compares; its memory serves page after page.
pub(crate) struct Comparison {
    ways: Vec<(Way, Options)>,
    arena: Arena,
    reference: Vec<u8>,
    reference_errors: Vec<ParseError>,
    other: Vec<u8>,
    other_errors: Vec<ParseError>,
}

impl Comparison {
    /// Prepares runs with `options`, whose engine and errors the ways replace.
    pub(crate) fn new(options: &Options) -> Self {
        Self {
            ways: Way::ALL.into_iter().map(|way| (way, way.options(options))).collect(),
            arena: Arena::new(),
            reference: Vec::new(),
            reference_errors: Vec::new(),
            other: Vec::new(),
            other_errors: Vec::new(),
        }
    }

    /// Checks that the spans of `html`'s tokens are sound, and that every way gives the same tokens and errors. If not,
    /// describes what is wrong with as little of `html` as still shows a mistake.
    pub(crate) fn check(&mut self, html: &[u8]) -> Result<(), String> {
        self.check_once(html).map_err(|problem| {
            let smallest = self.smallest(html);
            self.check_once(&smallest).err().unwrap_or(problem)
        })
    }

    /// Takes pieces out of `html`, large ones first, as long as the rest fails too.
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
        let (way, options) = &self.ways[0];
        let mut spans = spans::Check::new(html, options.initial_state());
        let mut sound = Ok(());
        record(*way, html, options, &mut self.arena, &mut self.reference, &mut self.reference_errors, |token| {
            if sound.is_ok() {
                sound = spans.token(token);
            }
        });
        sound.and_then(|()| spans.end(&self.reference_errors)).map_err(|problem| {
            let shown = show(*way, html, options);
            format!("{problem}\ninput \"{}\"\n{options:?}\n{shown}", html.escape_ascii())
        })?;

        for (other_way, other_options) in &self.ways[1..] {
            let (other, errors) = (&mut self.other, &mut self.other_errors);
            record(*other_way, html, other_options, &mut self.arena, other, errors, |_| {});
            let same_errors = if other_way.errors { self.reference_errors == *errors } else { errors.is_empty() };
            if self.reference != self.other || !same_errors {
                let (expected, actual) = (show(*way, html, options), show(*other_way, html, other_options));
                return Err(format!(
                    "{other_way:?} differs from {way:?}\ninput \"{}\"\n{other_options:?}\n--- {way:?}: {expected}\n--- {other_way:?}: {actual}",
                    html.escape_ascii(),
                ));
            }
        }
        Ok(())
    }
}

/// Reads `html` in one way and writes down its tokens and errors, in place of what was there.
fn record(
    way: Way,
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
    let mut sink = Tokens { each, errors: std::mem::take(errors), positions: Vec::new() };
    way.run(html, options, arena, &mut sink);
    *errors = sink.errors;
}

/// Reads `html` in one way and describes its tokens and errors for people.
fn show(way: Way, html: &[u8], options: &Options) -> String {
    let mut text = String::new();
    let mut sink = Tokens::new(|token: Token<'_>| describe(&token, Some(html), &mut text));
    way.run(html, options, &mut Arena::new(), &mut sink);
    let errors = sink.errors;
    for error in errors {
        let _ = write!(text, "\n  {error}");
    }
    text
}
