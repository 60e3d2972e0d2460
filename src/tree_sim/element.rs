//! What the rules ask about one element: its name, its namespace, its category.

use super::foreign_rules::IntegrationPoint;
use super::names::Name;
use super::open_elements::Code;
use crate::token::Namespace;
use alloc::boxed::Box;

/// An element without a node: what start tags and end tags can ask of it.
#[derive(Clone, Debug, Default)]
pub(super) struct Element {
    pub(super) kind: ElementKind,
    /// The bytes of a name that no rule mentions. Of a formatting element, whose name is mentioned, the attributes of its
    /// token as they are [written down](super::formatting).
    bytes: Box<[u8]>,
}

/// All of an element but the bytes of its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ElementKind {
    pub(super) name: Name,
    pub(super) namespace: Namespace,
    pub(super) integration_point: IntegrationPoint,
}

impl Default for ElementKind {
    fn default() -> Self {
        Self { name: Name::Other, namespace: Namespace::Html, integration_point: IntegrationPoint::None }
    }
}

impl Element {
    pub(super) fn new(kind: ElementKind, name: &[u8]) -> Self {
        let bytes = if kind.name == Name::Other { name.into() } else { Box::default() };
        Self { kind, bytes }
    }

    /// A formatting element, whose name is mentioned.
    pub(super) fn formatting(name: Name, attributes: Box<[u8]>) -> Self {
        Self { kind: ElementKind { name, ..ElementKind::default() }, bytes: attributes }
    }

    /// Returns how many bytes it takes beside itself.
    pub(super) fn heap_bytes(&self) -> usize {
        self.bytes.len()
    }

    pub(super) fn code(&self) -> Code {
        Code::of_element(self.kind.name, &self.bytes, self.kind.is_html())
    }

    /// Returns the attributes of a formatting element.
    pub(super) fn attributes(&self) -> &[u8] {
        &self.bytes
    }

    /// Takes the attributes from a formatting element.
    pub(super) fn take_attributes(&mut self) -> Box<[u8]> {
        core::mem::take(&mut self.bytes)
    }

    /// Returns the name, in lower case.
    #[cfg(test)]
    pub(super) fn name(&self) -> &[u8] {
        if self.kind.name == Name::Other { &self.bytes } else { self.kind.name.bytes() }
    }

    /// Returns whether the element's name in lower case is that of a tag, in whatever namespace.
    pub(super) fn is_named(&self, name: Name, bytes: &[u8]) -> bool {
        self.kind.name == name && (name != Name::Other || *self.bytes == *bytes)
    }
}

impl ElementKind {
    /// Returns whether this is the HTML element `name`, which is not `Name::Other`.
    pub(super) fn is(self, name: Name) -> bool {
        self.is_html() && self.name == name
    }

    pub(super) fn is_html(self) -> bool {
        self.namespace == Namespace::Html
    }

    /// Returns whether this is one of the HTML elements `names`.
    pub(super) fn is_one_of(self, names: &[Name]) -> bool {
        self.is_html() && names.contains(&self.name)
    }

    /// The elements whose end tags are
    /// [implied](https://html.spec.whatwg.org/multipage/parsing.html#generate-implied-end-tags).
    pub(super) fn has_implied_end_tag(self) -> bool {
        use Name::*;
        self.is_one_of(&[Dd, Dt, Li, Optgroup, Option, P, Rb, Rp, Rt, Rtc])
    }

    /// Those [and the parts of tables](https://html.spec.whatwg.org/multipage/parsing.html#generate-all-implied-end-tags-thoroughly).
    pub(super) fn has_thoroughly_implied_end_tag(self) -> bool {
        use Name::*;
        self.has_implied_end_tag() || self.is_one_of(&[Caption, Colgroup, Tbody, Td, Tfoot, Th, Thead, Tr])
    }

    #[cfg(test)]
    pub(super) fn is_special(self) -> bool {
        self.categories() & SPECIAL != 0
    }

    /// Returns the categories that it is in: a bit for each.
    pub(super) fn categories(self) -> u8 {
        use Name::*;
        let is_boundary = match self.namespace {
            Namespace::Html => return CATEGORIES[self.name as usize],
            Namespace::MathMl => matches!(self.name, Mi | Mo | Mn | Ms | Mtext | AnnotationXml),
            Namespace::Svg => matches!(self.name, Foreignobject | Desc | Title),
        };
        if is_boundary { SPECIAL | STOPS_ITEMS | SCOPES } else { 0 }
    }
}

/// How far up the stack of open elements a rule looks. The number is the category of the elements that end it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Scope {
    /// [Scope](https://html.spec.whatwg.org/multipage/parsing.html#has-an-element-in-scope)
    Default = 1,
    /// [List item scope](https://html.spec.whatwg.org/multipage/parsing.html#has-an-element-in-list-item-scope)
    ListItem = 2,
    /// [Button scope](https://html.spec.whatwg.org/multipage/parsing.html#has-an-element-in-button-scope)
    Button = 4,
    /// [Table scope](https://html.spec.whatwg.org/multipage/parsing.html#has-an-element-in-table-scope)
    Table = 8,
}

/// What ends scope ends these too.
const SCOPES: u8 = Scope::Default as u8 | Scope::ListItem as u8 | Scope::Button as u8;
/// The [special](https://html.spec.whatwg.org/multipage/parsing.html#special) elements.
pub(super) const SPECIAL: u8 = 16;
/// The special elements at which the search for an open `li`, `dd` or `dt` ends.
pub(super) const STOPS_ITEMS: u8 = 32;
/// The elements that tell the insertion mode when it is
/// [reset](https://html.spec.whatwg.org/multipage/parsing.html#reset-the-insertion-mode-appropriately).
pub(super) const SETS_MODE: u8 = 64;
/// All HTML elements.
pub(super) const HTML: u8 = 128;

/// The categories of the HTML elements, by name.
const CATEGORIES: [u8; Name::Other as usize + 1] = {
    use Name::*;
    let mut categories = [HTML; Name::Other as usize + 1];
    #[rustfmt::skip]
    let lists: [(u8, &[Name]); 6] = [
        (SPECIAL | STOPS_ITEMS, &[
            Address, Applet, Area, Article, Aside, Base, Basefont, Bgsound, Blockquote, Body, Br, Button, Caption,
            Center, Col, Colgroup, Dd, Details, Dir, Div, Dl, Dt, Embed, Fieldset, Figcaption, Figure, Footer, Form,
            Frame, Frameset, H1, H2, H3, H4, H5, H6, Head, Header, Hgroup, Hr, Html, Iframe, Img, Input, Keygen, Li,
            Link, Listing, Main, Marquee, Menu, Meta, Nav, Noembed, Noframes, Noscript, Object, Ol, P, Param, Plaintext,
            Pre, Script, Search, Section, Select, Source, Style, Summary, Table, Tbody, Td, Template, Textarea, Tfoot,
            Th, Thead, Title, Tr, Track, Ul, Wbr, Xmp,
        ]),
        (SCOPES, &[Applet, Caption, Html, Table, Td, Th, Marquee, Object, Select, Template]),
        (Scope::ListItem as u8, &[Ol, Ul]),
        (Scope::Button as u8, &[Button]),
        (Scope::Table as u8, &[Html, Table, Template]),
        (SETS_MODE, &[
            Td, Th, Tr, Tbody, Thead, Tfoot, Caption, Colgroup, Table, Template, Head, Body, Frameset, Html,
        ]),
    ];
    let mut list = 0;
    while list < lists.len() {
        let (category, names) = lists[list];
        let mut at = 0;
        while at < names.len() {
            categories[names[at] as usize] |= category;
            at += 1;
        }
        list += 1;
    }
    categories[Address as usize] &= !STOPS_ITEMS;
    categories[Div as usize] &= !STOPS_ITEMS;
    categories[P as usize] &= !STOPS_ITEMS;
    categories
};
