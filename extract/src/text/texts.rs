//! The collectors of text.

use super::anchor_texts::AnchorTexts;
use super::headings::Headings;
use super::page_text::PageText;
use crate::names::Edge;

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
