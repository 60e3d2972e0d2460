//! Hidden elements. Their content is not part of the visible text, of headings or of link texts.

use crate::css::inline_style;
use crate::names::{Attr, Edge, Element};
use crate::place::is_shadow_root;
use tagrake::{Attribute, StartTag};

/// An open element whose content is hidden.
#[derive(Clone, Copy)]
pub(super) struct HiddenElement<'a> {
    /// The separator at its edges. [`Edge::None`] if it is not rendered at all.
    pub(super) edge: Edge,
    /// True if its text is the alternative text of an image: an SVG `title`.
    pub(super) is_alt: bool,
    /// The name, if it is a formatting element. Tree construction reopens it after another element has ended it.
    pub(super) formatting: Option<&'a [u8]>,
}

/// Returns true if an attribute hides its HTML element.
#[inline(always)]
pub(super) fn hides(attr: Attr, attribute: &Attribute<'_>) -> bool {
    match attr {
        Attr::Style => inline_style::is_hidden(attribute.value_str()),
        Attr::Hidden => !attribute.value().eq_ignore_ascii_case(b"until-found"),
        _ => false,
    }
}

/// Returns true if the content of an HTML element may be hidden.
#[inline(always)]
pub(super) fn may_hide(element: Element, has_hiding_attribute: bool) -> bool {
    has_hiding_attribute || MAY_HIDE[element as usize]
}

/// Returns the separator at the edges of an HTML element if its content is hidden, else `None`.
#[inline(never)]
pub(super) fn find_hidden(
    element: Element,
    tag: &StartTag<'_>,
    has_hiding_attribute: bool,
    keeps_hidden_text: bool,
) -> Option<Edge> {
    match element {
        Element::Html | Element::Body => None, // a script makes the page visible later
        _ if has_hiding_attribute => Some(Edge::None),
        Element::Template if !is_shadow_root(tag) => Some(Edge::None),
        Element::Datalist if !keeps_hidden_text => Some(Edge::None),
        Element::Dialog if !keeps_hidden_text && tag.attribute(b"open").is_none() => Some(Edge::None),
        Element::Audio | Element::Video | Element::Canvas => Some(element.edge()),
        Element::Meter | Element::Progress if !keeps_hidden_text => Some(element.edge()),
        _ => None,
    }
}

/// The elements that can hide their content without an attribute.
const MAY_HIDE: [bool; Element::ALL.len()] = {
    use Element::*;
    Element::set(&[Template, Datalist, Dialog, Audio, Video, Canvas, Meter, Progress])
};

/// Returns true if the `style` attribute of a foreign element hides it.
pub(super) fn has_hiding_style(tag: &StartTag<'_>) -> bool {
    tag.attribute(b"style").is_some_and(|style| inline_style::is_hidden(style.value_str()))
}
