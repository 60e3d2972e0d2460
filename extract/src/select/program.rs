//! Selectors as a program: compounds that are tested at start tags, and what connects them.
//!
//! Each compound of a CSS selector, and each step of an XPath, becomes a [`Step`]. A step has two kinds of conditions:
//!
//! * [`Test`]s on the element alone. They are evaluated at the start tag, because its attributes are at hand there.
//! * [`Late`] conditions and the combinator before the compound, which need relatives or text. They are evaluated after the
//!   page ([`super::evaluate`]).
//!
//! Example: `ul > li:first-child` has the steps `ul` and `li`. An element `li` that passes its tests matches if it is a
//! first child and its parent has the bit of the step `ul`.
//!
//! Steps are evaluated in stages, and each stage is one pass over the table in one direction ([`Phase`]). Most programs have
//! one stage. A step is in a later stage than the bits that it needs, if these are not known yet when the pass of their
//! stage reaches the element: `:has` needs the bits of elements that come later.

use super::builder::Builder;
use super::css;
use super::element::Test;
use super::error::SelectorError;
use super::index::Index;
use super::positions::Position;
use super::report::Source;
use super::syntax::{Combinator, Nth};
use super::texts::{TextPlan, TextTest};
use super::xpath::{self, XPathResult};
use alloc::boxed::Box;
use alloc::vec::Vec;

/// The number of a bit in a [`BitSet`](super::bit_sets::BitSets).
pub(super) type Bit = u32;

/// The number of a list of elements, in document order.
pub(super) type ListId = u32;

/// Compiled selectors.
#[derive(Clone, Debug, Default)]
pub(super) struct Program {
    pub(super) steps: Vec<Step>,
    pub(super) index: Index,
    /// The number of selectors.
    pub(super) selectors: usize,
    /// By selector: the result of an XPath.
    pub(super) results: Vec<XPathResult>,
    /// By selector: its parts.
    pub(super) sources: Vec<Source>,
    /// The number of bits that steps set from the start of a selector to its end.
    pub(super) bits: u32,
    /// The number of bits that steps set from the end of a selector in `:has` to its start.
    pub(super) has_bits: u32,
    /// The number of lists that steps fill.
    pub(super) lists: u32,
    pub(super) positions: Vec<Position>,
    pub(super) texts: TextPlan,
    /// The stages that have steps or positions, in order.
    pub(super) stages: Vec<Stage>,
    /// True if a step asks for the text of an element, or whether it is empty.
    pub(super) needs_text: bool,
    /// True if a step asks for an index among all siblings.
    pub(super) needs_index: bool,
    /// True if a step asks for an index among the siblings of the same type.
    pub(super) needs_type_index: bool,
    /// True if a step has the combinator `~`.
    pub(super) needs_siblings: bool,
}

/// The number of a stage.
pub(super) type Stage = u8;

/// The direction of a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// In document order: steps with [`Role::Forward`].
    Forward,
    /// In reverse order: steps with [`Role::Backward`].
    Backward,
    /// Over lists of elements: [`Position`]s.
    Positions,
}

impl Phase {
    pub(super) fn of(stage: Stage) -> Self {
        [Self::Forward, Self::Backward, Self::Positions][stage as usize % 3]
    }

    /// Returns the first stage of this phase from `stage` on.
    pub(super) fn from(self, stage: Stage) -> Stage {
        stage + (self as u8 + 3 - stage % 3) % 3
    }

    /// Returns the last stage of this phase up to `stage`, which is not before the first one.
    pub(super) fn up_to(self, stage: Stage) -> Stage {
        stage - (stage % 3 + 3 - self as u8) % 3
    }
}

/// A compound.
#[derive(Clone, Debug)]
pub(super) struct Step {
    pub(super) tests: Vec<Test>,
    pub(super) late: Vec<Late>,
    pub(super) role: Role,
    pub(super) stage: Stage,
    /// The list to which elements that match are added.
    pub(super) list: Option<ListId>,
}

/// The relation that a step connects, and the meaning of its match.
#[derive(Clone, Debug)]
pub(super) enum Role {
    /// A step from the start of a selector to its end.
    Forward {
        /// The bit of the step before, and where the element that must have it is.
        previous: Option<(Combinator, Bit)>,
        bit: Option<Bit>,
        /// The selector that matches.
        selector: Option<u32>,
    },
    /// A step in `:has`, where the order is reversed.
    Backward {
        /// The bit of the step after, and where the element that must have it is.
        next: Option<(Combinator, Bit)>,
        bit: Bit,
        /// A bit that is set for steps from the start to the end.
        forward: Option<Bit>,
    },
}

/// A condition that needs the relatives or the text of an element.
#[derive(Clone, Debug)]
pub(super) enum Late {
    Root,
    Empty,
    Nth(Nth),
    /// One of the bits at the element.
    Any(Vec<Bit>),
    /// None of the bits at the element.
    None(Vec<Bit>),
    /// One of the bits at a relative, in `:has`.
    Has(Vec<(Combinator, Bit)>),
    /// The bit at a relative that comes earlier: the combinator connects the relative with the element.
    After(Combinator, Bit),
    Text(Box<TextTest>),
    /// All conditions of one of these lists.
    AnyOf(Vec<Vec<Late>>),
    /// Not all of the conditions.
    Not(Vec<Late>),
}

impl Program {
    pub(super) fn compile(selectors: &[&str]) -> Result<Self, SelectorError> {
        let mut program = Self { selectors: selectors.len(), ..Self::default() };
        for (number, text) in selectors.iter().enumerate() {
            let (steps, positions) = (program.steps.len(), program.positions.len());
            let mut builder = Builder::new(&mut program, number, text);
            let (result, selector) =
                if xpath::is_path(text) { xpath::compile(&mut builder)? } else { css::compile(&mut builder)? };
            let (steps, positions) = (steps..program.steps.len(), positions..program.positions.len());
            program.sources.push(Source { selector, steps, positions });
            program.results.push(result);
        }
        program.finish();
        Ok(program)
    }
}
