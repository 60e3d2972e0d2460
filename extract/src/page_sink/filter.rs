//! Decides which tags and texts the sink must see: most tags need no more than an update of the stack of open elements.

use crate::metadata::collector::METADATA;
use crate::names::{Element, element_table};
use crate::open_blocks::is_tracked;
use core::hint::select_unpredictable;
use tagrake::names::{NameFilter, NameKey, SHORT, SLOTS, ShortName};

/// The effect of plain tags at a place, and the need of text there. A tag is plain if it has no attribute of interest and its
/// element is not [significant](super::PageSink::SIGNIFICANT).
#[derive(Clone, Copy, Default)]
pub(super) struct Filter {
    /// Plain tags affect only the stack of open elements and the separation of text.
    pub(super) skips_tags: bool,
    /// The same, and blocks are collected; `skips_tags` is false then.
    pub(super) skips_plain_tags: bool,
    /// `skips_tags` is set, and no element is hidden.
    pub(super) is_shown: bool,
    /// `is_shown` is set, and no element has a mark for its display or for the context of links.
    pub(super) updates_stack: bool,
    /// `is_shown` is set, and no text is collected here: plain tags affect only the stack, and no text is needed.
    pub(super) skips_text: bool,
    /// Only facts are collected here, and open elements are not tracked ([`facts`](super::facts)).
    pub(super) facts_alone: bool,
}

/// The elements whose tags affect more than the stack of open elements, even if no text is collected: links, headings, what hides
/// or holds text, and the state of the page. The [collectors](super::collectors::Collectors) see more.
const WALKED: [Element; 30] = {
    use Element::*;
    [
        A, Audio, Canvas, Datalist, Dialog, Frameset, H1, H2, H3, H4, H5, H6, Head, Iframe, Listing, Meter, Noembed,
        Noframes, Noscript, Plaintext, Pre, Progress, Script, Style, Sub, Sup, Template, Textarea, Video, Xmp,
    ]
};

const IS_WALKED: [bool; Element::ALL.len()] = Element::set(&WALKED);

/// Rejects most names of other elements.
pub(super) const WALKED_NAMES: NameFilter = Element::filter(&WALKED);

impl Element {
    /// Returns true if tags of the element affect the stack of open elements ([`open_blocks`](crate::open_blocks)) and
    /// nothing else, as long as no text is collected.
    #[inline(always)]
    pub(crate) const fn is_block(self) -> bool {
        const IS_BLOCK: [bool; Element::ALL.len()] = element_table!(|element| {
            is_tracked(element) && !IS_WALKED[element as usize] || matches!(element, Element::Hr | Element::Input)
        });
        IS_BLOCK[self as usize]
    }

    /// Returns the element with this short name if it is `a`, a [block](Self::is_block) or separates text, `Form` if it is
    /// another one of [`WALKED`] or of the metadata, and [`Other`](Self::Other) for every other name. The tags of `Form` are never
    /// simple, so the caller takes the slow path.
    ///
    /// PERF: no branches.
    #[inline(always)]
    pub(crate) fn block_of(name: ShortName) -> Self {
        const TABLE: &BlockNames = &BlockNames::new();
        let slot = BlockNames::slot(name.word);
        select_unpredictable(TABLE.names[slot] == name.word, TABLE.elements[slot], Self::Other)
    }
}

/// The hash table of [`Element::block_of`]: the short name in each slot, and the element to return for it. Empty slots
/// hold 0 and [`Element::Other`].
struct BlockNames {
    names: [u64; SLOTS],
    elements: [Element; SLOTS],
}

impl BlockNames {
    const fn new() -> Self {
        const IS_METADATA: [bool; Element::ALL.len()] = Element::set(&METADATA);
        let mut blocks = Self { names: [0; SLOTS], elements: [Element::Other; SLOTS] };
        let mut index = 0;
        while index < Element::ALL.len() {
            let element = Element::ALL[index];
            if element.is_block()
                || matches!(element, Element::A | Element::Br | Element::Embed | Element::Image | Element::Img)
            {
                blocks.add(element, element);
            } else if IS_WALKED[index] || IS_METADATA[index] {
                blocks.add(element, Element::Form);
            }
            index += 1;
        }
        blocks
    }

    const fn add(&mut self, element: Element, found: Element) {
        let key = NameKey::of(element.as_str().as_bytes());
        if key.len <= SHORT {
            let slot = Self::slot(key.word);
            assert!(self.names[slot] == 0 || self.names[slot] == key.word, "two names have one slot");
            (self.names[slot], self.elements[slot]) = (key.word, found);
        }
    }

    /// Returns the slot of a name.
    #[inline(always)]
    const fn slot(word: u64) -> usize {
        // An odd factor with which no two names share a slot. If you add a name and compilation fails, search for
        // another.
        (word.wrapping_mul(0xEA90_A8F0_D66B_829F) >> (u64::BITS - SLOTS.ilog2())) as usize
    }
}
