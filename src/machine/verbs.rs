//! The verbs of the standard: consume, reconsume in, switch to, create, append, emit.

use super::piece::Piece;
use super::{AttributeInProgress, DoctypeInProgress, Machine, State, TagKind};
use crate::error::{ErrorCode, ParseError};
use crate::options::TextState;
use crate::run::send;
use crate::token::{
    AttributeRecord, Comment, Doctype, Dropped, DroppedKind, EndTag, LiteralAttribute, LiteralTag, Quote, Source,
    StartTag, TagParts, Text, Token,
};
use bumpalo::Bump;
use bumpalo::collections::Vec;
use hashbrown::{DefaultHashBuilder, HashSet};

/// U+FFFD REPLACEMENT CHARACTER.
const REPLACEMENT_CHARACTER: &[u8] = "\u{FFFD}".as_bytes();

/// A finished attribute: where it stands, and its content.
pub(super) struct BuiltAttribute<'a> {
    record: AttributeRecord,
    name: &'a [u8],
    value: &'a [u8],
}

/// Reading.
impl Machine<'_, '_> {
    /// Consumes the next input character, with newlines normalised, and makes it the current one; `None` at the end.
    pub(super) fn consume(&mut self) -> Option<u8> {
        let input = self.run.source.input;
        self.current = self.pos;
        let byte = *input.get(self.pos)?;
        self.pos += 1;
        if byte != b'\r' {
            return Some(byte);
        }
        if input.get(self.pos) == Some(&b'\n') {
            self.pos += 1;
        }
        Some(b'\n')
    }

    /// Consumes the next few characters if they are `expected`.
    pub(super) fn consume_if(&mut self, expected: &[u8]) -> bool {
        let found = self.run.source.input[self.pos..].starts_with(expected);
        if found {
            self.skip(expected.len());
        }
        found
    }

    /// Consumes the next few characters if they are an ASCII case-insensitive match for `expected`.
    pub(super) fn consume_if_ignoring_case(&mut self, expected: &[u8]) -> bool {
        let next = self.run.source.input[self.pos..].get(..expected.len());
        let found = next.is_some_and(|next| next.eq_ignore_ascii_case(expected));
        if found {
            self.skip(expected.len());
        }
        found
    }

    /// Consumes `len` ASCII characters; the last of them is then the current input character.
    fn skip(&mut self, len: usize) {
        self.pos += len;
        self.current = self.pos - 1;
    }

    pub(super) fn switch_to(&mut self, state: State) {
        self.state = state;
    }

    pub(super) fn reconsume_in(&mut self, state: State) {
        self.pos = self.current;
        self.state = state;
    }

    /// Switches to `state` after a `<` that may open markup.
    pub(super) fn open_markup(&mut self, state: State) {
        self.markup_start = self.current;
        self.state = state;
    }

    /// Switches to the character reference state after a `&`, to come back to `return_state`.
    pub(super) fn refer_from(&mut self, return_state: State) {
        self.return_state = return_state;
        self.state = State::CharacterReference;
    }

    pub(super) fn parse_error(&mut self, code: ErrorCode) {
        self.parse_error_at(code, self.current);
    }

    pub(super) fn parse_error_at(&mut self, code: ErrorCode, offset: usize) {
        self.run.report(ParseError::new(code, offset), self.sink);
    }
}

/// Characters.
impl Machine<'_, '_> {
    pub(super) fn emit_character(&mut self, byte: u8) {
        self.emit_characters(&[byte]);
    }

    pub(super) fn emit_characters(&mut self, bytes: &[u8]) {
        self.text.push(self.run.source, self.text_start, bytes);
    }

    pub(super) fn emit_replacement_character(&mut self) {
        self.emit_characters(REPLACEMENT_CHARACTER);
    }

    pub(super) fn emit_temporary_buffer(&mut self) {
        self.text.push(self.run.source, self.text_start, &self.temporary_buffer);
    }

    /// Emits the characters that are left and the end-of-file token.
    pub(super) fn emit_end_of_file(&mut self) {
        self.flush_text(self.pos);
        self.run.finish(self.sink);
        self.stopped = true;
    }

    /// Emits the characters that are read but not emitted, up to the offset `end`, as one token.
    fn flush_text(&mut self, end: usize) {
        if self.text_start < end {
            self.send_text(self.text_start, end, end);
        }
    }

    fn send_text(&mut self, start: usize, raw_end: usize, end: usize) {
        let characters = self.text.take(self.run.source);
        self.send(Token::Text(Text {
            source: self.run.source,
            start,
            end,
            raw_start: self.text_start,
            raw_end,
            state: self.run.text_state,
            is_plain: false,
            literal: Some(characters),
        }));
    }

    /// Begins a CDATA section: its characters are a token of their own.
    pub(super) fn open_cdata_section(&mut self) {
        self.flush_text(self.markup_start);
        self.text_start = self.pos;
        self.run.text_state = TextState::CdataSection;
    }

    /// Ends a CDATA section whose characters end at `raw_end`.
    pub(super) fn close_cdata_section(&mut self, raw_end: usize) {
        if self.text_start < raw_end {
            self.send_text(self.markup_start, raw_end, self.pos);
        } else if self.markup_start < self.pos {
            self.send_dropped(DroppedKind::EmptyCdataSection);
        }
        self.text_start = self.pos;
        self.stop_in(TextState::Data);
    }
}

/// Comments and DOCTYPEs.
impl<'a> Machine<'a, '_> {
    /// Creates a comment token whose data begins at the offset `start`.
    pub(super) fn create_comment(&mut self, start: usize) {
        self.comment_start = start;
        self.comment = Piece::default();
    }

    pub(super) fn append_to_comment(&mut self, byte: u8) {
        self.append_str_to_comment(&[byte]);
    }

    pub(super) fn append_str_to_comment(&mut self, bytes: &[u8]) {
        self.comment.push(self.run.source, self.comment_start, bytes);
    }

    pub(super) fn append_replacement_character_to_comment(&mut self) {
        self.append_str_to_comment(REPLACEMENT_CHARACTER);
    }

    /// Emits the comment, which ends before `mark`: what was read last.
    pub(super) fn emit_comment(&mut self, mark: &str) {
        self.flush_text(self.markup_start);
        let comment = Comment {
            source: self.run.source,
            start: self.markup_start,
            end: self.pos,
            raw_start: self.comment_start,
            raw_end: self.pos - mark.len(),
            literal: Some(self.comment.take(self.run.source)),
        };
        self.send(Token::Comment(comment));
        self.stop_in(TextState::Data);
    }

    pub(super) fn create_doctype(&mut self) {
        self.doctype = DoctypeInProgress::default();
    }

    pub(super) fn append_to_doctype_name(&mut self, byte: u8) {
        self.doctype.name.get_or_insert_default().push(self.run.source, self.current, &[byte]);
    }

    pub(super) fn append_replacement_character_to_doctype_name(&mut self) {
        self.doctype.name.get_or_insert_default().push(self.run.source, self.current, REPLACEMENT_CHARACTER);
    }

    pub(super) fn set_public_identifier_to_the_empty_string(&mut self) {
        self.doctype.public_id = Some(Piece::default());
    }

    pub(super) fn append_to_public_identifier(&mut self, byte: u8) {
        self.doctype.public_id.get_or_insert_default().push(self.run.source, self.current, &[byte]);
    }

    pub(super) fn append_replacement_character_to_public_identifier(&mut self) {
        self.doctype.public_id.get_or_insert_default().push(self.run.source, self.current, REPLACEMENT_CHARACTER);
    }

    pub(super) fn set_system_identifier_to_the_empty_string(&mut self) {
        self.doctype.system_id = Some(Piece::default());
    }

    pub(super) fn append_to_system_identifier(&mut self, byte: u8) {
        self.doctype.system_id.get_or_insert_default().push(self.run.source, self.current, &[byte]);
    }

    pub(super) fn append_replacement_character_to_system_identifier(&mut self) {
        self.doctype.system_id.get_or_insert_default().push(self.run.source, self.current, REPLACEMENT_CHARACTER);
    }

    pub(super) fn emit_doctype(&mut self) {
        self.flush_text(self.markup_start);
        let source = self.run.source;
        let doctype = core::mem::take(&mut self.doctype);
        let content = |piece: Piece<'a>| piece.into_bytes(source);
        let token = Doctype {
            start: self.markup_start,
            end: self.pos,
            name: doctype.name.map(content),
            public_id: doctype.public_id.map(content),
            system_id: doctype.system_id.map(content),
            force_quirks: doctype.force_quirks,
        };
        self.send(Token::Doctype(token));
        self.stop_in(TextState::Data);
    }
}

/// Tags.
impl<'a> Machine<'a, '_> {
    /// Creates a tag token whose name begins at the current input character.
    pub(super) fn create_tag(&mut self, kind: TagKind) {
        self.tag.kind = kind;
        self.tag.name = Piece::default();
        self.tag.name_start = self.current;
    }

    pub(super) fn append_to_tag_name(&mut self, byte: u8) {
        self.append_str_to_tag_name(&[byte]);
    }

    pub(super) fn append_replacement_character_to_tag_name(&mut self) {
        self.append_str_to_tag_name(REPLACEMENT_CHARACTER);
    }

    fn append_str_to_tag_name(&mut self, bytes: &[u8]) {
        self.tag.name.push(self.run.source, self.tag.name_start, bytes);
        self.tag.name_end = self.pos;
    }

    /// Returns whether the end tag that is being built is an [appropriate end tag
    /// token](https://html.spec.whatwg.org/multipage/parsing.html#appropriate-end-tag-token).
    ///
    /// Its name is all letters so far, and in the temporary buffer as it is written.
    pub(super) fn is_appropriate_end_tag(&self) -> bool {
        !self.temporary_buffer.is_empty() && self.temporary_buffer.eq_ignore_ascii_case(self.run.last_start_tag)
    }

    /// Emits the current tag token, and switches to the state that a tree builder would choose after it.
    pub(super) fn emit_tag(&mut self) {
        self.finish_attribute();
        let name = self.tag.name.take(self.run.source);
        let attributes = core::mem::replace(&mut self.tag.attributes, Vec::new_in(self.run.source.bump));
        let parts = TagParts {
            start: self.markup_start,
            end: self.pos,
            name_len: self.tag.name_end - self.tag.name_start,
            name_is_plain: false,
            self_closing: self.tag.self_closing,
            duplicates: self.tag.dropped,
        };
        match self.tag.kind {
            TagKind::Start => {
                self.flush_text(self.markup_start);
                let tag = start_tag(self.run.source, parts, name, &attributes);
                self.send(Token::StartTag(tag));
                self.run.last_start_tag = name;
                self.stop_in(self.run.text_state_after(name));
            }
            TagKind::End => {
                if !attributes.is_empty() {
                    self.parse_error(ErrorCode::EndTagWithAttributes);
                }
                if parts.self_closing {
                    self.parse_error(ErrorCode::EndTagWithTrailingSolidus);
                }
                self.flush_text(self.markup_start);
                self.send(Token::EndTag(EndTag::new(self.run.source, parts, Some(name))));
                self.stop_in(TextState::Data);
            }
        }
    }

    /// What the tag states share at the end of the input: the tag is never emitted.
    pub(super) fn end_of_file_in_tag(&mut self) {
        self.parse_error(ErrorCode::EofInTag);
        self.drop_markup(DroppedKind::UnfinishedTag);
        self.emit_end_of_file();
    }

    /// Tells of markup that gives no token.
    pub(super) fn drop_markup(&mut self, kind: DroppedKind) {
        self.flush_text(self.markup_start);
        self.send_dropped(kind);
        self.stop_in(TextState::Data);
    }

    fn send_dropped(&mut self, kind: DroppedKind) {
        self.send(Token::Dropped(Dropped { start: self.markup_start, end: self.pos, kind }));
    }

    fn send(&mut self, token: Token<'a>) {
        self.run.report_input_errors(self.pos.saturating_sub(1), self.sink);
        // Text and the markup behind it come from one run.
        if !(self.run.ends_when_done && self.sink.is_done()) {
            send(token, self.sink);
        }
    }

    /// Stops between two tokens; the next one begins in `state`.
    fn stop_in(&mut self, state: TextState) {
        self.text_start = self.pos;
        self.run.text_state = state;
        self.stopped = true;
    }
}

/// Attributes.
impl<'a> Machine<'a, '_> {
    /// Starts a new attribute at the current input character.
    pub(super) fn start_attribute(&mut self) {
        self.finish_attribute();
        let at = self.current;
        self.tag.attribute =
            Some(AttributeInProgress { name_start: at, value_start: at, value_end: at, ..Default::default() });
    }

    fn attribute(&mut self) -> &mut AttributeInProgress<'a> {
        self.tag.attribute.get_or_insert_default()
    }

    pub(super) fn append_to_attribute_name(&mut self, byte: u8) {
        self.append_str_to_attribute_name(&[byte]);
    }

    pub(super) fn append_replacement_character_to_attribute_name(&mut self) {
        self.append_str_to_attribute_name(REPLACEMENT_CHARACTER);
    }

    fn append_str_to_attribute_name(&mut self, bytes: &[u8]) {
        let source = self.run.source;
        let attribute = self.attribute();
        attribute.name.push(source, attribute.name_start, bytes);
    }

    /// "When the user agent leaves the attribute name state": the name is complete and compared to the others.
    pub(super) fn leave_attribute_name(&mut self) {
        let (source, end) = (self.run.source, self.current);
        let attribute = self.attribute();
        let name = attribute.name.take(source);
        attribute.complete_name = name;
        (attribute.name_end, attribute.value_start, attribute.value_end) = (end, end, end);
        if !self.tag.names.is_new(name, &self.tag.attributes) {
            self.attribute().is_duplicate = true;
            self.parse_error(ErrorCode::DuplicateAttribute);
        }
    }

    /// Begins the value at the offset `start`.
    pub(super) fn start_value(&mut self, quote: Quote, start: usize) {
        let attribute = self.attribute();
        attribute.quote = quote;
        (attribute.value_start, attribute.value_end) = (start, start);
    }

    /// Ends the value before the current input character.
    pub(super) fn end_value(&mut self) {
        self.attribute().value_end = self.current;
    }

    pub(super) fn append_to_value(&mut self, byte: u8) {
        self.append_str_to_value(&[byte]);
    }

    pub(super) fn append_replacement_character_to_value(&mut self) {
        self.append_str_to_value(REPLACEMENT_CHARACTER);
    }

    pub(super) fn append_temporary_buffer_to_value(&mut self) {
        let bytes = core::mem::replace(&mut self.temporary_buffer, Vec::new_in(self.run.source.bump));
        self.append_str_to_value(&bytes);
        self.temporary_buffer = bytes;
    }

    fn append_str_to_value(&mut self, bytes: &[u8]) {
        let source = self.run.source;
        let attribute = self.attribute();
        attribute.value.push(source, attribute.value_start, bytes);
    }

    /// Puts the attribute that is being built, if there is one, into the tag's list, unless it is removed.
    fn finish_attribute(&mut self) {
        let Some(mut attribute) = self.tag.attribute.take() else { return };
        let record = AttributeRecord::new(
            self.markup_start,
            attribute.name_start..attribute.name_end,
            attribute.value_start..attribute.value_end,
            attribute.quote,
        );
        match record.filter(|_| !attribute.is_duplicate) {
            Some(record) => self.tag.attributes.push(BuiltAttribute {
                record,
                name: attribute.complete_name,
                value: attribute.value.take(self.run.source),
            }),
            None => self.tag.dropped += 1,
        }
    }
}

/// Returns the start tag with its attributes in the arena.
fn start_tag<'a>(
    source: Source<'a>,
    parts: TagParts,
    name: &'a [u8],
    attributes: &[BuiltAttribute<'a>],
) -> StartTag<'a> {
    let records = source.bump.alloc_slice_fill_iter(attributes.iter().map(|attribute| attribute.record));
    let literals = attributes.iter().map(|&BuiltAttribute { name, value, .. }| LiteralAttribute { name, value });
    let literal = LiteralTag { name, attributes: source.bump.alloc_slice_fill_iter(literals) };
    StartTag::new(source, parts, records, Some(source.bump.alloc(literal)))
}

/// The attribute names of a tag, to find duplicates in time linear in their number.
pub(super) struct Names<'a> {
    bump: &'a Bump,
    /// The names, once there are many.
    many: Option<HashSet<&'a [u8], DefaultHashBuilder, &'a Bump>>,
}

impl<'a> Names<'a> {
    /// Up to this many names are compared one by one.
    const FEW: usize = 16;

    pub(super) fn new(bump: &'a Bump) -> Self {
        Self { bump, many: None }
    }

    /// Adds `name` and returns whether none of `attributes`, all the tag's earlier ones, has it.
    fn is_new(&mut self, name: &'a [u8], attributes: &[BuiltAttribute<'a>]) -> bool {
        if attributes.len() <= Self::FEW {
            return attributes.iter().all(|attribute| attribute.name != name);
        }
        let many = self.many.get_or_insert_with(|| {
            let mut many = HashSet::with_hasher_in(DefaultHashBuilder::default(), self.bump);
            many.extend(attributes.iter().map(|attribute| attribute.name));
            many
        });
        many.insert(name)
    }
}
