//! The less-than sign and end tag states of RCDATA and RAWTEXT.

use super::{State, StateMachine, TagKind};

impl StateMachine<'_, '_> {
    /// [RCDATA less-than sign state](https://html.spec.whatwg.org/multipage/parsing.html#rcdata-less-than-sign-state)
    pub(super) fn rcdata_less_than_sign(&mut self) {
        match self.consume() {
            Some(b'/') => {
                self.temporary_buffer.clear();
                self.switch_to(State::RcdataEndTagOpen);
            }
            _ => {
                self.emit_character(b'<');
                self.reconsume_in(State::Rcdata);
            }
        }
    }

    /// [RCDATA end tag open state](https://html.spec.whatwg.org/multipage/parsing.html#rcdata-end-tag-open-state)
    pub(super) fn rcdata_end_tag_open(&mut self) {
        match self.consume() {
            Some(byte) if byte.is_ascii_alphabetic() => {
                self.create_tag(TagKind::End);
                self.reconsume_in(State::RcdataEndTagName);
            }
            _ => {
                self.emit_characters(b"</");
                self.reconsume_in(State::Rcdata);
            }
        }
    }

    /// [RCDATA end tag name state](https://html.spec.whatwg.org/multipage/parsing.html#rcdata-end-tag-name-state)
    pub(super) fn rcdata_end_tag_name(&mut self) {
        self.end_tag_name_in(State::Rcdata);
    }

    /// [RAWTEXT less-than sign state](https://html.spec.whatwg.org/multipage/parsing.html#rawtext-less-than-sign-state)
    pub(super) fn rawtext_less_than_sign(&mut self) {
        match self.consume() {
            Some(b'/') => {
                self.temporary_buffer.clear();
                self.switch_to(State::RawtextEndTagOpen);
            }
            _ => {
                self.emit_character(b'<');
                self.reconsume_in(State::Rawtext);
            }
        }
    }

    /// [RAWTEXT end tag open state](https://html.spec.whatwg.org/multipage/parsing.html#rawtext-end-tag-open-state)
    pub(super) fn rawtext_end_tag_open(&mut self) {
        match self.consume() {
            Some(byte) if byte.is_ascii_alphabetic() => {
                self.create_tag(TagKind::End);
                self.reconsume_in(State::RawtextEndTagName);
            }
            _ => {
                self.emit_characters(b"</");
                self.reconsume_in(State::Rawtext);
            }
        }
    }

    /// [RAWTEXT end tag name state](https://html.spec.whatwg.org/multipage/parsing.html#rawtext-end-tag-name-state)
    pub(super) fn rawtext_end_tag_name(&mut self) {
        self.end_tag_name_in(State::Rawtext);
    }

    /// The rules that the four end tag name states of raw text share. `text_state` is the state of the text before the
    /// tag.
    pub(super) fn end_tag_name_in(&mut self, text_state: State) {
        match self.consume() {
            Some(b'\t' | b'\n' | b'\x0C' | b' ') if self.is_appropriate_end_tag() => {
                self.switch_to(State::BeforeAttributeName);
            }
            Some(b'/') if self.is_appropriate_end_tag() => self.switch_to(State::SelfClosingStartTag),
            Some(b'>') if self.is_appropriate_end_tag() => {
                self.switch_to(State::Data);
                self.emit_tag();
            }
            Some(byte @ b'A'..=b'Z') => {
                self.append_to_tag_name(byte + 0x20);
                self.temporary_buffer.push(byte);
            }
            Some(byte @ b'a'..=b'z') => {
                self.append_to_tag_name(byte);
                self.temporary_buffer.push(byte);
            }
            _ => {
                self.emit_characters(b"</");
                self.emit_temporary_buffer();
                self.reconsume_in(text_state);
            }
        }
    }
}
