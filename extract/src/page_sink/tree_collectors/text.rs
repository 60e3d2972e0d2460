//! Text for the collectors that follow the stack: for the visible text, anchors and headings, blocks and items.

use super::TreeCollectors;
use crate::names::{Edge, Element};
use crate::place::Place;
use bumpalo::Bump;
use tagrake::{Text, Words};

impl<'a> TreeCollectors<'a> {
    /// Takes words outside of hidden and preformatted elements, if neither blocks nor items are collected.
    #[inline(never)]
    pub(in crate::page_sink) fn words(&mut self, words: &Words) {
        if self.is_in_anchor_or_heading() {
            self.texts.anchors.push_words(self.page, words);
        }
        if self.wants_text {
            self.texts.text.push_words(self.page, words);
        }
    }

    /// Takes text between tags. `is_foreign` is true if U+0000 becomes U+FFFD in it, and `drops_line_feed` if a line feed at its
    /// start is not part of it.
    pub(in crate::page_sink) fn text(
        &mut self,
        text: &Text<'a>,
        place: Place,
        is_foreign: bool,
        drops_line_feed: bool,
        bump: &'a Bump,
    ) {
        self.links.text(text);
        if let Some(items) = &mut self.items {
            items.text(text);
        }
        if self.formulas.is_active() && self.text_in_formula(text.decoded_str(), place) {
            return;
        }
        if self.table.is_some() {
            self.block_text(text, place, drops_line_feed);
        }
        let wants_anchors = self.is_in_anchor_or_heading();
        if place.is_hidden && !place.is_alternative || !self.wants_text && !wants_anchors {
            return;
        }
        let mut characters = text.decoded_str();
        if is_foreign && memchr::memchr(0, characters.as_bytes()).is_some() {
            characters = with_replacements(characters, bump);
        }
        if place.is_alternative {
            if wants_anchors {
                self.texts.anchors.push_alt(characters);
            }
            return;
        }
        if wants_anchors {
            self.texts.anchors.push_text(characters);
        }
        if !self.wants_text {
        } else if place.is_pre {
            let characters = without_line_feed(characters, drops_line_feed);
            if !characters.is_empty() {
                self.texts.text.push_preformatted(characters);
            }
        } else if place.keeps_lines {
            self.texts.text.push_lines(characters);
        } else {
            self.texts.text.push(characters);
        }
    }

    #[inline(never)]
    fn block_text(&mut self, text: &Text<'a>, place: Place, drops_line_feed: bool) {
        let is_left_out = place.is_alternative || place.in_template;
        let Some(table) = self.table.as_mut().filter(|_| !is_left_out) else { return };
        let span = text.span();
        let span = (span.start, span.end);
        let keeps_space = place.is_pre || place.keeps_lines || drops_line_feed || table.is_in_pre();
        if let Some(words) = text.words().filter(|_| !keeps_space) {
            return table.push_run(&self.page[words.range.clone()], &words, span, place);
        }
        table.push_text(without_line_feed(text.decoded_str(), drops_line_feed), span, place);
    }

    /// Takes the text of an `element` that can only contain text.
    pub(in crate::page_sink) fn raw_text(&mut self, element: Element, text: Text<'a>, place: Place) {
        if let Some(items) = &mut self.items {
            items.text(&text);
        }
        if element == Element::Script {
            self.script(&text, place);
        }
        self.links.raw_text(element, text, place);
    }

    /// Takes the text of a script, which may be a formula.
    fn script(&mut self, text: &Text<'a>, place: Place) {
        let Some(is_display) = self.tex_script else { return };
        if place.in_template {
            return;
        }
        let (span, tex) = (text.span(), text.decoded_str().trim_ascii());
        // Some generators hide the script from parsers of XML, by comments of TeX.
        let tex = tex.strip_prefix("% <![CDATA[").and_then(|tex| tex.strip_suffix("%]]>")).unwrap_or(tex);
        self.add_tex_script(tex, is_display, place, (span.start, span.end));
    }

    /// Takes a line of plain text, which starts at the offset `start`.
    pub(in crate::page_sink) fn plain_line(&mut self, line: &'a str, start: usize) {
        if self.wants_text {
            self.texts.text.push(line);
            self.texts.text.edge(Edge::Line);
        }
        if let Some(table) = &mut self.table {
            let words = line.trim();
            let from = start + (line.len() - line.trim_start().len());
            table.push_text(words, (from, from + words.len()), Place::default());
            table.boundary(Element::P);
        }
    }
}

fn without_line_feed(characters: &str, drops_line_feed: bool) -> &str {
    characters.strip_prefix('\n').filter(|_| drops_line_feed).unwrap_or(characters)
}

/// Replaces U+0000 with U+FFFD, as tree construction does in foreign content.
fn with_replacements<'a>(text: &str, bump: &'a Bump) -> &'a str {
    let mut replaced = bumpalo::collections::String::with_capacity_in(text.len() * 3, bump);
    replaced
        .extend(text.chars().map(|character| if character == '\0' { char::REPLACEMENT_CHARACTER } else { character }));
    replaced.into_bump_str()
}
