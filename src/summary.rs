//! The result of a run of the tokenizer.

use crate::limits::{LimitKind, LimitMet, LimitsMet};
use crate::names::Element;
use core::ops::Range;

/// The result of a run: how far the input was read, by which engine, and what was truncated or limited.
///
/// ```
/// use tagrake::{Arena, Options, sink, tokenize};
///
/// let html = b"<p class=lead>a &amp; b</p><?odd>";
/// let summary = tokenize(html, &Options::default(), &mut Arena::new(), &mut sink::from_fn(|_| ()));
/// assert_eq!(summary.bytes(), 33);
/// assert_eq!(summary.machine_bytes(), 6);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    pub(crate) bytes: usize,
    pub(crate) machine_bytes: usize,
    pub(crate) is_ambiguous: bool,
    pub(crate) limits_met: LimitsMet,
    pub(crate) unfinished: Option<Unfinished>,
    pub(crate) end: Option<SourceEnd>,
}

/// Why reading ended, if no limit ended it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SourceEnd {
    Input,
    Sink,
}

impl Summary {
    /// Returns the number of bytes that were read.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Returns the number of bytes that the state machine read because the fast path declined them. With
    /// [`Engine::StateMachine`](crate::Engine::StateMachine) it read all bytes.
    pub fn machine_bytes(&self) -> usize {
        self.machine_bytes
    }

    /// Returns true if the text states, CDATA sections or namespaces of the page depend on more than its foreign
    /// content, so that the tree-builder simulator was needed. The input before that point was then read a second time
    /// for the simulator, which gets every later token. The fast path continues at a lower speed.
    ///
    /// ```
    /// # use tagrake::{Arena, Tokenizer};
    /// let ambiguous = |html: &[u8]| {
    ///     let arena = Arena::new();
    ///     let mut tokenizer = Tokenizer::new(html, &arena);
    ///     while tokenizer.next().is_some() {}
    ///     tokenizer.summary().is_ambiguous()
    /// };
    /// assert!(!ambiguous(b"<p><svg><g></g></svg></p>"));
    /// assert!(ambiguous(b"<p><svg><g></b></svg></p>"));
    /// ```
    pub fn is_ambiguous(&self) -> bool {
        self.is_ambiguous
    }

    /// Returns true if the simulator exceeded [`Limits::depth`](crate::Limits::depth). Later tokens may then differ from
    /// the standard.
    ///
    /// ```
    /// # use tagrake::{Arena, Tokenizer};
    /// let html = "<div>".repeat(1000) + "<svg></b>";
    /// let arena = Arena::new();
    /// let mut tokenizer = Tokenizer::new(html.as_bytes(), &arena);
    /// while tokenizer.next().is_some() {}
    /// assert!(tokenizer.summary().is_too_deep());
    /// ```
    pub fn is_too_deep(&self) -> bool {
        self.limits_met().any(|met| met.kind() == LimitKind::Depth)
    }

    /// Returns the [limits](crate::Limits) that were met, each with the offset of the first token that met it. If a
    /// limit [stopped](Self::stopped_by) reading, it is the last.
    ///
    /// ```
    /// # use tagrake::{Arena, Limits, Options, Tokenizer};
    /// let options = Options::default().with_limits(Limits::default().with_attributes(1));
    /// let arena = Arena::new();
    /// let mut tokenizer = Tokenizer::with_options(b"<br><p a b>", &options, &arena);
    /// while tokenizer.next().is_some() {}
    /// let met: Vec<_> = tokenizer.summary().limits_met().map(|met| met.to_string()).collect();
    /// assert_eq!(met, ["a tag has too many attributes, and the rest are dropped (offset 4)"]);
    /// ```
    pub fn limits_met(&self) -> impl Iterator<Item = LimitMet> {
        self.limits_met.iter()
    }

    /// Returns the limit that stopped reading, or `None`. Its offset equals [`bytes`](Self::bytes).
    ///
    /// ```
    /// # use tagrake::{Arena, Limits, Options, Tokenizer};
    /// let options = Options::default().with_limits(Limits::default().with_token_bytes(10));
    /// let arena = Arena::new();
    /// let mut tokenizer = Tokenizer::with_options(b"<p><!-- too long", &options, &arena);
    /// while tokenizer.next().is_some() {}
    /// let summary = tokenizer.summary();
    /// assert_eq!((summary.stopped_by().unwrap().offset(), summary.bytes(), summary.unfinished()), (3, 3, None));
    /// ```
    pub fn stopped_by(&self) -> Option<LimitMet> {
        self.limits_met().find(|met| met.kind().stops())
    }

    /// Returns why reading ended, or `None` if it has not ended: a [`Tokenizer`](crate::Tokenizer) or a
    /// [`Stream`](crate::Stream) can still read more.
    ///
    /// ```
    /// use tagrake::{Arena, EndedBy, Options, Sink, StartTag, tokenize};
    ///
    /// /// Is done at the first `p`.
    /// struct Paragraph(bool);
    ///
    /// impl<'a> Sink<'a> for Paragraph {
    ///     fn start_tag(&mut self, tag: StartTag<'a>) {
    ///         self.0 = tag.name() == b"p";
    ///     }
    ///     fn is_done(&self) -> bool {
    ///         self.0
    ///     }
    /// }
    ///
    /// let ended_by = |html: &[u8]| {
    ///     tokenize(html, &Options::default(), &mut Arena::new(), &mut Paragraph(false)).ended_by()
    /// };
    /// assert_eq!(ended_by(b"<br>"), Some(EndedBy::Input));
    /// assert_eq!(ended_by(b"<br><p>"), Some(EndedBy::Sink));
    /// ```
    pub fn ended_by(&self) -> Option<EndedBy> {
        let by_limit = self.stopped_by().map(EndedBy::Limit);
        by_limit.or(self.end.map(|end| match end {
            SourceEnd::Input => EndedBy::Input,
            SourceEnd::Sink => EndedBy::Sink,
        }))
    }

    /// Returns the construct that the end of the input truncates. Returns `None` if the input ends between two tokens
    /// or in text outside of raw text elements, or if reading stopped before the end of the input.
    ///
    /// ```
    /// use tagrake::{Arena, Options, UnfinishedKind, sink, tokenize};
    ///
    /// let mut ignore = sink::from_fn(|_| ());
    /// let summary = tokenize(b"<p>text<!-- and", &Options::default(), &mut Arena::new(), &mut ignore);
    /// let unfinished = summary.unfinished().unwrap();
    /// assert_eq!((unfinished.kind(), unfinished.span()), (UnfinishedKind::Comment, 7..15));
    /// ```
    pub fn unfinished(&self) -> Option<Unfinished> {
        self.unfinished
    }
}

/// Why reading ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum EndedBy {
    /// The input ended.
    Input,
    /// The sink was [done](crate::Sink::is_done). There may be more tokens, or none: the last token may have completed it.
    Sink,
    /// A limit [stopped](Summary::stopped_by) reading.
    Limit(LimitMet),
}

/// A construct that the end of the input truncates: the page is incomplete, or its author forgot the end of the
/// construct.
///
/// The standard's tokenizer emits tokens for it all the same: a comment, a DOCTYPE, text, or
/// [`Dropped`](crate::Dropped) bytes.
///
/// ```
/// # use tagrake::{Arena, Tokenizer, UnfinishedKind};
/// let unfinished = |html: &[u8]| {
///     let arena = Arena::new();
///     let mut tokenizer = Tokenizer::new(html, &arena);
///     while tokenizer.next().is_some() {}
///     tokenizer.summary().unfinished().map(|unfinished| (unfinished.kind(), unfinished.span()))
/// };
/// assert_eq!(unfinished(b"<p>text"), None);
/// assert_eq!(unfinished(b"<p><a href='x>"), Some((UnfinishedKind::Tag, 3..14)));
/// assert_eq!(unfinished(b"<script>x()</scr"), Some((UnfinishedKind::RawText, 8..16)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Unfinished {
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) kind: UnfinishedKind,
    pub(crate) element: Option<Element>,
}

impl Unfinished {
    /// Returns the kind of the construct.
    pub fn kind(&self) -> UnfinishedKind {
        self.kind
    }

    /// Returns the byte range from the start of the construct to the end of the input. Raw text starts just past its
    /// start tag.
    pub fn span(&self) -> Range<usize> {
        self.start..self.end
    }

    /// Returns the element whose end tag is missing, if the construct is [raw text](UnfinishedKind::RawText) of an element that
    /// the standard knows.
    ///
    /// ```
    /// # use tagrake::{Arena, Tokenizer};
    /// use tagrake::names::Element;
    ///
    /// let arena = Arena::new();
    /// let mut tokenizer = Tokenizer::new(b"<Title>A page<p>and its text", &arena);
    /// while tokenizer.next().is_some() {}
    /// assert_eq!(tokenizer.summary().unfinished().unwrap().element(), Some(Element::Title));
    /// ```
    pub fn element(&self) -> Option<Element> {
        self.element
    }
}

/// The kind of a truncated construct.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum UnfinishedKind {
    /// A tag, or only its `<` or `</`.
    Tag,
    /// A comment or a bogus comment.
    Comment,
    /// A DOCTYPE.
    Doctype,
    /// A CDATA section.
    CdataSection,
    /// A processing instruction. Only with
    /// [`Options::with_processing_instructions`](crate::Options::with_processing_instructions).
    ProcessingInstruction,
    /// The text of an element that only its end tag can end, such as a script or a title.
    RawText,
}

impl UnfinishedKind {
    /// All kinds.
    ///
    /// ```
    /// assert!(tagrake::UnfinishedKind::ALL.contains(&tagrake::UnfinishedKind::Comment));
    /// ```
    pub const ALL: &'static [Self] =
        &[Self::Tag, Self::Comment, Self::Doctype, Self::CdataSection, Self::ProcessingInstruction, Self::RawText];

    /// Returns the name of the kind, such as `"comment"`.
    ///
    /// ```
    /// assert_eq!(tagrake::UnfinishedKind::RawText.as_str(), "raw-text");
    /// ```
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Tag => "tag",
            Self::Comment => "comment",
            Self::Doctype => "doctype",
            Self::CdataSection => "cdata-section",
            Self::ProcessingInstruction => "processing-instruction",
            Self::RawText => "raw-text",
        }
    }
}
