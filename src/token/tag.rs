//! Start tag and end tag tokens.

use super::attribute::{Attribute, AttributeRecord, Attributes, LiteralAttribute};
use super::debug::{Escaped, debug_token};
use crate::arena::Source;
use crate::decode::{self, Context};
use alloc::boxed::Box;
use bumpalo::collections::Vec;
use core::fmt;
use core::ops::Range;

/// The fields that start tags and end tags share.
#[derive(Clone, Copy)]
pub(crate) struct TagParts {
    /// The offset of `<`.
    pub(crate) start: usize,
    /// The offset just past `>`.
    pub(crate) end: usize,
    /// The length of the name as written, in bytes.
    pub(crate) name_len: usize,
    /// True if decoding the name is known to change nothing.
    pub(crate) name_is_plain: bool,
    /// The self-closing flag of a start tag. For an end tag, true if it is implied by the self-closing start tag at `start`.
    pub(crate) self_closing: bool,
    /// The number of attributes that were dropped as duplicates.
    pub(crate) duplicates: usize,
    /// The attributes whose names may be in [`Settings::attributes`](crate::options::Settings::attributes), as bits
    /// from the lowest one on. All attributes past the 32nd may be.
    pub(crate) wanted: u32,
    /// The namespace of the element, for a start tag.
    pub(crate) namespace: Namespace,
}

impl TagParts {
    /// Returns the range of the name, which starts `prefix` bytes after the tag does: 1 for `<`, 2 for `</`.
    #[inline(always)]
    fn name(&self, prefix: usize) -> Range<usize> {
        let start = self.start + prefix;
        start..start + self.name_len
    }
}

/// The contents of a tag as the state machine built them.
pub(crate) struct LiteralTag<'a> {
    pub(crate) name: &'a [u8],
    pub(crate) attributes: &'a [LiteralAttribute<'a>],
    /// The number of attributes that were dropped because of [`Limits::attributes`](crate::Limits::attributes).
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
    pub(super) records: &'a [AttributeRecord],
    pub(super) literal: Option<&'a LiteralTag<'a>>,
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

    /// Returns the offset of `<` in the source, which may be a chunk of the input.
    pub(crate) fn start(&self) -> usize {
        self.parts.start
    }

    /// Returns the offset just past `>` in the source, which may be a chunk of the input.
    #[inline(always)]
    pub(crate) fn end(&self) -> usize {
        self.parts.end
    }

    pub(crate) fn set_namespace(&mut self, namespace: Namespace) {
        self.parts.namespace = namespace;
    }

    /// Returns the end tag that this self-closing tag implies if it is an empty-element tag.
    pub(crate) fn implied_end_tag(&self) -> EndTag<'a> {
        let literal_name = self.literal.map(|literal| literal.name);
        EndTag { source: self.source, parts: TagParts { self_closing: true, ..self.parts }, literal_name }
    }

    /// Returns the namespace that tree construction chooses for the element. Always HTML if
    /// [`Options::feedback`](crate::Options::feedback) is off.
    #[inline(always)]
    pub fn namespace(&self) -> Namespace {
        self.parts.namespace
    }

    /// Returns the name in ASCII lower case, with U+FFFD for NUL. Borrows from the input if nothing changes.
    #[inline(always)]
    pub fn name(&self) -> &'a [u8] {
        if self.parts.name_is_plain {
            return self.raw_name();
        }
        let literal = self.literal.map(|literal| literal.name);
        decode::literal_or_decoded(literal, self.source.bump(), self.raw_name(), Context::Name)
    }

    /// Returns [`name`](Self::name) as text, with U+FFFD for invalid UTF-8.
    #[inline(always)]
    pub fn name_str(&self) -> &'a str {
        self.source.validated(self.name())
    }

    /// Returns the name as written.
    #[inline(always)]
    pub fn raw_name(&self) -> &'a [u8] {
        &self.source.input[self.parts.name(1)]
    }

    /// Returns the byte range of the name in the input.
    #[inline(always)]
    pub fn name_span(&self) -> Range<usize> {
        self.source.absolute(self.parts.name(1))
    }

    /// Returns the attributes in source order, without duplicates: the first attribute of a name counts.
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

    /// Returns the attribute called `name`, or `None` if the tag has none. `name` may be in any case, as in
    /// [`Wanted`](crate::Wanted); a name in lower case is found faster.
    ///
    /// ```
    /// # use tagrake::{Arena, Token, Tokenizer};
    /// # let arena = Arena::new();
    /// let Some(Token::StartTag(tag)) = Tokenizer::new(b"<a HREF=x>", &arena).next() else { panic!() };
    /// assert_eq!(tag.attribute("href").unwrap().value(), b"x");
    /// assert!(tag.attribute("Href").is_some());
    /// assert!(tag.attribute(b"rel").is_none());
    /// ```
    #[inline(always)]
    pub fn attribute(&self, name: impl AsRef<[u8]>) -> Option<Attribute<'a>> {
        let name = name.as_ref();
        // PERF: `find` is not inlined.
        for attribute in self.attributes() {
            if attribute.is_named(name) {
                return Some(attribute);
            }
        }
        if name.iter().any(u8::is_ascii_uppercase) { self.attribute_in_any_case(name) } else { None }
    }

    /// Returns the attribute whose name equals `name` in ASCII lower case.
    #[cold]
    #[inline(never)]
    fn attribute_in_any_case(&self, name: &[u8]) -> Option<Attribute<'a>> {
        self.attributes().find(|attribute| attribute.is_named_in_any_case(name))
    }

    /// Returns the tag with only those attributes whose names are in `names`.
    pub(crate) fn with_attributes(self, names: &[Box<[u8]>]) -> Self {
        let is_wanted = |attribute: &Attribute<'a>| names.iter().any(|name| attribute.is_named(name));
        let count = self.attributes().filter(is_wanted).count();
        if count == self.records.len() {
            return self;
        }
        let bump = self.source.bump();
        let records = self.records.iter().zip(self.attributes()).filter(|(_, attribute)| is_wanted(attribute));
        let records = Vec::from_iter_in(records.map(|(record, _)| *record), bump).into_bump_slice();
        let literal = self.literal.map(|literal| {
            let attributes =
                literal.attributes.iter().zip(self.attributes()).filter(|(_, attribute)| is_wanted(attribute));
            let attributes = Vec::from_iter_in(attributes.map(|(literal, _)| *literal), bump).into_bump_slice();
            &*bump.alloc(LiteralTag { attributes, ..*literal })
        });
        Self { parts: TagParts { wanted: u32::MAX, ..self.parts }, records, literal, ..self }
    }

    /// Returns the number of attributes that were dropped because an earlier attribute has the same name.
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

    /// Returns the number of attributes that were dropped because the tag already had
    /// [`Limits::attributes`](crate::Limits::attributes) of them.
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
    #[inline(always)]
    pub fn is_self_closing(&self) -> bool {
        self.parts.self_closing
    }

    /// Returns the byte range of the tag in the input, from `<` to just past `>`.
    #[inline(always)]
    pub fn span(&self) -> Range<usize> {
        self.source.absolute(self.parts.start..self.parts.end)
    }

    /// Returns the tag as written.
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
        debug_token(
            formatter,
            "StartTag",
            self.span(),
            &[
                ("name", &Escaped(self.name())),
                ("attributes", &self.attributes()),
                ("self_closing", &self.is_self_closing()),
            ],
        )
    }
}

/// The namespace of an element, as [tree
/// construction](https://html.spec.whatwg.org/multipage/parsing.html#creating-and-inserting-nodes) chooses it.
///
/// ```
/// use tagrake::{Arena, Namespace, Token, Tokenizer};
///
/// let arena = Arena::new();
/// let html = b"<svg><title>a</title></svg><title>b</title>";
/// let mut namespaces = Vec::new();
/// for token in Tokenizer::new(html, &arena) {
///     if let Token::StartTag(tag) = token {
///         namespaces.push(tag.namespace());
///     }
/// }
/// assert_eq!(namespaces, [Namespace::Svg, Namespace::Svg, Namespace::Html]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Namespace {
    /// HTML.
    #[default]
    Html,
    /// SVG.
    Svg,
    /// MathML.
    MathMl,
}

/// An [end tag token](https://html.spec.whatwg.org/multipage/parsing.html#end-tag-open-state).
///
/// Attributes on an end tag are parse errors, and the token does not have them.
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
    /// `parts.self_closing` must be false.
    #[inline(always)]
    pub(crate) fn new(source: Source<'a>, parts: TagParts, literal_name: Option<&'a [u8]>) -> Self {
        Self { source, parts, literal_name }
    }

    /// Returns true if the tag is not in the input: it ends the element of an empty-element tag
    /// ([`Options::with_empty_element_tags`](crate::Options::with_empty_element_tags)). Its span is then empty, just past the
    /// start tag, and its [`name_span`](Self::name_span) is the one of the start tag.
    ///
    /// ```
    /// # use tagrake::{Arena, Options, Token, Tokenizer};
    /// # let arena = Arena::new();
    /// let options = Options::default().with_empty_element_tags(true);
    /// let Some(Token::EndTag(tag)) = Tokenizer::with_options(b"<p/>", &options, &arena).nth(1) else { panic!() };
    /// assert!(tag.is_implied() && tag.raw().is_empty());
    /// ```
    #[inline(always)]
    pub fn is_implied(&self) -> bool {
        self.parts.self_closing
    }

    /// Returns the offset of `<` in the source, which may be a chunk of the input. For an implied tag, returns the end.
    pub(crate) fn start(&self) -> usize {
        if self.is_implied() { self.parts.end } else { self.parts.start }
    }

    /// Returns the offset just past `>` in the source, which may be a chunk of the input.
    #[inline(always)]
    pub(crate) fn end(&self) -> usize {
        self.parts.end
    }

    /// Returns the length of the bytes before the name: `</`, or `<` in the start tag that implies this tag.
    #[inline(always)]
    pub(super) fn prefix(&self) -> usize {
        b"</".len() - usize::from(self.is_implied())
    }

    /// Returns the name in ASCII lower case, with U+FFFD for NUL. Borrows from the input if nothing changes.
    #[inline(always)]
    pub fn name(&self) -> &'a [u8] {
        if self.parts.name_is_plain {
            return self.raw_name();
        }
        decode::literal_or_decoded(self.literal_name, self.source.bump(), self.raw_name(), Context::Name)
    }

    /// Returns [`name`](Self::name) as text, with U+FFFD for invalid UTF-8.
    #[inline(always)]
    pub fn name_str(&self) -> &'a str {
        self.source.validated(self.name())
    }

    /// Returns the name as written.
    ///
    /// ```
    /// # use tagrake::{Arena, Token, Tokenizer};
    /// # let arena = Arena::new();
    /// let Some(Token::EndTag(tag)) = Tokenizer::new(b"</Body>", &arena).next() else { panic!() };
    /// assert_eq!(tag.raw_name(), b"Body");
    /// ```
    #[inline(always)]
    pub fn raw_name(&self) -> &'a [u8] {
        &self.source.input[self.parts.name(self.prefix())]
    }

    /// Returns the byte range of the name in the input.
    #[inline(always)]
    pub fn name_span(&self) -> Range<usize> {
        self.source.absolute(self.parts.name(self.prefix()))
    }

    /// Returns the byte range of the tag in the input, from `<` to just past `>`. Empty for an [implied](Self::is_implied) tag.
    #[inline(always)]
    pub fn span(&self) -> Range<usize> {
        self.source.absolute(self.start()..self.parts.end)
    }

    /// Returns the tag as written. Empty for an [implied](Self::is_implied) tag.
    #[inline(always)]
    pub fn raw(&self) -> &'a [u8] {
        &self.source.input[self.start()..self.parts.end]
    }
}

impl fmt::Debug for EndTag<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        debug_token(formatter, "EndTag", self.span(), &[("name", &Escaped(self.name()))])
    }
}
