//! Collects the headings. Their texts are collected by [`AnchorTexts`].

use super::anchor_texts::{AnchorTexts, TextPosition, TextSpan};
use bumpalo::Bump;
use bumpalo::collections::Vec;
use tagrake::StartTag;

/// Maximum number of headings of a page. Later ones are left out.
const HEADINGS: usize = 100_000;

/// A collected heading.
pub(crate) struct CollectedHeading<'a> {
    pub(crate) level: u8,
    pub(crate) id: Option<&'a str>,
    pub(crate) offset: usize,
    pub(crate) text: TextSpan<'a>,
}

/// The headings so far.
pub(crate) struct Headings<'a> {
    pub(crate) all: Vec<'a, CollectedHeading<'a>>,
    /// The open headings: index in `all`, and start of the text.
    open: Vec<'a, (usize, TextPosition)>,
}

impl<'a> Headings<'a> {
    pub(crate) fn new(bump: &'a Bump) -> Self {
        Self { all: Vec::new_in(bump), open: Vec::new_in(bump) }
    }

    /// Starts a heading, whose name is `h` and its level. Returns false if there are too many.
    pub(crate) fn start(&mut self, tag: &StartTag<'a>, name: &[u8], texts: &mut AnchorTexts<'a>) -> bool {
        let has_room = self.all.len() < HEADINGS;
        if has_room {
            let id = tag.attribute(b"id").map(|id| id.value_str());
            self.open.push((self.all.len(), texts.open_text()));
            let (level, offset) = (name[1] - b'0', tag.span().start);
            self.all.push(CollectedHeading { level, id, offset, text: TextSpan::default() });
        }
        has_room
    }

    /// Ends the innermost open heading.
    pub(crate) fn end(&mut self, texts: &mut AnchorTexts<'a>) {
        if let Some((index, start)) = self.open.pop() {
            self.all[index].text = texts.close_text(start);
        }
    }
}
