//! The table of text blocks of a report, limited in size: scores, views, and the features that decide.

use super::tables::BytesLeft;
use crate::report::messages::plural;
use serde::Serialize;
use tagrake_extract::{Block, Blocks, Explanation, View};

/// Maximum number of blocks that are listed.
const MAX_BLOCKS: usize = 20_000;
/// Maximum number of blocks whose scores are explained.
const MAX_EXPLAINED: usize = 2_000;
/// Maximum number of features that explain a score.
const MAX_INFLUENCES: usize = 5;
/// Maximum bytes of the text of a block.
const MAX_BLOCK_TEXT: usize = 300;
/// Maximum bytes of all strings in the table.
const MAX_TABLE: usize = 2 << 20;

/// The bits of the parts of a block, after the three bits of the views.
const IN_COMMENTS: u8 = 8;
const HIDDEN: u8 = 16;

/// The text blocks of a page.
#[derive(Serialize, Default)]
pub(super) struct BlockTable {
    /// The number of blocks of the page.
    count: usize,
    /// The number of blocks that the main view keeps.
    main: usize,
    rows: Vec<BlockCells>,
    /// The names of the features.
    features: Vec<String>,
    /// The omissions of the table.
    #[serde(skip)]
    pub(super) notes: Vec<String>,
}

/// A row: offset, path, text, score, bits of the parts, number of the record, words, explanation.
type BlockCells = (usize, String, String, f64, u8, Option<usize>, usize, Option<Why>);

/// The score that the trees give, and per feature: its index, its value, the median, and the change of the score.
type Why = (f64, Vec<(usize, i16, i16, f64)>);

impl BlockTable {
    /// Returns the table of `blocks`, which are scored.
    pub(super) fn of(blocks: &Blocks<'_>) -> Self {
        let views = [View::Precise, View::Main, View::Generous].map(|view| blocks.view(view));
        let parts = |block: &Block<'_, '_>| {
            let is_kept = views.map(|view| view.is_some_and(|view| view.contains(block.index())));
            let [precise, main, generous] = is_kept.map(u8::from);
            let comments = if block.is_in_comments() { IN_COMMENTS } else { 0 };
            let hidden = if block.is_hidden() { HIDDEN } else { 0 };
            precise | main << 1 | generous << 2 | comments | hidden
        };
        let mut why = blocks.explain(MAX_EXPLAINED, MAX_INFLUENCES).into_iter().map(why);
        let explained = why.len();
        let (mut left, mut rows) = (BytesLeft(MAX_TABLE), Vec::new());
        for block in blocks.iter().take(MAX_BLOCKS) {
            let mut path = String::new();
            block.element().write_path(&mut path);
            rows.push((
                block.span().start,
                left.take(&path),
                left.take_up_to(block.text(), MAX_BLOCK_TEXT),
                rounded(block.score().unwrap_or_default()),
                parts(&block),
                block.record(),
                block.words(),
                why.next(),
            ));
            if left.0 == 0 {
                break;
            }
        }
        let (count, mut notes) = (blocks.len(), Vec::new());
        let all = plural(count as u64, "text block");
        if blocks.is_truncated() {
            notes.push("There are more text blocks than were kept.".to_owned());
        }
        if rows.len() < count {
            notes.push(format!("{} of {all} are listed.", rows.len()));
        }
        if explained < count {
            notes.push(format!(
                "The scores of the first {explained} of {all} are explained, with the medians of these."
            ));
        }
        let main = views[1].map_or(0, |main| main.iter().count());
        Self { count, main, rows, features: Blocks::feature_names().collect(), notes }
    }
}

fn why(explanation: Explanation) -> Why {
    let influences = explanation.influences.iter();
    let cells =
        influences.map(|influence| (influence.feature, influence.value, influence.median, rounded(influence.change)));
    (rounded(explanation.tree_score), cells.collect())
}

/// Returns a number with three decimals, to keep the report short.
fn rounded(number: f64) -> f64 {
    (number * 1000.0).round() / 1000.0
}
