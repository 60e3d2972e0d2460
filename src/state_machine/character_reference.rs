//! The character reference states: named, decimal and hexadecimal.

use super::{State, StateMachine};
use crate::error::ErrorCode;
use crate::references;

impl StateMachine<'_, '_> {
    /// [Character reference state](https://html.spec.whatwg.org/multipage/parsing.html#character-reference-state)
    pub(super) fn character_reference(&mut self) {
        self.temporary_buffer.clear();
        self.temporary_buffer.push(b'&');
        match self.consume() {
            Some(byte) if byte.is_ascii_alphanumeric() => self.reconsume_in(State::NamedCharacterReference),
            Some(b'#') => {
                self.temporary_buffer.push(b'#');
                self.switch_to(State::NumericCharacterReference);
            }
            _ => {
                self.flush_code_points_consumed_as_a_character_reference();
                self.reconsume_in(self.return_state);
            }
        }
    }

    /// [Named character reference state](https://html.spec.whatwg.org/multipage/parsing.html#named-character-reference-state)
    pub(super) fn named_character_reference(&mut self) {
        let rest = &self.run.source.input[self.pos..];
        let Some(named) = references::longest_name(rest) else {
            self.flush_code_points_consumed_as_a_character_reference();
            self.switch_to(State::AmbiguousAmpersand);
            return;
        };
        let name = &rest[..named.len];
        let next = rest.get(named.len).copied();
        self.pos += named.len;
        if self.is_consumed_as_part_of_an_attribute() && references::is_text_in_attribute(name, next) {
            self.temporary_buffer.extend_from_slice(name);
        } else {
            if name.last() != Some(&b';') {
                self.parse_error_at(ErrorCode::MissingSemicolonAfterCharacterReference, self.pos);
            }
            self.temporary_buffer.clear();
            self.temporary_buffer.extend_from_slice(named.characters.as_bytes());
        }
        self.flush_code_points_consumed_as_a_character_reference();
        self.switch_to(self.return_state);
    }

    /// [Ambiguous ampersand state](https://html.spec.whatwg.org/multipage/parsing.html#ambiguous-ampersand-state)
    pub(super) fn ambiguous_ampersand(&mut self) {
        match self.consume() {
            Some(byte) if byte.is_ascii_alphanumeric() => {
                if self.is_consumed_as_part_of_an_attribute() {
                    self.append_to_value(byte);
                } else {
                    self.emit_character(byte);
                }
            }
            Some(b';') => {
                self.parse_error(ErrorCode::UnknownNamedCharacterReference);
                self.reconsume_in(self.return_state);
            }
            _ => self.reconsume_in(self.return_state),
        }
    }

    /// [Numeric character reference state](https://html.spec.whatwg.org/multipage/parsing.html#numeric-character-reference-state)
    pub(super) fn numeric_character_reference(&mut self) {
        self.character_reference_code = 0;
        match self.consume() {
            Some(byte @ (b'x' | b'X')) => {
                self.temporary_buffer.push(byte);
                self.switch_to(State::HexadecimalCharacterReferenceStart);
            }
            _ => self.reconsume_in(State::DecimalCharacterReferenceStart),
        }
    }

    /// [Hexadecimal character reference start state](https://html.spec.whatwg.org/multipage/parsing.html#hexadecimal-character-reference-start-state)
    pub(super) fn hexadecimal_character_reference_start(&mut self) {
        match self.consume() {
            Some(byte) if byte.is_ascii_hexdigit() => self.reconsume_in(State::HexadecimalCharacterReference),
            _ => {
                self.parse_error(ErrorCode::AbsenceOfDigitsInNumericCharacterReference);
                self.flush_code_points_consumed_as_a_character_reference();
                self.reconsume_in(self.return_state);
            }
        }
    }

    /// [Decimal character reference start state](https://html.spec.whatwg.org/multipage/parsing.html#decimal-character-reference-start-state)
    pub(super) fn decimal_character_reference_start(&mut self) {
        match self.consume() {
            Some(byte) if byte.is_ascii_digit() => self.reconsume_in(State::DecimalCharacterReference),
            _ => {
                self.parse_error(ErrorCode::AbsenceOfDigitsInNumericCharacterReference);
                self.flush_code_points_consumed_as_a_character_reference();
                self.reconsume_in(self.return_state);
            }
        }
    }

    /// [Hexadecimal character reference state](https://html.spec.whatwg.org/multipage/parsing.html#hexadecimal-character-reference-state)
    pub(super) fn hexadecimal_character_reference(&mut self) {
        match self.consume() {
            Some(byte @ b'0'..=b'9') => self.add_digit(16, byte - 0x30),
            Some(byte @ b'A'..=b'F') => self.add_digit(16, byte - 0x37),
            Some(byte @ b'a'..=b'f') => self.add_digit(16, byte - 0x57),
            Some(b';') => self.switch_to(State::NumericCharacterReferenceEnd),
            _ => {
                self.parse_error(ErrorCode::MissingSemicolonAfterCharacterReference);
                self.reconsume_in(State::NumericCharacterReferenceEnd);
            }
        }
    }

    /// [Decimal character reference state](https://html.spec.whatwg.org/multipage/parsing.html#decimal-character-reference-state)
    pub(super) fn decimal_character_reference(&mut self) {
        match self.consume() {
            Some(byte @ b'0'..=b'9') => self.add_digit(10, byte - 0x30),
            Some(b';') => self.switch_to(State::NumericCharacterReferenceEnd),
            _ => {
                self.parse_error(ErrorCode::MissingSemicolonAfterCharacterReference);
                self.reconsume_in(State::NumericCharacterReferenceEnd);
            }
        }
    }

    /// [Numeric character reference end state](https://html.spec.whatwg.org/multipage/parsing.html#numeric-character-reference-end-state)
    pub(super) fn numeric_character_reference_end(&mut self) {
        let (character, error) = references::numeric(self.character_reference_code);
        if let Some(code) = error {
            self.parse_error_at(code, self.pos);
        }
        self.temporary_buffer.clear();
        self.temporary_buffer.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
        self.flush_code_points_consumed_as_a_character_reference();
        self.switch_to(self.return_state);
    }

    /// Multiplies the character reference code by `base` and adds `digit`. Saturates at `u32::MAX`, which is not a code
    /// point.
    fn add_digit(&mut self, base: u32, digit: u8) {
        self.character_reference_code = self.character_reference_code.saturating_mul(base).saturating_add(digit.into());
    }

    /// [A character reference is consumed as part of an
    /// attribute](https://html.spec.whatwg.org/multipage/parsing.html#charref-in-attribute) if the return state is an attribute
    /// value state.
    fn is_consumed_as_part_of_an_attribute(&self) -> bool {
        matches!(
            self.return_state,
            State::AttributeValueDoubleQuoted | State::AttributeValueSingleQuoted | State::AttributeValueUnquoted
        )
    }

    /// [Flush code points consumed as a character
    /// reference](https://html.spec.whatwg.org/multipage/parsing.html#flush-code-points-consumed-as-a-character-reference).
    fn flush_code_points_consumed_as_a_character_reference(&mut self) {
        if self.is_consumed_as_part_of_an_attribute() {
            self.append_temporary_buffer_to_value();
        } else {
            self.emit_temporary_buffer();
        }
    }
}
