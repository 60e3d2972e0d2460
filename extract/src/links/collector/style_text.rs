//! The text of an SVG `style` element.

use crate::place::Place;
use crate::text::strings::truncate;
use bumpalo::Bump;
use bumpalo::collections::String;
use core::ops::Range;
use tagrake::{Namespace, StartTag, Text};

/// Maximum length of a style sheet or `style` attribute, in bytes. The rest is not read.
pub(crate) const CSS_BYTES: usize = 1 << 20;

/// Returns true if the start tag opens an SVG `style` element.
pub(crate) fn opens_svg_style(tag: &StartTag<'_>) -> bool {
    tag.namespace() == Namespace::Svg && tag.name() == b"style" && !tag.is_self_closing()
}

/// The text of an SVG `style` element. Unlike in HTML it is ordinary text, so comments and CDATA sections split it into several
/// tokens.
pub(super) struct StyleText<'a> {
    pub(super) place: Place,
    /// From the start of the first token to the end of the last one.
    pub(super) span: Range<usize>,
    /// The text of the first token.
    first: &'a str,
    /// The text of all tokens, if there are several.
    joined: Option<String<'a>>,
}

impl<'a> StyleText<'a> {
    pub(super) fn new(place: Place) -> Self {
        Self { place, span: 0..0, first: "", joined: None }
    }

    /// Adds a token. The text past the limit of a style sheet is left out.
    pub(super) fn push(&mut self, text: &Text<'a>, bump: &'a Bump) {
        let span = text.span();
        if self.span.is_empty() {
            (self.first, self.span) = (text.decoded_str(), span);
            return;
        }
        let first = self.first;
        let joined = self.joined.get_or_insert_with(|| String::from_str_in(truncate(first, CSS_BYTES), bump));
        if joined.len() < CSS_BYTES {
            joined.push_str(truncate(text.decoded_str(), CSS_BYTES - joined.len()));
            self.span.end = span.end;
        }
    }

    /// Returns the text.
    pub(super) fn finish(self) -> &'a str {
        self.joined.map_or(self.first, String::into_bump_str)
    }
}
