//! Which attributes of which elements are links: the one table.

use super::LinkKind;

/// An attribute that holds a URL.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct LinkAttribute {
    pub(super) element: &'static str,
    pub(super) attr: &'static str,
    pub(super) kind: LinkKind,
    pub(super) empty: Empty,
}

/// What an empty value leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Empty {
    /// The base URL, as for any other relative URL.
    Base,
    /// The document's own URL
    /// ([form submission](https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#form-submission-algorithm)).
    Document,
    /// Nothing: the standard does not fetch it.
    Nowhere,
}

const fn row(element: &'static str, attr: &'static str, kind: LinkKind, empty: Empty) -> LinkAttribute {
    LinkAttribute { element, attr, kind, empty }
}

/// Every attribute that gives a link, by element.
///
/// The kind of `link` is decided by its `rel` ([`super::rel::kind`]); `src` of `input` counts for image buttons alone.
const TABLE: [LinkAttribute; 17] = [
    row("a", "href", LinkKind::Nav, Empty::Base),
    row("area", "href", LinkKind::Nav, Empty::Base),
    row("link", "href", LinkKind::Link, Empty::Nowhere),
    row("img", "src", LinkKind::Embed, Empty::Nowhere),
    row("script", "src", LinkKind::Embed, Empty::Nowhere),
    row("iframe", "src", LinkKind::Frame, Empty::Nowhere),
    row("form", "action", LinkKind::Form, Empty::Document),
    row("button", "formaction", LinkKind::Form, Empty::Document),
    row("input", "formaction", LinkKind::Form, Empty::Document),
    row("input", "src", LinkKind::Embed, Empty::Nowhere),
    row("source", "src", LinkKind::Embed, Empty::Nowhere),
    row("video", "src", LinkKind::Embed, Empty::Nowhere),
    row("video", "poster", LinkKind::Embed, Empty::Nowhere),
    row("audio", "src", LinkKind::Embed, Empty::Nowhere),
    row("track", "src", LinkKind::Embed, Empty::Nowhere),
    row("embed", "src", LinkKind::Embed, Empty::Nowhere),
    row("object", "data", LinkKind::Embed, Empty::Nowhere),
];

/// Returns whether the element `element` (lower-case) has attributes that are links.
pub(super) fn has_links(element: &[u8]) -> bool {
    let element = as_inserted(element);
    TABLE.iter().any(|row| row.element.as_bytes() == element)
}

/// Returns the table's row for the attribute `attr` of the element `element`, both lower-case, if it is a link.
pub(super) fn find(element: &[u8], attr: &[u8]) -> Option<&'static LinkAttribute> {
    let element = as_inserted(element);
    TABLE.iter().find(|row| row.element.as_bytes() == element && row.attr.as_bytes() == attr)
}

/// Returns the name that tree construction gives the element: it
/// [renames](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inbody) `image`.
fn as_inserted(element: &[u8]) -> &[u8] {
    if element == b"image" { b"img" } else { element }
}
