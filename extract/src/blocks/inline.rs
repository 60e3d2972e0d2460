//! Inline elements in the text of a block, as byte ranges.

use crate::copy_into::{CopyInto, copy_fields};
use crate::text::scripts::Script;
use bumpalo::Bump;
use core::ops::Range;

/// An inline element in the text of a block.
///
/// Ranges are in the order of their starts. They may overlap if the page's elements do, and may be empty. An element
/// that continues in the next block has a range in each. A range may start with a space. Elements have no range while
/// 32 others are open.
///
/// ```
/// use tagrake_extract::{Context, ExtractOptions, Extractor, InlineKind};
///
/// let options = ExtractOptions::default().with_blocks(true).with_inlines(true);
/// let mut extractor = Extractor::new(options);
/// let page = extractor.extract(b"<p>Read <a href=/x><b>this</b> now</a>", &Context::default());
/// let blocks = page.blocks.unwrap();
/// let block = blocks.get(0).unwrap();
/// let inlines: Vec<_> = block.inlines().iter().map(|inline| (&block.text()[inline.range()], inline.kind)).collect();
/// assert_eq!(inlines, [("this now", InlineKind::Link { href: "/x" }), ("this", InlineKind::Strong)]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Inline<'a> {
    /// The byte offset of the start in the text of the block.
    pub(crate) start: u32,
    /// The byte offset of the end. Less than `start` if no text follows the start: a space that was expected there is left out.
    pub(crate) end: u32,
    /// The resolved URL of a link or an image.
    pub(crate) url: Option<&'a str>,
    /// The kind of the element.
    pub kind: InlineKind<'a>,
}

impl<'a> Inline<'a> {
    /// Returns the URL of a link or an image, resolved as in [`Page::links`](crate::Page::links). `None` for
    /// other elements, if it does not resolve, and past 16 MiB of URLs.
    pub fn url(&self) -> Option<&'a str> {
        self.url
    }

    /// Returns the script if this is a superscript or a subscript.
    pub(crate) fn script(&self) -> Option<Script> {
        let is_super = self.kind == InlineKind::Superscript;
        let is_script = is_super || self.kind == InlineKind::Subscript;
        is_script.then_some(Script { start: self.start, end: self.end, is_super })
    }

    /// Returns the byte range in the text of the block.
    pub fn range(&self) -> Range<usize> {
        self.start as usize..self.end.max(self.start) as usize
    }
}

/// An image without text around it in its block.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Figure<'a> {
    /// The index of the block after it.
    pub(crate) row: u32,
    /// The index of the innermost element.
    pub(crate) element: u32,
    pub(crate) image: Inline<'a>,
}

copy_fields! {
    Inline { url, kind } { start, end }
    Figure { image } { row, element }
}

impl CopyInto for InlineKind<'_> {
    type Copied<'b> = InlineKind<'b>;

    fn copy_into(self, bump: &Bump) -> InlineKind<'_> {
        match self {
            Self::Link { href } => InlineKind::Link { href: href.copy_into(bump) },
            Self::Image { src, alt } => InlineKind::Image { src: src.copy_into(bump), alt: alt.copy_into(bump) },
            Self::Code { class } => InlineKind::Code { class: class.copy_into(bump) },
            Self::Strong => InlineKind::Strong,
            Self::Emphasis => InlineKind::Emphasis,
            Self::Deleted => InlineKind::Deleted,
            Self::Subscript => InlineKind::Subscript,
            Self::Superscript => InlineKind::Superscript,
            Self::Tex { is_display } => InlineKind::Tex { is_display },
        }
    }
}

/// The kind of an inline element.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum InlineKind<'a> {
    /// `a` with `href`.
    Link {
        /// The value of `href`, as written.
        href: &'a str,
    },
    /// `img`. Its range is empty.
    Image {
        /// The URL of the image, as written: the value of `src`, or of an attribute from which a script loads the image late, or the
        /// first image candidate.
        src: &'a str,
        /// The value of `alt`.
        alt: &'a str,
    },
    /// `code`, `kbd`, `samp` or `tt`.
    Code {
        /// The value of `class`, which often names the language.
        class: &'a str,
    },
    /// `strong` or `b`.
    Strong,
    /// `em` or `i`.
    Emphasis,
    /// `del`, `s` or `strike`.
    Deleted,
    /// `sub`.
    Subscript,
    /// `sup`.
    Superscript,
    /// A formula, whose text is TeX: a `math` element, converted if it has no annotation, a `script` with the type `math/tex`, or the
    /// `alt` of an image with a class such as `latex` or `mwe-math-fallback-image-inline`; or the text between `\(` and `\)`,
    /// `\[` and `\]`, `$$` and `$$`, or dollar signs in a `span` such as `<span class=math-container>`.
    Tex {
        /// True if the formula is on a line of its own.
        is_display: bool,
    },
}
