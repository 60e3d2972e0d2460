//! The data state, and the states that open a tag.

use super::{ContentModel, DraftMachine, Rule};

impl DraftMachine<'_> {
    /// Data state
    pub(super) fn data(&mut self) {
        self.token_start = self.pos;
        let model = self.content_model;
        match self.consume() {
            Some('&')
                if matches!(model, ContentModel::Pcdata | ContentModel::Rcdata)
                    && !(self.escape && self.holds(Rule::EscapedTextHasNoReferences)) =>
            {
                self.switch_to(Self::character_reference_data);
            }
            Some('-') => {
                if model.is_rcdata_or_cdata() && !self.escape && self.last_are("<!--") {
                    self.escape = true;
                }
                self.emit_character('-');
            }
            Some('<') if model == ContentModel::Pcdata => self.switch_to(Self::tag_open),
            Some('<') if model.is_rcdata_or_cdata() && !self.escape => self.switch_to(Self::tag_open),
            Some('>') => {
                if model.is_rcdata_or_cdata() && self.escape && self.last_are("-->") {
                    self.escape = false;
                }
                self.emit_character('>');
            }
            None => self.emit_end_of_file(),
            Some(character) => {
                if character == '<' && self.escape {
                    self.record_check(Rule::EscapeFlag);
                }
                self.emit_character(character);
            }
        }
    }

    /// Character reference data state; in 2007 the entity data state
    pub(super) fn character_reference_data(&mut self) {
        let character = self.consume_character_reference(None, false).unwrap_or('&');
        self.emit_character(character);
        self.switch_to(Self::data);
    }

    /// Tag open state
    pub(super) fn tag_open(&mut self) {
        if self.content_model.is_rcdata_or_cdata() {
            match self.consume() {
                Some('/') => self.switch_to(Self::close_tag_open),
                _ => {
                    self.reconsume_in(Self::data);
                    self.emit_character('<');
                }
            }
            return;
        }
        match self.consume() {
            Some('!') => self.switch_to(Self::markup_declaration_open),
            Some('/') => self.switch_to(Self::close_tag_open),
            Some(letter) if letter.is_ascii_alphabetic() => {
                self.create_start_tag(letter.to_ascii_lowercase());
                self.switch_to(Self::tag_name);
            }
            Some('>') => {
                self.parse_error("tag without a name");
                self.emit_characters("<>");
                self.switch_to(Self::data);
            }
            Some('?') => {
                self.parse_error("question mark in place of a tag name");
                self.reconsume_in(Self::bogus_comment);
            }
            _ => {
                self.parse_error("character that begins no tag name");
                self.reconsume_in(Self::data);
                self.emit_character('<');
            }
        }
    }

    /// Close tag open state
    pub(super) fn close_tag_open(&mut self) {
        if self.content_model.is_rcdata_or_cdata() && !self.next_is_last_start_tag() {
            self.emit_characters("</");
            self.switch_to(Self::data);
            return;
        }
        match self.consume() {
            Some(letter) if letter.is_ascii_alphabetic() => {
                self.create_end_tag(letter.to_ascii_lowercase());
                self.switch_to(Self::tag_name);
            }
            Some('>') => {
                self.parse_error("end tag without a name");
                self.switch_to(Self::data);
            }
            None => {
                self.parse_error("end of file after `</`");
                self.emit_characters("</");
                self.reconsume_in(Self::data);
            }
            Some(_) => {
                self.parse_error("character that begins no tag name");
                self.reconsume_in(Self::bogus_comment);
            }
        }
    }

    /// Returns true if the next characters match the name of the last start tag, and the end of a tag name follows.
    fn next_is_last_start_tag(&mut self) -> bool {
        let Some(name) = self.last_start_tag.take() else { return false };
        let mut at = self.pos;
        let matches = name.chars().all(|expected| match self.character_at(at) {
            Some((character, end)) if character.eq_ignore_ascii_case(&expected) => {
                at = end;
                true
            }
            _ => false,
        });
        let is_letters = name.bytes().all(|byte| byte.is_ascii_alphabetic());
        self.last_start_tag = Some(name);
        if matches && !is_letters {
            self.record_check_at(Rule::EndTagNameIsAnyText, self.pos);
        }
        matches
            && match self.character_at(at) {
                Some(('>' | '/', _)) => true,
                Some((character, _)) => self.is_white_space_at(character, at),
                None => {
                    self.record_check_at(Rule::FileEndsEndTag, at);
                    true
                }
            }
    }
}
