//! The features that all blocks of a page share, and the block that has its title.

use super::Page;
use super::columns::{Columns, LANES, clamp, share};
use super::names::FEATURES;
use super::names::Feature::{self, *};
use crate::names::Element;

impl Page<'_> {
    /// Returns the block that repeats the document's title: the heading with most of its words, of level 1 if possible.
    pub(super) fn find_title(&self) -> Option<usize> {
        let points = |index: usize| {
            let level = self.table.elements[self.table.rows[index].element as usize].heading;
            let is_hidden = self.table.rows[index].is_hidden;
            if level == 0 || is_hidden {
                return 0;
            }
            let (words, triples) = self.words.of(index);
            let [_, title, _] = self.declared.shares(words, triples);
            i32::from(title) + if level == 1 { 100 } else { 0 }
        };
        let best = (0..self.briefs.len()).rev().max_by_key(|&index| points(index))?;
        (points(best) >= 100).then_some(best)
    }

    /// Returns true if some blocks repeat the title of the page: if most of their words are in it.
    pub(in crate::content) fn repeat_title(&self, blocks: impl Iterator<Item = usize>) -> bool {
        let (mut found, mut all) = (0, 0);
        for block in blocks {
            let words = self.words.of(block).0;
            all += words.len();
            found += words.iter().filter(|&&word| self.declared.is_in_title(word)).count();
        }
        2 * found >= all
    }

    /// Sets the features that all blocks share, and all others to 0.
    pub(super) fn fill_document(&self, columns: &mut Columns) {
        let rows = self.table.rows;
        let total = self.before[rows.len()];
        let prose: u64 = self.briefs.iter().filter(|brief| brief.is_prose).map(|brief| u64::from(brief.text)).sum();
        let noscript = rows.iter().zip(self.briefs).filter(|(row, _)| row.is_noscript);
        let noscript: u64 = noscript.map(|(_, brief)| u64::from(brief.text)).sum();
        let longest = self.briefs.get(self.longest).map_or(0, |brief| brief.text);
        let declared = &self.declared;
        *columns = [[0; LANES]; FEATURES];
        let flags = declared.og.iter().chain(&declared.kinds);
        for (column, &flag) in columns[OgArticle as usize..].iter_mut().zip(flags) {
            *column = [i16::from(flag); LANES];
        }
        let mut set = |feature: Feature, value: i16| columns[feature as usize] = [value; LANES];
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
        // In the order of the features from `DocArticles` on.
        let counted: [&[Element]; 11] = {
            use Element::*;
            [&[Article], &[Main], &[H1], &[H2, H3], &[Li], &[Pre], &[Table], &[Img], &[Form], &[A], &[Br]]
        };
        for (column, elements) in columns[DocArticles as usize..].iter_mut().zip(counted) {
            let count: u32 = elements.iter().map(|&element| self.table.counts[element as usize]).sum();
            *column = [clamp(count); LANES];
        }
    }
}
