//! The elements that are tracked on the stack, their categories, the kinds that are counted, and the marks on open elements.

use crate::css::inline_style::WhiteSpace;
use crate::names::{Edge, Element, element_table};
use crate::region::Region;
use tagrake::names::{Element as StandardElement, hash};

/// Limits [scope](https://html.spec.whatwg.org/multipage/parsing.html#has-an-element-in-scope).
pub(super) const SCOPE: u8 = 1;
/// Limits [list item scope](https://html.spec.whatwg.org/multipage/parsing.html#has-an-element-in-list-item-scope), as
/// [`SCOPE`] does.
pub(super) const LIST_SCOPE: u8 = 2;
/// Limits [button scope](https://html.spec.whatwg.org/multipage/parsing.html#has-an-element-in-button-scope), as
/// [`SCOPE`] does.
pub(super) const BUTTON_SCOPE: u8 = 4;
/// Limits [table scope](https://html.spec.whatwg.org/multipage/parsing.html#has-an-element-in-table-scope).
pub(super) const TABLE_SCOPE: u8 = 8;
/// [Special](https://html.spec.whatwg.org/multipage/parsing.html#special).
pub(super) const SPECIAL: u8 = 16;
/// Stops the search for the `li`, `dd` or `dt` that a start tag closes: special, but not `address`, `div` or `p`.
pub(super) const STOPS_ITEMS: u8 = 32;
/// Not an HTML element.
pub(super) const FOREIGN: u8 = 64;
/// A foreign element that may hold HTML.
pub(super) const INTEGRATION_POINT: u8 = 128;

/// The smallest code of an element that was pushed by name. Smaller codes are an [`Element`].
pub(super) const NAMED: u16 = 1 << 15;

/// Returns the code of an element that is pushed by name. A foreign and an HTML element never have the same code.
pub(super) fn code_of_name(name: &[u8], categories: u8) -> u16 {
    const IS_FOREIGN: u16 = NAMED >> 1;
    let is_foreign = if categories & FOREIGN == 0 { 0 } else { IS_FOREIGN };
    NAMED | is_foreign | (hash(name) as u16 & (IS_FOREIGN - 1))
}

pub(super) fn is_heading(code: u16) -> bool {
    (Element::H1 as u16..=Element::H6 as u16).contains(&code)
}

/// Returns true if an HTML element is a [marker in the list of active formatting
/// elements](https://html.spec.whatwg.org/multipage/parsing.html#concept-parser-marker). An anchor ends with the marker
/// that contains it.
pub(crate) const fn is_marker(element: Element) -> bool {
    IS_MARKER[element as usize]
}

/// Returns true if this HTML element is tracked on the stack.
#[inline]
pub(crate) const fn is_tracked(element: Element) -> bool {
    IS_TRACKED[element as usize]
}

/// The HTML elements that are tracked on the stack.
const TRACKED: [Element; 61] = {
    use Element::*;
    [
        Address, Applet, Article, Aside, Audio, Blockquote, Button, Canvas, Caption, Center, Datalist, Dd, Details,
        Dialog, Dir, Div, Dl, Dt, Fieldset, Figcaption, Figure, Footer, Form, H1, H2, H3, H4, H5, H6, Header, Hgroup,
        Legend, Li, Listing, Main, Marquee, Menu, Meter, Nav, Object, Ol, Optgroup, Option, P, Plaintext, Pre,
        Progress, Search, Section, Select, Summary, Table, Tbody, Td, Template, Tfoot, Th, Thead, Tr, Ul, Video,
    ]
};

/// True for each element that is tracked.
const IS_TRACKED: [bool; Element::ALL.len()] = Element::set(&TRACKED);

/// True for each marker.
const IS_MARKER: [bool; Element::ALL.len()] = element_table!(|element| element.standard().is_marker());

/// The categories of each element, or 0 for elements that are not tracked.
pub(super) const CATEGORIES: [u8; Element::ALL.len()] =
    element_table!(|element| if is_tracked(element) { categories_of(element.standard()) } else { 0 });

/// Returns the categories of an element of the standard.
const fn categories_of(element: StandardElement) -> u8 {
    let scopes = if element.ends_scope() {
        SCOPE
    } else if element.ends_list_item_scope() {
        LIST_SCOPE
    } else if element.ends_button_scope() {
        BUTTON_SCOPE
    } else {
        0
    };
    scopes
        | if element.ends_table_scope() { TABLE_SCOPE } else { 0 }
        | if element.is_special() { SPECIAL } else { 0 }
        | if element.ends_item_search() { STOPS_ITEMS } else { 0 }
}

/// The numbers of open elements of some kinds, packed into one word. Each kind has [`FIELD`](OpenCounts::FIELD) bits,
/// enough for 1,023 elements.
///
/// PERF: one addition counts an element of any kind, and one AND tests for several kinds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct OpenCounts(u64);

impl OpenCounts {
    const FIELD: u32 = 10;
    pub(super) const NONE: Self = Self(0);
    pub(super) const PARAGRAPH: Self = Self::one(0);
    pub(super) const MARKER: Self = Self::one(1);
    pub(super) const TABLE: Self = Self::one(2);
    pub(super) const SELECT: Self = Self::one(3);
    pub(super) const BUTTON: Self = Self::one(4);
    /// Elements pushed by name, and templates. While one is open, no start tag is simple.
    pub(super) const UNUSUAL: Self = Self::one(5);
    /// An anchor or a heading, whether one or more are open.
    pub(super) const ANCHOR: Self = Self::one(6);

    const fn one(field: u32) -> Self {
        Self(1 << (field * Self::FIELD))
    }

    /// Returns the kinds that an element is counted as.
    #[inline(always)]
    pub(super) const fn of(element: Element) -> Self {
        Self(COUNTS[element as usize])
    }

    #[inline(always)]
    pub(super) fn add(&mut self, kinds: Self) {
        self.0 += kinds.0;
    }

    #[inline(always)]
    pub(super) fn subtract(&mut self, kinds: Self) {
        self.0 -= kinds.0;
    }

    /// Sets whether an [anchor](Self::ANCHOR) is open.
    #[inline]
    pub(super) fn set_anchor(&mut self, is_open: bool) {
        self.0 = (self.0 & !Self::ANCHOR.0) | (Self::ANCHOR.0 * u64::from(is_open));
    }

    /// Returns the bits of `kinds`, for [`has`](Self::has).
    pub(super) const fn mask(kinds: &[Self]) -> u64 {
        let (mut mask, mut at) = (0, 0);
        while at < kinds.len() {
            mask |= kinds[at].0.wrapping_mul((1 << Self::FIELD) - 1);
            at += 1;
        }
        mask
    }

    /// Returns true if an element of one of the kinds in `mask` is open.
    #[inline(always)]
    pub(super) const fn has(self, mask: u64) -> bool {
        self.0 & mask != 0
    }

    /// Returns the number of open markers.
    #[inline]
    pub(super) fn markers(self) -> usize {
        (self.0 / Self::MARKER.0) as usize & ((1 << Self::FIELD) - 1)
    }
}

/// The kinds that each element is counted as.
const COUNTS: [u64; Element::ALL.len()] = element_table!(|element| {
    let kind = match element {
        Element::P => OpenCounts::PARAGRAPH,
        Element::Table => OpenCounts::TABLE,
        Element::Select => OpenCounts::SELECT,
        Element::Button => OpenCounts::BUTTON,
        Element::Template => OpenCounts::UNUSUAL,
        _ => OpenCounts::NONE,
    };
    kind.0 + if is_marker(element) { OpenCounts::MARKER.0 } else { 0 }
});

/// The parts of a page that end with an open element. Most elements have no mark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Marks(u16);

impl Marks {
    pub(crate) const NONE: Self = Self(0);
    /// The text of a heading.
    pub(crate) const HEADING: Self = Self(1);
    /// The text of an SVG anchor.
    pub(crate) const SVG_ANCHOR: Self = Self(2);
    /// Text on a line of its own: an SVG `text`.
    pub(crate) const SVG_TEXT: Self = Self(4);
    /// A [declarative shadow root](https://html.spec.whatwg.org/multipage/scripting.html#attr-template-shadowrootmode): the
    /// `template` is one.
    pub(crate) const SHADOW_ROOT: Self = Self(8);
    /// Hidden content.
    pub(crate) const HIDDEN: Self = Self(16);
    /// Content that only screen readers show.
    pub(crate) const FOR_SCREEN_READERS: Self = Self(32);
    /// A flex or grid container: its children are items.
    pub(crate) const CONTAINS_ITEMS: Self = Self(64);
    /// An item of one. It is on a line of its own in the visible text, and part of the block around it.
    pub(crate) const ITEM: Self = Self(128);
    /// The number of bits before the separator at the edges, before the white space, and before the region.
    const BEFORE_EDGE: u32 = 8;
    const BEFORE_WHITE_SPACE: u32 = 10;
    const BEFORE_REGION: u32 = 12;

    /// The mark of an element with this separator at its edges instead of its usual one.
    pub(crate) fn of_edge(edge: Option<Edge>) -> Self {
        edge.map_or(Self::NONE, |edge| Self((edge as u16 + 1) << Self::BEFORE_EDGE))
    }

    pub(crate) fn edge(self) -> Option<Edge> {
        [None, Some(Edge::None), Some(Edge::Space), Some(Edge::Line)][usize::from(self.0 >> Self::BEFORE_EDGE) % 4]
    }

    /// Returns true if the start and the end of an element with these marks end a block. Cells stay cells, and items and content that
    /// only screen readers show do not divide the text around them.
    pub(crate) fn ends_block(self, element: Element) -> bool {
        match self.edge() {
            None | Some(Edge::Space) => element.ends_block(),
            Some(Edge::Line) => element.ends_block() || !self.has(Self::FOR_SCREEN_READERS.and(Self::ITEM)),
            Some(Edge::None) => element.ends_block() && element.edge() != Edge::Line,
        }
    }

    /// Returns true if white space separates the element from the text around it in a block.
    pub(crate) fn separates_in_block(self, element: Element) -> bool {
        self.has(Self::ITEM) || self.edge().unwrap_or_else(|| element.edge()) == Edge::Space
    }

    /// The mark of an element with this white space.
    pub(crate) fn of_white_space(white_space: Option<WhiteSpace>) -> Self {
        white_space.map_or(Self::NONE, |white_space| Self((white_space as u16 + 1) << Self::BEFORE_WHITE_SPACE))
    }

    pub(crate) fn white_space(self) -> Option<WhiteSpace> {
        use WhiteSpace::{Collapse, Keep, KeepLines};
        [None, Some(Collapse), Some(KeepLines), Some(Keep)][usize::from(self.0 >> Self::BEFORE_WHITE_SPACE) % 4]
    }

    /// The mark of an element whose role makes it a region.
    pub(crate) fn of_region(region: Region) -> Self {
        Self((region as u16 + 1) << Self::BEFORE_REGION)
    }

    pub(super) fn region(self) -> Option<Region> {
        let index = (self.0 >> Self::BEFORE_REGION).checked_sub(1)?;
        Region::ALL.get(usize::from(index)).copied()
    }

    /// Returns true if the element is not displayed as its name says, if only screen readers show it, or if it contains items.
    pub(crate) fn is_of_display(self) -> bool {
        self.has(Self::FOR_SCREEN_READERS.and(Self::CONTAINS_ITEMS))
            || self.edge().is_some()
            || self.white_space().is_some()
    }

    pub(crate) fn has(self, mark: Self) -> bool {
        self.0 & mark.0 != 0
    }

    /// Returns these marks and others.
    pub(crate) const fn and(self, others: Self) -> Self {
        Self(self.0 | others.0)
    }

    /// Adds a mark.
    pub(super) fn add(&mut self, mark: Self) {
        *self = self.and(mark);
    }
}
