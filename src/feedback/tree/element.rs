//! What the rules ask about one element: its name, its namespace, its category.

use crate::feedback::Namespace;
use crate::feedback::names::Name;
use alloc::boxed::Box;

/// An element without a node: what start tags and end tags can ask of it.
#[derive(Clone, Debug, Default)]
pub(super) struct Element {
    pub(super) kind: Kind,
    /// The bytes of a name that no rule mentions.
    other_name: Box<[u8]>,
}

/// All of an element but the bytes of its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Kind {
    pub(super) name: Name,
    pub(super) namespace: Namespace,
    pub(super) integration_point: IntegrationPoint,
}

/// Where HTML may go on inside foreign content.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum IntegrationPoint {
    #[default]
    None,
    /// [MathML text integration point](https://html.spec.whatwg.org/multipage/parsing.html#mathml-text-integration-point)
    MathMlText,
    /// [HTML integration point](https://html.spec.whatwg.org/multipage/parsing.html#html-integration-point)
    Html,
}

impl Default for Kind {
    fn default() -> Self {
        Self { name: Name::Other, namespace: Namespace::Html, integration_point: IntegrationPoint::None }
    }
}

impl Element {
    pub(super) fn new(kind: Kind, name: &[u8]) -> Self {
        Self { kind, other_name: if kind.name == Name::Other { name.into() } else { Box::default() } }
    }

    /// Returns how many bytes its name has, if no rule mentions it.
    pub(super) fn other_name_len(&self) -> usize {
        self.other_name.len()
    }

    /// Returns the name, in lower case.
    #[cfg(test)]
    pub(super) fn name(&self) -> &[u8] {
        if self.kind.name == Name::Other { &self.other_name } else { self.kind.name.bytes() }
    }

    /// Returns whether the element's name in lower case is that of a tag, in whatever namespace.
    pub(super) fn is_named(&self, name: Name, bytes: &[u8]) -> bool {
        self.kind.name == name && (name != Name::Other || *self.other_name == *bytes)
    }
}

impl Kind {
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

    /// [`h1` to `h6`](https://html.spec.whatwg.org/multipage/sections.html#the-h1,-h2,-h3,-h4,-h5,-and-h6-elements)
    pub(super) fn is_heading(self) -> bool {
        self.is_one_of(&[Name::H1, Name::H2, Name::H3, Name::H4, Name::H5, Name::H6])
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

    /// The foreign elements that are special, and that end scopes.
    fn is_foreign_boundary(self) -> bool {
        use Name::*;
        match self.namespace {
            Namespace::Html => false,
            Namespace::MathMl => matches!(self.name, Mi | Mo | Mn | Ms | Mtext | AnnotationXml),
            Namespace::Svg => matches!(self.name, Foreignobject | Desc | Title),
        }
    }

    /// The [special](https://html.spec.whatwg.org/multipage/parsing.html#special) elements.
    #[rustfmt::skip]
    pub(super) fn is_special(self) -> bool {
        use Name::*;
        self.is_foreign_boundary() || self.is_html() && matches!(
            self.name,
            Address | Applet | Area | Article | Aside | Base | Basefont | Bgsound | Blockquote | Body | Br | Button
            | Caption | Center | Col | Colgroup | Dd | Details | Dir | Div | Dl | Dt | Embed | Fieldset | Figcaption
            | Figure | Footer | Form | Frame | Frameset | H1 | H2 | H3 | H4 | H5 | H6 | Head | Header | Hgroup | Hr
            | Html | Iframe | Img | Input | Keygen | Li | Link | Listing | Main | Marquee | Menu | Meta | Nav | Noembed
            | Noframes | Noscript | Object | Ol | P | Param | Plaintext | Pre | Script | Search | Section | Select
            | Source | Style | Summary | Table | Tbody | Td | Template | Textarea | Tfoot | Th | Thead | Title | Tr
            | Track | Ul | Wbr | Xmp
        )
    }

    /// Returns whether a search for an element in
    /// [scope](https://html.spec.whatwg.org/multipage/parsing.html#has-an-element-in-the-specific-scope) ends here.
    pub(super) fn ends(self, scope: Scope) -> bool {
        use Name::*;
        match scope {
            Scope::Table => self.is_one_of(&[Html, Table, Template]),
            Scope::Default => {
                self.is_foreign_boundary()
                    || self.is_one_of(&[Applet, Caption, Html, Table, Td, Th, Marquee, Object, Select, Template])
            }
            Scope::ListItem => self.ends(Scope::Default) || self.is_one_of(&[Ol, Ul]),
            Scope::Button => self.ends(Scope::Default) || self.is(Button),
        }
    }
}

/// How far up the stack of open elements a rule looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scope {
    /// [Scope](https://html.spec.whatwg.org/multipage/parsing.html#has-an-element-in-scope)
    Default,
    /// [List item scope](https://html.spec.whatwg.org/multipage/parsing.html#has-an-element-in-list-item-scope)
    ListItem,
    /// [Button scope](https://html.spec.whatwg.org/multipage/parsing.html#has-an-element-in-button-scope)
    Button,
    /// [Table scope](https://html.spec.whatwg.org/multipage/parsing.html#has-an-element-in-table-scope)
    Table,
}
