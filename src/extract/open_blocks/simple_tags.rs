//! Simple tags: common tags whose rules depend only on the innermost element and the counts of open elements.
//!
//! A start tag is simple if the innermost element is of one of its `parents` kinds, no element of a `blockers` kind is
//! open, and the stack has room. An end tag is simple if it ends exactly the innermost element. For example, `<div>` is
//! simple unless a `p` is open, because it would close the `p`.

use super::categories::{CATEGORIES, IS_TRACKED, NAMED, OpenCounts, STOPS_ITEMS, is_marker};
use super::{ARRAY_LEN, OpenBlocks};
use crate::extract::names::Element;

impl OpenBlocks<'_> {
    /// Handles an HTML start tag if it is simple. Otherwise returns false without a change:
    /// [`before_start`](Self::before_start) has the complete rules.
    ///
    /// PERF: nine in ten tags of real pages are simple, and there is no branch on the element.
    #[inline(always)]
    pub(in crate::extract) fn start_simple(&mut self, element: Element) -> bool {
        let is_simple = self.is_simple_start(element);
        if is_simple {
            self.insert_simple(element);
        }
        is_simple
    }

    /// Inserts the element of a start tag for which [`is_simple_start`](Self::is_simple_start) returned true.
    #[inline(always)]
    pub(in crate::extract) fn insert_simple(&mut self, element: Element) {
        let rule = &STARTS[element as usize];
        // A transparent element is also written, but stays past the end of the stack.
        let index = (self.len + 1) % ARRAY_LEN;
        (self.stack.codes[index], self.stack.categories[index], self.stack.kinds[index]) =
            (element as u16, rule.category, rule.kinds);
        self.len += usize::from(rule.is_pushed);
        self.counts.add(rule.counts);
    }

    /// Returns true if an HTML start tag is simple: it ends no other element.
    #[inline(always)]
    pub(in crate::extract) fn is_simple_start(&self, element: Element) -> bool {
        let rule = &STARTS[element as usize];
        let parent = self.stack.kinds[self.len % ARRAY_LEN];
        (parent & rule.parents != 0) & !self.counts.has(rule.blockers) & !self.is_full()
    }

    /// Handles an end tag if it ends the innermost element, or if its element is not tracked. Otherwise returns false
    /// without a change: [`before_end`](Self::before_end) has the complete rules.
    #[inline(always)]
    pub(in crate::extract) fn end_simple(&mut self, element: Element) -> bool {
        let end = &ENDS[element as usize];
        let innermost = self.stack.codes[self.len % ARRAY_LEN];
        if (innermost != end.innermost) & end.is_popped | self.counts.has(end.blockers) {
            return false;
        }
        self.len -= usize::from(end.is_popped);
        self.counts.subtract(end.counts);
        true
    }
}

/// The conditions under which a start tag is simple, and its effect.
#[derive(Clone, Copy)]
struct StartRule {
    /// The kinds of elements that must not be open, as an [`OpenCounts::mask`].
    blockers: u64,
    counts: OpenCounts,
    /// The innermost element must have one of these kinds.
    parents: u16,
    /// The kinds of the element itself.
    kinds: u16,
    category: u8,
    is_pushed: bool,
}

/// The condition under which an end tag is simple, and its effect.
#[derive(Clone, Copy)]
struct EndRule {
    /// The kinds of elements that must not be open, as an [`OpenCounts::mask`].
    blockers: u64,
    counts: OpenCounts,
    innermost: u16,
    is_popped: bool,
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

const STARTS: [StartRule; Element::ALL.len()] = {
    let mut starts = [start_of(Element::Other); Element::ALL.len()];
    let mut index = 0;
    while index < Element::ALL.len() {
        starts[index] = start_of(Element::ALL[index]);
        index += 1;
    }
    starts
};

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
        _ if IS_TRACKED[element as usize] => (false, 0, 0),
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

const ENDS: [EndRule; Element::ALL.len()] = {
    let mut ends =
        [EndRule { blockers: 0, counts: OpenCounts::NONE, innermost: 0, is_popped: false }; Element::ALL.len()];
    let mut index = 0;
    while index < Element::ALL.len() {
        let element = Element::ALL[index];
        if IS_TRACKED[index] {
            // These two need bookkeeping when they end, so no end tag of them is simple.
            let needs_bookkeeping = matches!(element, Element::Form | Element::Template);
            let innermost = if needs_bookkeeping { NO_CODE } else { element as u16 };
            ends[index] = EndRule { blockers: 0, counts: OpenCounts::of(element), innermost, is_popped: true };
        }
        if matches!(element, Element::A) || is_marker(element) {
            ends[index].blockers = OpenCounts::mask(&[OpenCounts::ANCHOR]);
        }
        index += 1;
    }
    ends
};
