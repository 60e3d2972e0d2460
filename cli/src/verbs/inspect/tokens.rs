//! Counts the tokens and errors of a document, and encodes them for the report's script.

use super::bytes::{Bytes, first_bytes};
use super::token_bytes::TokenBytes;
use std::collections::HashMap;
use tagrake::{
    Arena, ErrorCode, Options, ParseError, ProcessingInstruction, Sink, StartTag, Summary, Text, Token, Tokenizer,
    tokenize,
};

/// Maximum number of errors that are listed. All are counted.
const MAX_ERRORS: usize = 100_000;
/// Maximum number of replacement texts that are stored once and referred to by number.
const MAX_TEXTS: usize = 1 << 16;

/// The names of the kinds of tokens. The index is the number of the kind.
pub(super) const KINDS: [&str; 7] =
    ["doctype", "start tag", "end tag", "text", "comment", "processing instruction", "dropped"];

/// The tokens and errors of a document.
#[derive(Debug, Default)]
pub(super) struct Tokens {
    /// The number of tokens of each kind.
    pub(super) counts: [usize; KINDS.len()],
    /// The number of attributes.
    pub(super) attributes: usize,
    /// The number of character references in text and values.
    pub(super) references: usize,
    /// The number of source bytes that the report shows.
    pub(super) shown: usize,
    /// The encoded tokens that start in the shown bytes.
    pub(super) tokens: Vec<u8>,
    /// The changes between source and text or values. Per change: the gap, the length, and the index of the replacement
    /// in `texts` + 1, or 0 and the replacement itself.
    pub(super) changes: Vec<u8>,
    /// Replacement texts, referred to by index.
    pub(super) texts: Vec<String>,
    /// The first [`MAX_ERRORS`] errors.
    pub(super) errors: Vec<ParseError>,
    /// The number of errors by code.
    pub(super) error_counts: HashMap<ErrorCode, usize>,
    /// The summary of a run that reports errors, as this one does.
    pub(super) summary: Summary,
    /// The number of bytes that the state machine reads if errors are not requested.
    pub(super) machine_bytes_without_errors: usize,
}

impl Tokens {
    /// Tokenizes `html`. The report shows its first `max_shown` bytes.
    pub(super) fn read(html: &str, options: &Options, max_shown: usize) -> Self {
        let mut arena = Arena::new();
        let shown = first_bytes(html, max_shown).len();
        let mut collector = TokenCollector {
            tokens: Self { shown, ..Self::default() },
            bytes: TokenBytes::new(html.as_bytes()),
            changes: Bytes::default(),
            changed_to: 0,
            numbers: HashMap::new(),
        };
        let summary = tokenize(html.as_bytes(), options, &mut arena, &mut collector);
        let mut tokens = collector.tokens;
        tokens.tokens = collector.bytes.into_bytes();
        tokens.changes = collector.changes.0;
        tokens.summary = summary;
        arena.reset();
        // Use the iterator, because the fast path is compiled once per sink type, and already exists for this one.
        let mut tokenizer = Tokenizer::with_options(html.as_bytes(), &options.clone().with_errors(false), &arena);
        tokenizer.by_ref().for_each(drop);
        tokens.machine_bytes_without_errors = tokenizer.summary().machine_bytes();
        tokens
    }

    /// Returns the number of errors.
    pub(super) fn error_count(&self) -> usize {
        self.error_counts.values().sum()
    }
}

/// A sink that counts tokens and encodes those that are shown.
struct TokenCollector<'a> {
    tokens: Tokens,
    bytes: TokenBytes<'a>,
    changes: Bytes,
    /// The end of the last change.
    changed_to: usize,
    /// The index + 1 of each text in `texts`.
    numbers: HashMap<String, usize>,
}

impl<'a> TokenCollector<'a> {
    fn count(&mut self, token: &Token<'a>) {
        if matches!(token, Token::EndTag(tag) if tag.is_implied()) {
            return; // it is not in the source
        }
        let kind = TokenBytes::kind(token);
        self.tokens.counts[usize::from(kind)] += 1;
        if token.span().start < self.tokens.shown {
            self.bytes.put(token);
        }
    }

    /// Records that `span` of a text or value was replaced, if it is shown.
    fn change(&mut self, span: std::ops::Range<usize>, raw: &[u8], instead: &str) {
        self.tokens.references += usize::from(raw.first() == Some(&b'&'));
        // The script normalizes newlines itself.
        if span.start >= self.tokens.shown || raw.first() == Some(&b'\r') {
            return;
        }
        self.changes.number(span.start - self.changed_to);
        self.changes.number(span.len());
        match self.numbers.get(instead) {
            Some(&number) => self.changes.number(number),
            None if self.numbers.len() < MAX_TEXTS => {
                self.tokens.texts.push(instead.to_owned());
                self.numbers.insert(instead.to_owned(), self.tokens.texts.len());
                self.changes.number(self.tokens.texts.len());
            }
            None => {
                self.changes.number(0);
                self.changes.string(instead.as_bytes());
            }
        }
        self.changed_to = span.end;
    }
}

impl<'a> Sink<'a> for TokenCollector<'a> {
    fn token(&mut self, token: Token<'a>) {
        self.count(&token);
    }

    fn start_tag(&mut self, tag: StartTag<'a>) {
        self.tokens.attributes += tag.attributes().len();
        for attribute in tag.attributes() {
            let (start, raw) = (attribute.value_span().start, attribute.raw_value());
            attribute.for_each_change(|span, instead| {
                self.change(span.clone(), &raw[span.start - start..span.end - start], instead);
            });
        }
        self.count(&Token::StartTag(tag));
    }

    fn text(&mut self, text: Text<'a>) {
        let html = self.bytes.html;
        text.for_each_change(|span, instead| self.change(span.clone(), &html[span], instead));
        self.count(&Token::Text(text));
    }

    fn processing_instruction(&mut self, instruction: ProcessingInstruction<'a>) {
        self.count(&Token::ProcessingInstruction(instruction));
    }

    fn error(&mut self, error: ParseError) {
        *self.tokens.error_counts.entry(error.code).or_default() += 1;
        if self.tokens.errors.len() < MAX_ERRORS && error.offset <= self.tokens.shown {
            self.tokens.errors.push(error);
        }
    }
}
