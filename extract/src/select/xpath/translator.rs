//! The translation of one XPath: the types that its parts share.

use super::super::bit_sets::Bit;
use super::super::builder::{Builder, Parts};
use super::super::element::Test;
use super::super::error::SelectorError;
use super::super::program::{Late, ListId, Scope};
use super::super::strings::Condition;
use super::super::syntax::Nth;
use super::syntax::{Axis, Expr, NodeTest};
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

pub(super) type Result<T, E = SelectorError> = core::result::Result<T, E>;

/// Translates one XPath.
pub(super) struct Translator<'b, 'p>(pub(super) &'b mut Builder<'p>);

impl Translator<'_, '_> {
    pub(super) fn error<T>(&self, span: &Range<usize>, message: impl Into<String>) -> Result<T> {
        Err(self.0.error(span.clone(), message))
    }
}

/// The last part of a path, after its elements.
#[derive(Clone, Debug)]
pub(super) enum Ending<'e> {
    Element,
    Attribute(&'e str),
    /// `text()` with its predicates.
    Text(&'e [Expr]),
}

/// A step of a path to elements.
#[derive(Clone, Debug)]
pub(super) struct ElementStep<'e> {
    pub(super) axis: Axis,
    pub(super) test: NodeTest,
    pub(super) predicates: &'e [Expr],
    /// True if positions are counted among siblings: `//p[1]` is `/descendant-or-self::node()/child::p[1]`.
    pub(super) counts_siblings: bool,
    /// If set, only the element with this index among those that have the part of the path after them.
    pub(super) index: Option<(Ending<'e>, i32)>,
    pub(super) span: Range<usize>,
}

/// The conditions of a step.
pub(super) struct StepParts {
    pub(super) parts: Parts,
    /// The position, if it is counted from the context. `parts` has the conditions apart from it.
    pub(super) position: Option<ContextPosition>,
}

/// A position that is counted from a context: the elements that count, the position, and the scope by the contexts.
pub(super) type ContextPosition = (ListId, Nth, fn(ListId) -> Scope);

/// The element that a condition is about.
pub(super) struct Context<'c> {
    /// Tests that the element passes.
    pub(super) known: &'c [Test],
    pub(super) place: Place,
}

/// How the positions of an element are counted.
#[derive(Clone, Copy)]
pub(super) enum Place {
    None,
    /// It is the only one.
    Only,
    /// Among the elements of a list.
    Among(ListId, Scope),
}

/// The end of a path in a predicate.
pub(super) struct Tail<'e> {
    pub(super) ending: Ending<'e>,
    /// The condition on the string value of the nodes.
    pub(super) condition: Option<Condition>,
    /// True if only the first node counts.
    pub(super) is_first: bool,
}

/// Returns the condition that an element has a bit.
pub(super) fn any(bit: Bit) -> Late {
    Late::Any(Vec::from([bit]))
}

/// Boxes the bytes of a text.
pub(super) fn bytes(text: &str) -> Box<[u8]> {
    text.as_bytes().into()
}
