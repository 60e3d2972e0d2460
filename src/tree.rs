//! A DOM from our tokens: html5ever's tree construction on top, in place of its own tokenizer.
//!
//! The tree builder of [html5ever](https://github.com/servo/html5ever) takes our tokens, and its requests to change the
//! state are followed, so any [`TreeSink`] can be filled: that of `markup5ever_rcdom`, of `scraper`, your own.
//!
//! Its tokens know no processing instructions yet, so `<?target data?>` is a bogus comment, as its own tokenizer has it.
//!
//! This module needs the feature `html5ever`. Types of html5ever 0.40 are part of its signatures. html5ever has no stable version
//! yet, so an update to an incompatible version is not treated as a breaking change of this crate.

use crate::arena::Arena;
use crate::error::ParseError;
use crate::options::Options;
use crate::sink::Sink;
use crate::text_state::TextState;
use crate::token::{self, Attributes};
use crate::tokenizer::tokenize;
use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::ops::Range;
use html5ever::interface::create_element;
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::{RawKind, State};
use html5ever::tokenizer::{Doctype, Tag, TagKind, Token, TokenSink, TokenSinkResult};
use html5ever::tree_builder::{TreeBuilder, TreeBuilderOpts, TreeSink};
use html5ever::{Attribute, LocalName, QualName, ns};

/// Fills `sink` with the document that `html` is.
///
/// `html` is UTF-8; what is not becomes U+FFFD. A byte order mark is stripped. For bytes in any encoding see
/// [`encoding::decode`](crate::encoding::decode). Scripts do not run. With `exact_errors` the sink gets the standard's code
/// of each parse error of the tokenizer, as that of tree construction.
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

/// Fills `sink` with the fragment that `html` is inside of an element called `context`, with `attributes`: the
/// [fragment parsing algorithm](https://html.spec.whatwg.org/multipage/parsing.html#parsing-html-fragments).
///
/// The rest is as in [`parse_document`].
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
    let mut tree = Tree { builder, html, state: None, line: 1, counted: 0 };
    tokenize(html, &tokens, &mut Arena::new(), &mut tree);
    tree.put(Token::EOFToken, html.len());
    tree.builder.end();
    tree.builder.sink.finish()
}

/// Returns the state in which raw text of a kind is read.
fn text_state(kind: RawKind) -> TextState {
    match kind {
        RawKind::Rcdata => TextState::Rcdata,
        RawKind::Rawtext => TextState::Rawtext,
        RawKind::ScriptData | RawKind::ScriptDataEscaped(_) => TextState::ScriptData,
    }
}

/// Puts our tokens into a tree builder.
struct Tree<'h, S: TreeSink> {
    builder: TreeBuilder<S::Handle, S>,
    html: &'h [u8],
    /// The state that the tree builder asks for.
    state: Option<TextState>,
    /// The line at the offset `counted`.
    line: u64,
    counted: usize,
}

impl<S: TreeSink> Tree<'_, S> {
    /// Puts a token that is read up to the offset `end`.
    fn put(&mut self, token: Token, end: usize) {
        let passed = &self.html[self.counted..end.max(self.counted)];
        // A CR before LF ends no line of its own; one at the end may be before LF.
        let line_feeds = memchr::memchr_iter(b'\n', passed).count();
        let returns =
            memchr::memchr_iter(b'\r', passed).filter(|at| self.html.get(self.counted + at + 1) != Some(&b'\n'));
        self.line += (line_feeds + returns.count()) as u64;
        self.counted = end.max(self.counted);
        self.state = match self.builder.process_token(token, self.line) {
            // Nobody runs scripts, and the encoding is known.
            TokenSinkResult::Continue | TokenSinkResult::Script(_) | TokenSinkResult::EncodingIndicator(_) => None,
            TokenSinkResult::Plaintext => Some(TextState::Plaintext),
            TokenSinkResult::RawData(kind) => Some(text_state(kind)),
        };
    }

    fn put_tag(
        &mut self,
        kind: TagKind,
        name: &str,
        attributes: Option<Attributes<'_>>,
        self_closing: bool,
        duplicates: usize,
        span: Range<usize>,
    ) {
        let attribute = |attribute: token::Attribute<'_>| Attribute {
            name: QualName::new(None, ns!(), LocalName::from(attribute.name_str())),
            value: StrTendril::from_slice(attribute.value_str()),
        };
        let tag = Tag {
            kind,
            name: LocalName::from(name),
            self_closing,
            attrs: attributes.map_or_else(Vec::new, |attributes| attributes.map(attribute).collect()),
            had_duplicate_attributes: duplicates > 0,
        };
        self.put(Token::TagToken(tag), span.end);
    }
}

impl<'a, S: TreeSink> Sink<'a> for Tree<'_, S> {
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
        self.put(Token::DoctypeToken(token), doctype.span().end);
    }

    fn start_tag(&mut self, tag: token::StartTag<'a>) {
        let attributes = Some(tag.attributes());
        self.put_tag(
            TagKind::StartTag,
            tag.name_str(),
            attributes,
            tag.is_self_closing(),
            tag.duplicate_attributes(),
            tag.span(),
        );
    }

    fn end_tag(&mut self, tag: token::EndTag<'a>) {
        self.put_tag(TagKind::EndTag, tag.name_str(), None, false, 0, tag.span());
    }

    fn text(&mut self, text: token::Text<'a>) {
        let start = text.span().start;
        for (index, part) in text.decoded_str().split('\0').enumerate() {
            if index > 0 {
                self.put(Token::NullCharacterToken, start);
            }
            if !part.is_empty() {
                self.put(Token::CharacterTokens(StrTendril::from_slice(part)), start);
            }
        }
    }

    fn comment(&mut self, comment: token::Comment<'a>) {
        self.put(Token::CommentToken(StrTendril::from_slice(comment.data_str())), comment.span().end);
    }

    fn error(&mut self, error: ParseError) {
        self.put(Token::ParseError(Cow::Borrowed(error.code.as_str())), error.offset);
    }

    fn next_state(&mut self) -> Option<TextState> {
        self.state
    }

    fn allows_cdata(&self) -> bool {
        self.builder.adjusted_current_node_present_but_not_in_html_namespace()
    }
}
