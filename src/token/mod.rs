//! What the tokenizer gives: tokens that borrow from the input and decode on demand.

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
#[cfg(feature = "extract")]
pub(crate) use page_access::ShortName;
pub use processing_instruction::ProcessingInstruction;
pub(crate) use processing_instruction::{OPEN as OPEN_PROCESSING_INSTRUCTION, is_disallowed_target};
pub use tag::{EndTag, StartTag};
pub(crate) use tag::{LiteralTag, TagParts};
pub use text::{Comment, Text};

use crate::arena::Arena;
use bumpalo::Bump;
use core::fmt;
use core::ops::Range;

/// Where tokens borrow from: the input, and the arena for changed data.
#[derive(Clone, Copy)]
pub(crate) struct Source<'a> {
    pub(crate) input: &'a [u8],
    pub(crate) arena: &'a Arena,
}

impl<'a> Source<'a> {
    /// Returns the memory for changed data.
    #[inline(always)]
    pub(crate) fn bump(self) -> &'a Bump {
        self.arena.bump()
    }

    /// Returns the place in the whole input of a place in this part of it.
    #[inline(always)]
    pub(crate) fn absolute(self, place: Range<usize>) -> Range<usize> {
        let base = self.arena.base();
        base + place.start..base + place.end
    }

    /// Returns `bytes` as text: borrowed if they are UTF-8, else a copy with U+FFFD for each maximal invalid subpart.
    #[inline(always)]
    pub(crate) fn text(self, bytes: &'a [u8]) -> &'a str {
        match core::str::from_utf8(bytes) {
            Ok(text) => text,
            Err(_) => self.bump().alloc_str(&bumpalo::collections::String::from_utf8_lossy_in(bytes, self.bump())),
        }
    }
}

/// One token of a page: the standard's
/// [DOCTYPE, start tag, end tag, comment, processing instruction and character tokens](https://html.spec.whatwg.org/multipage/parsing.html#tokenization),
/// with the character tokens of a run joined into one [`Text`], and [`Dropped`] for bytes that give no token.
///
/// The spans of a page's tokens follow each other without a gap and cover the input, byte for byte.
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
    /// A run of characters.
    Text(Text<'a>),
    /// A comment.
    Comment(Comment<'a>),
    /// A processing instruction, if [`Options::with_processing_instructions`](crate::Options::with_processing_instructions)
    /// asks for them.
    ProcessingInstruction(ProcessingInstruction<'a>),
    /// Bytes that the standard reads and gives no token for.
    Dropped(Dropped),
}

impl Token<'_> {
    /// Returns the token's place in the input, in bytes, markup included.
    ///
    /// ```
    /// use tagrake::{Arena, Tokenizer};
    ///
    /// let arena = Arena::new();
    /// assert_eq!(Tokenizer::new(b"<!--x-->", &arena).next().unwrap().span(), 0..8);
    /// ```
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
    /// Returns the name, lower-cased in ASCII; `None` if it is missing.
    ///
    /// ```
    /// # use tagrake::{Arena, Token, Tokenizer};
    /// # let arena = Arena::new();
    /// let Some(Token::Doctype(doctype)) = Tokenizer::new(b"<!DOCTYPE>", &arena).next() else { panic!() };
    /// assert_eq!(doctype.name(), None);
    /// ```
    #[inline(always)]
    pub fn name(&self) -> Option<&'a [u8]> {
        self.name
    }

    /// Returns the public identifier; `None` if it is missing, which is not the same as empty.
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

    /// Returns the system identifier; `None` if it is missing, which is not the same as empty.
    ///
    /// ```
    /// # use tagrake::{Arena, Token, Tokenizer};
    /// # let arena = Arena::new();
    /// let html = b"<!DOCTYPE html SYSTEM 'about:legacy-compat'>";
    /// let Some(Token::Doctype(doctype)) = Tokenizer::new(html, &arena).next() else { panic!() };
    /// assert_eq!(doctype.system_id(), Some(&b"about:legacy-compat"[..]));
    /// ```
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

    /// Returns the DOCTYPE's place in the input, in bytes, from `<` to after `>`.
    ///
    /// ```
    /// # use tagrake::{Arena, Token, Tokenizer};
    /// # let arena = Arena::new();
    /// let Some(Token::Doctype(doctype)) = Tokenizer::new(b"<!DOCTYPE a>b", &arena).next() else { panic!() };
    /// assert_eq!(doctype.span(), 0..12);
    /// ```
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

/// Bytes that the standard reads and gives no token for.
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

/// Why bytes give no token.
///
/// ```
/// use tagrake::{Arena, DroppedKind, Token, Tokenizer};
///
/// let arena = Arena::new();
/// let Some(Token::Dropped(dropped)) = Tokenizer::new(b"</>", &arena).next() else { panic!() };
/// assert_eq!(dropped.kind(), DroppedKind::NamelessEndTag);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum DroppedKind {
    /// `</>`, the `missing-end-tag-name` error.
    NamelessEndTag,
    /// `<![CDATA[]]>` where a CDATA section is allowed.
    EmptyCdataSection,
    /// A tag that the end of the input cuts, the `eof-in-tag` error.
    UnfinishedTag,
    /// A processing instruction that the end of the input cuts, the `eof-in-processing-instruction` error.
    UnfinishedProcessingInstruction,
}

impl Dropped {
    /// Returns why the bytes give no token.
    ///
    /// ```
    /// # use tagrake::{Arena, DroppedKind, Token, Tokenizer};
    /// # let arena = Arena::new();
    /// let Some(Token::Dropped(dropped)) = Tokenizer::new(b"</br", &arena).next() else { panic!() };
    /// assert_eq!(dropped.kind(), DroppedKind::UnfinishedTag);
    /// ```
    #[inline(always)]
    pub fn kind(&self) -> DroppedKind {
        self.kind
    }

    /// Returns the place in the input, in bytes.
    ///
    /// ```
    /// # use tagrake::{Arena, Token, Tokenizer};
    /// # let arena = Arena::new();
    /// assert_eq!(Tokenizer::new(b"</>", &arena).next().unwrap().span(), 0..3);
    /// ```
    #[inline(always)]
    pub fn span(&self) -> Range<usize> {
        self.start..self.end
    }
}

/// Shows bytes as text in `Debug` output.
pub(crate) struct Lossy<'a>(pub(crate) &'a [u8]);

impl fmt::Debug for Lossy<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "\"{}\"", self.0.escape_ascii())
    }
}
