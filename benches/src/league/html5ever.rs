//! html5ever's tokenizer. On pages, its tree builder selects the text states.

use super::answer::{Answer, attributes};
use super::inputs::Input;
use html5ever::TokenizerResult;
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::{RawKind, State};
use html5ever::tokenizer::{BufferQueue, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts};
use html5ever::tree_builder::{TreeBuilder, TreeBuilderOpts};
use markup5ever_rcdom::{Handle, RcDom};
use std::cell::RefCell;
use tagrake::TextState;
use tagrake_testsupport::html5lib::TestToken;

pub(super) fn read(input: &Input) -> Option<Answer> {
    let queue = BufferQueue::default();
    queue.push_back(StrTendril::from_slice(str::from_utf8(&input.html).ok()?));
    let mut options = TokenizerOpts { discard_bom: false, ..TokenizerOpts::default() };
    let mut tree = None;
    if let Some((state, last_start_tag)) = input.state() {
        options.initial_state = Some(initial_state(state)?);
        options.last_start_tag_name = (!last_start_tag.is_empty()).then(|| last_start_tag.to_owned());
    } else {
        let options = TreeBuilderOpts { scripting_enabled: false, ..TreeBuilderOpts::default() };
        tree = Some(TreeBuilder::new(RcDom::default(), options));
    }
    let tokenizer = Tokenizer::new(Recorder { answer: RefCell::default(), tree }, options);
    while !matches!(tokenizer.feed(&queue), TokenizerResult::Done) {}
    tokenizer.end();
    Some(tokenizer.sink.answer.take())
}

fn initial_state(state: TextState) -> Option<State> {
    Some(match state {
        TextState::Data => State::Data,
        TextState::Rcdata => State::RawData(RawKind::Rcdata),
        TextState::Rawtext => State::RawData(RawKind::Rawtext),
        TextState::ScriptData => State::RawData(RawKind::ScriptData),
        TextState::Plaintext => State::Plaintext,
        TextState::CdataSection => State::CdataSection,
        _ => return None,
    })
}

/// Records tokens on their way to the tree builder.
struct Recorder {
    answer: RefCell<Answer>,
    tree: Option<TreeBuilder<Handle, RcDom>>,
}

impl TokenSink for Recorder {
    type Handle = Handle;

    fn process_token(&self, token: Token, line: u64) -> TokenSinkResult<Handle> {
        if let Some(token) = written(&token) {
            self.answer.borrow_mut().push(token, None);
        }
        self.tree.as_ref().map_or(TokenSinkResult::Continue, |tree| tree.process_token(token, line))
    }

    fn end(&self) {
        if let Some(tree) = &self.tree {
            tree.end();
        }
    }

    fn adjusted_current_node_present_but_not_in_html_namespace(&self) -> bool {
        self.tree.as_ref().is_some_and(TokenSink::adjusted_current_node_present_but_not_in_html_namespace)
    }
}

fn written(token: &Token) -> Option<TestToken> {
    let bytes = |text: &StrTendril| text.as_bytes().to_vec();
    Some(match token {
        Token::DoctypeToken(doctype) => TestToken::Doctype {
            name: doctype.name.as_ref().map(bytes),
            public_id: doctype.public_id.as_ref().map(bytes),
            system_id: doctype.system_id.as_ref().map(bytes),
            force_quirks: doctype.force_quirks,
        },
        Token::TagToken(tag) if tag.kind == TagKind::EndTag => TestToken::EndTag { name: tag.name.as_bytes().to_vec() },
        Token::TagToken(tag) => {
            let pairs = tag.attrs.iter();
            let pairs = pairs.map(|attribute| (attribute.name.local.as_bytes().to_vec(), bytes(&attribute.value)));
            let name = tag.name.as_bytes().to_vec();
            TestToken::StartTag { name, attributes: attributes(pairs), self_closing: tag.self_closing }
        }
        Token::CharacterTokens(text) => TestToken::Text(bytes(text)),
        Token::NullCharacterToken => TestToken::Text(vec![0]),
        Token::CommentToken(data) => TestToken::Comment(bytes(data)),
        Token::ParseError(_) | Token::EOFToken => return None,
    })
}
