//! Adds steps to a program, and chooses their stages.

use super::bit_sets::{AskedBits, Bit};
use super::element::Test;
use super::error::SelectorError;
use super::index::{CompoundId, Key};
use super::program::{Late, ListId, Phase, Position, Program, Role, Scope, Stage, Step};
use super::strings::Condition;
use super::syntax::{Combinator, Nth};
use super::text_plan::TextTest;
use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

/// The largest number of steps and positions in a program.
const MAX_STEPS: usize = 4096;

/// The largest number of stages. Each is a pass over the elements.
const MAX_STAGES: Stage = 48;

type Result<T, E = SelectorError> = core::result::Result<T, E>;

/// The conditions of a step.
#[derive(Clone, Debug, Default)]
pub(super) struct Parts {
    pub(super) tests: Vec<Test>,
    pub(super) late: Vec<Late>,
}

/// Compiles one selector.
pub(super) struct Builder<'p> {
    pub(super) program: &'p mut Program,
    pub(super) selector: usize,
    pub(super) text: &'p str,
    /// The steps of the selector, with those that it shares with selectors before it.
    pub(super) steps: Vec<CompoundId>,
}

impl<'p> Builder<'p> {
    pub(super) fn new(program: &'p mut Program, selector: usize, text: &'p str) -> Self {
        Self { program, selector, text, steps: Vec::new() }
    }

    pub(super) fn error(&self, span: Range<usize>, message: impl Into<String>) -> SelectorError {
        SelectorError { selector: self.selector, span, message: message.into() }
    }

    fn too_much(&self, what: &str) -> SelectorError {
        self.error(0..self.text.len(), format!("the selectors have more than {what}; compile fewer at once"))
    }

    pub(super) fn new_bit(&mut self) -> Bit {
        self.program.bits += 1;
        self.program.bits - 1
    }

    pub(super) fn new_list(&mut self) -> ListId {
        self.program.lists += 1;
        self.program.lists - 1
    }

    /// Adds a step that sets `bit`.
    pub(super) fn set_bit(&mut self, parts: Parts, previous: Option<(Combinator, Bit)>, bit: Bit) -> Result<()> {
        self.forward(parts, Role::Forward { previous, bit: Some(bit), selector: None }, None)
    }

    /// Adds a step that sets a new bit. Returns the bit.
    pub(super) fn bit(&mut self, parts: Parts) -> Result<Bit> {
        let bit = self.new_bit();
        self.set_bit(parts, None, bit)?;
        Ok(bit)
    }

    /// Returns the bit of a step that no other step sets. Selectors that start with the same compounds share these steps.
    pub(super) fn shared_bit(&mut self, parts: Parts, previous: Option<(Combinator, Bit)>) -> Result<Bit> {
        let is_same = |step: &&Step| step.tests == parts.tests && step.late == parts.late;
        let bit_of = |&id: &CompoundId| match Some(&self.program.steps[id as usize]).filter(is_same)?.role {
            Role::Forward { previous: before, bit, .. } if before == previous => Some((id, bit?)),
            _ => None,
        };
        if let Some((id, bit)) = self.program.shared.iter().find_map(bit_of) {
            self.steps.push(id);
            return Ok(bit);
        }
        let bit = self.new_bit();
        self.set_bit(parts, previous, bit)?;
        self.program.shared.push(self.program.steps.len() as CompoundId - 1);
        Ok(bit)
    }

    /// Adds a step that adds elements to a list.
    pub(super) fn list(&mut self, parts: Parts, list: ListId) -> Result<()> {
        self.forward(parts, Role::Forward { previous: None, bit: None, selector: None }, Some(list))
    }

    /// Adds a step whose elements match the selector.
    pub(super) fn select(&mut self, parts: Parts, previous: Option<(Combinator, Bit)>) -> Result<()> {
        let selector = Some(self.selector as u32);
        self.forward(parts, Role::Forward { previous, bit: None, selector }, None)
    }

    fn forward(&mut self, parts: Parts, role: Role, list: Option<ListId>) -> Result<()> {
        let Role::Forward { previous, .. } = role else { return Ok(()) };
        let mut stage = self.program.stage_after(&parts.late);
        if let Some((_, bit)) = previous {
            stage = stage.max(self.program.stage_of(bit));
        }
        self.add(parts, role, Phase::Forward.from(stage), list)
    }

    /// Returns the bit of a step in the reverse direction, which selectors share. `forward` is a bit that the step also sets for
    /// forward steps.
    pub(super) fn has_bit(
        &mut self,
        mut parts: Parts,
        next: Option<(Combinator, Bit)>,
        forward: Option<Bit>,
    ) -> Result<Bit> {
        if parts.late.iter().any(is_forward_only) {
            let bit = self.bit(parts.clone())?;
            parts.late = Vec::from([Late::Any(Vec::from([bit]))]);
        }
        let is_same = |step: &&Step| step.tests == parts.tests && step.late == parts.late;
        let mut bits = (0..).zip(&self.program.steps).filter_map(|(id, step)| match Some(step).filter(is_same)?.role {
            Role::Backward { next: after, bit, forward: None } if after == next => Some((id, bit)),
            _ => None,
        });
        if let (Some((id, bit)), None) = (bits.next(), forward) {
            self.steps.push(id);
            return Ok(bit);
        }
        let mut stage = self.program.stage_after(&parts.late);
        if let Some((_, bit)) = next {
            stage = stage.max(self.program.stage_of_has(bit));
        }
        let bit = self.program.has_bits;
        self.program.has_bits += 1;
        self.add(parts, Role::Backward { next, bit, forward }, Phase::Backward.from(stage), None)?;
        Ok(bit)
    }

    fn add(&mut self, parts: Parts, role: Role, stage: Stage, list: Option<ListId>) -> Result<()> {
        self.check(stage)?;
        let id = self.program.steps.len() as CompoundId;
        self.steps.push(id);
        for key in keys(&parts.tests) {
            self.program.index.add(&key, id);
        }
        self.program.steps.push(Step { tests: parts.tests, late: parts.late, role, stage, list });
        Ok(())
    }

    fn check(&self, stage: Stage) -> Result<()> {
        if self.program.steps.len() + self.program.positions.len() >= MAX_STEPS {
            return Err(self.too_much(&format!("{MAX_STEPS} compounds")));
        }
        if stage >= MAX_STAGES {
            return Err(
                self.error(0..self.text.len(), "the selector needs too many passes over the page; use two selectors")
            );
        }
        Ok(())
    }

    /// Adds a position among the elements of a list. Returns the bit of the elements there, or with `holds` of the contexts
    /// for which the element there has this bit.
    pub(super) fn position(&mut self, of: ListId, nth: Nth, scope: Scope, holds: Option<Bit>) -> Result<Bit> {
        let fills = |list: ListId| self.program.steps.iter().filter(move |step| step.list == Some(list));
        let mut stage = fills(of).map(|step| step.stage).max().unwrap_or(0);
        if let Some(context) = scope.context() {
            stage = fills(context).map(|step| step.stage).fold(stage, Stage::max);
        }
        if let Some(bit) = holds {
            stage = stage.max(self.program.stage_of(bit));
        }
        let stage = Phase::Positions.from(stage);
        self.check(stage)?;
        let bit = self.new_bit();
        self.program.positions.push(Position { of, nth, scope, holds, bit, stage });
        Ok(bit)
    }

    /// Returns a condition on text.
    pub(super) fn text(&mut self, test: TextTest) -> Late {
        self.program.needs_text = true;
        self.program.texts.is_needed = true;
        self.program.has_text_nodes = true;
        Late::Text(Box::new(test))
    }
}

/// Returns true if a condition can only be evaluated in document order.
fn is_forward_only(late: &Late) -> bool {
    match late {
        Late::After(..) => true,
        Late::AnyOf(lists) => lists.iter().flatten().any(is_forward_only),
        Late::Not(list) => list.iter().any(is_forward_only),
        _ => false,
    }
}

impl Program {
    /// Returns the stage after which a bit is known.
    fn stage_of(&self, bit: Bit) -> Stage {
        let of_steps = self.steps.iter().filter(|step| match step.role {
            Role::Forward { bit: set, .. } => set == Some(bit),
            Role::Backward { forward, .. } => forward == Some(bit),
        });
        let of_positions = self.positions.iter().filter(|position| position.bit == bit);
        of_steps.map(|step| step.stage).chain(of_positions.map(|position| position.stage)).max().unwrap_or(0)
    }

    fn stage_of_has(&self, bit: Bit) -> Stage {
        let sets = |step: &&Step| matches!(step.role, Role::Backward { bit: set, .. } if set == bit);
        self.steps.iter().find(sets).map_or(0, |step| step.stage)
    }

    /// Returns the stage after which all bits of the conditions are known.
    fn stage_after(&self, late: &[Late]) -> Stage {
        let mut stage = 0;
        for late in late {
            for_each_bit(late, &mut |used| {
                stage = stage.max(match used {
                    Used::Bit(bit) | Used::After(_, bit) => self.stage_of(bit),
                    Used::Has(_, bit) => self.stage_of_has(bit),
                });
            });
        }
        stage
    }

    /// Must be called after the last selector was added.
    pub(super) fn finish(&mut self) {
        let last = self.steps.iter().map(|step| step.stage).max().unwrap_or(0);
        let last = Phase::Forward.from(last);
        // All matches are found in one pass, so that they are in document order.
        for step in &mut self.steps {
            if matches!(step.role, Role::Forward { selector: Some(_), .. }) {
                step.stage = last;
            }
        }
        self.move_to_late_stages(last);
        self.stages = self.steps.iter().map(|step| step.stage).collect();
        self.stages.extend(self.positions.iter().map(|position| position.stage));
        self.stages.sort_unstable();
        self.stages.dedup();
        self.note_asked_bits();
        self.index.build(|compound| &self.steps[compound as usize].tests);
    }

    /// Records the bits of relatives that the steps ask for.
    fn note_asked_bits(&mut self) {
        let (mut asked, mut asked_in_has) = (AskedBits::new(self.bits), AskedBits::new(self.has_bits));
        for step in &self.steps {
            match step.role {
                Role::Forward { previous, .. } => previous.into_iter().for_each(|(at, bit)| asked.add(at, bit)),
                Role::Backward { next, .. } => next.into_iter().for_each(|(at, bit)| asked_in_has.add(at, bit)),
            }
            for late in &step.late {
                for_each_bit(late, &mut |used| match used {
                    Used::Bit(_) => {}
                    Used::After(combinator, bit) => asked.add(combinator, bit),
                    Used::Has(combinator, bit) => asked_in_has.add(combinator, bit),
                });
            }
        }
        (self.asked, self.asked_in_has) = (asked, asked_in_has);
    }

    /// Moves forward steps to the stage of the steps that need them, so that fewer passes are made.
    fn move_to_late_stages(&mut self, last: Stage) {
        let mut limits = alloc::vec![last; self.bits as usize];
        let mut list_limits = alloc::vec![last; self.lists as usize];
        for Position { of, scope, holds, stage, .. } in &self.positions {
            for list in [Some(*of), scope.context()].into_iter().flatten() {
                list_limits[list as usize] = list_limits[list as usize].min(*stage);
            }
            if let Some(bit) = holds {
                limits[*bit as usize] = limits[*bit as usize].min(*stage);
            }
        }
        // A step needs only bits of steps before it.
        for at in (0..self.steps.len()).rev() {
            let step = &mut self.steps[at];
            let previous = match step.role {
                Role::Forward { previous, bit, selector: None } => {
                    let limit = bit.map_or(last, |bit| limits[bit as usize]);
                    let limit = step.list.map_or(limit, |list| limit.min(list_limits[list as usize]));
                    step.stage = Phase::Forward.up_to(limit);
                    previous
                }
                Role::Forward { previous, .. } => previous,
                Role::Backward { .. } => None,
            };
            let stage = step.stage;
            let mut limit = |bit: Bit| limits[bit as usize] = limits[bit as usize].min(stage);
            if let Some((_, bit)) = previous {
                limit(bit);
            }
            for late in &step.late {
                for_each_bit(late, &mut |used| {
                    if let Used::Bit(bit) | Used::After(_, bit) = used {
                        limit(bit);
                    }
                });
            }
        }
    }
}

/// A bit that a condition needs.
enum Used {
    /// At the element.
    Bit(Bit),
    /// At a relative that comes earlier.
    After(Combinator, Bit),
    /// At a relative in `:has`.
    Has(Combinator, Bit),
}

fn for_each_bit(late: &Late, call: &mut impl FnMut(Used)) {
    match late {
        Late::Any(bits) | Late::None(bits) => bits.iter().for_each(|bit| call(Used::Bit(*bit))),
        Late::Has(list) => list.iter().for_each(|(combinator, bit)| call(Used::Has(*combinator, *bit))),
        Late::After(combinator, bit) => call(Used::After(*combinator, *bit)),
        Late::AnyOf(lists) => {
            for late in lists.iter().flatten() {
                for_each_bit(late, call);
            }
        }
        Late::Not(list) => {
            for late in list {
                for_each_bit(late, call);
            }
        }
        Late::Root | Late::Empty | Late::Nth(_) | Late::Text(_) => {}
    }
}

/// Returns the keys of tests. An element that passes all tests has one of them.
pub(super) fn keys(tests: &[Test]) -> Vec<Key> {
    let keys = tests.iter().map(|test| match test {
        Test::Name(name) => Vec::from([Key::Name(name.lower.clone())]),
        Test::Id(id) => Vec::from([Key::Id(id.clone())]),
        Test::Class(class) => Vec::from([Key::Class(class.clone())]),
        Test::Attribute { name, .. } => Vec::from([Key::Attribute(name.lower.clone())]),
        Test::Any(lists) => lists.iter().flat_map(|tests| keys(tests)).collect(),
        Test::Condition(Condition::HasAttribute(name)) => Vec::from([Key::Attribute(name.lower.clone())]),
        Test::None(_) | Test::Condition(_) => Vec::from([Key::Nothing]),
    });
    let rank = |keys: &Vec<Key>| keys.iter().map(Key::rank).min().unwrap_or(0);
    let mut best = keys.max_by_key(rank).filter(|keys| rank(keys) > 0).unwrap_or_else(|| Vec::from([Key::Nothing]));
    best.dedup();
    best
}
