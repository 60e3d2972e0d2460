//! Fills the table of blocks while the page is read.

mod attributes;
mod formulas;
mod inlines;
mod state;
mod text;

use super::block::Blocks;
use super::features::{Facts, Page};
use super::inline::{Figure, Inline};
use super::ranking::Ranking;
use super::score::probabilities;
use super::table::{ElementRow, ROOT, Row, Table};
use super::text_stats::{self, TextStats};
use super::{MAX_BLOCKS, MAX_ELEMENTS, TEXT_BYTES, long_texts};
use crate::links::Resolver;
use crate::names::Element;
use crate::open_blocks::is_marker;
use bumpalo::Bump;
use bumpalo::collections::{String, Vec};
pub(crate) use formulas::{tex_image, tex_script};
use state::{Attributes, Frame, LinkText, OpenInline, OpenMath};

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
    text: String<'a>,
    rows: Vec<'a, Row>,
    elements: Vec<'a, ElementRow>,
    inlines: Vec<'a, Inline<'a>>,
    figures: Vec<'a, Figure<'a>>,
    strings: Vec<'a, &'a str>,
    /// The open elements of the sink's stack, innermost last.
    frames: Vec<'a, Frame>,
    open_inlines: Vec<'a, OpenInline<'a>>,
    /// The attributes of the current start tag.
    attributes: Attributes<'a>,
    /// The height of the stack including the outermost element whose content is left out.
    left_out: Option<usize>,
    /// The start of the block's text.
    start: usize,
    /// The start of its inline ranges.
    inline_start: usize,
    /// The byte range of the block's tokens in the page.
    span: Option<(u32, u32)>,
    /// True if white space precedes the next word.
    has_space: bool,
    /// True if an `a` with `href` is open.
    in_link: bool,
    /// The start of the text of the open link in this block.
    link_start: usize,
    /// Texts in links whose words are not counted yet.
    link_texts: Vec<'a, LinkText>,
    /// The words in links that were counted, of the current block.
    link_words: u32,
    links: u16,
    images: u16,
    breaks: u8,
    is_new: bool,
    /// True if white space precedes the block.
    follows_space: bool,
    starts_with: Element,
    is_hidden: bool,
    is_noscript: bool,
    is_truncated: bool,
    /// The number of start tags of each element.
    counts: &'a mut [u32; Element::ALL.len()],
    /// The outermost open `math` element, and the text of its annotation.
    math: Option<OpenMath>,
    tex: String<'a>,
    /// The end of the last formula in the text of all blocks.
    formula_end: usize,
    /// The number of open `span` elements whose content is left out.
    left_out_spans: usize,
    /// True if white space precedes the next word only because an element such as an image separates words.
    is_apart: bool,
    has_formulas: bool,
}

impl<'a> BlockBuilder<'a> {
    pub(crate) fn new(page: &'a str, collects_inlines: bool, bump: &'a Bump) -> Self {
        let mut elements = Vec::with_capacity_in((page.len() / 100).clamp(64, MAX_ELEMENTS), bump);
        elements.push(ElementRow::root());
        let is_too_long = u32::try_from(page.len()).is_err();
        Self {
            page,
            collects_inlines,
            text: String::with_capacity_in((page.len() / 4).min(TEXT_BYTES), bump),
            rows: Vec::with_capacity_in((page.len() / 200).clamp(32, MAX_BLOCKS), bump),
            elements,
            inlines: Vec::new_in(bump),
            figures: Vec::new_in(bump),
            strings: Vec::with_capacity_in(page.len() / 200, bump),
            frames: Vec::with_capacity_in(64, bump),
            open_inlines: Vec::with_capacity_in(MAX_OPEN_INLINES, bump),
            attributes: Attributes::implied(Element::Other),
            left_out: is_too_long.then_some(0),
            start: 0,
            inline_start: 0,
            span: None,
            has_space: false,
            in_link: false,
            link_start: 0,
            link_texts: Vec::with_capacity_in((page.len() / 500).clamp(32, LINK_TEXTS), bump),
            link_words: 0,
            links: 0,
            images: 0,
            breaks: 0,
            is_new: true,
            follows_space: false,
            starts_with: Element::Div,
            is_hidden: false,
            is_noscript: false,
            is_truncated: is_too_long,
            counts: bump.alloc([0; Element::ALL.len()]),
            math: None,
            tex: String::new_in(bump),
            formula_end: usize::MAX,
            left_out_spans: 0,
            is_apart: false,
            has_formulas: false,
        }
    }

    /// Returns true if text is collected here.
    fn is_collected(&self) -> bool {
        self.left_out.is_none() && self.left_out_spans == 0
    }

    fn element(&self) -> u32 {
        self.frames.last().map_or(ROOT, |frame| frame.element)
    }

    /// Handles an element that was pushed on the sink's stack.
    pub(crate) fn push(&mut self, element: Element) {
        if element.ends_block() {
            self.boundary(element);
        }
        if element.is_left_out() {
            self.left_out.get_or_insert(self.frames.len() + 1);
        }
        let parent = self.element();
        if self.left_out.is_some() || self.elements.len() >= MAX_ELEMENTS {
            self.is_truncated |= self.left_out.is_none();
            return self.frames.push(Frame { element: parent, is_own: false });
        }
        let read = if self.attributes.element == element { self.attributes } else { Attributes::implied(element) };
        let (class, lang, hints) = (self.intern(read.class), self.intern(read.lang), self.intern_hints(&read));
        let row = self.new_element(parent, read, class, lang);
        let row = ElementRow { hints, ..row };
        self.frames.push(Frame { element: self.elements.len() as u32, is_own: true });
        self.elements.push(row);
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

    /// Handles an element that was popped from the sink's stack. [`Element::Other`] is an inline or foreign element.
    pub(crate) fn pop(&mut self, element: Element) {
        let height = self.frames.len().saturating_sub(1);
        while let Some(&open) = self.open_inlines.last()
            && open.height > height
            && (is_marker(element) || !open.is_reopened())
        {
            self.close_inline(self.open_inlines.len() - 1);
        }
        let is_own = self.frames.last().is_some_and(|frame| frame.is_own);
        if element.ends_block() && (is_own || self.left_out.is_none()) {
            self.boundary(Element::Div);
        }
        self.frames.pop();
        if self.left_out.is_some_and(|left_out| left_out > height) {
            self.left_out = None;
        }
        if self.math.is_some() {
            self.end_math(height);
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
        self.left_out_spans = 0;
        self.is_new = true;
        self.starts_with = element;
    }

    /// Handles a `br`, in a preformatted element as a line feed.
    pub(crate) fn line_break(&mut self, is_pre: bool) {
        if is_pre {
            return self.push_preformatted("\n");
        }
        self.end_block();
        self.breaks = self.breaks.saturating_add(1);
        self.starts_with = Element::Br;
    }

    /// Separates words.
    pub(crate) fn space(&mut self) {
        self.is_apart = !self.has_space;
        self.has_space = true;
    }

    /// Makes a row of the text since the last boundary.
    fn end_block(&mut self) {
        let has_space = core::mem::take(&mut self.has_space);
        if self.text.len() == self.start {
            self.follows_space |= has_space;
            return self.keep_figures();
        }
        self.end_link_text();
        for index in 0..self.open_inlines.len() {
            self.end_range(self.open_inlines[index]);
        }
        // A space that precedes a range at the end of the block is not part of the text.
        let len = (self.text.len() - self.start) as u32;
        for range in &mut self.inlines[self.inline_start..] {
            (range.start, range.end) = (range.start.min(len), range.end.min(len));
        }
        let element = self.element();
        let is_pre = self.elements[element as usize].is_pre;
        let has_text = !self.text[self.start..].bytes().all(|byte| byte.is_ascii_whitespace());
        if has_text {
            let inlines = (self.inline_start as u32, (self.inlines.len() - self.inline_start) as u32);
            self.rows.push(Row {
                text: (self.start as u32, self.text.len() as u32),
                span: self.span.unwrap_or_default(),
                element,
                inlines,
                stats: TextStats::default(),
                link_words: self.link_words,
                links: self.links,
                images: self.images,
                breaks: self.breaks,
                starts_with: self.starts_with,
                is_new: self.is_new,
                follows_space: self.follows_space,
                is_hidden: self.is_hidden,
                is_noscript: self.is_noscript,
                is_pre,
            });
            (self.images, self.breaks, self.is_new, self.follows_space) = (0, 0, false, has_space);
        } else {
            self.text.truncate(self.start);
            while self.link_texts.last().is_some_and(|link| link.row >= self.rows.len()) {
                self.link_texts.pop();
            }
        }
        self.start = self.text.len();
        self.link_start = self.start;
        self.span = None;
        (self.link_words, self.links) = (0, u16::from(self.in_link));
        self.restart_inlines();
    }

    /// Ends the last block, and returns the table. `facts` are facts about the page that its features need.
    /// If `is_scored` is true, the blocks are scored. The resolved URLs have at most `max_url_bytes`.
    pub(crate) fn finish(
        mut self,
        facts: Facts<'a>,
        is_scored: bool,
        resolver: &Resolver<'a>,
        max_url_bytes: usize,
    ) -> Blocks<'a> {
        self.end_block();
        self.count_link_words();
        text_stats::count(&self.text, self.rows.iter_mut(), |row| row.text, |row, stats| row.stats = stats);
        self.resolve_urls(resolver, max_url_bytes);
        let bump = self.rows.bump();
        let table = Table {
            text: self.text.into_bump_str(),
            rows: self.rows.into_bump_slice(),
            elements: self.elements.into_bump_slice(),
            inlines: self.inlines.into_bump_slice(),
            figures: self.figures.into_bump_slice(),
            strings: self.strings.into_bump_slice(),
            counts: self.counts,
            has_formulas: self.has_formulas,
            is_truncated: self.is_truncated,
        };
        let ranking = is_scored.then(|| {
            let mut page = Page::new(table, &facts, bump);
            let mut probabilities = probabilities(&mut page, table.rows.len(), bump);
            long_texts::raise(&mut probabilities, table.rows, &page, bump);
            Ranking::new(&table, probabilities, page.repeats(), bump)
        });
        Blocks { table, facts, ranking }
    }
}
