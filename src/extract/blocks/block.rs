//! The public view of the table: [`Blocks`] and its rows.

use super::element::{BlockElement, ElementRow, ListKind, NO_STRING};
use super::features::{Columns, FEATURES, Facts, LANES, Page, feature_name};
use super::inline::{Figure, Inline};
use super::score::CERTAIN;
use super::text_stats::TextStats;
use super::view::{Ranking, Selection, View};
use crate::extract::names::Element;
use alloc::string::String;
use bumpalo::Bump;
use core::fmt;
use core::ops::Range;

/// A block, as it is stored.
#[derive(Clone, Copy, Debug)]
pub(in crate::extract) struct Row {
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
pub(in crate::extract) struct Table<'a> {
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
}

/// The text blocks of a page. See [`ExtractOptions::with_blocks`](crate::extract::ExtractOptions::with_blocks).
#[derive(Clone, Copy)]
pub struct Blocks<'a> {
    pub(super) table: Table<'a>,
    pub(super) facts: Facts<'a>,
    pub(super) ranking: Option<Ranking<'a>>,
}

impl<'a> Blocks<'a> {
    /// Returns the number of blocks.
    pub fn len(&self) -> usize {
        self.table.rows.len()
    }

    /// Returns true if the page has no text.
    pub fn is_empty(&self) -> bool {
        self.table.rows.is_empty()
    }

    /// Returns the block at `index`.
    pub fn get(&self, index: usize) -> Option<Block<'a, '_>> {
        (index < self.len()).then_some(Block { blocks: self, index })
    }

    /// Returns the blocks in document order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Block<'a, '_>> {
        (0..self.len()).map(|index| Block { blocks: self, index })
    }

    /// Returns the elements in document order, first the root. They include elements without text.
    pub fn elements(&self) -> impl ExactSizeIterator<Item = BlockElement<'a, '_>> {
        (0..self.table.elements.len() as u32).map(|index| BlockElement { blocks: self, index })
    }

    /// Returns the element at `index`.
    pub fn element(&self, index: usize) -> Option<BlockElement<'a, '_>> {
        (index < self.table.elements.len()).then_some(BlockElement { blocks: self, index: index as u32 })
    }

    /// Returns true if the page has more blocks, elements, inline ranges, text or URLs than the limits: 131,072 blocks,
    /// 262,144 elements, 262,144 ranges, 16 MiB of text, and 16 MiB of URLs in blocks.
    pub fn is_truncated(&self) -> bool {
        self.table.is_truncated
    }

    /// Returns the blocks of the main content, or `None` unless
    /// [`with_main`](crate::extract::ExtractOptions::with_main) is set.
    ///
    /// ```
    /// use tagrake::extract::{Context, ExtractOptions, Extractor, View};
    ///
    /// let mut extractor = Extractor::new(ExtractOptions::default().with_main(true));
    /// let html = "<nav><a href=/>Home</a></nav><article><p>The bridge was closed on Monday, after the storm \
    ///     had damaged two of its pillars.<p>It will open again in May, the city said.</article><footer>About</footer>";
    /// let page = extractor.extract(html.as_bytes(), &Context::default());
    /// let blocks = page.blocks.unwrap();
    /// let main = blocks.view(View::Main).unwrap();
    /// let words: usize = main.iter().map(|block| block.words()).sum();
    /// assert_eq!(words, 24);
    /// ```
    pub fn view(&self, view: View) -> Option<Selection<'a, '_>> {
        Some(Selection::new(self, self.ranking?, view))
    }

    /// Calls `take` with a row of the features of each block, in the order of [`feature_names`](Self::feature_names).
    /// The scores are computed from these rows, and other models can be trained on them. Unlike an extraction, this
    /// allocates memory.
    ///
    /// ```
    /// use tagrake::extract::{Blocks, Context, ExtractOptions, Extractor};
    ///
    /// let mut extractor = Extractor::new(ExtractOptions::default().with_blocks(true));
    /// let page = extractor.extract(b"<p>One two<p>Three", &Context::default());
    /// let (words, mut rows) = (Blocks::feature_names().position(|name| name == "Words").unwrap(), Vec::new());
    /// page.blocks.unwrap().for_each_feature_row(|row| rows.push(row[words]));
    /// assert_eq!(rows, [2, 1]);
    /// ```
    pub fn for_each_feature_row(&self, mut take: impl FnMut(&[i16])) {
        let bump = Bump::new();
        let mut page = Page::new(self.table, &self.facts, &bump);
        let columns: &mut Columns = bump.alloc([[0; LANES]; FEATURES]);
        page.fill_document(columns);
        for start in (0..self.len()).step_by(LANES) {
            for lane in 0..page.fill(start, columns) {
                take(&columns.each_ref().map(|column| column[lane]));
            }
        }
    }

    /// Returns the names of the features of a row.
    pub fn feature_names() -> impl ExactSizeIterator<Item = String> {
        (0..FEATURES).map(feature_name)
    }

    pub(super) fn string(&self, index: u32) -> Option<&'a str> {
        if index == NO_STRING { None } else { self.table.strings.get(index as usize).copied() }
    }
}

impl fmt::Debug for Blocks<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_list().entries(self.iter()).finish()
    }
}

/// A block of text. See [`Blocks`].
#[derive(Clone, Copy)]
pub struct Block<'a, 'b> {
    blocks: &'b Blocks<'a>,
    index: usize,
}

impl<'a, 'b> Block<'a, 'b> {
    fn row(&self) -> &'b Row {
        &self.blocks.table.rows[self.index]
    }

    /// Returns the index of the block.
    pub fn index(&self) -> usize {
        self.index
    }

    /// Returns the text. White space is collapsed and trimmed, except in `pre`, whose text is unchanged.
    pub fn text(&self) -> &'a str {
        self.blocks.table.text_of(self.row())
    }

    /// Returns the byte range in the decoded page, from the first to the last token of its text.
    pub fn span(&self) -> Range<usize> {
        let (start, end) = self.row().span;
        start as usize..end as usize
    }

    /// Returns the innermost element.
    pub fn element(&self) -> BlockElement<'a, 'b> {
        BlockElement { blocks: self.blocks, index: self.row().element }
    }

    /// Returns the innermost element and its ancestors, innermost first.
    pub fn path(&self) -> BlockPath<'a, 'b> {
        self.element().path()
    }

    /// Returns the innermost container: `div`, `section`, `li`, `td` and others that contain parts of a page, but not
    /// `p`, headings or inline elements.
    pub fn container(&self) -> BlockElement<'a, 'b> {
        BlockElement { blocks: self.blocks, index: self.element().row().container }
    }

    /// Returns the number of words: sequences of letters and digits.
    pub fn words(&self) -> usize {
        self.row().stats.words as usize
    }

    /// Returns the number of words in links.
    pub fn link_words(&self) -> usize {
        self.row().link_words as usize
    }

    /// Returns the level of the heading that contains the block, 1 to 6. 0 if there is none.
    pub fn heading_level(&self) -> u8 {
        self.element().heading_level()
    }

    /// Returns the number of lists that contain the block.
    pub fn list_depth(&self) -> usize {
        self.element().list_depth()
    }

    /// Returns the kind of the innermost list.
    pub fn list_kind(&self) -> ListKind {
        self.element().list_kind()
    }

    /// Returns the row and the column of the innermost table cell, from 1. `None` outside of cells.
    pub fn table_cell(&self) -> Option<(usize, usize)> {
        let element = self.element();
        (element.table_column() > 0).then(|| (element.table_row(), element.table_column()))
    }

    /// Returns the nearest `lang` attribute.
    pub fn lang(&self) -> Option<&'a str> {
        self.element().lang()
    }

    /// Returns true if the text is preformatted.
    pub fn is_preformatted(&self) -> bool {
        self.row().is_pre
    }

    /// Returns true if the page's HTML hides the block: by `hidden`, an inline style, or a closed `dialog`. Always
    /// false with [`with_hidden_text`](crate::extract::ExtractOptions::with_hidden_text).
    pub fn is_hidden(&self) -> bool {
        self.row().is_hidden
    }

    /// Returns true if the block is in `noscript`.
    pub fn is_noscript(&self) -> bool {
        self.row().is_noscript
    }

    /// Returns the number of `br` elements before the block if nothing else separates it from the block before it, else
    /// 0. Both blocks are then lines of the same paragraph.
    pub fn line_breaks(&self) -> usize {
        if self.row().is_new { 0 } else { usize::from(self.row().breaks) }
    }

    /// Returns the probability that the block is part of the main content, from 0 to 1. `None` unless
    /// [`with_main`](crate::extract::ExtractOptions::with_main) is set.
    pub fn score(&self) -> Option<f64> {
        let ranking = self.blocks.ranking?;
        Some(f64::from(ranking.probabilities[self.index]) / f64::from(CERTAIN))
    }

    /// Returns the inline elements. Empty unless
    /// [`with_inlines`](crate::extract::ExtractOptions::with_inlines) is set.
    pub fn inlines(&self) -> &'a [Inline<'a>] {
        self.blocks.table.inlines_of(self.row())
    }
}

impl fmt::Debug for Block<'_, '_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Block").field("element", &self.element().name()).field("text", &self.text()).finish()
    }
}

/// An element and its ancestors, innermost first.
#[derive(Clone, Debug)]
pub struct BlockPath<'a, 'b> {
    pub(super) next: Option<BlockElement<'a, 'b>>,
}

impl<'a, 'b> Iterator for BlockPath<'a, 'b> {
    type Item = BlockElement<'a, 'b>;

    fn next(&mut self) -> Option<Self::Item> {
        let element = self.next?;
        self.next = element.parent();
        Some(element)
    }
}
