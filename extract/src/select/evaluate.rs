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

use super::bit_sets::{AskedBits, BitSets, EMPTY, SetId};
use super::node::{DOCUMENT, Kind, NONE, Node, NodeId};
use super::places::Places;
use super::positions;
use super::program::{Late, Phase, Program, Role, Stage, Step};
use super::syntax::{Combinator, Nth};
use super::texts::Texts;
use super::tree::NodeTable;
use bumpalo::Bump;
use bumpalo::collections::Vec;
use hashbrown::{DefaultHashBuilder, HashMap};

/// In place of the inherited bits of elements that are not in the document: contents of a `template`.
const OUTSIDE: SetId = SetId::MAX;

/// The elements that match each selector, in document order.
pub(super) struct Found<'a> {
    pub(super) matches: Vec<'a, Vec<'a, NodeId>>,
    /// The offset of the element at which the evaluation stopped, because its memory was used up.
    pub(super) stopped_at: Option<usize>,
}

/// Finds the elements that match each selector.
pub(super) fn find<'a>(program: &Program, table: &NodeTable<'a, '_>) -> Found<'a> {
    let (order, bump, len) = (table.in_order(), table.bump, table.nodes.len());
    let mut evaluation = Evaluation {
        table,
        indexes: Indexes::new(program, table, &order),
        has: Has {
            sets: BitSets::new_in(bump, program.has_bits),
            asked: &program.asked_in_has,
            relatives: Vec::new_in(bump),
            before: Vec::new_in(bump),
        },
        program,
        sets: BitSets::new_in(bump, program.bits),
        inherited: bumpalo::vec![in bump; EMPTY; len],
        own: bumpalo::vec![in bump; EMPTY; len],
        children: bumpalo::vec![in bump; EMPTY; if program.asked.subsequent.is_empty() { 0 } else { len }],
        lists: bumpalo::vec![in bump; Vec::new_in(bump); program.lists as usize],
        texts: None,
        found: Found { matches: bumpalo::vec![in bump; Vec::new_in(bump); program.selectors], stopped_at: None },
    };
    if program.texts.is_needed {
        evaluation.texts = Texts::new(&program.texts, table, &order);
        if evaluation.texts.is_none() {
            evaluation.found.stopped_at = Some(0);
            return evaluation.found;
        }
    }
    let mut places = None;
    for (pass, &stage) in program.stages.iter().enumerate() {
        match Phase::of(stage) {
            Phase::Forward => evaluation.find_matches(&order, stage, pass > 0),
            Phase::Backward => evaluation.find_has(&order, stage),
            Phase::Positions => {
                let places = places.get_or_insert_with(|| Places::new(table, &order));
                for position in program.positions.iter().filter(|position| position.stage == stage) {
                    let Evaluation { lists, own, sets, .. } = &mut evaluation;
                    positions::find(position, lists, table, places, own, sets);
                }
            }
        }
    }
    evaluation.found
}

struct Evaluation<'t, 'a, 'p> {
    table: &'t NodeTable<'a, 'p>,
    program: &'p Program,
    indexes: Indexes<'a>,
    has: Has<'a, 'p>,
    sets: BitSets<'a>,
    /// By element: its bits and the bits of its ancestors, or [`OUTSIDE`].
    inherited: Vec<'a, SetId>,
    /// By element: its bits.
    own: Vec<'a, SetId>,
    /// By element: the bits of its children so far. Empty if no step needs them.
    children: Vec<'a, SetId>,
    /// By list: the elements that steps added, in document order.
    lists: Vec<'a, Vec<'a, NodeId>>,
    texts: Option<Texts>,
    found: Found<'a>,
}

impl Evaluation<'_, '_, '_> {
    /// Evaluates the steps of a stage. `is_later` is true if it is not the first one.
    fn find_matches(&mut self, order: &[NodeId], stage: Stage, is_later: bool) {
        if is_later {
            self.inherited.fill(EMPTY);
            self.children.fill(EMPTY);
        }
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
                self.evaluate(id, data, inherited, stage);
                let own = self.own[id as usize];
                if own != EMPTY {
                    inherited = self.sets.union(inherited, own, &self.program.asked.descendant);
                    if let Some(&children) = self.children.get(parent as usize) {
                        self.children[parent as usize] =
                            self.sets.add_all(children, own, &self.program.asked.subsequent);
                    }
                }
            }
            self.inherited[id as usize] = inherited;
        }
    }

    /// Evaluates the steps that an element passed at its start tag.
    fn evaluate(&mut self, id: NodeId, matched: u32, inherited: SetId, stage: Stage) {
        for step in self.table.steps_of(matched) {
            let Step { late, role, list, stage: of_step, .. } = &self.program.steps[*step as usize];
            let Role::Forward { previous, bit, selector } = role else { continue };
            if *of_step != stage {
                continue;
            }
            if previous.is_some_and(|(combinator, bit)| !self.relative_has(id, inherited, combinator, bit))
                || !late.iter().all(|late| self.is_true(id, inherited, late))
            {
                continue;
            }
            if let Some(bit) = *bit {
                self.own[id as usize] = self.sets.add(self.own[id as usize], bit);
            }
            if let Some(list) = *list {
                let list = &mut self.lists[list as usize];
                if list.last() != Some(&id) {
                    list.push(id);
                }
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

    fn is_true(&self, id: NodeId, inherited: SetId, late: &Late) -> bool {
        let node = self.table.node(id);
        let own = self.own[id as usize];
        match late {
            Late::Root => node.parent == DOCUMENT,
            Late::Empty => node.kind.is_template() || self.table.is_empty(id),
            Late::Nth(nth) => nth.matches(self.indexes.of(*nth, id, self.table)),
            Late::Any(bits) => bits.iter().any(|&bit| self.sets.has(own, bit)),
            Late::None(bits) => !bits.iter().any(|&bit| self.sets.has(own, bit)),
            Late::Has(list) => list.iter().any(|&(combinator, bit)| self.has.is_found(id, combinator, bit)),
            Late::After(combinator, bit) => self.relative_has(id, inherited, *combinator, *bit),
            Late::Text(test) => {
                self.texts.as_ref().is_some_and(|texts| texts.is_true(test, &self.program.texts, self.table, id))
            }
            Late::AnyOf(lists) => lists.iter().any(|list| list.iter().all(|late| self.is_true(id, inherited, late))),
            Late::Not(list) => !list.iter().all(|late| self.is_true(id, inherited, late)),
        }
    }

    /// Evaluates the steps in `:has`, from the end of the document to its start.
    fn find_has(&mut self, order: &[NodeId], stage: Stage) {
        self.has.start_pass(self.table.nodes.len());
        for &id in order.iter().rev() {
            let Node { parent, next, kind, data, .. } = *self.table.node(id);
            self.has.add_following(id, next);
            let mut own = EMPTY;
            if kind != Kind::TEXT {
                // The bits of earlier stages.
                own = self.has.before.get(id as usize).map_or(EMPTY, |relatives| relatives.own_or_next);
                self.has.relatives[id as usize].own_or_next = own;
            }
            if kind != Kind::TEXT && data != 0 {
                if self.stops(self.has.sets.is_full(), data) {
                    return;
                }
                for step in self.table.steps_of(data) {
                    let Step { late, role, stage: of_step, .. } = &self.program.steps[*step as usize];
                    let Role::Backward { next, bit, forward } = role else { continue };
                    if *of_step == stage
                        && next.is_none_or(|(combinator, bit)| self.has.is_found(id, combinator, bit))
                        && late.iter().all(|late| self.is_true(id, EMPTY, late))
                    {
                        own = self.has.sets.add(own, *bit);
                        if let Some(forward) = *forward {
                            self.own[id as usize] = self.sets.add(self.own[id as usize], forward);
                        }
                    }
                }
            }
            let parent = (!self.table.node(parent).kind.is_template()).then_some(parent);
            self.has.add(id, own, parent, kind == Kind::TEXT);
        }
    }
}

/// The bits of steps in `:has` at the relatives of each element.
struct Has<'a, 'p> {
    sets: BitSets<'a>,
    asked: &'p AskedBits,
    relatives: Vec<'a, Relatives>,
    /// `relatives` of the pass before.
    before: Vec<'a, Relatives>,
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

impl Has<'_, '_> {
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

    /// Starts a pass over `nodes` entries.
    fn start_pass(&mut self, nodes: usize) {
        // Both buffers are used again: the arena frees none of them before the end of the page.
        core::mem::swap(&mut self.relatives, &mut self.before);
        self.relatives.clear();
        self.relatives.resize(nodes, Relatives::default());
    }

    /// Sets the bits of the elements that follow an element among its siblings. `next` is the next element or text.
    fn add_following(&mut self, id: NodeId, next: NodeId) {
        // The document, which `NONE` refers to, is no sibling and has no bits there.
        let Relatives { own_or_next, from, .. } = self.relatives[next as usize];
        let relatives = &mut self.relatives[id as usize];
        (relatives.next, relatives.after) = (own_or_next, from);
    }

    /// Adds the bits of an element, after the bits of all elements that come later in document order.
    fn add(&mut self, id: NodeId, own: SetId, parent: Option<NodeId>, is_text: bool) {
        let Self { sets, asked, relatives, .. } = self;
        let element = &mut relatives[id as usize];
        element.own_or_next = if is_text { element.next } else { own };
        element.from = sets.union(element.after, own, &asked.subsequent);
        let descendants = element.descendants;
        if let Some(parent) = parent {
            let parent = &mut relatives[parent as usize];
            parent.children = sets.add_all(parent.children, own, &asked.child);
            parent.descendants = sets.add_all(parent.descendants, own, &asked.descendant);
            parent.descendants = sets.add_all(parent.descendants, descendants, &asked.descendant);
        }
    }
}

/// The indexes of elements among their siblings, from 1 on.
struct Indexes<'a> {
    all: Vec<'a, u32>,
    /// By parent: the number of its children.
    children: Vec<'a, u32>,
    of_type: Vec<'a, u32>,
    /// By parent and type: the number of its children.
    children_of_type: HashMap<(NodeId, Kind), u32, DefaultHashBuilder, &'a Bump>,
}

impl<'a> Indexes<'a> {
    fn new(program: &Program, table: &NodeTable<'a, '_>, order: &[NodeId]) -> Self {
        let (bump, len) = (table.bump, table.nodes.len());
        let of_all = if program.needs_index { len } else { 0 };
        let of_types = if program.needs_type_index { len } else { 0 };
        let mut indexes = Self {
            all: bumpalo::vec![in bump; 0; of_all],
            children: bumpalo::vec![in bump; 0; of_all],
            of_type: bumpalo::vec![in bump; 0; of_types],
            children_of_type: HashMap::new_in(bump),
        };
        let elements = || order.iter().map(|&id| (id, table.node(id))).filter(|(_, node)| node.kind != Kind::TEXT);
        if program.needs_index {
            for (id, node) in elements() {
                indexes.children[node.parent as usize] += 1;
                indexes.all[id as usize] = indexes.children[node.parent as usize];
            }
        }
        if program.needs_type_index {
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
