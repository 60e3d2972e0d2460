//! Where elements and text are inserted, for a [`TreeSink`]. Without one, nothing here is called or has an effect.

use super::element_table::ElementId;
use super::{Character, InsertionMode, Name, NewElement, Place, Tag, Token, TreeSim, TreeSink};
use crate::token::Namespace;

impl<T: TreeSink> TreeSim<T> {
    /// Returns the receiver of elements and text.
    pub fn sink(&self) -> &T {
        &self.nodes
    }

    /// Returns the receiver of elements and text.
    pub fn sink_mut(&mut self) -> &mut T {
        &mut self.nodes
    }

    /// Ends the document, and returns the receiver. If the document has no `head` or no `body`, they are implied.
    pub fn finish(mut self) -> T {
        self.end_text();
        let html = self.elements.node(self.open.ids()[0]);
        let mut imply = |name| {
            let node = self.nodes.create(NewElement::implied(name));
            self.nodes.insert(Place::In(html), node);
        };
        if !self.head {
            imply(Name::Head);
        }
        let mode = if self.mode == InsertionMode::Text { self.original_mode } else { self.mode };
        let has_frameset = matches!(
            mode,
            InsertionMode::InFrameset | InsertionMode::AfterFrameset | InsertionMode::AfterAfterFrameset
        );
        let is_body = |id| self.elements.kind(id).is(Name::Body);
        if !has_frameset && !self.open.get(1).is_some_and(is_body) {
            imply(Name::Body);
        }
        self.nodes
    }

    /// Creates the node of an element.
    #[inline(always)]
    pub(super) fn create_node(&mut self, tag: &Tag<'_>, namespace: Namespace) -> T::Node {
        self.nodes.create(NewElement { name: tag.name, bytes: tag.bytes, namespace, has_tag: tag.view.is_some() })
    }

    /// Adds the attributes of the current tag to the open element at `index`.
    pub(super) fn merge_attributes(&mut self, index: usize) {
        if let Some(id) = self.open.get(index).filter(|_| T::RECEIVES) {
            self.nodes.add_attributes(self.elements.node(id));
        }
    }

    /// Inserts a node at the [appropriate
    /// place](https://html.spec.whatwg.org/multipage/parsing.html#appropriate-place-for-inserting-a-node) for `target`.
    #[inline(always)]
    pub(super) fn insert_at_appropriate_place(&mut self, target: ElementId, node: T::Node) {
        if T::RECEIVES {
            let place = self.appropriate_place(target);
            self.nodes.insert(place, node);
        }
    }

    /// Inserts a node at the appropriate place for the current node.
    #[inline(always)]
    pub(super) fn insert_in_current_node(&mut self, node: T::Node) {
        if T::RECEIVES {
            self.insert_at_appropriate_place(self.open.current(), node);
        }
    }

    #[inline(always)]
    fn appropriate_place(&self, target: ElementId) -> Place<T::Node> {
        if self.foster_parenting
            && self.elements.kind(target).is_one_of(&[Name::Table, Name::Tbody, Name::Tfoot, Name::Thead, Name::Tr])
        {
            return self.foster_place();
        }
        Place::In(self.elements.node(target))
    }

    #[cold]
    fn foster_place(&self) -> Place<T::Node> {
        let node = |index: usize| self.elements.node(self.open.ids()[index]);
        let template = self.open.last_of([Name::Template]);
        match self.open.last_of([Name::Table]) {
            Some(table) if template.is_none_or(|template| template < table) => {
                Place::Before { table: node(table), above: node(table.saturating_sub(1)) }
            }
            _ => Place::Above(node(template.unwrap_or(0))),
        }
    }

    /// Processes characters for a sink that takes text, in ranges that have one place.
    pub(super) fn insert_text(&mut self, text: &[u8], start: usize) {
        let mut at = start;
        while at < text.len() {
            let first = Character::of(text[at]);
            // After a character that is neither NULL nor white space, the place of white space is the same.
            let is_same_place = first == Character::Other
                && !matches!(
                    self.mode,
                    InsertionMode::InColumnGroup
                        | InsertionMode::InFrameset
                        | InsertionMode::AfterFrameset
                        | InsertionMode::AfterAfterFrameset
                );
            let rest = &text[at..];
            let len = if is_same_place {
                memchr::memchr(b'\0', rest).unwrap_or(rest.len())
            } else {
                rest.iter().take_while(|&&byte| Character::of(byte) == first).count()
            };
            self.characters = at..at + len;
            self.process(&Token::Character(first));
            at += len;
        }
        self.characters = 0..0;
    }

    /// Inserts the current characters in the current node.
    #[inline(always)]
    pub(super) fn insert_characters(&mut self) {
        if self.nodes.takes_text() {
            let place = self.appropriate_place(self.open.current());
            self.nodes.insert_text(place, self.characters.clone());
        }
    }

    /// Holds the current characters, white space or NULL in a table, until their place is known.
    #[inline(always)]
    pub(super) fn hold_characters(&mut self, character: Character) {
        if self.nodes.takes_text() && character == Character::WhiteSpace {
            self.nodes.hold_text(self.characters.clone());
        }
    }

    /// Inserts the characters that are held in the current node: no character after them moved them before a table.
    #[inline(always)]
    pub(super) fn insert_held_characters(&mut self) {
        self.fosters_table_text = false;
        if self.nodes.takes_text() && self.nodes.holds_text() {
            self.nodes.insert_text(Place::In(self.elements.node(self.open.current())), 0..0);
        }
    }
}
