//! Fills the table of blocks while the page is read.

mod attributes;
mod code;
mod formulas;
mod images;
mod inlines;
mod line_numbers;
mod raw_formulas;
mod state;
mod tasks;
mod text;

use super::MAX_ELEMENTS;
use super::table::{ElementRow, ROOT, Row, Table};
use super::text_stats;
use crate::links::Resolver;
use crate::names::Element;
use crate::open_blocks::is_marker;
pub(crate) use attributes::names_discussion;
use bumpalo::Bump;
use bumpalo::collections::Vec;
use state::{Attributes, Formulas, Frame, GrowingTable, LineNumber, LinkText, OpenBlock, OpenInline};

/// Maximum number of inline elements that are open at once. Deeper ones are left out.
const MAX_OPEN_INLINES: usize = 32;

/// Maximum length of a URL as written, in bytes. Longer ones are not resolved.
const MAX_URL_BYTES: usize = 16 << 10;

/// The number of texts in links whose words are counted together.
const LINK_TEXTS: usize = 4096;

/// Collects the blocks and elements of a page.
pub(crate) struct BlockBuilder<'a> {
    page: &'a str,
    collects_inlines: bool,
    table: GrowingTable<'a>,
    /// The block that the next text belongs to.
    block: OpenBlock,
    formulas: Formulas<'a>,
    /// The number of empty lines before the next line of code outside of `pre`.
    empty_lines: usize,
    /// The open inline element with the number of a line of code.
    line_number: Option<LineNumber<'a>>,
    /// The open elements of the sink's stack, innermost last.
    frames: Vec<'a, Frame>,
    open_inlines: Vec<'a, OpenInline<'a>>,
    /// The attributes of the current start tag.
    attributes: Attributes<'a>,
    /// The height of the stack including the outermost element whose content is left out.
    left_out: Option<usize>,
    /// True if white space precedes the next word.
    has_space: bool,
    /// True if an `a` with `href` is open.
    in_link: bool,
    /// The fragment of the link that was opened last, if its URL has nothing else.
    fragment: Option<&'a str>,
    /// Texts in links whose words are not counted yet.
    link_texts: Vec<'a, LinkText>,
    /// True if a list counts down to 1.
    has_relative: bool,
    is_truncated: bool,
}

impl<'a> BlockBuilder<'a> {
    pub(crate) fn new(page: &'a str, collects_inlines: bool, bump: &'a Bump) -> Self {
        let is_too_long = u32::try_from(page.len()).is_err();
        Self {
            page,
            collects_inlines,
            table: GrowingTable::new(page, bump),
            block: OpenBlock::default(),
            formulas: Formulas::new(bump),
            empty_lines: 0,
            line_number: None,
            frames: Vec::with_capacity_in(64, bump),
            open_inlines: Vec::with_capacity_in(MAX_OPEN_INLINES, bump),
            attributes: Attributes::implied(Element::Other),
            left_out: is_too_long.then_some(0),
            has_space: false,
            in_link: false,
            fragment: None,
            link_texts: Vec::with_capacity_in((page.len() / 500).clamp(32, LINK_TEXTS), bump),
            has_relative: false,
            is_truncated: is_too_long,
        }
    }

    /// Returns true if text is collected here.
    fn is_collected(&self) -> bool {
        self.left_out.is_none()
    }

    fn element(&self) -> u32 {
        self.frames.last().map_or(ROOT, |frame| frame.element)
    }

    /// Handles an element that was pushed on the sink's stack. `ends_block` is true if its edges end blocks, and `is_hidden`
    /// if it has no box.
    pub(crate) fn push(&mut self, element: Element, ends_block: bool, is_hidden: bool) {
        if ends_block {
            self.boundary(element);
        }
        if element.is_left_out() || self.is_beside_code(element) {
            self.left_out.get_or_insert(self.frames.len() + 1);
        }
        let parent = self.element();
        if self.left_out.is_some() || self.table.elements.len() >= MAX_ELEMENTS {
            self.is_truncated |= self.left_out.is_none();
            return self.frames.push(Frame { element: parent, is_own: false });
        }
        let read = if self.attributes.element == element { self.attributes } else { Attributes::implied(element) };
        let row = ElementRow { is_hidden, ..self.new_element(parent, read) };
        self.frames.push(Frame { element: self.table.elements.len() as u32, is_own: true });
        self.table.elements.push(row);
    }

    /// Handles an inline or foreign element that was pushed on the sink's stack. `is_left_out` is true if its content
    /// is no text.
    pub(crate) fn push_transparent(&mut self, is_left_out: bool) {
        let element = self.element();
        self.frames.push(Frame { element, is_own: false });
        if is_left_out {
            self.left_out.get_or_insert(self.frames.len());
        }
    }

    /// Handles an element that was popped from the sink's stack. [`Element::Other`] is an inline or foreign element. `ends_block` is
    /// true if its edges end blocks.
    pub(crate) fn pop(&mut self, element: Element, ends_block: bool) {
        let height = self.frames.len().saturating_sub(1);
        while let Some(&open) = self.open_inlines.last()
            && open.height > height
            && (is_marker(element) || !open.is_reopened())
        {
            self.close_inline(self.open_inlines.len() - 1);
        }
        let is_own = self.frames.last().is_some_and(|frame| frame.is_own);
        if is_own && self.is_in_code() {
            self.count_empty_line(element);
        }
        if ends_block && (is_own || self.left_out.is_none()) {
            self.boundary(Element::Div);
        }
        self.frames.pop();
        if self.left_out.is_some_and(|left_out| left_out > height) {
            self.left_out = None;
        }
    }

    /// Handles an element that was removed from the sink's stack, at `index`. The elements above it stay open.
    pub(crate) fn remove(&mut self, index: usize) {
        self.frames.remove(index);
        if let Some(left_out) = self.left_out {
            match left_out {
                height if height == index + 1 => self.left_out = None,
                height if height > index => self.left_out = Some(height - 1),
                _ => {}
            }
        }
    }

    /// Ends the current block. `element` is the element whose start tag does it, or [`Element::Div`] for an end tag.
    pub(crate) fn boundary(&mut self, element: Element) {
        self.end_block();
        self.line_number = None;
        self.block.row.is_new = true;
        self.block.row.starts_with = element;
    }

    /// Handles a `br`, in a preformatted element as a line feed.
    pub(crate) fn line_break(&mut self, is_pre: bool) {
        if is_pre && self.table.elements[self.element() as usize].is_pre || self.is_in_code() {
            return self.push_preformatted("\n");
        }
        self.end_block();
        self.block.row.breaks = self.block.row.breaks.saturating_add(1);
        self.block.row.starts_with = Element::Br;
    }

    /// Separates words.
    pub(crate) fn space(&mut self) {
        self.has_space = true;
    }

    /// Makes a row of the text since the last boundary.
    fn end_block(&mut self) {
        let has_space = core::mem::take(&mut self.has_space);
        if self.table.text.len() == self.block.start {
            self.block.row.follows_space |= has_space;
            return self.keep_figures();
        }
        self.end_link_text();
        for index in 0..self.open_inlines.len() {
            self.end_range(self.open_inlines[index]);
        }
        // A space that precedes a range at the end of the block is not part of the text.
        let len = (self.table.text.len() - self.block.start) as u32;
        for range in &mut self.table.inlines[self.block.inline_start..] {
            (range.start, range.end) = (range.start.min(len), range.end.min(len));
        }
        let element = self.element();
        let is_pre = self.table.elements[element as usize].is_pre;
        let has_text = !self.table.text[self.block.start..].bytes().all(|byte| byte.is_ascii_whitespace());
        if has_text {
            if self.collects_inlines && !is_pre {
                self.add_raw_formulas();
            }
            let is_formula = self.takes_display();
            let inlines = (self.block.inline_start as u32, (self.table.inlines.len() - self.block.inline_start) as u32);
            self.table.rows.push(Row {
                text: (self.block.start as u32, self.table.text.len() as u32),
                span: self.block.span.unwrap_or_default(),
                element,
                inlines,
                is_pre,
                is_formula,
                ..self.block.row
            });
            (self.block.row.images, self.block.row.breaks, self.block.row.is_new, self.block.row.follows_space) =
                (0, 0, false, has_space);
        } else {
            self.table.text.truncate(self.block.start);
            while self.link_texts.last().is_some_and(|link| link.row >= self.table.rows.len()) {
                self.link_texts.pop();
            }
        }
        self.formulas.dollars.clear();
        self.block.start = self.table.text.len();
        self.block.link_start = self.block.start;
        self.block.span = None;
        (self.block.row.link_words, self.block.row.links) = (0, u16::from(self.in_link));
        self.restart_inlines();
    }

    /// Ends the last block, and returns the table. The resolved URLs have at most `max_url_bytes`.
    pub(crate) fn finish(mut self, resolver: &Resolver<'a>, max_url_bytes: usize) -> Table<'a> {
        self.end_block();
        self.count_link_words();
        self.finish_ordinals();
        text_stats::count(&self.table.text, self.table.rows.iter_mut(), |row| row.text, |row, stats| row.stats = stats);
        self.resolve_urls(resolver, max_url_bytes);
        Table {
            text: self.table.text.into_bump_str(),
            rows: self.table.rows.into_bump_slice(),
            elements: self.table.elements.into_bump_slice(),
            inlines: self.table.inlines.into_bump_slice(),
            figures: self.table.figures.into_bump_slice(),
            left_out: self.table.left_out.into_bump_slice(),
            strings: self.table.strings.into_bump_slice(),
            notes: self.table.notes.into_bump_slice(),
            counts: self.table.counts,
            is_discussion: self.table.is_discussion,
            has_formulas: self.formulas.has_formulas,
            has_inlines: self.collects_inlines,
            is_truncated: self.is_truncated,
        }
    }
}
