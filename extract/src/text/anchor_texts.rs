//! The text of anchors and headings, with white space collapsed.
//!
//! All texts share one string, and each anchor or heading is a range of it. An anchor inside a heading therefore costs
//! no second copy:
//!
//! 1. [`open_anchor`](AnchorTexts::open_anchor) and [`open_heading`](AnchorTexts::open_heading) record the current
//!    length of the string.
//! 2. [`push_text`](AnchorTexts::push_text) appends words, with one space for any white space between them.
//! 3. Closing an anchor or heading returns the range between both positions as a [`TextSpan`].
//! 4. After the last token, [`into_texts`](AnchorTexts::into_texts) gives the string from which spans are cut.
//!
//! For `<h1>One <a>two</a></h1>` the string is `One two`; the heading is 0..7 and the anchor 3..7, from which the
//! leading space is trimmed. The most common case, one anchor with one clean text, does not touch the string: the span
//! borrows the text from the page.

use crate::names::Edge;
use crate::text::words::{for_each_word, push_words, single_run};
use bumpalo::Bump;
use bumpalo::collections::{String, Vec};
use core::ops::Range;
use tagrake::Words;

/// Maximum length of the text of an anchor or a heading, in bytes. The rest is left out.
pub(crate) const TEXT_BYTES: usize = 1 << 10;

/// A position in both strings of [`AnchorTexts`].
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct TextPosition {
    text: usize,
    alt: usize,
}

/// The text of an anchor or a heading.
#[derive(Clone, Copy, Default)]
pub(crate) struct TextSpan<'a> {
    start: TextPosition,
    end: TextPosition,
    /// The text, if it is borrowed from the page instead.
    borrowed: Option<&'a str>,
}

/// A closed anchor.
pub(crate) struct ClosedAnchor<'a> {
    /// The indices of its links.
    pub(crate) links: Range<usize>,
    pub(crate) span: TextSpan<'a>,
}

/// An open anchor.
struct OpenAnchor {
    /// The indices of its links.
    links: Range<usize>,
    start: TextPosition,
    /// The height of the stack of open elements below an HTML anchor.
    height: usize,
    /// How many [markers](crate::open_blocks) were open. The anchor ends when one of these closes, and no tag inside a
    /// later marker ends it.
    markers: usize,
}

/// Collects the text of a page's anchors and headings.
pub(crate) struct AnchorTexts<'a> {
    texts: String<'a>,
    alts: String<'a>,
    /// The only text so far of the only open anchor or heading. It is not yet part of `texts`.
    borrowed: Option<&'a str>,
    /// True if white space followed the last word.
    space: bool,
    /// The open HTML `a` elements, innermost last.
    html: Vec<'a, OpenAnchor>,
    /// The open SVG `a` elements. They are on the stack of open elements, and end when they are popped.
    foreign: Vec<'a, OpenAnchor>,
    /// The number of open anchors and headings.
    open: usize,
    /// True if no word was added since the innermost of them was opened.
    is_empty: bool,
}

impl<'a> AnchorTexts<'a> {
    /// Creates a collector with capacity for `usual` bytes of text.
    pub(crate) fn new(usual: usize, bump: &'a Bump) -> Self {
        let (texts, alts) = (String::with_capacity_in(usual, bump), String::new_in(bump));
        let (html, foreign) = (Vec::new_in(bump), Vec::new_in(bump));
        Self { texts, alts, borrowed: None, space: false, html, foreign, open: 0, is_empty: false }
    }

    /// Returns true if an anchor or heading is open, that is, if text is collected.
    #[inline]
    pub(crate) fn is_open(&self) -> bool {
        self.open > 0
    }

    /// Returns the current position.
    fn position(&mut self) -> TextPosition {
        self.copy_borrowed();
        TextPosition { text: self.texts.len(), alt: self.alts.len() }
    }

    /// Copies the borrowed text to the end of `texts`, because more text follows it.
    fn copy_borrowed(&mut self) {
        if let Some(text) = self.borrowed.take() {
            self.texts.push_str(text);
        }
    }

    /// Ends the text that started at `start`.
    pub(crate) fn close_text(&mut self, start: TextPosition) -> TextSpan<'a> {
        self.open -= 1;
        // An enclosing anchor or heading may already have words.
        self.is_empty = false;
        let borrowed = self.borrowed.take();
        TextSpan { start, end: self.position(), borrowed }
    }

    /// Starts the text of an anchor or a heading, and returns its position.
    pub(crate) fn open_text(&mut self) -> TextPosition {
        self.open += 1;
        self.is_empty = true;
        self.position()
    }

    /// Starts the text of an HTML anchor. `links` are the indices of its links; `height` elements and `markers` are
    /// open.
    pub(crate) fn open_anchor(&mut self, links: Range<usize>, height: usize, markers: usize) {
        let start = self.open_text();
        self.html.push(OpenAnchor { links, start, height, markers });
    }

    /// Starts the text of an SVG anchor.
    pub(crate) fn open_foreign(&mut self, links: Range<usize>) {
        let start = self.open_text();
        self.foreign.push(OpenAnchor { links, start, height: 0, markers: 0 });
    }

    /// Returns the number of elements that were open before the innermost HTML anchor, or `None` if no HTML anchor is
    /// open.
    pub(crate) fn anchor_height(&self) -> Option<usize> {
        Some(self.html.last()?.height)
    }

    /// Ends the innermost HTML anchor, unless a marker is open inside it. `markers` is the number of open markers.
    pub(crate) fn close_anchor(&mut self, markers: usize) -> Option<ClosedAnchor<'a>> {
        self.html.last().filter(|anchor| anchor.markers >= markers)?;
        let anchor = self.html.pop()?;
        Some(self.close_one(anchor))
    }

    fn close_one(&mut self, anchor: OpenAnchor) -> ClosedAnchor<'a> {
        ClosedAnchor { links: anchor.links, span: self.close_text(anchor.start) }
    }

    /// Ends the innermost SVG anchor.
    pub(crate) fn close_foreign(&mut self) -> Option<ClosedAnchor<'a>> {
        let anchor = self.foreign.pop()?;
        Some(self.close_one(anchor))
    }

    /// Ends one HTML anchor whose enclosing marker has closed: `markers` are still open. Returns `None` once none is left.
    pub(crate) fn close_in_marker(&mut self, markers: usize) -> Option<ClosedAnchor<'a>> {
        self.close_anchor(markers + 1)
    }

    /// Updates the heights after the element at `index` was removed from the middle of the stack of open elements.
    pub(crate) fn lower(&mut self, index: usize) {
        for anchor in &mut self.html {
            anchor.height -= usize::from(anchor.height > index);
        }
    }

    /// Adds the edge of an element.
    pub(crate) fn edge(&mut self, edge: Edge) {
        self.space |= edge != Edge::None;
    }

    /// Adds characters.
    pub(crate) fn push_text(&mut self, text: &'a str) {
        if self.is_empty
            && self.open == 1
            && let Some((run, space)) = single_run(text)
        {
            (self.borrowed, self.space, self.is_empty) = (Some(run), space, false);
            return;
        }
        for_each_word(text, |space, word| {
            self.space |= space;
            if word.is_empty() {
                return;
            }
            self.copy_borrowed();
            self.is_empty = false;
            if self.space {
                self.texts.push(' ');
                self.space = false;
            }
            self.texts.push_str(word);
        });
    }

    /// Adds words.
    pub(crate) fn push_words(&mut self, page: &'a str, words: &Words) {
        let run = &page[words.range.clone()];
        if self.is_empty && self.open == 1 {
            self.borrowed = Some(run);
        } else {
            self.copy_borrowed();
            if self.space | words.has_space_before {
                self.texts.push(' ');
            }
            self.texts.push_str(run);
        }
        (self.space, self.is_empty) = (words.has_space_after, false);
    }

    /// Adds the alternative text of an image.
    pub(crate) fn push_alt(&mut self, alt: &str) {
        let mut space = !self.alts.is_empty();
        push_words(&mut self.alts, &mut space, alt);
    }

    /// Returns the strings that [`TextSpan`]s refer to.
    pub(crate) fn into_texts(self) -> CollectedTexts<'a> {
        CollectedTexts { texts: self.texts.into_bump_str(), alts: self.alts.into_bump_str() }
    }
}

/// The collected text of a page's anchors and headings.
#[derive(Clone, Copy)]
pub(crate) struct CollectedTexts<'a> {
    texts: &'a str,
    alts: &'a str,
}

impl<'a> CollectedTexts<'a> {
    /// No texts.
    pub(crate) const EMPTY: Self = Self { texts: "", alts: "" };

    /// Returns the text of an anchor or heading.
    pub(crate) fn text(self, span: TextSpan<'a>) -> &'a str {
        span.borrowed.unwrap_or_else(|| trim_spaces(&self.texts[span.start.text..span.end.text]))
    }

    /// Returns the alternative texts of its images.
    pub(crate) fn alt(self, span: TextSpan<'a>) -> &'a str {
        trim_spaces(&self.alts[span.start.alt..span.end.alt])
    }
}

/// Strips one space at each end. There is never more than one.
fn trim_spaces(text: &str) -> &str {
    let text = text.strip_prefix(' ').unwrap_or(text);
    text.strip_suffix(' ').unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn collapses_white_space() {
        let bump = Bump::new();
        let mut anchors = AnchorTexts::new(0, &bump);
        anchors.open_anchor(0..1, 0, 0);
        anchors.push_text(" one\n\u{A0} two");
        anchors.edge(Edge::None);
        anchors.push_text("three");
        anchors.edge(Edge::Space);
        anchors.push_text("four ");
        anchors.push_alt(" a  b ");
        anchors.push_alt("c");
        let closed = anchors.close_anchor(0).expect("an anchor is open");
        assert!(!anchors.is_open());
        let texts = anchors.into_texts();
        assert_eq!(texts.text(closed.span), "one twothree four");
        assert_eq!(texts.alt(closed.span), "a b c");
    }

    #[test]
    fn borrows_a_single_clean_text() {
        let bump = Bump::new();
        let mut anchors = AnchorTexts::new(0, &bump);
        let texts: [&[&str]; 7] = [
            &["one two"],
            &[" ", "\n one two\n"],
            &["one two ", "\n\t"],
            &["one ", "two"],
            &["o", "ne", "\ntwo"],
            &["one  two"],
            &["\u{A0}one two"],
        ];
        let mut closed = alloc::vec::Vec::new();
        for texts in texts {
            anchors.open_anchor(0..1, 0, 0);
            texts.iter().for_each(|text| anchors.push_text(text));
            closed.push(anchors.close_anchor(0).expect("an anchor is open").span);
        }
        let heading = anchors.open_text();
        anchors.push_text("one");
        anchors.open_anchor(0..1, 0, 0);
        anchors.push_text(" two");
        let inner = anchors.close_anchor(0).expect("an anchor is open").span;
        closed.push(anchors.close_text(heading));
        let texts = anchors.into_texts();
        assert_eq!(texts.text(inner), "two");
        let borrowed: alloc::vec::Vec<_> = closed.iter().map(|span| span.borrowed.is_some()).collect();
        assert_eq!(borrowed, [true, true, true, false, false, false, false, false]);
        assert!(closed.iter().all(|&span| texts.text(span) == "one two"));
    }

    #[test]
    fn anchors_end_at_markers() {
        let bump = Bump::new();
        let mut anchors = AnchorTexts::new(0, &bump);
        anchors.open_anchor(0..1, 1, 0);
        assert!(anchors.close_anchor(1).is_none(), "a marker is open in it");
        anchors.open_anchor(1..2, 3, 1);
        anchors.open_foreign(2..3);
        assert_eq!(anchors.close_foreign().expect("the SVG anchor").links, 2..3);
        let mut close = |markers| anchors.close_in_marker(markers).map(|closed| closed.links.start);
        assert_eq!([close(1), close(0), close(0)], [None, Some(1), None]);
        assert_eq!(anchors.close_anchor(0).expect("the outer anchor").links, 0..1);
    }
}
