//! The texts of a page, for conditions on the text of elements.
//!
//! The string value of an element is the text of all its descendants. Elements are nested, so to read each value takes
//! quadratic time. Therefore the text of the page is stored once, and an element has a range in it ([`Texts`]):
//!
//! * A substring is searched in the text of the page once. An element contains it if an occurrence is in its range.
//! * `normalize-space()` and `translate()` change the text of the page once ([`Level`]), with a map from old offsets to new
//!   ones. Both commute with taking a range, except for white space at the ends of the range.
//! * An element is compared with at most as many bytes as the expression has.

use super::node::{Kind, NONE, NodeId};
use super::strings::{Subject, is_space, split_characters};
use super::text_plan::{Change, TextPlan, TextTest, ValueCondition};
use super::tree::NodeTable;
use alloc::vec::Vec;

/// The text of a page.
pub(super) struct Texts {
    text: Vec<u8>,
    /// By entry: its range in `text`.
    ranges: Vec<(u32, u32)>,
    /// By view.
    views: Vec<Vec<Level>>,
    /// By search: the offsets at which it is found.
    occurrences: Vec<Vec<u32>>,
}

/// A text after a change.
struct Level {
    text: Vec<u8>,
    /// By offset in the text before the change: the offset in this text.
    map: Vec<u32>,
    is_normalized: bool,
}

impl Texts {
    /// Returns `None` if the text is longer than 4 GiB.
    pub(super) fn new(plan: &TextPlan, table: &NodeTable<'_, '_>, order: &[NodeId]) -> Option<Self> {
        let mut texts = Self {
            text: Vec::new(),
            ranges: alloc::vec![(0, 0); table.nodes.len()],
            views: Vec::new(),
            occurrences: Vec::new(),
        };
        texts.collect(table, order)?;
        for changes in &plan.views {
            let mut levels = Vec::<Level>::new();
            for change in changes {
                let level = Level::new(change, levels.last().map_or(&texts.text, |level| &level.text))?;
                levels.push(level);
            }
            texts.views.push(levels);
        }
        for search in &plan.searches {
            let text = texts.views[search.view as usize].last().map_or(&texts.text, |level| &level.text);
            let found = search.automaton.find_overlapping_iter(text).map(|found| found.start() as u32);
            texts.occurrences.push(found.collect());
        }
        Some(texts)
    }

    /// Collects the text and the ranges. The contents of a template are not in the document, and have no text.
    fn collect(&mut self, table: &NodeTable<'_, '_>, order: &[NodeId]) -> Option<()> {
        let mut is_outside = alloc::vec![false; table.nodes.len()];
        for &id in order {
            let node = table.node(id);
            let start = u32::try_from(self.text.len()).ok()?;
            is_outside[id as usize] = is_outside[node.parent as usize] || table.node(node.parent).kind.is_template();
            if node.kind == Kind::TEXT && !is_outside[id as usize] {
                self.text.extend_from_slice(table.texts[node.data as usize]);
            }
            self.ranges[id as usize] = (start, u32::try_from(self.text.len()).ok()?);
        }
        for &id in order.iter().rev() {
            let node = table.node(id);
            if node.last_child != NONE && !node.kind.is_template() {
                self.ranges[id as usize].1 = self.ranges[node.last_child as usize].1;
            }
        }
        Some(())
    }

    pub(super) fn is_true(&self, test: &TextTest, plan: &TextPlan, table: &NodeTable<'_, '_>, id: NodeId) -> bool {
        match test {
            TextTest::Child { index, condition } => {
                let mut nodes = TextNodes { table, ranges: &self.ranges, at: table.node(id).first_child };
                if table.node(id).kind.is_template() {
                    return false;
                }
                let mut is_true =
                    |(start, end): (u32, u32)| condition.is_true(&Subject(&self.text[start as usize..end as usize]));
                match index {
                    None => nodes.any(is_true),
                    Some(index) => nodes.nth(*index as usize - 1).is_some_and(&mut is_true),
                }
            }
            TextTest::Value { view, condition } => {
                let levels = &self.views[*view as usize];
                let (mut start, mut end) = self.ranges[id as usize];
                for level in levels {
                    (start, end) = level.range(start, end);
                }
                let text = levels.last().map_or(&self.text, |level| &level.text);
                let value = &text[start as usize..end as usize];
                match condition {
                    ValueCondition::Equals(wanted) => *value == **wanted,
                    ValueCondition::StartsWith(wanted) => value.starts_with(wanted),
                    ValueCondition::Contains(search) => {
                        let occurrences = &self.occurrences[*search as usize];
                        let next = occurrences.get(occurrences.partition_point(|at| *at < start));
                        let len = plan.searches[*search as usize].len;
                        next.is_some_and(|at| *at as usize + len <= end as usize)
                    }
                    ValueCondition::Length(comparison, number) => {
                        // More characters than the number have the same result.
                        let characters = split_characters(value).take(*number as usize + 2).count();
                        comparison.compares(characters as f64, *number)
                    }
                }
            }
        }
    }
}

impl Level {
    fn new(change: &Change, before: &[u8]) -> Option<Self> {
        let mut level = Self {
            text: Vec::with_capacity(before.len()),
            map: Vec::with_capacity(before.len() + 1),
            is_normalized: *change == Change::NormalizeSpace,
        };
        match change {
            Change::NormalizeSpace => {
                for &byte in before {
                    level.map.push(u32::try_from(level.text.len()).ok()?);
                    if !is_space(byte) {
                        level.text.push(byte);
                    } else if level.text.last() != Some(&b' ') {
                        level.text.push(b' ');
                    }
                }
            }
            Change::Translate(translation) => {
                for character in split_characters(before) {
                    let offset = u32::try_from(level.text.len()).ok()?;
                    level.map.extend(character.iter().map(|_| offset));
                    translation.append(character, &mut level.text);
                }
            }
        }
        level.map.push(u32::try_from(level.text.len()).ok()?);
        Some(level)
    }

    /// Returns the range of a value after the change.
    fn range(&self, start: u32, end: u32) -> (u32, u32) {
        let (mut start, mut end) = (self.map[start as usize], self.map[end as usize]);
        if self.is_normalized {
            start += u32::from(start < end && self.text[start as usize] == b' ');
            end -= u32::from(start < end && self.text[end as usize - 1] == b' ');
        }
        (start, end)
    }
}

/// The ranges of the text nodes among the children of an element. Texts that follow each other are one node. An empty text
/// is a comment, which separates nodes.
struct TextNodes<'t, 'a, 'p> {
    table: &'t NodeTable<'a, 'p>,
    ranges: &'t [(u32, u32)],
    at: NodeId,
}

impl Iterator for TextNodes<'_, '_, '_> {
    type Item = (u32, u32);

    fn next(&mut self) -> Option<(u32, u32)> {
        let mut found: Option<(u32, u32)> = None;
        while self.at != NONE {
            let node = self.table.node(self.at);
            let (start, end) = self.ranges[self.at as usize];
            let is_text = node.kind == Kind::TEXT && start < end;
            match &mut found {
                Some(_) if !is_text => return found,
                Some(range) => range.1 = end,
                None if is_text => found = Some((start, end)),
                None => {}
            }
            self.at = node.next;
        }
        found
    }
}
