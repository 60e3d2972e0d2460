//! Raises the scores of code, formulas and tables that are inside of text.
//!
//! The model knows words. Code, formulas and tables have few of them, or the same ones as code and tables that are not main content, and
//! each line or row has a score of its own. But they belong to the text that they are in: the *prose* before and after them, which are
//! the nearest blocks with ten words or more that are none of these.
//!
//! All blocks of code, or of a table, get the same probability: the mean of the prose before and after it, plus the smallest step, so that
//! every view that keeps both also keeps all of it. If an element contains it and only one of the two, that one decides; but a table
//! needs prose before it. If the mean of its own probabilities is greater, it is that.
//!
//! In another table of data, the caption and the header cells get at least the median of the other cells, so that a view that keeps most
//! of these keeps the headers.

use super::score::CERTAIN;
use crate::blocks::{ROOT, Row, Table};
use crate::names::Element;
use crate::tables::DataTable;
use bumpalo::Bump;
use bumpalo::collections::Vec;
use core::ops::Range;

/// The least number of words of prose.
const PROSE_WORDS: u32 = 10;

/// The least mean of the probabilities of a table in the text. Other tables are forms, offers and lists of links.
const TABLE: u32 = CERTAIN / 4;

/// The number of elements around code, a formula or a table that may contain nothing else.
const WRAPPERS: usize = 12;

/// Raises the probabilities of code, formulas and tables.
pub(super) fn raise(probabilities: &mut [u32], table: &Table<'_>, bump: &Bump) {
    let rows = table.rows;
    if !rows.iter().any(|row| row.is_pre || row.is_formula || table.elements[row.element as usize].table != ROOT) {
        return; // PERF: no code, formulas and tables
    }
    let ends = table.ends(bump);
    // The tables that are layout, which are examined once.
    let is_layout = bump.alloc_slice_fill_copy(table.elements.len(), false);
    let (mut before, mut at) = (None, 0);
    // The next prose, which is searched once for all blocks before it.
    let mut after = 0;
    while at < rows.len() {
        let Some(unit) = unit_at(table, ends, is_layout, at) else {
            if is_prose(table, &rows[at]) {
                before = Some(at);
            }
            at += 1;
            continue;
        };
        after = after.max(unit.end);
        while after < rows.len() && !is_prose(table, &rows[after]) {
            after += 1;
        }
        let around = [before, Some(after).filter(|&after| after < rows.len())];
        at = unit.end;
        if is_mostly_links(&rows[unit.clone()]) {
            continue;
        }
        if let Some(enclosed) = probability_of(probabilities, table, ends, &unit, around) {
            let own = mean(&probabilities[unit.clone()], &rows[unit.clone()]);
            let is_table = !rows[unit.start].is_pre && !rows[unit.start].is_formula;
            if !is_table || own >= TABLE {
                probabilities[unit].fill(own.max(enclosed));
                continue;
            }
        }
        if !rows[unit.start].is_pre && !rows[unit.start].is_formula {
            raise_headers(probabilities, table, unit, bump);
        }
    }
}

/// Raises the probabilities of the headers of a table to the median of its other cells.
fn raise_headers(probabilities: &mut [u32], table: &Table<'_>, unit: Range<usize>, bump: &Bump) {
    let is_header = |index: usize| {
        let element = &table.elements[table.rows[index].element as usize];
        element.column == 0 || is_in_header_cell(table, table.rows[index].element)
    };
    let mut others = Vec::new_in(bump);
    others.extend(unit.clone().filter(|&index| !is_header(index)).map(|index| probabilities[index]));
    if others.is_empty() {
        return;
    }
    let middle = (others.len() - 1) / 2;
    let median = *others.select_nth_unstable(middle).1;
    unit.filter(|&index| is_header(index)).for_each(|index| probabilities[index] = probabilities[index].max(median));
}

/// Returns true if the innermost cell around an element is a `th`, or in a `thead`.
fn is_in_header_cell(table: &Table<'_>, element: u32) -> bool {
    let of = |element: u32| &table.elements[element as usize];
    let cell = of(table.cell_around(element));
    cell.element == Element::Th || of(of(cell.parent).parent).element == Element::Thead
}

fn is_prose(table: &Table<'_>, row: &Row) -> bool {
    let is_outside = !row.is_pre && !row.is_formula && table.elements[row.element as usize].table == ROOT;
    is_outside && !row.is_hidden && row.stats.words >= PROSE_WORDS
}

/// Returns the blocks of the code, the formula or the table that begins with the block at `first`.
fn unit_at(table: &Table<'_>, ends: &[u32], is_layout: &mut [bool], first: usize) -> Option<Range<usize>> {
    let row = &table.rows[first];
    let element = table.elements[row.element as usize].table;
    let rest = &table.rows[first..];
    let len = if row.is_pre {
        rest.iter().take_while(|row| row.is_pre).count()
    } else if row.is_formula {
        1
    } else if element == ROOT || is_layout[element as usize] {
        return None;
    } else if DataTable::find(table, element, first).is_some() {
        let inside = element..ends[element as usize];
        rest.iter().take_while(|row| inside.contains(&row.element)).count()
    } else {
        is_layout[element as usize] = true;
        return None;
    };
    Some(first..first + len)
}

fn is_mostly_links(rows: &[Row]) -> bool {
    let sum = |count: fn(&Row) -> u32| rows.iter().map(|row| u64::from(count(row))).sum::<u64>();
    2 * sum(|row| row.link_words) > sum(|row| row.stats.words)
}

/// Returns the mean of the probabilities of some blocks, weighted by their words and one more.
fn mean(probabilities: &[u32], rows: &[Row]) -> u32 {
    let weights = rows.iter().map(|row| u64::from(row.stats.words) + 1);
    let sum: u64 = probabilities.iter().zip(weights.clone()).map(|(&own, weight)| u64::from(own) * weight).sum();
    (sum / weights.sum::<u64>().max(1)) as u32
}

/// Returns the probability by the prose before and after a unit.
fn probability_of(
    probabilities: &[u32],
    table: &Table<'_>,
    ends: &[u32],
    unit: &Range<usize>,
    around: [Option<usize>; 2],
) -> Option<u32> {
    let element = table.rows[unit.start].element;
    let levels = around.map(|prose| prose.map(|prose| level_of(table, ends, element, table.rows[prose].element)));
    let of = |prose: usize| (probabilities[prose] + 1).min(CERTAIN);
    let mean_of = |before: usize, after: usize| ((probabilities[before] + probabilities[after]) / 2 + 1).min(CERTAIN);
    let first = &table.rows[unit.start];
    let is_table = !first.is_pre && !first.is_formula;
    match (around, levels) {
        ([Some(before), Some(after)], [Some(first), Some(second)]) if first == second => Some(mean_of(before, after)),
        ([Some(before), _], [Some(first), second]) if second.is_none_or(|second| first < second) => Some(of(before)),
        ([_, Some(after)], _) if !is_table => Some(of(after)),
        ([Some(before), Some(after)], _) => Some(mean_of(before, after)),
        _ => None,
    }
}

/// Returns the number of elements from `element` up to the innermost one that also contains `other`.
fn level_of(table: &Table<'_>, ends: &[u32], element: u32, other: u32) -> usize {
    let (mut at, mut level) = (element, 0);
    while level < WRAPPERS && !(at..ends[at as usize]).contains(&other) {
        at = table.elements[at as usize].parent;
        level += 1;
    }
    level
}
