//! Emits tokens, and records errors and rule checks.

use super::{ContentModel, DraftMachine, Rule, TagInProgress};
use crate::{ParseError, RuleCheck, Token, TokenContent};
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

    /// Returns true if a rule holds. Records the check at the current input character.
    pub(super) fn holds(&mut self, rule: Rule) -> bool {
        self.holds_at(rule, self.current)
    }

    pub(super) fn holds_at(&mut self, rule: Rule, offset: usize) -> bool {
        self.record_check_at(rule, offset);
        rule.holds_in(self.edition)
    }

    /// Records a check of a rule on which the drafts agree, at the current input character.
    pub(super) fn record_check(&mut self, rule: Rule) {
        self.record_check_at(rule, self.current);
    }

    pub(super) fn record_check_at(&mut self, rule: Rule, offset: usize) {
        let check = RuleCheck { rule, offset };
        // A reconsumed character may cause the same check again.
        if self.reading.rule_checks.last() != Some(&check) {
            self.reading.rule_checks.push(check);
        }
    }
}

/// Characters.
impl DraftMachine<'_> {
    pub(super) fn emit_character(&mut self, character: char) {
        if self.text.is_empty() {
            self.text_start = self.token_start;
        }
        self.text.push(character);
        self.text_end = self.pos;
    }

    pub(super) fn emit_characters(&mut self, characters: &str) {
        characters.chars().for_each(|character| self.emit_character(character));
    }

    /// Ends the input. All unfinished tokens have been emitted before.
    pub(super) fn emit_end_of_file(&mut self) {
        self.emit_text();
        self.ended = true;
    }

    /// Passes the emitted characters to tree construction, except those that it has processed.
    pub(super) fn process_text_in_tree(&mut self) {
        if self.processed_text < self.text.len() {
            self.tree_feedback.handle_text(&self.text[self.processed_text..]);
            self.processed_text = self.text.len();
        }
    }

    fn emit_text(&mut self) {
        if !self.text.is_empty() {
            self.process_text_in_tree();
            self.processed_text = 0;
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
            if outcome.depends_on_context {
                self.record_check_at(Rule::ForeignContent, self.pos);
            }
        }
        self.put(content, self.token_start..self.pos);
        self.switch_to(Self::data);
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

    /// Compares the complete attribute name with the names of the previous attributes.
    pub(super) fn leave_attribute_name(&mut self) {
        let name = self.tag.attribute.as_ref().map(|(name, _)| name.clone()).unwrap_or_default();
        self.tag.is_duplicate = !self.tag.names.insert(name);
        if self.tag.is_duplicate {
            self.parse_error("duplicate attribute");
        }
    }

    /// Appends the current attribute to the tag, unless it is a duplicate.
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
