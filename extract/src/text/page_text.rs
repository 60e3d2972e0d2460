//! Collects the visible text of a page, one line per block.

use crate::names::Edge;
use crate::text::words::{count_words, for_each_word};
use bumpalo::Bump;
use bumpalo::collections::String;
use tagrake::Words;

/// Maximum length of the text, in bytes. The rest is left out.
const TEXT_BYTES: usize = 16 << 20;

/// Runs of up to this length, in bytes, are copied with the bytes after them.
const SHORT_RUN: usize = 32;

/// The visible text collected so far.
pub(crate) struct PageText<'a> {
    text: String<'a>,
    /// The separator between the last word and the next one.
    pending: Edge,
    /// True if text was left out.
    pub(crate) is_truncated: bool,
}

impl<'a> PageText<'a> {
    /// Creates a collector with capacity for `usual` bytes.
    pub(crate) fn new(usual: usize, bump: &'a Bump) -> Self {
        Self {
            text: String::with_capacity_in(usual.min(TEXT_BYTES) + SHORT_RUN, bump),
            pending: Edge::None,
            is_truncated: false,
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
    pub(crate) fn finish(self) -> (&'a str, usize) {
        let text = self.text.into_bump_str();
        (text, count_words(text))
    }
}
