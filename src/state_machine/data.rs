//! The states between two tokens: the data, RCDATA, RAWTEXT, script data and PLAINTEXT states, and the CDATA section states.

use super::{State, StateMachine};
use crate::error::ErrorCode;

impl StateMachine<'_, '_> {
    /// [Data state](https://html.spec.whatwg.org/multipage/parsing.html#data-state)
    pub(super) fn data(&mut self) {
        match self.consume() {
            Some(b'&') => self.start_character_reference(State::Data),
            Some(b'<') => self.open_markup(State::TagOpen),
            Some(b'\0') => {
                self.parse_error(ErrorCode::UnexpectedNullCharacter);
                self.emit_character(b'\0');
            }
            None => self.emit_end_of_file(),
            Some(byte) => self.emit_character(byte),
        }
    }

    /// [RCDATA state](https://html.spec.whatwg.org/multipage/parsing.html#rcdata-state)
    pub(super) fn rcdata(&mut self) {
        match self.consume() {
            Some(b'&') => self.start_character_reference(State::Rcdata),
            Some(b'<') => self.open_markup(State::RcdataLessThanSign),
            Some(b'\0') => {
                self.parse_error(ErrorCode::UnexpectedNullCharacter);
                self.emit_replacement_character();
            }
            None => self.emit_end_of_file(),
            Some(byte) => self.emit_character(byte),
        }
    }

    /// [RAWTEXT state](https://html.spec.whatwg.org/multipage/parsing.html#rawtext-state)
    pub(super) fn rawtext(&mut self) {
        match self.consume() {
            Some(b'<') => self.open_markup(State::RawtextLessThanSign),
            Some(b'\0') => {
                self.parse_error(ErrorCode::UnexpectedNullCharacter);
                self.emit_replacement_character();
            }
            None => self.emit_end_of_file(),
            Some(byte) => self.emit_character(byte),
        }
    }

    /// [Script data state](https://html.spec.whatwg.org/multipage/parsing.html#script-data-state)
    pub(super) fn script_data(&mut self) {
        match self.consume() {
            Some(b'<') => self.open_markup(State::ScriptDataLessThanSign),
            Some(b'\0') => {
                self.parse_error(ErrorCode::UnexpectedNullCharacter);
                self.emit_replacement_character();
            }
            None => self.emit_end_of_file(),
            Some(byte) => self.emit_character(byte),
        }
    }

    /// [PLAINTEXT state](https://html.spec.whatwg.org/multipage/parsing.html#plaintext-state)
    pub(super) fn plaintext(&mut self) {
        match self.consume() {
            Some(b'\0') => {
                self.parse_error(ErrorCode::UnexpectedNullCharacter);
                self.emit_replacement_character();
            }
            None => self.emit_end_of_file(),
            Some(byte) => self.emit_character(byte),
        }
    }

    /// [CDATA section state](https://html.spec.whatwg.org/multipage/parsing.html#cdata-section-state)
    pub(super) fn cdata_section(&mut self) {
        match self.consume() {
            Some(b']') => self.switch_to(State::CdataSectionBracket),
            None => {
                self.parse_error(ErrorCode::EofInCdata);
                self.close_cdata_section(self.pos);
                self.emit_end_of_file();
            }
            // NUL is emitted unchanged. Tree construction handles it.
            Some(byte) => self.emit_character(byte),
        }
    }

    /// [CDATA section bracket state](https://html.spec.whatwg.org/multipage/parsing.html#cdata-section-bracket-state)
    pub(super) fn cdata_section_bracket(&mut self) {
        match self.consume() {
            Some(b']') => self.switch_to(State::CdataSectionEnd),
            _ => {
                self.emit_character(b']');
                self.reconsume_in(State::CdataSection);
            }
        }
    }

    /// [CDATA section end state](https://html.spec.whatwg.org/multipage/parsing.html#cdata-section-end-state)
    pub(super) fn cdata_section_end(&mut self) {
        match self.consume() {
            Some(b']') => self.emit_character(b']'),
            Some(b'>') => {
                self.close_cdata_section(self.pos - b"]]>".len());
                self.switch_to(State::Data);
            }
            _ => {
                self.emit_characters(b"]]");
                self.reconsume_in(State::CdataSection);
            }
        }
    }
}
