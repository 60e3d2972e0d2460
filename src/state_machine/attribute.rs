//! The attribute states: names, values, and the characters between them.

use super::{State, StateMachine};
use crate::error::ErrorCode;
use crate::token::Quote;

impl StateMachine<'_, '_> {
    /// [Before attribute name state](https://html.spec.whatwg.org/multipage/parsing.html#before-attribute-name-state)
    pub(super) fn before_attribute_name(&mut self) {
        match self.consume() {
            Some(b'\t' | b'\n' | b'\x0C' | b' ') => {}
            Some(b'/' | b'>') | None => self.reconsume_in(State::AfterAttributeName),
            Some(b'=') => {
                self.parse_error(ErrorCode::UnexpectedEqualsSignBeforeAttributeName);
                self.start_attribute();
                self.append_to_attribute_name(b'=');
                self.switch_to(State::AttributeName);
            }
            Some(_) => {
                self.start_attribute();
                self.reconsume_in(State::AttributeName);
            }
        }
    }

    /// [Attribute name state](https://html.spec.whatwg.org/multipage/parsing.html#attribute-name-state)
    pub(super) fn attribute_name(&mut self) {
        match self.consume() {
            Some(b'\t' | b'\n' | b'\x0C' | b' ' | b'/' | b'>') | None => {
                self.leave_attribute_name();
                self.reconsume_in(State::AfterAttributeName);
            }
            Some(b'=') => {
                self.leave_attribute_name();
                self.switch_to(State::BeforeAttributeValue);
            }
            Some(byte @ b'A'..=b'Z') => self.append_to_attribute_name(byte + 0x20),
            Some(b'\0') => {
                self.parse_error(ErrorCode::UnexpectedNullCharacter);
                self.append_replacement_character_to_attribute_name();
            }
            Some(byte @ (b'"' | b'\'' | b'<')) => {
                self.parse_error(ErrorCode::UnexpectedCharacterInAttributeName);
                self.append_to_attribute_name(byte);
            }
            Some(byte) => self.append_to_attribute_name(byte),
        }
    }

    /// [After attribute name state](https://html.spec.whatwg.org/multipage/parsing.html#after-attribute-name-state)
    pub(super) fn after_attribute_name(&mut self) {
        match self.consume() {
            Some(b'\t' | b'\n' | b'\x0C' | b' ') => {}
            Some(b'/') => self.switch_to(State::SelfClosingStartTag),
            Some(b'=') => self.switch_to(State::BeforeAttributeValue),
            Some(b'>') => {
                self.switch_to(State::Data);
                self.emit_tag();
            }
            None => self.end_of_file_in_tag(),
            Some(_) => {
                self.start_attribute();
                self.reconsume_in(State::AttributeName);
            }
        }
    }

    /// [Before attribute value state](https://html.spec.whatwg.org/multipage/parsing.html#before-attribute-value-state)
    pub(super) fn before_attribute_value(&mut self) {
        match self.consume() {
            Some(b'\t' | b'\n' | b'\x0C' | b' ') => {}
            Some(b'"') => {
                self.start_value(Quote::Double, self.pos);
                self.switch_to(State::AttributeValueDoubleQuoted);
            }
            Some(b'\'') => {
                self.start_value(Quote::Single, self.pos);
                self.switch_to(State::AttributeValueSingleQuoted);
            }
            Some(b'>') => {
                self.start_value(Quote::Unquoted, self.current);
                self.parse_error(ErrorCode::MissingAttributeValue);
                self.switch_to(State::Data);
                self.emit_tag();
            }
            _ => {
                self.start_value(Quote::Unquoted, self.current);
                self.reconsume_in(State::AttributeValueUnquoted);
            }
        }
    }

    /// [Attribute value (double-quoted) state](https://html.spec.whatwg.org/multipage/parsing.html#attribute-value-(double-quoted)-state)
    pub(super) fn attribute_value_double_quoted(&mut self) {
        match self.consume() {
            Some(b'"') => {
                self.end_value();
                self.switch_to(State::AfterAttributeValueQuoted);
            }
            Some(b'&') => self.start_character_reference(State::AttributeValueDoubleQuoted),
            Some(b'\0') => {
                self.parse_error(ErrorCode::UnexpectedNullCharacter);
                self.append_replacement_character_to_value();
            }
            None => self.end_of_file_in_tag(),
            Some(byte) => self.append_to_value(byte),
        }
    }

    /// [Attribute value (single-quoted) state](https://html.spec.whatwg.org/multipage/parsing.html#attribute-value-(single-quoted)-state)
    pub(super) fn attribute_value_single_quoted(&mut self) {
        match self.consume() {
            Some(b'\'') => {
                self.end_value();
                self.switch_to(State::AfterAttributeValueQuoted);
            }
            Some(b'&') => self.start_character_reference(State::AttributeValueSingleQuoted),
            Some(b'\0') => {
                self.parse_error(ErrorCode::UnexpectedNullCharacter);
                self.append_replacement_character_to_value();
            }
            None => self.end_of_file_in_tag(),
            Some(byte) => self.append_to_value(byte),
        }
    }

    /// [Attribute value (unquoted) state](https://html.spec.whatwg.org/multipage/parsing.html#attribute-value-(unquoted)-state)
    pub(super) fn attribute_value_unquoted(&mut self) {
        match self.consume() {
            Some(b'\t' | b'\n' | b'\x0C' | b' ') => {
                self.end_value();
                self.switch_to(State::BeforeAttributeName);
            }
            Some(b'&') => self.start_character_reference(State::AttributeValueUnquoted),
            Some(b'>') => {
                self.end_value();
                self.switch_to(State::Data);
                self.emit_tag();
            }
            Some(b'\0') => {
                self.parse_error(ErrorCode::UnexpectedNullCharacter);
                self.append_replacement_character_to_value();
            }
            Some(byte @ (b'"' | b'\'' | b'<' | b'=' | b'`')) => {
                self.parse_error(ErrorCode::UnexpectedCharacterInUnquotedAttributeValue);
                self.append_to_value(byte);
            }
            None => self.end_of_file_in_tag(),
            Some(byte) => self.append_to_value(byte),
        }
    }

    /// [After attribute value (quoted) state](https://html.spec.whatwg.org/multipage/parsing.html#after-attribute-value-(quoted)-state)
    pub(super) fn after_attribute_value_quoted(&mut self) {
        match self.consume() {
            Some(b'\t' | b'\n' | b'\x0C' | b' ') => self.switch_to(State::BeforeAttributeName),
            Some(b'/') => self.switch_to(State::SelfClosingStartTag),
            Some(b'>') => {
                self.switch_to(State::Data);
                self.emit_tag();
            }
            None => self.end_of_file_in_tag(),
            Some(_) => {
                self.parse_error(ErrorCode::MissingWhitespaceBetweenAttributes);
                self.reconsume_in(State::BeforeAttributeName);
            }
        }
    }
}
