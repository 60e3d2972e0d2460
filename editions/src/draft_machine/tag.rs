//! Tags, from their name to their end.

use super::{DraftMachine, Rule};

/// The elements whose start tags may have a [permitted slash](Rule::SelfClosingFlag) in the draft of 2007.
const WITH_PERMITTED_SLASH: [&str; 11] =
    ["base", "link", "meta", "hr", "br", "img", "embed", "param", "area", "col", "input"];

impl DraftMachine<'_> {
    /// Tag name state
    pub(super) fn tag_name(&mut self) {
        match self.consume() {
            Some(character) if self.is_white_space(character) => self.switch_to(Self::before_attribute_name),
            Some('/') => self.solidus(),
            Some('>') => self.emit_tag(),
            None => self.end_of_file_in_tag(),
            Some(character) => self.tag.name.push(character.to_ascii_lowercase()),
        }
    }

    /// Before attribute name state
    pub(super) fn before_attribute_name(&mut self) {
        match self.consume() {
            Some(character) if self.is_white_space(character) => {}
            Some('/') => self.solidus(),
            Some('>') => self.emit_tag(),
            None => self.end_of_file_in_tag(),
            Some(character) => {
                if matches!(character, '"' | '\'' | '=') && self.holds(Rule::QuotesAndEqualsAreErrors) {
                    self.parse_error("quote or equals sign before an attribute name");
                }
                self.start_attribute(character.to_ascii_lowercase());
                self.switch_to(Self::attribute_name);
            }
        }
    }

    /// Attribute name state
    pub(super) fn attribute_name(&mut self) {
        match self.consume() {
            Some(character) if self.is_white_space(character) => {
                self.leave_attribute_name();
                self.switch_to(Self::after_attribute_name);
            }
            Some('/') => {
                self.leave_attribute_name();
                self.solidus();
            }
            Some('=') => {
                self.leave_attribute_name();
                self.switch_to(Self::before_attribute_value);
            }
            Some('>') => {
                self.leave_attribute_name();
                self.emit_tag();
            }
            None => {
                self.leave_attribute_name();
                self.end_of_file_in_tag();
            }
            Some(character) => {
                if matches!(character, '"' | '\'') && self.holds(Rule::QuotesAndEqualsAreErrors) {
                    self.parse_error("quote in an attribute name");
                }
                self.append_to_attribute_name(character.to_ascii_lowercase());
            }
        }
    }

    /// After attribute name state
    pub(super) fn after_attribute_name(&mut self) {
        match self.consume() {
            Some(character) if self.is_white_space(character) => {}
            Some('/') => self.solidus(),
            Some('=') => self.switch_to(Self::before_attribute_value),
            Some('>') => self.emit_tag(),
            None => self.end_of_file_in_tag(),
            Some(character) => {
                if matches!(character, '"' | '\'') && self.holds(Rule::QuoteAfterAttributeNameIsError) {
                    self.parse_error("quote after an attribute name");
                }
                self.start_attribute(character.to_ascii_lowercase());
                self.switch_to(Self::attribute_name);
            }
        }
    }

    /// Before attribute value state
    pub(super) fn before_attribute_value(&mut self) {
        match self.consume() {
            Some(character) if self.is_white_space(character) => {}
            Some(quote @ ('"' | '\'')) => self.open_quoted(quote, Self::attribute_value_quoted),
            Some('&') => {
                self.quote = None;
                self.reconsume_in(Self::attribute_value_unquoted);
            }
            Some('>') => {
                if self.holds(Rule::MissingValueIsError) {
                    self.parse_error("attribute without a value after its equals sign");
                }
                self.emit_tag();
            }
            None => self.end_of_file_in_tag(),
            Some(character) => {
                if character == '=' && self.holds(Rule::QuotesAndEqualsAreErrors) {
                    self.parse_error("equals sign before an attribute value");
                }
                self.append_to_attribute_value(character);
                self.quote = None;
                self.switch_to(Self::attribute_value_unquoted);
            }
        }
    }

    /// Attribute value (double-quoted) state, attribute value (single-quoted) state
    fn attribute_value_quoted(&mut self) {
        match self.consume() {
            character if character == self.quote => {
                let asks_for_space = Rule::SpaceFollowsQuotedValue.holds_in(self.edition);
                self.switch_to(match asks_for_space {
                    true => Self::after_attribute_value_quoted,
                    false => Self::before_attribute_name,
                });
            }
            Some('&') => self.switch_to(Self::character_reference_in_attribute_value),
            None => self.end_of_file_in_tag(),
            Some(character) => self.append_to_attribute_value(character),
        }
    }

    /// Attribute value (unquoted) state
    pub(super) fn attribute_value_unquoted(&mut self) {
        match self.consume() {
            Some(character) if self.is_white_space(character) => self.switch_to(Self::before_attribute_name),
            Some('&') => self.switch_to(Self::character_reference_in_attribute_value),
            Some('>') => self.emit_tag(),
            None => self.end_of_file_in_tag(),
            Some(character) => {
                if matches!(character, '"' | '\'' | '=') && self.holds(Rule::QuotesAndEqualsAreErrors) {
                    self.parse_error("quote or equals sign in an unquoted value");
                }
                self.append_to_attribute_value(character);
            }
        }
    }

    /// Character reference in attribute value state; in 2007 the entity in attribute value state
    fn character_reference_in_attribute_value(&mut self) {
        let character = self.consume_character_reference(self.quote, true).unwrap_or('&');
        self.append_to_attribute_value(character);
        self.switch_to(match self.quote {
            Some(_) => Self::attribute_value_quoted,
            None => Self::attribute_value_unquoted,
        });
    }

    /// After attribute value (quoted) state, since 10 June 2008
    pub(super) fn after_attribute_value_quoted(&mut self) {
        match self.consume() {
            Some(character) if self.is_white_space(character) => self.switch_to(Self::before_attribute_name),
            Some('/') => self.solidus(),
            Some('>') => self.emit_tag(),
            None => self.end_of_file_in_tag(),
            Some(_) => {
                self.record_check(Rule::SpaceFollowsQuotedValue);
                self.parse_error("no space after a quoted value");
                self.reconsume_in(Self::before_attribute_name);
            }
        }
    }

    /// Handles a solidus in the states above.
    fn solidus(&mut self) {
        if self.holds(Rule::SelfClosingFlag) {
            self.switch_to(Self::self_closing_start_tag);
            return;
        }
        let is_permitted =
            self.next() == Some('>') && !self.tag.is_end_tag && WITH_PERMITTED_SLASH.contains(&self.tag.name.as_str());
        if !is_permitted {
            self.parse_error("slash that is not permitted");
        }
        self.switch_to(Self::before_attribute_name);
    }

    /// Self-closing start tag state, since 10 June 2008
    pub(super) fn self_closing_start_tag(&mut self) {
        match self.consume() {
            Some('>') => {
                self.tag.self_closing = true;
                self.emit_tag();
            }
            None => self.end_of_file_in_tag(),
            Some(_) => {
                self.parse_error("slash that does not end the tag");
                self.reconsume_in(Self::before_attribute_name);
            }
        }
    }

    /// Handles the end of the file in the states above.
    fn end_of_file_in_tag(&mut self) {
        self.parse_error("end of file in a tag");
        self.record_check_at(Rule::UnfinishedTagIsEmitted, self.token_start);
        self.emit_tag();
    }
}
