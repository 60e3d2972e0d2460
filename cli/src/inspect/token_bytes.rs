//! Tokens as bytes: where their parts are, and what they say where that is not what is written.
//!
//! A token is the number of its kind, its length, the length of what follows, and that: offsets from the end of the part
//! before, lengths and flags. The script makes names and values of the source: it folds the case of names, normalises
//! newlines, replaces NUL, and puts in what the list of changes says. What comes out otherwise is here in full.

use super::bytes::Bytes;
use std::ops::Range;
use tagrake::{Attribute, DroppedKind, Namespace, Quote, StartTag, Text, TextState, Token};

/// The self-closing or force-quirks flag.
const SET: u8 = 1;
/// A name is here in full.
const FULL_NAME: u8 = 4;
/// A value, a text or data is here in full.
const FULL_VALUE: u8 = 8;

/// Tokens, one behind the other.
#[derive(Debug)]
pub(super) struct TokenBytes<'a> {
    html: &'a [u8],
    bytes: Bytes,
    /// What follows the length of a token.
    parts: Bytes,
    /// What the script makes of something.
    made: Vec<u8>,
}

impl<'a> TokenBytes<'a> {
    /// Begins with none, of the document `html`.
    pub(super) fn new(html: &'a [u8]) -> Self {
        Self { html, bytes: Bytes::default(), parts: Bytes::default(), made: Vec::new() }
    }

    /// Returns the document.
    pub(super) fn html(&self) -> &'a [u8] {
        self.html
    }

    /// Returns the bytes.
    pub(super) fn into_bytes(self) -> Vec<u8> {
        self.bytes.0
    }

    /// Returns the number of a token's kind.
    pub(super) fn kind(token: &Token<'_>) -> u8 {
        match token {
            Token::Doctype(_) => 0,
            Token::StartTag(_) => 1,
            Token::EndTag(_) => 2,
            Token::Text(_) => 3,
            Token::Comment(_) => 4,
            Token::ProcessingInstruction(_) => 5,
            _ => 6,
        }
    }

    /// Puts a token.
    pub(super) fn put(&mut self, token: &Token<'a>) {
        let span = token.span();
        self.parts.0.clear();
        match token {
            Token::Doctype(doctype) => {
                self.parts.byte(u8::from(doctype.force_quirks()) * SET);
                for part in [doctype.name(), doctype.public_id(), doctype.system_id()] {
                    self.parts.optional(part);
                }
            }
            Token::StartTag(tag) => self.start_tag(tag),
            Token::EndTag(tag) => self.name(0, tag.raw_name(), tag.name()),
            Token::Text(text) => self.text(text),
            Token::Comment(comment) => {
                let is_made = self.makes(comment.raw(), comment.data(), true);
                self.parts.byte(if is_made { 0 } else { FULL_VALUE });
                self.part(span.start, comment.raw());
                self.full(is_made, comment.data());
            }
            Token::ProcessingInstruction(instruction) => {
                let is_made = self.makes(instruction.raw_data(), instruction.data(), false);
                self.parts.byte(if is_made { 0 } else { FULL_VALUE });
                self.parts.string(instruction.target());
                self.part(span.start, instruction.raw_data());
                self.full(is_made, instruction.data());
            }
            Token::Dropped(dropped) => self.parts.byte(match dropped.kind() {
                DroppedKind::NamelessEndTag => 0,
                DroppedKind::EmptyCdataSection => 1,
                DroppedKind::UnfinishedTag => 2,
                DroppedKind::UnfinishedProcessingInstruction => 3,
                _ => 4,
            }),
            _ => {}
        }
        self.bytes.byte(Self::kind(token));
        self.bytes.number(span.len());
        self.bytes.string(&self.parts.0);
    }

    fn start_tag(&mut self, tag: &StartTag<'a>) {
        self.name(u8::from(tag.is_self_closing()) * SET, tag.raw_name(), tag.name());
        self.parts.byte(match tag.namespace() {
            Namespace::Html => 0,
            Namespace::Svg => 1,
            _ => 2,
        });
        self.parts.number(tag.duplicate_attributes());
        self.parts.number(tag.surplus_attributes());
        self.parts.number(tag.attributes().len());
        let mut end = tag.name_span().end;
        for attribute in tag.attributes() {
            self.parts.number(attribute.name_span().start - end);
            self.attribute(&attribute);
            end = attribute.value_span().end;
        }
    }

    fn attribute(&mut self, attribute: &Attribute<'a>) {
        let quote = match attribute.quote() {
            Quote::NoValue => 0,
            Quote::Unquoted => 1,
            Quote::Single => 2,
            Quote::Double => 3,
        };
        let start = attribute.value_span().start;
        let raw = attribute.raw_value();
        self.change(start, raw, |each| attribute.for_each_change(each));
        let is_made = self.made == attribute.value();
        self.name(quote | if is_made { 0 } else { FULL_VALUE }, attribute.raw_name(), attribute.name());
        self.parts.number(start - attribute.name_span().end);
        self.parts.number(raw.len());
        self.full(is_made, attribute.value());
    }

    fn text(&mut self, text: &Text<'a>) {
        let state = match text.state() {
            TextState::Data => 0,
            TextState::Rcdata => 1,
            TextState::Rawtext => 2,
            TextState::ScriptData => 3,
            TextState::Plaintext => 4,
            _ => 5,
        };
        let raw = text.raw();
        let start = self.place(raw);
        self.change(start, raw, |each| text.for_each_change(each));
        let is_made = self.made == text.decoded();
        self.parts.byte(state | if is_made { 0 } else { FULL_VALUE });
        self.part(text.span().start, raw);
        self.full(is_made, text.decoded());
    }

    /// Makes something of `raw`, which lies at `start`, by the changes that `for_each` tells of.
    fn change(&mut self, start: usize, raw: &[u8], for_each: impl FnOnce(&mut dyn FnMut(Range<usize>, &str))) {
        let Self { made, .. } = self;
        made.clear();
        let mut passed = 0;
        for_each(&mut |span, instead| {
            made.extend_from_slice(&raw[passed..span.start - start]);
            made.extend_from_slice(instead.as_bytes());
            passed = span.end - start;
        });
        made.extend_from_slice(&raw[passed..]);
    }

    /// Puts flags and a name.
    fn name(&mut self, flags: u8, raw: &[u8], name: &[u8]) {
        self.made.clear();
        for &byte in raw {
            match byte {
                b'\0' => self.made.extend_from_slice("\u{FFFD}".as_bytes()),
                _ => self.made.push(byte.to_ascii_lowercase()),
            }
        }
        let is_made = self.made == name;
        self.parts.byte(flags | if is_made { 0 } else { FULL_NAME });
        self.parts.number(raw.len());
        self.full(is_made, name);
    }

    /// Puts where a part of a token lies that begins at `start`.
    fn part(&mut self, start: usize, raw: &[u8]) {
        let place = self.place(raw);
        self.parts.number(place - start);
        self.parts.number(raw.len());
    }

    /// Returns the offset of a part of the document.
    fn place(&self, raw: &[u8]) -> usize {
        raw.as_ptr() as usize - self.html.as_ptr() as usize
    }

    /// Puts a value in full, if the script does not make it.
    fn full(&mut self, is_made: bool, value: &[u8]) {
        if !is_made {
            self.parts.string(value);
        }
    }

    /// Returns whether the script makes `value` of `raw`, by newlines and NUL alone.
    fn makes(&mut self, raw: &[u8], value: &[u8], replaces_nul: bool) -> bool {
        self.made.clear();
        for (at, &byte) in raw.iter().enumerate() {
            match byte {
                b'\r' if raw.get(at + 1) == Some(&b'\n') => {}
                b'\r' => self.made.push(b'\n'),
                b'\0' if replaces_nul => self.made.extend_from_slice("\u{FFFD}".as_bytes()),
                _ => self.made.push(byte),
            }
        }
        self.made == value
    }
}
