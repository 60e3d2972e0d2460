//! How much a page may ask for, and what was met of that.

use core::fmt;

/// How much one input may ask for. Each limit has a default that real pages never meet, and each that is met is told by
/// [`Summary::limits_met`](crate::Summary::limits_met); `usize::MAX` is none.
///
/// Limits of attributes, token and depth give the same with either engine, in one piece or in chunks of any size. That of
/// the arena bounds memory, and depends on who reads.
///
/// ```
/// use tagrake::{Arena, LimitKind, Limits, Options, Token, Tokenizer};
///
/// let options = Options::default().with_limits(Limits::default().with_attributes(2).with_token_bytes(20));
/// let arena = Arena::new();
/// let mut tokenizer = Tokenizer::with_options(b"<p a b c d>text<!-- a long comment --><br>", &options, &arena);
/// let Some(Token::StartTag(tag)) = tokenizer.next() else { panic!() };
/// assert_eq!((tag.attributes().len(), tag.surplus_attributes()), (2, 2));
/// assert!(matches!(tokenizer.next(), Some(Token::Text(_))));
/// assert!(tokenizer.next().is_none());
/// let met: Vec<_> = tokenizer.summary().limits_met().map(|met| (met.kind(), met.offset())).collect();
/// assert_eq!(met, [(LimitKind::Attributes, 0), (LimitKind::TokenBytes, 15)]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    attributes: usize,
    token_bytes: usize,
    arena_bytes: usize,
    depth: usize,
}

/// The tree numbers its elements: those of the stack, as many of the list, and a few more.
const MAX_DEPTH: usize = 32_000;

impl Default for Limits {
    fn default() -> Self {
        Self { attributes: 1024, token_bytes: 64 << 20, arena_bytes: 1 << 30, depth: 512 }
    }
}

impl Limits {
    /// Sets how many attributes a start tag may have; 1,024 by default. Of 1,239 real pages none has more than 68. Those
    /// behind that many are dropped, and [`StartTag::surplus_attributes`](crate::StartTag::surplus_attributes) tells how
    /// many; an attribute called as one that was dropped is dropped too, and is no error.
    ///
    /// ```
    /// assert_eq!(tagrake::Limits::default().with_attributes(9).attributes(), 9);
    /// ```
    #[must_use]
    pub fn with_attributes(mut self, attributes: usize) -> Self {
        self.attributes = attributes;
        self
    }

    /// Returns how many attributes a start tag may have.
    ///
    /// ```
    /// assert_eq!(tagrake::Limits::default().attributes(), 1024);
    /// ```
    pub fn attributes(&self) -> usize {
        self.attributes
    }

    /// Sets how long a token may be, markup included, in bytes; 64 MiB by default. On those pages the longest is a script
    /// of 1.7 MB, the longest tag has 360 kB, the longest comment 140 kB, the longest text 35 kB. Reading stops before one
    /// that is longer: nothing of it is given, and all before it was given whole.
    ///
    /// It is what bounds the memory of a [`Stream`](crate::Stream), which holds some three times as much at most. In a whole
    /// input a token is borrowed, and holds nothing; reading stops there all the same, so that chunks change nothing.
    ///
    /// ```
    /// assert_eq!(tagrake::Limits::default().with_token_bytes(1 << 20).token_bytes(), 1 << 20);
    /// ```
    #[must_use]
    pub fn with_token_bytes(mut self, token_bytes: usize) -> Self {
        self.token_bytes = token_bytes;
        self
    }

    /// Returns how long a token may be, in bytes.
    ///
    /// ```
    /// assert_eq!(tagrake::Limits::default().token_bytes(), 64 << 20);
    /// ```
    pub fn token_bytes(&self) -> usize {
        self.token_bytes
    }

    /// Sets how many bytes a page may take of the arena, and the whole stack of open elements of the heap; 1 GiB by default.
    /// Of real pages the largest took 0.5 MB, read by the exact state machine alone 4.2 MB. Reading stops before the token
    /// that would go beyond.
    ///
    /// What counts is what is there, attributes, what the exact state machine changed, and what was decoded for who asked:
    /// so it depends on the engine and on the sink. It is looked at where the tokenizer itself takes memory. The arena of a
    /// [`Stream`](crate::Stream) holds the tokens of one chunk.
    ///
    /// ```
    /// assert_eq!(tagrake::Limits::default().with_arena_bytes(1 << 20).arena_bytes(), 1 << 20);
    /// ```
    #[must_use]
    pub fn with_arena_bytes(mut self, arena_bytes: usize) -> Self {
        self.arena_bytes = arena_bytes;
        self
    }

    /// Returns how many bytes a page may take of the arena.
    ///
    /// ```
    /// assert_eq!(tagrake::Limits::default().arena_bytes(), 1 << 30);
    /// ```
    pub fn arena_bytes(&self) -> usize {
        self.arena_bytes
    }

    /// Sets how many elements the whole stack of open elements may hold, and the list of active formatting elements; 512 by
    /// default, as browsers have it, and at most 32,000. What is deeper takes the place of the current node, so that what
    /// follows may differ from the standard.
    ///
    /// ```
    /// assert_eq!(tagrake::Limits::default().with_depth(100).depth(), 100);
    /// ```
    #[must_use]
    pub fn with_depth(mut self, depth: usize) -> Self {
        self.depth = depth.min(MAX_DEPTH);
        self
    }

    /// Returns how many elements the whole stack of open elements may hold.
    ///
    /// ```
    /// assert_eq!(tagrake::Limits::default().depth(), 512);
    /// ```
    pub fn depth(&self) -> usize {
        self.depth
    }
}

/// Which of the [`Limits`] was met.
///
/// ```
/// assert!(tagrake::LimitKind::TokenBytes.stops());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LimitKind {
    /// [`Limits::attributes`].
    Attributes,
    /// [`Limits::depth`].
    Depth,
    /// [`Limits::token_bytes`].
    TokenBytes,
    /// [`Limits::arena_bytes`].
    ArenaBytes,
    /// The offsets of a [`Stream`](crate::Stream) on a 32-bit target, which end at 4 GiB. It is not one of the [`Limits`].
    InputBytes,
}

impl LimitKind {
    const ALL: [Self; 5] = [Self::Attributes, Self::Depth, Self::TokenBytes, Self::ArenaBytes, Self::InputBytes];

    /// Returns whether reading stops where this limit is met.
    ///
    /// ```
    /// assert!(!tagrake::LimitKind::Attributes.stops());
    /// ```
    pub fn stops(self) -> bool {
        matches!(self, Self::TokenBytes | Self::ArenaBytes | Self::InputBytes)
    }
}

/// A limit that was met, and where.
///
/// ```
/// use tagrake::{Arena, LimitKind, Limits, Options, Tokenizer};
///
/// let options = Options::default().with_limits(Limits::default().with_token_bytes(4));
/// let arena = Arena::new();
/// let mut tokenizer = Tokenizer::with_options(b"<p>some text", &options, &arena);
/// assert_eq!(tokenizer.by_ref().count(), 1);
/// let met = tokenizer.summary().stopped_by().unwrap();
/// assert_eq!((met.kind(), met.offset()), (LimitKind::TokenBytes, 3));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LimitMet {
    kind: LimitKind,
    offset: usize,
}

impl LimitMet {
    /// Returns which limit it was.
    ///
    /// ```
    /// # use tagrake::{Arena, LimitKind, Limits, Options, Tokenizer};
    /// # let options = Options::default().with_limits(Limits::default().with_attributes(1));
    /// # let arena = Arena::new();
    /// let mut tokenizer = Tokenizer::with_options(b"<p a b>", &options, &arena);
    /// tokenizer.by_ref().for_each(drop);
    /// assert_eq!(tokenizer.summary().limits_met().next().unwrap().kind(), LimitKind::Attributes);
    /// ```
    pub fn kind(&self) -> LimitKind {
        self.kind
    }

    /// Returns the offset of the first token that met it.
    ///
    /// ```
    /// # use tagrake::{Arena, Limits, Options, Tokenizer};
    /// # let options = Options::default().with_limits(Limits::default().with_attributes(1));
    /// # let arena = Arena::new();
    /// let mut tokenizer = Tokenizer::with_options(b"<br><p a b>", &options, &arena);
    /// tokenizer.by_ref().for_each(drop);
    /// assert_eq!(tokenizer.summary().limits_met().next().unwrap().offset(), 4);
    /// ```
    pub fn offset(&self) -> usize {
        self.offset
    }
}

impl fmt::Display for LimitMet {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self.kind {
            LimitKind::Attributes => "a tag has more attributes than are kept",
            LimitKind::Depth => "more elements are open than are followed",
            LimitKind::TokenBytes => "a token is too long, and reading stopped",
            LimitKind::ArenaBytes => "the page takes too much memory, and reading stopped",
            LimitKind::InputBytes => "the input is longer than offsets can count, and reading stopped",
        };
        write!(formatter, "{what} (offset {})", self.offset)
    }
}

/// Where each limit was first met.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct LimitsMet([Option<usize>; LimitKind::ALL.len()]);

impl LimitsMet {
    /// Notes that a limit was met at an offset, unless it was met before.
    pub(crate) fn note(&mut self, kind: LimitKind, offset: usize) {
        self.0[kind as usize].get_or_insert(offset);
    }

    /// Notes what `others`, later in the input, tell.
    pub(crate) fn note_all(&mut self, others: Self) {
        others.iter().for_each(|met| self.note(met.kind, met.offset));
    }

    /// Returns the limits that were met.
    pub(crate) fn iter(self) -> impl Iterator<Item = LimitMet> {
        LimitKind::ALL.into_iter().filter_map(move |kind| Some(LimitMet { kind, offset: self.0[kind as usize]? }))
    }
}
