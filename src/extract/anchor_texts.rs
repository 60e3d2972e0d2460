//! The texts inside anchors and headings, collapsed as they come.

use super::names::Edge;
use super::words::{for_each_word, whole_words};
use bumpalo::Bump;
use bumpalo::collections::{String, Vec};
use core::ops::Range;

/// How much of a text is kept, in bytes.
pub(super) const TEXT_BYTES: usize = 1 << 10;

/// Where a text begins.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct TextPosition {
    text: usize,
    alt: usize,
}

/// The text of an anchor or a heading.
#[derive(Clone, Copy, Default)]
pub(super) struct TextSpan<'a> {
    start: TextPosition,
    end: TextPosition,
    /// All of its text, if that is one piece of the page.
    piece: Option<&'a str>,
}

/// An anchor that was closed.
pub(super) struct ClosedAnchor<'a> {
    /// The indices of its links.
    pub(super) links: Range<usize>,
    pub(super) span: TextSpan<'a>,
}

/// An open anchor.
struct OpenAnchor {
    /// The indices of its links.
    links: Range<usize>,
    start: TextPosition,
    /// The number of elements that were open before it; for an `a` of SVG with it.
    height: usize,
    /// The number of [markers](super::open_blocks) that were open. It ends before one of them, and no tag inside of a
    /// later one ends it.
    markers: usize,
}

/// The texts of a page's anchors and headings, one behind the other.
pub(super) struct AnchorTexts<'a> {
    texts: String<'a>,
    alts: String<'a>,
    /// The one text inside the one open anchor or heading; it is not among `texts` yet.
    piece: Option<&'a str>,
    /// Whether white space came since the last word.
    space: bool,
    /// The open `a` elements of HTML, innermost last.
    html: Vec<'a, OpenAnchor>,
    /// The open `a` elements of SVG: they are on the stack of open elements, and end with it.
    foreign: Vec<'a, OpenAnchor>,
    /// How many anchors are open, and 1 if a heading is.
    open: usize,
    /// Whether no word came since the last of them began.
    is_empty: bool,
}

impl<'a> AnchorTexts<'a> {
    /// Begins with room for `usual` bytes of text.
    pub(super) fn new(usual: usize, bump: &'a Bump) -> Self {
        let (texts, alts) = (String::with_capacity_in(usual, bump), String::new_in(bump));
        let (html, foreign) = (Vec::new_in(bump), Vec::new_in(bump));
        Self { texts, alts, piece: None, space: false, html, foreign, open: 0, is_empty: false }
    }

    /// Returns whether text counts.
    #[inline]
    pub(super) fn is_open(&self) -> bool {
        self.open > 0
    }

    /// Returns the place that is reached.
    fn mark(&mut self) -> TextPosition {
        self.keep_piece();
        TextPosition { text: self.texts.len(), alt: self.alts.len() }
    }

    /// Puts the piece among the texts: more follows.
    fn keep_piece(&mut self) {
        if let Some(piece) = self.piece.take() {
            self.texts.push_str(piece);
        }
    }

    /// Ends the text that began at `start`.
    fn close(&mut self, start: TextPosition) -> TextSpan<'a> {
        self.open -= 1;
        // What is around it may have words from before.
        self.is_empty = false;
        let piece = self.piece.take();
        TextSpan { start, end: self.mark(), piece }
    }

    /// Begins a heading.
    pub(super) fn open_heading(&mut self) -> TextPosition {
        self.open += 1;
        self.begin()
    }

    /// Ends the heading that began at `start`.
    pub(super) fn close_heading(&mut self, start: TextPosition) -> TextSpan<'a> {
        self.close(start)
    }

    /// Returns where a text begins.
    fn begin(&mut self) -> TextPosition {
        let mark = self.mark();
        self.is_empty = true;
        mark
    }

    /// Begins the text of an anchor with these links, where so many elements and markers are open.
    pub(super) fn open_anchor(&mut self, links: Range<usize>, height: usize, markers: usize) {
        self.open += 1;
        let start = self.begin();
        self.html.push(OpenAnchor { links, start, height, markers });
    }

    /// Begins the text of an `a` element of SVG, the innermost of `height` open elements.
    pub(super) fn open_foreign(&mut self, links: Range<usize>, height: usize) {
        self.open += 1;
        let start = self.begin();
        self.foreign.push(OpenAnchor { links, start, height, markers: 0 });
    }

    /// Returns the number of elements that were open before the innermost anchor of HTML.
    pub(super) fn anchor_height(&self) -> Option<usize> {
        Some(self.html.last()?.height)
    }

    /// Ends the innermost anchor of HTML, unless a marker was opened in it: there are `markers` now.
    pub(super) fn close_anchor(&mut self, markers: usize) -> Option<ClosedAnchor<'a>> {
        let is_reached = self.html.last().is_some_and(|anchor| anchor.markers >= markers);
        let anchor = if is_reached { self.html.pop() } else { None };
        anchor.map(|anchor| self.close_one(anchor))
    }

    fn close_one(&mut self, anchor: OpenAnchor) -> ClosedAnchor<'a> {
        ClosedAnchor { links: anchor.links, span: self.close(anchor.start) }
    }

    /// Ends what began in elements that are closed now: so many elements and markers are still open. Returns one anchor at
    /// a time.
    pub(super) fn close_above(&mut self, height: usize, markers: usize) -> Option<ClosedAnchor<'a>> {
        let anchor = if self.foreign.last().is_some_and(|anchor| anchor.height > height) {
            self.foreign.pop()
        } else if self.html.last().is_some_and(|anchor| anchor.markers > markers) {
            self.html.pop()
        } else {
            None
        };
        anchor.map(|anchor| self.close_one(anchor))
    }

    /// Notes that the element at `place` was removed from the stack of open elements, and those above it were not.
    pub(super) fn lower(&mut self, place: usize) {
        for anchor in self.html.iter_mut().chain(&mut self.foreign) {
            anchor.height -= usize::from(anchor.height > place);
        }
    }

    /// Ends all anchors once no element is open. Returns one at a time.
    pub(super) fn finish(&mut self) -> Option<ClosedAnchor<'a>> {
        self.close_above(0, 0).or_else(|| self.close_anchor(0))
    }

    /// Takes the edge of an element.
    pub(super) fn edge(&mut self, edge: Edge) {
        self.space |= edge != Edge::None;
    }

    /// Takes characters.
    pub(super) fn push_text(&mut self, text: &'a str) {
        if self.is_empty
            && self.open == 1
            && let Some((piece, space)) = whole_words(text)
        {
            (self.piece, self.space, self.is_empty) = (Some(piece), space, false);
            return;
        }
        for_each_word(text, |space, word| {
            self.space |= space;
            if word.is_empty() {
                return;
            }
            self.keep_piece();
            self.is_empty = false;
            if self.space {
                self.texts.push(' ');
                self.space = false;
            }
            self.texts.push_str(word);
        });
    }

    /// Takes a text that stands for an image.
    pub(super) fn push_alt(&mut self, alt: &str) {
        let mut space = !self.alts.is_empty();
        for_each_word(alt, |has_space, word| {
            space |= has_space;
            if word.is_empty() {
                return;
            }
            if space {
                self.alts.push(' ');
                space = false;
            }
            self.alts.push_str(word);
        });
    }

    /// Returns the texts, and those that stand for images, to be cut out between marks.
    pub(super) fn into_texts(self) -> CollectedTexts<'a> {
        CollectedTexts { texts: self.texts.into_bump_str(), alts: self.alts.into_bump_str() }
    }
}

/// The texts of a page's anchors and headings.
#[derive(Clone, Copy)]
pub(super) struct CollectedTexts<'a> {
    texts: &'a str,
    alts: &'a str,
}

impl<'a> CollectedTexts<'a> {
    /// Returns the text.
    pub(super) fn text(self, span: TextSpan<'a>) -> &'a str {
        span.piece.unwrap_or_else(|| trim_spaces(&self.texts[span.start.text..span.end.text]))
    }

    /// Returns what stands for images.
    pub(super) fn alt(self, span: TextSpan<'a>) -> &'a str {
        trim_spaces(&self.alts[span.start.alt..span.end.alt])
    }
}

/// Strips the space at each end: there is one at most.
fn trim_spaces(text: &str) -> &str {
    let text = text.strip_prefix(' ').unwrap_or(text);
    text.strip_suffix(' ').unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_collapsed() {
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
    fn a_clean_text_is_borrowed() {
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
        let heading = anchors.open_heading();
        anchors.push_text("one");
        anchors.open_anchor(0..1, 0, 0);
        anchors.push_text(" two");
        let inner = anchors.close_anchor(0).expect("an anchor is open").span;
        closed.push(anchors.close_heading(heading));
        let texts = anchors.into_texts();
        assert_eq!(texts.text(inner), "two");
        let borrowed: alloc::vec::Vec<_> = closed.iter().map(|span| span.piece.is_some()).collect();
        assert_eq!(borrowed, [true, true, true, false, false, false, false, false]);
        assert!(closed.iter().all(|&span| texts.text(span) == "one two"));
    }

    #[test]
    fn anchors_stay_between_their_markers() {
        let bump = Bump::new();
        let mut anchors = AnchorTexts::new(0, &bump);
        anchors.open_anchor(0..1, 1, 0);
        assert!(anchors.close_anchor(1).is_none(), "a marker is open in it");
        anchors.open_anchor(1..2, 3, 1);
        anchors.open_foreign(2..3, 5);
        let mut close = |height, markers| anchors.close_above(height, markers).map(|closed| closed.links.start);
        assert_eq!([close(5, 1), close(4, 1), close(3, 1)], [None, Some(2), None]);
        assert_eq!([close(2, 0), close(2, 0)], [Some(1), None]);
        assert_eq!(anchors.close_anchor(0).expect("the outer anchor").links, 0..1);
    }
}
