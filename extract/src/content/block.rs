//! The public view of the table: [`Blocks`] and its rows.

use super::features::{FEATURES, Facts, Page, feature_name};
use super::ranking::Ranking;
use super::records::comments::Part;
use super::score::CERTAIN;
use crate::blocks::{BlockElement, BlockPath, Inline, ListKind, Row, Table};
use crate::copy_into::copy_fields;
use crate::options::ExtractOptions;
use crate::tables::{PageTable, Tables};
use alloc::string::String;
use bumpalo::Bump;
use core::fmt;
use core::ops::Range;

/// The text blocks of a page. See [`ExtractOptions::with_blocks`](crate::ExtractOptions::with_blocks).
#[derive(Clone, Copy)]
pub struct Blocks<'a> {
    pub(super) table: Table<'a>,
    pub(super) facts: Facts<'a>,
    pub(super) ranking: Option<Ranking<'a>>,
    tables: Option<Tables<'a>>,
}

copy_fields! {
    Blocks { table, facts, ranking, tables }
}

impl<'a> Blocks<'a> {
    /// `facts` are facts about the page that the features need. `options` say whether the blocks are scored, and whether tables are
    /// collected.
    pub(crate) fn new(table: Table<'a>, facts: Facts<'a>, options: &ExtractOptions, bump: &'a Bump) -> Self {
        let ranking = options.main.then(|| Ranking::of(table, &facts, bump));
        Self { table, facts, ranking, tables: options.tables.then(|| Tables::of(&table, bump)) }
    }

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
    ///
    /// ```
    /// use tagrake_extract::{Context, ExtractOptions, Extractor};
    ///
    /// let mut extractor = Extractor::new(ExtractOptions::default().with_blocks(true));
    /// let page = extractor.extract(b"<p>One two<p>Three", &Context::default());
    /// let mut texts = Vec::new();
    /// for block in &page.blocks.unwrap() {
    ///     texts.push(block.text());
    /// }
    /// assert_eq!(texts, ["One two", "Three"]);
    /// ```
    pub fn iter(&self) -> BlockIter<'a, '_> {
        BlockIter { blocks: self, indexes: 0..self.len() }
    }

    /// Returns the elements in document order, first the root. They include elements without text.
    pub fn elements(&self) -> impl ExactSizeIterator<Item = BlockElement<'a, '_>> {
        (0..self.table.elements.len() as u32).map(|index| BlockElement { table: &self.table, index })
    }

    /// Returns the element at `index`.
    pub fn element(&self, index: usize) -> Option<BlockElement<'a, '_>> {
        (index < self.table.elements.len()).then_some(BlockElement { table: &self.table, index: index as u32 })
    }

    /// Returns the tables of the page in document order, nested ones too, but no hidden ones. Empty unless
    /// [`with_tables`](crate::ExtractOptions::with_tables) is set.
    ///
    /// ```
    /// use tagrake_extract::{Context, ExtractOptions, Extractor};
    ///
    /// let mut extractor = Extractor::new(ExtractOptions::default().with_tables(true));
    /// let html = b"<table><tr><th>Tea<th colspan=2>Minutes<tr><td>Green<td>2<td>3</table>";
    /// let page = extractor.extract(html, &Context::default());
    /// let blocks = page.blocks.unwrap();
    /// let table = blocks.tables().next().unwrap();
    /// assert_eq!((table.rows(), table.columns(), table.is_data()), (2, 3, true));
    /// let cells: Vec<_> = table.cells().map(|cell| (cell.row(), cell.column(), cell.text())).collect();
    /// assert_eq!(cells[..3], [(0, 0, "Tea"), (0, 1, "Minutes"), (0, 2, "Minutes")]);
    /// assert_eq!(cells[3..], [(1, 0, "Green"), (1, 1, "2"), (1, 2, "3")]);
    /// ```
    pub fn tables(&self) -> impl Iterator<Item = PageTable<'a, '_>> {
        self.tables.iter().flat_map(|tables| PageTable::all(&self.table, tables))
    }

    /// Returns true if the page has more blocks, elements, inline ranges, text or URLs than the limits: 131,072 blocks,
    /// 262,144 elements, 262,144 ranges, 16 MiB of text, and 16 MiB of URLs in blocks. Or cells of its tables span more than
    /// 262,144 positions besides their first ones, or fewer if these repeat more than 16 MiB of text. Further spans are ignored.
    pub fn is_truncated(&self) -> bool {
        self.table.is_truncated || self.tables.is_some_and(|tables| tables.is_truncated)
    }

    /// Calls `take` with a row of the features of each block, in the order of [`feature_names`](Self::feature_names).
    /// The scores are computed from these rows, and other models can be trained on them. Unlike an extraction, this
    /// allocates memory.
    ///
    /// ```
    /// use tagrake_extract::{Blocks, Context, ExtractOptions, Extractor};
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
        page.for_each_group(&bump, |columns, blocks| {
            for lane in 0..blocks {
                take(&columns.each_ref().map(|column| column[lane]));
            }
        });
    }

    /// Returns the names of the features of a row.
    pub fn feature_names() -> impl ExactSizeIterator<Item = String> {
        (0..FEATURES).map(feature_name)
    }
}

impl<'a, 'b> IntoIterator for &'b Blocks<'a> {
    type Item = Block<'a, 'b>;
    type IntoIter = BlockIter<'a, 'b>;

    fn into_iter(self) -> BlockIter<'a, 'b> {
        self.iter()
    }
}

/// An iterator over [`Blocks`], in document order.
#[derive(Clone, Debug)]
pub struct BlockIter<'a, 'b> {
    blocks: &'b Blocks<'a>,
    indexes: Range<usize>,
}

impl<'a, 'b> Iterator for BlockIter<'a, 'b> {
    type Item = Block<'a, 'b>;

    fn next(&mut self) -> Option<Block<'a, 'b>> {
        self.indexes.next().map(|index| Block { blocks: self.blocks, index })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.indexes.size_hint()
    }
}

impl ExactSizeIterator for BlockIter<'_, '_> {}

impl DoubleEndedIterator for BlockIter<'_, '_> {
    fn next_back(&mut self) -> Option<Self::Item> {
        self.indexes.next_back().map(|index| Block { blocks: self.blocks, index })
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
        BlockElement { table: &self.blocks.table, index: self.row().element }
    }

    /// Returns the innermost element and its ancestors, innermost first.
    pub fn path(&self) -> BlockPath<'a, 'b> {
        self.element().path()
    }

    /// Returns the innermost container: `div`, `section`, `li`, `td` and others that contain parts of a page, but not
    /// `p`, headings or inline elements.
    pub fn container(&self) -> BlockElement<'a, 'b> {
        BlockElement { table: &self.blocks.table, index: self.element().row().container }
    }

    /// Returns the number of words: sequences of letters and digits.
    pub fn words(&self) -> usize {
        self.row().stats.words as usize
    }

    /// Returns the number of the innermost post, answer, comment or other record that the block is in, in document order from 1. `None`
    /// outside of records, if the page has fewer than two of a kind, and unless
    /// [`with_main`](crate::ExtractOptions::with_main) is set.
    ///
    /// ```
    /// use tagrake_extract::{Context, ExtractOptions, Extractor};
    ///
    /// let mut extractor = Extractor::new(ExtractOptions::default().with_main(true));
    /// let html = b"<h1>Tea</h1><div class=post><b>Ann</b><p>Green?</div><div class=post><b>Ben</b><p>Black!</div>";
    /// let page = extractor.extract(html, &Context::default());
    /// let blocks = page.blocks.unwrap();
    /// let records: Vec<_> = blocks.iter().map(|block| (block.text(), block.record())).collect();
    /// assert_eq!(records, [("Tea", None), ("Ann", Some(1)), ("Green?", Some(1)), ("Ben", Some(2)), ("Black!", Some(2))]);
    /// ```
    pub fn record(&self) -> Option<usize> {
        let records = self.blocks.ranking?.records;
        records.get(self.index).map(|&record| record as usize).filter(|&record| record > 0)
    }

    /// Returns true if the block is in a section of [comments](Blocks::comments), which no view keeps.
    pub fn is_in_comments(&self) -> bool {
        let part = self.blocks.ranking.and_then(|ranking| ranking.comments.get(self.index).copied());
        part.is_some_and(|part| part != Part::Outside)
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

    /// Returns true if the page's HTML hides the block: by `hidden`, an inline style, a closed `dialog`, or a class such as
    /// `sr-only`, whose text only screen readers show. Always false with
    /// [`with_hidden_text`](crate::ExtractOptions::with_hidden_text).
    pub fn is_hidden(&self) -> bool {
        self.row().is_hidden
    }

    /// Returns true if only screen readers show the block. Such a block is [hidden](Self::is_hidden), but part of
    /// [`Page::text`](crate::Page::text).
    pub fn is_for_screen_readers(&self) -> bool {
        self.row().is_for_screen_readers
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
    /// [`with_main`](crate::ExtractOptions::with_main) is set.
    pub fn score(&self) -> Option<f64> {
        let ranking = self.blocks.ranking?;
        Some(f64::from(ranking.probabilities[self.index]) / f64::from(CERTAIN))
    }

    /// Returns the inline elements. Empty unless
    /// [`with_inlines`](crate::ExtractOptions::with_inlines) is set.
    pub fn inlines(&self) -> &'a [Inline<'a>] {
        if self.blocks.table.has_inlines { self.blocks.table.inlines_of(self.row()) } else { &[] }
    }
}

impl fmt::Debug for Block<'_, '_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Block").field("element", &self.element().name()).field("text", &self.text()).finish()
    }
}
