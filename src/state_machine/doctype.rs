//! The DOCTYPE states.

use super::{State, StateMachine};
use crate::error::ErrorCode;

impl StateMachine<'_, '_> {
    /// [DOCTYPE state](https://html.spec.whatwg.org/multipage/parsing.html#doctype-state)
    pub(super) fn doctype(&mut self) {
        match self.consume() {
            Some(b'\t' | b'\n' | b'\x0C' | b' ') => self.switch_to(State::BeforeDoctypeName),
            Some(b'>') => self.reconsume_in(State::BeforeDoctypeName),
            None => {
                self.create_doctype();
                self.end_of_file_in_doctype();
            }
            Some(_) => {
                self.parse_error(ErrorCode::MissingWhitespaceBeforeDoctypeName);
                self.reconsume_in(State::BeforeDoctypeName);
            }
        }
    }

    /// [Before DOCTYPE name state](https://html.spec.whatwg.org/multipage/parsing.html#before-doctype-name-state)
    pub(super) fn before_doctype_name(&mut self) {
        match self.consume() {
            Some(b'\t' | b'\n' | b'\x0C' | b' ') => {}
            Some(byte @ b'A'..=b'Z') => {
                self.create_doctype();
                self.append_to_doctype_name(byte + 0x20);
                self.switch_to(State::DoctypeName);
            }
            Some(b'\0') => {
                self.parse_error(ErrorCode::UnexpectedNullCharacter);
                self.create_doctype();
                self.append_replacement_character_to_doctype_name();
                self.switch_to(State::DoctypeName);
            }
            Some(b'>') => {
                self.parse_error(ErrorCode::MissingDoctypeName);
                self.create_doctype();
                self.doctype.force_quirks = true;
                self.switch_to(State::Data);
                self.emit_doctype();
            }
            None => {
                self.create_doctype();
                self.end_of_file_in_doctype();
            }
            Some(byte) => {
                self.create_doctype();
                self.append_to_doctype_name(byte);
                self.switch_to(State::DoctypeName);
            }
        }
    }

    /// [DOCTYPE name state](https://html.spec.whatwg.org/multipage/parsing.html#doctype-name-state)
    pub(super) fn doctype_name(&mut self) {
        match self.consume() {
            Some(b'\t' | b'\n' | b'\x0C' | b' ') => self.switch_to(State::AfterDoctypeName),
            Some(b'>') => {
                self.switch_to(State::Data);
                self.emit_doctype();
            }
            Some(byte @ b'A'..=b'Z') => self.append_to_doctype_name(byte + 0x20),
            Some(b'\0') => {
                self.parse_error(ErrorCode::UnexpectedNullCharacter);
                self.append_replacement_character_to_doctype_name();
            }
            None => self.end_of_file_in_doctype(),
            Some(byte) => self.append_to_doctype_name(byte),
        }
    }

    /// [After DOCTYPE name state](https://html.spec.whatwg.org/multipage/parsing.html#after-doctype-name-state)
    pub(super) fn after_doctype_name(&mut self) {
        match self.consume() {
            Some(b'\t' | b'\n' | b'\x0C' | b' ') => {}
            Some(b'>') => {
                self.switch_to(State::Data);
                self.emit_doctype();
            }
            None => self.end_of_file_in_doctype(),
            Some(_) => {
                // "If the six characters starting from the current input character are ..."
                let after = self.pos;
                self.pos = self.current;
                if self.consume_if_ignoring_case(b"PUBLIC") {
                    self.switch_to(State::AfterDoctypePublicKeyword);
                } else if self.consume_if_ignoring_case(b"SYSTEM") {
                    self.switch_to(State::AfterDoctypeSystemKeyword);
                } else {
                    self.pos = after;
                    self.parse_error(ErrorCode::InvalidCharacterSequenceAfterDoctypeName);
                    self.doctype.force_quirks = true;
                    self.reconsume_in(State::BogusDoctype);
                }
            }
        }
    }

    /// [After DOCTYPE public keyword state](https://html.spec.whatwg.org/multipage/parsing.html#after-doctype-public-keyword-state)
    pub(super) fn after_doctype_public_keyword(&mut self) {
        match self.consume() {
            Some(b'\t' | b'\n' | b'\x0C' | b' ') => self.switch_to(State::BeforeDoctypePublicIdentifier),
            Some(b'"') => {
                self.parse_error(ErrorCode::MissingWhitespaceAfterDoctypePublicKeyword);
                self.set_public_identifier_to_the_empty_string();
                self.switch_to(State::DoctypePublicIdentifierDoubleQuoted);
            }
            Some(b'\'') => {
                self.parse_error(ErrorCode::MissingWhitespaceAfterDoctypePublicKeyword);
                self.set_public_identifier_to_the_empty_string();
                self.switch_to(State::DoctypePublicIdentifierSingleQuoted);
            }
            Some(b'>') => self.abrupt_doctype(ErrorCode::MissingDoctypePublicIdentifier),
            None => self.end_of_file_in_doctype(),
            Some(_) => {
                self.parse_error(ErrorCode::MissingQuoteBeforeDoctypePublicIdentifier);
                self.doctype.force_quirks = true;
                self.reconsume_in(State::BogusDoctype);
            }
        }
    }

    /// [Before DOCTYPE public identifier state](https://html.spec.whatwg.org/multipage/parsing.html#before-doctype-public-identifier-state)
    pub(super) fn before_doctype_public_identifier(&mut self) {
        match self.consume() {
            Some(b'\t' | b'\n' | b'\x0C' | b' ') => {}
            Some(b'"') => {
                self.set_public_identifier_to_the_empty_string();
                self.switch_to(State::DoctypePublicIdentifierDoubleQuoted);
            }
            Some(b'\'') => {
                self.set_public_identifier_to_the_empty_string();
                self.switch_to(State::DoctypePublicIdentifierSingleQuoted);
            }
            Some(b'>') => self.abrupt_doctype(ErrorCode::MissingDoctypePublicIdentifier),
            None => self.end_of_file_in_doctype(),
            Some(_) => {
                self.parse_error(ErrorCode::MissingQuoteBeforeDoctypePublicIdentifier);
                self.doctype.force_quirks = true;
                self.reconsume_in(State::BogusDoctype);
            }
        }
    }

    /// [DOCTYPE public identifier (double-quoted) state](https://html.spec.whatwg.org/multipage/parsing.html#doctype-public-identifier-(double-quoted)-state)
    pub(super) fn doctype_public_identifier_double_quoted(&mut self) {
        match self.consume() {
            Some(b'"') => self.switch_to(State::AfterDoctypePublicIdentifier),
            Some(b'\0') => {
                self.parse_error(ErrorCode::UnexpectedNullCharacter);
                self.append_replacement_character_to_public_identifier();
            }
            Some(b'>') => self.abrupt_doctype(ErrorCode::AbruptDoctypePublicIdentifier),
            None => self.end_of_file_in_doctype(),
            Some(byte) => self.append_to_public_identifier(byte),
        }
    }

    /// [DOCTYPE public identifier (single-quoted) state](https://html.spec.whatwg.org/multipage/parsing.html#doctype-public-identifier-(single-quoted)-state)
    pub(super) fn doctype_public_identifier_single_quoted(&mut self) {
        match self.consume() {
            Some(b'\'') => self.switch_to(State::AfterDoctypePublicIdentifier),
            Some(b'\0') => {
                self.parse_error(ErrorCode::UnexpectedNullCharacter);
                self.append_replacement_character_to_public_identifier();
            }
            Some(b'>') => self.abrupt_doctype(ErrorCode::AbruptDoctypePublicIdentifier),
            None => self.end_of_file_in_doctype(),
            Some(byte) => self.append_to_public_identifier(byte),
        }
    }

    /// [After DOCTYPE public identifier state](https://html.spec.whatwg.org/multipage/parsing.html#after-doctype-public-identifier-state)
    pub(super) fn after_doctype_public_identifier(&mut self) {
        match self.consume() {
            Some(b'\t' | b'\n' | b'\x0C' | b' ') => self.switch_to(State::BetweenDoctypePublicAndSystemIdentifiers),
            Some(b'>') => {
                self.switch_to(State::Data);
                self.emit_doctype();
            }
            Some(b'"') => {
                self.parse_error(ErrorCode::MissingWhitespaceBetweenDoctypePublicAndSystemIdentifiers);
                self.set_system_identifier_to_the_empty_string();
                self.switch_to(State::DoctypeSystemIdentifierDoubleQuoted);
            }
            Some(b'\'') => {
                self.parse_error(ErrorCode::MissingWhitespaceBetweenDoctypePublicAndSystemIdentifiers);
                self.set_system_identifier_to_the_empty_string();
                self.switch_to(State::DoctypeSystemIdentifierSingleQuoted);
            }
            None => self.end_of_file_in_doctype(),
            Some(_) => {
                self.parse_error(ErrorCode::MissingQuoteBeforeDoctypeSystemIdentifier);
                self.doctype.force_quirks = true;
                self.reconsume_in(State::BogusDoctype);
            }
        }
    }

    /// [Between DOCTYPE public and system identifiers state](https://html.spec.whatwg.org/multipage/parsing.html#between-doctype-public-and-system-identifiers-state)
    pub(super) fn between_doctype_public_and_system_identifiers(&mut self) {
        match self.consume() {
            Some(b'\t' | b'\n' | b'\x0C' | b' ') => {}
            Some(b'>') => {
                self.switch_to(State::Data);
                self.emit_doctype();
            }
            Some(b'"') => {
                self.set_system_identifier_to_the_empty_string();
                self.switch_to(State::DoctypeSystemIdentifierDoubleQuoted);
            }
            Some(b'\'') => {
                self.set_system_identifier_to_the_empty_string();
                self.switch_to(State::DoctypeSystemIdentifierSingleQuoted);
            }
            None => self.end_of_file_in_doctype(),
            Some(_) => {
                self.parse_error(ErrorCode::MissingQuoteBeforeDoctypeSystemIdentifier);
                self.doctype.force_quirks = true;
                self.reconsume_in(State::BogusDoctype);
            }
        }
    }

    /// [After DOCTYPE system keyword state](https://html.spec.whatwg.org/multipage/parsing.html#after-doctype-system-keyword-state)
    pub(super) fn after_doctype_system_keyword(&mut self) {
        match self.consume() {
            Some(b'\t' | b'\n' | b'\x0C' | b' ') => self.switch_to(State::BeforeDoctypeSystemIdentifier),
            Some(b'"') => {
                self.parse_error(ErrorCode::MissingWhitespaceAfterDoctypeSystemKeyword);
                self.set_system_identifier_to_the_empty_string();
                self.switch_to(State::DoctypeSystemIdentifierDoubleQuoted);
            }
            Some(b'\'') => {
                self.parse_error(ErrorCode::MissingWhitespaceAfterDoctypeSystemKeyword);
                self.set_system_identifier_to_the_empty_string();
                self.switch_to(State::DoctypeSystemIdentifierSingleQuoted);
            }
            Some(b'>') => self.abrupt_doctype(ErrorCode::MissingDoctypeSystemIdentifier),
            None => self.end_of_file_in_doctype(),
            Some(_) => {
                self.parse_error(ErrorCode::MissingQuoteBeforeDoctypeSystemIdentifier);
                self.doctype.force_quirks = true;
                self.reconsume_in(State::BogusDoctype);
            }
        }
    }

    /// [Before DOCTYPE system identifier state](https://html.spec.whatwg.org/multipage/parsing.html#before-doctype-system-identifier-state)
    pub(super) fn before_doctype_system_identifier(&mut self) {
        match self.consume() {
            Some(b'\t' | b'\n' | b'\x0C' | b' ') => {}
            Some(b'"') => {
                self.set_system_identifier_to_the_empty_string();
                self.switch_to(State::DoctypeSystemIdentifierDoubleQuoted);
            }
            Some(b'\'') => {
                self.set_system_identifier_to_the_empty_string();
                self.switch_to(State::DoctypeSystemIdentifierSingleQuoted);
            }
            Some(b'>') => self.abrupt_doctype(ErrorCode::MissingDoctypeSystemIdentifier),
            None => self.end_of_file_in_doctype(),
            Some(_) => {
                self.parse_error(ErrorCode::MissingQuoteBeforeDoctypeSystemIdentifier);
                self.doctype.force_quirks = true;
                self.reconsume_in(State::BogusDoctype);
            }
        }
    }

    /// [DOCTYPE system identifier (double-quoted) state](https://html.spec.whatwg.org/multipage/parsing.html#doctype-system-identifier-(double-quoted)-state)
    pub(super) fn doctype_system_identifier_double_quoted(&mut self) {
        match self.consume() {
            Some(b'"') => self.switch_to(State::AfterDoctypeSystemIdentifier),
            Some(b'\0') => {
                self.parse_error(ErrorCode::UnexpectedNullCharacter);
                self.append_replacement_character_to_system_identifier();
            }
            Some(b'>') => self.abrupt_doctype(ErrorCode::AbruptDoctypeSystemIdentifier),
            None => self.end_of_file_in_doctype(),
            Some(byte) => self.append_to_system_identifier(byte),
        }
    }

    /// [DOCTYPE system identifier (single-quoted) state](https://html.spec.whatwg.org/multipage/parsing.html#doctype-system-identifier-(single-quoted)-state)
    pub(super) fn doctype_system_identifier_single_quoted(&mut self) {
        match self.consume() {
            Some(b'\'') => self.switch_to(State::AfterDoctypeSystemIdentifier),
            Some(b'\0') => {
                self.parse_error(ErrorCode::UnexpectedNullCharacter);
                self.append_replacement_character_to_system_identifier();
            }
            Some(b'>') => self.abrupt_doctype(ErrorCode::AbruptDoctypeSystemIdentifier),
            None => self.end_of_file_in_doctype(),
            Some(byte) => self.append_to_system_identifier(byte),
        }
    }

    /// [After DOCTYPE system identifier state](https://html.spec.whatwg.org/multipage/parsing.html#after-doctype-system-identifier-state)
    pub(super) fn after_doctype_system_identifier(&mut self) {
        match self.consume() {
            Some(b'\t' | b'\n' | b'\x0C' | b' ') => {}
            Some(b'>') => {
                self.switch_to(State::Data);
                self.emit_doctype();
            }
            None => self.end_of_file_in_doctype(),
            Some(_) => {
                // "This does not set the current DOCTYPE token's force-quirks flag to on."
                self.parse_error(ErrorCode::UnexpectedCharacterAfterDoctypeSystemIdentifier);
                self.reconsume_in(State::BogusDoctype);
            }
        }
    }

    /// [Bogus DOCTYPE state](https://html.spec.whatwg.org/multipage/parsing.html#bogus-doctype-state)
    pub(super) fn bogus_doctype(&mut self) {
        match self.consume() {
            Some(b'>') => {
                self.switch_to(State::Data);
                self.emit_doctype();
            }
            Some(b'\0') => self.parse_error(ErrorCode::UnexpectedNullCharacter),
            None => {
                self.emit_doctype();
                self.emit_end_of_file();
            }
            Some(_) => {}
        }
    }

    /// The rules that the DOCTYPE states share at the end of the input.
    fn end_of_file_in_doctype(&mut self) {
        self.parse_error(ErrorCode::EofInDoctype);
        self.doctype.force_quirks = true;
        self.emit_doctype();
        self.emit_end_of_file();
    }

    /// The rules that the identifier states share at a `>` before the end of the DOCTYPE.
    fn abrupt_doctype(&mut self, code: ErrorCode) {
        self.parse_error(code);
        self.doctype.force_quirks = true;
        self.switch_to(State::Data);
        self.emit_doctype();
    }
}
