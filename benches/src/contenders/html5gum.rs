//! html5gum, with its two emitters, and with our emitter that only counts, without allocation, as an upper bound.

use super::contender::{Agreement, Contender, each};
use super::names::HTML5GUM_COUNTING;
use crate::pass_counts::PassCounts;
use html5gum::emitters::callback::{CallbackEmitter, CallbackEvent};
use html5gum::emitters::default::DefaultEmitter;
use html5gum::{Emitter, Error, Span, State, Token, Tokenizer};
use std::convert::Infallible;

pub(super) fn contenders() -> Vec<Contender> {
    vec![
        Contender::new("html5gum default emitter", Agreement::DecodedButRawText, each(read_default)).slow(),
        Contender::new("html5gum callback emitter", Agreement::WithDuplicatesButRawText, each(read_callback)),
        Contender::new(HTML5GUM_COUNTING, Agreement::WithDuplicates, each(read_counting)),
    ]
}

fn read_default(html: &str, visit: &mut PassCounts) {
    let mut emitter = DefaultEmitter::<()>::default();
    emitter.naively_switch_states(true);
    for token in Tokenizer::new_with_emitter(html, emitter) {
        let Ok(token) = token;
        match token {
            Token::Doctype(doctype) => visit.see_doctype(&doctype.name),
            Token::StartTag(tag) => {
                visit.see_start_tag(&tag.name);
                for (name, value) in &tag.attributes {
                    visit.see_attribute(name, value);
                }
            }
            Token::EndTag(tag) => visit.see_end_tag(&tag.name),
            Token::String(text) => visit.see_text(&text),
            Token::Comment(data) => visit.see_comment(&data),
            Token::Error(_) => visit.errors += 1,
        }
    }
}

fn read_callback(html: &str, visit: &mut PassCounts) {
    // Attributes of end tags are emitted too, and skipped.
    let mut in_start_tag = false;
    let mut emitter = CallbackEmitter::new(|event: CallbackEvent<'_>, _: Span<()>| -> Option<Infallible> {
        match event {
            CallbackEvent::Doctype { name, .. } => visit.see_doctype(name),
            CallbackEvent::OpenStartTag { name } => {
                in_start_tag = true;
                visit.see_start_tag(name);
            }
            CallbackEvent::AttributeName { name } if in_start_tag => visit.see_attribute_name(name),
            CallbackEvent::AttributeValue { value } if in_start_tag => visit.see_attribute_value(value),
            CallbackEvent::AttributeName { .. } | CallbackEvent::AttributeValue { .. } => {}
            CallbackEvent::CloseStartTag { .. } => in_start_tag = false,
            CallbackEvent::EndTag { name } => visit.see_end_tag(name),
            CallbackEvent::String { value } => visit.see_text(value),
            CallbackEvent::Comment { value } => visit.see_comment(value),
            CallbackEvent::Error(_) => visit.errors += 1,
        }
        None
    });
    emitter.naively_switch_states(true);
    let Ok(()) = Tokenizer::new_with_emitter(html, emitter).finish();
}

fn read_counting(html: &str, visit: &mut PassCounts) {
    let emitter = Counting { visit, last_start_tag: Vec::new(), name: Vec::new(), in_start_tag: false };
    let Ok(()) = Tokenizer::new_with_emitter(html, emitter).finish();
}

/// Counts tokens. Stores only the names that the tokenizer queries.
struct Counting<'v> {
    visit: &'v mut PassCounts,
    last_start_tag: Vec<u8>,
    name: Vec<u8>,
    in_start_tag: bool,
}

impl Emitter for Counting<'_> {
    type Token = Infallible;

    fn set_last_start_tag(&mut self, name: Option<&[u8]>) {
        self.last_start_tag.clear();
        self.last_start_tag.extend_from_slice(name.unwrap_or_default());
    }

    fn should_emit_errors(&mut self) -> bool {
        false
    }

    fn pop_token(&mut self) -> Option<Infallible> {
        None
    }

    #[inline]
    fn emit_string(&mut self, characters: &[u8]) {
        self.visit.see_text(characters);
    }

    #[inline]
    fn init_start_tag(&mut self) {
        self.name.clear();
        self.in_start_tag = true;
    }

    #[inline]
    fn init_end_tag(&mut self) {
        self.name.clear();
        self.in_start_tag = false;
    }

    #[inline]
    fn push_tag_name(&mut self, piece: &[u8]) {
        self.name.extend_from_slice(piece);
    }

    #[inline]
    fn init_attribute(&mut self) {
        self.visit.counts.attributes += u64::from(self.in_start_tag);
    }

    #[inline]
    fn push_attribute_name(&mut self, piece: &[u8]) {
        if self.in_start_tag {
            self.visit.counts.name_bytes += piece.len() as u64;
        }
    }

    #[inline]
    fn push_attribute_value(&mut self, piece: &[u8]) {
        if self.in_start_tag {
            self.visit.see_attribute_value(piece);
        }
    }

    #[inline]
    fn emit_current_tag(&mut self) -> Option<State> {
        if !self.in_start_tag {
            self.visit.see_end_tag(&self.name);
            return None;
        }
        self.visit.see_start_tag(&self.name);
        std::mem::swap(&mut self.last_start_tag, &mut self.name);
        text_state_after(&self.last_start_tag)
    }

    #[inline]
    fn current_is_appropriate_end_tag_token(&mut self) -> bool {
        !self.in_start_tag && !self.last_start_tag.is_empty() && self.last_start_tag == self.name
    }

    fn init_comment(&mut self) {
        self.visit.counts.comments += 1;
    }

    #[inline]
    fn push_comment(&mut self, piece: &[u8]) {
        self.visit.counts.comment_bytes += piece.len() as u64;
    }

    fn init_doctype(&mut self) {
        self.visit.counts.doctypes += 1;
    }

    fn push_doctype_name(&mut self, piece: &[u8]) {
        self.visit.counts.name_bytes += piece.len() as u64;
    }

    fn emit_eof(&mut self) {}
    fn emit_error(&mut self, _: Error) {}
    fn emit_current_comment(&mut self) {}
    fn emit_current_doctype(&mut self) {}
    fn set_self_closing(&mut self) {}
    fn set_force_quirks(&mut self) {}
    fn set_doctype_public_identifier(&mut self, _: &[u8]) {}
    fn set_doctype_system_identifier(&mut self, _: &[u8]) {}
    fn push_doctype_public_identifier(&mut self, _: &[u8]) {}
    fn push_doctype_system_identifier(&mut self, _: &[u8]) {}
}

/// Returns the text state after a start tag, as tagrake does. html5gum's own rule differs for `noscript` and
/// `noframes`.
fn text_state_after(name: &[u8]) -> Option<State> {
    match name {
        b"title" | b"textarea" => Some(State::RcData),
        b"style" | b"xmp" | b"iframe" | b"noembed" | b"noframes" => Some(State::RawText),
        b"script" => Some(State::ScriptData),
        b"plaintext" => Some(State::PlainText),
        _ => None,
    }
}
