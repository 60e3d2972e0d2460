//! The open elements, and what follows from them for the next token.

use super::rendering::HiddenElement;
use crate::css::inline_style::WhiteSpace;
use crate::names::Element;
use crate::open_blocks::OpenBlocks;
use crate::place::Place;
use bumpalo::Bump;

/// The state of a body in which only [facts](super::facts) are collected.
#[derive(Default)]
pub(super) struct FactsAlone {
    /// True if only facts are collected in the body, by a pass that may be abandoned.
    pub(super) are_wanted: bool,
    /// The maximum number of open `template` elements. It is exact unless the stack of open elements would have been full.
    pub(super) templates: usize,
    /// True if the pass was abandoned.
    pub(super) are_uncertain: bool,
}

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
    /// The number of open elements that are not displayed as their names say, except hidden ones.
    pub(super) unusual: usize,
    /// The number of open flex and grid containers.
    pub(super) containers: usize,
    /// The number of open elements that only screen readers show.
    pub(super) screen_readers: usize,
    /// The handling of white space in text.
    pub(super) white_space: WhiteSpace,
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
            unusual: 0,
            containers: 0,
            screen_readers: 0,
            white_space: WhiteSpace::Collapse,
            hidden: None,
            reopens: None,
        }
    }

    /// Returns true if elements have no box here.
    pub(super) fn hides_boxes(&self) -> bool {
        self.hidden.is_some_and(|hidden| !hidden.has_box)
    }

    /// Returns true if the children of the innermost element are items of a flex or grid container.
    #[inline(always)]
    pub(super) fn contains_items(&self) -> bool {
        self.containers > 0 && self.blocks.contains_items()
    }

    /// Returns true if white space is kept here.
    pub(super) fn is_pre(&self) -> bool {
        self.white_space == WhiteSpace::Keep
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
            is_for_screen_readers: self.screen_readers > 0,
            is_pre: self.is_pre(),
            keeps_lines: self.white_space == WhiteSpace::KeepLines,
        }
    }
}
