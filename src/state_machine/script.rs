//! The script data states: the end tag states, and the escapes that hide `</script>` in a comment.

use super::{State, StateMachine, TagKind};
use crate::error::ErrorCode;

impl StateMachine<'_, '_> {
    /// [Script data less-than sign state](https://html.spec.whatwg.org/multipage/parsing.html#script-data-less-than-sign-state)
    pub(super) fn script_data_less_than_sign(&mut self) {
        match self.consume() {
            Some(b'/') => {
                self.temporary_buffer.clear();
                self.switch_to(State::ScriptDataEndTagOpen);
            }
            Some(b'!') => {
                self.switch_to(State::ScriptDataEscapeStart);
                self.emit_characters(b"<!");
            }
            _ => {
                self.emit_character(b'<');
                self.reconsume_in(State::ScriptData);
            }
        }
    }

    /// [Script data end tag open state](https://html.spec.whatwg.org/multipage/parsing.html#script-data-end-tag-open-state)
    pub(super) fn script_data_end_tag_open(&mut self) {
        match self.consume() {
            Some(byte) if byte.is_ascii_alphabetic() => {
                self.create_tag(TagKind::End);
                self.reconsume_in(State::ScriptDataEndTagName);
            }
            _ => {
                self.emit_characters(b"</");
                self.reconsume_in(State::ScriptData);
            }
        }
    }

    /// [Script data end tag name state](https://html.spec.whatwg.org/multipage/parsing.html#script-data-end-tag-name-state)
    pub(super) fn script_data_end_tag_name(&mut self) {
        self.end_tag_name_in(State::ScriptData);
    }

    /// [Script data escape start state](https://html.spec.whatwg.org/multipage/parsing.html#script-data-escape-start-state)
    pub(super) fn script_data_escape_start(&mut self) {
        match self.consume() {
            Some(b'-') => {
                self.switch_to(State::ScriptDataEscapeStartDash);
                self.emit_character(b'-');
            }
            _ => self.reconsume_in(State::ScriptData),
        }
    }

    /// [Script data escape start dash state](https://html.spec.whatwg.org/multipage/parsing.html#script-data-escape-start-dash-state)
    pub(super) fn script_data_escape_start_dash(&mut self) {
        match self.consume() {
            Some(b'-') => {
                self.switch_to(State::ScriptDataEscapedDashDash);
                self.emit_character(b'-');
            }
            _ => self.reconsume_in(State::ScriptData),
        }
    }

    /// [Script data escaped state](https://html.spec.whatwg.org/multipage/parsing.html#script-data-escaped-state)
    pub(super) fn script_data_escaped(&mut self) {
        match self.consume() {
            Some(b'-') => {
                self.switch_to(State::ScriptDataEscapedDash);
                self.emit_character(b'-');
            }
            Some(b'<') => self.open_markup(State::ScriptDataEscapedLessThanSign),
            Some(b'\0') => {
                self.parse_error(ErrorCode::UnexpectedNullCharacter);
                self.emit_replacement_character();
            }
            None => self.end_of_file_in_script_comment(),
            Some(byte) => self.emit_character(byte),
        }
    }

    /// [Script data escaped dash state](https://html.spec.whatwg.org/multipage/parsing.html#script-data-escaped-dash-state)
    pub(super) fn script_data_escaped_dash(&mut self) {
        match self.consume() {
            Some(b'-') => {
                self.switch_to(State::ScriptDataEscapedDashDash);
                self.emit_character(b'-');
            }
            Some(b'<') => self.open_markup(State::ScriptDataEscapedLessThanSign),
            Some(b'\0') => {
                self.parse_error(ErrorCode::UnexpectedNullCharacter);
                self.switch_to(State::ScriptDataEscaped);
                self.emit_replacement_character();
            }
            None => self.end_of_file_in_script_comment(),
            Some(byte) => {
                self.switch_to(State::ScriptDataEscaped);
                self.emit_character(byte);
            }
        }
    }

    /// [Script data escaped dash dash state](https://html.spec.whatwg.org/multipage/parsing.html#script-data-escaped-dash-dash-state)
    pub(super) fn script_data_escaped_dash_dash(&mut self) {
        match self.consume() {
            Some(b'-') => self.emit_character(b'-'),
            Some(b'<') => self.open_markup(State::ScriptDataEscapedLessThanSign),
            Some(b'>') => {
                self.switch_to(State::ScriptData);
                self.emit_character(b'>');
            }
            Some(b'\0') => {
                self.parse_error(ErrorCode::UnexpectedNullCharacter);
                self.switch_to(State::ScriptDataEscaped);
                self.emit_replacement_character();
            }
            None => self.end_of_file_in_script_comment(),
            Some(byte) => {
                self.switch_to(State::ScriptDataEscaped);
                self.emit_character(byte);
            }
        }
    }

    /// [Script data escaped less-than sign state](https://html.spec.whatwg.org/multipage/parsing.html#script-data-escaped-less-than-sign-state)
    pub(super) fn script_data_escaped_less_than_sign(&mut self) {
        match self.consume() {
            Some(b'/') => {
                self.temporary_buffer.clear();
                self.switch_to(State::ScriptDataEscapedEndTagOpen);
            }
            Some(byte) if byte.is_ascii_alphabetic() => {
                self.temporary_buffer.clear();
                self.emit_character(b'<');
                self.reconsume_in(State::ScriptDataDoubleEscapeStart);
            }
            _ => {
                self.emit_character(b'<');
                self.reconsume_in(State::ScriptDataEscaped);
            }
        }
    }

    /// [Script data escaped end tag open state](https://html.spec.whatwg.org/multipage/parsing.html#script-data-escaped-end-tag-open-state)
    pub(super) fn script_data_escaped_end_tag_open(&mut self) {
        match self.consume() {
            Some(byte) if byte.is_ascii_alphabetic() => {
                self.create_tag(TagKind::End);
                self.reconsume_in(State::ScriptDataEscapedEndTagName);
            }
            _ => {
                self.emit_characters(b"</");
                self.reconsume_in(State::ScriptDataEscaped);
            }
        }
    }

    /// [Script data escaped end tag name state](https://html.spec.whatwg.org/multipage/parsing.html#script-data-escaped-end-tag-name-state)
    pub(super) fn script_data_escaped_end_tag_name(&mut self) {
        self.end_tag_name_in(State::ScriptDataEscaped);
    }

    /// [Script data double escape start state](https://html.spec.whatwg.org/multipage/parsing.html#script-data-double-escape-start-state)
    pub(super) fn script_data_double_escape_start(&mut self) {
        match self.consume() {
            Some(byte @ (b'\t' | b'\n' | b'\x0C' | b' ' | b'/' | b'>')) => {
                if self.temporary_buffer.as_slice() == b"script" {
                    self.switch_to(State::ScriptDataDoubleEscaped);
                } else {
                    self.switch_to(State::ScriptDataEscaped);
                }
                self.emit_character(byte);
            }
            Some(byte @ b'A'..=b'Z') => {
                self.temporary_buffer.push(byte + 0x20);
                self.emit_character(byte);
            }
            Some(byte @ b'a'..=b'z') => {
                self.temporary_buffer.push(byte);
                self.emit_character(byte);
            }
            _ => self.reconsume_in(State::ScriptDataEscaped),
        }
    }

    /// [Script data double escaped state](https://html.spec.whatwg.org/multipage/parsing.html#script-data-double-escaped-state)
    pub(super) fn script_data_double_escaped(&mut self) {
        match self.consume() {
            Some(b'-') => {
                self.switch_to(State::ScriptDataDoubleEscapedDash);
                self.emit_character(b'-');
            }
            Some(b'<') => {
                self.switch_to(State::ScriptDataDoubleEscapedLessThanSign);
                self.emit_character(b'<');
            }
            Some(b'\0') => {
                self.parse_error(ErrorCode::UnexpectedNullCharacter);
                self.emit_replacement_character();
            }
            None => self.end_of_file_in_script_comment(),
            Some(byte) => self.emit_character(byte),
        }
    }

    /// [Script data double escaped dash state](https://html.spec.whatwg.org/multipage/parsing.html#script-data-double-escaped-dash-state)
    pub(super) fn script_data_double_escaped_dash(&mut self) {
        match self.consume() {
            Some(b'-') => {
                self.switch_to(State::ScriptDataDoubleEscapedDashDash);
                self.emit_character(b'-');
            }
            Some(b'<') => {
                self.switch_to(State::ScriptDataDoubleEscapedLessThanSign);
                self.emit_character(b'<');
            }
            Some(b'\0') => {
                self.parse_error(ErrorCode::UnexpectedNullCharacter);
                self.switch_to(State::ScriptDataDoubleEscaped);
                self.emit_replacement_character();
            }
            None => self.end_of_file_in_script_comment(),
            Some(byte) => {
                self.switch_to(State::ScriptDataDoubleEscaped);
                self.emit_character(byte);
            }
        }
    }

    /// [Script data double escaped dash dash state](https://html.spec.whatwg.org/multipage/parsing.html#script-data-double-escaped-dash-dash-state)
    pub(super) fn script_data_double_escaped_dash_dash(&mut self) {
        match self.consume() {
            Some(b'-') => self.emit_character(b'-'),
            Some(b'<') => {
                self.switch_to(State::ScriptDataDoubleEscapedLessThanSign);
                self.emit_character(b'<');
            }
            Some(b'>') => {
                self.switch_to(State::ScriptData);
                self.emit_character(b'>');
            }
            Some(b'\0') => {
                self.parse_error(ErrorCode::UnexpectedNullCharacter);
                self.switch_to(State::ScriptDataDoubleEscaped);
                self.emit_replacement_character();
            }
            None => self.end_of_file_in_script_comment(),
            Some(byte) => {
                self.switch_to(State::ScriptDataDoubleEscaped);
                self.emit_character(byte);
            }
        }
    }

    /// [Script data double escaped less-than sign state](https://html.spec.whatwg.org/multipage/parsing.html#script-data-double-escaped-less-than-sign-state)
    pub(super) fn script_data_double_escaped_less_than_sign(&mut self) {
        match self.consume() {
            Some(b'/') => {
                self.temporary_buffer.clear();
                self.switch_to(State::ScriptDataDoubleEscapeEnd);
                self.emit_character(b'/');
            }
            _ => self.reconsume_in(State::ScriptDataDoubleEscaped),
        }
    }

    /// [Script data double escape end state](https://html.spec.whatwg.org/multipage/parsing.html#script-data-double-escape-end-state)
    pub(super) fn script_data_double_escape_end(&mut self) {
        match self.consume() {
            Some(byte @ (b'\t' | b'\n' | b'\x0C' | b' ' | b'/' | b'>')) => {
                if self.temporary_buffer.as_slice() == b"script" {
                    self.switch_to(State::ScriptDataEscaped);
                } else {
                    self.switch_to(State::ScriptDataDoubleEscaped);
                }
                self.emit_character(byte);
            }
            Some(byte @ b'A'..=b'Z') => {
                self.temporary_buffer.push(byte + 0x20);
                self.emit_character(byte);
            }
            Some(byte @ b'a'..=b'z') => {
                self.temporary_buffer.push(byte);
                self.emit_character(byte);
            }
            _ => self.reconsume_in(State::ScriptDataDoubleEscaped),
        }
    }

    /// The rules that the escaped states share at the end of the input.
    fn end_of_file_in_script_comment(&mut self) {
        self.parse_error(ErrorCode::EofInScriptHtmlCommentLikeText);
        self.emit_end_of_file();
    }
}
