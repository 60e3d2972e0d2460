//! The standard's verbs for tags.

use super::attribute_list::start_tag;
use super::cow_bytes::CowBytes;
use super::verbs::REPLACEMENT_CHARACTER;
use super::{StateMachine, TagKind};
use crate::error::ErrorCode;
use crate::limits::LimitKind;
use crate::text_state::TextState;
use crate::token::{DroppedKind, EndTag, Namespace, TagParts, Token};

impl<'a> StateMachine<'a, '_> {
    /// Creates a tag token whose name starts at the current input character.
    pub(super) fn create_tag(&mut self, kind: TagKind) {
        self.tag.kind = kind;
        self.tag.name = CowBytes::default();
        self.tag.name_start = self.current;
    }

    pub(super) fn append_to_tag_name(&mut self, byte: u8) {
        self.tag.name.push_byte(self.run.source, self.tag.name_start, byte);
        self.tag.name_end = self.pos;
    }

    pub(super) fn append_replacement_character_to_tag_name(&mut self) {
        self.append_str_to_tag_name(REPLACEMENT_CHARACTER);
    }

    fn append_str_to_tag_name(&mut self, bytes: &[u8]) {
        self.tag.name.push(self.run.source, self.tag.name_start, bytes);
        self.tag.name_end = self.pos;
    }

    /// Returns true if the end tag that is being built is an [appropriate end tag
    /// token](https://html.spec.whatwg.org/multipage/parsing.html#appropriate-end-tag-token).
    ///
    /// The name has only letters so far, and the temporary buffer holds it in the case of the input.
    pub(super) fn is_appropriate_end_tag(&self) -> bool {
        !self.temporary_buffer.is_empty() && self.temporary_buffer.eq_ignore_ascii_case(self.run.last_start_tag)
    }

    /// Emits the current tag token, and switches to the text state that tree construction chooses after it.
    pub(super) fn emit_tag(&mut self) {
        self.finish_attribute();
        let name = self.tag.name.take(self.run.source);
        let parts = TagParts {
            start: self.markup_start,
            end: self.pos,
            name_len: self.tag.name_end - self.tag.name_start,
            name_is_plain: false,
            self_closing: self.tag.self_closing,
            duplicates: self.tag.duplicates,
            wanted: if self.tag.memory.attributes.is_empty() { 0 } else { u32::MAX },
            namespace: Namespace::Html,
        };
        match self.tag.kind {
            TagKind::Start => {
                self.flush_text(self.markup_start);
                let attributes = &self.tag.memory.attributes;
                let mut tag = start_tag(self.run.source, parts, name, attributes, self.tag.surplus);
                if self.tag.surplus > 0 && !self.run.exceeds_token_limit(parts.start, parts.end) {
                    self.run.record_limit(LimitKind::Attributes, parts.start);
                }
                let mut state = TextState::Data;
                if self.run.settings.feedback {
                    let Some(outcome) = self.run.apply_start_tag(tag) else {
                        self.run.last_start_tag = name;
                        return self.stop_in(TextState::Data);
                    };
                    tag.set_namespace(outcome.namespace);
                    state = outcome.state;
                }
                self.send(self.markup_start, Token::StartTag(tag));
                if let Some(end_tag) = self.run.implied_end_tag(&tag) {
                    self.send(self.pos, Token::EndTag(end_tag));
                }
                self.run.last_start_tag = name;
                let state = self.sink.next_state().unwrap_or(state);
                self.stop_in(state);
            }
            TagKind::End => {
                if !self.tag.memory.attributes.is_empty() {
                    self.parse_error(ErrorCode::EndTagWithAttributes);
                }
                if parts.self_closing {
                    self.parse_error(ErrorCode::EndTagWithTrailingSolidus);
                }
                self.flush_text(self.markup_start);
                let tag = EndTag::new(self.run.source, TagParts { self_closing: false, ..parts }, Some(name));
                if self.run.settings.feedback && self.run.apply_end_tag(tag).is_none() {
                    return self.stop_in(TextState::Data);
                }
                self.send(self.markup_start, Token::EndTag(tag));
                self.stop_in(TextState::Data);
            }
        }
    }

    /// The rules that the tag states share at the end of the input. The tag is never emitted.
    pub(super) fn end_of_file_in_tag(&mut self) {
        self.parse_error(ErrorCode::EofInTag);
        self.drop_markup(DroppedKind::UnfinishedTag);
        self.emit_end_of_file();
    }
}
