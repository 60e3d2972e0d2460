//! Text: its words, the visible text of the page, and the texts of anchors and headings.

pub(crate) mod anchor_texts;
pub(crate) mod headings;
mod page_text;
pub(crate) mod strings;
mod words;

use crate::names::Edge;
use anchor_texts::AnchorTexts;
pub(crate) use anchor_texts::TEXT_BYTES;
use headings::Headings;
pub(crate) use page_text::PageText;
pub(crate) use words::{for_each_word, push_words};

/// The texts of a page so far.
pub(crate) struct Texts<'a> {
    /// The visible text.
    pub(crate) text: PageText<'a>,
    /// The texts of anchors and headings.
    pub(crate) anchors: AnchorTexts<'a>,
    pub(crate) headings: Headings<'a>,
}

impl Texts<'_> {
    /// Separates the text at the edge of an element.
    #[inline(always)]
    pub(crate) fn edge(&mut self, edge: Edge) {
        self.text.edge(edge);
        self.anchors.edge(edge);
    }
}
