//! The tokenizers that are measured. Each pass reads all pages of a set, one after the other, and visits all it gets.

use super::corpus::{Corpus, Document};
use super::visit::Visit;
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{BufferQueue, Tag, TagKind, TokenSink, TokenSinkResult, TokenizerOpts};
use html5ever::{LocalName, TokenizerResult, local_name};
use std::cell::RefCell;
use tagrake::{Arena, Comment, Doctype, EndTag, Engine, Options, ParseError, Sink, StartTag, Text, Token, tokenize};

/// A tokenizer and the way in which it is used.
pub struct Contender {
    pub name: &'static str,
    /// Reads all pages; the arena is kept from pass to pass.
    pub pass: fn(&mut Arena, &[Document]) -> Visit,
}

/// Everything that is measured. The first is what speeds are compared with and counts are checked against.
pub const CONTENDERS: [Contender; 5] = [
    Contender { name: "html5ever", pass: |_, documents| html5ever_pass(documents) },
    Contender { name: "tagrake push", pass: |arena, documents| push(arena, documents, &Options::default()) },
    Contender { name: "tagrake pull", pass: |arena, documents| pull(arena, documents, &Options::default()) },
    Contender {
        name: "tagrake machine only",
        pass: |arena, documents| push(arena, documents, &Options::default().with_engine(Engine::Machine)),
    },
    Contender {
        name: "tagrake errors on",
        pass: |arena, documents| push(arena, documents, &Options::default().with_errors(true)),
    },
];

/// Panics unless every contender sees the same on every page of `corpus`.
pub fn assert_agreement(corpus: &Corpus) {
    let mut arena = Arena::new();
    let [reference, others @ ..] = &CONTENDERS;
    for document in &corpus.documents {
        let page = std::slice::from_ref(document);
        let expected = (reference.pass)(&mut arena, page).counts;
        for contender in others {
            let counts = (contender.pass)(&mut arena, page).counts;
            assert_eq!(counts, expected, "{} and {} differ on {}", contender.name, reference.name, document.name);
        }
    }
}

fn push(arena: &mut Arena, documents: &[Document], options: &Options) -> Visit {
    let mut visit = Visit::default();
    for document in documents {
        tokenize(document.html.as_bytes(), options, arena, &mut visit);
    }
    visit.finish()
}

fn pull(arena: &mut Arena, documents: &[Document], options: &Options) -> Visit {
    let mut visit = Visit::default();
    for document in documents {
        arena.reset();
        for token in tagrake::Tokenizer::with_options(document.html.as_bytes(), options, arena) {
            match token {
                Token::Doctype(doctype) => visit.doctype(doctype),
                Token::StartTag(tag) => visit.start_tag(tag),
                Token::EndTag(tag) => visit.end_tag(tag),
                Token::Text(text) => visit.text(text),
                Token::Comment(comment) => visit.comment(comment),
                _ => {}
            }
        }
    }
    visit.finish()
}

impl<'a> Sink<'a> for Visit {
    fn doctype(&mut self, doctype: Doctype<'a>) {
        self.see_doctype(doctype.name().unwrap_or_default());
    }

    fn start_tag(&mut self, tag: StartTag<'a>) {
        self.see_start_tag(tag.name());
        for attribute in tag.attributes() {
            self.see_attribute(attribute.name(), attribute.value());
        }
    }

    fn end_tag(&mut self, tag: EndTag<'a>) {
        self.see_end_tag(tag.name());
    }

    fn text(&mut self, text: Text<'a>) {
        self.see_text(text.decoded());
    }

    fn comment(&mut self, comment: Comment<'a>) {
        self.see_comment(comment.data());
    }

    fn error(&mut self, _: ParseError) {
        self.errors += 1;
    }
}

/// html5ever reads only its own strings, so a pass copies each page into one: about one part in a hundred of its time.
fn html5ever_pass(documents: &[Document]) -> Visit {
    // Pages have no byte order mark, and U+FEFF in the text is a character.
    let options = TokenizerOpts { discard_bom: false, ..TokenizerOpts::default() };
    let mut visit = Visit::default();
    for document in documents {
        let queue = BufferQueue::default();
        queue.push_back(StrTendril::from_slice(&document.html));
        let tokenizer = html5ever::tokenizer::Tokenizer::new(Html5everSink(RefCell::new(visit)), options.clone());
        while !matches!(tokenizer.feed(&queue), TokenizerResult::Done) {}
        tokenizer.end();
        visit = tokenizer.sink.0.into_inner();
    }
    visit.finish()
}

struct Html5everSink(RefCell<Visit>);

impl TokenSink for Html5everSink {
    type Handle = ();

    fn process_token(&self, token: html5ever::tokenizer::Token, _line: u64) -> TokenSinkResult<()> {
        use html5ever::tokenizer::Token;

        let mut visit = self.0.borrow_mut();
        match token {
            Token::DoctypeToken(doctype) => visit.see_doctype(doctype.name.as_deref().unwrap_or_default().as_bytes()),
            Token::TagToken(Tag { kind: TagKind::StartTag, name, attrs, .. }) => {
                visit.see_start_tag(name.as_bytes());
                for attribute in &attrs {
                    visit.see_attribute(attribute.name.local.as_bytes(), attribute.value.as_bytes());
                }
                return text_state_after(&name);
            }
            Token::TagToken(tag) => visit.see_end_tag(tag.name.as_bytes()),
            Token::CharacterTokens(text) => visit.see_text(text.as_bytes()),
            Token::NullCharacterToken => visit.see_text(b"\0"),
            Token::CommentToken(data) => visit.see_comment(data.as_bytes()),
            Token::EOFToken | Token::ParseError(_) => {}
        }
        TokenSinkResult::Continue
    }
}

/// Answers a start tag as a tree builder would for an HTML element, scripting off: the same rule as tagrake's feedback.
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
