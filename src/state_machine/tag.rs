//! The tag states: tag open, end tag open, tag name, and self-closing start tag.

use super::{State, StateMachine, TagKind};
use crate::error::ErrorCode;
use crate::token::DroppedKind;

impl StateMachine<'_, '_> {
    /// [Tag open state](https://html.spec.whatwg.org/multipage/parsing.html#tag-open-state)
    pub(super) fn tag_open(&mut self) {
        match self.consume() {
            Some(b'!') => self.switch_to(State::MarkupDeclarationOpen),
            Some(b'/') => self.switch_to(State::EndTagOpen),
            Some(byte) if byte.is_ascii_alphabetic() => {
                self.create_tag(TagKind::Start);
                self.reconsume_in(State::TagName);
            }
            // The standard since 25 June 2026.
            Some(b'?') if self.run.settings.processing_instructions => {
                self.temporary_buffer.clear();
                self.switch_to(State::ProcessingInstructionOpen);
            }
            // The standard before that date.
            Some(b'?') => {
                self.parse_error(ErrorCode::UnexpectedQuestionMarkInsteadOfTagName);
                self.create_comment(self.current);
                self.reconsume_in(State::BogusComment);
            }
            None => {
                self.parse_error(ErrorCode::EofBeforeTagName);
                self.emit_character(b'<');
                self.emit_end_of_file();
            }
            Some(_) => {
                self.parse_error(ErrorCode::InvalidFirstCharacterOfTagName);
                self.emit_character(b'<');
                self.reconsume_in(State::Data);
            }
        }
    }

    /// [End tag open state](https://html.spec.whatwg.org/multipage/parsing.html#end-tag-open-state)
    pub(super) fn end_tag_open(&mut self) {
        match self.consume() {
            Some(byte) if byte.is_ascii_alphabetic() => {
                self.create_tag(TagKind::End);
                self.reconsume_in(State::TagName);
            }
            Some(b'>') => {
                self.parse_error(ErrorCode::MissingEndTagName);
                self.switch_to(State::Data);
                self.drop_markup(DroppedKind::NamelessEndTag);
            }
            None => {
                self.parse_error(ErrorCode::EofBeforeTagName);
                self.emit_characters(b"</");
                self.emit_end_of_file();
            }
            Some(_) => {
                self.parse_error(ErrorCode::InvalidFirstCharacterOfTagName);
                self.create_comment(self.current);
                self.reconsume_in(State::BogusComment);
            }
        }
    }

    /// [Tag name state](https://html.spec.whatwg.org/multipage/parsing.html#tag-name-state)
    pub(super) fn tag_name(&mut self) {
        match self.consume() {
            Some(b'\t' | b'\n' | b'\x0C' | b' ') => self.switch_to(State::BeforeAttributeName),
            Some(b'/') => self.switch_to(State::SelfClosingStartTag),
            Some(b'>') => {
                self.switch_to(State::Data);
                self.emit_tag();
            }
            Some(byte @ b'A'..=b'Z') => self.append_to_tag_name(byte + 0x20),
            Some(b'\0') => {
                self.parse_error(ErrorCode::UnexpectedNullCharacter);
                self.append_replacement_character_to_tag_name();
            }
            None => self.end_of_file_in_tag(),
            Some(byte) => self.append_to_tag_name(byte),
        }
    }

    /// [Self-closing start tag state](https://html.spec.whatwg.org/multipage/parsing.html#self-closing-start-tag-state)
    pub(super) fn self_closing_start_tag(&mut self) {
        match self.consume() {
            Some(b'>') => {
                self.tag.self_closing = true;
                self.switch_to(State::Data);
                self.emit_tag();
            }
            None => self.end_of_file_in_tag(),
            Some(_) => {
                self.parse_error(ErrorCode::UnexpectedSolidusInTag);
                self.reconsume_in(State::BeforeAttributeName);
            }
        }
    }
}
