//! The elements that are tracked on the stack, their categories, and the kinds that are counted.

use crate::names::Element;
use tagrake::names::hash;

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

/// Returns true for the names of [formatting
/// elements](https://html.spec.whatwg.org/multipage/parsing.html#formatting).
pub(crate) fn is_formatting(name: &[u8]) -> bool {
    matches!(
        name,
        b"a" | b"b"
            | b"big"
            | b"code"
            | b"em"
            | b"font"
            | b"i"
            | b"nobr"
            | b"s"
            | b"small"
            | b"strike"
            | b"strong"
            | b"tt"
            | b"u"
    )
}

/// Returns true if an HTML element is a [marker in the list of active formatting
/// elements](https://html.spec.whatwg.org/multipage/parsing.html#concept-parser-marker). An anchor ends with the marker
/// that contains it.
pub(crate) const fn is_marker(element: Element) -> bool {
    use Element::*;
    matches!(element, Td | Th | Caption | Object | Applet | Marquee | Template)
}

/// Returns true if this HTML element is tracked on the stack.
#[inline]
pub(crate) const fn is_tracked(element: Element) -> bool {
    IS_TRACKED[element as usize]
}

/// The HTML elements that are tracked on the stack, with their categories.
#[rustfmt::skip]
const TRACKED: [(u8, &[Element]); 7] = {
    use Element::*;
    [
        (SPECIAL, &[Address, Div, P]),
        (SPECIAL | STOPS_ITEMS, &[
            Article, Aside, Blockquote, Center, Dd, Details, Dir, Dl, Dt, Fieldset, Figcaption, Figure, Footer, Form, H1,
            H2, H3, H4, H5, H6, Header, Hgroup, Li, Listing, Main, Menu, Nav, Plaintext, Pre, Search, Section, Summary,
            Tbody, Tfoot, Thead, Tr,
        ]),
        (SPECIAL | STOPS_ITEMS | LIST_SCOPE, &[Ol, Ul]),
        (SPECIAL | STOPS_ITEMS | BUTTON_SCOPE, &[Button]),
        (SPECIAL | STOPS_ITEMS | SCOPE, &[Applet, Caption, Marquee, Object, Select, Td, Th]),
        (SPECIAL | STOPS_ITEMS | SCOPE | TABLE_SCOPE, &[Table, Template]),
        (0, &[Audio, Canvas, Datalist, Dialog, Legend, Meter, Optgroup, Option, Progress, Video]),
    ]
};

/// The categories of each element, or 0 for elements that are not tracked.
pub(super) const CATEGORIES: [u8; Element::ALL.len()] = tracked_elements().0;

/// True for each element that is tracked.
pub(super) const IS_TRACKED: [bool; Element::ALL.len()] = tracked_elements().1;

/// Expands [`TRACKED`] to one entry per element: its categories, and true if it is tracked.
const fn tracked_elements() -> ([u8; Element::ALL.len()], [bool; Element::ALL.len()]) {
    let (mut categories, mut is_tracked) = ([0; Element::ALL.len()], [false; Element::ALL.len()]);
    let mut list = 0;
    while list < TRACKED.len() {
        let (category, elements) = TRACKED[list];
        let mut at = 0;
        while at < elements.len() {
            (categories[elements[at] as usize], is_tracked[elements[at] as usize]) = (category, true);
            at += 1;
        }
        list += 1;
    }
    (categories, is_tracked)
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
const COUNTS: [u64; Element::ALL.len()] = {
    let mut counts = [0; Element::ALL.len()];
    counts[Element::P as usize] = OpenCounts::PARAGRAPH.0;
    counts[Element::Table as usize] = OpenCounts::TABLE.0;
    counts[Element::Select as usize] = OpenCounts::SELECT.0;
    counts[Element::Button as usize] = OpenCounts::BUTTON.0;
    counts[Element::Template as usize] = OpenCounts::UNUSUAL.0;
    let mut index = 0;
    while index < counts.len() {
        if is_marker(Element::ALL[index]) {
            counts[index] += OpenCounts::MARKER.0;
        }
        index += 1;
    }
    counts
};
