//! Where a token is in the page, as far as the collectors ask.

/// The place of a token. By default, it is in the body.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Place {
    pub(crate) in_head: bool,
    /// In the markup of a `noscript`.
    pub(crate) in_noscript: bool,
    /// In a `template` whose content is inert.
    pub(crate) in_template: bool,
    /// In a `template` that is a declarative shadow root.
    pub(crate) in_shadow_root: bool,
    pub(crate) is_hidden: bool,
    /// In a `pre` or `listing`.
    pub(crate) is_pre: bool,
}

impl Place {
    /// Returns true if the token says something about the document: it is in no `template`.
    pub(crate) fn is_of_document(self) -> bool {
        !(self.in_template || self.in_shadow_root)
    }
}
