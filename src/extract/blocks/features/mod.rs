//! The features of a block: a row of small integers, from which the trees compute its score.
//!
//! 1. [`Page::new`] sweeps over the table: it adds up containers, shapes and repeated texts.
//! 2. [`Page::row`] fills the row of one block from these sums. Rows are made when they are needed, in document order.
//!
//! Everything is integer arithmetic, so the same page gives the same rows on every machine. Shares are of 255, and
//! values that do not fit are clamped.

mod ancestors;
mod common_words;
mod containers;
mod facts;
mod hashes;
mod names;
mod repeats;

use super::block::{Row, Table};
use super::phrases::Phrases;
use super::stems::STEMS;
use crate::extract::names::Element;
use ancestors::Ancestors;
use bumpalo::Bump;
use bumpalo::collections::Vec;
use common_words::is_common;
use containers::{Containers, Landmark};
use facts::Declared;
pub(in crate::extract) use facts::Facts;
pub(super) use hashes::hash_of;
use hashes::{HashSet, SHINGLED_WORDS, for_each_word_hash, shingle};
use names::Feature::{self, *};
pub(super) use names::{FEATURES, feature_name};
use repeats::{Repeats, Shapes};

/// The features of a block.
pub(super) type FeatureRow = [i16; FEATURES];

/// The facts of a block that features of other blocks need.
#[derive(Clone, Copy, Default)]
struct Brief {
    words: u32,
    link_words: u32,
    /// Words outside of links.
    text: u32,
    punctuation: u32,
    link_share: i16,
    tag: i16,
    ends_sentence: bool,
    is_prose: bool,
    /// True if it has 10 words outside of links and punctuation.
    is_long: bool,
}

/// The headings before a block.
#[derive(Clone, Copy, Default)]
struct Headings {
    /// 0 before the first heading, 1 under a heading, 2 under one of related content, 3 after a short block that reads
    /// like one.
    under: u8,
    words: u32,
    /// The number of changes of `under`.
    sections: u32,
    count: u32,
    first_h1: Option<u32>,
    last: Option<u32>,
}

/// Sums over all blocks of a page before a block.
#[derive(Clone, Copy, Default)]
struct Before {
    words: u64,
    link_words: u64,
    text: u64,
    long: u32,
}

/// A page whose blocks get features.
pub(super) struct Page<'p> {
    table: Table<'p>,
    briefs: Vec<'p, Brief>,
    /// Sums before each block, and at the end.
    before: Vec<'p, Before>,
    headings: Vec<'p, Headings>,
    phrases: Vec<'p, Phrases>,
    /// The words of the page, as hashes, and the start of each block's words.
    words: Vec<'p, u32>,
    word_starts: Vec<'p, u32>,
    shingles: HashSet<'p>,
    /// The hash of the shingle of four words that starts at each word.
    shingle_hashes: Vec<'p, u32>,
    containers: Containers<'p>,
    shapes: Shapes<'p>,
    narrow: Shapes<'p>,
    repeats: Repeats<'p>,
    declared: Declared<'p>,
    ancestors: Ancestors<'p>,
    /// The block of the title, and its container.
    title: Option<(usize, Landmark<'p>)>,
    longest: usize,
    /// The features of the document, in a row whose other features are 0.
    document: FeatureRow,
}

impl<'p> Page<'p> {
    /// Adds up what the features of the blocks need.
    pub(super) fn new(table: Table<'p>, facts: &Facts<'_>, bump: &'p Bump) -> Self {
        let rows = table.rows;
        let mut briefs = Vec::with_capacity_in(rows.len(), bump);
        let mut before = Vec::with_capacity_in(rows.len() + 1, bump);
        let mut phrases = Vec::with_capacity_in(rows.len(), bump);
        let mut words = Vec::with_capacity_in((table.text.len() / 5).min(SHINGLED_WORDS), bump);
        let mut word_starts = Vec::with_capacity_in(rows.len() + 1, bump);
        let mut sum = Before::default();
        for row in rows {
            let brief = Brief::of(row);
            before.push(sum);
            sum.words += u64::from(brief.words);
            sum.link_words += u64::from(brief.link_words);
            sum.text += u64::from(brief.text);
            sum.long += u32::from(brief.is_long);
            briefs.push(brief);
            let text = text_of(&table, row);
            phrases.push(Phrases::of(text));
            word_starts.push(words.len() as u32);
            for_each_word_hash(text, |word| {
                if words.len() < SHINGLED_WORDS {
                    words.push(word);
                }
            });
        }
        before.push(sum);
        word_starts.push(words.len() as u32);
        let mut shingles = HashSet::new(words.len(), bump);
        let mut shingle_hashes = Vec::with_capacity_in(words.len(), bump);
        shingle_hashes.extend(words.windows(4).map(shingle));
        shingle_hashes.iter().for_each(|&hash| shingles.add(hash));
        let longest = (0..briefs.len()).rev().max_by_key(|&index| briefs[index].text).unwrap_or_default();
        let key = |row: &Row| {
            let container = &table.elements[table.elements[row.element as usize].container as usize];
            u64::from(container.hash) << 8 | row.starts_with as u64
        };
        let wide_key = |row: &Row| {
            let container = table.elements[table.elements[row.element as usize].container as usize];
            let parent = table.elements[table.elements[container.parent as usize].container as usize];
            hashes::mix(key(row), u64::from(parent.hash))
        };
        let declared = Declared::new(facts, bump);
        let mut page = Self {
            title: None,
            table,
            headings: headings(&table, &briefs, &phrases, bump),
            containers: Containers::new(&table, &briefs, bump),
            shapes: Shapes::new(rows.iter().map(wide_key), &briefs, bump),
            narrow: Shapes::new(rows.iter().map(key), &briefs, bump),
            repeats: Repeats::new(&table, bump),
            declared,
            ancestors: Ancestors::new(bump),
            briefs,
            before,
            phrases,
            words,
            word_starts,
            shingles,
            shingle_hashes,
            longest,
            document: [0; FEATURES],
        };
        page.fill_document();
        page.title = page.find_title().map(|block| {
            let container = table.elements[rows[block].element as usize].container;
            (block, Landmark::new(&table, container, bump))
        });
        page
    }

    /// Returns the block that repeats the document's title: the heading with most of its words, of level 1 if possible.
    fn find_title(&self) -> Option<usize> {
        let points = |index: usize| {
            let level = self.table.elements[self.table.rows[index].element as usize].heading;
            let is_hidden = self.table.rows[index].is_hidden;
            let share = i32::from(self.declared.title.share(self.words_of(index)));
            if level == 0 || is_hidden { 0 } else { share + if level == 1 { 100 } else { 0 } }
        };
        let best = (0..self.briefs.len()).rev().max_by_key(|&index| points(index))?;
        (points(best) >= 100).then_some(best)
    }

    /// Fills the features that all blocks share.
    fn fill_document(&mut self) {
        let rows = self.table.rows;
        let total = self.before[rows.len()];
        let prose: u64 = self.briefs.iter().filter(|brief| brief.is_prose).map(|brief| u64::from(brief.text)).sum();
        let noscript = rows.iter().zip(&self.briefs).filter(|(row, _)| row.is_noscript);
        let noscript: u64 = noscript.map(|(_, brief)| u64::from(brief.text)).sum();
        let longest = self.briefs.get(self.longest).map_or(0, |brief| brief.text);
        let count = |elements: &[Element]| {
            let sum: u32 = elements.iter().map(|&element| self.table.counts[element as usize]).sum();
            clamp(sum)
        };
        let declared = &self.declared;
        let mut set = |feature: Feature, value: i16| self.document[feature as usize] = value;
        for (index, feature) in [OgArticle, OgProduct, OgSite].into_iter().enumerate() {
            set(feature, i16::from(declared.og[index]));
        }
        let kinds = [DataArticle, DataProduct, DataList, DataForum, DataRecipe, DataOrganization];
        for (index, feature) in kinds.into_iter().enumerate() {
            set(feature, i16::from(declared.kinds[index]));
        }
        set(DataLength, clamp(declared.body_len));
        set(DocBlocks, clamp(rows.len()));
        set(DocWords, clamp(total.words));
        set(DocText, clamp(total.text));
        set(DocTextShare, share(total.text, total.words));
        set(DocProse, clamp(prose));
        set(DocProseShare, share(prose, total.text));
        set(DocLongest, clamp(longest));
        set(DocLong, clamp(total.long));
        set(DocCurrency, clamp(rows.iter().filter(|row| row.stats.has_currency).count()));
        set(DocNoscript, share(noscript, total.text));
        set(DocArticles, count(&[Element::Article]));
        set(DocMains, count(&[Element::Main]));
        set(DocH1, count(&[Element::H1]));
        set(DocH2, count(&[Element::H2, Element::H3]));
        set(DocItems, count(&[Element::Li]));
        set(DocPre, count(&[Element::Pre]));
        set(DocTables, count(&[Element::Table]));
        set(DocImages, count(&[Element::Img]));
        set(DocForms, count(&[Element::Form]));
        set(DocLinks, count(&[Element::A]));
        set(DocBreaks, count(&[Element::Br]));
    }

    /// Fills the row of a block. Must be called in document order, except that it may start anywhere.
    pub(super) fn row(&mut self, index: usize, out: &mut FeatureRow) {
        *out = self.document;
        self.fill_text(index, out);
        self.fill_place(index, out);
        self.fill_neighbours(index, out);
        self.containers.fill(&self.table, index, out);
        self.shapes.fill(index, &self.before, [ShapeCount, ShapeAverage, ShapeLinkShare, ShapeShare, ShapeLong], out);
        self.narrow.fill(
            index,
            &self.before,
            [NarrowCount, NarrowAverage, NarrowLinkShare, NarrowShare, NarrowLong],
            out,
        );
        out[ShapeRank as usize] = self.shapes.rank(index);
        out[ShapePlace as usize] = self.shapes.place(index);
        out[Copies as usize] = clamp(self.repeats.copies[index]);
        out[CopiesBefore as usize] = clamp(self.repeats.copies_before[index]);
        match &self.title {
            Some((block, landmark)) => {
                self.containers.fill_title(&self.table, landmark, index, out);
                out[AfterTitle as usize] = distance(index, *block);
            }
            None => out[TitleUp as usize] = -1,
        }
        self.ancestors.fill(&self.table, self.table.rows[index].element, out);
    }

    fn fill_text(&self, index: usize, out: &mut FeatureRow) {
        let (row, brief, phrases) = (&self.table.rows[index], &self.briefs[index], &self.phrases[index]);
        let stats = &row.stats;
        let words = stats.words.max(1);
        let mut set = |feature: Feature, value: i16| out[feature as usize] = value;
        set(Words, clamp(stats.words));
        set(Chars, clamp(stats.chars));
        set(LinkWords, clamp(brief.link_words));
        set(LinkShare, brief.link_share);
        set(Links, clamp(row.links));
        set(Punctuation, clamp(stats.punctuation));
        set(PunctuationShare, share(stats.punctuation, words));
        set(EndsSentence, i16::from(stats.ends_sentence));
        set(EndsOpen, i16::from(stats.ends_open));
        set(Digits, clamp(stats.digits));
        set(DigitShare, share(stats.digits, stats.chars));
        set(Currency, i16::from(stats.has_currency));
        set(CapitalShare, share(stats.capitals, words));
        set(Separators, clamp(stats.separators));
        set(WordLength, clamp(u64::from(stats.chars) * 16 / u64::from(words)));
        set(Strong, clamp(row.strong_words));
        set(Noise, clamp(phrases.noise));
        set(Consent, clamp(phrases.consent));
        set(Longest, clamp(stats.longest));
        set(SymbolShare, share(stats.symbols, stats.chars));
        set(Images, clamp(row.images));
        set(Tag, brief.tag);
        set(IsNew, i16::from(row.is_new));
        set(Hidden, i16::from(row.is_hidden));
        set(Noscript, i16::from(row.is_noscript));
        set(IsProse, i16::from(brief.is_prose));
        let element = &self.table.elements[row.element as usize];
        set(Depth, clamp(element.depth));
        set(ListDepth, i16::from(element.list_depth));
        set(TableColumn, clamp(element.column));
        set(TableRow, clamp(element.row));
        set(HeadingLevel, i16::from(element.heading));
        let words = self.words_of(index);
        set(CommonShare, share(words.iter().filter(|&&word| is_common(word)).count(), words.len()));
        let [description, title, data] =
            [&self.declared.description, &self.declared.title, &self.declared.data].map(|text| text.share(words));
        set(InDescription, description);
        set(InTitle, title);
        set(InData, data);
        set(CopiedShingles, self.copied_share(index));
    }

    /// Returns the share of the shingles of four words that the page has more than once.
    fn copied_share(&self, index: usize) -> i16 {
        let (start, end) = (self.word_starts[index] as usize, self.word_starts[index + 1] as usize);
        let shingles = self.shingle_hashes.get(start..end.saturating_sub(3)).unwrap_or_default();
        let copied = shingles.iter().filter(|&&hash| self.shingles.count(hash) > 1).count();
        share(copied, shingles.len())
    }

    fn words_of(&self, index: usize) -> &[u32] {
        &self.words[self.word_starts[index] as usize..self.word_starts[index + 1] as usize]
    }

    fn fill_place(&self, index: usize, out: &mut FeatureRow) {
        let (count, headings) = (self.briefs.len(), &self.headings[index]);
        let (after, total) = (self.before[index + 1], self.before[count]);
        let since = |from: Option<u32>| from.map_or(-1, |from| clamp(index - from as usize));
        let mut set = |feature: Feature, value: i16| out[feature as usize] = value;
        set(Place, share(index, count));
        set(WordPlace, share(after.words, total.words));
        set(TextPlace, share(after.text, total.text));
        set(Index, clamp(index));
        set(FromEnd, clamp(count - index));
        set(ToLongest, distance(index, self.longest));
        set(UnderHeading, i16::from(headings.under));
        set(HeadingWords, clamp(headings.words));
        set(Sections, clamp(headings.sections));
        set(HeadingsBefore, clamp(headings.count));
        set(AfterFirstHeading, since(headings.first_h1));
        set(AfterHeading, since(headings.last));
    }

    fn fill_neighbours(&self, index: usize, out: &mut FeatureRow) {
        let before = |distance: usize| index.checked_sub(distance).map_or(Brief::default(), |at| self.briefs[at]);
        let after = |distance: usize| self.briefs.get(index + distance).copied().unwrap_or_default();
        let near = [before(1), before(2), before(3), after(1), after(2), after(3)];
        let features = [
            (Words1, LinkShare1, Tag1),
            (Words2, LinkShare2, Tag2),
            (Words3, LinkShare3, Tag3),
            (Next1, NextShare1, NextTag1),
            (Next2, NextShare2, NextTag2),
            (Next3, NextShare3, NextTag3),
        ];
        let mut set = |feature: Feature, value: i16| out[feature as usize] = value;
        for (brief, (words, link_share, tag)) in near.iter().zip(features) {
            set(words, clamp(brief.words));
            set(link_share, brief.link_share);
            set(tag, brief.tag);
        }
        let features = [
            (0, Punctuation1, Ends1),
            (1, Punctuation2, Ends2),
            (3, NextPunctuation1, NextEnds1),
            (4, NextPunctuation2, NextEnds2),
        ];
        for (neighbour, punctuation, ends) in features {
            set(punctuation, clamp(near[neighbour].punctuation));
            set(ends, i16::from(near[neighbour].ends_sentence));
        }
        let windows = [
            (2, Window2, WindowShare2, WindowLong2),
            (5, Window5, WindowShare5, WindowLong5),
            (15, Window15, WindowShare15, WindowLong15),
            (40, Window40, WindowShare40, WindowLong40),
        ];
        for (distance, words, link_share, long) in windows {
            let start = &self.before[index.saturating_sub(distance)];
            let end = &self.before[(index + distance + 1).min(self.briefs.len())];
            set(words, clamp(end.words - start.words));
            set(link_share, share(end.link_words - start.link_words, end.words - start.words));
            set(long, clamp(end.long - start.long));
        }
    }
}

impl Brief {
    fn of(row: &Row) -> Self {
        let words = row.stats.words;
        let link_words = row.link_words.min(words.max(1));
        let text = words.saturating_sub(link_words);
        let punctuation = row.stats.punctuation;
        Self {
            words,
            link_words,
            text,
            punctuation,
            link_share: share(link_words, words.max(1)),
            tag: tag_code(row.starts_with),
            ends_sentence: row.stats.ends_sentence,
            is_prose: matches!(row.starts_with, Element::P | Element::Br | Element::Blockquote | Element::Pre),
            is_long: text >= 10 && punctuation >= 1,
        }
    }
}

/// Returns a number for the element that began a block, so that similar elements have similar numbers.
fn tag_code(element: Element) -> i16 {
    use Element::{
        Blockquote, Br, Button, Caption, Dd, Div, Dt, Figcaption, H1, H2, H3, H4, H5, H6, Li, P, Pre, Summary, Td, Th,
    };
    let order =
        [P, Br, Blockquote, Pre, Li, Dd, Dt, Td, Th, H1, H2, H3, H4, H5, H6, Figcaption, Caption, Summary, Button, Div];
    order.iter().position(|&one| one == element).map_or(0, |position| position as i16 + 1)
}

/// Returns the headings before each block.
fn headings<'p>(table: &Table<'_>, briefs: &[Brief], phrases: &[Phrases], bump: &'p Bump) -> Vec<'p, Headings> {
    let mut headings = Vec::with_capacity_in(briefs.len(), bump);
    let mut state = Headings::default();
    for (index, (row, (brief, phrases))) in table.rows.iter().zip(briefs.iter().zip(phrases)).enumerate() {
        let level = table.elements[row.element as usize].heading;
        let before = state.under;
        if level > 0 {
            state.under = if phrases.is_related { 2 } else { 1 };
            state.words = brief.words;
            state.count += 1;
            state.last = Some(index as u32);
            if level == 1 {
                state.first_h1 = Some(index as u32);
            }
        } else if brief.words <= 4 && phrases.starts_related {
            state.under = 3;
        }
        state.sections += u32::from(state.under != before);
        headings.push(state);
    }
    headings
}

fn text_of<'a>(table: &Table<'a>, row: &Row) -> &'a str {
    &table.text[row.text.0 as usize..row.text.1 as usize]
}

/// Returns a value as a feature.
fn clamp(value: impl TryInto<i16>) -> i16 {
    value.try_into().unwrap_or(i16::MAX)
}

/// Returns the signed distance of a block to another.
fn distance(index: usize, other: usize) -> i16 {
    (index as i64 - other as i64).clamp(i64::from(i16::MIN), i64::from(i16::MAX)) as i16
}

/// Returns `part` of `total`, of 255.
fn share(part: impl TryInto<u64>, total: impl TryInto<u64>) -> i16 {
    let (part, total) = (part.try_into().unwrap_or(u64::MAX >> 16), total.try_into().unwrap_or(u64::MAX));
    clamp(part * 255 / total.max(1))
}

/// The number of features of stems, for [`Ancestors`].
const _: () = assert!(STEMS <= 128);
