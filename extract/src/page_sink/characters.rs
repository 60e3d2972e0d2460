//! Text: characters for the visible text, headings and anchors, and the raw text of elements such as `title`.

use super::PageSink;
use crate::collector::Collector;
use crate::flags::Flag;
use crate::names::{Edge, Element};
use crate::place::Place;
use bumpalo::Bump;
use tagrake::{Text, Words};

impl<'a, C: Collector<'a>> PageSink<'a, '_, C> {
    /// Handles characters between tags.
    #[inline(never)]
    pub(super) fn characters(&mut self, text: Text<'a>) {
        if let Some(items) = &mut self.tree.items {
            items.text(&text);
        }
        let drops_line_feed = core::mem::take(&mut self.open.drops_line_feed);
        let is_alt = self.open.hidden.is_some_and(|hidden| hidden.is_alt);
        if self.tree.table.is_some() {
            self.push_block_text(&text, drops_line_feed);
        }
        if self.open.hidden.is_some() && !is_alt {
            return;
        }
        let (wants_text, wants_anchors) = (self.options.text, self.tree.texts.anchors.is_open());
        if !wants_text && !wants_anchors && !self.open.in_head {
            return;
        }
        let mut characters = text.decoded_str();
        if self.open.blocks.holds_foreign_text() && memchr::memchr(0, characters.as_bytes()).is_some() {
            characters = with_replacements(characters, self.bump);
        }
        if is_alt {
            if wants_anchors {
                self.tree.texts.anchors.push_alt(characters);
            }
            return;
        }
        if self.open.in_head
            && characters.bytes().any(|byte| !matches!(byte, b'\t' | b'\n' | b'\x0C' | b'\r' | b' ' | 0))
        {
            self.open.in_head = false;
            self.narrow_filter();
        }
        if wants_anchors {
            self.tree.texts.anchors.push_text(characters);
        }
        if !wants_text {
        } else if self.open.pre > 0 {
            let characters =
                if drops_line_feed { characters.strip_prefix('\n').unwrap_or(characters) } else { characters };
            if !characters.is_empty() {
                self.tree.texts.text.push_preformatted(characters);
            }
        } else {
            self.tree.texts.text.push(characters);
        }
    }

    /// Handles words outside of hidden and preformatted elements.
    #[inline(never)]
    pub(super) fn push_words(&mut self, words: &Words) {
        if self.tree.texts.anchors.is_open() {
            self.tree.texts.anchors.push_words(self.page, words);
        }
        if self.options.text {
            self.tree.texts.text.push_words(self.page, words);
        }
    }

    /// Handles the text of an element that can only contain text.
    #[inline(never)]
    pub(super) fn raw_characters(&mut self, text: Text<'a>) {
        if let Some(items) = &mut self.tree.items
            && self.open.raw_text != Element::Xmp
        {
            items.text(&text);
        }
        let place = self.open.place();
        self.collectors.metadata.text(&text, place);
        if !C::TEXT {
            self.collectors.own.text(&text, place);
        }
        match self.open.raw_text {
            Element::Style if self.options.links && self.options.css => {
                self.tree.links.add_css(text.decoded_str(), "style", "#text", text.span(), place);
            }
            Element::Script => {
                if let Some(is_display) = self.tex_script {
                    self.push_tex_script(&text, is_display);
                }
            }
            Element::Xmp => self.characters(text),
            Element::Noscript if self.options.noscript_markup && self.options.links => {
                let place = Place { in_noscript: true, ..place };
                self.tree.links.add_markup(text, place, self.arena);
            }
            _ => {}
        }
    }

    /// Reads a page that is plain text, a paragraph on each line, with at most `arena_bytes` of memory.
    pub(crate) fn read_plain_text(&mut self, arena_bytes: usize) {
        let mut start = 0;
        for line in self.page.split_inclusive('\n') {
            if self.arena.used_bytes() > arena_bytes {
                return self.flags.set(Flag::LimitArena);
            }
            if self.options.text {
                self.tree.texts.text.push(line);
                self.tree.texts.text.edge(Edge::Line);
            }
            if let Some(table) = &mut self.tree.table {
                let words = line.trim();
                let from = start + (line.len() - line.trim_start().len());
                table.push_text(words, (from, from + words.len()), Place::default());
                table.boundary(Element::P);
            }
            start += line.len();
        }
    }
}

/// Replaces U+0000 with U+FFFD, as tree construction does in foreign content.
fn with_replacements<'a>(text: &str, bump: &'a Bump) -> &'a str {
    let mut replaced = bumpalo::collections::String::with_capacity_in(text.len() * 3, bump);
    replaced
        .extend(text.chars().map(|character| if character == '\0' { char::REPLACEMENT_CHARACTER } else { character }));
    replaced.into_bump_str()
}
