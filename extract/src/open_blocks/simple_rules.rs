//! The tables of simple tags: for each element, when its tags are simple, and what they do to the stack.

use super::categories::{CATEGORIES, NAMED, OpenCounts, STOPS_ITEMS, is_marker, is_tracked};
use crate::names::{Edge, Element, element_table};

/// The conditions under which a start tag is simple, and its effect.
#[derive(Clone, Copy)]
pub(super) struct StartRule {
    /// The kinds of elements that must not be open, as an [`OpenCounts::mask`].
    pub(super) blockers: u64,
    pub(super) counts: OpenCounts,
    /// The innermost element must have one of these kinds.
    pub(super) parents: u16,
    /// The kinds of the element itself.
    pub(super) kinds: u16,
    pub(super) category: u8,
    pub(super) is_pushed: bool,
}

/// The condition under which an end tag is simple, and its effect.
#[derive(Clone, Copy)]
pub(super) struct EndRule {
    /// The kinds of elements that must not be open, as an [`OpenCounts::mask`].
    pub(super) blockers: u64,
    pub(super) counts: OpenCounts,
    pub(super) innermost: u16,
    pub(super) is_popped: bool,
}

/// A code that no element has.
const NO_CODE: u16 = NAMED - 1;

/// The kinds of an empty stack.
pub(super) const ROOT: u16 = TERMS | ITEMS | HEADINGS | OTHER_PARENT;
const OTHER_PARENT: u16 = 1;
const TABLE: u16 = 2;
const ROW_GROUP: u16 = 4;
const ROW: u16 = 8;
const SELECT: u16 = 16;
/// An element in which a heading start tag ends no other heading.
const HEADINGS: u16 = 32;
/// An element in which a `li` start tag ends no other `li`.
const ITEMS: u16 = 64;
/// An element in which a `dd` or `dt` start tag ends no other `dd` or `dt`.
const TERMS: u16 = 128;
/// Any HTML element that was not pushed by name. Elements pushed by name have no kinds.
const ANY: u16 = u16::MAX;

/// Returns the kinds of an element on the stack.
#[inline]
pub(super) fn kinds_of(element: Element) -> u16 {
    STARTS[element as usize].kinds
}

pub(super) const STARTS: [StartRule; Element::ALL.len()] = element_table!(|element| start_of(element));

const fn start_of(element: Element) -> StartRule {
    use Element::*;
    use OpenCounts as C;
    let unusual = C::mask(&[C::UNUSUAL]);
    let paragraph = C::mask(&[C::UNUSUAL, C::PARAGRAPH]);
    let (is_pushed, parents, blockers) = match element {
        Address | Article | Aside | Blockquote | Center | Details | Dialog | Dir | Div | Dl | Fieldset | Figcaption
        | Figure | Footer | Header | Hgroup | Main | Menu | Nav | Ol | P | Search | Section | Summary | Ul => {
            (true, ANY, paragraph)
        }
        H1 | H2 | H3 | H4 | H5 | H6 => (true, HEADINGS, paragraph),
        Li => (true, ITEMS, paragraph),
        Dd | Dt => (true, TERMS, paragraph),
        Table => (true, ANY, C::mask(&[C::UNUSUAL, C::PARAGRAPH, C::TABLE])),
        Caption | Tbody | Thead | Tfoot => (true, TABLE, unusual),
        Tr => (true, ROW_GROUP, unusual),
        Td | Th => (true, ROW, unusual),
        Button => (true, ANY, C::mask(&[C::UNUSUAL, C::BUTTON])),
        Select => (true, ANY, C::mask(&[C::UNUSUAL, C::SELECT])),
        Option => (true, SELECT, unusual),
        Legend | Object | Applet | Marquee => (true, ANY, unusual),
        Input => (false, ANY, C::mask(&[C::UNUSUAL, C::SELECT])),
        Hr => (false, ANY, C::mask(&[C::UNUSUAL, C::PARAGRAPH, C::SELECT])),
        // The start tag of an anchor ends the previous one.
        A => (false, ANY, C::mask(&[C::UNUSUAL, C::ANCHOR])),
        // Their effects depend on more than the stack.
        Form | Xmp => (false, 0, 0),
        _ if is_tracked(element) => (false, 0, 0),
        _ => (false, ANY, unusual),
    };
    let counts = if is_pushed { OpenCounts::of(element) } else { OpenCounts::NONE };
    StartRule {
        blockers,
        counts,
        parents,
        kinds: find_kinds(element),
        category: CATEGORIES[element as usize],
        is_pushed,
    }
}

const fn find_kinds(element: Element) -> u16 {
    use Element::*;
    let kind = match element {
        Table => TABLE,
        Tbody | Thead | Tfoot => ROW_GROUP,
        Tr => ROW,
        Select | Optgroup => SELECT,
        _ => OTHER_PARENT,
    };
    let stops_items = CATEGORIES[element as usize] & STOPS_ITEMS != 0;
    kind | if matches!(element, H1 | H2 | H3 | H4 | H5 | H6) { 0 } else { HEADINGS }
        | if stops_items && !matches!(element, Li) { ITEMS } else { 0 }
        | if stops_items && !matches!(element, Dd | Dt) { TERMS } else { 0 }
}

pub(super) const ENDS: [EndRule; Element::ALL.len()] = element_table!(|element| end_of(element));

const fn end_of(element: Element) -> EndRule {
    let is_popped = is_tracked(element);
    let may_end_anchor = matches!(element, Element::A) || is_marker(element);
    // These two need bookkeeping when they end, so no end tag of them is simple.
    let needs_bookkeeping = matches!(element, Element::Form | Element::Template);
    EndRule {
        blockers: if may_end_anchor { OpenCounts::mask(&[OpenCounts::ANCHOR]) } else { 0 },
        counts: if is_popped { OpenCounts::of(element) } else { OpenCounts::NONE },
        innermost: if needs_bookkeeping { NO_CODE } else { element as u16 },
        is_popped,
    }
}

/// The separator at a simple end tag of each element. `</br>` inserts a `br`.
pub(crate) const END_TAG_EDGES: [Edge; Element::ALL.len()] = element_table!(|element| {
    if is_tracked(element) || matches!(element, Element::Br) { element.edge() } else { Edge::None }
});
