//! A sink adapter that forwards only selected tokens and attributes.
//!
//! Tags are dropped by the length and the first letter of their names, before anything is decoded. A projection is
//! a sink, not an option, so it costs nothing if it is not used, and works with `tokenize` and `Stream` alike.

use crate::error::ParseError;
use crate::position::Position;
use crate::sink::Sink;
use crate::token::{Comment, Doctype, Dropped, EndTag, ProcessingInstruction, StartTag, Text};
use alloc::boxed::Box;
use alloc::vec::Vec;

/// The tokens that a [`Projection`] forwards: tags by name, each with selected attributes, and other tokens by kind.
/// `Wanted::new()` selects nothing.
///
/// Names are text or bytes, in any case. They are compared with [`StartTag::name`] and
/// [`Attribute::name`](crate::Attribute::name), which are in ASCII lower case, in all namespaces.
///
/// ```
/// use tagrake::Wanted;
///
/// let wanted = Wanted::new().tag("a", ["href", "rel"]).tag("title", []).text();
/// assert_ne!(wanted, Wanted::new());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    tags: Vec<WantedTag>,
    /// For each name length, the first letters of the wanted names of that length: bit `letter & 0x1F` is set.
    first_letters: Vec<u32>,
    /// True if a wanted name is not ASCII. Such a name may contain U+FFFD, which is NUL in the input, so the length of
    /// the raw name may differ and `first_letters` cannot filter it.
    has_non_ascii_names: bool,
    text: bool,
    comments: bool,
    processing_instructions: bool,
    doctypes: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct WantedTag {
    name: Box<[u8]>,
    /// The wanted attributes. `None` means all.
    attributes: Option<Vec<Box<[u8]>>>,
}

impl Wanted {
    /// Returns a selection without any tokens.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds the start tags and end tags called `name`, with only these attributes. Replaces an earlier selection of the
    /// same name.
    ///
    /// ```
    /// use tagrake::Wanted;
    ///
    /// let wanted = Wanted::new().tag("img", ["src", "alt"]).tag("br", []);
    /// assert_eq!(wanted, Wanted::new().tag(&b"IMG"[..], [&b"src"[..], b"alt"]).tag("br", []));
    /// ```
    #[must_use]
    pub fn tag<N: AsRef<[u8]>>(self, name: N, attributes: impl IntoIterator<Item = N>) -> Self {
        let attributes = attributes.into_iter().map(|name| lower_case(name.as_ref())).collect();
        self.with_tag(name.as_ref(), Some(attributes))
    }

    /// Adds the start tags and end tags called `name`, with all attributes. Replaces an earlier selection of the same
    /// name.
    #[must_use]
    pub fn whole_tag(self, name: impl AsRef<[u8]>) -> Self {
        self.with_tag(name.as_ref(), None)
    }

    fn with_tag(mut self, name: &[u8], attributes: Option<Vec<Box<[u8]>>>) -> Self {
        let name = lower_case(name);
        self.tags.retain(|tag| tag.name != name);
        self.has_non_ascii_names |= !name.is_ascii();
        let lengths = self.first_letters.len().max(name.len() + 1);
        self.first_letters.resize(lengths, 0);
        self.first_letters[name.len()] |= first_letter_bit(&name);
        self.tags.push(WantedTag { name, attributes });
        self
    }

    /// Adds text.
    #[must_use]
    pub fn text(mut self) -> Self {
        self.text = true;
        self
    }

    /// Adds comments.
    #[must_use]
    pub fn comments(mut self) -> Self {
        self.comments = true;
        self
    }

    /// Adds processing instructions. They exist only with
    /// [`Options::with_processing_instructions`](crate::Options::with_processing_instructions); otherwise they are
    /// comments.
    #[must_use]
    pub fn processing_instructions(mut self) -> Self {
        self.processing_instructions = true;
        self
    }

    /// Adds DOCTYPEs.
    #[must_use]
    pub fn doctypes(mut self) -> Self {
        self.doctypes = true;
        self
    }

    /// Returns false if no wanted tag has this length and first letter. `raw_name` may be in any case.
    #[inline(always)]
    fn may_want(&self, raw_name: &[u8]) -> bool {
        self.has_non_ascii_names
            || self.first_letters.get(raw_name.len()).is_some_and(|letters| letters & first_letter_bit(raw_name) != 0)
    }

    fn find(&self, name: &[u8]) -> Option<&WantedTag> {
        self.tags.iter().find(|tag| *tag.name == *name)
    }
}

fn lower_case(name: &[u8]) -> Box<[u8]> {
    name.to_ascii_lowercase().into()
}

/// Returns the bit of a name's first letter, which is the same in both cases.
#[inline(always)]
fn first_letter_bit(name: &[u8]) -> u32 {
    name.first().map_or(0, |first| 1 << (first & 0x1F))
}

/// Forwards to a sink only the tokens and attributes that are [`Wanted`]. Errors and [dropped](Sink::dropped) bytes are
/// always forwarded.
///
/// Tags are rejected by the length and the first letter of their names, before anything is decoded.
/// [`Sink::next_state`] and [`Sink::allows_cdata`] are not forwarded, because a sink that builds a tree needs all
/// tokens.
///
/// ```
/// use tagrake::{Arena, Options, Projection, Sink, StartTag, Wanted, tokenize};
///
/// #[derive(Default)]
/// struct Tags(Vec<String>);
///
/// impl<'a> Sink<'a> for Tags {
///     fn start_tag(&mut self, tag: StartTag<'a>) {
///         let names: Vec<_> = tag.attributes().map(|attribute| attribute.name_str()).collect();
///         self.0.push(format!("{} {}", tag.name_str(), names.join(" ")));
///     }
/// }
///
/// let wanted = Wanted::new().tag("a", ["href", "rel"]);
/// let mut links = Projection::new(Tags::default(), &wanted);
/// let html = b"<p class=x><a id=1 HREF=/ rel=next title=y>";
/// tokenize(html, &Options::default(), &mut Arena::new(), &mut links);
/// assert_eq!(links.into_inner().0, ["a href rel"]);
/// ```
#[derive(Debug)]
pub struct Projection<'w, S> {
    sink: S,
    wanted: &'w Wanted,
}

impl<'w, S> Projection<'w, S> {
    /// Returns an adapter that forwards to `sink`.
    pub fn new(sink: S, wanted: &'w Wanted) -> Self {
        Self { sink, wanted }
    }

    /// Returns the inner sink.
    pub fn into_inner(self) -> S {
        self.sink
    }
}

impl<'a, S: Sink<'a>> Sink<'a> for Projection<'_, S> {
    fn doctype(&mut self, doctype: Doctype<'a>) {
        if self.wanted.doctypes {
            self.sink.doctype(doctype);
        }
    }

    #[inline(always)]
    fn start_tag(&mut self, tag: StartTag<'a>) {
        if self.wanted.may_want(tag.raw_name())
            && let Some(wanted) = self.wanted.find(tag.name())
        {
            match &wanted.attributes {
                None => self.sink.start_tag(tag),
                Some(wanted) => self.sink.start_tag(tag.with_attributes(wanted)),
            }
        }
    }

    #[inline(always)]
    fn end_tag(&mut self, tag: EndTag<'a>) {
        if self.wanted.may_want(tag.raw_name()) && self.wanted.find(tag.name()).is_some() {
            self.sink.end_tag(tag);
        }
    }

    #[inline(always)]
    fn text(&mut self, text: Text<'a>) {
        if self.wanted.text {
            self.sink.text(text);
        }
    }

    #[inline(always)]
    fn comment(&mut self, comment: Comment<'a>) {
        if self.wanted.comments {
            self.sink.comment(comment);
        }
    }

    fn processing_instruction(&mut self, instruction: ProcessingInstruction<'a>) {
        if self.wanted.processing_instructions {
            self.sink.processing_instruction(instruction);
        }
    }

    fn dropped(&mut self, dropped: Dropped) {
        self.sink.dropped(dropped);
    }

    fn error(&mut self, error: ParseError) {
        self.sink.error(error);
    }

    fn error_at(&mut self, error: ParseError, position: Position) {
        self.sink.error_at(error, position);
    }

    fn is_done(&self) -> bool {
        self.sink.is_done()
    }
}
