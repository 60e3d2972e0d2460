//! The text inside anchors, collapsed as it comes.

use bumpalo::Bump;
use bumpalo::collections::String;

/// Elements whose edges are white space in the text around them: blocks, line breaks, cells, and what stands in a line
/// like an image (the `display` of the standard's
/// [rendering](https://html.spec.whatwg.org/multipage/rendering.html#flow-content-3) section).
const BREAKS: [&[u8]; 68] = [
    b"address",
    b"article",
    b"aside",
    b"audio",
    b"blockquote",
    b"body",
    b"br",
    b"button",
    b"canvas",
    b"caption",
    b"center",
    b"dd",
    b"details",
    b"dialog",
    b"dir",
    b"div",
    b"dl",
    b"dt",
    b"embed",
    b"fieldset",
    b"figcaption",
    b"figure",
    b"footer",
    b"form",
    b"frameset",
    b"h1",
    b"h2",
    b"h3",
    b"h4",
    b"h5",
    b"h6",
    b"header",
    b"hgroup",
    b"hr",
    b"html",
    b"iframe",
    b"img",
    b"input",
    b"legend",
    b"li",
    b"listing",
    b"main",
    b"menu",
    b"meter",
    b"nav",
    b"object",
    b"ol",
    b"optgroup",
    b"option",
    b"p",
    b"plaintext",
    b"pre",
    b"progress",
    b"search",
    b"section",
    b"select",
    b"summary",
    b"table",
    b"tbody",
    b"td",
    b"textarea",
    b"tfoot",
    b"th",
    b"thead",
    b"tr",
    b"ul",
    b"video",
    b"xmp",
];

/// The texts of a page's anchors, one behind the other.
pub(super) struct AnchorTexts<'a> {
    texts: String<'a>,
    /// Where the text of the open anchor begins, if one is open.
    open: Option<usize>,
    /// Whether white space came since the last word.
    space: bool,
}

impl<'a> AnchorTexts<'a> {
    pub(super) fn new(bump: &'a Bump) -> Self {
        Self { texts: String::new_in(bump), open: None, space: false }
    }

    /// Begins the text of an anchor.
    pub(super) fn open(&mut self) {
        self.open = Some(self.texts.len());
        self.space = false;
    }

    pub(super) fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// Ends the text of the open anchor and returns its place.
    pub(super) fn close(&mut self) -> Option<core::ops::Range<usize>> {
        self.open.take().map(|start| start..self.texts.len())
    }

    /// Takes the edge of an element.
    pub(super) fn edge(&mut self, name: &[u8]) {
        self.space |= BREAKS.binary_search(&name).is_ok();
    }

    /// Takes characters.
    pub(super) fn push(&mut self, characters: &str) {
        let Some(start) = self.open else { return };
        for character in characters.chars() {
            match character {
                '\t' | '\n' | '\x0C' | '\r' | ' ' | '\u{A0}' => self.space = true,
                '\0' => {} // tree construction drops it
                _ => {
                    if self.space && self.texts.len() > start {
                        self.texts.push(' ');
                    }
                    self.space = false;
                    self.texts.push(character);
                }
            }
        }
    }

    /// Returns the texts of all anchors.
    pub(super) fn into_str(self) -> &'a str {
        self.texts.into_bump_str()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_space_collapses_and_edges_are_white_space() {
        let bump = Bump::new();
        let mut texts = AnchorTexts::new(&bump);
        texts.push("not inside");
        texts.open();
        texts.push(" one\n\u{A0} two");
        texts.edge(b"b");
        texts.push("three");
        texts.edge(b"td");
        texts.push("four ");
        assert_eq!(texts.close(), Some(0..17));
        texts.open();
        texts.push("\0five");
        assert_eq!(texts.close(), Some(17..21));
        assert_eq!(texts.into_str(), "one twothree fourfive");
    }

    #[test]
    fn names_can_be_searched() {
        assert!(BREAKS.is_sorted());
    }
}
