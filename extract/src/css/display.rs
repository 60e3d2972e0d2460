//! The boxes that `display` declares, as far as they separate text.

/// The box of an element, as far as it separates text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Display {
    /// Not declared, or not known without style sheets.
    #[default]
    Unknown,
    /// No box.
    None,
    /// On a line of its own.
    Block,
    /// The same, with [items](Self::contains_items).
    Flex,
    /// A part of the line.
    Inline,
    /// No box, but its children have some.
    Contents,
    /// A box in a line.
    InlineBlock,
    /// The same, with [items](Self::contains_items).
    InlineFlex,
    /// A cell of a table.
    Cell,
}

impl Display {
    /// Returns true if the children of the element are items of a flex or grid container: boxes on lines of their own, whatever they are.
    pub(crate) const fn contains_items(self) -> bool {
        matches!(self, Self::Flex | Self::InlineFlex)
    }
}

/// The keywords of [`display`](https://drafts.csswg.org/css-display/#the-display-properties), and the prefixed ones that browsers
/// accept. A declaration with any other keyword, except the [CSS-wide](super::inline_style) ones, is invalid and ignored.
#[rustfmt::skip]
pub(super) const DISPLAY: &[(&str, Display)] = &[
    ("none", Display::None),
    ("block", Display::Block), ("flex", Display::Flex), ("grid", Display::Flex), ("table", Display::Block),
    ("list-item", Display::Block), ("flow-root", Display::Block), ("table-row-group", Display::Block),
    ("table-header-group", Display::Block), ("table-footer-group", Display::Block), ("table-row", Display::Block),
    ("table-caption", Display::Block), ("-webkit-box", Display::Block), ("-webkit-flex", Display::Flex),
    ("inline", Display::Inline), ("contents", Display::Contents), ("run-in", Display::Inline), ("ruby", Display::Inline),
    ("ruby-base", Display::Inline), ("ruby-text", Display::Inline), ("ruby-base-container", Display::Inline),
    ("ruby-text-container", Display::Inline), ("math", Display::Inline), ("inline-block", Display::InlineBlock),
    ("inline-flex", Display::InlineFlex), ("inline-grid", Display::InlineFlex), ("inline-table", Display::InlineBlock),
    ("-webkit-inline-box", Display::InlineBlock), ("-webkit-inline-flex", Display::InlineFlex),
    ("table-cell", Display::Cell),
    ("flow", Display::Unknown), ("table-column-group", Display::Unknown), ("table-column", Display::Unknown),
];
