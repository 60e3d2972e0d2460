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
    /// The first and the last block.
    first: u32,
    last: u32,
}

pub(super) struct Containers<'p> {
    /// The sums of each element. Only containers have some.
    sums: Vec<'p, Sums>,
    best: u32,
    best_score: u64,
    from_best: Landmark<'p>,
}

/// A container, and the containers around it.
pub(super) struct Landmark<'p> {
    /// For each element, 1 + the number of containers between it and the landmark, if it contains the landmark, else 0.
    above: Vec<'p, u16>,
}

/// The position of a container relative to a landmark.
struct Position {
    /// The number of containers between the landmark and the common ancestor.
    up: i16,
    /// The number of containers between the common ancestor and the container.
    down: i16,
    /// The child of the common ancestor that has the container, if it is not the ancestor itself.
    branch: Option<u32>,
}

impl<'p> Landmark<'p> {
    /// Returns the landmark for a container. The root has no position.
    pub(super) fn new(table: &Table<'_>, container: u32, bump: &'p Bump) -> Self {
        let mut above = Vec::with_capacity_in(table.elements.len(), bump);
        above.resize(table.elements.len(), 0);
        let (mut at, mut level) = (container, 1);
        while at != ROOT {
            above[at as usize] = level;
            (at, level) = (outer(table, at), level + 1);
        }
        Self { above }
    }

    fn locate(&self, table: &Table<'_>, container: u32) -> Position {
        let (mut at, mut down, mut branch) = (container, 0, None);
        while at != ROOT && self.above[at as usize] == 0 {
            branch = Some(at);
            (at, down) = (outer(table, at), down + 1);
        }
        let above = self.above[at as usize];
        Position { up: if above == 0 { 20 } else { clamp(above - 1) }, down, branch }
    }
}

impl<'p> Containers<'p> {
    pub(super) fn new(table: &Table<'_>, briefs: &[Brief], bump: &'p Bump) -> Self {
        let mut sums = Vec::with_capacity_in(table.elements.len(), bump);
        sums.resize(table.elements.len(), Sums::default());
        for (index, (row, brief)) in table.rows.iter().zip(briefs).enumerate() {
            let container = table.elements[row.element as usize].container;
            let sum = &mut sums[container as usize];
            sum.words += u64::from(brief.words);
            sum.link_words += u64::from(brief.link_words);
            if sum.blocks == 0 {
                sum.first = index as u32;
            }
            sum.last = index as u32;
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
                parent.first = if parent.blocks == 0 { sum.first } else { parent.first.min(sum.first) };
                parent.last = parent.last.max(sum.last);
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
        Self { sums, best, best_score, from_best: Landmark::new(table, best, bump) }
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
        let position = self.from_best.locate(table, innermost);
        set(BestUp, position.up);
        set(BestDown, position.down);
        let best = &self.sums[self.best as usize];
        set(BestSide, if (index as u32) < best.first { -1 } else { i16::from(index as u32 > best.last) });
        if let Some(branch) = position.branch {
            let sum = &self.sums[branch as usize];
            set(BranchWords, clamp(sum.words));
            set(BranchShare, share(sum.words, total));
            set(BranchLinkShare, share(sum.link_words, sum.words));
            set(BranchLong, clamp(sum.long));
            set(BranchScore, share(sum.score, self.best_score));
        } else {
            set(BranchWords, -1);
        }
        set(BestWords, clamp(best.words));
        set(BestShare, share(best.words, total));
        set(BestLinkShare, share(best.link_words, best.words));
    }
}

impl Containers<'_> {
    /// Fills the features that relate a block to the title.
    pub(super) fn fill_title(&self, table: &Table<'_>, title: &Landmark<'_>, index: usize, out: &mut FeatureRow) {
        let innermost = table.elements[table.rows[index].element as usize].container;
        let position = title.locate(table, innermost);
        let mut set = |feature: Feature, value: i16| out[feature as usize] = value;
        set(TitleUp, position.up);
        set(TitleDown, position.down);
        if let Some(branch) = position.branch {
            let sum = &self.sums[branch as usize];
            set(TitleBranchWords, clamp(sum.words));
            set(TitleBranchShare, share(sum.words, self.sums[ROOT as usize].words));
        } else {
            set(TitleBranchWords, -1);
        }
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
