//! Positions among some elements: `:nth-child(2 of .x)`, and `p[2]` of XPath.
//!
//! Steps collect the elements that count, and the contexts from which they are counted, in lists in document order. A
//! position is then found by one pass over these lists.

use super::bit_sets::{BitSets, SetId};
use super::node::{NONE, NodeId};
use super::places::Places;
use super::program::{Position, Scope};
use super::syntax::Nth;
use super::tree::NodeTable;
use alloc::vec::Vec;
use bumpalo::collections::Vec as BumpVec;
use hashbrown::HashMap;

/// Finds the elements at a position, and sets its bit.
pub(super) fn find(
    position: &Position,
    lists: &[BumpVec<'_, NodeId>],
    table: &NodeTable<'_, '_>,
    places: &Places<'_>,
    own: &mut [SetId],
    sets: &mut BitSets<'_>,
) {
    let of = &lists[position.of as usize];
    let contexts = position.scope.context().map_or(&[][..], |list| &lists[list as usize]);
    let mut found = Vec::new();
    let finder = Finder { position, of, contexts, table, places };
    let holds = |id: NodeId| position.holds.is_none_or(|bit| sets.has(own[id as usize], bit));
    match position.scope {
        Scope::Document => finder.in_groups(|_| NONE, &mut found),
        Scope::Siblings => finder.in_groups(|id| table.node(id).parent, &mut found),
        Scope::SiblingsAfter(_) => finder.among_siblings(false, &holds, &mut found),
        Scope::SiblingsBefore(_) => finder.among_siblings(true, &holds, &mut found),
        Scope::After(_) => finder.after_or_inside(false, &holds, &mut found),
        Scope::Inside(_) => finder.after_or_inside(true, &holds, &mut found),
        Scope::Around(_) => finder.around(&holds, &mut found),
    }
    for id in found {
        own[id as usize] = sets.add(own[id as usize], position.bit);
    }
}

struct Finder<'t, 'a, 'p> {
    position: &'t Position,
    of: &'t [NodeId],
    contexts: &'t [NodeId],
    table: &'t NodeTable<'a, 'p>,
    places: &'t Places<'t>,
}

impl Finder<'_, '_, '_> {
    fn start(&self, id: NodeId) -> u32 {
        self.places.start[id as usize]
    }

    fn end(&self, id: NodeId) -> u32 {
        self.places.end[id as usize]
    }

    /// Returns the range of positions, counted from 0, from the first position that matches to the last one.
    fn range(&self) -> (usize, usize) {
        let Nth { a, b, .. } = self.position.nth;
        let index = usize::try_from(b).unwrap_or(0);
        match a {
            0 if index == 0 => (0, 0),
            0 => (index - 1, index),
            1.. => (index.saturating_sub(1), usize::MAX),
            _ => (0, index),
        }
    }

    /// Counts the elements of each group.
    fn in_groups(&self, group: impl Fn(NodeId) -> NodeId, found: &mut Vec<NodeId>) {
        let nth = self.position.nth;
        let mut counts = HashMap::<NodeId, u32>::new();
        let mut count = |&id: &NodeId| {
            let count = counts.entry(group(id)).or_insert(0);
            *count += 1;
            nth.matches(*count).then_some(id)
        };
        if nth.from_end {
            found.extend(self.of.iter().rev().filter_map(&mut count));
        } else {
            found.extend(self.of.iter().filter_map(&mut count));
        }
    }

    /// Adds the targets of a context, or the context if the target holds.
    fn add(&self, context: NodeId, targets: &[NodeId], holds: &impl Fn(NodeId) -> bool, found: &mut Vec<NodeId>) {
        if self.position.holds.is_none() {
            found.extend_from_slice(targets);
        } else if targets.iter().any(|id| holds(*id)) {
            found.push(context);
        }
    }

    fn among_siblings(&self, is_reverse: bool, holds: &impl Fn(NodeId) -> bool, found: &mut Vec<NodeId>) {
        /// The elements that count among the children of a parent, and how many of them are found.
        #[derive(Default)]
        struct Group {
            elements: Vec<NodeId>,
            done: usize,
        }
        let mut groups = HashMap::<NodeId, Group>::new();
        let place = |id: NodeId| if is_reverse { u32::MAX - self.start(id) } else { self.start(id) };
        let mut add = |&id: &NodeId| groups.entry(self.table.node(id).parent).or_default().elements.push(id);
        if is_reverse {
            self.of.iter().rev().for_each(&mut add);
        } else {
            self.of.iter().for_each(&mut add);
        }
        let (first, end) = self.range();
        let mut visit = |&context: &NodeId| {
            let Some(group) = groups.get_mut(&self.table.node(context).parent) else { return };
            let elements = &group.elements;
            let passed = elements.partition_point(|id| place(*id) <= place(context));
            let from = passed.saturating_add(first).min(elements.len());
            let to = passed.saturating_add(end).min(elements.len());
            if self.position.holds.is_some() {
                // One position: a range would be visited for each context.
                return self.add(context, &elements[from..to.min(from + 1)], holds, found);
            }
            // Later contexts have later ranges, so no element is visited twice.
            let from = from.max(group.done);
            if from < to {
                found.extend_from_slice(&elements[from..to]);
                group.done = to;
            }
        };
        if is_reverse {
            self.contexts.iter().rev().for_each(&mut visit);
        } else {
            self.contexts.iter().for_each(&mut visit);
        }
    }

    fn after_or_inside(&self, is_inside: bool, holds: &impl Fn(NodeId) -> bool, found: &mut Vec<NodeId>) {
        let (first, _) = self.range();
        for &context in self.contexts {
            let passed = if is_inside { self.start(context) } else { self.end(context) };
            let at = self.of.partition_point(|id| self.start(*id) <= passed).saturating_add(first);
            if let Some(&target) = self.of.get(at)
                && (!is_inside || self.start(target) <= self.end(context))
            {
                self.add(context, &[target], holds, found);
            }
        }
    }

    fn around(&self, holds: &impl Fn(NodeId) -> bool, found: &mut Vec<NodeId>) {
        let (first, _) = self.range();
        let mut open = Vec::<NodeId>::new();
        let mut of = self.of.iter().copied().peekable();
        for &context in self.contexts {
            while let Some(id) = of.next_if(|id| self.start(*id) < self.start(context)) {
                while open.pop_if(|last| self.end(*last) < self.start(id)).is_some() {}
                open.push(id);
            }
            while open.pop_if(|last| self.end(*last) < self.start(context)).is_some() {}
            if let Some(at) = open.len().checked_sub(first.saturating_add(1)) {
                self.add(context, &[open[at]], holds, found);
            }
        }
    }
}
