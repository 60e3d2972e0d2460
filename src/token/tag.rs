//! Start tags and end tags.

use super::{Attribute, AttributeRecord, Attributes, LiteralAttribute, Lossy, Source};
use crate::decode::{self, Context};
use crate::token::Namespace;
use alloc::boxed::Box;
use bumpalo::collections::Vec;
use core::fmt;
use core::ops::Range;

/// What start tags and end tags share: where the tag and its name stand, and how it ends.
#[derive(Clone, Copy)]
pub(crate) struct TagParts {
    /// The offset of `<`.
    pub(crate) start: usize,
    /// The offset after `>`.
    pub(crate) end: usize,
    /// The length of the name as written, in bytes.
    pub(crate) name_len: usize,
    /// Whether the name is known to need no change.
    pub(crate) name_is_plain: bool,
    /// The self-closing flag.
    pub(crate) self_closing: bool,
    /// How many duplicate attributes were dropped.
    pub(crate) duplicates: usize,
    /// The namespace of a start tag's element.
    pub(crate) namespace: Namespace,
}

impl TagParts {
    /// Returns where the name stands, which begins `marks` bytes after the tag.
    #[inline(always)]
    fn name(&self, marks: usize) -> Range<usize> {
        let start = self.start + marks;
        start..start + self.name_len
    }
}

/// The content of a tag as the machine built it.
pub(crate) struct LiteralTag<'a> {
    pub(crate) name: &'a [u8],
    pub(crate) attributes: &'a [LiteralAttribute<'a>],
    /// How many attributes were dropped because there were too many.
    pub(crate) surplus: usize,
}

/// A [start tag token](https://html.spec.whatwg.org/multipage/parsing.html#tag-open-state).
///
/// ```
/// use tagrake::{Arena, Token, Tokenizer};
///
/// let arena = Arena::new();
/// let Some(Token::StartTag(tag)) = Tokenizer::new(b"<IMG src=a.png alt=''/>", &arena).next() else { panic!() };
/// assert_eq!(tag.name(), b"img");
/// assert_eq!(tag.attribute(b"src").unwrap().value(), b"a.png");
/// assert_eq!(tag.attributes().len(), 2);
/// assert!(tag.is_self_closing());
/// ```
#[derive(Clone, Copy)]
pub struct StartTag<'a> {
    pub(super) source: Source<'a>,
    pub(super) parts: TagParts,
    records: &'a [AttributeRecord],
    literal: Option<&'a LiteralTag<'a>>,
}

impl<'a> StartTag<'a> {
    #[inline(always)]
    pub(crate) fn new(
        source: Source<'a>,
        parts: TagParts,
        records: &'a [AttributeRecord],
        literal: Option<&'a LiteralTag<'a>>,
    ) -> Self {
        Self { source, parts, records, literal }
    }

    /// Returns the offset of the tag in the input that was read.
    pub(crate) fn start(&self) -> usize {
        self.parts.start
    }

    /// Returns the offset behind the tag in the input that was read.
    #[inline(always)]
    pub(crate) fn end(&self) -> usize {
        self.parts.end
    }

    pub(crate) fn set_namespace(&mut self, namespace: Namespace) {
        self.parts.namespace = namespace;
    }

    /// Returns the namespace in which tree construction makes the element; HTML if
    /// [`Options::feedback`](crate::Options::feedback) is off.
    ///
    /// ```
    /// # use tagrake::{Arena, Namespace, Token, Tokenizer};
    /// # let arena = Arena::new();
    /// let Some(Token::StartTag(tag)) = Tokenizer::new(b"<svg>", &arena).next() else { panic!() };
    /// assert_eq!(tag.namespace(), Namespace::Svg);
    /// ```
    #[inline(always)]
    pub fn namespace(&self) -> Namespace {
        self.parts.namespace
    }

    /// Returns the tag's name: lower-cased in ASCII, U+FFFD for NUL. Borrowed from the input if nothing had to change.
    ///
    /// ```
    /// # use tagrake::{Arena, Token, Tokenizer};
    /// # let arena = Arena::new();
    /// let Some(Token::StartTag(tag)) = Tokenizer::new(b"<Body>", &arena).next() else { panic!() };
    /// assert_eq!(tag.name(), b"body");
    /// ```
    #[inline(always)]
    pub fn name(&self) -> &'a [u8] {
        if self.parts.name_is_plain {
            return self.raw_name();
        }
        let literal = self.literal.map(|literal| literal.name);
        decode::literal_or_decoded(literal, self.source.bump(), self.raw_name(), Context::Name)
    }

    /// Returns [`name`](Self::name) as text, with U+FFFD for what is not UTF-8.
    ///
    /// ```
    /// # use tagrake::{Arena, Token, Tokenizer};
    /// # let arena = Arena::new();
    /// let Some(Token::StartTag(tag)) = Tokenizer::new(b"<Body>", &arena).next() else { panic!() };
    /// assert_eq!(tag.name_str(), "body");
    /// ```
    #[inline(always)]
    pub fn name_str(&self) -> &'a str {
        self.source.text(self.name())
    }

    /// Returns the tag's name as it is written.
    ///
    /// ```
    /// # use tagrake::{Arena, Token, Tokenizer};
    /// # let arena = Arena::new();
    /// let Some(Token::StartTag(tag)) = Tokenizer::new(b"<Body>", &arena).next() else { panic!() };
    /// assert_eq!(tag.raw_name(), b"Body");
    /// ```
    #[inline(always)]
    pub fn raw_name(&self) -> &'a [u8] {
        &self.source.input[self.parts.name(1)]
    }

    /// Returns the name's place in the input, in bytes.
    ///
    /// ```
    /// # use tagrake::{Arena, Token, Tokenizer};
    /// # let arena = Arena::new();
    /// let Some(Token::StartTag(tag)) = Tokenizer::new(b"<body>", &arena).next() else { panic!() };
    /// assert_eq!(tag.name_span(), 1..5);
    /// ```
    #[inline(always)]
    pub fn name_span(&self) -> Range<usize> {
        self.source.absolute(self.parts.name(1))
    }

    /// Returns the attributes in source order, without duplicates.
    ///
    /// ```
    /// # use tagrake::{Arena, Token, Tokenizer};
    /// # let arena = Arena::new();
    /// let Some(Token::StartTag(tag)) = Tokenizer::new(b"<a x=1 y=2 x=3>", &arena).next() else { panic!() };
    /// let values: Vec<_> = tag.attributes().map(|attribute| attribute.value()).collect();
    /// assert_eq!(values, [b"1", b"2"]);
    /// ```
    #[inline(always)]
    pub fn attributes(&self) -> Attributes<'a> {
        Attributes {
            source: self.source,
            tag_start: self.parts.start,
            records: self.records.iter(),
            literals: self.literal.map_or(&[][..], |literal| literal.attributes).iter(),
        }
    }

    /// Returns the attribute called `name`, if the tag has it. The name is in lower case, as bytes or as text.
    ///
    /// ```
    /// # use tagrake::{Arena, Token, Tokenizer};
    /// # let arena = Arena::new();
    /// let Some(Token::StartTag(tag)) = Tokenizer::new(b"<a HREF=x>", &arena).next() else { panic!() };
    /// assert_eq!(tag.attribute("href").unwrap().value(), b"x");
    /// assert!(tag.attribute(b"rel").is_none());
    /// ```
    #[inline(always)]
    pub fn attribute(&self, name: impl AsRef<[u8]>) -> Option<Attribute<'a>> {
        let name = name.as_ref();
        self.attributes().find(|attribute| attribute.is_named(name))
    }

    /// Returns the tag with those of its attributes whose names are among `names`.
    pub(crate) fn with_attributes(self, names: &[Box<[u8]>]) -> Self {
        let is_kept = |attribute: &Attribute<'a>| names.iter().any(|name| attribute.is_named(name));
        let kept = self.attributes().filter(is_kept).count();
        if kept == self.records.len() {
            return self;
        }
        let bump = self.source.bump();
        let records = self.records.iter().zip(self.attributes()).filter(|(_, attribute)| is_kept(attribute));
        let records = Vec::from_iter_in(records.map(|(record, _)| *record), bump).into_bump_slice();
        let literal = self.literal.map(|literal| {
            let attributes =
                literal.attributes.iter().zip(self.attributes()).filter(|(_, attribute)| is_kept(attribute));
            let attributes = Vec::from_iter_in(attributes.map(|(literal, _)| *literal), bump).into_bump_slice();
            &*bump.alloc(LiteralTag { attributes, ..*literal })
        });
        Self { records, literal, ..self }
    }

    /// Returns how many attributes were dropped because the tag had one of the same name before.
    ///
    /// ```
    /// # use tagrake::{Arena, Token, Tokenizer};
    /// # let arena = Arena::new();
    /// let Some(Token::StartTag(tag)) = Tokenizer::new(b"<a x=1 X=2>", &arena).next() else { panic!() };
    /// assert_eq!(tag.duplicate_attributes(), 1);
    /// ```
    #[inline(always)]
    pub fn duplicate_attributes(&self) -> usize {
        self.parts.duplicates
    }

    /// Returns how many attributes were dropped because the tag has as many as
    /// [`Limits::attributes`](crate::Limits::attributes) allows.
    ///
    /// ```
    /// # use tagrake::{Arena, Limits, Options, Token, Tokenizer};
    /// # let arena = Arena::new();
    /// let options = Options::default().with_limits(Limits::default().with_attributes(2));
    /// let mut tokenizer = Tokenizer::with_options(b"<a x=1 y=2 x=3 z=4>", &options, &arena);
    /// let Some(Token::StartTag(tag)) = tokenizer.next() else { panic!() };
    /// assert_eq!((tag.attributes().len(), tag.duplicate_attributes(), tag.surplus_attributes()), (2, 1, 1));
    /// ```
    pub fn surplus_attributes(&self) -> usize {
        self.literal.map_or(0, |literal| literal.surplus)
    }

    /// Returns the [self-closing flag](https://html.spec.whatwg.org/multipage/parsing.html#self-closing-flag).
    ///
    /// ```
    /// # use tagrake::{Arena, Token, Tokenizer};
    /// # let arena = Arena::new();
    /// let Some(Token::StartTag(tag)) = Tokenizer::new(b"<br/>", &arena).next() else { panic!() };
    /// assert!(tag.is_self_closing());
    /// ```
    #[inline(always)]
    pub fn is_self_closing(&self) -> bool {
        self.parts.self_closing
    }

    /// Returns the tag's place in the input, in bytes, from `<` to after `>`.
    ///
    /// ```
    /// # use tagrake::{Arena, Token, Tokenizer};
    /// # let arena = Arena::new();
    /// let Some(Token::StartTag(tag)) = Tokenizer::new(b"<br/>", &arena).next() else { panic!() };
    /// assert_eq!(tag.span(), 0..5);
    /// ```
    #[inline(always)]
    pub fn span(&self) -> Range<usize> {
        self.source.absolute(self.parts.start..self.parts.end)
    }

    /// Returns the tag as it is written.
    ///
    /// ```
    /// # use tagrake::{Arena, Token, Tokenizer};
    /// # let arena = Arena::new();
    /// let Some(Token::StartTag(tag)) = Tokenizer::new(b"<br />", &arena).next() else { panic!() };
    /// assert_eq!(tag.raw(), b"<br />");
    /// ```
    #[inline(always)]
    pub fn raw(&self) -> &'a [u8] {
        &self.source.input[self.parts.start..self.parts.end]
    }
}

impl fmt::Debug for StartTag<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("StartTag")
            .field("span", &self.span())
            .field("name", &Lossy(self.name()))
            .field("attributes", &self.attributes())
            .field("self_closing", &self.is_self_closing())
            .finish_non_exhaustive()
    }
}

/// An [end tag token](https://html.spec.whatwg.org/multipage/parsing.html#end-tag-open-state). Attributes on it are
/// errors and are not kept.
///
/// ```
/// use tagrake::{Arena, Token, Tokenizer};
///
/// let arena = Arena::new();
/// let Some(Token::EndTag(tag)) = Tokenizer::new(b"</P x='>'>", &arena).next() else { panic!() };
/// assert_eq!((tag.name(), tag.span()), (&b"p"[..], 0..10));
/// ```
#[derive(Clone, Copy)]
pub struct EndTag<'a> {
    pub(super) source: Source<'a>,
    pub(super) parts: TagParts,
    literal_name: Option<&'a [u8]>,
}

impl<'a> EndTag<'a> {
    #[inline(always)]
    pub(crate) fn new(source: Source<'a>, parts: TagParts, literal_name: Option<&'a [u8]>) -> Self {
        Self { source, parts, literal_name }
    }

    /// Returns the offset of the tag in the input that was read.
    pub(crate) fn start(&self) -> usize {
        self.parts.start
    }

    /// Returns the offset behind the tag in the input that was read.
    #[inline(always)]
    pub(crate) fn end(&self) -> usize {
        self.parts.end
    }

    /// Returns the tag's name: lower-cased in ASCII, U+FFFD for NUL. Borrowed from the input if nothing had to change.
    ///
    /// ```
    /// # use tagrake::{Arena, Token, Tokenizer};
    /// # let arena = Arena::new();
    /// let Some(Token::EndTag(tag)) = Tokenizer::new(b"</Body>", &arena).next() else { panic!() };
    /// assert_eq!(tag.name(), b"body");
    /// ```
    #[inline(always)]
    pub fn name(&self) -> &'a [u8] {
        if self.parts.name_is_plain {
            return self.raw_name();
        }
        decode::literal_or_decoded(self.literal_name, self.source.bump(), self.raw_name(), Context::Name)
    }

    /// Returns [`name`](Self::name) as text, with U+FFFD for what is not UTF-8.
    ///
    /// ```
    /// # use tagrake::{Arena, Token, Tokenizer};
    /// # let arena = Arena::new();
    /// let Some(Token::EndTag(tag)) = Tokenizer::new(b"</Body>", &arena).next() else { panic!() };
    /// assert_eq!(tag.name_str(), "body");
    /// ```
    #[inline(always)]
    pub fn name_str(&self) -> &'a str {
        self.source.text(self.name())
    }

    /// Returns the tag's name as it is written.
    ///
    /// ```
    /// # use tagrake::{Arena, Token, Tokenizer};
    /// # let arena = Arena::new();
    /// let Some(Token::EndTag(tag)) = Tokenizer::new(b"</Body>", &arena).next() else { panic!() };
    /// assert_eq!(tag.raw_name(), b"Body");
    /// ```
    #[inline(always)]
    pub fn raw_name(&self) -> &'a [u8] {
        &self.source.input[self.parts.name(2)]
    }

    /// Returns the name's place in the input, in bytes.
    ///
    /// ```
    /// # use tagrake::{Arena, Token, Tokenizer};
    /// # let arena = Arena::new();
    /// let Some(Token::EndTag(tag)) = Tokenizer::new(b"</body>", &arena).next() else { panic!() };
    /// assert_eq!(tag.name_span(), 2..6);
    /// ```
    #[inline(always)]
    pub fn name_span(&self) -> Range<usize> {
        self.source.absolute(self.parts.name(2))
    }

    /// Returns the tag's place in the input, in bytes, from `<` to after `>`.
    ///
    /// ```
    /// # use tagrake::{Arena, Token, Tokenizer};
    /// # let arena = Arena::new();
    /// let Some(Token::EndTag(tag)) = Tokenizer::new(b"</br >", &arena).next() else { panic!() };
    /// assert_eq!(tag.span(), 0..6);
    /// ```
    #[inline(always)]
    pub fn span(&self) -> Range<usize> {
        self.source.absolute(self.parts.start..self.parts.end)
    }

    /// Returns the tag as it is written.
    ///
    /// ```
    /// # use tagrake::{Arena, Token, Tokenizer};
    /// # let arena = Arena::new();
    /// let Some(Token::EndTag(tag)) = Tokenizer::new(b"</br >", &arena).next() else { panic!() };
    /// assert_eq!(tag.raw(), b"</br >");
    /// ```
    #[inline(always)]
    pub fn raw(&self) -> &'a [u8] {
        &self.source.input[self.parts.start..self.parts.end]
    }
}

impl fmt::Debug for EndTag<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("EndTag")
            .field("span", &self.span())
            .field("name", &Lossy(self.name()))
            .finish_non_exhaustive()
    }
}
