//! Tokens: they borrow from the input, and decode on demand.

mod attribute;
mod namespace;
#[cfg(feature = "extract")]
mod page_access;
mod processing_instruction;
mod tag;
mod text;

pub use attribute::{Attribute, Attributes, Quote};
pub(crate) use attribute::{AttributeRecord, LiteralAttribute};
pub use namespace::Namespace;
pub use processing_instruction::ProcessingInstruction;
pub(crate) use processing_instruction::{OPEN as OPEN_PROCESSING_INSTRUCTION, is_disallowed_target};
pub use tag::{EndTag, StartTag};
pub(crate) use tag::{LiteralTag, TagParts};
pub(crate) use text::WordRun;
pub use text::{Comment, Text};

use crate::arena::Arena;
use bumpalo::Bump;
use core::fmt;
use core::ops::Range;

/// The memory that tokens borrow from: the input, and the arena for changed bytes.
#[derive(Clone, Copy)]
pub(crate) struct Source<'a> {
    pub(crate) input: &'a [u8],
    pub(crate) arena: &'a Arena,
}

impl<'a> Source<'a> {
    /// Returns the allocator for changed bytes.
    #[inline(always)]
    pub(crate) fn bump(self) -> &'a Bump {
        self.arena.bump()
    }

    /// Converts a range in `self.input` to offsets in the complete input. They differ if `self.input` is a chunk of a
    /// stream.
    #[inline(always)]
    pub(crate) fn absolute(self, range: Range<usize>) -> Range<usize> {
        let base = self.arena.base();
        base + range.start..base + range.end
    }

    /// Returns `bytes` as text: borrowed if they are valid UTF-8, otherwise a copy with U+FFFD for each maximal invalid
    /// subpart.
    #[inline(always)]
    pub(crate) fn text(self, bytes: &'a [u8]) -> &'a str {
        match core::str::from_utf8(bytes) {
            Ok(text) => text,
            Err(_) => self.bump().alloc_str(&bumpalo::collections::String::from_utf8_lossy_in(bytes, self.bump())),
        }
    }
}

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

/// A [DOCTYPE token](https://html.spec.whatwg.org/multipage/parsing.html#doctype-state).
///
/// ```
/// use tagrake::{Arena, Token, Tokenizer};
///
/// let arena = Arena::new();
/// let Some(Token::Doctype(doctype)) = Tokenizer::new(b"<!DOCTYPE HTML>", &arena).next() else { panic!() };
/// assert_eq!(doctype.name(), Some(&b"html"[..]));
/// assert_eq!(doctype.public_id(), None);
/// assert!(!doctype.force_quirks());
/// ```
#[derive(Clone, Copy)]
pub struct Doctype<'a> {
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) name: Option<&'a [u8]>,
    pub(crate) public_id: Option<&'a [u8]>,
    pub(crate) system_id: Option<&'a [u8]>,
    pub(crate) force_quirks: bool,
}

impl<'a> Doctype<'a> {
    /// Returns the name in ASCII lower case, or `None` if it is missing.
    #[inline(always)]
    pub fn name(&self) -> Option<&'a [u8]> {
        self.name
    }

    /// Returns the public identifier. `None` means that it is missing, which differs from an empty one.
    ///
    /// ```
    /// # use tagrake::{Arena, Token, Tokenizer};
    /// # let arena = Arena::new();
    /// let html = b"<!DOCTYPE html PUBLIC \"-//W3C//DTD HTML 4.01//EN\">";
    /// let Some(Token::Doctype(doctype)) = Tokenizer::new(html, &arena).next() else { panic!() };
    /// assert_eq!(doctype.public_id(), Some(&b"-//W3C//DTD HTML 4.01//EN"[..]));
    /// ```
    #[inline(always)]
    pub fn public_id(&self) -> Option<&'a [u8]> {
        self.public_id
    }

    /// Returns the system identifier. `None` means that it is missing, which differs from an empty one.
    #[inline(always)]
    pub fn system_id(&self) -> Option<&'a [u8]> {
        self.system_id
    }

    /// Returns the [force-quirks flag](https://html.spec.whatwg.org/multipage/parsing.html#force-quirks-flag).
    ///
    /// ```
    /// # use tagrake::{Arena, Token, Tokenizer};
    /// # let arena = Arena::new();
    /// let Some(Token::Doctype(doctype)) = Tokenizer::new(b"<!DOCTYPE html", &arena).next() else { panic!() };
    /// assert!(doctype.force_quirks());
    /// ```
    #[inline(always)]
    pub fn force_quirks(&self) -> bool {
        self.force_quirks
    }

    /// Returns the byte range of the DOCTYPE in the input, from `<` to just past `>`.
    #[inline(always)]
    pub fn span(&self) -> Range<usize> {
        self.start..self.end
    }
}

impl fmt::Debug for Doctype<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Doctype")
            .field("span", &self.span())
            .field("name", &self.name.map(Lossy))
            .field("public_id", &self.public_id.map(Lossy))
            .field("system_id", &self.system_id.map(Lossy))
            .field("force_quirks", &self.force_quirks)
            .finish()
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

/// Formats a token for `Debug`: its span, then `fields`.
fn debug_token(
    formatter: &mut fmt::Formatter<'_>,
    name: &str,
    span: Range<usize>,
    fields: &[(&str, &dyn fmt::Debug)],
) -> fmt::Result {
    let mut token = formatter.debug_struct(name);
    token.field("span", &span);
    for (name, value) in fields {
        token.field(name, value);
    }
    token.finish_non_exhaustive()
}

/// Formats bytes as a string literal with escapes, for `Debug`.
pub(crate) struct Lossy<'a>(pub(crate) &'a [u8]);

impl fmt::Debug for Lossy<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "\"{}\"", self.0.escape_ascii())
    }
}
