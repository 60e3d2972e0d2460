//! Which elements hide their content: it is no part of the text, of headings or of the texts of anchors.

use super::PageSink;
use crate::extract::css::inline_style;
use crate::extract::names::{Edge, Element};
use crate::token::StartTag;

/// An open element whose content is no text.
#[derive(Clone, Copy)]
pub(super) struct HiddenElement<'a> {
    /// The number of elements that are open with it.
    pub(super) height: usize,
    /// The edges of its box in the text around it, if it has a box.
    pub(super) edge: Edge,
    /// Its text is the alternative text of an image: `title` of SVG.
    pub(super) is_alt: bool,
    /// The name of a formatting element: where another element ends it, tree construction opens it again.
    pub(super) formatting: Option<&'a [u8]>,
}

impl PageSink<'_, '_> {
    /// Returns the edge of an HTML element in the text around it if its content is no text.
    #[inline(always)]
    pub(super) fn hides(&self, element: Element, tag: &StartTag<'_>, has_hiding_attribute: bool) -> Option<Edge> {
        if !(has_hiding_attribute || MAY_HIDE[element as usize]) {
            return None;
        }
        self.find_hidden(element, tag, has_hiding_attribute)
    }

    #[inline(never)]
    fn find_hidden(&self, element: Element, tag: &StartTag<'_>, has_hiding_attribute: bool) -> Option<Edge> {
        if self.hidden.is_some() || self.reopens.is_some() {
            return None; // in a hidden element, or between the two halves of one
        }
        let keeps = self.options.hidden_text;
        match element {
            Element::Html | Element::Body => None, // a script shows the page
            _ if has_hiding_attribute => Some(Edge::None),
            Element::Template if !is_shadow_root(tag) => Some(Edge::None),
            Element::Datalist if !keeps => Some(Edge::None),
            Element::Dialog if !keeps && tag.attribute(b"open").is_none() => Some(Edge::None),
            Element::Audio | Element::Video | Element::Canvas => Some(element.edge()),
            Element::Meter | Element::Progress if !keeps => Some(element.edge()),
            _ => None,
        }
    }
}

/// The elements that may hide their content without an attribute.
const MAY_HIDE: [bool; Element::ALL.len()] = {
    use Element::*;
    Element::set(&[Template, Datalist, Dialog, Audio, Video, Canvas, Meter, Progress])
};

/// Returns true if a `template` is a declarative shadow root, whose content is shown.
pub(super) fn is_shadow_root(tag: &StartTag<'_>) -> bool {
    tag.attribute(b"shadowrootmode").is_some_and(|mode| {
        let mode = mode.value();
        mode.eq_ignore_ascii_case(b"open") || mode.eq_ignore_ascii_case(b"closed")
    })
}

/// Returns true if the `style` of a foreign element hides it.
pub(super) fn has_hiding_style(tag: &StartTag<'_>, page: &str) -> bool {
    tag.attribute(b"style").is_some_and(|style| inline_style::is_hidden(style.value_in(page)))
}
