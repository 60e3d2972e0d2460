//! Collects the visible text of a page, one line per block.
//!
//! Superscripts and subscripts are ranges of the text. If there are some, the last step copies the text with their marks.

use crate::names::Edge;
use crate::text::scripts::{Script, for_each_part};
use crate::text::words::{count_words, for_each_word};
use bumpalo::Bump;
use bumpalo::collections::{String, Vec};
use tagrake::Words;

/// Maximum length of the text, in bytes. The rest is left out.
const TEXT_BYTES: usize = 16 << 20;

/// Runs of up to this length, in bytes, are copied with the bytes after them.
const SHORT_RUN: usize = 32;

/// Maximum number of scripts of a page that are marked, and of those that are open at once.
const MAX_SCRIPTS: usize = 1 << 18;
const MAX_OPEN_SCRIPTS: usize = 32;

/// The visible text collected so far.
pub(crate) struct PageText<'a> {
    text: String<'a>,
    /// The separator between the last word and the next one.
    pending: Edge,
    /// True if text was left out.
    pub(crate) is_truncated: bool,
    scripts: Vec<'a, Script>,
    /// The indices of the scripts that are open.
    open_scripts: Vec<'a, usize>,
}

impl<'a> PageText<'a> {
    /// Creates a collector with capacity for `usual` bytes.
    pub(crate) fn new(usual: usize, bump: &'a Bump) -> Self {
        Self {
            text: String::with_capacity_in(usual.min(TEXT_BYTES) + SHORT_RUN, bump),
            pending: Edge::None,
            is_truncated: false,
            scripts: Vec::new_in(bump),
            open_scripts: Vec::new_in(bump),
        }
    }

    /// Adds the edge of an element.
    #[inline]
    pub(crate) fn edge(&mut self, edge: Edge) {
        self.pending = self.pending.max(edge);
    }

    /// Adds characters. White space (ASCII and U+00A0) is collapsed.
    pub(crate) fn push(&mut self, text: &str) {
        for_each_word(text, |space, word| {
            if space {
                self.edge(Edge::Space);
            }
            if !word.is_empty() {
                self.push_preformatted(word);
            }
        });
    }

    /// Adds characters whose line feeds are line breaks. Other white space is collapsed.
    pub(crate) fn push_lines(&mut self, text: &str) {
        for (index, line) in text.split('\n').enumerate() {
            self.edge(if index > 0 { Edge::Line } else { Edge::None });
            self.push(line);
        }
    }

    /// Adds words of the page.
    pub(crate) fn push_words(&mut self, page: &str, words: &Words) {
        let range = words.range.clone();
        let separator = |space| if space { Edge::Space } else { Edge::None };
        self.edge(separator(words.has_space_before));
        // PERF: most runs are short. Bytes after the run are copied with it, so that the number of bytes is constant.
        let copied = range.start..range.start + SHORT_RUN;
        if let Some(copied) = page.get(copied).filter(|_| range.len() <= SHORT_RUN && self.has_room(range.len())) {
            self.push_separator();
            let end = self.text.len() + range.len();
            self.text.push_str(copied);
            self.text.truncate(end);
        } else {
            self.push_preformatted(&page[range]);
        }
        self.edge(separator(words.has_space_after));
    }

    /// Adds characters unchanged, as in `pre`.
    pub(crate) fn push_preformatted(&mut self, text: &str) {
        if !self.has_room(text.len()) {
            self.is_truncated = true;
            return;
        }
        self.push_separator();
        self.text.push_str(text);
    }

    /// Returns true if `len` more bytes do not exceed the limit.
    #[inline(always)]
    fn has_room(&self, len: usize) -> bool {
        self.text.len() + len <= TEXT_BYTES
    }

    /// Adds the separator between the last word and the next one.
    #[inline(always)]
    fn push_separator(&mut self) {
        let len = self.text.len();
        // PERF: a separator is written in any case, because a branch would often be mispredicted.
        self.text.push(if self.pending == Edge::Line { '\n' } else { ' ' });
        self.text.truncate(len + usize::from(self.pending != Edge::None && len > 0));
        self.pending = Edge::None;
    }

    /// Returns the text and its number of words.
    pub(crate) fn finish(mut self) -> (&'a str, usize) {
        self.end_scripts();
        let text = self.text.into_bump_str();
        let words = count_words(text);
        if self.scripts.is_empty() {
            return (text, words);
        }
        let mut marked = String::with_capacity_in(text.len() + 2 * self.scripts.len(), self.scripts.bump());
        for_each_part(text, self.scripts.iter().copied(), |part| marked.push_str(part));
        (marked.into_bump_str(), words)
    }

    /// Starts a superscript or a subscript. It ends at its end tag, or where an element separates text.
    pub(crate) fn start_script(&mut self, is_super: bool) {
        if self.scripts.len() < MAX_SCRIPTS && self.open_scripts.len() < MAX_OPEN_SCRIPTS {
            self.open_scripts.push(self.scripts.len());
            let start = self.text.len() as u32;
            self.scripts.push(Script { start, end: start, is_super });
        }
    }

    /// Ends the innermost script of its kind.
    pub(crate) fn end_script(&mut self, is_super: bool) {
        let is_kind = |&index: &usize| self.scripts[index].is_super == is_super;
        if let Some(place) = self.open_scripts.iter().rposition(is_kind) {
            let index = self.open_scripts.remove(place);
            self.scripts[index].end = self.text.len() as u32;
        }
    }

    #[inline(always)]
    pub(crate) fn has_open_scripts(&self) -> bool {
        !self.open_scripts.is_empty()
    }

    /// Ends all scripts.
    #[cold]
    pub(crate) fn end_scripts(&mut self) {
        for index in self.open_scripts.drain(..) {
            self.scripts[index].end = self.text.len() as u32;
        }
    }
}
