//! The result: the elements that match.

use super::node::{Kind, NONE, NodeId};
use super::tree::NodeTable;
use alloc::vec::Vec;
use tagrake::{Namespace, StartTag};

/// The elements of a page that match each selector. Returned by [`SelectSink::finish`](super::SelectSink::finish).
#[derive(Clone, Debug)]
pub struct Matches<'a, 's> {
    pub(super) table: NodeTable<'a, 's>,
    pub(super) matches: Vec<Vec<NodeId>>,
    /// The offset from which the results may differ from the standard, because the page exceeds a limit.
    pub(super) limited_at: Option<usize>,
}

impl<'a, 's> Matches<'a, 's> {
    /// Returns the elements that match the selector with this index, in document order.
    pub fn of(&self, selector: usize) -> impl ExactSizeIterator<Item = Match<'_, 'a, 's>> {
        self.matches[selector].iter().map(|&node| Match { table: &self.table, node })
    }

    /// Returns the offset of the first token that exceeds a limit: more elements are open at once than
    /// [`Limits::depth`](tagrake::Limits::depth) allows, or the elements of the page take too much memory. From there on,
    /// the results may differ from the results on a tree, and may be missing.
    pub fn limited_at(&self) -> Option<usize> {
        self.limited_at
    }
}

/// An element that matches a selector.
#[derive(Clone, Copy, Debug)]
pub struct Match<'m, 'a, 's> {
    table: &'m NodeTable<'a, 's>,
    node: NodeId,
}

impl<'a> Match<'_, 'a, '_> {
    /// Returns the start tag of the element. `None` if the element is implied, as `tbody` often is.
    pub fn tag(&self) -> Option<StartTag<'a>> {
        self.tags().first().copied()
    }

    /// Returns the offset of the start tag. If the element is implied, returns the offset of the token that implied it.
    pub fn offset(&self) -> usize {
        self.table.matched[self.table.node(self.node).data as usize].offset
    }

    /// Returns the value of an attribute. `name` is in lower case.
    ///
    /// Each call decodes the value again, as [`Attribute::value`](tagrake::Attribute::value) does.
    pub fn attribute(&self, name: impl AsRef<[u8]>) -> Option<&'a [u8]> {
        let name = name.as_ref();
        self.tags().iter().find_map(|tag| tag.attribute(name)).map(|attribute| attribute.value())
    }

    /// Returns the text of the element: the text of all descendants, in document order. Empty unless the sink [collects
    /// text](super::SelectSink::with_text).
    pub fn text(&self) -> Vec<u8> {
        let mut text = Vec::new();
        if self.table.node(self.node).kind.is_template() {
            return text; // Its contents are not its children.
        }
        let mut at = self.table.node(self.node).first_child;
        while at != NONE {
            let node = self.table.node(at);
            if node.kind == Kind::TEXT {
                text.extend_from_slice(self.table.texts[node.data as usize]);
            }
            let mut from = at;
            at = if node.kind.is_template() { NONE } else { node.first_child };
            while at == NONE && from != self.node {
                at = self.table.node(from).next;
                from = self.table.node(from).parent;
            }
        }
        text
    }

    /// All start tags whose attributes the element has: several for `html` and `body`.
    fn tags(&self) -> &[StartTag<'a>] {
        let tags = self.table.matched[self.table.node(self.node).data as usize].tags.clone();
        &self.table.tags[tags.start as usize..tags.end as usize]
    }

    /// Returns the namespace of the element.
    pub fn namespace(&self) -> Namespace {
        self.table.node(self.node).kind.namespace()
    }
}
