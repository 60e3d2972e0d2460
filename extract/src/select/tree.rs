//! The elements of a page as a compact table: what is left of a tree if attributes and comments are left out.
//!
//! An entry has the numbers of its parent, siblings and children. It has no attributes: the tests of a program are
//! evaluated when an element is created, and an entry refers to the steps that it passed ([`Matched`]). Most elements
//! pass none.
//!
//! Tree construction inserts nearly all elements in the order of the page, so that the number of an entry is its place
//! in document order. Where it does not (foster parenting, the adoption agency), [`NodeTable::in_order`] computes it.

use super::element::Element;
use super::index::{CompoundId, Seen};
use super::node::{DETACHED, DOCUMENT, Kind, Matched, NONE, Node, NodeId};
use super::program::{Program, Role};
use bumpalo::Bump;
use bumpalo::collections::Vec;
use core::ops::Range;
use hashbrown::{DefaultHashBuilder, HashMap};
use tagrake::names::Element as Name;
use tagrake::tree_sim::{NewElement, Place, TreeSink};
use tagrake::{Namespace, StartTag};

/// The `html` element.
const HTML: NodeId = 1;

/// The number of entries at which reading stops. A token can add some more.
const MAX_NODES: usize = 1 << 26;

/// The table, and the start tag that is read.
#[derive(Debug)]
pub(super) struct NodeTable<'a, 'p> {
    program: &'p Program,
    /// The memory of the table.
    pub(super) bump: &'a Bump,
    pub(super) nodes: Vec<'a, Node>,
    pub(super) matched: Vec<'a, Matched>,
    pub(super) steps: Vec<'a, CompoundId>,
    pub(super) tags: Vec<'a, StartTag<'a>>,
    pub(super) texts: Vec<'a, &'a [u8]>,
    /// True if the order of entries may differ from document order.
    moved: bool,
    /// The current start tag: a list of one, because an element has a list of tags.
    tag: Vec<'a, StartTag<'a>>,
    /// The current text.
    text: &'a [u8],
    /// The offset of the current token.
    pub(super) offset: usize,
    held: Vec<'a, &'a [u8]>,
    takes_text: bool,
    max_nodes: usize,
    /// By entry, as far as there is any: true if the element has text that has no entry, because only the condition
    /// [`:empty`](super::program::Late::Empty) asks for it.
    has_text: Vec<'a, bool>,
    quirks: bool,
    /// True if identifiers and classes have a case in quirks mode too, as in scraper.
    #[cfg(test)]
    pub(super) always_has_case: bool,
    /// The tags of the `html` element, and the `body` element with its tags.
    html_tags: Vec<'a, StartTag<'a>>,
    body_tags: Vec<'a, StartTag<'a>>,
    body: NodeId,
    /// True if a tag added attributes to the `body` element.
    body_has_more_tags: bool,
    body_offset: usize,
    /// Names that are not in [`Name`], by number, and their numbers.
    names: Vec<'a, &'a [u8]>,
    numbers: HashMap<&'a [u8], u32, DefaultHashBuilder, &'a Bump>,
    seen: Seen<'a>,
    /// By entry: its range in the source. `None` if ranges are not requested.
    pub(super) ranges: Option<Vec<'a, Range<usize>>>,
    /// The element of the current start tag, and the element that the current tag closed last.
    created: NodeId,
    closed: NodeId,
}

impl<'a, 'p> NodeTable<'a, 'p> {
    pub(super) fn new_in(bump: &'a Bump, program: &'p Program, takes_text: bool) -> Self {
        let document = Node {
            parent: DETACHED,
            previous: NONE,
            next: NONE,
            first_child: NONE,
            last_child: NONE,
            kind: Kind::new(0, Namespace::Html),
            data: 0,
        };
        Self {
            program,
            bump,
            nodes: bumpalo::vec![in bump; document],
            matched: bumpalo::vec![in bump; Matched::default()],
            steps: Vec::new_in(bump),
            tags: Vec::new_in(bump),
            texts: Vec::new_in(bump),
            moved: false,
            tag: Vec::with_capacity_in(1, bump),
            text: b"",
            offset: 0,
            held: Vec::new_in(bump),
            takes_text: takes_text || program.texts.is_needed,
            max_nodes: MAX_NODES,
            has_text: Vec::new_in(bump),
            quirks: false,
            #[cfg(test)]
            always_has_case: false,
            html_tags: Vec::new_in(bump),
            body_tags: Vec::new_in(bump),
            body: NONE,
            body_has_more_tags: false,
            body_offset: 0,
            names: Vec::new_in(bump),
            numbers: HashMap::new_in(bump),
            seen: Seen::new_in(bump, &program.index),
            ranges: None,
            created: NONE,
            closed: NONE,
        }
    }

    /// Limits the memory of the entries.
    pub(super) fn set_max_bytes(&mut self, bytes: usize) {
        self.max_nodes = MAX_NODES.min(bytes / size_of::<Node>());
    }

    /// Requests the range of each element in the source.
    pub(super) fn take_ranges(&mut self) {
        self.ranges = Some(bumpalo::vec![in self.bump; 0..usize::MAX; self.nodes.len()]);
    }

    /// Ends the start tag that is read, at `end`. Its element ends there too if the tag closes it, as `br` does.
    pub(super) fn finish_start_tag(&mut self, end: usize) {
        let created = core::mem::replace(&mut self.created, NONE);
        self.finish_tag(end, |_, closed| closed == created);
    }

    /// Ends the end tag that is read, at `end`. The element that it closed last ends there too if it has the name of the tag.
    pub(super) fn finish_end_tag(&mut self, name: &[u8], end: usize) {
        self.finish_tag(end, |table, closed| table.node(closed).kind.is_called(name));
    }

    fn finish_tag(&mut self, end: usize, is_closed: impl Fn(&Self, NodeId) -> bool) {
        let closed = core::mem::replace(&mut self.closed, NONE);
        if closed != NONE
            && is_closed(self, closed)
            && let Some(ranges) = &mut self.ranges
        {
            ranges[closed as usize].end = end;
        }
    }

    /// Sets the start tag that tree construction processes next.
    #[inline]
    pub(super) fn set_tag(&mut self, tag: &StartTag<'a>) {
        self.offset = tag.span().start;
        self.tag.clear();
        self.tag.push(*tag);
    }

    /// Sets the text that tree construction processes next.
    pub(super) fn set_text(&mut self, text: &'a [u8]) {
        self.text = text;
    }

    /// Returns true if there is no room for the elements of another token.
    pub(super) fn is_full(&self) -> bool {
        self.nodes.len() >= self.max_nodes
    }

    /// Returns the name of an element in the HTML namespace, if text is taken. Empty for other elements.
    pub(super) fn html_name(&self, id: NodeId) -> &[u8] {
        let kind = self.node(id).kind;
        if kind.namespace() != Namespace::Html {
            return b"";
        }
        let number = kind.name() as usize;
        match Name::ALL.get(number) {
            Some(name) => name.as_str().as_bytes(),
            None => self.names.get(number - Name::ALL.len()).copied().unwrap_or_default(),
        }
    }

    pub(super) fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id as usize]
    }

    /// Returns the steps of an entry of `matched`.
    pub(super) fn steps_of(&self, matched: u32) -> &[CompoundId] {
        let steps = &self.matched[matched as usize].steps;
        &self.steps[steps.start as usize..steps.end as usize]
    }

    /// Returns the next element before an element among its siblings, or [`NONE`].
    pub(super) fn previous_element(&self, id: NodeId) -> NodeId {
        let mut at = self.node(id).previous;
        while at != NONE && self.node(at).kind == Kind::TEXT {
            at = self.node(at).previous;
        }
        at
    }

    /// Returns true if an element has neither elements nor text. Texts that are empty are comments.
    pub(super) fn is_empty(&self, id: NodeId) -> bool {
        let mut at = self.node(id).first_child;
        while at != NONE && self.node(at).kind == Kind::TEXT && self.texts[self.node(at).data as usize].is_empty() {
            at = self.node(at).next;
        }
        at == NONE && self.has_text.get(id as usize) != Some(&true)
    }

    /// Takes all items of a list.
    fn take<T>(&mut self, list: impl FnOnce(&mut Self) -> &mut Vec<'a, T>) -> Vec<'a, T> {
        let bump = self.bump;
        core::mem::replace(list(self), Vec::new_in(bump))
    }

    fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id as usize]
    }

    /// Tests the elements whose attributes were not known when they were created, and ends the open ones at `end`. Must be
    /// called after the last token.
    pub(super) fn finish(&mut self, end: usize) {
        self.ranges.iter_mut().flatten().for_each(|range| range.end = range.end.min(end).max(range.start));
        let tags = self.take(|table| &mut table.html_tags);
        let offset = tags.first().map_or(0, |tag| tag.span().start);
        self.node_mut(HTML).data = self.test(Name::Html, b"", Namespace::Html, &tags, offset);
        if self.body_has_more_tags {
            let tags = self.take(|table| &mut table.body_tags);
            let offset = self.body_offset;
            self.node_mut(self.body).data = self.test(Name::Body, b"", Namespace::Html, &tags, offset);
        }
    }

    /// Returns the entries of the document in document order, without the document itself.
    pub(super) fn in_order(&self) -> Vec<'a, NodeId> {
        let mut order = Vec::with_capacity_in(self.nodes.len(), self.bump);
        if !self.moved {
            order.extend(1..self.nodes.len() as NodeId);
            return order;
        }
        let mut at = self.node(DOCUMENT).first_child;
        while at != NONE {
            order.push(at);
            let mut from = at;
            at = self.node(at).first_child;
            while at == NONE && from != DOCUMENT {
                at = self.node(from).next;
                from = self.node(from).parent;
            }
        }
        order
    }

    /// Tests an element. Returns the number of its entry in `matched`.
    fn test(&mut self, known: Name, name: &[u8], namespace: Namespace, tags: &[StartTag<'a>], offset: usize) -> u32 {
        let Program { index, steps, .. } = self.program;
        let element = Element::new(self.bump, known, name, namespace, tags, self.quirks);
        let start = self.steps.len();
        index.look_up(&element, &mut self.seen, &mut self.steps);
        if self.steps.len() == start {
            return 0;
        }
        self.sort_steps(start);
        let kept = self.steps.len();
        let first_tag = self.tags.len() as u32;
        let is_subject =
            |&step: &CompoundId| matches!(steps[step as usize].role, Role::Forward { selector: Some(_), .. });
        if self.steps[start..].iter().any(is_subject) {
            self.tags.extend_from_slice(tags);
        }
        let tags = first_tag..self.tags.len() as u32;
        self.matched.push(Matched { steps: start as u32..kept as u32, tags, offset });
        (self.matched.len() - 1) as u32
    }

    /// Sorts the steps from `start` on. A step with several keys may be there more than once, and is kept once.
    fn sort_steps(&mut self, start: usize) {
        // PERF: most elements pass one step.
        if self.steps[start..].is_sorted_by(|a, b| a < b) {
            return;
        }
        self.steps[start..].sort_unstable();
        let mut kept = start + 1;
        for at in start + 1..self.steps.len() {
            if self.steps[at] != self.steps[kept - 1] {
                self.steps[kept] = self.steps[at];
                kept += 1;
            }
        }
        self.steps.truncate(kept);
    }

    fn push(&mut self, kind: Kind, data: u32) -> NodeId {
        self.nodes.push(Node {
            parent: DETACHED,
            previous: NONE,
            next: NONE,
            first_child: NONE,
            last_child: NONE,
            kind,
            data,
        });
        if let Some(ranges) = &mut self.ranges {
            // Until the element is closed, it ends at the end of the page.
            ranges.push(self.offset..usize::MAX);
        }
        (self.nodes.len() - 1) as NodeId
    }

    /// Inserts an entry that has no parent as the last child of `parent`.
    fn append(&mut self, parent: NodeId, child: NodeId) {
        let last = core::mem::replace(&mut self.node_mut(parent).last_child, child);
        let node = self.node_mut(child);
        (node.parent, node.previous, node.next) = (parent, last, NONE);
        if last == NONE {
            self.node_mut(parent).first_child = child;
        } else {
            self.node_mut(last).next = child;
        }
    }

    /// Inserts an entry that has no parent before `next`, which has a parent.
    fn insert_before(&mut self, next: NodeId, child: NodeId) {
        let Node { parent, previous, .. } = *self.node(next);
        let node = self.node_mut(child);
        (node.parent, node.previous, node.next) = (parent, previous, next);
        self.node_mut(next).previous = child;
        if previous == NONE {
            self.node_mut(parent).first_child = child;
        } else {
            self.node_mut(previous).next = child;
        }
    }

    fn put(&mut self, place: Place<NodeId>, child: NodeId) {
        match place {
            Place::Document => self.append(DOCUMENT, child),
            Place::In(parent) => {
                // A `head` that was closed has a sibling.
                self.moved |= self.node(parent).next != NONE;
                self.append(parent, child);
            }
            Place::Above(parent) => {
                self.moved = true;
                self.append(parent, child);
            }
            Place::Before { table, above } => {
                self.moved = true;
                if self.node(table).parent == DETACHED {
                    self.append(above, child);
                } else {
                    self.insert_before(table, child);
                }
            }
        }
    }

    /// Records that the element at a place has text.
    fn note_text(&mut self, place: Place<NodeId>) {
        let parent = match place {
            Place::Document => return,
            Place::In(parent) | Place::Above(parent) => parent,
            Place::Before { table, above } if self.node(table).parent == DETACHED => above,
            Place::Before { table, .. } => self.node(table).parent,
        };
        self.set_has_text(parent);
    }

    fn set_has_text(&mut self, id: NodeId) {
        let len = self.has_text.len().max(id as usize + 1);
        self.has_text.resize(len, false);
        self.has_text[id as usize] = true;
    }

    fn put_text(&mut self, place: Place<NodeId>, text: &'a [u8]) {
        if !text.is_empty() && !self.takes_text {
            return self.note_text(place);
        }
        if !text.is_empty() {
            let id = self.push(Kind::TEXT, self.texts.len() as u32);
            self.texts.push(text);
            self.put(place, id);
        }
    }
}

impl<'a> TreeSink for NodeTable<'a, '_> {
    type Node = NodeId;

    fn create(&mut self, element: NewElement<'_>) -> NodeId {
        let NewElement { name, bytes, namespace, has_tag } = element;
        if self.nodes.len() == HTML as usize {
            // The attributes of `html` are known at the end.
            return self.push(Kind::new(Name::Html as u32, namespace), 0);
        }
        let current = self.take(|table| &mut table.tag);
        let tags = if has_tag { &*current } else { &[] };
        let number = match tags {
            [tag, ..] if name == Name::Other && (self.program.needs_type_index || self.takes_text) => {
                let next = self.names.len();
                let number = *self.numbers.entry(tag.name()).or_insert(next as u32);
                if number as usize == next {
                    self.names.push(tag.name());
                }
                number + Name::ALL.len() as u32
            }
            _ => name as u32,
        };
        let data = self.test(name, bytes, namespace, tags, self.offset);
        let id = self.push(Kind::new(number, namespace), data);
        if has_tag {
            self.created = id;
        }
        if name == Name::Body && self.body == NONE {
            (self.body, self.body_offset) = (id, self.offset);
            self.body_tags.extend_from_slice(tags);
        }
        self.tag = current;
        id
    }

    fn create_again(&mut self, node: NodeId) -> NodeId {
        let Node { kind, data, .. } = *self.node(node);
        self.push(kind, data)
    }

    fn insert(&mut self, place: Place<NodeId>, child: NodeId) {
        if self.node(child).parent != DETACHED {
            self.detach(child);
        }
        self.put(place, child);
    }

    fn move_children(&mut self, from: NodeId, to: NodeId) {
        let Node { first_child, last_child, .. } = *self.node(from);
        if self.has_text.get_mut(from as usize).is_some_and(core::mem::take) {
            self.set_has_text(to);
        }
        if first_child == NONE {
            return;
        }
        self.moved = true;
        let mut child = first_child;
        while child != NONE {
            self.node_mut(child).parent = to;
            child = self.node(child).next;
        }
        let node = self.node_mut(from);
        (node.first_child, node.last_child) = (NONE, NONE);
        let last = core::mem::replace(&mut self.node_mut(to).last_child, last_child);
        self.node_mut(first_child).previous = last;
        if last == NONE {
            self.node_mut(to).first_child = first_child;
        } else {
            self.node_mut(last).next = first_child;
        }
    }

    fn detach(&mut self, id: NodeId) {
        let Node { parent, previous, next, .. } = *self.node(id);
        if parent == DETACHED {
            return;
        }
        self.moved = true;
        if previous == NONE {
            self.node_mut(parent).first_child = next;
        } else {
            self.node_mut(previous).next = next;
        }
        if next == NONE {
            self.node_mut(parent).last_child = previous;
        } else {
            self.node_mut(next).previous = previous;
        }
        let node = self.node_mut(id);
        (node.parent, node.previous, node.next) = (DETACHED, NONE, NONE);
    }

    fn close(&mut self, node: NodeId) {
        if let Some(ranges) = &mut self.ranges {
            ranges[node as usize].end = self.offset;
            self.closed = node;
        }
    }

    fn add_attributes(&mut self, node: NodeId) {
        let is_used = |tag: &&StartTag<'a>| tag.attributes().len() > 0 || self.html_tags.is_empty();
        let Some(&tag) = self.tag.first().filter(is_used) else { return };
        if node == HTML {
            self.html_tags.push(tag);
        } else if node == self.body {
            self.body_tags.push(tag);
            self.body_has_more_tags = true;
        }
    }

    fn set_quirks(&mut self, quirks: bool) {
        self.quirks = quirks;
        #[cfg(test)]
        if self.always_has_case {
            self.quirks = false;
        }
    }

    fn takes_text(&self) -> bool {
        self.takes_text || self.program.needs_text
    }

    fn insert_text(&mut self, place: Place<NodeId>, range: Range<usize>) {
        for held in self.take(|table| &mut table.held) {
            self.put_text(place, held);
        }
        let text = &self.text[range];
        if text.first() == Some(&b'\0') {
            text.iter().for_each(|_| self.put_text(place, "\u{FFFD}".as_bytes()));
        } else {
            self.put_text(place, text);
        }
    }

    fn insert_comment(&mut self, parent: NodeId) {
        if self.program.has_text_nodes && self.node(parent).kind != Kind::TEXT {
            let id = self.push(Kind::TEXT, self.texts.len() as u32);
            self.texts.push(b"");
            self.put(Place::In(parent), id);
        }
    }

    fn hold_text(&mut self, range: Range<usize>) {
        self.held.push(&self.text[range]);
    }

    fn holds_text(&self) -> bool {
        !self.held.is_empty()
    }
}
