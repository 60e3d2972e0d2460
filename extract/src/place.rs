//! Where a token is in the page, as far as the collectors ask.

use tagrake::StartTag;

/// The place of a tag or a text. By default, it is in the body.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Place {
    /// In the head.
    pub in_head: bool,
    /// In the markup of a `noscript`.
    pub in_noscript: bool,
    /// In a `template` whose content is inert, or its tag.
    pub in_template: bool,
    /// In a `template` that is a declarative shadow root.
    pub in_shadow_root: bool,
    /// In an element that is not displayed.
    pub is_hidden: bool,
    /// In the `title` of an SVG: hidden, and an alternative to what is displayed.
    pub is_alternative: bool,
    /// In an element that only screen readers show, by its class.
    pub is_for_screen_readers: bool,
    /// In a `pre`, `listing`, `xmp` or `plaintext`, or in an element with an inline style that keeps white space: it is not
    /// collapsed.
    pub is_pre: bool,
    /// In an element with an inline style that keeps line feeds, but collapses other white space.
    pub keeps_lines: bool,
}

impl Place {
    /// Returns true if what is here says something about the document: it is in no `template`.
    pub fn is_of_document(self) -> bool {
        !(self.in_template || self.in_shadow_root)
    }
}

/// Returns true if a `template` is a declarative shadow root, whose content is rendered.
pub(crate) fn is_shadow_root(tag: &StartTag<'_>) -> bool {
    tag.attribute(b"shadowrootmode").is_some_and(|mode| {
        let mode = mode.value();
        mode.eq_ignore_ascii_case(b"open") || mode.eq_ignore_ascii_case(b"closed")
    })
}
