//! The tokens of html5ever.

use super::peer_token::{PeerToken, text_state_after};
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::{RawKind, State};
use html5ever::tokenizer::{BufferQueue, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts};
use html5ever::{LocalName, TokenizerResult};
use std::cell::RefCell;
use tagrake::{Options, TextState};

pub(super) fn read(html: &str, options: &Options) -> Vec<PeerToken> {
    let queue = BufferQueue::default();
    queue.push_back(StrTendril::from_slice(html));
    let last = options.last_start_tag();
    let settings = TokenizerOpts {
        // A byte order mark is text.
        discard_bom: false,
        initial_state: Some(state(options.initial_state())),
        last_start_tag_name: (!last.is_empty()).then(|| last.to_owned()),
        ..TokenizerOpts::default()
    };
    let tokenizer = Tokenizer::new(TreeBuilderSink { options, seen: RefCell::default() }, settings);
    while !matches!(tokenizer.feed(&queue), TokenizerResult::Done) {}
    tokenizer.end();
    tokenizer.sink.seen.take()
}

fn state(state: TextState) -> State {
    match state {
        TextState::Data => State::Data,
        TextState::Rcdata => State::RawData(RawKind::Rcdata),
        TextState::Rawtext => State::RawData(RawKind::Rawtext),
        TextState::ScriptData => State::RawData(RawKind::ScriptData),
        TextState::Plaintext => State::Plaintext,
        TextState::CdataSection => State::CdataSection,
        _ => unreachable!("unknown text state"),
    }
}

struct TreeBuilderSink<'o> {
    options: &'o Options,
    seen: RefCell<Vec<PeerToken>>,
}

impl TokenSink for TreeBuilderSink<'_> {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        let seen = match token {
            Token::DoctypeToken(doctype) => PeerToken::Doctype {
                name: doctype.name.as_deref().unwrap_or_default().to_owned(),
                public_id: doctype.public_id.as_deref().map(str::to_owned),
                system_id: doctype.system_id.as_deref().map(str::to_owned),
                force_quirks: doctype.force_quirks,
            },
            Token::TagToken(tag) if tag.kind == TagKind::EndTag => PeerToken::EndTag(tag.name.to_string()),
            Token::TagToken(tag) => {
                let attributes = tag.attrs.iter().map(|attribute| (&*attribute.name.local, &*attribute.value));
                let mut attributes: Vec<_> =
                    attributes.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
                attributes.sort();
                let (name, is_self_closing) = (tag.name.to_string(), tag.self_closing);
                self.seen.borrow_mut().push(PeerToken::StartTag { name, attributes, is_self_closing });
                return self.sink_result(&tag.name);
            }
            Token::CharacterTokens(text) => PeerToken::Text(text.to_string()),
            Token::NullCharacterToken => PeerToken::Text("\0".to_owned()),
            Token::CommentToken(data) => PeerToken::Comment(data.to_string()),
            Token::ParseError(_) | Token::EOFToken => return TokenSinkResult::Continue,
        };
        self.seen.borrow_mut().push(seen);
        TokenSinkResult::Continue
    }

    fn adjusted_current_node_present_but_not_in_html_namespace(&self) -> bool {
        self.options.cdata()
    }
}

impl TreeBuilderSink<'_> {
    fn sink_result(&self, name: &LocalName) -> TokenSinkResult<()> {
        match text_state_after(name, self.options) {
            TextState::Rcdata => TokenSinkResult::RawData(RawKind::Rcdata),
            TextState::Rawtext => TokenSinkResult::RawData(RawKind::Rawtext),
            TextState::ScriptData => TokenSinkResult::RawData(RawKind::ScriptData),
            TextState::Plaintext => TokenSinkResult::Plaintext,
            _ => TokenSinkResult::Continue,
        }
    }
}
