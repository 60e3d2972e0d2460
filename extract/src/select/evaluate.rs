//! Finds the matches of a program in a table of elements.
//!
//! One pass in document order evaluates each step that an element passed at its start tag: its late conditions, and its
//! combinator by the bits of relatives that come earlier in document order. A step that matches sets its bit:
//!
//! * `own`: the bits of the element.
//! * `inherited`: the bits of the element and of its ancestors, for the descendant combinator.
//! * `children`: the bits of the children so far, for `~`.
//!
//! So the time is linear in the number of elements and of steps that they passed, whatever the selectors are. Selectors
//! in `:has` look at what comes later, so a pass in reverse order evaluates them before ([`Has`]), and indexes of siblings
//! are counted before ([`Indexes`]).

use super::bit_sets::{BitSets, EMPTY, SetId};
use super::node::{DOCUMENT, Kind, NONE, Node, NodeId};
use super::program::{Late, Program, Role, Step};
use super::syntax::{Combinator, Nth};
use super::tree::NodeTable;
use alloc::vec::Vec;
use hashbrown::HashMap;

/// In place of the inherited bits of elements that are not in the document: contents of a `template`.
const OUTSIDE: SetId = SetId::MAX;

/// The elements that match each selector, in document order.
pub(super) struct Found {
    pub(super) matches: Vec<Vec<NodeId>>,
    /// The offset of the element at which the evaluation stopped, because its memory was used up.
    pub(super) stopped_at: Option<usize>,
}

/// Finds the elements that match each selector.
pub(super) fn find(program: &Program, table: &NodeTable<'_, '_>) -> Found {
    let order = table.in_order();
    let mut evaluation = Evaluation {
        table,
        indexes: Indexes::new(program, table, &order),
        has: Has { sets: BitSets::new(program.has_bits), relatives: Vec::new() },
        program,
        sets: BitSets::new(program.bits),
        inherited: alloc::vec![EMPTY; table.nodes.len()],
        own: alloc::vec![EMPTY; table.nodes.len()],
        children: alloc::vec![EMPTY; if program.needs_siblings { table.nodes.len() } else { 0 }],
        found: Found { matches: alloc::vec![Vec::new(); program.selectors], stopped_at: None },
    };
    if program.has_bits > 0 {
        evaluation.find_has(&order);
    }
    evaluation.find_matches(&order);
    evaluation.found
}

struct Evaluation<'t, 'a, 'p> {
    table: &'t NodeTable<'a, 'p>,
    program: &'p Program,
    indexes: Indexes,
    has: Has,
    sets: BitSets,
    /// By element: its bits and the bits of its ancestors, or [`OUTSIDE`].
    inherited: Vec<SetId>,
    /// By element: its bits.
    own: Vec<SetId>,
    /// By element: the bits of its children so far. Empty if no step needs them.
    children: Vec<SetId>,
    found: Found,
}

impl<'p> Evaluation<'_, '_, 'p> {
    fn find_matches(&mut self, order: &[NodeId]) {
        for &id in order {
            let Node { parent, kind, data, .. } = *self.table.node(id);
            let mut inherited = self.inherited[parent as usize];
            if self.table.node(parent).kind.is_template() {
                inherited = OUTSIDE;
            }
            if inherited != OUTSIDE && kind != Kind::TEXT && data != 0 {
                if self.stops(self.sets.is_full(), data) {
                    return;
                }
                self.evaluate(id, data, inherited);
                let own = self.own[id as usize];
                if own != EMPTY {
                    inherited = self.sets.union(inherited, own);
                    if let Some(&children) = self.children.get(parent as usize) {
                        self.children[parent as usize] = self.sets.add_all(children, own);
                    }
                }
            }
            self.inherited[id as usize] = inherited;
        }
    }

    /// Evaluates the steps that an element passed at its start tag.
    fn evaluate(&mut self, id: NodeId, matched: u32, inherited: SetId) {
        let steps = self.table.matched[matched as usize].steps.clone();
        for at in steps {
            let Step { late, role, .. } = self.step(at);
            let Role::Forward { previous, bit, selector } = role else { continue };
            if previous.is_some_and(|(combinator, bit)| !self.relative_has(id, inherited, combinator, bit))
                || !late.iter().all(|late| self.is_true(id, late))
            {
                continue;
            }
            if let Some(bit) = *bit {
                self.own[id as usize] = self.sets.add(self.own[id as usize], bit);
            }
            if let Some(selector) = *selector {
                let matches = &mut self.found.matches[selector as usize];
                if matches.last() != Some(&id) {
                    matches.push(id);
                }
            }
        }
    }

    /// Records that the evaluation stops at an element, if `is_full`.
    fn stops(&mut self, is_full: bool, matched: u32) -> bool {
        if is_full {
            let offset = self.table.matched[matched as usize].offset;
            let stopped_at = &mut self.found.stopped_at;
            *stopped_at = Some(stopped_at.map_or(offset, |earlier| earlier.min(offset)));
        }
        is_full
    }

    fn step(&self, at: u32) -> &'p Step {
        &self.program.steps[self.table.steps[at as usize] as usize]
    }

    /// Returns true if the relative of an element that `combinator` connects has the bit.
    fn relative_has(&self, id: NodeId, inherited: SetId, combinator: Combinator, bit: u32) -> bool {
        let parent = self.table.node(id).parent;
        match combinator {
            // The bits of the element itself are not inherited yet.
            Combinator::Descendant => self.sets.has(inherited, bit),
            Combinator::Child => self.sets.has(self.own[parent as usize], bit),
            Combinator::NextSibling => {
                let previous = self.table.previous_element(id);
                previous != NONE && self.sets.has(self.own[previous as usize], bit)
            }
            Combinator::SubsequentSibling => self.sets.has(self.children[parent as usize], bit),
        }
    }

    fn is_true(&self, id: NodeId, late: &Late) -> bool {
        let node = self.table.node(id);
        let own = self.own[id as usize];
        match late {
            Late::Root => node.parent == DOCUMENT,
            Late::Empty => node.first_child == NONE || node.kind.is_template(),
            Late::Nth(nth) => nth.matches(self.indexes.of(*nth, id, self.table)),
            Late::Any(bits) => bits.iter().any(|&bit| self.sets.has(own, bit)),
            Late::None(bits) => !bits.iter().any(|&bit| self.sets.has(own, bit)),
            Late::Has(list) => list.iter().any(|&(combinator, bit)| self.has.is_found(id, combinator, bit)),
        }
    }

    /// Evaluates the steps in `:has`, from the end of the document to its start.
    fn find_has(&mut self, order: &[NodeId]) {
        self.has.relatives = alloc::vec![Relatives::default(); self.table.nodes.len()];
        for &id in order.iter().rev() {
            let Node { parent, next, kind, data, .. } = *self.table.node(id);
            self.has.add_following(id, next);
            let mut own = EMPTY;
            if kind != Kind::TEXT && data != 0 {
                if self.stops(self.has.sets.is_full(), data) {
                    return;
                }
                for at in self.table.matched[data as usize].steps.clone() {
                    let Step { late, role, .. } = self.step(at);
                    let Role::Backward { next, bit } = role else { continue };
                    if next.is_none_or(|(combinator, bit)| self.has.is_found(id, combinator, bit))
                        && late.iter().all(|late| self.is_true(id, late))
                    {
                        own = self.has.sets.add(own, *bit);
                    }
                }
            }
            let parent = (!self.table.node(parent).kind.is_template()).then_some(parent);
            self.has.add(id, own, parent, kind == Kind::TEXT);
        }
    }
}

/// The bits of steps in `:has` at the relatives of each element.
struct Has {
    sets: BitSets,
    relatives: Vec<Relatives>,
}

#[derive(Clone, Copy, Default)]
struct Relatives {
    /// The bits of the children.
    children: SetId,
    /// The bits of all descendants.
    descendants: SetId,
    /// The bits of the next element among the siblings.
    next: SetId,
    /// The bits of all elements among the siblings after this one.
    after: SetId,
    /// The bits of the element, or, for a text, of the next element.
    own_or_next: SetId,
    /// The bits of the element and of all elements after it.
    from: SetId,
}

impl Has {
    fn is_found(&self, id: NodeId, combinator: Combinator, bit: u32) -> bool {
        let relatives = &self.relatives[id as usize];
        let set = match combinator {
            Combinator::Descendant => relatives.descendants,
            Combinator::Child => relatives.children,
            Combinator::NextSibling => relatives.next,
            Combinator::SubsequentSibling => relatives.after,
        };
        self.sets.has(set, bit)
    }
}

impl Has {
    /// Sets the bits of the elements that follow an element among its siblings. `next` is the next element or text.
    fn add_following(&mut self, id: NodeId, next: NodeId) {
        // The document, which `NONE` refers to, is no sibling and has no bits there.
        let Relatives { own_or_next, from, .. } = self.relatives[next as usize];
        let relatives = &mut self.relatives[id as usize];
        (relatives.next, relatives.after) = (own_or_next, from);
    }

    /// Adds the bits of an element, after the bits of all elements that come later in document order.
    fn add(&mut self, id: NodeId, own: SetId, parent: Option<NodeId>, is_text: bool) {
        let relatives = &mut self.relatives[id as usize];
        relatives.own_or_next = if is_text { relatives.next } else { own };
        relatives.from = self.sets.union(relatives.after, own);
        let descendants = relatives.descendants;
        if let Some(parent) = parent {
            let parent = &mut self.relatives[parent as usize];
            parent.children = self.sets.add_all(parent.children, own);
            parent.descendants = self.sets.add_all(parent.descendants, own);
            parent.descendants = self.sets.add_all(parent.descendants, descendants);
        }
    }
}

/// The indexes of elements among their siblings, from 1 on.
#[derive(Default)]
struct Indexes {
    all: Vec<u32>,
    /// By parent: the number of its children.
    children: Vec<u32>,
    of_type: Vec<u32>,
    /// By parent and type: the number of its children.
    children_of_type: HashMap<(NodeId, Kind), u32>,
}

impl Indexes {
    fn new(program: &Program, table: &NodeTable<'_, '_>, order: &[NodeId]) -> Self {
        let mut indexes = Self::default();
        let elements = || order.iter().map(|&id| (id, table.node(id))).filter(|(_, node)| node.kind != Kind::TEXT);
        if program.needs_index {
            indexes.all = alloc::vec![0; table.nodes.len()];
            indexes.children = alloc::vec![0; table.nodes.len()];
            for (id, node) in elements() {
                indexes.children[node.parent as usize] += 1;
                indexes.all[id as usize] = indexes.children[node.parent as usize];
            }
        }
        if program.needs_type_index {
            indexes.of_type = alloc::vec![0; table.nodes.len()];
            for (id, node) in elements() {
                let children = indexes.children_of_type.entry((node.parent, node.kind)).or_insert(0);
                *children += 1;
                indexes.of_type[id as usize] = *children;
            }
        }
        indexes
    }

    /// Returns the index of an element as `nth` counts.
    fn of(&self, nth: Nth, id: NodeId, table: &NodeTable<'_, '_>) -> u32 {
        let node = table.node(id);
        let (index, len) = if nth.of_type {
            let len = self.children_of_type.get(&(node.parent, node.kind));
            (self.of_type[id as usize], len.copied().unwrap_or(0))
        } else {
            (self.all[id as usize], self.children[node.parent as usize])
        };
        if nth.from_end { len + 1 - index } else { index }
    }
}
