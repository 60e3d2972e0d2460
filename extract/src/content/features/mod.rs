//! The features of a block: a row of small integers, from which the trees compute its score.
//!
//! 1. [`Page::new`] sweeps over the table: it adds up containers, shapes and repeated texts.
//! 2. [`Page::fill`] fills the rows of some blocks from these sums. Rows are made when they are needed, in document
//!    order. They are stored by column, as the trees need them.
//!
//! Everything is integer arithmetic, so the same page gives the same rows on every machine. Shares are of 255, and
//! values that do not fit are clamped.

mod ancestors;
mod briefs;
mod columns;
mod common_words;
mod containers;
mod document;
mod facts;
mod hashes;
mod names;
mod page_words;
mod repeats;
mod text;

use super::phrases::Phrases;
use super::stems::{SEARCHED, StemCache};
use crate::blocks::{ElementRow, Row, Table};
use crate::names::Element;
use crate::text::strings::truncate;
use ancestors::Ancestors;
use briefs::{Before, Brief, Headings};
use bumpalo::Bump;
use bumpalo::collections::Vec;
pub(super) use columns::{Columns, LANES};
use columns::{Lane, clamp, distance};
use containers::{Containers, Landmark};
use facts::Declared;
pub(crate) use facts::Facts;
pub(super) use hashes::hash_of;
use names::Feature::*;
pub(super) use names::{FEATURES, feature_name};
use page_words::PageWords;
pub(super) use repeats::Repeats;
use repeats::Shapes;

/// A page whose blocks get features.
pub(super) struct Page<'p> {
    table: Table<'p>,
    briefs: &'p [Brief],
    /// Sums before each block, and at the end.
    before: Vec<'p, Before>,
    headings: Vec<'p, Headings>,
    phrases: &'p [Phrases],
    words: PageWords<'p>,
    containers: Containers<'p>,
    shapes: Shapes<'p>,
    narrow: Shapes<'p>,
    repeats: Repeats<'p>,
    declared: Declared<'p>,
    ancestors: Ancestors<'p>,
    /// The block of the title, and its container.
    title: Option<(usize, Landmark<'p>)>,
    longest: usize,
}

impl<'p> Page<'p> {
    /// Adds up what the features of the blocks need.
    pub(super) fn new(table: Table<'p>, facts: &Facts<'_>, bump: &'p Bump) -> Self {
        let rows = table.rows;
        let briefs = &*bump.alloc_slice_fill_iter(rows.iter().map(Brief::of));
        let phrases = &*bump.alloc_slice_fill_iter(rows.iter().map(|row| Phrases::of(table.text_of(row))));
        let longest = (0..briefs.len()).rev().max_by_key(|&index| briefs[index].text).unwrap_or_default();
        let shape = |row: &Row| {
            let container = &table.elements[table.elements[row.element as usize].container as usize];
            let parent = &table.elements[table.elements[container.parent as usize].container as usize];
            let narrow = u64::from(class_hash(&table, container)) << 8 | row.starts_with as u64;
            (hashes::mix(0, narrow), hashes::mix(narrow, u64::from(class_hash(&table, parent))))
        };
        let keys = bump.alloc_slice_fill_iter(rows.iter().map(shape));
        let mut page = Self {
            title: None,
            table,
            before: briefs::sums(briefs, bump),
            headings: briefs::headings(&table, briefs, phrases, bump),
            words: PageWords::new(&table, bump),
            containers: Containers::new(&table, briefs, bump),
            shapes: Shapes::new(keys.iter().map(|&(_, wide)| wide), briefs, bump),
            narrow: Shapes::new(keys.iter().map(|&(narrow, _)| narrow), briefs, bump),
            repeats: Repeats::new(&table, bump),
            declared: Declared::new(facts, bump),
            ancestors: Ancestors::new(bump),
            briefs,
            phrases,
            longest,
        };
        page.title = page.find_title().map(|block| {
            let container = table.elements[rows[block].element as usize].container;
            (block, page.containers.landmark(container, bump))
        });
        page
    }

    /// Returns the stems of recent values of attributes.
    pub(super) fn stems(&mut self) -> &mut StemCache<'p> {
        self.ancestors.stems()
    }

    /// Returns the blocks with the same text.
    pub(super) fn repeats(&self) -> &Repeats<'p> {
        &self.repeats
    }

    /// Returns true if the page says that its posts are a discussion.
    pub(super) fn is_discussion(&self) -> bool {
        self.declared.is_discussion || self.table.is_discussion
    }

    /// Returns true if a block has 10 words outside of links and punctuation.
    pub(super) fn is_long(&self, index: usize) -> bool {
        self.briefs[index].is_long
    }

    /// Returns the number of the shape of a block: less than the number of blocks.
    pub(super) fn shape_of(&self, index: usize) -> usize {
        self.shapes.of(index)
    }

    /// The same, for shapes of the innermost container alone.
    pub(super) fn narrow_shape_of(&self, index: usize) -> usize {
        self.narrow.of(index)
    }

    /// Calls `take` with the features of each group of [`LANES`] blocks, in document order, and with their number, which is
    /// less in the last group.
    pub(super) fn for_each_group(&mut self, bump: &Bump, mut take: impl FnMut(&Columns, usize)) {
        let columns: &mut Columns = bump.alloc([[0; LANES]; FEATURES]);
        self.fill_document(columns);
        for start in (0..self.briefs.len()).step_by(LANES) {
            let blocks = LANES.min(self.briefs.len() - start);
            for lane in 0..blocks {
                self.fill_block(start + lane, &mut Lane::new(columns, lane));
            }
            take(columns, blocks);
        }
    }

    fn fill_block(&mut self, index: usize, out: &mut Lane<'_>) {
        self.fill_text(index, out);
        self.fill_place(index, out);
        self.fill_neighbours(index, out);
        let element = self.table.rows[index].element;
        let container = self.table.elements[element as usize].container;
        self.containers.fill(container, index, out);
        self.shapes.fill(index, ShapeCount, out);
        self.narrow.fill(index, NarrowCount, out);
        out.set(ShapeRank, self.shapes.rank(index));
        out.set(ShapePlace, self.shapes.place(index));
        out.set(Copies, clamp(self.repeats.copies[index]));
        out.set(CopiesBefore, clamp(self.repeats.copies_before[index]));
        match self.title {
            Some((block, landmark)) => {
                self.containers.fill_title(container, landmark, out);
                out.set(AfterTitle, distance(index, block));
            }
            None => out.set(TitleUp, -1),
        }
        self.ancestors.fill(&self.table, element, out);
    }
}

/// Returns a hash of the name and the `class` attribute of an element.
fn class_hash(table: &Table<'_>, element: &ElementRow) -> u32 {
    if element.tag == (0, 0) || element.element == Element::Body {
        return 0;
    }
    let class = table.strings.get(element.class as usize).copied().unwrap_or_default();
    hash_of(truncate(class, SEARCHED)) as u32 ^ (element.element as u32) << 24
}
