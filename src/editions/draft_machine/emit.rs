//! The drafts' verbs: what the states do to tokens, errors and notes.

use super::{ContentModel, DraftMachine, DraftState, Rule, TagInProgress};
use crate::editions::{ParseError, RuleCheck, Token, TokenContent};
use alloc::string::String;
use core::mem;
use core::ops::Range;

/// Errors and rules.
impl DraftMachine<'_> {
    pub(super) fn parse_error(&mut self, message: &'static str) {
        if self.errors {
            self.reading.errors.push(ParseError { message, offset: self.current });
        }
    }

    /// Returns whether a rule that the current input character calls for holds, and keeps note of it.
    pub(super) fn rule(&mut self, rule: Rule) -> bool {
        self.rule_at(rule, self.current)
    }

    pub(super) fn rule_at(&mut self, rule: Rule, offset: usize) -> bool {
        self.note_at(rule, offset);
        rule.holds_in(self.edition)
    }

    /// Keeps note of a rule on which the drafts agree, at the current input character.
    pub(super) fn note(&mut self, rule: Rule) {
        self.note_at(rule, self.current);
    }

    pub(super) fn note_at(&mut self, rule: Rule, offset: usize) {
        let check = RuleCheck { rule, offset };
        // A character that is reconsumed may call for it again.
        if self.reading.rule_checks.last() != Some(&check) {
            self.reading.rule_checks.push(check);
        }
    }
}

/// Characters.
impl DraftMachine<'_> {
    pub(super) fn emit_character(&mut self, character: char) {
        if self.text.is_empty() {
            self.text_start = self.mark;
        }
        self.text.push(character);
        self.text_end = self.pos;
    }

    pub(super) fn emit_characters(&mut self, characters: &str) {
        characters.chars().for_each(|character| self.emit_character(character));
    }

    /// Ends the input. Whatever was open is emitted by now.
    pub(super) fn emit_end_of_file(&mut self) {
        self.emit_text();
        self.ended = true;
    }

    /// Lets the tree construction stage handle the characters that it has not seen yet.
    pub(super) fn bring_text_to_the_tree(&mut self) {
        if self.told < self.text.len() {
            self.tree_feedback.handle_text(&self.text[self.told..]);
            self.told = self.text.len();
        }
    }

    fn emit_text(&mut self) {
        if !self.text.is_empty() {
            self.bring_text_to_the_tree();
            self.told = 0;
            let characters = mem::take(&mut self.text);
            self.put(TokenContent::Text(characters), self.text_start..self.text_end);
        }
    }
}

/// Tokens.
impl DraftMachine<'_> {
    /// Emits a token that ends at the next input character.
    fn emit(&mut self, content: TokenContent) {
        self.emit_text();
        let outcome = self.tree_feedback.handle(&content);
        if let TokenContent::StartTag { name, .. } = &content {
            self.last_start_tag = Some(name.clone());
        }
        if let Some(outcome) = outcome {
            self.content_model = ContentModel::of(outcome.state);
            if outcome.is_by_place {
                self.note_at(Rule::ForeignContent, self.pos);
            }
        }
        self.put(content, self.mark..self.pos);
        self.switch_to(DraftState::Data);
    }

    fn put(&mut self, content: TokenContent, span: Range<usize>) {
        self.reading.tokens.push(Token { content, span });
    }

    pub(super) fn emit_comment(&mut self) {
        let data = mem::take(&mut self.comment);
        self.emit(TokenContent::Comment(data));
    }

    pub(super) fn emit_doctype(&mut self) {
        let super::DoctypeInProgress { name, public_id, system_id, force_quirks } = mem::take(&mut self.doctype);
        self.emit(TokenContent::Doctype { name, public_id, system_id, force_quirks });
    }
}

/// Tags.
impl DraftMachine<'_> {
    pub(super) fn create_start_tag(&mut self, letter: char) {
        self.tag = TagInProgress { name: letter.into(), ..TagInProgress::default() };
    }

    pub(super) fn create_end_tag(&mut self, letter: char) {
        self.tag = TagInProgress { is_end_tag: true, name: letter.into(), ..TagInProgress::default() };
    }

    pub(super) fn start_attribute(&mut self, character: char) {
        self.finish_attribute();
        self.tag.attribute = Some((character.into(), String::new()));
    }

    pub(super) fn append_to_attribute_name(&mut self, character: char) {
        self.tag.attribute.get_or_insert_default().0.push(character);
    }

    pub(super) fn append_to_attribute_value(&mut self, character: char) {
        self.tag.attribute.get_or_insert_default().1.push(character);
    }

    /// Compares the complete name with those of the other attributes.
    pub(super) fn leave_attribute_name(&mut self) {
        let name = self.tag.attribute.as_ref().map(|(name, _)| name.clone()).unwrap_or_default();
        self.tag.is_duplicate = !self.tag.names.insert(name);
        if self.tag.is_duplicate {
            self.parse_error("duplicate attribute");
        }
    }

    /// Puts the current attribute into the tag, unless it must be dropped.
    fn finish_attribute(&mut self) {
        if let Some(attribute) = self.tag.attribute.take()
            && !mem::take(&mut self.tag.is_duplicate)
        {
            self.tag.attributes.push(attribute);
        }
    }

    pub(super) fn emit_tag(&mut self) {
        self.finish_attribute();
        let TagInProgress { is_end_tag, name, attributes, self_closing, .. } = mem::take(&mut self.tag);
        if !is_end_tag {
            self.emit(TokenContent::StartTag { name, attributes, self_closing });
            return;
        }
        if !attributes.is_empty() {
            self.parse_error("end tag with attributes");
        }
        if self_closing {
            self.parse_error("end tag with a slash at its end");
        }
        self.content_model = ContentModel::Pcdata;
        self.emit(TokenContent::EndTag { name });
    }
}
