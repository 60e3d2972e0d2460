//! A sink that lets wanted tokens and attributes pass.

use crate::error::ParseError;
use crate::position::Position;
use crate::sink::Sink;
use crate::token::{Comment, Doctype, Dropped, EndTag, ProcessingInstruction, StartTag, Text};
use alloc::boxed::Box;
use alloc::vec::Vec;

/// What a pass wants of pages: tags by their names, with which of their attributes, and other tokens by their kind. At first
/// nothing.
///
/// Names are text or bytes, as in [`StartTag::attribute`], in any case. They are compared as the tokenizer gives them, in ASCII
/// lower case, whatever the namespace.
///
/// ```
/// use tagrake::Wanted;
///
/// let wanted = Wanted::new().tag("a", ["href", "rel"]).tag("title", []).text();
/// assert_ne!(wanted, Wanted::new());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    tags: Vec<Tag>,
    /// For each length of a name, the first letters of names of that length, as bits.
    letters: Vec<u32>,
    /// Whether a name may be written in fewer bytes: it has U+FFFD, which stands for NUL.
    has_odd_names: bool,
    text: bool,
    comments: bool,
    processing_instructions: bool,
    doctypes: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Tag {
    name: Box<[u8]>,
    /// `None` for all.
    attributes: Option<Vec<Box<[u8]>>>,
}

impl Wanted {
    /// Wants nothing.
    ///
    /// ```
    /// assert_eq!(tagrake::Wanted::new(), tagrake::Wanted::default());
    /// ```
    pub fn new() -> Self {
        Self::default()
    }

    /// Wants the start tags and end tags called `name`, with these attributes.
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

    /// Wants the start tags and end tags called `name`, with all their attributes.
    ///
    /// ```
    /// let wanted = tagrake::Wanted::new().whole_tag("meta");
    /// # let _ = wanted;
    /// ```
    #[must_use]
    pub fn whole_tag(self, name: impl AsRef<[u8]>) -> Self {
        self.with_tag(name.as_ref(), None)
    }

    fn with_tag(mut self, name: &[u8], attributes: Option<Vec<Box<[u8]>>>) -> Self {
        let name = lower_case(name);
        self.tags.retain(|tag| tag.name != name);
        self.has_odd_names |= !name.is_ascii();
        let letters = self.letters.len().max(name.len() + 1);
        self.letters.resize(letters, 0);
        self.letters[name.len()] |= letter_of(&name);
        self.tags.push(Tag { name, attributes });
        self
    }

    /// Wants text.
    ///
    /// ```
    /// let wanted = tagrake::Wanted::new().text();
    /// # let _ = wanted;
    /// ```
    #[must_use]
    pub fn text(mut self) -> Self {
        self.text = true;
        self
    }

    /// Wants comments.
    ///
    /// ```
    /// let wanted = tagrake::Wanted::new().comments();
    /// # let _ = wanted;
    /// ```
    #[must_use]
    pub fn comments(mut self) -> Self {
        self.comments = true;
        self
    }

    /// Wants processing instructions, where [`Options`](crate::Options::with_processing_instructions) ask for them.
    ///
    /// ```
    /// let wanted = tagrake::Wanted::new().processing_instructions();
    /// # let _ = wanted;
    /// ```
    #[must_use]
    pub fn processing_instructions(mut self) -> Self {
        self.processing_instructions = true;
        self
    }

    /// Wants DOCTYPEs.
    ///
    /// ```
    /// let wanted = tagrake::Wanted::new().doctypes();
    /// # let _ = wanted;
    /// ```
    #[must_use]
    pub fn doctypes(mut self) -> Self {
        self.doctypes = true;
        self
    }

    /// Returns whether a tag of this length and first letter, in any case, may be wanted.
    #[inline(always)]
    fn may_want(&self, raw_name: &[u8]) -> bool {
        self.has_odd_names || self.letters.get(raw_name.len()).is_some_and(|letters| letters & letter_of(raw_name) != 0)
    }

    fn find(&self, name: &[u8]) -> Option<&Tag> {
        self.tags.iter().find(|tag| *tag.name == *name)
    }
}

fn lower_case(name: &[u8]) -> Box<[u8]> {
    name.to_ascii_lowercase().into()
}

/// Returns a bit for the first letter of a name, in any case.
#[inline(always)]
fn letter_of(name: &[u8]) -> u32 {
    name.first().map_or(0, |first| 1 << (first & 0x1F))
}

/// Passes on to a sink what is [`Wanted`]: the same tokens that it would get without, less those that are not wanted, and
/// their attributes less those that are not. Errors and [dropped](Sink::dropped) bytes pass.
///
/// What does not pass is neither decoded nor looked at. [`Sink::next_state`] and [`Sink::allows_cdata`] are not asked: who
/// builds a tree wants all.
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
    /// Puts what is wanted into `sink`.
    ///
    /// ```
    /// use tagrake::{Projection, Sink, Wanted};
    ///
    /// struct Nothing;
    ///
    /// impl Sink<'_> for Nothing {}
    ///
    /// let wanted = Wanted::new();
    /// assert!(!Projection::new(Nothing, &wanted).is_done());
    /// ```
    pub fn new(sink: S, wanted: &'w Wanted) -> Self {
        Self { sink, wanted }
    }

    /// Returns the sink.
    ///
    /// ```
    /// use tagrake::{Projection, Wanted};
    ///
    /// assert_eq!(Projection::new("sink", &Wanted::new()).into_inner(), "sink");
    /// ```
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
