//! The collectors that follow the stack of open elements: links with their texts, headings, visible text, blocks and items.

use crate::blocks::BlockBuilder;
use crate::item_attributes::ItemAttributeCollector;
use crate::items::ItemBuilder;
use crate::links::LinkCollector;
use crate::names::Element;
use crate::options::ExtractOptions;
use crate::text::Texts;
use crate::text::anchor_texts::{AnchorTexts, ClosedAnchor};
use alloc::boxed::Box;
use bumpalo::Bump;
use tagrake::{Comment, Doctype};

/// The collectors that take more than tags and texts: which elements open and close, the separators of text, or which attribute
/// hides an element.
pub(crate) struct TreeCollectors<'a> {
    pub(crate) links: LinkCollector<'a>,
    pub(crate) attributes: ItemAttributeCollector<'a>,
    pub(crate) texts: Texts<'a>,
    /// The table of blocks, if it is requested.
    pub(crate) table: Option<BlockBuilder<'a>>,
    /// The items of microdata and RDFa, if they are requested.
    pub(crate) items: Option<Box<ItemBuilder<'a>>>,
}

impl<'a> TreeCollectors<'a> {
    pub(super) fn new(options: &ExtractOptions, page: &'a str, bump: &'a Bump) -> Self {
        Self {
            links: LinkCollector::new(options, page, bump),
            attributes: ItemAttributeCollector::new(options.metadata, bump),
            texts: Texts::new(if options.text { page.len() } else { 0 }, page.len() / 8, bump),
            table: options.wants_blocks().then(|| BlockBuilder::new(page, options.inlines, bump)),
            items: options.items.then(|| Box::new(ItemBuilder::new(options.reads_raw_noscript(), bump))),
        }
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

    /// Takes an HTML element that was pushed on the stack of open elements.
    #[inline(always)]
    pub(super) fn open(&mut self, element: Element) {
        if let Some(table) = &mut self.table {
            table.push(element);
        }
    }

    /// Takes an element that was pushed, but ends no block. `is_left_out` is true if its text is not part of a block.
    pub(super) fn open_transparent(&mut self, is_left_out: bool) {
        if let Some(table) = &mut self.table {
            table.push_transparent(is_left_out);
        }
    }

    /// Takes the end of the innermost element. [`Element::Other`] was pushed by [`open_transparent`](Self::open_transparent).
    #[inline(always)]
    pub(super) fn close(&mut self, element: Element) {
        if let Some(table) = &mut self.table {
            table.pop(element);
        }
    }

    /// Takes the end of the element at `index` of the stack. The elements above it stay open.
    pub(super) fn remove(&mut self, index: usize) {
        if let Some(table) = &mut self.table {
            table.remove(index);
        }
        self.texts.anchors.lower(index);
    }

    /// Takes the end tag of an inline element.
    pub(super) fn end_inline(&mut self, name: &[u8]) {
        if let Some(table) = &mut self.table {
            table.end_inline(name);
        }
    }

    /// Ends the anchor that `close` ends, and adds its text to its links. Returns false if there is none.
    pub(super) fn end_anchor(&mut self, close: impl FnOnce(&mut AnchorTexts<'a>) -> Option<ClosedAnchor<'a>>) -> bool {
        let closed = close(&mut self.texts.anchors);
        closed.map(|closed| self.links.record_anchor_text(closed)).is_some()
    }
}
