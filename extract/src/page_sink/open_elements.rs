//! The open elements, and what follows from them for the next token.

use super::hiding::HiddenElement;
use crate::names::Element;
use crate::open_blocks::OpenBlocks;
use crate::place::Place;
use bumpalo::Bump;

/// The open elements.
pub(super) struct OpenElements<'a> {
    /// The stack, as far as text extraction needs it.
    pub(super) blocks: OpenBlocks<'a>,
    /// True if the tokens so far are in the head.
    pub(super) in_head: bool,
    /// True if a tag has been read.
    pub(super) has_tag: bool,
    /// The element whose raw text comes next, or [`Element::Other`].
    pub(super) raw_text: Element,
    /// True if a line feed at the start of the next text is dropped.
    pub(super) drops_line_feed: bool,
    /// The number of open `template` elements that are not shadow roots.
    pub(super) templates: usize,
    /// The number of open `template` elements that are [shadow roots](crate::open_blocks::Marks::SHADOW_ROOT).
    pub(super) shadow_roots: usize,
    /// The number of open `noscript` elements whose content is markup.
    pub(super) noscripts: usize,
    /// The number of open `pre` and `listing` elements.
    pub(super) pre: usize,
    /// The outermost element whose content is hidden.
    pub(super) hidden: Option<HiddenElement<'a>>,
    /// The name of a hidden formatting element that the current tag has ended implicitly, and that has to be reopened.
    pub(super) reopens: Option<&'a [u8]>,
}

impl<'a> OpenElements<'a> {
    pub(super) fn new(bump: &'a Bump) -> Self {
        Self {
            blocks: OpenBlocks::new(bump),
            in_head: true,
            has_tag: false,
            raw_text: Element::Other,
            drops_line_feed: false,
            templates: 0,
            shadow_roots: 0,
            noscripts: 0,
            pre: 0,
            hidden: None,
            reopens: None,
        }
    }

    /// Returns the place of the next token.
    pub(super) fn place(&self) -> Place {
        Place {
            in_head: self.in_head,
            in_noscript: self.noscripts > 0,
            in_template: self.templates > 0,
            in_shadow_root: self.shadow_roots > 0,
            is_hidden: self.hidden.is_some(),
            is_alternative: self.hidden.is_some_and(|hidden| hidden.is_alt),
            is_pre: self.pre > 0,
        }
    }
}
