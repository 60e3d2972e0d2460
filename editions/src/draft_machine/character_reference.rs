//! Tokenizes character references.

use super::input::is_last_of_plane;
use super::{DraftMachine, Edition, Rule};
use crate::named_references::longest_name;
use tagrake::references;

impl DraftMachine<'_> {
    /// Attempts to consume a character reference. Returns its character, or `None` if it is not one.
    pub(super) fn consume_character_reference(
        &mut self,
        additional_allowed_character: Option<char>,
        in_attribute: bool,
    ) -> Option<char> {
        self.current = self.pos;
        match self.next() {
            None | Some('<' | '&') => None,
            Some(character) if self.is_white_space(character) => None,
            next if next == additional_allowed_character && self.holds(Rule::AdditionalAllowedCharacter) => None,
            Some('#') => self.consume_number(),
            Some(_) => self.consume_name(in_attribute),
        }
    }

    /// Consumes a numeric character reference. The next character is U+0023 NUMBER SIGN.
    fn consume_number(&mut self) -> Option<char> {
        let start = self.pos + "#".len();
        match references::parse_number(&self.html.as_bytes()[start..]) {
            Err(_) => {
                self.parse_error("number sign without digits");
                None
            }
            Ok(number) => {
                self.pos = start + number.len;
                if !number.has_semicolon {
                    self.parse_error("character reference without semicolon");
                }
                Some(self.character_of(number.code))
            }
        }
    }

    /// Returns the character of a numeric character reference.
    fn character_of(&mut self, number: u32) -> char {
        let replacement = match number {
            0x0D => {
                self.record_check(Rule::NumbersByTable);
                Some('\n')
            }
            0x80..=0x9F => match references::numeric(number).0 {
                // The drafts' table has U+FFFD for the numbers that windows-1252 does not assign. The current table leaves
                // them unchanged, and is equal otherwise.
                character if u32::from(character) == number => {
                    self.record_check(Rule::NumbersByTable);
                    Some(char::REPLACEMENT_CHARACTER)
                }
                character => Some(character),
            },
            _ if self.is_replaced(number) => Some(char::REPLACEMENT_CHARACTER),
            _ => None,
        };
        if replacement.is_some() {
            self.parse_error("character reference to what may not be referred to");
        }
        replacement.or(char::from_u32(number)).unwrap_or(char::REPLACEMENT_CHARACTER)
    }

    /// Returns true if a number that is not in the table gives U+FFFD.
    fn is_replaced(&mut self, number: u32) -> bool {
        match number {
            0 | 0xD800..=0xDFFF | 0x11_0000.. => true,
            0x0B => self.holds(Rule::LineTabulationReferenceIsReplaced),
            0x01..=0x08 | 0x0E..=0x1F | 0x7F => self.holds(Rule::ControlReferencesAreReplaced),
            0xFDD0..=0xFDDF => self.holds(Rule::NoncharacterReferencesAreReplaced),
            0xFDE0..=0xFDEF => self.holds(Rule::LateNoncharacterReferencesAreReplaced),
            _ => is_last_of_plane(number) && self.holds(Rule::NoncharacterReferencesAreReplaced),
        }
    }

    /// Attempts to consume a named character reference.
    fn consume_name(&mut self, in_attribute: bool) -> Option<char> {
        let rest = &self.html.as_bytes()[self.pos..];
        // The later drafts all define the names of April 2008.
        let [of_first_draft, of_later_drafts, of_living] =
            [Edition::October2007, Edition::February2009, Edition::Living].map(|edition| longest_name(edition, rest));
        if of_first_draft != of_later_drafts {
            self.record_check(Rule::NamesOf2008);
        }
        if of_later_drafts != of_living {
            self.record_check(Rule::NamesSince2009);
        }
        let has_later_names = Rule::NamesOf2008.holds_in(self.edition);
        let Some(named) = (if has_later_names { of_later_drafts } else { of_first_draft }) else {
            self.parse_error("character reference of no name");
            return None;
        };
        if rest[named.len - 1] != b';' {
            self.parse_error("character reference without semicolon");
            match rest.get(named.len) {
                Some(next) if in_attribute && next.is_ascii_alphanumeric() => return None,
                Some(b'=') if in_attribute => self.record_check(Rule::EqualsSignKeepsReference),
                _ => {}
            }
        }
        self.pos += named.len;
        Some(named.character())
    }
}
