//! A DOM from tagrake's tokens, built by html5ever's tree construction.
//!
//! [`parse_document`] and [`parse_fragment`] drive the tree builder of [html5ever](https://github.com/servo/html5ever)
//! with tagrake instead of html5ever's own tokenizer, and follow its requests to change the tokenizer state. They fill
//! any [`TreeSink`], such as the one of `markup5ever_rcdom` or `scraper`.
//!
//! The trees equal the trees from html5ever's own tokenizer: `tests/tree.rs` compares them on html5lib's tests of tree
//! construction, with fragments and both scripting flags, and on complete pages.
//!
//! html5ever has no token for processing instructions, so `<?target data?>` is a bogus comment, as with its own
//! tokenizer.
//!
//! This module needs the feature `html5ever`. Types of html5ever 0.40 are part of its signatures. html5ever has no
//! stable version yet, so an update to an incompatible version is not treated as a breaking change of this crate.

use crate::arena::Arena;
use crate::error::ParseError;
use crate::options::Options;
use crate::sink::Sink;
use crate::text_state::TextState;
use crate::token;
use crate::tokenizer::tokenize;
use alloc::borrow::Cow;
use alloc::vec::Vec;
use html5ever::interface::create_element;
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::{RawKind, State};
use html5ever::tokenizer::{Doctype, Tag, TagKind, Token, TokenSink, TokenSinkResult};
use html5ever::tree_builder::{TreeBuilder, TreeBuilderOpts, TreeSink};
use html5ever::{Attribute, LocalName, QualName, ns};

/// Parses `html` as a document into `sink`.
///
/// `html` is read as UTF-8: a byte order mark is stripped, and invalid bytes become U+FFFD. For other encodings see
/// [`encoding::decode`](crate::encoding::decode). Scripts are not executed. With `exact_errors` the sink gets the codes
/// of the tokenizer's parse errors, in addition to the messages of tree construction.
///
/// ```
/// use html5ever::tree_builder::TreeBuilderOpts;
/// use markup5ever_rcdom::{NodeData, RcDom};
///
/// let dom = tagrake::tree::parse_document(b"<p>Fish &amp; chips", RcDom::default(), TreeBuilderOpts::default());
/// let html = &dom.document.children.borrow()[0];
/// let NodeData::Element { name, .. } = &html.data else { panic!() };
/// assert_eq!(&*name.local, "html");
/// ```
pub fn parse_document<S: TreeSink>(html: &[u8], sink: S, options: TreeBuilderOpts) -> S::Output {
    read(html, TreeBuilder::new(sink, options), &options, TextState::Data)
}

/// Parses `html` as a fragment into `sink`, with the [fragment parsing
/// algorithm](https://html.spec.whatwg.org/multipage/parsing.html#parsing-html-fragments). The context element has the
/// name `context` and the attributes `attributes`.
///
/// Otherwise works as [`parse_document`].
///
/// ```
/// use html5ever::tree_builder::TreeBuilderOpts;
/// use html5ever::{QualName, local_name, ns};
/// use markup5ever_rcdom::RcDom;
/// use tagrake::tree::parse_fragment;
///
/// let row = QualName::new(None, ns!(html), local_name!("tr"));
/// let dom = parse_fragment(b"<td>1<td>2", RcDom::default(), TreeBuilderOpts::default(), row, vec![]);
/// let cells = dom.document.children.borrow()[0].children.borrow().len();
/// assert_eq!(cells, 2);
/// ```
pub fn parse_fragment<S: TreeSink>(
    html: &[u8],
    sink: S,
    options: TreeBuilderOpts,
    context: QualName,
    attributes: Vec<Attribute>,
) -> S::Output {
    let context = create_element(&sink, context, attributes);
    let builder = TreeBuilder::new_for_fragment(sink, context, None, options);
    let state = match builder.tokenizer_state_for_context_elem(options.scripting_enabled) {
        State::RawData(kind) => text_state(kind),
        State::Plaintext => TextState::Plaintext,
        _ => TextState::Data,
    };
    read(html, builder, &options, state)
}

fn read<S: TreeSink>(
    html: &[u8],
    builder: TreeBuilder<S::Handle, S>,
    options: &TreeBuilderOpts,
    state: TextState,
) -> S::Output {
    let html = html.strip_prefix("\u{FEFF}".as_bytes()).unwrap_or(html);
    let tokens = Options::default().with_feedback(false).with_errors(options.exact_errors).with_initial_state(state);
    let mut tree = TreeBuilderSink { builder, html, state: None, line: 1, counted: 0 };
    tokenize(html, &tokens, &mut Arena::new(), &mut tree);
    tree.feed(Token::EOFToken, html.len());
    tree.builder.end();
    tree.builder.sink.finish()
}

/// Converts html5ever's kind of raw text to the state in which it is read.
fn text_state(kind: RawKind) -> TextState {
    match kind {
        RawKind::Rcdata => TextState::Rcdata,
        RawKind::Rawtext => TextState::Rawtext,
        RawKind::ScriptData | RawKind::ScriptDataEscaped(_) => TextState::ScriptData,
    }
}

/// Feeds tokens to a tree builder.
struct TreeBuilderSink<'h, S: TreeSink> {
    builder: TreeBuilder<S::Handle, S>,
    html: &'h [u8],
    /// The state that the tree builder requested after the last token.
    state: Option<TextState>,
    /// The line at the offset `counted`, counted from 1.
    line: u64,
    counted: usize,
}

impl<S: TreeSink> TreeBuilderSink<'_, S> {
    /// Feeds a token that ends at `end` to the tree builder.
    fn feed(&mut self, token: Token, end: usize) {
        let passed = &self.html[self.counted..end.max(self.counted)];
        // A CR before LF is not a line end of its own, even if the LF comes after `end`.
        let line_feeds = memchr::memchr_iter(b'\n', passed).count();
        let returns =
            memchr::memchr_iter(b'\r', passed).filter(|at| self.html.get(self.counted + at + 1) != Some(&b'\n'));
        self.line += (line_feeds + returns.count()) as u64;
        self.counted = end.max(self.counted);
        self.state = match self.builder.process_token(token, self.line) {
            // Scripts are not executed, and the encoding is fixed.
            TokenSinkResult::Continue | TokenSinkResult::Script(_) | TokenSinkResult::EncodingIndicator(_) => None,
            TokenSinkResult::Plaintext => Some(TextState::Plaintext),
            TokenSinkResult::RawData(kind) => Some(text_state(kind)),
        };
    }
}

impl<'a, S: TreeSink> Sink<'a> for TreeBuilderSink<'_, S> {
    fn doctype(&mut self, doctype: token::Doctype<'a>) {
        let text = |bytes: Option<&[u8]>| {
            bytes.map(|bytes| StrTendril::from(alloc::string::String::from_utf8_lossy(bytes).as_ref()))
        };
        let token = Doctype {
            name: text(doctype.name()),
            public_id: text(doctype.public_id()),
            system_id: text(doctype.system_id()),
            force_quirks: doctype.force_quirks(),
        };
        self.feed(Token::DoctypeToken(token), doctype.span().end);
    }

    fn start_tag(&mut self, tag: token::StartTag<'a>) {
        let attribute = |attribute: token::Attribute<'_>| Attribute {
            name: QualName::new(None, ns!(), LocalName::from(attribute.name_str())),
            value: StrTendril::from_slice(attribute.value_str()),
        };
        let token = Tag {
            kind: TagKind::StartTag,
            name: LocalName::from(tag.name_str()),
            self_closing: tag.is_self_closing(),
            attrs: tag.attributes().map(attribute).collect(),
            had_duplicate_attributes: tag.duplicate_attributes() > 0,
        };
        self.feed(Token::TagToken(token), tag.span().end);
    }

    fn end_tag(&mut self, tag: token::EndTag<'a>) {
        let (kind, name) = (TagKind::EndTag, LocalName::from(tag.name_str()));
        let token = Tag { kind, name, self_closing: false, attrs: Vec::new(), had_duplicate_attributes: false };
        self.feed(Token::TagToken(token), tag.span().end);
    }

    fn text(&mut self, text: token::Text<'a>) {
        let start = text.span().start;
        for (index, run) in text.decoded_str().split('\0').enumerate() {
            if index > 0 {
                self.feed(Token::NullCharacterToken, start);
            }
            if !run.is_empty() {
                self.feed(Token::CharacterTokens(StrTendril::from_slice(run)), start);
            }
        }
    }

    fn comment(&mut self, comment: token::Comment<'a>) {
        self.feed(Token::CommentToken(StrTendril::from_slice(comment.data_str())), comment.span().end);
    }

    fn error(&mut self, error: ParseError) {
        self.feed(Token::ParseError(Cow::Borrowed(error.code.as_str())), error.offset);
    }

    fn next_state(&mut self) -> Option<TextState> {
        self.state
    }

    fn allows_cdata(&self) -> bool {
        self.builder.adjusted_current_node_present_but_not_in_html_namespace()
    }
}
