//! The table of blocks and elements, as it is stored in the arena.

use super::inline::{Figure, Inline};
use super::text_stats::TextStats;
use crate::names::Element;

/// A block, as it is stored.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Row {
    /// The byte range in the text of all blocks.
    pub(super) text: (u32, u32),
    /// The byte range in the page, from the first to the last character of text.
    pub(super) span: (u32, u32),
    /// The index of the innermost element.
    pub(super) element: u32,
    /// The index of the first inline range, and the number of them.
    pub(super) inlines: (u32, u32),
    pub(super) stats: TextStats,
    pub(super) link_words: u32,
    pub(super) links: u16,
    pub(super) images: u16,
    /// The number of `br` since the last block.
    pub(super) breaks: u8,
    /// The element whose tag began the block: [`Element::Div`] for an end tag.
    pub(super) starts_with: Element,
    /// True if a boundary other than `br` is between this block and the one before it.
    pub(super) is_new: bool,
    /// True if white space is between the block and the one before it.
    pub(super) follows_space: bool,
    pub(super) is_hidden: bool,
    pub(super) is_noscript: bool,
    pub(super) is_pre: bool,
}

/// The table, as it is stored in the arena.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Table<'a> {
    pub(super) text: &'a str,
    pub(super) rows: &'a [Row],
    pub(super) elements: &'a [ElementRow],
    pub(super) inlines: &'a [Inline<'a>],
    /// Images in blocks without text, in document order.
    pub(super) figures: &'a [Figure<'a>],
    pub(super) strings: &'a [&'a str],
    /// The number of start tags of each element. Inline elements are not counted, except `a`, `br` and `img`.
    pub(super) counts: &'a [u32; Element::ALL.len()],
    pub(super) is_truncated: bool,
    /// True if an inline range is a formula.
    pub(super) has_formulas: bool,
}

impl<'a> Table<'a> {
    pub(super) fn text_of(&self, row: &Row) -> &'a str {
        let (start, end) = row.text;
        &self.text[start as usize..end as usize]
    }

    pub(super) fn inlines_of(&self, row: &Row) -> &'a [Inline<'a>] {
        let (start, len) = row.inlines;
        self.inlines.get(start as usize..start as usize + len as usize).unwrap_or_default()
    }

    pub(super) fn string(&self, index: u32) -> Option<&'a str> {
        if index == NO_STRING { None } else { self.strings.get(index as usize).copied() }
    }
}

/// The index of the root, which is `body` whether or not the page has its tag.
pub(super) const ROOT: u32 = 0;

/// No index into [`Table::strings`].
pub(super) const NO_STRING: u32 = u32::MAX;

/// An element of the table, as it is stored.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ElementRow {
    /// The index of the parent. The root is its own parent.
    pub(super) parent: u32,
    /// The byte range of the start tag, empty for an implied element.
    pub(super) tag: (u32, u32),
    /// The index of the first of the strings `id`, `role`, `itemprop` and `data-testid`, and the number of them.
    pub(super) hints: (u32, u8),
    /// The index of the innermost container: the element itself if it is one.
    pub(super) container: u32,
    /// For a table, the number of rows so far. For a row, the number of columns so far.
    pub(super) counter: u32,
    /// The number of the row and of the column in the innermost table, from 1, or 0 outside of cells.
    pub(super) row: u32,
    pub(super) column: u32,
    /// The index of the innermost table, or [`ROOT`].
    pub(super) table: u32,
    /// `start` of `ol`, `value` of `li`, or `colspan` of a cell.
    pub(super) value: i32,
    pub(super) row_span: u16,
    /// Indices of the strings `class` and `lang`, or [`NO_STRING`]. `lang` is inherited.
    pub(super) class: u32,
    pub(super) lang: u32,
    pub(super) depth: u16,
    pub(super) element: Element,
    /// The level of the innermost heading, 0 if none is open.
    pub(super) heading: u8,
    /// The number of open lists.
    pub(super) list_depth: u8,
    pub(super) list_kind: ListKind,
    pub(super) is_pre: bool,
}

impl ElementRow {
    /// Returns the root.
    pub(super) fn root() -> Self {
        Self { element: Element::Body, row_span: 1, class: NO_STRING, lang: NO_STRING, ..Self::default() }
    }
}

/// The kind of a list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum ListKind {
    /// No list.
    #[default]
    None,
    /// `ul`, `menu` or `dir`.
    Unordered,
    /// `ol`.
    Ordered,
    /// `dl`.
    Description,
}
