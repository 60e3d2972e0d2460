//! The visible text, a line for each block.

use super::names::Edge;
use super::words::for_each_word;
use bumpalo::Bump;
use bumpalo::collections::String;

/// How much text is kept, in bytes.
const TEXT_BYTES: usize = 16 << 20;

/// The text of a page, as it comes.
pub(super) struct PageText<'a> {
    text: String<'a>,
    /// What stands between the last word and the next.
    pending: Edge,
    /// Whether there was more than is kept.
    pub(super) is_truncated: bool,
}

impl<'a> PageText<'a> {
    /// Begins with room for `usual` bytes.
    pub(super) fn new(usual: usize, bump: &'a Bump) -> Self {
        Self { text: String::with_capacity_in(usual.min(TEXT_BYTES), bump), pending: Edge::None, is_truncated: false }
    }

    /// Takes the edge of an element.
    #[inline]
    pub(super) fn edge(&mut self, edge: Edge) {
        self.pending = self.pending.max(edge);
    }

    /// Takes characters; white space (ASCII and U+00A0) is collapsed.
    pub(super) fn push(&mut self, text: &str) {
        for_each_word(text, |space, word| {
            if space {
                self.edge(Edge::Space);
            }
            if !word.is_empty() {
                self.push_whole(word);
            }
        });
    }

    /// Takes characters as they are: those of `pre`.
    pub(super) fn push_whole(&mut self, text: &str) {
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

    /// Returns the text, and how many words it has.
    pub(super) fn finish(self) -> (&'a str, usize) {
        let text = self.text.into_bump_str();
        (text, text.split_whitespace().count())
    }
}
