//! DOCTYPEs.

use super::{DoctypeInProgress, DraftMachine, Rule};
use alloc::string::String;

impl DraftMachine<'_> {
    /// DOCTYPE state
    pub(super) fn doctype(&mut self) {
        match self.consume() {
            Some(character) if self.is_white_space(character) => self.switch_to(Self::before_doctype_name),
            _ => {
                self.parse_error("no space before the name of a DOCTYPE");
                self.reconsume_in(Self::before_doctype_name);
            }
        }
    }

    /// Before DOCTYPE name state
    pub(super) fn before_doctype_name(&mut self) {
        match self.consume() {
            Some(character) if self.is_white_space(character) => {}
            Some('>') | None => {
                self.doctype = DoctypeInProgress::default();
                self.emit_incorrect_doctype("DOCTYPE without a name");
            }
            Some(character) => {
                let first = self.letter_of_doctype_name(character);
                self.doctype = DoctypeInProgress { name: Some(first.into()), ..DoctypeInProgress::default() };
                self.switch_to(Self::doctype_name);
            }
        }
    }

    /// DOCTYPE name state
    pub(super) fn doctype_name(&mut self) {
        match self.consume() {
            Some(character) if self.is_white_space(character) => self.switch_to(Self::after_doctype_name),
            Some('>') => self.emit_doctype(),
            None => self.end_of_file_in_doctype(),
            Some(character) => {
                let next = self.letter_of_doctype_name(character);
                self.doctype.name.get_or_insert_default().push(next);
            }
        }
    }

    fn letter_of_doctype_name(&mut self, character: char) -> char {
        if character.is_ascii_uppercase() && self.holds(Rule::DoctypeNameIsLowerCase) {
            character.to_ascii_lowercase()
        } else {
            character
        }
    }

    /// After DOCTYPE name state
    pub(super) fn after_doctype_name(&mut self) {
        match self.consume() {
            Some(character) if self.is_white_space(character) => {}
            Some('>') => self.emit_doctype(),
            None => self.end_of_file_in_doctype(),
            Some(_) => {
                if self.consume_word(self.current, "PUBLIC") {
                    self.switch_to(Self::before_doctype_public_identifier);
                } else if self.consume_word(self.current, "SYSTEM") {
                    self.switch_to(Self::before_doctype_system_identifier);
                } else {
                    self.bogus("word after the name of a DOCTYPE");
                }
            }
        }
    }

    /// Before DOCTYPE public identifier state
    pub(super) fn before_doctype_public_identifier(&mut self) {
        match self.consume() {
            Some(character) if self.is_white_space(character) => {}
            Some(quote @ ('"' | '\'')) => self.open_public_identifier(quote),
            Some('>') => self.emit_incorrect_doctype("DOCTYPE without its public identifier"),
            None => self.end_of_file_in_doctype(),
            Some(_) => self.bogus("no quote before a public identifier"),
        }
    }

    fn open_public_identifier(&mut self, quote: char) {
        self.doctype.public_id = Some(String::new());
        self.open_quoted(quote, Self::doctype_public_identifier);
    }

    /// DOCTYPE public identifier (double-quoted) state, DOCTYPE public identifier (single-quoted) state
    fn doctype_public_identifier(&mut self) {
        match self.consume() {
            character if character == self.quote => self.switch_to(Self::after_doctype_public_identifier),
            Some('>') if self.holds(Rule::GreaterThanSignEndsIdentifier) => {
                self.emit_incorrect_doctype("end of a DOCTYPE in its identifier");
            }
            None => self.end_of_file_in_doctype(),
            Some(character) => self.doctype.public_id.get_or_insert_default().push(character),
        }
    }

    /// After DOCTYPE public identifier state
    pub(super) fn after_doctype_public_identifier(&mut self) {
        match self.consume() {
            Some(character) if self.is_white_space(character) => {}
            Some(quote @ ('"' | '\'')) => self.open_system_identifier(quote),
            Some('>') => self.emit_doctype(),
            None => self.end_of_file_in_doctype(),
            Some(_) => self.bogus("no quote before a system identifier"),
        }
    }

    /// Before DOCTYPE system identifier state
    pub(super) fn before_doctype_system_identifier(&mut self) {
        match self.consume() {
            Some(character) if self.is_white_space(character) => {}
            Some(quote @ ('"' | '\'')) => self.open_system_identifier(quote),
            Some('>') => self.emit_incorrect_doctype("DOCTYPE without its system identifier"),
            None => self.end_of_file_in_doctype(),
            Some(_) => self.bogus("no quote before a system identifier"),
        }
    }

    fn open_system_identifier(&mut self, quote: char) {
        self.doctype.system_id = Some(String::new());
        self.open_quoted(quote, Self::doctype_system_identifier);
    }

    /// DOCTYPE system identifier (double-quoted) state, DOCTYPE system identifier (single-quoted) state
    fn doctype_system_identifier(&mut self) {
        match self.consume() {
            character if character == self.quote => self.switch_to(Self::after_doctype_system_identifier),
            Some('>') if self.holds(Rule::GreaterThanSignEndsIdentifier) => {
                self.emit_incorrect_doctype("end of a DOCTYPE in its identifier");
            }
            None => self.end_of_file_in_doctype(),
            Some(character) => self.doctype.system_id.get_or_insert_default().push(character),
        }
    }

    /// After DOCTYPE system identifier state
    pub(super) fn after_doctype_system_identifier(&mut self) {
        match self.consume() {
            Some(character) if self.is_white_space(character) => {}
            Some('>') => self.emit_doctype(),
            None => self.end_of_file_in_doctype(),
            Some(_) => {
                self.parse_error("word after the system identifier");
                self.switch_to(Self::bogus_doctype);
            }
        }
    }

    /// Bogus DOCTYPE state
    pub(super) fn bogus_doctype(&mut self) {
        match self.consume() {
            Some('>') => {
                if !self.doctype.force_quirks && self.holds(Rule::BogusDoctypeIsIncorrect) {
                    self.doctype.force_quirks = true;
                }
                self.emit_doctype();
            }
            None if self.holds(Rule::BogusDoctypeIsIncorrect) => self.end_of_file_in_doctype(),
            None => self.emit_doctype(),
            Some(_) => {}
        }
    }

    /// Switches to the bogus DOCTYPE state and sets the force-quirks flag. The draft of 2007 sets it in the bogus
    /// DOCTYPE state instead, always.
    fn bogus(&mut self, message: &'static str) {
        self.parse_error(message);
        self.doctype.force_quirks = true;
        self.switch_to(Self::bogus_doctype);
    }

    fn end_of_file_in_doctype(&mut self) {
        self.emit_incorrect_doctype("end of file in a DOCTYPE");
    }

    /// Reports an error, sets the force-quirks flag and emits the DOCTYPE.
    fn emit_incorrect_doctype(&mut self, message: &'static str) {
        self.parse_error(message);
        self.doctype.force_quirks = true;
        self.emit_doctype();
    }
}
