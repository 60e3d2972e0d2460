//! The types of the builder's state: the growing table, the open block, open elements, link texts, formulas, line numbers, and the
//! attributes of the current start tag.

use crate::blocks::inline::{Figure, Inline, InlineKind};
use crate::blocks::table::{ElementRow, Row};
use crate::blocks::{MAX_BLOCKS, MAX_ELEMENTS, TEXT_BYTES};
use crate::names::Element;
use bumpalo::Bump;
use bumpalo::collections::{String, Vec};

/// The number of attributes besides `class` that may hint at the role of an element.
pub(super) const HINTS: usize = 4;

/// The parts of the table so far.
pub(super) struct GrowingTable<'a> {
    pub(super) text: String<'a>,
    pub(super) rows: Vec<'a, Row>,
    pub(super) elements: Vec<'a, ElementRow>,
    pub(super) inlines: Vec<'a, Inline<'a>>,
    pub(super) figures: Vec<'a, Figure<'a>>,
    /// Ranges of the text that are not written.
    pub(super) left_out: Vec<'a, (u32, u32)>,
    pub(super) strings: Vec<'a, &'a str>,
    /// The targets of links that refer to notes.
    pub(super) notes: Vec<'a, &'a str>,
    pub(super) is_discussion: bool,
    /// The number of start tags of each element.
    pub(super) counts: &'a mut [u32; Element::ALL.len()],
}

impl<'a> GrowingTable<'a> {
    pub(super) fn new(page: &str, bump: &'a Bump) -> Self {
        let mut elements = Vec::with_capacity_in((page.len() / 100).clamp(64, MAX_ELEMENTS), bump);
        elements.push(ElementRow::root());
        Self {
            text: String::with_capacity_in((page.len() / 4).min(TEXT_BYTES), bump),
            rows: Vec::with_capacity_in((page.len() / 200).clamp(32, MAX_BLOCKS), bump),
            elements,
            inlines: Vec::new_in(bump),
            figures: Vec::new_in(bump),
            left_out: Vec::new_in(bump),
            strings: Vec::with_capacity_in(page.len() / 200, bump),
            notes: Vec::new_in(bump),
            is_discussion: false,
            counts: bump.alloc([0; Element::ALL.len()]),
        }
    }
}

/// The block that the next text belongs to.
pub(super) struct OpenBlock {
    /// Its row, as far as it is known before the end of the block.
    pub(super) row: Row,
    /// The byte range of its tokens in the page.
    pub(super) span: Option<(u32, u32)>,
    /// The start of its text.
    pub(super) start: usize,
    /// The start of its inline ranges.
    pub(super) inline_start: usize,
    /// The start of the text of the open link in the block.
    pub(super) link_start: usize,
}

impl Default for OpenBlock {
    /// Returns the first block of a page.
    fn default() -> Self {
        let row = Row { starts_with: Element::Div, is_new: true, ..Row::default() };
        Self { row, span: None, start: 0, inline_start: 0, link_start: 0 }
    }
}

/// The formulas so far.
pub(super) struct Formulas<'a> {
    pub(super) has_formulas: bool,
    /// The end of the formula on a line of its own with which the block begins.
    pub(super) display_end: Option<usize>,
    /// True if the page configures single dollar signs as delimiters. `None` if that is not known yet.
    pub(super) reads_dollars: Option<bool>,
    /// The offsets in the block of dollar signs that begin a formula.
    pub(super) dollars: Vec<'a, u32>,
}

impl<'a> Formulas<'a> {
    pub(super) fn new(bump: &'a Bump) -> Self {
        Self { has_formulas: false, display_end: None, reads_dollars: None, dollars: Vec::new_in(bump) }
    }
}

/// An open element of the token sink's stack.
#[derive(Clone, Copy)]
pub(super) struct Frame {
    /// The index of the innermost element of the table.
    pub(super) element: u32,
    /// True if the element has a row of its own.
    pub(super) is_own: bool,
}

/// An open inline element.
#[derive(Clone, Copy)]
pub(super) struct OpenInline<'a> {
    pub(super) name: &'a [u8],
    pub(super) kind: InlineKind<'a>,
    /// The height of the sink's stack at its start tag.
    pub(super) height: usize,
    /// The index of its range in the current block, if the block has one.
    pub(super) range: Option<usize>,
}

impl OpenInline<'_> {
    /// Returns true if tree construction reopens the element after the end of a block that contains its start tag.
    pub(super) fn is_reopened(&self) -> bool {
        !matches!(self.name, b"kbd" | b"samp" | b"span" | b"sub" | b"sup" | b"del")
    }
}

/// Text in a link: the index of its block, and its byte range in the text of all blocks.
pub(super) struct LinkText {
    pub(super) row: usize,
    pub(super) range: (u32, u32),
}

/// The attributes of a start tag whose element may be pushed.
#[derive(Clone, Copy)]
pub(super) struct Attributes<'a> {
    pub(super) element: Element,
    pub(super) tag: (u32, u32),
    /// The attributes that may hint at the role of the element, besides `class`.
    pub(super) hints: [&'a str; HINTS],
    pub(super) hint_count: usize,
    pub(super) class: Option<&'a str>,
    pub(super) lang: Option<&'a str>,
    /// True if the element is preformatted, by its name and its style.
    pub(super) is_pre: bool,
    /// True if the element has code, and is not a `pre`.
    pub(super) is_code: bool,
    pub(super) value: i32,
    /// True if `value` is from an attribute.
    pub(super) has_value: bool,
    pub(super) is_reversed: bool,
    /// The attribute that names the language of code.
    pub(super) code_language: Option<&'a str>,
    pub(super) row_span: u16,
}

impl Attributes<'_> {
    /// Sets `start` of a list or `value` of an item. `None` is a value that is no number.
    pub(super) fn set_ordinal(&mut self, number: Option<i32>) {
        (self.value, self.has_value) = (number.unwrap_or(0), number.is_some());
    }

    pub(super) const fn implied(element: Element) -> Self {
        Self {
            element,
            tag: (0, 0),
            hints: [""; HINTS],
            hint_count: 0,
            class: None,
            lang: None,
            is_pre: element.is_preformatted(),
            is_code: false,
            value: 0,
            has_value: false,
            is_reversed: false,
            code_language: None,
            row_span: 1,
        }
    }
}

/// An open element with the number of a line.
#[derive(Clone, Copy)]
pub(super) struct LineNumber<'a> {
    pub(super) name: &'a [u8],
    /// The number of open elements of this name, including the element.
    pub(super) depth: usize,
    /// The start of its text.
    pub(super) start: usize,
}
