//! The types of the builder's state: open elements, link texts, and the attributes of the current start tag.

use crate::blocks::inline::InlineKind;
use crate::names::Element;
use crate::place::Place;

/// The number of attributes besides `class` that may hint at the role of an element.
pub(super) const HINTS: usize = 4;

/// An open element of the token sink's stack.
#[derive(Clone, Copy)]
pub(super) struct Frame {
    /// The index of the innermost element of the table.
    pub(super) element: u32,
    /// True if the element has a row of its own.
    pub(super) is_own: bool,
}

/// An open inline element.
#[derive(Clone, Copy)]
pub(super) struct OpenInline<'a> {
    pub(super) name: &'a [u8],
    pub(super) kind: InlineKind<'a>,
    /// The height of the sink's stack at its start tag.
    pub(super) height: usize,
    /// The index of its range in the current block, if the block has one.
    pub(super) range: Option<usize>,
}

impl OpenInline<'_> {
    /// Returns true if tree construction reopens the element after the end of a block that contains its start tag.
    pub(super) fn is_reopened(&self) -> bool {
        !matches!(self.name, b"kbd" | b"samp" | b"sub" | b"sup" | b"del")
    }
}

/// Text in a link: the index of its block, and its byte range in the text of all blocks.
pub(super) struct LinkText {
    pub(super) row: usize,
    pub(super) range: (u32, u32),
}

/// The attributes of a start tag whose element may be pushed.
#[derive(Clone, Copy)]
pub(super) struct Attributes<'a> {
    pub(super) element: Element,
    pub(super) tag: (u32, u32),
    /// The attributes that may hint at the role of the element, besides `class`.
    pub(super) hints: [&'a str; HINTS],
    pub(super) hint_count: usize,
    pub(super) class: Option<&'a str>,
    pub(super) lang: Option<&'a str>,
    pub(super) value: i32,
    pub(super) row_span: u16,
}

impl Attributes<'_> {
    pub(super) const fn implied(element: Element) -> Self {
        Self { element, tag: (0, 0), hints: [""; HINTS], hint_count: 0, class: None, lang: None, value: 0, row_span: 1 }
    }
}

/// An open `math` element.
#[derive(Clone, Copy)]
pub(super) struct OpenMath {
    /// The height of the sink's stack including the element.
    pub(super) height: usize,
    /// The same for its annotation, while that is open.
    pub(super) annotation: Option<usize>,
    pub(super) is_display: bool,
    /// The index of the block, the start of its text, and the end of its text before the element.
    pub(super) block: (usize, usize, usize),
    /// The lowest index of an inline range that began or ended in the element.
    pub(super) first_range: usize,
    /// True if white space precedes the element.
    pub(super) has_space: bool,
    /// The state of the sink at the annotation, and the byte offset of the annotation.
    pub(super) place: Place,
    pub(super) at: usize,
}
