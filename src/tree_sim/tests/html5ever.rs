//! The oracle: html5ever's tokenizer, driven by its tree builder, which builds a tree of element names only.

use super::{Event, append_name};
use crate::token::Namespace;
use alloc::borrow::Cow;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::cell::RefCell;
use html5ever::interface::{ElementFlags, NodeOrText, QuirksMode, Tracer};
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{BufferQueue, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts};
use html5ever::tree_builder::{TreeBuilder, TreeBuilderOpts, TreeSink};
use html5ever::{Attribute, ExpandedName, QualName, TokenizerResult, expanded_name, local_name, ns};
use std::rc::Rc;

/// Returns the tokens of a document.
pub(super) fn read(html: &str, scripting: bool) -> Vec<Event> {
    let queue = BufferQueue::default();
    queue.push_back(StrTendril::from_slice(html));
    let tree_options = TreeBuilderOpts { scripting_enabled: scripting, ..TreeBuilderOpts::default() };
    let sink = Recorder { builder: TreeBuilder::new(Names, tree_options), events: RefCell::default() };
    let options = TokenizerOpts { discard_bom: false, ..TokenizerOpts::default() };
    let tokenizer = Tokenizer::new(sink, options);
    while !matches!(tokenizer.feed(&queue), TokenizerResult::Done) {}
    tokenizer.end();
    tokenizer.sink.events.take()
}

/// Records the tokens, and passes them to the tree builder.
struct Recorder {
    builder: TreeBuilder<Handle, Names>,
    events: RefCell<Vec<Event>>,
}

impl TokenSink for Recorder {
    type Handle = Handle;

    fn process_token(&self, token: Token, line: u64) -> TokenSinkResult<Handle> {
        let events = &mut *self.events.borrow_mut();
        let is_tag = matches!(token, Token::TagToken(_));
        match &token {
            Token::TagToken(tag) if tag.kind == TagKind::StartTag => events.push(Event::StartTag(tag.name.to_string())),
            Token::TagToken(tag) => events.push(Event::EndTag(tag.name.to_string())),
            Token::CharacterTokens(text) => Event::append_text(events, text),
            Token::NullCharacterToken => Event::append_text(events, "\0"),
            Token::CommentToken(_) => events.push(Event::Comment),
            Token::DoctypeToken(_) | Token::ParseError(_) | Token::EOFToken => {}
        }
        let result = self.builder.process_token(token, line);
        if is_tag {
            let state = Construction(RefCell::default());
            self.builder.trace_handles(&state);
            events.push(Event::Construction(state.0.take()));
        }
        result
    }

    fn end(&self) {
        self.builder.end();
    }

    fn adjusted_current_node_present_but_not_in_html_namespace(&self) -> bool {
        self.builder.adjusted_current_node_present_but_not_in_html_namespace()
    }
}

/// Records the names of the elements that the tree builder refers to.
struct Construction(RefCell<String>);

impl Tracer for Construction {
    type Handle = Handle;

    fn trace_handle(&self, node: &Handle) {
        let namespace = match node.name.ns {
            ns!(html) => Namespace::Html,
            ns!(svg) => Namespace::Svg,
            ns!(mathml) => Namespace::MathMl,
            _ => return,
        };
        append_name(&mut self.0.borrow_mut(), namespace, &node.name.local.to_ascii_lowercase());
    }
}

/// A node. It has only a name; for a document, a comment and the contents of a template, the name is empty.
type Handle = Rc<Node>;

struct Node {
    name: QualName,
    is_integration_point: bool,
}

struct Names;

fn node(name: QualName, is_integration_point: bool) -> Handle {
    Rc::new(Node { name, is_integration_point })
}

fn nameless() -> Handle {
    node(QualName::new(None, ns!(), local_name!("")), false)
}

impl TreeSink for Names {
    type Handle = Handle;
    type Output = ();
    type ElemName<'n> = ExpandedName<'n>;

    fn finish(self) {}

    fn parse_error(&self, _: Cow<'static, str>) {}

    fn get_document(&self) -> Handle {
        nameless()
    }

    fn elem_name<'n>(&'n self, target: &'n Handle) -> ExpandedName<'n> {
        target.name.expanded()
    }

    fn create_element(&self, name: QualName, _: Vec<Attribute>, flags: ElementFlags) -> Handle {
        node(name, flags.mathml_annotation_xml_integration_point)
    }

    fn create_comment(&self, _: StrTendril) -> Handle {
        nameless()
    }

    fn create_pi(&self, _: StrTendril, _: StrTendril) -> Handle {
        nameless()
    }

    fn append(&self, _: &Handle, _: NodeOrText<Handle>) {}

    fn append_based_on_parent_node(&self, _: &Handle, _: &Handle, _: NodeOrText<Handle>) {}

    fn append_doctype_to_document(&self, _: StrTendril, _: StrTendril, _: StrTendril) {}

    fn get_template_contents(&self, _: &Handle) -> Handle {
        nameless()
    }

    fn same_node(&self, x: &Handle, y: &Handle) -> bool {
        Rc::ptr_eq(x, y)
    }

    fn set_quirks_mode(&self, _: QuirksMode) {}

    fn append_before_sibling(&self, _: &Handle, _: NodeOrText<Handle>) {}

    fn add_attrs_if_missing(&self, _: &Handle, _: Vec<Attribute>) {}

    fn remove_from_parent(&self, _: &Handle) {}

    fn reparent_children(&self, _: &Handle, _: &Handle) {}

    fn is_mathml_annotation_xml_integration_point(&self, handle: &Handle) -> bool {
        debug_assert_eq!(handle.name.expanded(), expanded_name!(mathml "annotation-xml"));
        handle.is_integration_point
    }
}
