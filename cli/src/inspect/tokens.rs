//! The tokens and errors of a document, counted, and as bytes that the report's script reads.

use super::bytes::{Bytes, first_bytes};
use super::token_bytes::TokenBytes;
use std::collections::HashMap;
use tagrake::{
    Arena, Comment, Doctype, Dropped, EndTag, ErrorCode, Options, ParseError, ProcessingInstruction, Sink, StartTag,
    Summary, Text, Token, Tokenizer, tokenize,
};

/// How many errors are listed; all are counted.
const MAX_ERRORS: usize = 100_000;
/// How many texts of character references have numbers.
const MAX_TEXTS: usize = 1 << 16;

/// The names of the kinds of tokens, in the order of the numbers that stand for them.
pub(super) const KINDS: [&str; 7] =
    ["doctype", "start tag", "end tag", "text", "comment", "processing instruction", "dropped"];

/// What was read of a document.
#[derive(Debug, Default)]
pub(super) struct Tokens {
    /// How many tokens of each kind there are.
    pub(super) counts: [usize; KINDS.len()],
    /// How many attributes start tags have.
    pub(super) attributes: usize,
    /// How many character references there are in text and values.
    pub(super) references: usize,
    /// The bytes that are shown, from the first on.
    pub(super) shown: usize,
    /// The tokens that begin there.
    pub(super) tokens: Vec<u8>,
    /// Where text and values are not as they are written: gap, length, and the number of what stands for it from 1 on, or 0
    /// and that itself.
    pub(super) changes: Vec<u8>,
    /// What stands for something, by its number.
    pub(super) texts: Vec<String>,
    /// The first errors.
    pub(super) errors: Vec<ParseError>,
    /// How many errors there are of each code.
    pub(super) error_counts: HashMap<ErrorCode, usize>,
    /// With errors asked for, as they are here.
    pub(super) summary: Summary,
    /// How many bytes go through the exact machine if they are not.
    pub(super) machine_bytes_without_errors: usize,
}

impl Tokens {
    /// Reads a document, of which so many bytes are shown.
    pub(super) fn read(html: &str, options: &Options, max_shown: usize) -> Self {
        let mut arena = Arena::new();
        let shown = first_bytes(html, max_shown).len();
        let mut collector = Collector {
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
        // Pulled, because the walk is compiled for each sink, and for this one it is already.
        let mut tokenizer = Tokenizer::with_options(html.as_bytes(), &options.clone().with_errors(false), &arena);
        tokenizer.by_ref().for_each(drop);
        tokens.machine_bytes_without_errors = tokenizer.summary().machine_bytes();
        tokens
    }

    /// Returns how many errors there are.
    pub(super) fn error_count(&self) -> usize {
        self.error_counts.values().sum()
    }
}

/// Counts tokens, and puts those that are shown into bytes.
struct Collector<'a> {
    tokens: Tokens,
    bytes: TokenBytes<'a>,
    changes: Bytes,
    /// Where the last change ends.
    changed_to: usize,
    /// The numbers of the texts.
    numbers: HashMap<String, usize>,
}

impl<'a> Collector<'a> {
    fn count(&mut self, token: &Token<'a>) {
        let kind = TokenBytes::kind(token);
        self.tokens.counts[usize::from(kind)] += 1;
        if token.span().start < self.tokens.shown {
            self.bytes.put(token);
        }
    }

    /// Notes a change of text or of a value, if it is shown.
    fn change(&mut self, span: std::ops::Range<usize>, raw: &[u8], instead: &str) {
        self.tokens.references += usize::from(raw.first() == Some(&b'&'));
        // The script normalises newlines itself.
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

impl<'a> Sink<'a> for Collector<'a> {
    fn doctype(&mut self, doctype: Doctype<'a>) {
        self.count(&Token::Doctype(doctype));
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

    fn end_tag(&mut self, tag: EndTag<'a>) {
        self.count(&Token::EndTag(tag));
    }

    fn text(&mut self, text: Text<'a>) {
        let html = self.bytes.html();
        text.for_each_change(|span, instead| self.change(span.clone(), &html[span], instead));
        self.count(&Token::Text(text));
    }

    fn comment(&mut self, comment: Comment<'a>) {
        self.count(&Token::Comment(comment));
    }

    fn processing_instruction(&mut self, instruction: ProcessingInstruction<'a>) {
        self.count(&Token::ProcessingInstruction(instruction));
    }

    fn dropped(&mut self, dropped: Dropped) {
        self.count(&Token::Dropped(dropped));
    }

    fn error(&mut self, error: ParseError) {
        *self.tokens.error_counts.entry(error.code).or_default() += 1;
        if self.tokens.errors.len() < MAX_ERRORS && error.offset <= self.tokens.shown {
            self.tokens.errors.push(error);
        }
    }
}
