//! Resource limits of one input, and which of them were met.
//!
//! The scan loop never checks a limit:
//!
//! * **Attributes.** The scan loop gets as many records as a tag may have, and declines tags that do not fit. The
//!   state machine counts the surplus.
//! * **Bytes of a token, and tokens.** [`tokenize`](crate::tokenize) and [`Tokenizer`](crate::Tokenizer) insert a token
//!   gate only if the input has more bytes than a limit; a [`Stream`](crate::Stream) always has one. After a token that the
//!   gate refuses it is done, and a run with `Run::ends_when_done` applies no later tag to its state. A stream
//!   that buffers three times the limit reads the buffer although no token is complete (`read_over_limit`).
//! * **Bytes of the input.** A longer input is read up to the limit as a chunk of a stream, to its last final token.
//! * **Bytes of the arena.** They are checked where records are added, before the state machine emits a token, and
//!   after each token for the memory of the simulator.

use core::fmt;

/// Resource limits of one input.
///
/// Each limit has a default far above the values of real pages. [`Summary::limits_met`](crate::Summary::limits_met)
/// reports every limit that is reached. `usize::MAX` disables a limit, except [`depth`](Self::depth), which is at most
/// 32,000. By default the bytes of the input and the tokens have no limit.
///
/// The limits of attributes, token bytes, depth, input bytes and tokens give the same result with either engine, and for
/// chunks of any size. The limit of arena bytes bounds memory: when it is met depends on the engine, the sink and the chunks.
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Limits {
    attributes: usize,
    token_bytes: usize,
    arena_bytes: usize,
    depth: usize,
    input_bytes: usize,
    tokens: usize,
}

/// The maximum of [`Limits::depth`]. The simulator numbers its elements in 16 bits: the elements of the stack, as many
/// in the list of active formatting elements, and a few more.
const MAX_DEPTH: usize = 32_000;

impl Default for Limits {
    fn default() -> Self {
        Self {
            attributes: 1024,
            token_bytes: 64 << 20,
            arena_bytes: 1 << 30,
            depth: 512,
            input_bytes: usize::MAX,
            tokens: usize::MAX,
        }
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

    /// Sets the maximum number of bytes that are read. By default there is no limit.
    ///
    /// Of a longer input, only this many bytes are read. The sink gets the tokens that no later byte can change: not the text
    /// at the end of these bytes, for example, and no construct that they truncate. If the next token is also longer than
    /// [`token_bytes`](Self::token_bytes), a [`Stream`](crate::Stream) may report that limit instead.
    ///
    /// ```
    /// use tagrake::{Arena, LimitKind, Limits, Options, Tokenizer};
    ///
    /// let options = Options::default().with_limits(Limits::default().with_input_bytes(8));
    /// let arena = Arena::new();
    /// let mut tokenizer = Tokenizer::with_options(b"<p>text<br>", &options, &arena);
    /// assert_eq!(tokenizer.by_ref().count(), 1);
    /// let met = tokenizer.summary().stopped_by().unwrap();
    /// assert_eq!((met.kind(), met.offset()), (LimitKind::InputBytes, 3));
    /// ```
    #[must_use]
    pub fn with_input_bytes(mut self, input_bytes: usize) -> Self {
        self.input_bytes = input_bytes;
        self
    }

    /// Returns the maximum number of bytes that are read.
    pub fn input_bytes(&self) -> usize {
        self.input_bytes
    }

    /// Sets the maximum number of tokens. By default there is no limit. Reading stops before the next token.
    ///
    /// The limit slows down reading, except of an input that has no more bytes than the limit has tokens.
    ///
    /// ```
    /// use tagrake::{Arena, LimitKind, Limits, Options, Tokenizer};
    ///
    /// let options = Options::default().with_limits(Limits::default().with_tokens(2));
    /// let arena = Arena::new();
    /// let mut tokenizer = Tokenizer::with_options(b"<p>text<br>", &options, &arena);
    /// assert_eq!(tokenizer.by_ref().count(), 2);
    /// let met = tokenizer.summary().stopped_by().unwrap();
    /// assert_eq!((met.kind(), met.offset()), (LimitKind::Tokens, 7));
    /// ```
    #[must_use]
    pub fn with_tokens(mut self, tokens: usize) -> Self {
        self.tokens = tokens;
        self
    }

    /// Returns the maximum number of tokens.
    pub fn tokens(&self) -> usize {
        self.tokens
    }

    /// Returns true if an input of `len` bytes may reach the limit of tokens, or of bytes of a token or of the input. Each token
    /// takes at least a byte; the end tag that an empty-element tag implies takes none, but that tag takes four.
    pub(crate) fn need_gate(&self, len: usize) -> bool {
        len > self.token_bytes.min(self.tokens).min(self.input_bytes)
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
    /// [`Limits::input_bytes`]. On a 32-bit target also the offsets of a [`Stream`](crate::Stream), which end at 4 GiB.
    InputBytes,
    /// [`Limits::tokens`].
    Tokens,
}

impl LimitKind {
    const ALL: [Self; 6] =
        [Self::Attributes, Self::Depth, Self::TokenBytes, Self::ArenaBytes, Self::InputBytes, Self::Tokens];

    /// Returns true if reading stops when this limit is reached. Otherwise something is dropped or approximated, and
    /// reading continues.
    pub fn stops(self) -> bool {
        matches!(self, Self::TokenBytes | Self::ArenaBytes | Self::InputBytes | Self::Tokens)
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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
            LimitKind::InputBytes => "the input is too long, and reading stopped",
            LimitKind::Tokens => "there are too many tokens, and reading stopped",
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

    /// Removes the limits that tokens after the end of reading reached. They were read, but not sent.
    pub(crate) fn without_unsent(mut self) -> Self {
        if let Some(end) = self.iter().find(|met| met.kind.stops()).map(|met| met.offset) {
            let is_unsent = |met: &LimitMet| !met.kind.stops() && met.offset >= end;
            self.iter().filter(is_unsent).for_each(|met| self.0[met.kind as usize] = None);
        }
        self
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
