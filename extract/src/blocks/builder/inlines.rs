//! Inline elements: their ranges in the text of blocks, and the texts of links.

use super::images::image_url;
use super::state::{LinkText, OpenInline};
use super::{BlockBuilder, LINK_TEXTS, MAX_OPEN_INLINES, MAX_URL_BYTES};
use crate::blocks::inline::{Figure, Inline, InlineKind};
use crate::blocks::{MAX_INLINES, text_stats};
use crate::links::{EmptyUrl, Resolver};
use tagrake::{Attribute, StartTag};

/// Maximum number of links to notes whose targets are kept.
const MAX_NOTES: usize = 1 << 12;

/// The starts of the names of notes, as Markdown, Word, WordPress and Wikipedia write them.
const NOTE_NAMES: [&str; 7] = ["fn", "ftn", "_ftn", "footnote", "endnote", "easy-footnote", "cite_note"];

impl<'a> BlockBuilder<'a> {
    /// Handles an `img`, which also separates words. A hidden one is counted, but has no range.
    pub(crate) fn image(&mut self, tag: &StartTag<'a>, is_hidden: bool) {
        self.block.row.images = self.block.row.images.saturating_add(1);
        if self.collects_inlines && self.is_collected() && !is_hidden {
            let alt = tag.attribute(b"alt").map_or("", |alt| alt.value_str());
            let kind = InlineKind::Image { src: image_url(tag), alt };
            let offset = self.offset();
            self.push_range(Inline { start: offset, end: offset, url: None, kind });
        }
    }

    /// Handles the start tag of an inline element.
    pub(crate) fn start_inline(&mut self, name: &'a [u8], tag: &StartTag<'a>) {
        if name == b"a" {
            self.end_inline(name);
        }
        self.start_line_number(name, tag);
        let value = |name: &[u8]| tag.attribute(name).map(|value| value.value_str());
        let kind = match name {
            b"a" => {
                let Some(href) = tag.attribute(b"href") else { return };
                self.read_note_reference(&href);
                let href = if self.collects_inlines { href.value_str() } else { "" };
                self.end_link_text();
                self.in_link = true;
                self.block.row.links = self.block.row.links.saturating_add(1);
                self.block.link_start = self.table.text.len();
                InlineKind::Link { href }
            }
            b"strong" | b"b" => InlineKind::Strong,
            b"em" | b"i" => InlineKind::Emphasis,
            b"code" | b"kbd" | b"samp" | b"tt" => {
                self.read_code_language(tag);
                let class = if self.collects_inlines { value(b"class") } else { None };
                InlineKind::Code { class: class.unwrap_or_default() }
            }
            b"del" | b"s" | b"strike" => InlineKind::Deleted,
            b"sub" => InlineKind::Subscript,
            b"sup" => {
                self.add_note(self.fragment.filter(|_| self.in_link));
                InlineKind::Superscript
            }
            b"span" | b"math-renderer" => match self.start_formula(name, tag) {
                Some(kind) => {
                    self.formulas.has_formulas = true;
                    kind
                }
                None => return,
            },
            _ => return,
        };
        if self.open_inlines.len() >= MAX_OPEN_INLINES {
            return;
        }
        let start = self.offset();
        let range = self.push_range(Inline { start, end: 0, url: None, kind });
        self.open_inlines.push(OpenInline { name, kind, height: self.frames.len(), range });
    }

    /// Reads the `href` of a link, which may refer to a note.
    fn read_note_reference(&mut self, href: &Attribute<'a>) {
        self.fragment = None;
        if href.value().first() == Some(&b'#') {
            self.fragment = href.value_str().get(1..);
            let in_sup = self.open_inlines.iter().any(|open| open.kind == InlineKind::Superscript);
            self.add_note(self.fragment.filter(|target| in_sup || names_note(target)));
        }
    }

    /// Adds the `id` of a note, or the target of a link that refers to one.
    pub(super) fn add_note(&mut self, target: Option<&'a str>) {
        if self.table.notes.len() < MAX_NOTES {
            self.table.notes.extend(target.filter(|target| !target.is_empty()));
        }
    }

    /// Handles the end tag of an inline element.
    pub(crate) fn end_inline(&mut self, name: &[u8]) {
        self.end_line_number(name);
        if let Some(index) = self.open_inlines.iter().rposition(|open| open.name == name) {
            self.close_inline(index);
        } else if name == b"a" {
            self.end_link_text();
            self.in_link = false;
        }
    }

    pub(super) fn close_inline(&mut self, index: usize) {
        let open = self.open_inlines.remove(index);
        self.end_range(open);
        if let InlineKind::Link { .. } = open.kind {
            self.end_link_text();
            self.in_link = false;
        }
    }

    /// Returns the offset in the block at which the next character will be.
    pub(super) fn offset(&self) -> u32 {
        let len = self.table.text.len() - self.block.start;
        (len + usize::from(self.has_space && len > 0)) as u32
    }

    pub(super) fn push_range(&mut self, range: Inline<'a>) -> Option<usize> {
        let is_script = matches!(range.kind, InlineKind::Subscript | InlineKind::Superscript);
        if !(self.collects_inlines || is_script) || !self.is_collected() {
            return None;
        }
        if self.table.inlines.len() >= MAX_INLINES {
            self.is_truncated = true;
            return None;
        }
        self.table.inlines.push(range);
        Some(self.table.inlines.len() - 1)
    }

    pub(super) fn end_range(&mut self, open: OpenInline<'a>) {
        if let Some(index) = open.range {
            self.table.inlines[index].end = (self.table.text.len() - self.block.start) as u32;
        }
    }

    /// Ends the text of the open link here.
    pub(super) fn end_link_text(&mut self) {
        if self.in_link && self.block.link_start < self.table.text.len() {
            if self.link_texts.len() >= LINK_TEXTS {
                self.count_link_words();
            }
            let range = (self.block.link_start as u32, self.table.text.len() as u32);
            self.link_texts.push(LinkText { row: self.table.rows.len(), range });
            self.block.link_start = self.table.text.len();
        }
    }

    /// Counts the words in links.
    ///
    /// PERF: many texts at a time, since each call chooses the instructions of the CPU.
    pub(super) fn count_link_words(&mut self) {
        text_stats::count(
            &self.table.text,
            self.link_texts.drain(..),
            |link| link.range,
            |link, stats| match self.table.rows.get_mut(link.row) {
                Some(row) => row.link_words += stats.words,
                None => self.block.row.link_words += stats.words,
            },
        );
    }

    /// Keeps the images of a block without text, and drops its other ranges.
    pub(super) fn keep_figures(&mut self) {
        if self.table.inlines.len() == self.block.inline_start {
            return;
        }
        let (row, element) = (self.table.rows.len() as u32, self.element());
        for index in self.block.inline_start..self.table.inlines.len() {
            let image = Inline { start: 0, end: 0, ..self.table.inlines[index] };
            if !matches!(image.kind, InlineKind::Image { .. }) {
                continue;
            }
            if self.table.figures.len() < MAX_INLINES {
                self.table.figures.push(Figure { row, element, image });
            } else {
                self.is_truncated = true;
            }
        }
        self.table.inlines.truncate(self.block.inline_start);
        self.restart_inlines();
    }

    /// Starts the ranges of the open inline elements in the next block.
    pub(super) fn restart_inlines(&mut self) {
        self.block.inline_start = self.table.inlines.len();
        for index in 0..self.open_inlines.len() {
            let kind = self.open_inlines[index].kind;
            self.open_inlines[index].range = self.push_range(Inline { start: 0, end: 0, url: None, kind });
        }
    }

    /// Resolves the URLs of links and images, up to `max_bytes`. A link that continues in later blocks has one URL.
    pub(super) fn resolve_urls(&mut self, resolver: &Resolver<'a>, max_bytes: usize) {
        let mut bytes = 0;
        // The `href` of the last link, and its URL.
        let mut last: Option<(&str, Option<&'a str>)> = None;
        for inline in self.table.inlines.iter_mut().chain(self.table.figures.iter_mut().map(|figure| &mut figure.image))
        {
            let (raw, empty) = match inline.kind {
                InlineKind::Link { href } => (href, EmptyUrl::Base),
                InlineKind::Image { src, .. } => (src, EmptyUrl::Nowhere),
                _ => continue,
            };
            if let Some((_, url)) = last.filter(|&(href, _)| core::ptr::eq(href, raw)) {
                inline.url = url;
                continue;
            }
            if bytes > max_bytes {
                self.is_truncated = true;
                return;
            }
            if raw.len() <= MAX_URL_BYTES {
                inline.url = resolver.resolve(raw, empty).url;
                bytes += inline.url.map_or(0, str::len);
            }
            if let InlineKind::Link { .. } = inline.kind {
                last = Some((raw, inline.url));
            }
        }
    }
}

/// Returns true if an `id`, or the target of a link, is a note by its name, and not the place of the reference.
pub(super) fn names_note(target: &str) -> bool {
    let starts = |name: &&str| target.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name));
    let rest = NOTE_NAMES.iter().find(|name| starts(name)).map_or("ref", |name| &target[name.len()..]);
    !rest.starts_with("ref") && rest.bytes().any(|byte| byte.is_ascii_digit())
}
