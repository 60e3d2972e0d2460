//! Our tokenizer, without a tree, gives the same tokens as html5ever's tokenizer driven by its tree builder. Tested on
//! the documents of html5lib's tree-construction tests, and on all available pages, including the pages of `corpora/fetch`.

use html5ever::interface::TokenizerResult;
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{BufferQueue, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts};
use html5ever::tree_builder::{TreeBuilder, TreeBuilderOpts};
use markup5ever_rcdom::{Handle, RcDom};
use std::cell::RefCell;
use std::fmt::Write as _;
use tagrake::{Arena, Options};
use tagrake_testsupport::any_sink::tokenize;
use tagrake_testsupport::pages::{self, Page};
use tagrake_testsupport::parallel::in_parallel;
use tagrake_testsupport::{repository_file, tree_construction};

/// Tokens as text. Adjacent characters are joined.
#[derive(Default)]
struct Written {
    tokens: Vec<String>,
    ends_in_text: bool,
}

impl Written {
    fn text(&mut self, text: &str) {
        match self.tokens.last_mut() {
            Some(last) if self.ends_in_text => last.push_str(text),
            _ => self.tokens.push(format!("text {text}")),
        }
        self.ends_in_text = true;
    }

    fn push(&mut self, token: String) {
        self.tokens.push(token);
        self.ends_in_text = false;
    }

    fn start_tag<'t>(&mut self, name: &str, attributes: impl Iterator<Item = (&'t str, &'t str)>, self_closing: bool) {
        let mut token = format!("<{name}");
        for (name, value) in attributes {
            let _ = write!(token, " {name}={value:?}");
        }
        token.push_str(if self_closing { "/>" } else { ">" });
        self.push(token);
    }
}

/// html5ever's tree builder, and the tokens that its tokenizer passes to it.
struct Steered {
    builder: TreeBuilder<Handle, RcDom>,
    written: RefCell<Written>,
}

impl TokenSink for Steered {
    type Handle = Handle;

    fn process_token(&self, token: Token, line: u64) -> TokenSinkResult<Handle> {
        let mut written = self.written.borrow_mut();
        match &token {
            Token::DoctypeToken(doctype) => written.push(format!(
                "doctype {:?} {:?} {:?} {}",
                doctype.name.as_deref(),
                doctype.public_id.as_deref(),
                doctype.system_id.as_deref(),
                doctype.force_quirks
            )),
            Token::TagToken(tag) if tag.kind == TagKind::StartTag => {
                let attributes = tag.attrs.iter().map(|attribute| (&*attribute.name.local, &*attribute.value));
                written.start_tag(&tag.name, attributes, tag.self_closing);
            }
            Token::TagToken(tag) => written.push(format!("</{}>", &*tag.name)),
            Token::CommentToken(data) => written.push(format!("comment {}", &**data)),
            Token::CharacterTokens(text) if text.is_empty() => {} // an empty CDATA section
            Token::CharacterTokens(text) => written.text(text),
            Token::NullCharacterToken => written.text("\0"),
            Token::EOFToken | Token::ParseError(_) => {}
        }
        drop(written);
        self.builder.process_token(token, line)
    }

    fn end(&self) {
        self.builder.end();
    }

    fn adjusted_current_node_present_but_not_in_html_namespace(&self) -> bool {
        self.builder.adjusted_current_node_present_but_not_in_html_namespace()
    }
}

/// Returns the tokens that html5ever's tokenizer passes to its tree builder.
fn by_tree(html: &str, scripting: bool) -> Vec<String> {
    let options = TreeBuilderOpts { scripting_enabled: scripting, ..TreeBuilderOpts::default() };
    let builder = TreeBuilder::new(RcDom::default(), options);
    let steered = Steered { builder, written: RefCell::default() };
    let tokenizer = Tokenizer::new(steered, TokenizerOpts { discard_bom: false, ..TokenizerOpts::default() });
    let input = BufferQueue::default();
    input.push_back(StrTendril::from_slice(html));
    while !matches!(tokenizer.feed(&input), TokenizerResult::Done) {}
    tokenizer.end();
    tokenizer.sink.written.into_inner().tokens
}

/// Returns our tokens.
fn by_feedback(html: &str, scripting: bool, arena: &mut Arena) -> Vec<String> {
    let mut written = Written::default();
    let mut sink = tagrake_testsupport::tokenizer_runs::TokenSink::new(|token: tagrake::Token<'_>| match token {
        tagrake::Token::Doctype(doctype) => {
            let text = |bytes: Option<&[u8]>| bytes.map(|bytes| String::from_utf8_lossy(bytes).into_owned());
            let (name, public_id, system_id) =
                (text(doctype.name()), text(doctype.public_id()), text(doctype.system_id()));
            written.push(format!("doctype {name:?} {public_id:?} {system_id:?} {}", doctype.force_quirks()));
        }
        tagrake::Token::StartTag(tag) => {
            let attributes = tag.attributes().map(|attribute| (attribute.name_str(), attribute.value_str()));
            written.start_tag(tag.name_str(), attributes, tag.is_self_closing());
        }
        tagrake::Token::EndTag(tag) => written.push(format!("</{}>", tag.name_str())),
        tagrake::Token::Comment(comment) => written.push(format!("comment {}", comment.data_str())),
        tagrake::Token::Text(text) => written.text(text.decoded_str()),
        _ => {}
    });
    tokenize(html.as_bytes(), &Options::default().with_scripting(scripting), arena, &mut sink);
    drop(sink);
    written.tokens
}

/// Returns the first tokens that differ: ours, then html5ever's.
fn difference(html: &str, scripting: bool, arena: &mut Arena) -> Option<[Option<String>; 2]> {
    let (ours, theirs) = (by_feedback(html, scripting, arena), by_tree(html, scripting));
    if ours == theirs {
        return None;
    }
    let at = ours.iter().zip(&theirs).position(|(ours, theirs)| ours != theirs).unwrap_or(ours.len().min(theirs.len()));
    Some([ours, theirs].map(|tokens| tokens.get(at).cloned()))
}

#[test]
fn documents_give_the_tokens_of_a_tree_builder() {
    let documents: Vec<_> = tree_construction::documents().into_iter().map(|test| test.html).collect();
    let mut arena = Arena::new();
    let mut differ = Vec::new();
    for html in &documents {
        for scripting in [false, true] {
            differ.extend(difference(html, scripting, &mut arena).map(|tokens| format!("{html:?}: {tokens:?}")));
        }
    }
    println!("{} documents, {} differ", documents.len(), differ.len());
    assert!(documents.len() > 1500, "{}", documents.len());
    assert!(differ.is_empty(), "{}", differ.join("\n"));
}

#[test]
fn pages_give_the_tokens_of_a_tree_builder() {
    let mut pages = pages::all();
    pages.extend(pages::below(&repository_file("corpora/fetched")));
    in_parallel(pages.len(), Arena::new, |arena, task| {
        let Page { name, html } = &pages[task];
        let html = String::from_utf8_lossy(html);
        for scripting in [false, true] {
            if let Some(tokens) = difference(&html, scripting, arena) {
                return Err(format!("{name}, scripting {scripting}: {tokens:?}"));
            }
        }
        Ok(())
    });
    println!("{} pages, none differs", pages.len());
}
