//! The table of blocks and elements, as it is stored in the arena.

use super::inline::{Figure, Inline};
use super::text_stats::TextStats;
use crate::copy_into::{CopyInto, copy_fields, copy_plain};
use crate::names::Element;
use crate::text::scripts::Script;
use bumpalo::Bump;

/// A block, as it is stored.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Row {
    /// The byte range in the text of all blocks.
    pub(crate) text: (u32, u32),
    /// The byte range in the page, from the first to the last character of text.
    pub(crate) span: (u32, u32),
    /// The index of the innermost element.
    pub(crate) element: u32,
    /// The index of the first inline range, and the number of them.
    pub(crate) inlines: (u32, u32),
    pub(crate) stats: TextStats,
    pub(crate) link_words: u32,
    pub(crate) links: u16,
    pub(crate) images: u16,
    /// The number of `br` since the last block.
    pub(crate) breaks: u8,
    /// The element whose tag began the block: [`Element::Div`] for an end tag.
    pub(crate) starts_with: Element,
    /// True if a boundary other than `br` is between this block and the one before it.
    pub(crate) is_new: bool,
    /// True if white space is between the block and the one before it.
    pub(crate) follows_space: bool,
    pub(crate) is_hidden: bool,
    /// True if it is hidden because only screen readers show it.
    pub(crate) is_for_screen_readers: bool,
    pub(crate) is_noscript: bool,
    pub(crate) is_pre: bool,
    /// True if the text is a formula on a line of its own.
    pub(crate) is_formula: bool,
}

/// The table, as it is stored in the arena.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Table<'a> {
    pub(crate) text: &'a str,
    pub(crate) rows: &'a [Row],
    pub(crate) elements: &'a [ElementRow],
    pub(crate) inlines: &'a [Inline<'a>],
    /// Images in blocks without text, in document order.
    pub(crate) figures: &'a [Figure<'a>],
    /// Ranges of the text that are not written, in document order.
    pub(crate) left_out: &'a [(u32, u32)],
    pub(crate) strings: &'a [&'a str],
    /// The targets of links that refer to notes.
    pub(crate) notes: &'a [&'a str],
    /// The number of start tags of each element. Inline elements are not counted, except `a`, `br` and `img`.
    pub(crate) counts: &'a [u32; Element::ALL.len()],
    /// True if microdata says that the posts of the page are a discussion.
    pub(crate) is_discussion: bool,
    pub(crate) is_truncated: bool,
    /// True if an inline range is a formula.
    pub(crate) has_formulas: bool,
    /// True if inline ranges other than superscripts and subscripts are collected.
    pub(crate) has_inlines: bool,
}

impl<'a> Table<'a> {
    pub(crate) fn text_of(&self, row: &Row) -> &'a str {
        let (start, end) = row.text;
        &self.text[start as usize..end as usize]
    }

    pub(crate) fn inlines_of(&self, row: &Row) -> &'a [Inline<'a>] {
        let (start, len) = row.inlines;
        self.inlines.get(start as usize..start as usize + len as usize).unwrap_or_default()
    }

    /// Calls `write` with each part of the range `start..end` of the text of `row` that is written.
    pub(crate) fn for_each_written(&self, row: &Row, start: usize, end: usize, mut write: impl FnMut(&'a str)) {
        let first = row.text.0 as usize;
        let (mut at, end) = (first + start, first + end);
        // PERF: most pages have no such ranges.
        let from = self.left_out.partition_point(|range| range.1 as usize <= at);
        for range in self.left_out[from..].iter().take_while(|range| (range.0 as usize) < end) {
            write(&self.text[at..at.max(range.0 as usize)]);
            at = at.max(range.1 as usize).min(end);
        }
        write(&self.text[at..end]);
    }

    /// Returns the superscripts and subscripts of a row.
    pub(crate) fn scripts_of(&self, row: &Row) -> impl Iterator<Item = Script> {
        self.inlines_of(row).iter().filter_map(Inline::script)
    }

    /// Returns the values of `id`, `role`, `itemprop` and `data-testid` of an element, in the order of its attributes.
    pub(crate) fn hints_of(&self, element: &ElementRow) -> &'a [&'a str] {
        let (first, count) = element.hints;
        self.strings.get(first as usize..first as usize + usize::from(count)).unwrap_or_default()
    }

    /// Returns the index after the last element in each element. The elements are in document order.
    pub(crate) fn ends<'b>(&self, bump: &'b Bump) -> &'b [u32] {
        let ends = bump.alloc_slice_fill_iter((0..self.elements.len()).map(|index| index as u32 + 1));
        for index in (1..ends.len()).rev() {
            let parent = self.elements[index].parent as usize;
            ends[parent] = ends[parent].max(ends[index]);
        }
        ends
    }

    /// Returns the innermost cell that is or contains an element, or [`ROOT`].
    pub(crate) fn cell_around(&self, mut element: u32) -> u32 {
        while element != ROOT && !self.elements[element as usize].element.is_cell() {
            element = self.elements[element as usize].parent;
        }
        element
    }

    pub(crate) fn string(&self, index: u32) -> Option<&'a str> {
        if index == NO_STRING { None } else { self.strings.get(index as usize).copied() }
    }
}

/// The index of the root, which is `body` whether or not the page has its tag.
pub(crate) const ROOT: u32 = 0;

/// No index into [`Table::strings`].
pub(crate) const NO_STRING: u32 = u32::MAX;

copy_plain!(Row, ElementRow);
copy_fields! {
    Table { text, rows, elements, inlines, figures, left_out, strings, notes, counts } {
        is_discussion, is_truncated, has_formulas, has_inlines
    }
}

impl CopyInto for &[u32; Element::ALL.len()] {
    type Copied<'b> = &'b [u32; Element::ALL.len()];

    fn copy_into(self, bump: &Bump) -> Self::Copied<'_> {
        bump.alloc(*self)
    }
}

/// An element of the table, as it is stored.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ElementRow {
    /// The index of the parent. The root is its own parent.
    pub(crate) parent: u32,
    /// The byte range of the start tag, empty for an implied element.
    pub(crate) tag: (u32, u32),
    /// The index of the first of the strings `id`, `role`, `itemprop` and `data-testid`, and the number of them.
    pub(crate) hints: (u32, u8),
    /// The index of the innermost container: the element itself if it is one.
    pub(crate) container: u32,
    /// For a table, the number of rows so far. For a row, the number of columns so far. For a list, the number of items so far.
    pub(crate) counter: u32,
    /// The number of the row and of the column in the innermost table, from 1, or 0 outside of cells.
    pub(crate) row: u32,
    pub(crate) column: u32,
    /// The index of the innermost table, or [`ROOT`].
    pub(crate) table: u32,
    /// `start` of `ol`, `value` of `li`, or `colspan` of a cell.
    pub(crate) value: i32,
    /// The index of the innermost `ol`, `ul`, `menu` or `dir`, or [`ROOT`].
    pub(crate) list: u32,
    /// The ordinal value of an `li`. For a list, the value of the next item.
    pub(crate) ordinal: i32,
    /// True if the number of items of the list is not yet added to `ordinal`.
    pub(crate) is_relative: bool,
    /// True for an `ol` that counts down.
    pub(crate) is_reversed: bool,
    /// For an `li`, the state of its task.
    pub(crate) task: Task,
    /// The index of the string that names the language of code in the element, or [`NO_STRING`].
    pub(crate) code_language: u32,
    pub(crate) row_span: u16,
    /// Indices of the strings `class` and `lang`, or [`NO_STRING`]. `lang` is inherited.
    pub(crate) class: u32,
    pub(crate) lang: u32,
    pub(crate) depth: u16,
    pub(crate) element: Element,
    /// The level of the innermost heading, 0 if none is open.
    pub(crate) heading: u8,
    /// The number of open lists.
    pub(crate) list_depth: u8,
    pub(crate) list_kind: ListKind,
    pub(crate) is_pre: bool,
    /// True in code outside of `pre`, whose lines are elements. `is_pre` is then true too.
    pub(crate) is_code: bool,
    /// True if it has no box, because it or an element around it is hidden.
    pub(crate) is_hidden: bool,
}

impl ElementRow {
    /// Returns the root.
    pub(crate) fn root() -> Self {
        Self {
            element: Element::Body,
            row_span: 1,
            class: NO_STRING,
            lang: NO_STRING,
            code_language: NO_STRING,
            ..Self::default()
        }
    }
}

/// The task of a list item: a checkbox before its text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Task {
    /// No task.
    #[default]
    None,
    Open,
    Done,
}

/// The kind of a list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
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
