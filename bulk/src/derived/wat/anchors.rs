//! The open anchors of a page, and their texts.
//!
//! An anchor ends at its end tag, at the next `a`, or with the nearest enclosing table cell, caption or other element
//! that tree construction puts a [marker](https://html.spec.whatwg.org/multipage/parsing.html#concept-parser-marker)
//! for in the list of active formatting elements. Its row is added when it ends.
//!
//! Example: `<a href=1>x<table><td><a href=2>y</a></table>z</a>` opens the first anchor in the scope of the page and
//! the second in the scope of the cell. The row of `2` with the text `y` is added first, then the row of `1` with the
//! text `x y z`.

use super::objects::Pair;
use super::values::Collapsed;

/// Maximum nesting depth of elements that delimit anchors. Deeper ones are ignored.
const MAX_LEVELS: usize = 64;

/// The row of an anchor without its text, and the position where the text starts.
#[derive(Debug)]
struct Anchor<'a> {
    pairs: Vec<Pair<'a>>,
    start: usize,
}

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
    pub(super) fn push_text(&mut self, text: &str) {
        self.texts.push(text);
    }

    /// Appends a word boundary.
    pub(super) fn edge(&mut self) {
        self.texts.edge();
    }

    /// Opens an anchor whose row has these pairs.
    pub(super) fn open(&mut self, pairs: Vec<Pair<'a>>) {
        if self.open == 0 {
            self.texts.clear();
        }
        self.open += 1;
        let start = self.texts.mark();
        let level = self.level();
        self.levels[level].anchor = Some(Anchor { pairs, start });
    }

    /// Closes the anchor of the current scope, if one is open. Returns its row.
    pub(super) fn close(&mut self) -> Option<Vec<Pair<'a>>> {
        let level = self.level();
        self.close_at(level)
    }

    fn close_at(&mut self, level: usize) -> Option<Vec<Pair<'a>>> {
        let Anchor { mut pairs, start } = self.levels[level].anchor.take()?;
        self.open -= 1;
        pairs.extend(self.texts.since(start).map(|text| ("text", text.to_owned().into())));
        Some(pairs)
    }

    /// Returns the index of the scope that a tag belongs to. Inside a table but outside of its cells, that is the
    /// scope around the table.
    fn level(&self) -> usize {
        self.levels.iter().rposition(|level| level.element != b"table").unwrap_or(0)
    }

    /// Handles the start tag of an HTML element. Passes the rows of anchors that end before it to `ended`.
    pub(super) fn enter(&mut self, element: &'a [u8], ended: impl FnMut(Vec<Pair<'a>>)) {
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

    /// Handles an end tag. Passes the rows of anchors that end before it to `ended`.
    pub(super) fn leave(&mut self, element: &[u8], ended: impl FnMut(Vec<Pair<'a>>)) {
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

    /// Closes all anchors. Passes their rows to `ended`.
    pub(super) fn finish(&mut self, mut ended: impl FnMut(Vec<Pair<'a>>)) {
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

    fn truncate(&mut self, height: usize, mut ended: impl FnMut(Vec<Pair<'a>>)) {
        while self.levels.len() > height.max(1) {
            if let Some(pairs) = self.close_at(self.levels.len() - 1) {
                ended(pairs);
            }
            self.levels.pop();
        }
    }
}
