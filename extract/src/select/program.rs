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

use super::bit_sets::{AskedBits, Bit};
use super::element::Test;
use super::index::{CompoundId, Index};
use super::syntax::{Combinator, Nth};
use super::text_plan::{TextPlan, TextTest};
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

/// The number of a list of elements, in document order.
pub(super) type ListId = u32;

/// Compiled selectors.
#[derive(Clone, Debug, Default)]
pub(super) struct Program {
    pub(super) steps: Vec<Step>,
    pub(super) index: Index,
    /// The steps that selectors share.
    pub(super) shared: Vec<CompoundId>,
    /// The number of selectors.
    pub(super) selectors: usize,
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
    /// True if a step or a result has text nodes, which comments divide.
    pub(super) has_text_nodes: bool,
    /// True if a step asks for an index among all siblings.
    pub(super) needs_index: bool,
    /// True if a step asks for an index among the siblings of the same type.
    pub(super) needs_type_index: bool,
    /// The bits of relatives that steps ask for.
    pub(super) asked: AskedBits,
    /// The bits of relatives that steps in `:has` ask for, and conditions with `:has`.
    pub(super) asked_in_has: AskedBits,
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
#[derive(Clone, Debug, PartialEq)]
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

/// A position among the elements of a list.
#[derive(Clone, Debug)]
pub(super) struct Position {
    pub(super) of: ListId,
    pub(super) nth: Nth,
    pub(super) scope: Scope,
    /// If set, the contexts are found whose element at the position has this bit.
    pub(super) holds: Option<Bit>,
    /// The bit of the elements that are found.
    pub(super) bit: Bit,
    pub(super) stage: Stage,
}

/// Which elements of the list are counted. The contexts are the elements of another list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scope {
    /// All.
    Document,
    /// Those with the same parent.
    Siblings,
    /// The siblings after each context.
    SiblingsAfter(ListId),
    /// The siblings before each context, the nearest one first.
    SiblingsBefore(ListId),
    /// The elements that start after the end of each context.
    After(ListId),
    /// The descendants of each context.
    Inside(ListId),
    /// The ancestors of each context, the nearest one first.
    Around(ListId),
}

impl Scope {
    pub(super) fn context(self) -> Option<ListId> {
        match self {
            Self::Document | Self::Siblings => None,
            Self::SiblingsAfter(list)
            | Self::SiblingsBefore(list)
            | Self::After(list)
            | Self::Inside(list)
            | Self::Around(list) => Some(list),
        }
    }

    /// Returns true if a range of positions can be found in linear time: `position() > 2`.
    pub(super) fn has_ranges(self) -> bool {
        !matches!(self, Self::After(_) | Self::Inside(_) | Self::Around(_))
    }
}

/// The parts of a program that belong to a selector.
#[derive(Clone, Debug, Default)]
pub(super) struct Source {
    /// The selector in normal form.
    pub(super) selector: String,
    pub(super) result: XPathResult,
    /// Its steps. Selectors share steps.
    pub(super) steps: Vec<CompoundId>,
    pub(super) positions: Range<usize>,
}

/// The part of its elements that a selector selects.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum XPathResult {
    /// The element. CSS selectors always select elements.
    #[default]
    Element,
    /// The attribute with this name, for `//a/@href`. All elements that match have it.
    Attribute(Box<str>),
    /// The text nodes among the children of the element, for `//p/text()`. All elements that match have one.
    TextNodes,
}
