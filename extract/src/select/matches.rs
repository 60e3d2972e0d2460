//! The result: the elements that match.

use super::node::{Kind, NONE, Node, NodeId};
use super::places::Places;
use super::tree::NodeTable;
use alloc::vec::Vec;
use bumpalo::collections::Vec as BumpVec;
use core::ops::Range;
use tagrake::{Namespace, StartTag};

/// The elements of a page that match each selector. Returned by [`SelectSink::finish`](super::SelectSink::finish).
#[derive(Debug)]
pub struct Matches<'a, 's> {
    pub(super) table: NodeTable<'a, 's>,
    pub(super) matches: BumpVec<'a, BumpVec<'a, NodeId>>,
    /// The offset from which the results may differ from the standard, because the page exceeds a limit.
    pub(super) limited_at: Option<usize>,
}

impl<'a, 's> Matches<'a, 's> {
    /// Returns the elements that match the selector with this index, in document order.
    ///
    /// # Panics
    ///
    /// If there is no selector with this index.
    pub fn of(&self, selector: usize) -> impl ExactSizeIterator<Item = Match<'_, 'a, 's>> {
        self.matches[selector].iter().map(|&node| Match { table: &self.table, node })
    }

    /// Returns the number of matches of a selector before the first one for which `is_before` returns false.
    pub(crate) fn partition_point(&self, selector: usize, is_before: impl Fn(&Match<'_, 'a, 's>) -> bool) -> usize {
        self.matches[selector].partition_point(|&node| is_before(&Match { table: &self.table, node }))
    }

    /// Returns the offset of the first token that exceeds a limit: more elements are open at once than
    /// [`Limits::depth`](tagrake::Limits::depth) allows, or the elements of the page take too much memory. From there on,
    /// the results may differ from the results on a tree, and may be missing.
    pub fn limited_at(&self) -> Option<usize> {
        self.limited_at
    }

    /// Returns the places of all elements in document order.
    pub(crate) fn places(&self) -> Places<'a> {
        Places::new(&self.table, &self.table.in_order())
    }
}

/// A part of the content of an element, in document order.
pub(crate) enum Content<'m, 'a> {
    /// The start of an element inside: its name in the HTML namespace, or nothing.
    Start(&'m [u8]),
    /// The end of an element inside.
    End(&'m [u8]),
    /// Text, decoded.
    Text(&'a [u8]),
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
        self.for_each_content(|content| {
            if let Content::Text(part) = content {
                text.extend_from_slice(part);
            }
            true
        });
        text
    }

    /// Returns the place of the element.
    pub(crate) fn place(&self, places: &Places<'_>) -> u32 {
        places.start[self.node as usize]
    }

    /// Returns the places of the descendants.
    pub(crate) fn descendants(&self, places: &Places<'_>) -> Range<u32> {
        self.place(places) + 1..places.end[self.node as usize] + 1
    }

    /// Calls `visit` for each part of the content. Leaves out the content of an element for whose start `visit` returns false.
    pub(crate) fn for_each_content(&self, mut visit: impl FnMut(Content<'_, 'a>) -> bool) {
        // The contents of a `template` are not its children.
        let first_child = |id: NodeId| {
            Some(self.table.node(id)).filter(|node| !node.kind.is_template()).map_or(NONE, |node| node.first_child)
        };
        let mut at = first_child(self.node);
        while at != NONE {
            let node = self.table.node(at);
            let mut from = at;
            if node.kind == Kind::TEXT {
                visit(Content::Text(self.table.texts[node.data as usize]));
                at = NONE;
            } else {
                at = if visit(Content::Start(self.table.html_name(at))) { first_child(at) } else { NONE };
            }
            while at == NONE && from != self.node {
                let left = self.table.node(from);
                if left.kind != Kind::TEXT {
                    visit(Content::End(self.table.html_name(from)));
                }
                at = left.next;
                from = left.parent;
            }
        }
    }

    /// Returns the texts among the children. Each has true if it continues the text before it.
    pub(crate) fn child_texts(&self) -> impl Iterator<Item = (bool, &'a [u8])> {
        let node = self.table.node(self.node);
        let first = if node.kind.is_template() { NONE } else { node.first_child };
        let children = core::iter::successors(Some(first), |&child| Some(self.table.node(child).next));
        let texts = children.take_while(|&child| child != NONE).map(|child| self.table.node(child));
        // A comment is an empty text.
        let is_text = |node: &Node| node.kind == Kind::TEXT && !self.table.texts[node.data as usize].is_empty();
        texts.filter(move |child| is_text(child)).map(move |child| {
            let continues = child.previous != NONE && is_text(self.table.node(child.previous));
            (continues, self.table.texts[child.data as usize])
        })
    }

    /// Returns the name of the element in the HTML namespace. Empty for other elements.
    pub(crate) fn html_name(&self) -> &[u8] {
        match (self.table.html_name(self.node), self.tags()) {
            // The table has no names of unknown elements if text is not taken.
            (b"", [tag, ..]) if self.namespace() == Namespace::Html => tag.name(),
            (name, _) => name,
        }
    }

    /// Returns the range of the element in the page: from its start tag to its end tag, or to the token that ends it
    /// without one. `None` unless the sink [takes ranges](super::SelectSink::with).
    ///
    /// If tree construction creates an element again, as in `<b>1<p>2</b>`, the range of the copy begins where it is
    /// created.
    pub fn range(&self) -> Option<Range<usize>> {
        self.table.ranges.as_ref().map(|ranges| ranges[self.node as usize].clone())
    }

    /// Returns the attributes of the first start tag, then the attributes that later tags add.
    pub(crate) fn all_attributes(&self) -> impl Iterator<Item = tagrake::Attribute<'a>> {
        self.tags().iter().flat_map(StartTag::attributes)
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
