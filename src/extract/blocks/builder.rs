//! Fills the table of blocks while the page is read.

use super::block::{Blocks, Row, Table};
use super::element::{ElementRow, ListKind, NO_STRING, ROOT};
use super::features::{Facts, Page};
use super::inline::{Inline, InlineKind};
use super::score::probabilities;
use super::text_stats::{self, TextStats};
use super::view::Ranking;
use super::{MAX_BLOCKS, MAX_ELEMENTS, MAX_INLINES, TEXT_BYTES};
use crate::extract::names::Element;
use crate::extract::normalize::truncate;
use crate::extract::open_blocks::is_marker;
use crate::extract::resolve::Resolver;
use crate::extract::url_attributes::EmptyUrl;
use crate::extract::words::for_each_word;
use crate::token::StartTag;
use bumpalo::Bump;
use bumpalo::collections::{String, Vec};

/// Maximum number of inline elements that are open at once. Deeper ones are left out.
const MAX_OPEN_INLINES: usize = 32;

/// Maximum length of a URL as written, in bytes. Longer ones are not resolved.
const MAX_URL_BYTES: usize = 16 << 10;

/// The number of attributes besides `class` that may hint at the role of an element.
const HINTS: usize = 4;

/// The number of texts in links whose words are counted together.
const LINK_TEXTS: usize = 4096;

/// An open element of the token sink's stack.
#[derive(Clone, Copy)]
struct Frame {
    /// The index of the innermost element of the table.
    element: u32,
    /// True if the element has a row of its own.
    is_own: bool,
}

/// The attributes of a start tag whose element may be pushed.
#[derive(Clone, Copy)]
struct Attributes<'a> {
    element: Element,
    tag: (u32, u32),
    /// The attributes that may hint at the role of the element, besides `class`.
    hints: [&'a str; HINTS],
    hint_count: usize,
    class: Option<&'a str>,
    lang: Option<&'a str>,
    value: i32,
    row_span: u16,
}

impl Attributes<'_> {
    const fn implied(element: Element) -> Self {
        Self { element, tag: (0, 0), hints: [""; HINTS], hint_count: 0, class: None, lang: None, value: 0, row_span: 1 }
    }
}

/// An open inline element.
#[derive(Clone, Copy)]
struct OpenInline<'a> {
    name: &'a [u8],
    kind: InlineKind<'a>,
    /// The height of the sink's stack at its start tag.
    height: usize,
    /// The index of its range in the current block, if the block has one.
    range: Option<usize>,
}

/// Text in a link: the index of its block, and its byte range in the text of all blocks.
struct LinkText {
    row: usize,
    range: (u32, u32),
}

/// Collects the blocks and elements of a page.
pub(in crate::extract) struct BlockBuilder<'a> {
    page: &'a str,
    collects_inlines: bool,
    text: String<'a>,
    rows: Vec<'a, Row>,
    elements: Vec<'a, ElementRow>,
    inlines: Vec<'a, Inline<'a>>,
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
}

impl<'a> BlockBuilder<'a> {
    pub(in crate::extract) fn new(page: &'a str, collects_inlines: bool, bump: &'a Bump) -> Self {
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
        }
    }

    /// Returns true if text is collected here.
    fn is_collected(&self) -> bool {
        self.left_out.is_none()
    }

    fn element(&self) -> u32 {
        self.frames.last().map_or(ROOT, |frame| frame.element)
    }

    /// Reads the attributes of an HTML start tag. Must be called before its element is pushed.
    pub(in crate::extract) fn read_attributes(&mut self, element: Element, tag: &StartTag<'a>) {
        self.counts[element as usize] += 1;
        let mut read = Attributes::implied(element);
        read.tag = (tag.start() as u32, tag.end() as u32);
        let page = self.page;
        for attribute in tag.attributes() {
            let value = || attribute.value_in(page);
            let number = |default: i32| value().trim().parse().unwrap_or(default);
            match attribute.name() {
                b"class" => read.class = Some(value()),
                b"id" | b"role" | b"itemprop" | b"data-testid" if read.hint_count < HINTS => {
                    read.hints[read.hint_count] = value();
                    read.hint_count += 1;
                }
                b"lang" => read.lang = Some(value()),
                b"start" if element == Element::Ol => read.value = number(1),
                b"value" if element == Element::Li => read.value = number(0),
                b"colspan" if matches!(element, Element::Td | Element::Th) => read.value = number(1).clamp(1, 1000),
                b"rowspan" if matches!(element, Element::Td | Element::Th) => {
                    read.row_span = number(1).clamp(0, i32::from(u16::MAX)) as u16;
                }
                _ => {}
            }
        }
        if read.value == 0 && matches!(element, Element::Ol | Element::Td | Element::Th) {
            read.value = 1;
        }
        if element == Element::Body {
            self.set_root(read);
        }
        self.attributes = read;
    }

    fn set_root(&mut self, read: Attributes<'a>) {
        let (class, lang, hints) = (self.intern(read.class), self.intern(read.lang), self.intern_hints(&read));
        let root = &mut self.elements[ROOT as usize];
        if root.tag == (0, 0) {
            (root.tag, root.hints, root.class) = (read.tag, hints, class);
            root.lang = if lang == NO_STRING { root.lang } else { lang };
        }
    }

    /// Sets the language of the root, from the `html` element.
    pub(in crate::extract) fn set_lang(&mut self, lang: Option<&'a str>) {
        if self.elements[ROOT as usize].lang == NO_STRING {
            self.elements[ROOT as usize].lang = self.intern(lang);
        }
    }

    fn intern(&mut self, string: Option<&'a str>) -> u32 {
        let Some(string) = string else { return NO_STRING };
        self.strings.push(string);
        (self.strings.len() - 1) as u32
    }

    fn intern_hints(&mut self, read: &Attributes<'a>) -> (u32, u8) {
        let first = self.strings.len() as u32;
        let hints = &read.hints[..read.hint_count];
        self.strings.extend_from_slice(hints);
        (first, hints.len() as u8)
    }

    /// Handles an element that was pushed on the sink's stack.
    pub(in crate::extract) fn push(&mut self, element: Element) {
        if is_boundary(element) {
            self.boundary(element);
        }
        if is_left_out(element) {
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

    /// Returns the row of an element, and counts rows and columns of its table.
    fn new_element(&mut self, parent: u32, read: Attributes<'a>, class: u32, lang: u32) -> ElementRow {
        use Element::*;
        let (index, element) = (self.elements.len() as u32, read.element);
        let mut row = ElementRow {
            parent,
            tag: read.tag,
            counter: 0,
            value: read.value,
            row_span: read.row_span,
            class,
            element,
            ..self.elements[parent as usize]
        };
        row.depth = row.depth.saturating_add(1);
        if lang != NO_STRING {
            row.lang = lang;
        }
        if is_container(element) {
            row.container = index;
        }
        let list = match element {
            Ul | Menu | Dir => Some(ListKind::Unordered),
            Ol => Some(ListKind::Ordered),
            Dl => Some(ListKind::Description),
            _ => None,
        };
        if let Some(kind) = list {
            (row.list_kind, row.list_depth) = (kind, row.list_depth.saturating_add(1));
        }
        match element {
            H1 | H2 | H3 | H4 | H5 | H6 => row.heading = (element as usize - H1 as usize) as u8 + 1,
            Pre | Listing => row.is_pre = true,
            Table => (row.table, row.row, row.column) = (index, 0, 0),
            Tr => {
                self.elements[row.table as usize].counter += 1;
                (row.row, row.column) = (self.elements[row.table as usize].counter, 0);
            }
            Td | Th => {
                let columns = &mut self.elements[parent as usize].counter;
                row.column = columns.saturating_add(1);
                *columns = columns.saturating_add(read.value.max(1) as u32);
                row.value = read.value.max(1);
            }
            _ => {}
        }
        row
    }

    /// Handles an inline or foreign element that was pushed on the sink's stack. `is_left_out` is true if its content
    /// is no text.
    pub(in crate::extract) fn push_transparent(&mut self, is_left_out: bool) {
        let element = self.element();
        self.frames.push(Frame { element, is_own: false });
        if is_left_out {
            self.left_out.get_or_insert(self.frames.len());
        }
    }

    /// Handles an element that was popped from the sink's stack. [`Element::Other`] is an inline or foreign element.
    pub(in crate::extract) fn pop(&mut self, element: Element) {
        let height = self.frames.len().saturating_sub(1);
        while let Some(&open) = self.open_inlines.last()
            && open.height > height
            && (is_marker(element) || !is_reopened(&open))
        {
            self.close_inline(self.open_inlines.len() - 1);
        }
        let is_own = self.frames.last().is_some_and(|frame| frame.is_own);
        if is_boundary(element) && (is_own || self.left_out.is_none()) {
            self.boundary(Element::Div);
        }
        self.frames.pop();
        if self.left_out.is_some_and(|left_out| left_out > height) {
            self.left_out = None;
        }
    }

    /// Handles an element that was removed from the sink's stack, at `index`. The elements above it stay open.
    pub(in crate::extract) fn remove(&mut self, index: usize) {
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
    pub(in crate::extract) fn boundary(&mut self, element: Element) {
        self.end_block();
        self.is_new = true;
        self.starts_with = element;
    }

    /// Handles a `br`, in a preformatted element as a line feed.
    pub(in crate::extract) fn line_break(&mut self, is_pre: bool) {
        if is_pre {
            return self.push_preformatted("\n");
        }
        self.end_block();
        self.breaks = self.breaks.saturating_add(1);
        self.starts_with = Element::Br;
    }

    /// Handles an `img`, which also separates words.
    pub(in crate::extract) fn image(&mut self, tag: &StartTag<'a>) {
        self.images = self.images.saturating_add(1);
        if self.collects_inlines && self.is_collected() {
            let value = |name: &[u8]| tag.attribute(name).map_or("", |value| value.value_in(self.page));
            let kind = InlineKind::Image { src: value(b"src"), alt: value(b"alt") };
            let offset = self.offset();
            self.push_range(Inline { start: offset, end: offset, url: None, kind });
        }
    }

    /// Separates words.
    pub(in crate::extract) fn space(&mut self) {
        self.has_space = true;
    }

    /// Handles the start tag of an inline element.
    pub(in crate::extract) fn start_inline(&mut self, name: &'a [u8], tag: &StartTag<'a>) {
        let value = |name: &[u8]| tag.attribute(name).map(|value| value.value_in(self.page));
        let kind = match name {
            b"a" => {
                self.end_inline(name);
                let Some(href) = tag.attribute(b"href") else { return };
                let href = if self.collects_inlines { href.value_in(self.page) } else { "" };
                self.end_link_text();
                self.in_link = true;
                self.links = self.links.saturating_add(1);
                self.link_start = self.text.len();
                InlineKind::Link { href }
            }
            b"strong" | b"b" => InlineKind::Strong,
            b"em" | b"i" => InlineKind::Emphasis,
            b"code" | b"kbd" | b"samp" | b"tt" => {
                let class = if self.collects_inlines { value(b"class") } else { None };
                InlineKind::Code { class: class.unwrap_or_default() }
            }
            b"del" | b"s" | b"strike" => InlineKind::Deleted,
            b"sub" => InlineKind::Subscript,
            b"sup" => InlineKind::Superscript,
            _ => return,
        };
        if self.open_inlines.len() >= MAX_OPEN_INLINES {
            return;
        }
        let start = self.offset();
        let range = self.push_range(Inline { start, end: 0, url: None, kind });
        self.open_inlines.push(OpenInline { name, kind, height: self.frames.len(), range });
    }

    /// Handles the end tag of an inline element.
    pub(in crate::extract) fn end_inline(&mut self, name: &[u8]) {
        if let Some(index) = self.open_inlines.iter().rposition(|open| open.name == name) {
            self.close_inline(index);
        } else if name == b"a" {
            self.end_link_text();
            self.in_link = false;
        }
    }

    fn close_inline(&mut self, index: usize) {
        let open = self.open_inlines.remove(index);
        self.end_range(open);
        if let InlineKind::Link { .. } = open.kind {
            self.end_link_text();
            self.in_link = false;
        }
    }

    /// Returns the offset in the block at which the next character will be.
    fn offset(&self) -> u32 {
        let len = self.text.len() - self.start;
        (len + usize::from(self.has_space && len > 0)) as u32
    }

    fn push_range(&mut self, range: Inline<'a>) -> Option<usize> {
        if !(self.collects_inlines && self.is_collected()) {
            return None;
        }
        if self.inlines.len() >= MAX_INLINES {
            self.is_truncated = true;
            return None;
        }
        self.inlines.push(range);
        Some(self.inlines.len() - 1)
    }

    fn end_range(&mut self, open: OpenInline<'a>) {
        if let Some(index) = open.range {
            self.inlines[index].end = (self.text.len() - self.start) as u32;
        }
    }

    /// Ends the text of the open link here.
    fn end_link_text(&mut self) {
        if self.in_link && self.link_start < self.text.len() {
            if self.link_texts.len() >= LINK_TEXTS {
                self.count_link_words();
            }
            let range = (self.link_start as u32, self.text.len() as u32);
            self.link_texts.push(LinkText { row: self.rows.len(), range });
            self.link_start = self.text.len();
        }
    }

    /// Counts the words in links.
    ///
    /// PERF: many texts at a time, since each call chooses the instructions of the CPU.
    fn count_link_words(&mut self) {
        text_stats::count(
            &self.text,
            self.link_texts.drain(..),
            |link| link.range,
            |link, stats| match self.rows.get_mut(link.row) {
                Some(row) => row.link_words += stats.words,
                None => self.link_words += stats.words,
            },
        );
    }

    /// Adds the characters of a text token at `span` of the page.
    pub(in crate::extract) fn push_text(&mut self, characters: &str, span: (usize, usize), state: TextContext) {
        if !self.is_collected() {
            return;
        }
        self.enter_context(state);
        let before = self.text.len();
        if state.is_pre {
            self.push_preformatted(characters);
        } else {
            for_each_word(characters, |space, words| {
                self.has_space |= space;
                if !words.is_empty() {
                    self.push_words(words);
                }
            });
        }
        self.extend_span(before, span);
    }

    /// Adds a text token that has one run of words. `spaces` are whether white space precedes and follows it.
    pub(in crate::extract) fn push_run(
        &mut self,
        words: &str,
        spaces: (bool, bool),
        span: (usize, usize),
        state: TextContext,
    ) {
        if !self.is_collected() {
            return;
        }
        self.enter_context(state);
        self.has_space |= spaces.0;
        if !words.is_empty() {
            let before = self.text.len();
            self.push_words(words);
            self.extend_span(before, span);
        }
        self.has_space |= spaces.1;
    }

    /// Prepares for text. A hidden inline element is a block of its own.
    fn enter_context(&mut self, state: TextContext) {
        let is_first = self.text.len() == self.start;
        if is_first || self.is_hidden != state.is_hidden {
            if !is_first {
                self.end_block();
            }
            (self.is_hidden, self.is_noscript) = (state.is_hidden, state.is_noscript);
        }
    }

    /// Extends the byte range of the block if there is text past `before`.
    fn extend_span(&mut self, before: usize, span: (usize, usize)) {
        if self.text.len() > before {
            let (start, end) = (span.0 as u32, span.1 as u32);
            self.span = Some((self.span.map_or(start, |(first, _)| first), end));
        }
    }

    fn push_words(&mut self, words: &str) {
        let room = if self.rows.len() >= MAX_BLOCKS { 0 } else { TEXT_BYTES.saturating_sub(self.text.len() + 1) };
        self.is_truncated |= words.len() > room;
        let words = truncate(words, room);
        if words.is_empty() {
            return;
        }
        if core::mem::take(&mut self.has_space) {
            if self.text.len() > self.start {
                self.text.push(' ');
            } else {
                self.follows_space = true;
            }
        }
        self.text.push_str(words);
    }

    fn push_preformatted(&mut self, text: &str) {
        if self.is_collected() {
            self.has_space = false;
            self.push_words(text);
        }
    }

    /// Makes a row of the text since the last boundary.
    fn end_block(&mut self) {
        let has_space = core::mem::take(&mut self.has_space);
        if self.text.len() == self.start {
            self.follows_space |= has_space;
            return;
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
            let rows = self.rows.len();
            self.link_texts.retain(|link| link.row < rows);
        }
        self.start = self.text.len();
        self.link_start = self.start;
        self.span = None;
        (self.link_words, self.links) = (0, u16::from(self.in_link));
        self.restart_inlines();
    }

    /// Starts the ranges of the open inline elements in the next block.
    fn restart_inlines(&mut self) {
        self.inline_start = self.inlines.len();
        for index in 0..self.open_inlines.len() {
            let kind = self.open_inlines[index].kind;
            self.open_inlines[index].range = self.push_range(Inline { start: 0, end: 0, url: None, kind });
        }
    }

    /// Resolves the URLs of links and images, up to `max_bytes`.
    fn resolve_urls(&mut self, resolver: &Resolver<'a>, max_bytes: usize) {
        let mut bytes = 0;
        for inline in &mut self.inlines {
            let (raw, empty) = match inline.kind {
                InlineKind::Link { href } => (href, EmptyUrl::Base),
                InlineKind::Image { src, .. } => (src, EmptyUrl::Nowhere),
                _ => continue,
            };
            if bytes > max_bytes {
                self.is_truncated = true;
                return;
            }
            if raw.len() <= MAX_URL_BYTES {
                inline.url = resolver.resolve(raw, empty).url;
                bytes += inline.url.map_or(0, str::len);
            }
        }
    }

    /// Ends the last block, and returns the table. `facts` are facts about the page that its features need.
    /// If `is_scored` is true, the blocks are scored. The resolved URLs have at most `max_url_bytes`.
    pub(in crate::extract) fn finish(
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
            strings: self.strings.into_bump_slice(),
            counts: self.counts,
            is_truncated: self.is_truncated,
        };
        let ranking = is_scored.then(|| {
            let mut page = Page::new(table, &facts, bump);
            let probabilities = probabilities(&mut page, table.rows.len(), bump);
            Ranking::new(&table, probabilities, page.repeats(), bump)
        });
        Blocks { table, facts, ranking }
    }
}

/// The state of the sink at a text token.
#[derive(Clone, Copy)]
pub(in crate::extract) struct TextContext {
    pub(in crate::extract) is_hidden: bool,
    pub(in crate::extract) is_noscript: bool,
    pub(in crate::extract) is_pre: bool,
}

/// Returns true if tree construction reopens the element after the end of a block that contains its start tag.
fn is_reopened(open: &OpenInline<'_>) -> bool {
    !matches!(open.name, b"kbd" | b"samp" | b"sub" | b"sup" | b"del")
}

/// Returns true if the start and the end of an element end a block.
pub(in crate::extract) fn is_boundary(element: Element) -> bool {
    IS_BOUNDARY[element as usize]
}

/// Returns true if a block remembers the element as its innermost container.
pub(super) fn is_container(element: Element) -> bool {
    IS_CONTAINER[element as usize]
}

/// Returns true if the content of an element is left out.
fn is_left_out(element: Element) -> bool {
    IS_LEFT_OUT[element as usize]
}

const IS_BOUNDARY: [bool; Element::ALL.len()] = {
    use Element::*;
    Element::set(&[
        Address, Article, Aside, Blockquote, Button, Caption, Center, Dd, Details, Dialog, Dir, Div, Dl, Dt, Fieldset,
        Figcaption, Figure, Footer, Form, H1, H2, H3, H4, H5, H6, Header, Hgroup, Hr, Iframe, Legend, Li, Listing,
        Main, Menu, Nav, Ol, Optgroup, Option, P, Plaintext, Pre, Search, Section, Select, Summary, Table, Tbody, Td,
        Tfoot, Th, Thead, Tr, Ul, Xmp,
    ])
};

const IS_CONTAINER: [bool; Element::ALL.len()] = {
    use Element::*;
    Element::set(&[
        Article, Aside, Blockquote, Center, Details, Dialog, Dir, Div, Dl, Fieldset, Figure, Footer, Form, Header, Li,
        Main, Menu, Nav, Ol, Pre, Search, Section, Table, Tbody, Td, Tfoot, Th, Thead, Tr, Ul,
    ])
};

const IS_LEFT_OUT: [bool; Element::ALL.len()] = {
    use Element::*;
    Element::set(&[Audio, Canvas, Datalist, Meter, Progress, Select, Video])
};
