//! html5ever's tokenizer, with a sink that reads every token and one that extracts links.

use super::contender::{Agreement, Contender, each};
use super::names::{HTML5EVER, HTML5EVER_LINKS};
use crate::pass_counts::PassCounts;
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{BufferQueue, Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts};
use html5ever::{LocalName, TokenizerResult, local_name};
use std::cell::RefCell;

pub(super) fn contenders() -> Vec<Contender> {
    vec![
        Contender::new(
            HTML5EVER,
            Agreement::Decoded,
            each(|html, visit| {
                let sink = read(html, VisitSink(RefCell::new(TokenVisit { visit: *visit, ..TokenVisit::default() })));
                *visit = sink.0.into_inner().visit;
            }),
        ),
        Contender::new(
            HTML5EVER_LINKS,
            Agreement::Links,
            each(|html, visit| {
                let sink = read(html, LinkSink(RefCell::new(LinkVisit { visit: *visit, in_title: false })));
                *visit = sink.0.into_inner().visit;
            }),
        ),
    ]
}

/// Copies each page into a `StrTendril`, because html5ever reads no other strings. This takes about 1 % of the time.
fn read<S: TokenSink>(html: &str, sink: S) -> S {
    let queue = BufferQueue::default();
    queue.push_back(StrTendril::from_slice(html));
    // The pages have no byte order mark: a leading U+FEFF is a character.
    let options = TokenizerOpts { discard_bom: false, ..TokenizerOpts::default() };
    let tokenizer = Tokenizer::new(sink, options);
    while !matches!(tokenizer.feed(&queue), TokenizerResult::Done) {}
    tokenizer.end();
    tokenizer.sink
}

struct VisitSink(RefCell<TokenVisit>);

#[derive(Default)]
struct TokenVisit {
    visit: PassCounts,
    /// True if the last token was text, because html5ever splits runs.
    in_text: bool,
    /// The duplicate attributes of the current tag.
    duplicates: u64,
}

impl TokenSink for VisitSink {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        let TokenVisit { visit, in_text, duplicates } = &mut *self.0.borrow_mut();
        let run_goes_on = std::mem::take(in_text);
        match token {
            Token::DoctypeToken(doctype) => visit.see_doctype(doctype.name.as_deref().unwrap_or_default().as_bytes()),
            Token::TagToken(Tag { kind: TagKind::StartTag, name, attrs, .. }) => {
                visit.see_start_tag(name.as_bytes());
                for attribute in &attrs {
                    visit.see_attribute(attribute.name.local.as_bytes(), attribute.value.as_bytes());
                }
                visit.duplicates += std::mem::take(duplicates);
                return text_state_after(&name);
            }
            Token::TagToken(tag) => {
                *duplicates = 0;
                visit.see_end_tag(tag.name.as_bytes());
            }
            Token::CharacterTokens(text) => see_text(visit, text.as_bytes(), run_goes_on, in_text),
            Token::NullCharacterToken => see_text(visit, b"\0", run_goes_on, in_text),
            Token::CommentToken(data) => visit.see_comment(data.as_bytes()),
            Token::ParseError(message) => {
                *in_text = run_goes_on;
                *duplicates += u64::from(message == "Duplicate attribute");
            }
            Token::EOFToken => {}
        }
        TokenSinkResult::Continue
    }
}

fn see_text(visit: &mut PassCounts, characters: &[u8], run_goes_on: bool, in_text: &mut bool) {
    visit.text_runs += u64::from(!run_goes_on);
    visit.see_more_text(characters);
    *in_text = true;
}

struct LinkSink(RefCell<LinkVisit>);

struct LinkVisit {
    visit: PassCounts,
    in_title: bool,
}

impl TokenSink for LinkSink {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        let LinkVisit { visit, in_title } = &mut *self.0.borrow_mut();
        match token {
            Token::TagToken(Tag { kind: TagKind::StartTag, name, attrs, .. }) => {
                *in_title = name == local_name!("title");
                if name == local_name!("a") {
                    for attribute in attrs.iter().filter(|attribute| attribute.name.local == local_name!("href")) {
                        visit.see_link(attribute.value.as_bytes());
                    }
                } else if name == local_name!("meta") {
                    for attribute in &attrs {
                        visit.see_meta(attribute.name.local.as_bytes(), attribute.value.as_bytes());
                    }
                }
                return text_state_after(&name);
            }
            Token::TagToken(_) => *in_title = false,
            Token::CharacterTokens(text) if *in_title => visit.see_title(text.as_bytes()),
            Token::NullCharacterToken if *in_title => visit.see_title(b"\0"),
            _ => {}
        }
        TokenSinkResult::Continue
    }
}

/// Returns the text state after a start tag of an HTML element without scripting, as a tree builder and tagrake do.
fn text_state_after(name: &LocalName) -> TokenSinkResult<()> {
    match *name {
        local_name!("title") | local_name!("textarea") => TokenSinkResult::RawData(RawKind::Rcdata),
        local_name!("style")
        | local_name!("xmp")
        | local_name!("iframe")
        | local_name!("noembed")
        | local_name!("noframes") => TokenSinkResult::RawData(RawKind::Rawtext),
        local_name!("script") => TokenSinkResult::RawData(RawKind::ScriptData),
        local_name!("plaintext") => TokenSinkResult::Plaintext,
        _ => TokenSinkResult::Continue,
    }
}
