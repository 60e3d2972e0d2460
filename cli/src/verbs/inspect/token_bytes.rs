//! Encodes tokens for the report's script: the spans of their parts, and names and values that differ from the source.
//!
//! A token is encoded as
//!
//! 1. the number of its kind (one byte), its length, and the length of the parts below;
//! 2. its parts: flags, lengths, and offsets relative to the end of the part before.
//!
//! The script derives names and values from the source: it lowercases names, normalizes newlines, replaces NUL, and
//! applies the list of changes. A name or value that differs from this result is stored in full, with a flag. For
//! example, `<A b>` is
//!
//! ```text
//! 1  5  11    start tag, 5 bytes, 11 bytes of parts
//! 0  1        flags, length of the name `A`: the script derives `a`
//! 0  0  0  1  namespace HTML, no duplicates, no attributes beyond the limit, one attribute
//! 1  0  1     gap before the attribute, flags (no value), length of the name `b`
//! 0  0        gap before the value, length of the value
//! ```
//!
//! If you change this format, also change `readToken` in `data.js` and `Report` in `cli/tests/all/inspect.rs`.

use super::bytes::Bytes;
use std::ops::Range;
use tagrake::{Attribute, DroppedKind, Namespace, Quote, StartTag, Text, TextState, Token};

/// Flag: self-closing, or force-quirks.
const SET: u8 = 1;
/// Flag: the name is stored in full.
const FULL_NAME: u8 = 4;
/// Flag: the value, text or data is stored in full.
const FULL_VALUE: u8 = 8;

/// Encoded tokens.
#[derive(Debug)]
pub(super) struct TokenBytes<'a> {
    pub(super) html: &'a [u8],
    bytes: Bytes,
    /// The parts of the current token.
    parts: Bytes,
    /// The name or value that the script derives from the source.
    derived: Vec<u8>,
}

impl<'a> TokenBytes<'a> {
    /// Starts without tokens. All tokens must be of the document `html`.
    pub(super) fn new(html: &'a [u8]) -> Self {
        Self { html, bytes: Bytes::default(), parts: Bytes::default(), derived: Vec::new() }
    }

    /// Returns the bytes.
    pub(super) fn into_bytes(self) -> Vec<u8> {
        self.bytes.0
    }

    /// Returns the number of a token's kind, an index into `KINDS`.
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

    /// Appends a token.
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
                let is_derived = self.derives(comment.raw_data(), comment.data(), true);
                self.parts.byte(if is_derived { 0 } else { FULL_VALUE });
                self.part(span.start, comment.raw_data());
                self.full(is_derived, comment.data());
            }
            Token::ProcessingInstruction(instruction) => {
                let is_derived = self.derives(instruction.raw_data(), instruction.data(), false);
                self.parts.byte(if is_derived { 0 } else { FULL_VALUE });
                self.parts.string(instruction.target());
                self.part(span.start, instruction.raw_data());
                self.full(is_derived, instruction.data());
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
        let is_derived = self.derived == attribute.value();
        self.name(quote | if is_derived { 0 } else { FULL_VALUE }, attribute.raw_name(), attribute.name());
        self.parts.number(start - attribute.name_span().end);
        self.parts.number(raw.len());
        self.full(is_derived, attribute.value());
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
        let raw = text.raw_text();
        let start = self.offset(raw);
        self.change(start, raw, |each| text.for_each_change(each));
        let is_derived = self.derived == text.decoded();
        self.parts.byte(state | if is_derived { 0 } else { FULL_VALUE });
        self.part(text.span().start, raw);
        self.full(is_derived, text.decoded());
    }

    /// Sets `derived` to `raw`, which starts at offset `start`, with the changes that `for_each` passes to its
    /// callback.
    fn change(&mut self, start: usize, raw: &[u8], for_each: impl FnOnce(&mut dyn FnMut(Range<usize>, &str))) {
        let Self { derived, .. } = self;
        derived.clear();
        let mut passed = 0;
        for_each(&mut |span, instead| {
            derived.extend_from_slice(&raw[passed..span.start - start]);
            derived.extend_from_slice(instead.as_bytes());
            passed = span.end - start;
        });
        derived.extend_from_slice(&raw[passed..]);
    }

    /// Appends flags and a name.
    fn name(&mut self, flags: u8, raw: &[u8], name: &[u8]) {
        self.derived.clear();
        for &byte in raw {
            match byte {
                b'\0' => self.derived.extend_from_slice("\u{FFFD}".as_bytes()),
                _ => self.derived.push(byte.to_ascii_lowercase()),
            }
        }
        let is_derived = self.derived == name;
        self.parts.byte(flags | if is_derived { 0 } else { FULL_NAME });
        self.parts.number(raw.len());
        self.full(is_derived, name);
    }

    /// Appends the span of `raw`, a part of the token that starts at `start`.
    fn part(&mut self, start: usize, raw: &[u8]) {
        let offset = self.offset(raw);
        self.parts.number(offset - start);
        self.parts.number(raw.len());
    }

    /// Returns the offset of `raw`, a slice of the document.
    fn offset(&self, raw: &[u8]) -> usize {
        raw.as_ptr() as usize - self.html.as_ptr() as usize
    }

    /// Appends `value` unless the script derives it.
    fn full(&mut self, is_derived: bool, value: &[u8]) {
        if !is_derived {
            self.parts.string(value);
        }
    }

    /// Returns true if the script derives `value` from `raw` by normalizing newlines and replacing NUL.
    fn derives(&mut self, raw: &[u8], value: &[u8], replaces_nul: bool) -> bool {
        self.derived.clear();
        for (at, &byte) in raw.iter().enumerate() {
            match byte {
                b'\r' if raw.get(at + 1) == Some(&b'\n') => {}
                b'\r' => self.derived.push(b'\n'),
                b'\0' if replaces_nul => self.derived.extend_from_slice("\u{FFFD}".as_bytes()),
                _ => self.derived.push(byte),
            }
        }
        self.derived == value
    }
}
