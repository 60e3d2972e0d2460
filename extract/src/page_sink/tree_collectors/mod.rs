//! The collectors that follow the stack of open elements: links with their texts, headings, visible text, blocks and items.

mod formula_state;
mod formula_tags;
mod formulas;
mod text;

use super::rendering::DisplayAttributes;
use crate::blocks::BlockBuilder;
use crate::item_attributes::ItemAttributeCollector;
use crate::items::ItemBuilder;
use crate::links::LinkCollector;
use crate::names::{Edge, Element};
use crate::open_blocks::Marks;
use crate::options::ExtractOptions;
use crate::place::Place;
use crate::text::Texts;
use crate::text::anchor_texts::{AnchorTexts, ClosedAnchor};
use alloc::boxed::Box;
use formula_state::Formulas;
#[cfg(test)]
pub(super) use formula_tags::MATHJAX_2;
pub(super) use formula_tags::{RENDERED, is_math_jax};
use tagrake::{Arena, Comment, Doctype, EndTag, StartTag};

/// The collectors that take more than tags and texts: which elements open and close, the separators of text, or which attribute
/// hides an element.
///
/// PERF: functions for the table of blocks that are called for most tags or texts are not inlined, and are called only if there is
/// a table, so that they cost nothing if no blocks are collected.
pub(crate) struct TreeCollectors<'a> {
    page: &'a str,
    /// True if the visible text is requested.
    wants_text: bool,
    /// True if the visible text or blocks are requested.
    collects_formulas: bool,
    pub(crate) links: LinkCollector<'a>,
    pub(crate) attributes: ItemAttributeCollector<'a>,
    pub(crate) texts: Texts<'a>,
    /// The table of blocks, if it is requested.
    pub(crate) table: Option<BlockBuilder<'a>>,
    /// The items of microdata and RDFa, if they are requested.
    pub(crate) items: Option<Box<ItemBuilder<'a>>>,
    /// If the raw text that comes next is a script with TeX, whether the formula is on a line of its own.
    tex_script: Option<bool>,
    formulas: Formulas<'a>,
}

impl<'a> TreeCollectors<'a> {
    pub(super) fn new(options: &'a ExtractOptions, page: &'a str, arena: &'a Arena) -> Self {
        let bump = arena.bump();
        Self {
            page,
            wants_text: options.text,
            collects_formulas: options.text || options.wants_blocks(),
            links: LinkCollector::new(options, page, arena),
            attributes: ItemAttributeCollector::new(options.reads_headings(), bump),
            texts: Texts::new(if options.text { page.len() } else { 0 }, page.len() / 8, bump),
            table: options.wants_blocks().then(|| BlockBuilder::new(page, options.wants_inlines(), bump)),
            items: options.items.then(|| Box::new(ItemBuilder::new(options.reads_raw_noscript(), bump))),
            tex_script: None,
            formulas: Formulas::new(bump),
        }
    }

    /// Returns true if the table of blocks is collected: every tag counts for it.
    #[inline(always)]
    pub(super) fn collects_blocks(&self) -> bool {
        self.table.is_some()
    }

    /// Returns true if items are collected: they must see every tag.
    #[inline(always)]
    pub(super) fn collects_items(&self) -> bool {
        self.items.is_some()
    }

    /// Returns true if every tag must be seen for formulas.
    #[inline(always)]
    pub(super) fn reads_formula(&self) -> bool {
        self.formulas.is_active()
    }

    /// Returns true if the text of an anchor or a heading is collected.
    #[inline(always)]
    pub(super) fn is_in_anchor_or_heading(&self) -> bool {
        self.texts.anchors.is_open()
    }

    /// Takes a DOCTYPE.
    pub(super) fn doctype(&mut self, doctype: &Doctype<'a>) {
        if let Some(items) = &mut self.items {
            items.doctype(doctype);
        }
    }

    /// Takes a comment.
    pub(super) fn comment(&mut self, comment: &Comment<'a>) {
        if let Some(items) = &mut self.items {
            items.comment(comment);
        }
    }

    /// Takes a start tag before its effect on the stack is known.
    #[inline(always)]
    pub(super) fn start_tag(&mut self, tag: &StartTag<'a>) {
        self.links.end_text();
        if let Some(items) = &mut self.items {
            items.start_tag(tag);
        }
    }

    /// Takes an end tag before its effect on the stack is known.
    #[inline(always)]
    pub(super) fn end_tag(&mut self, tag: &EndTag<'a>) {
        self.links.end_text();
        if self.formulas.is_active() {
            self.end_in_formula(tag);
        }
        if let Some(items) = &mut self.items {
            items.end_tag(tag);
        }
    }

    /// Takes the start tag of an HTML element that is about to be pushed.
    #[inline(always)]
    pub(super) fn will_open(&mut self, element: Element, tag: &StartTag<'a>) {
        if let Some(table) = &mut self.table {
            table.read_attributes(element, tag);
        }
    }

    /// Takes the attributes of an HTML start tag. Returns what they say about the display of the element, if it is not hidden.
    #[inline(always)]
    pub(super) fn read_attributes(&mut self, tag: &StartTag<'a>, element: Element, place: Place) -> DisplayAttributes {
        let mut display = DisplayAttributes::default();
        let Self { links, attributes, .. } = self;
        links.read_attributes(tag, element, place, |attr, attribute| {
            if !place.is_hidden {
                display.add(attr, attribute);
            }
            attributes.attribute(tag, attr, attribute, place);
        });
        display
    }

    /// Takes an HTML element that was pushed on the stack of open elements. `is_hidden` is true if it has no box.
    #[inline(always)]
    pub(super) fn open(&mut self, element: Element, marks: Marks, is_hidden: bool) {
        if self.formulas.is_active() && marks.ends_block(element) {
            self.block_in_formula();
        }
        if let Some(table) = &mut self.table {
            table.push(element, marks.ends_block(element), is_hidden);
        }
    }

    /// Takes an element that was pushed, but ends no block. `is_left_out` is true if its text is not part of a block.
    pub(super) fn open_transparent(&mut self, is_left_out: bool) {
        if let Some(table) = &mut self.table {
            table.push_transparent(is_left_out);
        }
    }

    /// Takes the end of the innermost element. [`Element::Other`] was pushed by [`open_transparent`](Self::open_transparent).
    /// `height` is the number of elements that are still open.
    #[inline(always)]
    pub(super) fn close(&mut self, element: Element, marks: Marks, height: usize) {
        if self.formulas.is_active() {
            self.close_in_formula(element, height);
        }
        if let Some(table) = &mut self.table {
            table.pop(element, marks.ends_block(element));
            if marks.edge() == Some(Edge::Space) || marks.has(Marks::ITEM) {
                table.space();
            }
        }
    }

    /// Takes the end of the element at `index` of the stack. The elements above it stay open.
    pub(super) fn remove(&mut self, index: usize) {
        self.remove_in_formula(index);
        if let Some(table) = &mut self.table {
            table.remove(index);
        }
        self.texts.anchors.lower(index);
    }

    /// Takes the start tag of an inline element. `is_hidden` is true if an attribute hides it.
    #[inline(never)]
    pub(super) fn start_inline(
        &mut self,
        element: Element,
        tag: &StartTag<'a>,
        name: &'a [u8],
        is_hidden: bool,
        place: Place,
    ) {
        let Some(table) = &mut self.table else { return };
        match element {
            Element::Img | Element::Image => table.image(tag, is_hidden || place.is_hidden),
            Element::Html => table.read_html_attributes(tag),
            Element::Input if !is_hidden && !place.is_hidden && !place.in_template => table.input(tag),
            Element::A | Element::Del | Element::Sub | Element::Sup | Element::Other => table.start_inline(name, tag),
            _ => {}
        }
    }

    /// Takes the end tag of an inline element.
    pub(super) fn end_inline(&mut self, name: &[u8]) {
        if let Some(table) = &mut self.table {
            table.end_inline(name);
        }
    }

    /// Takes the start tag of a script.
    pub(super) fn start_script(&mut self, tag: &StartTag<'a>) {
        let is_collected = self.wants_text || self.table.is_some();
        self.tex_script = if is_collected { formula_tags::tex_script(tag) } else { None };
    }

    /// Starts the text of an anchor if the links from index `first` on are of one. `height` is the number of open elements, and
    /// `markers` the number of those that end anchors.
    pub(super) fn start_anchor(&mut self, first: usize, height: usize, markers: usize) {
        if self.links.is_anchor(first) {
            self.texts.anchors.open_anchor(first..self.links.len(), height, markers);
        }
    }

    /// Starts the text of an SVG anchor if the links from index `first` on are of one. Returns false if they are not.
    pub(super) fn start_svg_anchor(&mut self, first: usize) -> bool {
        let is_anchor = self.links.is_anchor(first);
        if is_anchor {
            self.texts.anchors.open_foreign(first..self.links.len());
        }
        is_anchor
    }

    /// Ends the anchor that `close` ends, and adds its text to its links. Returns false if there is none.
    pub(super) fn end_anchor(&mut self, close: impl FnOnce(&mut AnchorTexts<'a>) -> Option<ClosedAnchor<'a>>) -> bool {
        let closed = close(&mut self.texts.anchors);
        closed.map(|closed| self.links.record_anchor_text(closed)).is_some()
    }

    /// Returns the number of elements that were open when the innermost open anchor started.
    pub(super) fn anchor_height(&self) -> Option<usize> {
        self.texts.anchors.anchor_height()
    }

    /// Starts the text of a heading, whose name is `h` and its level. Returns false if there are too many.
    pub(super) fn start_heading(&mut self, tag: &StartTag<'a>, name: &[u8]) -> bool {
        self.texts.start_heading(tag, name)
    }

    /// Ends the text of the innermost heading.
    pub(super) fn end_heading(&mut self) {
        self.texts.end_heading();
    }

    /// Adds the `alt` of an image that is displayed to the open anchors and headings.
    pub(super) fn add_alt(&mut self, tag: &StartTag<'a>) {
        if self.is_in_anchor_or_heading()
            && let Some(alt) = tag.attribute(b"alt")
        {
            self.texts.anchors.push_alt(alt.value_str());
        }
    }

    /// Separates text at the edge of an element that is not hidden.
    #[inline(always)]
    pub(super) fn edge(&mut self, edge: Edge) {
        self.texts.edge(edge);
    }

    /// Separates text at white space.
    #[inline(always)]
    pub(super) fn white_space(&mut self) {
        self.texts.white_space();
    }

    /// Ends the block at the edge of an element that is not on the stack, or whose marks will be.
    #[inline(always)]
    pub(super) fn block_edge(&mut self, element: Element, marks: Marks, is_pre: bool) {
        // PERF: without blocks, this is called for most tags, and nearly always does nothing.
        if self.table.is_some() || self.formulas.is_active() {
            self.end_block_at(element, marks, is_pre);
        }
    }

    #[inline(never)]
    fn end_block_at(&mut self, element: Element, marks: Marks, is_pre: bool) {
        if self.formulas.is_active() && (element == Element::Br || marks.ends_block(element)) {
            self.block_in_formula();
        }
        let Some(table) = &mut self.table else { return };
        match element {
            Element::Br => table.line_break(is_pre),
            _ if marks.ends_block(element) => table.boundary(if element.ends_block() { element } else { Element::Div }),
            _ if marks.separates_in_block(element) => table.space(),
            _ => {}
        }
    }
}
