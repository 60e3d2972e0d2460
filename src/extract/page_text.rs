//! Collects the visible text of a page, one line per block.

use super::names::Edge;
use super::words::{count_words, for_each_word};
use bumpalo::Bump;
use bumpalo::collections::String;

/// Maximum length of the text, in bytes. The rest is left out.
const TEXT_BYTES: usize = 16 << 20;

/// The visible text collected so far.
pub(super) struct PageText<'a> {
    text: String<'a>,
    /// The separator between the last word and the next one.
    pending: Edge,
    /// True if text was left out.
    pub(super) is_truncated: bool,
}

impl<'a> PageText<'a> {
    /// Creates a collector with capacity for `usual` bytes.
    pub(super) fn new(usual: usize, bump: &'a Bump) -> Self {
        Self { text: String::with_capacity_in(usual.min(TEXT_BYTES), bump), pending: Edge::None, is_truncated: false }
    }

    /// Adds the edge of an element.
    #[inline]
    pub(super) fn edge(&mut self, edge: Edge) {
        self.pending = self.pending.max(edge);
    }

    /// Adds characters. White space (ASCII and U+00A0) is collapsed.
    pub(super) fn push(&mut self, text: &str) {
        for_each_word(text, |space, word| {
            if space {
                self.edge(Edge::Space);
            }
            if !word.is_empty() {
                self.push_preformatted(word);
            }
        });
    }

    /// Adds characters unchanged, as in `pre`.
    pub(super) fn push_preformatted(&mut self, text: &str) {
        if self.text.len() + text.len() > TEXT_BYTES {
            self.is_truncated = true;
            return;
        }
        match self.pending {
            Edge::Space if !self.text.is_empty() => self.text.push(' '),
            Edge::Line if !self.text.is_empty() => self.text.push('\n'),
            _ => {}
        }
        self.pending = Edge::None;
        self.text.push_str(text);
    }

    /// Returns the text and its number of words.
    pub(super) fn finish(self) -> (&'a str, usize) {
        let text = self.text.into_bump_str();
        (text, count_words(text))
    }
}
