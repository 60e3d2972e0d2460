//! The tokens of html5gum.

use super::peer_token::{PeerToken, string, text_state_after};
use html5gum::{DefaultEmitter, Emitter, State, Token, Tokenizer};
use tagrake::{Options, TextState};

pub(super) fn read(html: &str, options: &Options) -> Vec<PeerToken> {
    // `Tokenizer::set_last_start_tag` exists with debug assertions only.
    let mut emitter = DefaultEmitter::default();
    let last = options.last_start_tag().as_bytes();
    emitter.set_last_start_tag((!last.is_empty()).then_some(last));
    let mut tokenizer = Tokenizer::new_with_emitter(html, emitter);
    tokenizer.set_state(state(options.initial_state()));
    let mut seen = Vec::new();
    while let Some(token) = tokenizer.next() {
        let Ok(token) = token;
        seen.push(match token {
            Token::Doctype(doctype) => PeerToken::Doctype {
                name: string(&doctype.name),
                public_id: doctype.public_identifier.map(|id| string(&id)),
                system_id: doctype.system_identifier.map(|id| string(&id)),
                force_quirks: doctype.force_quirks,
            },
            Token::StartTag(tag) => {
                let name = string(&tag.name);
                match text_state_after(&name, options) {
                    TextState::Data => {}
                    text_state => tokenizer.set_state(state(text_state)),
                }
                let attributes = tag.attributes.iter().map(|(name, value)| (string(name), string(value))).collect();
                PeerToken::StartTag { name, attributes, is_self_closing: tag.self_closing }
            }
            Token::EndTag(tag) => PeerToken::EndTag(string(&tag.name)),
            Token::String(text) => PeerToken::Text(string(&text)),
            Token::Comment(data) => PeerToken::Comment(string(&data)),
            Token::Error(_) => continue,
        });
    }
    seen
}

fn state(state: TextState) -> State {
    match state {
        TextState::Data => State::Data,
        TextState::Rcdata => State::RcData,
        TextState::Rawtext => State::RawText,
        TextState::ScriptData => State::ScriptData,
        TextState::Plaintext => State::PlainText,
        TextState::CdataSection => State::CdataSection,
        _ => unreachable!("unknown text state"),
    }
}
