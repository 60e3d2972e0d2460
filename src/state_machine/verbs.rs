//! The standard's verbs: consume, reconsume in, switch to, create, append, emit. The verbs for tags are in
//! `tag_verbs.rs`, and the verbs for attributes in `attribute_list.rs`.

use super::cow_bytes::CowBytes;
use super::{DoctypeInProgress, ProcessingInstructionInProgress, State, StateMachine};
use crate::error::{ErrorCode, ParseError};
use crate::limits::LimitKind;
use crate::summary::{Unfinished, UnfinishedKind};
use crate::text_state::TextState;
use crate::token::{Comment, Doctype, Dropped, DroppedKind, ProcessingInstruction, Text, Token};

/// U+FFFD REPLACEMENT CHARACTER.
pub(super) const REPLACEMENT_CHARACTER: &[u8] = "\u{FFFD}".as_bytes();

/// Reading.
impl StateMachine<'_, '_> {
    /// Consumes the next input character, with newlines normalised, and makes it the current one. Returns `None` at the
    /// end of the input.
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

    /// Consumes `len` ASCII characters. The last of them becomes the current input character.
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

    /// Switches to `state`. The current input character is a `<` that may open markup.
    pub(super) fn open_markup(&mut self, state: State) {
        self.markup_start = self.current;
        self.state = state;
    }

    /// Sets the return state, and switches to the character reference state.
    pub(super) fn start_character_reference(&mut self, return_state: State) {
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
impl StateMachine<'_, '_> {
    pub(super) fn emit_character(&mut self, byte: u8) {
        self.text.push_byte(self.run.source, self.text_start, byte);
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

    /// Emits the characters that are not emitted yet, and the end-of-file token.
    pub(super) fn emit_end_of_file(&mut self) {
        self.run.unfinished = self.state.unfinished_kind().map(|kind| {
            let start = if kind == UnfinishedKind::RawText { self.text_start } else { self.markup_start };
            Unfinished { start, end: self.pos, kind, element: None }
        });
        self.flush_text(self.pos);
        self.run.finish(self.sink);
        self.stopped = true;
    }

    /// Emits the characters that are not emitted yet, up to the offset `end`, as one token.
    pub(super) fn flush_text(&mut self, end: usize) {
        if self.text_start < end {
            self.send_text(self.text_start, end, end);
        }
    }

    /// Emits the text before the markup, if the tree-builder simulator needs every token. Text may change the current
    /// node, and with it whether `<![CDATA[` opens a CDATA section.
    pub(super) fn flush_text_to_simulator(&mut self) {
        if self.run.feedback.needs_all() {
            self.flush_text(self.markup_start);
            self.text_start = self.markup_start;
        }
    }

    fn send_text(&mut self, start: usize, raw_end: usize, end: usize) {
        let characters = self.text.take(self.run.source);
        let text = Text {
            source: self.run.source,
            start,
            end,
            raw_start: self.text_start,
            raw_end,
            state: self.run.text_state,
            is_plain: false,
            run: None,
            literal: Some(characters),
        };
        self.run.apply_text(&text);
        self.send(start, Token::Text(text));
    }

    /// Starts a CDATA section. Its characters are a text token of their own.
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
impl<'a> StateMachine<'a, '_> {
    /// Creates a comment token whose data begins at the offset `start`.
    pub(super) fn create_comment(&mut self, start: usize) {
        self.comment_start = start;
        self.comment = CowBytes::default();
    }

    pub(super) fn append_to_comment(&mut self, byte: u8) {
        self.comment.push_byte(self.run.source, self.comment_start, byte);
    }

    pub(super) fn append_str_to_comment(&mut self, bytes: &[u8]) {
        self.comment.push(self.run.source, self.comment_start, bytes);
    }

    pub(super) fn append_replacement_character_to_comment(&mut self) {
        self.append_str_to_comment(REPLACEMENT_CHARACTER);
    }

    /// Emits the comment. `end_mark` is the markup after the data, as it was consumed last; it may be empty.
    pub(super) fn emit_comment(&mut self, end_mark: &str) {
        self.flush_text(self.markup_start);
        let comment = Comment {
            source: self.run.source,
            start: self.markup_start,
            end: self.pos,
            raw_start: self.comment_start,
            raw_end: self.pos - end_mark.len(),
            literal: Some(self.comment.take(self.run.source)),
        };
        self.run.feedback.comment();
        self.send(self.markup_start, Token::Comment(comment));
        self.stop_in(TextState::Data);
    }

    pub(super) fn create_doctype(&mut self) {
        self.doctype = DoctypeInProgress::default();
    }

    pub(super) fn append_to_doctype_name(&mut self, byte: u8) {
        self.doctype.name.get_or_insert_default().push_byte(self.run.source, self.current, byte);
    }

    pub(super) fn append_replacement_character_to_doctype_name(&mut self) {
        self.doctype.name.get_or_insert_default().push(self.run.source, self.current, REPLACEMENT_CHARACTER);
    }

    pub(super) fn set_public_identifier_to_the_empty_string(&mut self) {
        self.doctype.public_id = Some(CowBytes::default());
    }

    pub(super) fn append_to_public_identifier(&mut self, byte: u8) {
        self.doctype.public_id.get_or_insert_default().push_byte(self.run.source, self.current, byte);
    }

    pub(super) fn append_replacement_character_to_public_identifier(&mut self) {
        self.doctype.public_id.get_or_insert_default().push(self.run.source, self.current, REPLACEMENT_CHARACTER);
    }

    pub(super) fn set_system_identifier_to_the_empty_string(&mut self) {
        self.doctype.system_id = Some(CowBytes::default());
    }

    pub(super) fn append_to_system_identifier(&mut self, byte: u8) {
        self.doctype.system_id.get_or_insert_default().push_byte(self.run.source, self.current, byte);
    }

    pub(super) fn append_replacement_character_to_system_identifier(&mut self) {
        self.doctype.system_id.get_or_insert_default().push(self.run.source, self.current, REPLACEMENT_CHARACTER);
    }

    pub(super) fn emit_doctype(&mut self) {
        self.flush_text(self.markup_start);
        let source = self.run.source;
        let doctype = core::mem::take(&mut self.doctype);
        let content = |bytes: CowBytes<'a>| bytes.into_bytes(source);
        let doctype = Doctype {
            start: self.markup_start,
            end: self.pos,
            name: doctype.name.map(content),
            public_id: doctype.public_id.map(content),
            system_id: doctype.system_id.map(content),
            force_quirks: doctype.force_quirks,
        };
        self.run.feedback.doctype(&doctype);
        self.send(self.markup_start, Token::Doctype(doctype));
        self.stop_in(TextState::Data);
    }
}

/// Processing instructions.
impl StateMachine<'_, '_> {
    /// [Converts the temporary buffer to a
    /// comment](https://html.spec.whatwg.org/multipage/parsing.html#convert-the-temporary-buffer-to-a-comment). Its data is
    /// `?` and the buffer.
    pub(super) fn convert_temporary_buffer_to_comment(&mut self) {
        self.create_comment(self.markup_start + b"<".len());
        self.append_str_to_comment(b"?");
        self.comment.push(self.run.source, self.comment_start, &self.temporary_buffer);
    }

    /// Creates a processing instruction token. Its target is the temporary buffer, which ends at the current input
    /// character.
    pub(super) fn create_processing_instruction(&mut self) {
        self.processing_instruction =
            ProcessingInstructionInProgress { target_end: self.current, ..ProcessingInstructionInProgress::default() };
    }

    /// Starts the data at the current input character.
    pub(super) fn start_processing_instruction_data(&mut self) {
        self.processing_instruction.data_start = self.current;
    }

    pub(super) fn append_to_processing_instruction_data(&mut self, byte: u8) {
        let instruction = &mut self.processing_instruction;
        instruction.data.push_byte(self.run.source, instruction.data_start, byte);
    }

    /// Emits the processing instruction. `end_mark` is the markup after the data, as it was consumed last.
    pub(super) fn emit_processing_instruction(&mut self, end_mark: &str) {
        self.flush_text(self.markup_start);
        let instruction = core::mem::take(&mut self.processing_instruction);
        let instruction = ProcessingInstruction {
            source: self.run.source,
            start: self.markup_start,
            end: self.pos,
            target_end: instruction.target_end,
            raw_start: instruction.data_start,
            raw_end: self.pos - end_mark.len(),
            literal: Some(instruction.data.into_bytes(self.run.source)),
        };
        // Every insertion mode handles it as it handles a comment.
        self.run.feedback.comment();
        self.send(self.markup_start, Token::ProcessingInstruction(instruction));
        self.stop_in(TextState::Data);
    }

    /// The rules that the processing instruction states share at the end of the input. The token is never emitted.
    pub(super) fn end_of_file_in_processing_instruction(&mut self) {
        self.parse_error(ErrorCode::EofInProcessingInstruction);
        self.drop_markup(DroppedKind::UnfinishedProcessingInstruction);
        self.emit_end_of_file();
    }
}

/// Sending tokens, and stopping after one.
impl<'a> StateMachine<'a, '_> {
    /// Emits the markup as a [`Dropped`]: it gives no token of the standard.
    pub(super) fn drop_markup(&mut self, kind: DroppedKind) {
        self.flush_text(self.markup_start);
        self.send_dropped(kind);
        self.stop_in(TextState::Data);
    }

    fn send_dropped(&mut self, kind: DroppedKind) {
        self.send(self.markup_start, Token::Dropped(Dropped { start: self.markup_start, end: self.pos, kind }));
    }

    pub(super) fn send(&mut self, start: usize, token: Token<'a>) {
        self.run.report_input_errors(self.pos.saturating_sub(1), self.sink);
        // One call may send text and then markup. After the first was not sent, the second must not be sent.
        if self.stopped_at.is_some() || self.run.ends_when_done && self.sink.is_done() {
            return;
        }
        if self.run.exceeds_memory_limit(0) {
            self.stopped_at = Some(start);
            return;
        }
        token.send_to(self.sink);
    }

    /// Stores the state for the next engine in the run.
    pub(super) fn finish(mut self) {
        self.tag.memory.clear();
        self.run.tag_memory = Some(self.tag.memory);
        self.run.offset = self.pos;
        if let Some(start) = self.stopped_at {
            self.run.stop_at(LimitKind::ArenaBytes, start);
        }
    }

    /// Stops after a token. The next byte is read in `state`.
    pub(super) fn stop_in(&mut self, state: TextState) {
        self.text_start = self.pos;
        self.run.text_state = state;
        self.stopped = true;
    }
}
