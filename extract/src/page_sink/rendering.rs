//! How elements are displayed, as far as their names, attributes and inline styles say: whether their content is hidden, what separates
//! their text from the text around them, and what becomes of its white space.

use super::display_classes::is_for_screen_readers;
use crate::css::display::Display;
use crate::css::inline_style::{InlineStyle, WhiteSpace};
use crate::names::{Attr, Edge, Element};
use crate::open_blocks::Marks;
use crate::place::is_shadow_root;
use tagrake::names::Element as Name;
use tagrake::{Attribute, StartTag};

/// An open element whose content is hidden.
#[derive(Clone, Copy)]
pub(super) struct HiddenElement<'a> {
    /// The separator at its edges. [`Edge::None`] if it is not rendered at all.
    pub(super) edge: Edge,
    /// True if its text is the alternative text of an image: an SVG `title`.
    pub(super) is_alt: bool,
    /// True for `visibility: hidden`: the element takes up its space.
    pub(super) has_box: bool,
    /// The name, if it is a formatting element. Tree construction reopens it after another element has ended it.
    pub(super) formatting: Option<&'a [u8]>,
}

/// The attributes of an element that affect its display.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct DisplayAttributes {
    is_hidden: bool,
    is_popover: bool,
    style: InlineStyle,
}

impl DisplayAttributes {
    /// Adds an attribute.
    #[inline(always)]
    pub(super) fn add(&mut self, attr: Attr, attribute: &Attribute<'_>) {
        match attr {
            Attr::Style => self.style = InlineStyle::of(attribute.value_str()),
            Attr::Popover => self.is_popover = true,
            Attr::Hidden => self.is_hidden = !attribute.value().eq_ignore_ascii_case(b"until-found"),
            _ => {}
        }
    }

    /// Returns true if the attributes hide the content of an element.
    fn hide(self, element: Element) -> bool {
        self.remove_box(element) || self.style.hides
    }

    /// Returns true if `hidden` or `popover` hides an element.
    fn remove_box(self, element: Element) -> bool {
        // A style sheet of browsers hides a popover, and a style wins. A dialog has a rule of its own.
        let is_popover = self.is_popover && self.style.display == Display::Unknown && element != Element::Dialog;
        self.is_hidden || is_popover
    }
}

/// Returns true if the attributes of an HTML start tag hide its element: `hidden`, `popover`, or a `style`. `html` and `body` count as
/// visible, because scripts show them later.
///
/// ```
/// use tagrake::{Arena, Token, Tokenizer};
/// use tagrake_extract::is_hidden_by_attributes;
///
/// let arena = Arena::new();
/// let hidden: Vec<bool> = Tokenizer::new(b"<p hidden><p style='display: block'><p style='visibility:hidden'>", &arena)
///     .filter_map(|token| if let Token::StartTag(tag) = token { Some(is_hidden_by_attributes(&tag)) } else { None })
///     .collect();
/// assert_eq!(hidden, [true, false, true]);
/// ```
pub fn is_hidden_by_attributes(tag: &StartTag<'_>) -> bool {
    let element = Element::of(tag.name());
    let mut attributes = DisplayAttributes::default();
    tag.attributes().for_each(|attribute| attributes.add(Attr::of(attribute.name()), &attribute));
    !matches!(element, Element::Html | Element::Body) && attributes.hide(element)
}

/// How an element is displayed. By default, as its name says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Rendering {
    /// The separator at its edges, if its content is hidden.
    pub(super) hidden: Option<Edge>,
    /// True if it takes up its space although it is hidden.
    pub(super) has_box: bool,
    /// The separator at its edges, if it is not the one of its name.
    edge: Option<Edge>,
    white_space: Option<WhiteSpace>,
    /// True if only screen readers show its content.
    is_for_screen_readers: bool,
    /// True if its children are items of a flex or grid container.
    contains_items: bool,
    /// True if it is one that would be a part of the line elsewhere.
    is_item: bool,
}

impl Rendering {
    /// Returns the rendering of an HTML element outside of hidden ones. `outer` is the handling of white space around it, and `is_item`
    /// is true for an item of a flex or grid container.
    #[inline(never)]
    pub(super) fn of(
        element: Element,
        tag: &StartTag<'_>,
        attributes: DisplayAttributes,
        outer: WhiteSpace,
        is_item: bool,
        keeps_hidden_text: bool,
    ) -> Self {
        if let Element::Html | Element::Body = element {
            return Self::default(); // a script makes the page visible later
        }
        let declared = attributes.style.display;
        let is_hidden = !keeps_hidden_text && attributes.hide(element);
        let hidden = find_hidden(element, tag, is_hidden, keeps_hidden_text);
        if hidden.is_some() {
            let has_box = declared != Display::None && attributes.style.hides && !attributes.remove_box(element);
            return Self { hidden, has_box, ..Self::default() };
        }
        let is_for_screen_readers = is_for_screen_readers(tag);
        let display = match declared {
            _ if is_for_screen_readers => Display::Block,
            Display::Contents => declared,
            _ if is_item => Display::Block,
            _ => declared,
        };
        let edge = edge_of(display, element.edge());
        let usual = if element.is_preformatted() { WhiteSpace::Keep } else { outer };
        Self {
            hidden: None,
            has_box: false,
            edge: Some(edge).filter(|&edge| edge != element.edge() && element != Element::Br),
            white_space: attributes.style.white_space.filter(|&inner| inner != usual),
            is_for_screen_readers: is_for_screen_readers && !keeps_hidden_text,
            contains_items: declared.contains_items() || is_item && declared == Display::Contents,
            is_item: is_item && edge == Edge::Line && edge_of(declared, element.edge()) != Edge::Line,
        }
    }

    /// Returns the separator at the edges of the element.
    pub(super) fn edge_of(self, element: Element) -> Edge {
        self.hidden.or(self.edge).unwrap_or_else(|| element.edge())
    }

    /// Returns the rendering of an element that separates nothing, unless a style says otherwise.
    pub(super) fn in_line(self) -> Self {
        Self { edge: self.edge.or(Some(Edge::None)), ..self }
    }

    /// Returns true if the element has no box.
    pub(super) fn hides_box(self) -> bool {
        self.hidden.is_some() && !self.has_box
    }

    /// Returns true if the element is displayed as its name says.
    pub(super) fn is_usual(self) -> bool {
        self == Self::default()
    }

    /// Returns the marks of the open element.
    pub(super) fn marks(self) -> Marks {
        let flag = |is_set: bool, mark: Marks| if is_set { mark } else { Marks::NONE };
        Marks::of_edge(self.edge)
            .and(Marks::of_white_space(self.white_space))
            .and(flag(self.hidden.is_some(), Marks::HIDDEN))
            .and(flag(self.is_for_screen_readers, Marks::FOR_SCREEN_READERS))
            .and(flag(self.contains_items, Marks::CONTAINS_ITEMS))
            .and(flag(self.is_item, Marks::ITEM))
    }
}

/// Returns the separator at the edges of an element that is displayed as `display`, and `usual` without a style.
fn edge_of(display: Display, usual: Edge) -> Edge {
    match (display, usual) {
        (Display::Block | Display::Flex, _) => Edge::Line,
        (Display::Inline | Display::Contents, Edge::Line) => Edge::None,
        (Display::InlineBlock | Display::InlineFlex, Edge::Line) | (Display::Cell, _) => Edge::Space,
        _ => usual,
    }
}

/// Returns the separator at the edges of an HTML element if its content is hidden, else `None`.
fn find_hidden(element: Element, tag: &StartTag<'_>, is_hidden: bool, keeps_hidden_text: bool) -> Option<Edge> {
    match element {
        _ if is_hidden => Some(Edge::None),
        Element::Template if !is_shadow_root(tag) => Some(Edge::None),
        Element::Datalist if !keeps_hidden_text => Some(Edge::None),
        Element::Dialog if !keeps_hidden_text && tag.attribute(b"open").is_none() => Some(Edge::None),
        Element::Audio | Element::Video | Element::Canvas => Some(element.edge()),
        Element::Meter | Element::Progress if !keeps_hidden_text => Some(element.edge()),
        _ => None,
    }
}

/// Returns true if an HTML element may not be displayed as its name says, whatever its classes are.
#[inline(always)]
pub(super) fn may_be_unusual(element: Element, attributes: DisplayAttributes) -> bool {
    attributes != DisplayAttributes::default() || MAY_HIDE[element as usize]
}

/// Returns true if an element in a flex or grid container is an item. An element without a box is none, and neither is one that tree
/// construction ignores outside of a table or a frameset.
#[inline(never)]
pub(super) fn is_item(element: Element, name: &[u8]) -> bool {
    !element.has_no_box() && !matches!(Name::of(name), Name::Wbr | Name::Param | Name::Col | Name::Colgroup)
}

/// The elements that can hide their content without an attribute.
const MAY_HIDE: [bool; Element::ALL.len()] = {
    use Element::*;
    Element::set(&[Template, Datalist, Dialog, Audio, Video, Canvas, Meter, Progress])
};

/// Returns true if the `style` attribute of a foreign element hides it.
pub(super) fn has_hiding_style(tag: &StartTag<'_>) -> bool {
    tag.attribute(b"style").is_some_and(|style| InlineStyle::of(style.value_str()).hides)
}
