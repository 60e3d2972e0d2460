//! The CDATA section states.

use super::{State, StateMachine};
use crate::error::ErrorCode;

impl StateMachine<'_, '_> {
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
