//! What a run over an input tells of itself.

use crate::limits::{LimitKind, LimitMet, LimitsMet};
use core::ops::Range;

/// How far an input was read, and by which engine.
///
/// ```
/// use tagrake::{Arena, Comment, Options, Sink, tokenize};
///
/// struct Nothing;
///
/// impl Sink<'_> for Nothing {}
///
/// let html = b"<p class=lead>a &amp; b</p><?odd>";
/// let summary = tokenize(html, &Options::default(), &mut Arena::new(), &mut Nothing);
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
}

impl Summary {
    /// Returns how many bytes of the input were read.
    ///
    /// ```
    /// # use tagrake::{Arena, Tokenizer};
    /// let arena = Arena::new();
    /// let mut tokenizer = Tokenizer::new(b"<p>", &arena);
    /// assert_eq!(tokenizer.summary().bytes(), 0);
    /// tokenizer.next();
    /// assert_eq!(tokenizer.summary().bytes(), 3);
    /// ```
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Returns how many of them the exact state machine read, because the fast path left them to it; under
    /// [`Engine::Machine`](crate::Engine::Machine) all.
    ///
    /// ```
    /// # use tagrake::{Arena, Tokenizer};
    /// let arena = Arena::new();
    /// let mut tokenizer = Tokenizer::new(b"<p></>", &arena);
    /// while tokenizer.next().is_some() {}
    /// assert_eq!(tokenizer.summary().machine_bytes(), 3);
    /// ```
    pub fn machine_bytes(&self) -> usize {
        self.machine_bytes
    }

    /// Returns true if only the tree-builder simulator could decide about foreign content of the page. The part of the page
    /// before it was then read a second time for the simulator, which follows every later token. The fast path reads on after
    /// that, at a lower speed.
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

    /// Returns whether that stack met more open elements, or active formatting elements, than
    /// [`Limits::depth`](crate::Limits::depth) allows: what follows may differ from the standard.
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

    /// Returns the [limits](crate::Limits) that were met, each with the offset of the first token that met it. The last is
    /// the one that [stopped](Self::stopped_by) reading, if one did.
    ///
    /// ```
    /// # use tagrake::{Arena, Limits, Options, Tokenizer};
    /// let options = Options::default().with_limits(Limits::default().with_attributes(1));
    /// let arena = Arena::new();
    /// let mut tokenizer = Tokenizer::with_options(b"<br><p a b>", &options, &arena);
    /// while tokenizer.next().is_some() {}
    /// let met: Vec<_> = tokenizer.summary().limits_met().map(|met| met.to_string()).collect();
    /// assert_eq!(met, ["a tag has more attributes than are kept (offset 4)"]);
    /// ```
    pub fn limits_met(&self) -> impl Iterator<Item = LimitMet> {
        self.limits_met.iter()
    }

    /// Returns the limit that stopped reading, at its offset; `None` if none did.
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

    /// Returns the construct that the end of the input cuts; `None` if the input ends between two tokens or in text, or if
    /// its end was not read.
    ///
    /// ```
    /// use tagrake::{Arena, Comment, Options, Sink, UnfinishedKind, tokenize};
    ///
    /// struct Nothing;
    ///
    /// impl Sink<'_> for Nothing {}
    ///
    /// let summary = tokenize(b"<p>text<!-- and", &Options::default(), &mut Arena::new(), &mut Nothing);
    /// let unfinished = summary.unfinished().unwrap();
    /// assert_eq!((unfinished.kind(), unfinished.span()), (UnfinishedKind::Comment, 7..15));
    /// ```
    pub fn unfinished(&self) -> Option<Unfinished> {
        self.unfinished
    }
}

/// A construct that the end of the input cuts: the page is clipped, or its author forgot the end.
///
/// What the standard's tokenizer makes of it comes as tokens all the same: a comment, a DOCTYPE, text, or
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unfinished {
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) kind: UnfinishedKind,
}

impl Unfinished {
    /// Returns what is cut.
    ///
    /// ```
    /// # use tagrake::{Arena, Tokenizer, UnfinishedKind};
    /// # let arena = Arena::new();
    /// let mut tokenizer = Tokenizer::new(b"<!DOCTYPE html", &arena);
    /// while tokenizer.next().is_some() {}
    /// assert_eq!(tokenizer.summary().unfinished().unwrap().kind(), UnfinishedKind::Doctype);
    /// ```
    pub fn kind(&self) -> UnfinishedKind {
        self.kind
    }

    /// Returns its place, in bytes: from its first byte, of raw text the first byte behind the start tag, to the end of
    /// the input.
    ///
    /// ```
    /// # use tagrake::{Arena, Tokenizer};
    /// # let arena = Arena::new();
    /// let mut tokenizer = Tokenizer::new(b"a</", &arena);
    /// while tokenizer.next().is_some() {}
    /// assert_eq!(tokenizer.summary().unfinished().unwrap().span(), 1..3);
    /// ```
    pub fn span(&self) -> Range<usize> {
        self.start..self.end
    }
}

/// What the end of an input cuts.
///
/// ```
/// # use tagrake::{Arena, Tokenizer, UnfinishedKind};
/// # let arena = Arena::new();
/// let mut tokenizer = Tokenizer::new(b"<title>", &arena);
/// while tokenizer.next().is_some() {}
/// assert_eq!(tokenizer.summary().unfinished().unwrap().kind(), UnfinishedKind::RawText);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum UnfinishedKind {
    /// A tag, or the `<` or `</` of one.
    Tag,
    /// A comment, bogus comments included.
    Comment,
    /// A DOCTYPE.
    Doctype,
    /// A CDATA section.
    CdataSection,
    /// A processing instruction, if they are asked for.
    ProcessingInstruction,
    /// Text that only an end tag ends, as that of a script.
    RawText,
}
