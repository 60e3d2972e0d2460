//! Text: its words, the visible text of the page, and the texts of anchors and headings.

pub(crate) mod anchor_texts;
pub(crate) mod headings;
mod page_text;
pub(crate) mod scripts;
pub(crate) mod strings;
pub(crate) mod words;

use crate::names::Edge;
use anchor_texts::AnchorTexts;
pub(crate) use anchor_texts::TEXT_BYTES;
use bumpalo::Bump;
use headings::Headings;
pub(crate) use page_text::PageText;
use tagrake::StartTag;
pub(crate) use words::{for_each_word, push_words};

/// The texts of a page so far.
pub(crate) struct Texts<'a> {
    /// The visible text.
    pub(crate) text: PageText<'a>,
    /// The texts of anchors and headings.
    pub(crate) anchors: AnchorTexts<'a>,
    pub(crate) headings: Headings<'a>,
}

impl<'a> Texts<'a> {
    /// Creates collectors with capacity for `usual` bytes of visible text, and for `usual_anchors` of anchors and headings.
    pub(crate) fn new(usual: usize, usual_anchors: usize, bump: &'a Bump) -> Self {
        Self {
            text: PageText::new(usual, bump),
            anchors: AnchorTexts::new(usual_anchors, bump),
            headings: Headings::new(bump),
        }
    }

    /// Starts a heading, whose name is `h` and its level. Returns false if there are too many.
    pub(crate) fn start_heading(&mut self, tag: &StartTag<'a>, name: &[u8]) -> bool {
        self.headings.start(tag, name, &mut self.anchors)
    }

    /// Ends the innermost open heading.
    pub(crate) fn end_heading(&mut self) {
        self.headings.end(&mut self.anchors);
    }

    /// Separates the text at the edge of an element.
    #[inline(always)]
    pub(crate) fn edge(&mut self, edge: Edge) {
        self.text.edge(edge);
        self.anchors.edge(edge);
        if edge != Edge::None && self.text.has_open_scripts() {
            self.text.end_scripts();
        }
    }

    /// Separates the text at white space.
    #[inline(always)]
    pub(crate) fn white_space(&mut self) {
        self.text.edge(Edge::Space);
        self.anchors.edge(Edge::Space);
    }
}
