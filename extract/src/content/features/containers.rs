//! Sums over the containers of blocks, and the container that is most likely to have the main content.
//!
//! 1. The sums of each block are added to its innermost container.
//! 2. A backward sweep adds each container to its parent, since a child has a greater index than its parent.
//! 3. Each block of prose gives points to its container, and fewer to the three containers around it. The points of a
//!    container times its share of words outside of links are its score. The highest score wins.
//!
//! For example, `<body><nav>A</nav><main><div><p>B</div><div><p>C</div></main>`, where `B` and `C` are prose of 20
//! words with two commas each:
//!
//! | container | words | points | what gives them |
//! |---|---|---|---|
//! | each `div` | 20 | 4.2 | `1 + 2 + 20 / 17` |
//! | `main` | 40 | 4.2 | half of the points of each `div` |
//! | root | 41 | | none: it contains everything |
//!
//! All three have the same score, and the first wins: `main`. Seen from it, `B` and `C` are 0 containers up and 1 down,
//! and their branches are their `div`. `A` has only the root in common with `main`, so it is 20 up and 1 down, and its
//! branch is `nav`.

use super::briefs::Brief;
use super::columns::{Lane, clamp, share};
use super::names::Feature::{self, *};
use crate::blocks::{ROOT, Table};
use bumpalo::Bump;

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
    /// The container around each container.
    outer: &'p [u32],
    /// The features of each container.
    values: &'p [Values],
    best: Values,
    /// The first and the last block of the best container.
    best_blocks: (u32, u32),
    from_best: Landmark<'p>,
}

/// The features of a container.
#[derive(Clone, Copy, Default)]
struct Values {
    words: i16,
    link_share: i16,
    average: i16,
    long: i16,
    of_page: i16,
    score: i16,
}

impl Values {
    /// Returns the values in the order of their features.
    fn in_order(self) -> [i16; 6] {
        [self.words, self.link_share, self.average, self.long, self.of_page, self.score]
    }
}

/// The position of each container relative to one of them.
pub(super) type Landmark<'p> = &'p [Position];

/// The position of a container relative to a landmark.
#[derive(Clone, Copy)]
pub(super) struct Position {
    /// The number of containers between the landmark and the common ancestor.
    up: i16,
    /// The number of containers between the common ancestor and the container.
    down: i16,
    /// The child of the common ancestor that has the container, or [`ROOT`] if it is the ancestor itself.
    branch: u32,
}

/// Returns the landmark for a container.
fn landmark<'p>(outer: &[u32], container: u32, bump: &'p Bump) -> Landmark<'p> {
    // The root has no position of its own: it is far from every landmark.
    let unknown = Position { up: 20, down: 0, branch: ROOT };
    let positions = bump.alloc_slice_fill_copy(outer.len(), unknown);
    let (mut at, mut up) = (container, 0_usize);
    while at != ROOT {
        positions[at as usize].up = clamp(up);
        positions[at as usize].down = ON_PATH;
        (at, up) = (outer[at as usize], up + 1);
    }
    for index in 1..outer.len() {
        if positions[index].down == ON_PATH {
            positions[index].down = 0;
            continue;
        }
        let Position { up, down, branch } = positions[outer[index] as usize];
        let branch = if branch == ROOT { index as u32 } else { branch };
        positions[index] = Position { up, down: down.saturating_add(1), branch };
    }
    positions
}

/// Marks the containers around a landmark.
const ON_PATH: i16 = -1;

impl<'p> Containers<'p> {
    pub(super) fn new(table: &Table<'_>, briefs: &[Brief], bump: &'p Bump) -> Self {
        let outer = table.elements.iter().map(|element| table.elements[element.parent as usize].container);
        let outer = &*bump.alloc_slice_fill_iter(outer);
        let sums = bump.alloc_slice_fill_copy(table.elements.len(), Sums::default());
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
            add_points(outer, brief, container, sums);
        }
        for index in (1..sums.len()).rev() {
            let sum = sums[index];
            if sum.blocks > 0 {
                let parent = &mut sums[outer[index] as usize];
                parent.words += sum.words;
                parent.link_words += sum.link_words;
                parent.first = if parent.blocks == 0 { sum.first } else { parent.first.min(sum.first) };
                parent.last = parent.last.max(sum.last);
                parent.blocks += sum.blocks;
                parent.long += sum.long;
            }
        }
        let (mut best, mut best_score) = (ROOT, 0);
        for (index, sum) in sums.iter_mut().enumerate().filter(|(_, sum)| sum.score > 0) {
            sum.score = sum.score * (sum.words - sum.link_words.min(sum.words)) / sum.words.max(1);
            if sum.score > best_score {
                (best, best_score) = (index as u32, sum.score);
            }
        }
        let total = sums[ROOT as usize].words;
        let values = bump.alloc_slice_fill_iter(sums.iter().map(|sum| {
            if sum.blocks == 0 {
                return Values::default();
            }
            Values {
                words: clamp(sum.words),
                link_share: share(sum.link_words, sum.words),
                average: clamp(sum.words * 8 / u64::from(sum.blocks)),
                long: clamp(sum.long),
                of_page: share(sum.words, total),
                score: share(sum.score, best_score),
            }
        }));
        let from_best = landmark(outer, best, bump);
        let Sums { first, last, .. } = sums[best as usize];
        Self { outer, best: values[best as usize], values, best_blocks: (first, last), from_best }
    }

    /// Returns the landmark for a container.
    pub(super) fn landmark(&self, container: u32, bump: &'p Bump) -> Landmark<'p> {
        landmark(self.outer, container, bump)
    }

    /// Fills the features of a block in `container`.
    pub(super) fn fill(&self, container: u32, index: usize, out: &mut Lane<'_>) {
        let (mut at, mut level) = (container, 1);
        for (wanted, first) in [(1, C1Words), (2, C2Words), (3, C3Words), (4, C4Words), (6, C6Words)] {
            while level < wanted {
                (at, level) = (self.outer[at as usize], level + 1);
            }
            out.set_from(first, self.values[at as usize].in_order().into_iter());
        }
        let mut set = |feature: Feature, value: i16| out.set(feature, value);
        let position = &self.from_best[container as usize];
        set(BestUp, position.up);
        set(BestDown, position.down);
        let (first, last) = self.best_blocks;
        set(BestSide, if (index as u32) < first { -1 } else { i16::from(index as u32 > last) });
        let branch = self.branch(position);
        set(BranchWords, branch.words);
        set(BranchShare, branch.of_page);
        set(BranchLinkShare, branch.link_share);
        set(BranchLong, branch.long);
        set(BranchScore, branch.score);
        set(BestWords, self.best.words);
        set(BestShare, self.best.of_page);
        set(BestLinkShare, self.best.link_share);
    }

    /// Fills the features that relate a block in `container` to the title.
    pub(super) fn fill_title(&self, container: u32, title: Landmark<'_>, out: &mut Lane<'_>) {
        let position = &title[container as usize];
        out.set(TitleUp, position.up);
        out.set(TitleDown, position.down);
        let branch = self.branch(position);
        out.set(TitleBranchWords, branch.words);
        out.set(TitleBranchShare, branch.of_page);
    }

    /// Returns the features of the branch of a position. If there is none, the number of words is -1.
    fn branch(&self, position: &Position) -> Values {
        match position.branch {
            ROOT => Values { words: -1, ..Values::default() },
            branch => self.values[branch as usize],
        }
    }
}

/// Gives the points of a block of prose to its containers.
fn add_points(outer: &[u32], brief: &Brief, container: u32, sums: &mut [Sums]) {
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
        at = outer[at as usize];
    }
}
