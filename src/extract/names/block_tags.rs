//! Tags that change the stack of open elements and nothing else.

use super::Element;
use super::hash_table::{NameKey, SHORT, SLOTS};
use super::name_filter::NameFilter;
use crate::token::ShortName;

/// The elements whose tags matter even if no text is wanted: for more than the stack of open elements.
const SIGNIFICANT: [Element; 35] = {
    use Element::*;
    [
        A, Audio, Base, Canvas, Datalist, Dialog, Frameset, H1, H2, H3, H4, H5, H6, Head, Html, Iframe, Img, Input,
        Listing, Meta, Meter, Noembed, Noframes, Noscript, Plaintext, Pre, Progress, Script, Style, Template, Textarea,
        Title, Video, Xmp, Image,
    ]
};

/// Returns true if `name`, in any case, may be one of [`SIGNIFICANT`].
#[inline(always)]
pub(in crate::extract) fn may_be_significant(name: &[u8]) -> bool {
    const LETTERS: NameFilter = NameFilter::of_tags(&SIGNIFICANT);
    LETTERS.may_hold(name)
}

/// The elements whose tags, as long as no text is wanted, change the stack of open elements and nothing else: see
/// [`open_blocks`](super::open_blocks).
const BLOCKS: [Element; 45] = {
    use Element::*;
    [
        Address, Applet, Article, Aside, Blockquote, Button, Caption, Center, Dd, Details, Dir, Div, Dl, Dt, Fieldset,
        Figcaption, Figure, Footer, Form, Header, Hgroup, Hr, Legend, Li, Main, Marquee, Menu, Nav, Object, Ol,
        Optgroup, Option, P, Search, Section, Select, Summary, Table, Tbody, Td, Tfoot, Th, Thead, Tr, Ul,
    ]
};

impl Element {
    /// Returns true if its tags change the stack of open elements and nothing else: [`BLOCKS`].
    #[inline(always)]
    pub(in crate::extract) const fn is_block(self) -> bool {
        const IS_BLOCK: [bool; Element::ALL.len()] = Element::set(&BLOCKS);
        IS_BLOCK[self as usize]
    }

    /// Returns the element with a short name if it is one of [`BLOCKS`]. Returns `Form`, whose tags are never simple, for one
    /// of [`SIGNIFICANT`], and [`Other`](Self::Other) for all other names.
    ///
    /// PERF: without a branch.
    #[inline(always)]
    pub(in crate::extract) fn block_of(name: ShortName) -> Self {
        const NAMES: &BlockNames = &BlockNames::new();
        let slot = BlockNames::slot(name.word);
        Self::ALL[usize::from(NAMES.tags[slot]) * usize::from(NAMES.names[slot] == name.word)]
    }
}

/// The short names of the elements that [`Element::block_of`] knows: at each slot a name, and the number of its tag.
struct BlockNames {
    names: [u64; SLOTS],
    tags: [u8; SLOTS],
}

impl BlockNames {
    const fn new() -> Self {
        let mut blocks = Self { names: [0; SLOTS], tags: [0; SLOTS] };
        let mut index = 0;
        while index < BLOCKS.len() {
            blocks.add(BLOCKS[index], BLOCKS[index]);
            index += 1;
        }
        index = 0;
        while index < SIGNIFICANT.len() {
            blocks.add(SIGNIFICANT[index], Element::Form);
            index += 1;
        }
        blocks
    }

    const fn add(&mut self, element: Element, tag: Element) {
        let key = NameKey::of(element.as_str().as_bytes());
        if key.len <= SHORT {
            let slot = Self::slot(key.word);
            assert!(self.names[slot] == 0 || self.names[slot] == key.word, "two names have one slot");
            (self.names[slot], self.tags[slot]) = (key.word, tag as u8);
        }
    }

    /// Returns the slot of a name.
    #[inline(always)]
    const fn slot(word: u64) -> usize {
        // A random factor that gives each name a slot of its own.
        (word.wrapping_mul(0xEA90_A8F0_D66B_829F) >> (u64::BITS - SLOTS.ilog2())) as usize
    }
}
