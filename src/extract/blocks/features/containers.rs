//! Sums over the containers of blocks, and the container that is most likely to have the main content.
//!
//! 1. The sums of each block are added to its innermost container.
//! 2. A backward sweep adds each container to its parent, since a child has a greater index than its parent.
//! 3. Each block of prose gives points to its container, and fewer to the three containers around it. The points of a
//!    container times its share of words outside of links are its score. The highest score wins.

use super::super::block::Table;
use super::super::element::ROOT;
use super::names::Feature::{self, *};
use super::{Brief, FeatureRow, clamp, share};
use bumpalo::Bump;
use bumpalo::collections::Vec;

/// The sums of a container.
#[derive(Clone, Copy, Default)]
struct Sums {
    words: u64,
    link_words: u64,
    blocks: u32,
    long: u32,
    score: u64,
}

pub(super) struct Containers<'p> {
    /// The sums of each element. Only containers have some.
    sums: Vec<'p, Sums>,
    best: u32,
    best_score: u64,
    /// For each element, 1 + the number of containers between it and the best one, if it contains the best one.
    above_best: Vec<'p, u16>,
}

impl<'p> Containers<'p> {
    pub(super) fn new(table: &Table<'_>, briefs: &[Brief], bump: &'p Bump) -> Self {
        let mut sums = Vec::with_capacity_in(table.elements.len(), bump);
        sums.resize(table.elements.len(), Sums::default());
        for (row, brief) in table.rows.iter().zip(briefs) {
            let container = table.elements[row.element as usize].container;
            let sum = &mut sums[container as usize];
            sum.words += u64::from(brief.words);
            sum.link_words += u64::from(brief.link_words);
            sum.blocks += 1;
            sum.long += u32::from(brief.is_long);
            add_points(table, brief, container, &mut sums);
        }
        for index in (1..sums.len()).rev() {
            let sum = sums[index];
            let parent = &mut sums[outer(table, index as u32) as usize];
            if sum.blocks > 0 && table.elements[index].container == index as u32 {
                parent.words += sum.words;
                parent.link_words += sum.link_words;
                parent.blocks += sum.blocks;
                parent.long += sum.long;
            }
        }
        let (mut best, mut best_score) = (ROOT, 0);
        for (index, sum) in sums.iter_mut().enumerate() {
            sum.score = sum.score * (sum.words - sum.link_words.min(sum.words)) / sum.words.max(1);
            if sum.score > best_score {
                (best, best_score) = (index as u32, sum.score);
            }
        }
        let mut above_best = Vec::with_capacity_in(sums.len(), bump);
        above_best.resize(sums.len(), 0);
        let (mut at, mut level) = (best, 1);
        while at != ROOT {
            above_best[at as usize] = level;
            (at, level) = (outer(table, at), level + 1);
        }
        Self { sums, best, best_score, above_best }
    }

    /// Fills the features of a block.
    pub(super) fn fill(&self, table: &Table<'_>, index: usize, out: &mut FeatureRow) {
        let innermost = table.elements[table.rows[index].element as usize].container;
        let mut set = |feature: Feature, value: i16| out[feature as usize] = value;
        let total = self.sums[ROOT as usize].words;
        let levels = [
            (1, [C1Words, C1LinkShare, C1Average, C1Long, C1Share, C1Score]),
            (2, [C2Words, C2LinkShare, C2Average, C2Long, C2Share, C2Score]),
            (3, [C3Words, C3LinkShare, C3Average, C3Long, C3Share, C3Score]),
            (4, [C4Words, C4LinkShare, C4Average, C4Long, C4Share, C4Score]),
            (6, [C6Words, C6LinkShare, C6Average, C6Long, C6Share, C6Score]),
        ];
        let (mut at, mut level) = (innermost, 1);
        for (wanted, [words, link_share, average, long, of_page, score]) in levels {
            while level < wanted {
                (at, level) = (outer(table, at), level + 1);
            }
            let sum = &self.sums[at as usize];
            set(words, clamp(sum.words));
            set(link_share, share(sum.link_words, sum.words));
            set(average, clamp(sum.words * 8 / u64::from(sum.blocks.max(1))));
            set(long, clamp(sum.long));
            set(of_page, share(sum.words, total));
            set(score, share(sum.score, self.best_score));
        }
        let (mut at, mut down) = (innermost, 0);
        while at != ROOT && self.above_best[at as usize] == 0 {
            (at, down) = (outer(table, at), down + 1);
        }
        let up = self.above_best[at as usize];
        set(BestUp, if up == 0 { 20 } else { clamp(up - 1) });
        set(BestDown, down);
        let best = &self.sums[self.best as usize];
        set(BestWords, clamp(best.words));
        set(BestShare, share(best.words, total));
        set(BestLinkShare, share(best.link_words, best.words));
    }
}

/// Gives the points of a block of prose to its containers.
fn add_points(table: &Table<'_>, brief: &Brief, container: u32, sums: &mut [Sums]) {
    if brief.text < 5 || brief.punctuation == 0 || brief.link_share >= 102 {
        return;
    }
    let text = u64::from(brief.text);
    let mut points = (1 + u64::from(brief.punctuation)) * 1024 + (text * 1024 / 17).min(3 * 1024);
    let mut at = container;
    for level in 0..4 {
        if at == ROOT {
            break;
        }
        sums[at as usize].score += points;
        points = if level == 0 { points / 2 } else { points * 2 / 3 };
        at = outer(table, at);
    }
}

/// Returns the container around a container.
fn outer(table: &Table<'_>, container: u32) -> u32 {
    let parent = table.elements[container as usize].parent;
    table.elements[parent as usize].container
}
