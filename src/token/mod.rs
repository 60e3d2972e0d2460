//! Tokens: they borrow from the input, and decode on demand.

mod attribute;
mod debug;
mod doctype;
mod page_access;
mod processing_instruction;
mod tag;
mod text;

pub use attribute::{Attribute, Attributes, Quote};
pub(crate) use attribute::{AttributeRecord, LiteralAttribute};
pub use doctype::Doctype;
pub use page_access::{WantedAttributes, Words};
pub use processing_instruction::ProcessingInstruction;
pub(crate) use processing_instruction::{OPEN as OPEN_PROCESSING_INSTRUCTION, is_disallowed_target};
pub use tag::{EndTag, Namespace, StartTag};
pub(crate) use tag::{LiteralTag, TagParts};
pub(crate) use text::WordRun;
pub use text::{Comment, Text};

use core::ops::Range;

/// One token of a page.
///
/// The kinds follow the [standard](https://html.spec.whatwg.org/multipage/parsing.html#tokenization), with two
/// differences: consecutive character tokens are joined into one [`Text`], and bytes that produce no token are reported
/// as [`Dropped`].
///
/// The spans of a page's tokens are adjacent and cover the input completely.
///
/// ```
/// use tagrake::{Arena, Token, Tokenizer};
///
/// let arena = Arena::new();
/// let html = b"<p class=lead>a &amp; b</p>";
/// let spans: Vec<_> = Tokenizer::new(html, &arena).map(|token| token.span()).collect();
/// assert_eq!(spans, [0..14, 14..23, 23..27]);
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Token<'a> {
    /// A DOCTYPE.
    Doctype(Doctype<'a>),
    /// A start tag with its attributes.
    StartTag(StartTag<'a>),
    /// An end tag.
    EndTag(EndTag<'a>),
    /// A run of character tokens.
    Text(Text<'a>),
    /// A comment.
    Comment(Comment<'a>),
    /// A processing instruction. Only with
    /// [`Options::with_processing_instructions`](crate::Options::with_processing_instructions).
    ProcessingInstruction(ProcessingInstruction<'a>),
    /// Bytes that the standard's tokenizer consumes without emitting a token.
    Dropped(Dropped),
}

impl Token<'_> {
    /// Returns the byte range of the token in the input, including its markup.
    #[inline(always)]
    pub fn span(&self) -> Range<usize> {
        match self {
            Self::Doctype(token) => token.span(),
            Self::StartTag(token) => token.span(),
            Self::EndTag(token) => token.span(),
            Self::Text(token) => token.span(),
            Self::Comment(token) => token.span(),
            Self::ProcessingInstruction(token) => token.span(),
            Self::Dropped(token) => token.span(),
        }
    }
}

/// Bytes that the standard's tokenizer consumes without emitting a token.
///
/// ```
/// use tagrake::{Arena, DroppedKind, Token, Tokenizer};
///
/// let arena = Arena::new();
/// let Some(Token::Dropped(dropped)) = Tokenizer::new(b"<a href='x", &arena).next() else { panic!() };
/// assert_eq!((dropped.kind(), dropped.span()), (DroppedKind::UnfinishedTag, 0..10));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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
