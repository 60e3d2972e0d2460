//! Attributes: compact records of offsets, decoded on demand.
//!
//! Attributes are records of 20 bytes with offsets from their tag, in blocks of the arena that tags split as they
//! take them. Nothing is copied, and tokens can outlive the tokenizer. A `SmallVec` would have to be copied into
//! the arena for that.

use super::debug::Escaped;
use crate::arena::Source;
use crate::decode::{self, Context};
use core::fmt;
use core::ops::Range;

/// The offsets of an attribute, in bytes from the start of its tag. 20 bytes long.
#[derive(Clone, Copy, Default)]
pub(crate) struct AttributeRecord {
    pub(crate) name: u32,
    pub(crate) name_len: u32,
    pub(crate) value: u32,
    pub(crate) value_len: u32,
    pub(crate) quote: Quote,
    /// True if decoding the name is known to change nothing.
    pub(crate) name_is_plain: bool,
    /// True if decoding the value is known to change nothing.
    pub(crate) value_is_plain: bool,
}

impl AttributeRecord {
    /// Returns the record of an attribute of the tag at `tag_start`. Returns `None` if the attribute ends 4 GiB or more
    /// after `tag_start`.
    #[inline(always)]
    pub(crate) fn new(tag_start: usize, name: Range<usize>, value: Range<usize>, quote: Quote) -> Option<Self> {
        u32::try_from(value.end - tag_start).ok()?;
        // Does not truncate: the end of the value is the largest of these offsets, and it fits.
        let offset = |from: usize, to: usize| (to - from) as u32;
        Some(Self {
            name: offset(tag_start, name.start),
            name_len: offset(name.start, name.end),
            value: offset(tag_start, value.start),
            value_len: offset(value.start, value.end),
            quote,
            name_is_plain: false,
            value_is_plain: false,
        })
    }
}

/// The name and value of an attribute as the state machine built them.
#[derive(Clone, Copy)]
pub(crate) struct LiteralAttribute<'a> {
    pub(crate) name: &'a [u8],
    pub(crate) value: &'a [u8],
}

/// How an attribute value is written.
///
/// ```
/// use tagrake::{Arena, Quote, Token, Tokenizer};
///
/// let arena = Arena::new();
/// let Some(Token::StartTag(tag)) = Tokenizer::new(b"<a b c=d e='f' g=\"h\">", &arena).next() else { panic!() };
/// let quotes: Vec<_> = tag.attributes().map(|attribute| attribute.quote()).collect();
/// assert_eq!(quotes, [Quote::NoValue, Quote::Unquoted, Quote::Single, Quote::Double]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Quote {
    /// No `=`. The value is empty.
    #[default]
    NoValue,
    /// After `=`, without quotes. The value is empty in `<a b=>`.
    Unquoted,
    /// In single quotes, `'`.
    Single,
    /// In double quotes, `"`.
    Double,
}

/// An attribute of a start tag.
///
/// ```
/// use tagrake::{Arena, Token, Tokenizer};
///
/// let arena = Arena::new();
/// let Some(Token::StartTag(tag)) = Tokenizer::new(b"<a HREF='?a&amp;b'>", &arena).next() else { panic!() };
/// let href = tag.attributes().next().unwrap();
/// assert_eq!((href.name(), href.raw_name()), (&b"href"[..], &b"HREF"[..]));
/// assert_eq!((href.value(), href.raw_value()), (&b"?a&b"[..], &b"?a&amp;b"[..]));
/// assert_eq!((href.span(), href.name_span(), href.value_span()), (3..18, 3..7, 9..17));
/// ```
#[derive(Clone, Copy)]
pub struct Attribute<'a> {
    pub(super) source: Source<'a>,
    pub(super) tag_start: usize,
    pub(super) record: &'a AttributeRecord,
    pub(super) literal: Option<&'a LiteralAttribute<'a>>,
}

impl<'a> Attribute<'a> {
    /// Returns the name in ASCII lower case, with U+FFFD for NUL. Borrows from the input if nothing changes.
    #[inline(always)]
    pub fn name(&self) -> &'a [u8] {
        if self.record.name_is_plain {
            return self.raw_name();
        }
        let literal = self.literal.map(|literal| literal.name);
        decode::literal_or_decoded(literal, self.source.bump(), self.raw_name(), Context::Name)
    }

    /// Returns true if [`name`](Self::name) equals `name`. Does not allocate.
    #[inline(always)]
    pub(super) fn is_named(&self, name: &[u8]) -> bool {
        match self.literal {
            Some(literal) => literal.name == name,
            None if self.record.name_is_plain => self.raw_name() == name,
            // The fast path declines names with NUL, so only the case can differ.
            None => self.raw_name().iter().map(u8::to_ascii_lowercase).eq(name.iter().copied()),
        }
    }

    /// Returns true if [`name`](Self::name) equals `name` in any ASCII case. Does not allocate.
    pub(super) fn is_named_in_any_case(&self, name: &[u8]) -> bool {
        let known = self.literal.map_or(self.raw_name(), |literal| literal.name);
        known.eq_ignore_ascii_case(name)
    }

    /// Returns [`name`](Self::name) as text, with U+FFFD for invalid UTF-8.
    #[inline(always)]
    pub fn name_str(&self) -> &'a str {
        match self.source.text_at(self.name_range()) {
            Some(name) if self.record.name_is_plain => name,
            _ => self.source.validated(self.name()),
        }
    }

    /// Returns the name as written.
    #[inline(always)]
    pub fn raw_name(&self) -> &'a [u8] {
        &self.source.input[self.name_range()]
    }

    /// Returns the byte range of the name in the input.
    #[inline(always)]
    pub fn name_span(&self) -> Range<usize> {
        self.source.absolute(self.name_range())
    }

    /// Returns the value: character references are resolved by the [rule for
    /// attributes](https://html.spec.whatwg.org/multipage/parsing.html#named-character-reference-state), newlines are
    /// normalized, and NUL is replaced by U+FFFD. Empty if the attribute has no value. Borrows from the input if
    /// nothing changes.
    ///
    /// Nothing is cached. Each call decodes again, and writes a changed value to the arena again. Call it once and keep
    /// the result, which lives as long as the arena.
    ///
    /// ```
    /// # use tagrake::{Arena, Token, Tokenizer};
    /// # let arena = Arena::new();
    /// let Some(Token::StartTag(tag)) = Tokenizer::new(b"<a href='?a&lt=1&lt;'>", &arena).next() else { panic!() };
    /// assert_eq!(tag.attribute("href").unwrap().value(), b"?a&lt=1<");
    /// ```
    #[inline(always)]
    pub fn value(&self) -> &'a [u8] {
        if self.record.value_is_plain {
            return self.raw_value();
        }
        let literal = self.literal.map(|literal| literal.value);
        decode::literal_or_decoded(literal, self.source.bump(), self.raw_value(), Context::AttributeValue)
    }

    /// Returns [`value`](Self::value) as text, with U+FFFD for invalid UTF-8. Each call decodes again.
    ///
    /// ```
    /// # use tagrake::{Arena, Token, Tokenizer};
    /// # let arena = Arena::new();
    /// let Some(Token::StartTag(tag)) = Tokenizer::new(b"<a b='\xFF'>", &arena).next() else { panic!() };
    /// assert_eq!(tag.attributes().next().unwrap().value_str(), "\u{FFFD}");
    /// ```
    #[inline(always)]
    pub fn value_str(&self) -> &'a str {
        match (self.literal, self.source.text_at(self.value_range())) {
            (None, Some(raw)) if self.record.value_is_plain => raw,
            (None, Some(raw)) => decode::decode_text(self.source.bump(), raw, Context::AttributeValue),
            _ => self.source.validated(self.value()),
        }
    }

    /// Calls `each` for every change that [`value`](Self::value) makes, in order, with the byte range in the input and
    /// its replacement. Changes are character references, CR and NUL.
    ///
    /// ```
    /// # use tagrake::{Arena, Token, Tokenizer};
    /// # let arena = Arena::new();
    /// let Some(Token::StartTag(tag)) = Tokenizer::new(b"<a b='c&lt;'>", &arena).next() else { panic!() };
    /// let value = tag.attributes().next().unwrap();
    /// value.for_each_change(|span, instead| assert_eq!((span, instead), (7..11, "<")));
    /// ```
    pub fn for_each_change(&self, mut each: impl FnMut(Range<usize>, &str)) {
        let base = self.value_span().start;
        decode::for_each_change(self.raw_value(), Context::AttributeValue, &mut |span, instead| {
            each(base + span.start..base + span.end, instead);
        });
    }

    /// Returns the value as written, without its quotes.
    #[inline(always)]
    pub fn raw_value(&self) -> &'a [u8] {
        &self.source.input[self.value_range()]
    }

    /// Returns the byte range of the value in the input, without its quotes. Without a value it is empty, at the end of
    /// the name.
    ///
    /// ```
    /// # use tagrake::{Arena, Token, Tokenizer};
    /// # let arena = Arena::new();
    /// let Some(Token::StartTag(tag)) = Tokenizer::new(b"<a b='c' d>", &arena).next() else { panic!() };
    /// let spans: Vec<_> = tag.attributes().map(|attribute| attribute.value_span()).collect();
    /// assert_eq!(spans, [6..7, 10..10]);
    /// ```
    #[inline(always)]
    pub fn value_span(&self) -> Range<usize> {
        self.source.absolute(self.value_range())
    }

    /// Returns the byte range of the attribute in the input, from the start of its name to just past its closing quote.
    ///
    /// ```
    /// # use tagrake::{Arena, Token, Tokenizer};
    /// # let arena = Arena::new();
    /// let Some(Token::StartTag(tag)) = Tokenizer::new(b"<a b = 'c'>", &arena).next() else { panic!() };
    /// assert_eq!(tag.attributes().next().unwrap().span(), 3..10);
    /// ```
    #[inline(always)]
    pub fn span(&self) -> Range<usize> {
        let quote = usize::from(matches!(self.record.quote, Quote::Single | Quote::Double));
        self.name_span().start..self.value_span().end + quote
    }

    /// Returns how the value is written.
    #[inline(always)]
    pub fn quote(&self) -> Quote {
        self.record.quote
    }

    #[inline(always)]
    pub(super) fn name_range(&self) -> Range<usize> {
        let start = self.tag_start + self.record.name as usize;
        start..start + self.record.name_len as usize
    }

    #[inline(always)]
    pub(super) fn value_range(&self) -> Range<usize> {
        let start = self.tag_start + self.record.value as usize;
        start..start + self.record.value_len as usize
    }
}

impl fmt::Debug for Attribute<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Attribute")
            .field("span", &self.span())
            .field("name", &Escaped(self.name()))
            .field("value", &Escaped(self.value()))
            .field("quote", &self.quote())
            .finish()
    }
}

/// Iterator over the attributes of a start tag, in source order and without duplicates. Returned by
/// [`StartTag::attributes`](super::StartTag::attributes).
#[derive(Clone)]
pub struct Attributes<'a> {
    pub(super) source: Source<'a>,
    pub(super) tag_start: usize,
    pub(super) records: core::slice::Iter<'a, AttributeRecord>,
    pub(super) literals: core::slice::Iter<'a, LiteralAttribute<'a>>,
}

impl<'a> Iterator for Attributes<'a> {
    type Item = Attribute<'a>;

    #[inline(always)]
    fn next(&mut self) -> Option<Attribute<'a>> {
        let record = self.records.next()?;
        let literal = self.literals.next();
        Some(Attribute { source: self.source, tag_start: self.tag_start, record, literal })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.records.size_hint()
    }
}

impl ExactSizeIterator for Attributes<'_> {}

impl fmt::Debug for Attributes<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_list().entries(self.clone()).finish()
    }
}
