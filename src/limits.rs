//! Resource limits of one input, and which of them were met.
//!
//! The scan loop never checks a limit:
//!
//! * **Attributes.** The scan loop gets as many records as a tag may have, and declines tags that do not fit. The
//!   state machine counts the surplus.
//! * **Bytes of a token.** [`tokenize`](crate::tokenize) and [`Tokenizer`](crate::Tokenizer) insert a token gate
//!   only if the input is longer than the limit; a [`Stream`](crate::Stream) always has one. After a token that is
//!   too long the gate is done, and a run with `Run::ends_when_done` applies no later tag to its state. A stream
//!   that buffers three times the limit reads whatever its budget is (`read_over_budget`).
//! * **Bytes of the arena.** They are checked where records are added, before the state machine emits a token, and
//!   after each token for the memory of the simulator.

use core::fmt;

/// Resource limits of one input.
///
/// Each limit has a default far above the values of real pages. [`Summary::limits_met`](crate::Summary::limits_met)
/// reports every limit that is reached. `usize::MAX` disables a limit, except [`depth`](Self::depth), which is at most
/// 32,000.
///
/// The limits of attributes, token bytes and depth give the same result with either engine, and for chunks of any size.
/// The limit of arena bytes bounds memory: when it is met depends on the engine, the sink and the chunks.
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

/// The maximum of [`Limits::depth`]. The simulator numbers its elements in 16 bits: the elements of the stack, as many
/// in the list of active formatting elements, and a few more.
const MAX_DEPTH: usize = 32_000;

impl Default for Limits {
    fn default() -> Self {
        Self { attributes: 1024, token_bytes: 64 << 20, arena_bytes: 1 << 30, depth: 512 }
    }
}

impl Limits {
    /// Sets the maximum number of attributes of a start tag. The default is 1,024; the maximum on 1,239 real pages is
    /// 68.
    ///
    /// Further attributes are dropped, and [`StartTag::surplus_attributes`](crate::StartTag::surplus_attributes) counts
    /// them. A later attribute with the same name as a dropped one is dropped too, and is not reported as a
    /// `duplicate-attribute` error.
    #[must_use]
    pub fn with_attributes(mut self, attributes: usize) -> Self {
        self.attributes = attributes;
        self
    }

    /// Returns the maximum number of attributes of a start tag.
    pub fn attributes(&self) -> usize {
        self.attributes
    }

    /// Sets the maximum length of a token in bytes, including its markup. The default is 64 MiB; the longest token of
    /// 1,239 real pages is a script of 1.7 MB.
    ///
    /// Reading stops before a longer token. The sink gets all tokens before it, and nothing of the long one.
    ///
    /// This limit bounds the memory of a [`Stream`](crate::Stream), which buffers at most about three times as many
    /// bytes. A complete input is borrowed and needs no buffer, but the limit applies all the same, so that chunks
    /// change nothing.
    #[must_use]
    pub fn with_token_bytes(mut self, token_bytes: usize) -> Self {
        self.token_bytes = token_bytes;
        self
    }

    /// Returns the maximum length of a token in bytes.
    pub fn token_bytes(&self) -> usize {
        self.token_bytes
    }

    /// Sets the maximum memory of one page in bytes: in the [`Arena`](crate::Arena), and on the heap for the
    /// tree-builder simulator. The default is 1 GiB. The maximum on real pages is 0.5 MB, or 4.2 MB with
    /// [`Engine::StateMachine`](crate::Engine::StateMachine).
    ///
    /// Reading stops before the token that would exceed the limit. The limit applies to the memory in use: attribute records,
    /// bytes that the state machine copied, and bytes that were decoded for the caller. So the outcome depends on the
    /// engine and on the sink. The limit is checked when the tokenizer itself allocates. The arena of a
    /// [`Stream`](crate::Stream) contains the tokens of one chunk only.
    #[must_use]
    pub fn with_arena_bytes(mut self, arena_bytes: usize) -> Self {
        self.arena_bytes = arena_bytes;
        self
    }

    /// Returns the maximum memory of one page in bytes.
    pub fn arena_bytes(&self) -> usize {
        self.arena_bytes
    }

    /// Sets the maximum number of open elements, and of active formatting elements, in the tree-builder simulator. The
    /// default is 512, as in browsers. Values above 32,000 count as 32,000.
    ///
    /// A deeper element replaces the current node, so that later tokens may differ from the standard.
    #[must_use]
    pub fn with_depth(mut self, depth: usize) -> Self {
        self.depth = depth.min(MAX_DEPTH);
        self
    }

    /// Returns the maximum number of open elements in the tree-builder simulator.
    pub fn depth(&self) -> usize {
        self.depth
    }
}

/// The kind of a limit.
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
    /// The offsets of a [`Stream`](crate::Stream) on a 32-bit target, which end at 4 GiB. [`Limits`] cannot change it.
    InputBytes,
}

impl LimitKind {
    const ALL: [Self; 5] = [Self::Attributes, Self::Depth, Self::TokenBytes, Self::ArenaBytes, Self::InputBytes];

    /// Returns true if reading stops when this limit is reached. Otherwise something is dropped or approximated, and
    /// reading continues.
    pub fn stops(self) -> bool {
        matches!(self, Self::TokenBytes | Self::ArenaBytes | Self::InputBytes)
    }
}

/// A limit that was reached, with the offset of the first token that reached it.
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
    /// Returns the kind of the limit.
    pub fn kind(&self) -> LimitKind {
        self.kind
    }

    /// Returns the byte offset of the first token that met the limit.
    pub fn offset(&self) -> usize {
        self.offset
    }
}

impl fmt::Display for LimitMet {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self.kind {
            LimitKind::Attributes => "a tag has too many attributes, and the rest are dropped",
            LimitKind::Depth => "too many elements are open, and later tokens may differ from the standard",
            LimitKind::TokenBytes => "a token is too long, and reading stopped",
            LimitKind::ArenaBytes => "the page needs too much memory, and reading stopped",
            LimitKind::InputBytes => "the input is longer than the largest offset, and reading stopped",
        };
        write!(formatter, "{what} (offset {})", self.offset)
    }
}

/// For each kind of limit, the offset at which it was first met.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct LimitsMet([Option<usize>; LimitKind::ALL.len()]);

impl LimitsMet {
    /// Records that a limit was reached at `offset`, unless it was reached before.
    pub(crate) fn note(&mut self, kind: LimitKind, offset: usize) {
        self.0[kind as usize].get_or_insert(offset);
    }

    /// Records the limits that were reached later in the input.
    pub(crate) fn note_all(&mut self, others: Self) {
        others.iter().for_each(|met| self.note(met.kind, met.offset));
    }

    /// Returns the limits that were reached. A limit that stops reading is last.
    pub(crate) fn iter(self) -> impl Iterator<Item = LimitMet> {
        LimitKind::ALL.into_iter().filter_map(move |kind| Some(LimitMet { kind, offset: self.0[kind as usize]? }))
    }
}
