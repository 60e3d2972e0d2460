//! Builds the items of microdata and RDFa from the open elements, without a tree.
//!
//! 1. Each tag goes through the [tree-builder simulator](tagrake::tree_sim), which decides which elements it opens and
//!    closes. An open element with an attribute of microdata or RDFa has an entry in `open`.
//! 2. [`Microdata`] and [`Rdfa`] take the attributes of a start tag. The innermost entries of `open` are what they need
//!    to know about its ancestors: the item to which a property belongs, or the subject of a statement.
//! 3. The text of all properties is collected once, in [`ItemText`]: the value of a property is a range of it.
//! 4. After the last token, URLs are resolved, and items that refer to each other get their indices.
//!
//! For `<p itemscope><b itemprop=name>Tea</b>`, `p` opens item 0, and `b` a property of item 0 whose text starts at 0.
//! The tag `</b>` ends the text, and the value is the range 0..3, `Tea`.
//!
//! Linear time: the number of open elements has a limit ([`DEPTH`]), and so have the tokens of an attribute, and items,
//! properties and values of the page ([`Room`]).

mod attributes;
mod curies;
mod item;
mod item_text;
mod microdata;
mod rdfa;
mod room;
mod statements;

use crate::flags::{Flag, Flags};
use crate::links::Resolver;
use crate::names::{Edge, Element};
pub use item::{Item, ItemProperty, ItemSource, ItemValue};

use attributes::ItemAttributes;
use bumpalo::Bump;
use bumpalo::collections::Vec;
use item_text::ItemText;
use microdata::Microdata;
use rdfa::Rdfa;
use room::Room;
use tagrake::tree_sim::{Inserted, OpenHandle, TreeSim};
use tagrake::{Comment, Doctype, EndTag, Namespace, Sink, StartTag, Text, TextState};

/// Maximum number of open elements. If more are open, a new element replaces the innermost one.
const DEPTH: usize = 512;

/// Maximum memory of the attributes of open formatting elements, in bytes. Nothing is collected once it is exceeded.
const TREE_BYTES: usize = 16 << 20;

/// Collects the items of a page.
pub(super) struct ItemBuilder<'a> {
    bump: &'a Bump,
    tree: TreeSim,
    /// The open elements with attributes of interest, innermost last.
    open: Vec<'a, OpenElement<'a>>,
    text: ItemText<'a>,
    microdata: Microdata<'a>,
    rdfa: Rdfa<'a>,
    room: Room,
}

/// An open element with attributes of interest.
struct OpenElement<'a> {
    handle: OpenHandle,
    /// True for `html` and `body`, which contain all other elements even if their tags come late.
    is_root: bool,
    microdata: microdata::Open,
    rdfa: rdfa::Open<'a>,
}

impl<'a> ItemBuilder<'a> {
    pub(super) fn new(scripting: bool, bump: &'a Bump) -> Self {
        Self {
            bump,
            tree: TreeSim::new(scripting, DEPTH),
            open: Vec::new_in(bump),
            text: ItemText::new(bump),
            microdata: Microdata::new(bump),
            rdfa: Rdfa::new(bump),
            room: Room::default(),
        }
    }

    pub(super) fn doctype(&mut self, doctype: &Doctype<'a>) {
        Sink::doctype(&mut self.tree, *doctype);
    }

    pub(super) fn comment(&mut self, comment: &Comment<'a>) {
        Sink::comment(&mut self.tree, *comment);
    }

    pub(super) fn start_tag(&mut self, tag: &StartTag<'a>) {
        if self.is_stopped() {
            return;
        }
        let element = if tag.namespace() == Namespace::Html { Element::of(tag.name()) } else { Element::Other };
        let inserted = self.tree.insert(tag);
        self.close_ended();
        self.edge(element);
        if self.tree.is_in_template() {
            return; // the content of a template is not part of the document
        }
        let handle = match inserted {
            Inserted::Nothing => return,
            Inserted::Closed => None,
            Inserted::Open(handle) => Some(handle),
        };
        let Some(attributes) = ItemAttributes::of(tag, element, self.bump) else { return };
        let is_root = matches!(element, Element::Html | Element::Body);
        let outer = if is_root { self.open.iter().take_while(|open| open.is_root).count() } else { self.open.len() };
        if is_root && self.open[..outer].iter().any(|open| handle.is_some_and(|handle| handle == open.handle)) {
            return; // a second tag
        }
        let start = self.text.position();
        let outer_scopes = self.open[..outer].iter().rev();
        let scope = outer_scopes.clone().find_map(|open| open.microdata.item);
        let microdata = self.microdata.start(&attributes, scope, start, &mut self.room);
        let context = outer_scopes.clone().find_map(|open| open.rdfa.context);
        let rdfa = self.rdfa.start(&attributes, context, start, &mut self.room);
        let is_kept = microdata != microdata::Open::default() || rdfa.context.is_some() || rdfa.text.is_some();
        if !is_kept {
            return;
        }
        self.text.open(usize::from(microdata.text.is_some()) + usize::from(rdfa.text.is_some()));
        match handle {
            Some(handle) => self.open.insert(outer, OpenElement { handle, is_root, microdata, rdfa }),
            None => self.close(microdata, rdfa),
        }
    }

    pub(super) fn end_tag(&mut self, tag: &EndTag<'a>) {
        if self.is_stopped() {
            return;
        }
        Sink::end_tag(&mut self.tree, *tag);
        self.edge(Element::of(tag.name()));
        self.close_ended();
    }

    pub(super) fn text(&mut self, text: &Text<'a>) {
        if self.is_stopped() {
            return;
        }
        let is_shown = match text.state() {
            TextState::Data | TextState::CdataSection => {
                Sink::text(&mut self.tree, *text);
                self.close_ended();
                true
            }
            TextState::Rcdata => true,
            // Scripts, style sheets, and content that browsers do not show.
            _ => false,
        };
        if is_shown && self.text.is_open() && !self.tree.is_in_template() {
            self.text.push(text.decoded_str(), &mut self.room);
        }
    }

    /// Separates words at the edge of an element.
    fn edge(&mut self, element: Element) {
        if element.edge() != Edge::None {
            self.text.space();
        }
    }

    /// Returns true if nothing more is collected, because the tree-builder simulator needs too much memory.
    fn is_stopped(&mut self) -> bool {
        let is_stopped = self.tree.heap_bytes() > TREE_BYTES;
        self.room.is_exceeded |= is_stopped;
        is_stopped
    }

    /// Ends the elements that the last token closed.
    fn close_ended(&mut self) {
        let mut index = self.open.len();
        while index > 0 {
            index -= 1;
            if !self.tree.is_open(self.open[index].handle) {
                let OpenElement { microdata, rdfa, .. } = self.open.remove(index);
                self.close(microdata, rdfa);
            }
        }
    }

    fn close(&mut self, microdata: microdata::Open, rdfa: rdfa::Open<'a>) {
        let end = self.text.position();
        self.text.close(usize::from(microdata.text.is_some()) + usize::from(rdfa.text.is_some()));
        self.microdata.close(microdata, end);
        self.rdfa.close(rdfa, end);
    }

    /// Ends all elements, and returns the items. Sets a flag if a limit left out some of them or of their properties.
    pub(super) fn finish(mut self, resolver: &Resolver<'a>, flags: &mut Flags) -> &'a [Item<'a>] {
        while let Some(OpenElement { microdata, rdfa, .. }) = self.open.pop() {
            self.close(microdata, rdfa);
        }
        self.room.is_exceeded |= self.tree.overflowed_at().is_some();
        let text = self.text.into_text();
        let mut items = Vec::new_in(self.bump);
        self.microdata.finish(text, resolver, &mut items, &mut self.room);
        self.rdfa.statements.finish(text, resolver, &mut items, &mut self.room);
        if self.room.is_exceeded {
            flags.set(Flag::LimitItems);
        }
        items.into_bump_slice()
    }
}
