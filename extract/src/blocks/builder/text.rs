//! The text of blocks.

use super::BlockBuilder;
use crate::blocks::{MAX_BLOCKS, TEXT_BYTES};
use crate::place::Place;
use crate::text::for_each_word;
use crate::text::strings::truncate;
use tagrake::Words;

impl BlockBuilder<'_> {
    /// Adds the characters of a text token at `span` of the page.
    pub(crate) fn push_text(&mut self, characters: &str, span: (usize, usize), place: Place) {
        if !self.is_collected() {
            return;
        }
        if self.is_in_code() {
            return self.push_code(characters, span, place);
        }
        // White space alone in an inline element separates words, but it is part of the code in a `pre`.
        let keeps_space = place.is_pre || characters.bytes().all(|byte| byte.is_ascii_whitespace());
        let is_code = keeps_space && self.table.elements[self.element() as usize].is_pre;
        if !is_code && (place.is_pre || place.keeps_lines) {
            return self.push_lines(characters, span, place);
        }
        self.enter_context(place);
        let before = self.table.text.len();
        if is_code {
            self.push_preformatted(characters);
        } else {
            self.push_each_word(characters);
        }
        self.extend_span(before, span);
    }

    /// Adds text whose line feeds are line breaks.
    fn push_lines(&mut self, characters: &str, span: (usize, usize), place: Place) {
        for (index, line) in characters.split('\n').enumerate() {
            if index > 0 {
                self.line_break(false);
            }
            self.enter_context(place);
            let before = self.table.text.len();
            self.push_each_word(line);
            self.extend_span(before, span);
        }
    }

    /// Adds the words of a text, and the white space around them.
    pub(super) fn push_each_word(&mut self, text: &str) {
        for_each_word(text, |space, words| {
            self.has_space |= space;
            if !words.is_empty() {
                self.push_words(words);
            }
        });
    }

    /// Adds a text token that has one run of words: `text`.
    pub(crate) fn push_run(&mut self, text: &str, words: &Words, span: (usize, usize), place: Place) {
        if !self.is_collected() {
            return;
        }
        self.enter_context(place);
        self.has_space |= words.has_space_before;
        if !text.is_empty() {
            let before = self.table.text.len();
            self.push_words(text);
            self.extend_span(before, span);
        }
        self.has_space |= words.has_space_after;
    }

    /// Prepares for text. An inline element that readers do not see is a block of its own.
    pub(super) fn enter_context(&mut self, place: Place) {
        let is_first = self.table.text.len() == self.block.start;
        let is_hidden = place.is_hidden || place.is_for_screen_readers;
        if is_first || self.block.row.is_hidden != is_hidden {
            if !is_first {
                self.end_block();
            }
            (self.block.row.is_hidden, self.block.row.is_noscript) = (is_hidden, place.in_noscript);
            self.block.row.is_for_screen_readers = is_hidden && !place.is_hidden;
        }
    }

    /// Extends the byte range of the block if there is text past `before`.
    pub(super) fn extend_span(&mut self, before: usize, span: (usize, usize)) {
        if self.table.text.len() > before {
            let (start, end) = (span.0 as u32, span.1 as u32);
            self.block.span = Some((self.block.span.map_or(start, |(first, _)| first), end));
        }
    }

    pub(super) fn push_words(&mut self, words: &str) {
        let room =
            if self.table.rows.len() >= MAX_BLOCKS { 0 } else { TEXT_BYTES.saturating_sub(self.table.text.len() + 1) };
        self.is_truncated |= words.len() > room;
        let words = truncate(words, room);
        if words.is_empty() {
            return;
        }
        if core::mem::take(&mut self.has_space) {
            if self.table.text.len() > self.block.start {
                self.table.text.push(' ');
            } else {
                self.block.row.follows_space = true;
            }
        }
        self.table.text.push_str(words);
    }

    pub(super) fn push_preformatted(&mut self, text: &str) {
        if self.is_collected() {
            self.has_space = false;
            self.push_words(text);
        }
    }
}
