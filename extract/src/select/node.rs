//! The entries of the table of elements.

use core::ops::Range;
use tagrake::Namespace;
use tagrake::names::Element as Name;

/// The number of an entry.
pub(super) type NodeId = u32;

/// The document: the parent of the `html` element.
pub(super) const DOCUMENT: NodeId = 0;
/// No entry, in the links of an entry: no entry links to the document except as its parent.
pub(super) const NONE: NodeId = 0;
/// The parent of an entry that is not in the document.
pub(super) const DETACHED: NodeId = NodeId::MAX;

/// The name and the namespace of an element, as an integer, or a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Kind(u32);

impl Kind {
    pub(super) const TEXT: Self = Self(u32::MAX);
    const TEMPLATE: Self = Self(Name::Template as u32);

    pub(super) fn new(name: u32, namespace: Namespace) -> Self {
        Self(name | (namespace as u32) << 28)
    }

    /// Returns the number of the name: of [`Name`], or a larger one.
    pub(super) fn name(self) -> u32 {
        self.0 & ((1 << 28) - 1)
    }

    pub(super) fn namespace(self) -> Namespace {
        [Namespace::Html, Namespace::Svg, Namespace::MathMl][(self.0 >> 28) as usize % 3]
    }

    /// Returns false if the name of the element is known and is not `name`.
    pub(super) fn is_called(self, name: &[u8]) -> bool {
        let known = self.name() as usize;
        Name::ALL.get(known).is_none_or(|&known| known == Name::Other || known.as_str().as_bytes() == name)
    }

    /// Returns true if the children of the element are the contents of a `template`, which are not in the document.
    pub(super) fn is_template(self) -> bool {
        self == Self::TEMPLATE
    }
}

/// An element or a text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) parent: NodeId,
    pub(super) previous: NodeId,
    pub(super) next: NodeId,
    pub(super) first_child: NodeId,
    pub(super) last_child: NodeId,
    pub(super) kind: Kind,
    /// Of an element, the index in `matched`, where 0 is an entry without steps. Of a text, the index in `texts`.
    pub(super) data: u32,
}

/// The steps that an element passed, and its start tags.
#[derive(Clone, Debug, Default)]
pub(super) struct Matched {
    pub(super) steps: Range<u32>,
    /// The start tags. Empty if the element is implied, or if none of the steps is the last one of a selector.
    pub(super) tags: Range<u32>,
    /// The offset of the token at which the element was created.
    pub(super) offset: usize,
}
