//! The conditions of a program on the text of elements.

use super::strings::{Comparison, Condition, Translation};
use aho_corasick::AhoCorasick;
use alloc::boxed::Box;
use alloc::vec::Vec;

/// The most characters that `string-length()` of an element is compared with.
pub(super) const MAX_LENGTH: f64 = 4096.0;

/// A condition on the text of an element.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum TextTest {
    /// On the string value.
    Value { view: u32, condition: ValueCondition },
    /// On one of the text nodes among the children, or on the one with this index, counted from 1.
    Child { index: Option<u32>, condition: Condition },
}

/// A condition on the string value of an element.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum ValueCondition {
    Equals(Box<[u8]>),
    StartsWith(Box<[u8]>),
    /// The number of a [`Search`].
    Contains(u32),
    /// The number of characters, compared with at most [`MAX_LENGTH`].
    Length(Comparison, f64),
}

/// A change of a string value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Change {
    NormalizeSpace,
    Translate(Translation),
}

/// A text that is searched in a view of the page, and is not empty.
#[derive(Clone, Debug)]
pub(super) struct Search {
    pub(super) view: u32,
    pub(super) len: usize,
    pub(super) automaton: AhoCorasick,
}

/// The views and searches that the conditions of a program read.
#[derive(Clone, Debug, Default)]
pub(super) struct TextPlan {
    /// Each view is a list of changes, the first one first.
    pub(super) views: Vec<Vec<Change>>,
    pub(super) searches: Vec<Search>,
    /// True if there is a condition.
    pub(super) is_needed: bool,
}
