//! SVG and MathML: which rules apply, and those of foreign content.

use super::Character::Other;
use super::Token::{Character, End, Start};
use super::element::{Element, HTML, IntegrationPoint, Kind};
use super::open::Code;
use super::{Tag, Token, Tree};
use crate::feedback::Namespace;
use crate::feedback::names::Name::{self, *};

impl Tree {
    /// Returns whether the [tree construction
    /// dispatcher](https://html.spec.whatwg.org/multipage/parsing.html#tree-construction-dispatcher) applies the rules of
    /// the insertion mode, not those of foreign content.
    pub(super) fn is_html_content(&self, token: Token<'_>) -> bool {
        let node = self.current_node();
        if node.is_html() {
            return true;
        }
        match (token, node.integration_point) {
            (Start(..) | Character(_), IntegrationPoint::Html) => true,
            (Start(name, _), IntegrationPoint::MathMlText) => !matches!(name, Mglyph | Malignmark),
            (Character(_), IntegrationPoint::MathMlText) => true,
            (Start(Svg, _), _) => node.namespace == Namespace::MathMl && node.name == AnnotationXml,
            _ => false,
        }
    }

    /// [In foreign content](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inforeign)
    #[rustfmt::skip]
    pub(super) fn in_foreign_content(&mut self, token: Token<'_>) {
        match token {
            Character(Other) => self.frameset_ok = false,
            Character(_) => {}
            Start(
                B | Big | Blockquote | Body | Br | Center | Code | Dd | Div | Dl | Dt | Em | Embed | H1 | H2 | H3 | H4
                | H5 | H6 | Head | Hr | I | Img | Li | Listing | Menu | Meta | Nobr | Ol | P | Pre | Ruby | S | Small
                | Span | Strong | Strike | Sub | Sup | Table | Tt | U | Ul | Var,
                _,
            )
            | End(Br | P, _) => self.leave_foreign_content(token),
            Start(Font, tag) if [&b"color"[..], b"face", b"size"].iter().any(|&name| tag.attribute(name).is_some()) => {
                self.leave_foreign_content(token);
            }
            Start(_, tag) => self.insert_foreign_element(self.current_node().namespace, tag),
            End(name, bytes) => self.foreign_end_tag(name, bytes),
        }
    }

    /// Pops foreign elements, and processes the token by the rules of the insertion mode.
    fn leave_foreign_content(&mut self, token: Token<'_>) {
        while !self.current_node().is_html() && self.current_node().integration_point == IntegrationPoint::None {
            self.pop();
        }
        self.process_in_html_content(token);
    }

    /// [Inserts a foreign element](https://html.spec.whatwg.org/multipage/parsing.html#insert-a-foreign-element) for a
    /// token; one that is self-closing is popped at once.
    pub(super) fn insert_foreign_element(&mut self, namespace: Namespace, tag: Tag<'_>) {
        self.outcome.namespace = namespace;
        if !tag.is_self_closing() {
            let integration_point = integration_point(namespace, tag);
            self.push(Element::new(Kind { name: tag.name, namespace, integration_point }, tag.bytes));
        }
    }

    /// Any other end tag of foreign content. SVG's `script` is no exception: it is popped, and what it executes is not
    /// our concern.
    fn foreign_end_tag(&mut self, name: Name, bytes: &[u8]) {
        let code = Code::of_element(name, bytes, false);
        let open = self.open.last_that(code, |place| self.elements[self.open.ids()[place]].is_named(name, bytes));
        match open.filter(|&place| !self.open.has_above(place, HTML)) {
            Some(place) => self.truncate(place),
            None => self.process_in_html_content(End(name, bytes)),
        }
    }
}

fn integration_point(namespace: Namespace, tag: Tag<'_>) -> IntegrationPoint {
    let holds_html = || {
        let encoding = tag.attribute(b"encoding").unwrap_or_default();
        encoding.eq_ignore_ascii_case(b"text/html") || encoding.eq_ignore_ascii_case(b"application/xhtml+xml")
    };
    match (namespace, tag.name) {
        (Namespace::MathMl, Mi | Mo | Mn | Ms | Mtext) => IntegrationPoint::MathMlText,
        (Namespace::MathMl, AnnotationXml) if holds_html() => IntegrationPoint::Html,
        (Namespace::Svg, Foreignobject | Desc | Title) => IntegrationPoint::Html,
        _ => IntegrationPoint::None,
    }
}
