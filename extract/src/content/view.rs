//! Views: which blocks are the main content.
//!
//! 1. Blocks are sorted by their probability `p`, the most probable first. Comments, the first heading of level 1,
//!    and hidden text in blocks and tables are left out.
//! 2. Of the prefixes of that order, the view takes the one with the highest expected F measure,
//!    `(1 + b) * sum(p * w, kept) / (sum(w, kept) + b * sum(p * w, all))`, where `w` is the number of words. A small `b`
//!    favours precision, a large one recall.
//! 3. Lists of links that would open the view are left out.
//! 4. Of runs of blocks with the same texts and 60 words or more, only the first that is kept stays.
//!
//! The order does not depend on `b`, so several views cost little more than one.

use super::block::{Block, Blocks};
use super::ranking::Ranking;
use super::records::comments::Part;
use super::score::CERTAIN;
use crate::blocks::{BlockElement, Row};

/// A view is empty if its expected number of words is less than this. Languages without spaces between words are
/// [counted by characters](words_without_spaces).
const LEAST_WORDS: u64 = 5;

/// Selects the blocks of the main content.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum View {
    /// The main content, with precision a little more important than recall.
    #[default]
    Main,
    /// Less text, with fewer errors.
    Precise,
    /// More text, with fewer gaps.
    Generous,
}

impl View {
    /// Returns the weight of recall, in hundredths: `b` of the rule times 100.
    const fn recall_weight(self) -> u64 {
        match self {
            Self::Main => 49,
            Self::Precise => 25,
            Self::Generous => 100,
        }
    }
}

impl<'a> Blocks<'a> {
    /// Returns the blocks of the main content, or `None` unless
    /// [`with_main`](crate::ExtractOptions::with_main) is set.
    ///
    /// ```
    /// use tagrake_extract::{Context, ExtractOptions, Extractor, View};
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

    /// Returns the comments of readers, or `None` unless [`with_main`](crate::ExtractOptions::with_main) is set. Views leave comments
    /// out if a post is before them. The posts of a forum or the answers to a question are no comments.
    ///
    /// ```
    /// use tagrake_extract::{Context, ExtractOptions, Extractor, View};
    ///
    /// let html = "<article><p>The bridge was closed on Monday, after the storm had damaged two of its pillars.</article>\
    ///     <ul class=comments><li><b>Ann</b><p>I waited for an hour and the clerk gave no reason.<li><b>Ben</b><p>Same here.</ul>";
    /// let mut extractor = Extractor::new(ExtractOptions::default().with_main(true));
    /// let page = extractor.extract(html.as_bytes(), &Context::default());
    /// let blocks = page.blocks.unwrap();
    /// let mut text = String::new();
    /// blocks.comments().unwrap().write_text(&mut text);
    /// assert_eq!(text, "- I waited for an hour and the clerk gave no reason.\n- Same here.");
    /// assert!(blocks.view(View::Main).unwrap().iter().all(|block| !block.is_in_comments()));
    /// ```
    pub fn comments(&self) -> Option<Comments<'a, '_>> {
        Some(Comments { blocks: self, parts: self.ranking?.comments })
    }
}

/// The blocks that a view keeps.
#[derive(Clone, Copy)]
pub struct Selection<'a, 'b> {
    pub(super) blocks: &'b Blocks<'a>,
    ranking: Ranking<'a>,
    /// The number of blocks of the order that are kept.
    kept: u32,
    /// The first block after the navigation lists that would open the view.
    first: u32,
    /// The expected number of words of the main content that are kept, times [`CERTAIN`], and the number of all words
    /// that are kept.
    found: u64,
    words: u64,
    /// The expected number of words of the main content, times [`CERTAIN`].
    expected: u64,
}

impl<'a, 'b> Selection<'a, 'b> {
    fn new(blocks: &'b Blocks<'a>, ranking: Ranking<'a>, view: View) -> Self {
        let rows = blocks.table.rows;
        let words_of = |index: u32| u64::from(rows[index as usize].stats.words);
        let expected_of = |index: u32| u64::from(ranking.probabilities[index as usize]) * words_of(index);
        let expected: u64 = ranking.order.iter().map(|&index| expected_of(index)).sum();
        let mut selection = Self { blocks, ranking, kept: 0, first: 0, found: 0, words: 0, expected };
        let (mut found, mut words) = (0, 0);
        let denominator = |words: u64| {
            u128::from(words * u64::from(CERTAIN)) * 100 + u128::from(view.recall_weight()) * u128::from(expected)
        };
        for (&index, place) in ranking.order.iter().zip(1..) {
            found += expected_of(index);
            words += words_of(index);
            let best = u128::from(selection.found) * denominator(words);
            if u128::from(found) * denominator(selection.words) > best {
                (selection.kept, selection.found, selection.words) = (place, found, words);
            }
        }
        if selection.found < LEAST_WORDS * u64::from(CERTAIN) && !selection.has_words_without_spaces() {
            (selection.kept, selection.found, selection.words) = (0, 0, 0);
        }
        selection.first = selection.after_navigation();
        selection
    }

    /// Returns true if the expected number of words reaches [`LEAST_WORDS`] with the words that no spaces separate.
    fn has_words_without_spaces(&self) -> bool {
        let table = &self.blocks.table;
        let words = self.ranking.order[..self.kept as usize].iter().map(|&index| {
            let row = &table.rows[index as usize];
            let words = u64::from(row.stats.words).max(words_without_spaces(table.text_of(row)));
            u64::from(self.ranking.probabilities[index as usize]) * words
        });
        words.sum::<u64>() >= LEAST_WORDS * u64::from(CERTAIN)
    }

    /// Returns the index of the first block that is kept and no item of a navigation list: an item that is a link alone, in a list that
    /// ends before the other blocks begin. Returns 0 if no other block is kept.
    fn after_navigation(&self) -> u32 {
        let (rows, elements) = (self.blocks.table.rows, self.blocks.table.elements);
        let is_link = |row: &Row| row.link_words >= row.stats.words;
        let is_item =
            |row: &Row| elements[row.element as usize].list_depth > 0 && elements[row.element as usize].heading == 0;
        let mut kept = (0..rows.len()).filter(|&index| self.contains(index));
        let Some(other) = kept.find(|&index| !is_link(&rows[index]) || !is_item(&rows[index])) else { return 0 };
        // Items of the outermost list around the other block are no navigation: a card begins with its title.
        let path = BlockElement { table: &self.blocks.table, index: rows[other].element }.path();
        let list = path.filter(|element| element.row().list_depth > 0).last().map_or(u32::MAX, |list| list.index);
        (0..other).find(|&index| rows[index].element >= list).unwrap_or(other) as u32
    }

    /// Returns true if the block at `index` is kept.
    pub fn contains(&self, index: usize) -> bool {
        let place = |places: &[u32]| places.get(index).is_some_and(|&place| place < self.kept);
        index >= self.first as usize && place(self.ranking.places) && !place(self.ranking.earlier)
    }

    /// Returns the blocks that are kept, in document order.
    pub fn iter(&self) -> impl Iterator<Item = Block<'a, 'b>> {
        let selection = *self;
        self.blocks.iter().filter(move |block| selection.contains(block.index()))
    }

    /// Returns true if no block is kept.
    pub fn is_empty(&self) -> bool {
        self.kept == 0
    }

    /// Returns the expected precision: the share of the kept words that are main content, from 0 to 1. Pages for which
    /// it is low are doubtful.
    pub fn expected_precision(&self) -> f64 {
        self.found as f64 / (self.words.max(1) * u64::from(CERTAIN)) as f64
    }

    /// Returns the expected recall: the share of the words of the main content that are kept, from 0 to 1.
    pub fn expected_recall(&self) -> f64 {
        self.found as f64 / self.expected.max(1) as f64
    }
}

impl core::fmt::Debug for Selection<'_, '_> {
    fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        formatter.debug_list().entries(self.iter()).finish()
    }
}

/// Returns the approximate number of words that no spaces separate: one for two Chinese or Japanese characters, and one for five Thai,
/// Lao, Burmese or Khmer characters.
fn words_without_spaces(text: &str) -> u64 {
    let (mut east, mut south) = (0, 0);
    for character in text.chars() {
        match character {
            '\u{3041}'..='\u{30FF}' | '\u{3400}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}' | '\u{20000}'..='\u{3FFFF}' => {
                east += 1;
            }
            '\u{E00}'..='\u{EFF}' | '\u{1000}'..='\u{109F}' | '\u{1780}'..='\u{17FF}' => south += 1,
            _ => {}
        }
    }
    east / 2 + south / 5
}

/// The comments of readers on the text of a page. See [`Blocks::comments`].
#[derive(Clone, Copy)]
pub struct Comments<'a, 'b> {
    pub(super) blocks: &'b Blocks<'a>,
    parts: &'a [Part],
}

impl<'a, 'b> Comments<'a, 'b> {
    /// Returns true if the block at `index` is text of a comment: not a name, a date, a link or a form.
    pub fn contains(&self, index: usize) -> bool {
        self.parts.get(index) == Some(&Part::Text)
    }

    /// Returns the text blocks of comments, in document order.
    pub fn iter(&self) -> impl Iterator<Item = Block<'a, 'b>> {
        let comments = *self;
        self.blocks.iter().filter(move |block| comments.contains(block.index()))
    }

    /// Returns true if the page has no comments.
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }
}

impl core::fmt::Debug for Comments<'_, '_> {
    fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        formatter.debug_list().entries(self.iter()).finish()
    }
}
