//! The dispatcher's choice between HTML and foreign content, and the rules for foreign content (SVG and MathML).
//!
//! If you change a rule here, also change it in `feedback/foreign_stack.rs`.

use super::Character::Other;
use super::Name::{self, *};
use super::Token::{Character, End, Start};
use super::element::{Element, ElementKind, HTML, NameKey};
use super::foreign_rules::{IntegrationPoint, breaks_out};
use super::{Tag, Token, TreeSim, TreeSink};
use crate::token::Namespace;

impl<T: TreeSink> TreeSim<T> {
    /// Returns true if the [tree construction
    /// dispatcher](https://html.spec.whatwg.org/multipage/parsing.html#tree-construction-dispatcher) applies the rules of
    /// the insertion mode. Otherwise the rules for foreign content apply.
    pub(super) fn is_html_content(&self, token: &Token<'_>) -> bool {
        let node = self.current_node();
        if node.is_html() {
            return true;
        }
        match *token {
            Start(name, _) => node.integration_point.holds_start_tag(name),
            Character(_) => node.integration_point.holds_html(),
            End(..) => false,
        }
    }

    /// [In foreign content](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inforeign)
    pub(super) fn in_foreign_content(&mut self, token: &Token<'_>) {
        match *token {
            Character(character) => {
                self.insert_characters();
                self.frameset_ok &= character != Other;
            }
            End(Br | P, _) => self.leave_foreign_content(token),
            Start(name, tag) if breaks_out(name, |attribute| tag.attribute(attribute).is_some()) => {
                self.leave_foreign_content(token);
            }
            Start(_, tag) => self.insert_foreign_element(self.current_node().namespace, tag),
            End(name, bytes) => self.foreign_end_tag(name, bytes),
        }
    }

    /// Pops elements up to one that holds HTML content, and processes the token by the rules of the insertion mode.
    fn leave_foreign_content(&mut self, token: &Token<'_>) {
        while !self.current_node().is_html() && !self.current_node().integration_point.holds_html() {
            self.pop();
        }
        self.process_in_html_content(token);
    }

    /// [Inserts a foreign element](https://html.spec.whatwg.org/multipage/parsing.html#insert-a-foreign-element) for a
    /// token. If the token is self-closing, the element is popped at once, so nothing is pushed.
    pub(super) fn insert_foreign_element(&mut self, namespace: Namespace, tag: &Tag<'_>) {
        self.outcome.namespace = namespace;
        let node = self.create_node(tag, namespace);
        if tag.is_self_closing() {
            self.insert_in_current_node(node);
            self.nodes.close(node);
        } else {
            let integration_point = IntegrationPoint::of(namespace, tag.name, || tag.attribute(b"encoding"));
            self.push(Element::new(ElementKind { name: tag.name, namespace, integration_point }, tag.bytes), node);
        }
    }

    /// "Any other end tag" in foreign content. The end tag of an SVG `script` is no exception: the element is popped,
    /// and the script is not executed.
    fn foreign_end_tag(&mut self, name: Name, bytes: &[u8]) {
        let key = NameKey::of_element(name, bytes, false);
        let open = self.open.last_with_key(key, |index| self.elements[self.open.ids()[index]].is_named(name, bytes));
        match open.filter(|&index| !self.open.has_after(index, HTML)) {
            Some(index) => self.truncate(index),
            None => self.process_in_html_content(&End(name, bytes)),
        }
    }
}
