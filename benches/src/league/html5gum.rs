//! html5gum's tokenizer. On pages, the names of start tags select the text states.

use super::answer::{Answer, attributes};
use super::inputs::Input;
use html5gum::{DefaultEmitter, Emitter, Span, State, Token, Tokenizer};
use tagrake::TextState;
use tagrake::names::Element;
use tagrake_testsupport::html5lib::TestToken;

pub(super) fn read(input: &Input) -> Option<Answer> {
    let mut emitter = DefaultEmitter::<usize>::new_with_span();
    let mut start = State::Data;
    if let Some((state, last_start_tag)) = input.state() {
        emitter.set_last_start_tag((!last_start_tag.is_empty()).then_some(last_start_tag.as_bytes()));
        start = initial_state(state)?;
    }
    let mut tokenizer = Tokenizer::new_with_emitter(&input.html, emitter);
    tokenizer.set_state(start);
    let mut answer = Answer::default();
    while let Some(Ok(token)) = tokenizer.next() {
        let (token, span) = match token {
            Token::Error(error) => {
                // Without a position: the reader's offset is at or after the character, without a rule.
                answer.errors.push((error.value.to_string(), 0, 0));
                continue;
            }
            Token::StartTag(tag) => {
                if let (None, Some(state)) = (input.state(), text_state_after(&tag.name)) {
                    tokenizer.set_state(state);
                }
                let pairs = tag.attributes.iter().map(|(name, value)| (name.to_vec(), value.to_vec()));
                let attributes = attributes(pairs);
                let name = tag.name.to_vec();
                (TestToken::StartTag { name, attributes, self_closing: tag.self_closing }, tag.span)
            }
            Token::EndTag(tag) => (TestToken::EndTag { name: tag.name.to_vec() }, tag.span),
            Token::String(text) => (TestToken::Text(text.to_vec()), text.span),
            Token::Comment(data) => (TestToken::Comment(data.to_vec()), data.span),
            Token::Doctype(doctype) => {
                let token = TestToken::Doctype {
                    name: (!doctype.name.is_empty()).then(|| doctype.name.to_vec()),
                    public_id: doctype.public_identifier.map(|id| id.to_vec()),
                    system_id: doctype.system_identifier.map(|id| id.to_vec()),
                    force_quirks: doctype.force_quirks,
                };
                (token, doctype.span)
            }
        };
        let Span { start, end } = span;
        answer.push(token, Some((start, end)));
    }
    Some(answer)
}

fn initial_state(state: TextState) -> Option<State> {
    Some(match state {
        TextState::Data => State::Data,
        TextState::Rcdata => State::RcData,
        TextState::Rawtext => State::RawText,
        TextState::ScriptData => State::ScriptData,
        TextState::Plaintext => State::PlainText,
        TextState::CdataSection => State::CdataSection,
        _ => return None,
    })
}

/// Returns the text state after a start tag of an HTML element without scripting. html5gum's own rule is the same but for
/// `noscript` and `noframes`.
fn text_state_after(name: &[u8]) -> Option<State> {
    let element = Element::ALL.iter().find(|element| element.as_str().as_bytes() == name)?;
    initial_state(element.text_state(false)).filter(|state| *state != State::Data)
}
