//! Bytes that produce no token.

use core::ops::Range;

/// Bytes that the standard's tokenizer consumes without emitting a token.
///
/// ```
/// use tagrake::{Arena, DroppedKind, Token, Tokenizer};
///
/// let arena = Arena::new();
/// let Some(Token::Dropped(dropped)) = Tokenizer::new(b"<a href='x", &arena).next() else { panic!() };
/// assert_eq!((dropped.kind(), dropped.span()), (DroppedKind::UnfinishedTag, 0..10));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dropped {
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) kind: DroppedKind,
}

/// The reason why bytes produce no token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum DroppedKind {
    /// `</>`, the `missing-end-tag-name` error.
    NamelessEndTag,
    /// `<![CDATA[]]>` where CDATA sections are allowed.
    EmptyCdataSection,
    /// A tag that the end of the input truncates, the `eof-in-tag` error.
    UnfinishedTag,
    /// A processing instruction that the end of the input truncates, the `eof-in-processing-instruction` error.
    UnfinishedProcessingInstruction,
}

impl Dropped {
    /// Returns the reason why the bytes produce no token.
    #[inline(always)]
    pub fn kind(&self) -> DroppedKind {
        self.kind
    }

    /// Returns the byte range in the input.
    #[inline(always)]
    pub fn span(&self) -> Range<usize> {
        self.start..self.end
    }
}
