//! The open anchors of a page, and their texts.
//!
//! An anchor ends at its end tag, at the next `a`, or with the nearest enclosing table cell, caption or other element
//! that tree construction puts a [marker](https://html.spec.whatwg.org/multipage/parsing.html#concept-parser-marker)
//! for in the list of active formatting elements. Its row is added when it ends.
//!
//! Example: `<a href=1>x<table><td><a href=2>y</a></table>z</a>` opens the first anchor in the scope of the page and
//! the second in the scope of the cell. The row of `2` with the text `y` is added first, then the row of `1` with the
//! text `x y z`.

use super::values::Collapsed;
use tagrake::StartTag;

/// Maximum nesting depth of elements that delimit anchors. Deeper ones are ignored.
const MAX_LEVELS: usize = 64;

/// The start tag of an anchor, and the position where its text starts.
#[derive(Debug)]
struct Anchor<'a> {
    tag: StartTag<'a>,
    start: usize,
}

/// The start tag of an anchor that has ended, and its text.
pub(super) type ClosedAnchor<'a, 't> = (StartTag<'a>, Option<&'t [u8]>);

/// A scope with at most one open anchor: the page, or an element that delimits anchors.
#[derive(Debug)]
struct AnchorScope<'a> {
    element: &'a [u8],
    anchor: Option<Anchor<'a>>,
}

/// The open anchors of a page.
#[derive(Debug)]
pub(super) struct Anchors<'a> {
    /// The scopes, from the page to the innermost element.
    levels: Vec<AnchorScope<'a>>,
    /// The number of open anchors.
    open: usize,
    /// The text since the last time that no anchor was open.
    texts: Collapsed,
}

impl<'a> Anchors<'a> {
    pub(super) fn new() -> Self {
        Self { levels: vec![AnchorScope { element: b"", anchor: None }], open: 0, texts: Collapsed::default() }
    }

    /// Returns true if an anchor is open, so that text is needed.
    pub(super) fn is_open(&self) -> bool {
        self.open > 0
    }

    /// Appends text.
    pub(super) fn push_text(&mut self, text: &[u8]) {
        self.texts.push(text);
    }

    /// Appends a word boundary.
    pub(super) fn edge(&mut self) {
        self.texts.edge();
    }

    /// Opens an anchor.
    pub(super) fn open(&mut self, tag: StartTag<'a>) {
        if self.open == 0 {
            self.texts.clear();
        }
        self.open += 1;
        let start = self.texts.mark();
        let level = self.level();
        self.levels[level].anchor = Some(Anchor { tag, start });
    }

    /// Closes the anchor of the current scope, if one is open, and passes it to `ended`.
    pub(super) fn close(&mut self, ended: impl FnMut(ClosedAnchor<'a, '_>)) {
        let level = self.level();
        self.close_at(level).into_iter().for_each(ended);
    }

    fn close_at(&mut self, level: usize) -> Option<ClosedAnchor<'a, '_>> {
        let Anchor { tag, start } = self.levels[level].anchor.take()?;
        self.open -= 1;
        Some((tag, self.texts.since(start)))
    }

    /// Returns the index of the scope that a tag belongs to. Inside a table but outside of its cells, that is the
    /// scope around the table.
    fn level(&self) -> usize {
        self.levels.iter().rposition(|level| level.element != b"table").unwrap_or(0)
    }

    /// Handles the start tag of an HTML element. Passes anchors that end before it to `ended`.
    pub(super) fn enter(&mut self, element: &'a [u8], ended: impl FnMut(ClosedAnchor<'a, '_>)) {
        match element {
            b"td" | b"th" | b"caption" | b"tr" | b"tbody" | b"thead" | b"tfoot" => {
                // Outside of a table these tags are ignored.
                let Some(table) = self.find(|level| level == b"table") else { return };
                self.truncate(table + 1, ended);
                if matches!(element, b"td" | b"th" | b"caption") {
                    self.push(element);
                }
            }
            b"table" | b"object" | b"applet" | b"marquee" | b"template" => self.push(element),
            _ => {}
        }
    }

    /// Handles an end tag. Passes anchors that end before it to `ended`.
    pub(super) fn leave(&mut self, element: &[u8], ended: impl FnMut(ClosedAnchor<'a, '_>)) {
        let is_boundary = |level: &[u8]| matches!(level, b"table" | b"td" | b"th" | b"caption" | b"template");
        let height = match element {
            b"td" | b"th" | b"caption" | b"object" | b"applet" | b"marquee" => self
                .find(|level| level == element || is_boundary(level))
                .filter(|&index| self.levels[index].element == element),
            b"tr" | b"tbody" | b"thead" | b"tfoot" => self.find(|level| level == b"table").map(|index| index + 1),
            b"table" | b"template" => self.find(|level| level == element),
            _ => None,
        };
        if let Some(height) = height {
            self.truncate(height, ended);
        }
    }

    /// Closes all anchors. Passes them to `ended`.
    pub(super) fn finish(&mut self, mut ended: impl FnMut(ClosedAnchor<'a, '_>)) {
        self.truncate(1, &mut ended);
        self.close_at(0).map(ended);
    }

    fn find(&self, is: impl Fn(&[u8]) -> bool) -> Option<usize> {
        self.levels.iter().rposition(|level| is(level.element))
    }

    fn push(&mut self, element: &'a [u8]) {
        if self.levels.len() < MAX_LEVELS {
            self.levels.push(AnchorScope { element, anchor: None });
        }
    }

    fn truncate(&mut self, height: usize, mut ended: impl FnMut(ClosedAnchor<'a, '_>)) {
        while self.levels.len() > height.max(1) {
            if let Some(anchor) = self.close_at(self.levels.len() - 1) {
                ended(anchor);
            }
            self.levels.pop();
        }
    }
}
