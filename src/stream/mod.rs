//! The entry point for inputs that come in chunks of any size.
//!
//! A [`Stream`] buffers the bytes that no sent token contains, and reads them again, with the same two engines, when
//! more bytes come. No engine ever stops in the middle of a token.
//!
//! # Algorithm
//!
//! For each chunk, until all its bytes are processed:
//!
//! 1. If no bytes are unread, the engines read the next slice of at most 64 KiB where it is. The bytes after the last final
//!    token are appended to the buffer.
//! 2. Otherwise bytes are appended to the buffer, up to the one that makes a token final ([`token_end`]), and the engines read the
//!    unread bytes of the buffer. Without that byte, nothing is read.
//! 3. The fast path declines a construct that the end of the slice truncates. The state machine stops before it would
//!    consume the end. Neither changes any state for such a construct.
//! 4. The [token gate](crate::token_gate) forwards all tokens that no later byte can change. The next read starts after
//!    the last of them, from the saved checkpoint: the text state, the last start tag, and the foreign-content stack.
//! 5. The bytes that were read are freed, except those that feedback may need (see below).
//!
//! [`finish`](Stream::finish) reads the rest as the end of the input.
//!
//! The work is linear in the input, for any chunks and any bytes. A byte is read when its chunk comes, and once more for each token
//! that becomes final in the bytes since: at most the text that holds it, and the markup. In between, only the search for the end of
//! the token looks at it. Saving and restoring a checkpoint takes no time for elements that stay open.
//!
//! Offsets in tokens are relative to the chunk. The arena holds the base that accessors add, so tokens are no larger.
//!
//! # Example
//!
//! The input `<p>a<!-- b --><br>` comes in three chunks.
//!
//! | chunk | unread | what happens |
//! |---|---|---|
//! | `<p>a<!` | nothing | It is read in place. `<p>` and `a` are final. `<!` is appended to the buffer. |
//! | `-- b --` | `<!` | It is appended. No byte ends the comment. |
//! | `><br>` | `<!-- b --` | `>` ends the comment: it is appended, and the buffer is read. The comment at 4..14 is final. `<br>` is read in place. |
//!
//! # History
//!
//! The foreign-content stack may need the input from its start, to build the tree-builder simulator. Up to
//! [`Options::history_bytes`] read bytes stay in the buffer for this purpose. If there are more, they are read once for
//! a new simulator, and freed. From then on the simulator gets every token, and decides if the foreign-content stack
//! cannot.
//!
//! If you change when bytes are read, run `tests/stream.rs`, which compares every split of many inputs with the
//! complete input, and `tests/linear_time.rs`, which checks that the work is linear.

mod feed;
mod read;
mod token_end;

pub(crate) use read::read_to_limit;

use crate::arena::Arena;
use crate::error::ParseError;
use crate::options::Options;
use crate::position::LineTracker;
use crate::run::{CheckpointChanges, SavedCheckpoint};
use crate::sink::Sink;
use crate::summary::Summary;
use crate::tree_sim::TreeSim;
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;
use token_end::TokenEnd;

/// Maximum capacity in bytes of the buffer that is retained for the next input.
const RETAINED_BYTES: usize = 16 << 20;

/// Reads an input that comes in chunks of any size. The sink gets the same tokens, spans and errors as from
/// [`tokenize`](crate::tokenize) on the complete input.
///
/// A token is sent as soon as no later byte can change it: after each [`feed`](Self::feed), all such tokens have been sent. Tokens
/// are always complete: text is never split, either. Text is final when markup follows it, for example `<b`. With
/// [`Engine::StateMachine`](crate::Engine::StateMachine), text is sent with that markup. Spans and error offsets are those in the complete input, and [`Sink::error_at`] also gets lines and columns. A token lives
/// until the call that sends it returns.
///
/// # Time and memory
///
/// The work is linear in the input for any chunks. The buffer holds at most about three times the longest token, plus
/// [`Options::history_bytes`]. Once it has grown, the stream allocates nothing. A run of text is one token, including
/// all text after `<plaintext>`.
///
/// Reading stops before a token that is longer than [`Limits::token_bytes`](crate::Limits::token_bytes), and at 4 GiB
/// on a 32-bit target. [`is_done`](Self::is_done) is then true.
///
/// An input that is longer than [`Options::history_bytes`] is read at a lower speed from there on, because the
/// tree-builder simulator gets every token.
///
/// # Encodings
///
/// The bytes are read as UTF-8, and a byte order mark is text (see the [crate
/// documentation](crate#what-it-does-not-do)). To read another encoding, or to strip a byte order mark, decode the
/// chunks with `encoding_rs`, as in the second example.
///
/// ```
/// use tagrake::{EndTag, Options, Sink, StartTag, Stream, Text};
///
/// #[derive(Default)]
/// struct Seen(Vec<String>);
///
/// impl<'a> Sink<'a> for Seen {
///     fn start_tag(&mut self, tag: StartTag<'a>) {
///         self.0.push(format!("<{}> {:?}", tag.name_str(), tag.span()));
///     }
///     fn text(&mut self, text: Text<'a>) {
///         self.0.push(format!("{:?} {:?}", text.decoded_str(), text.span()));
///     }
/// }
///
/// let (mut stream, mut seen) = (Stream::new(&Options::default()), Seen::default());
/// for chunk in ["<p cla", "ss=lead>Fish &am", "p; chips\r", "\n</", "p><"] {
///     stream.feed(chunk.as_bytes(), &mut seen);
/// }
/// let summary = stream.finish(&mut seen);
/// assert_eq!(seen.0, ["<p> 0..14", "\"Fish & chips\\n\" 14..32", "\"<\" 36..37"]);
/// assert_eq!(summary.unfinished().unwrap().span(), 36..37);
///
/// let (mut decoder, mut text) = (encoding_rs::UTF_16LE.new_decoder(), String::new());
/// let mut seen = Seen::default();
/// for (chunk, is_last) in [(&b"\xFF\xFE<\0b\0>"[..], false), (b"\0\xE9", false), (b"\0", true)] {
///     text.clear();
///     text.reserve(decoder.max_utf8_buffer_length(chunk.len()).unwrap());
///     let _ = decoder.decode_to_string(chunk, &mut text, is_last);
///     stream.feed(text.as_bytes(), &mut seen);
/// }
/// stream.finish(&mut seen);
/// assert_eq!(seen.0, ["<b> 0..3", "\"é\" 3..5"]);
/// ```
pub struct Stream {
    options: Options,
    arena: Arena,
    /// Bytes of the input. The first of them is at the offset `base`.
    buffer: Vec<u8>,
    base: usize,
    /// The number of bytes of `buffer` that sent tokens cover. The others are unread.
    consumed: usize,
    /// The search for the next byte that makes a token final, in the unread bytes.
    token_end: TokenEnd,
    /// True if the sink is done or a limit stopped reading.
    is_done: bool,
    /// How many more tokens may be sent.
    tokens_left: usize,
    /// The checkpoint at `consumed`.
    saved: SavedCheckpoint,
    /// The tree-builder simulator at `consumed`, if it gets every token. While it is `None` and feedback is on,
    /// `buffer` starts at the first byte of the input.
    simulator: Option<Box<TreeSim>>,
    /// The changes of `saved` by the last read.
    changes: CheckpointChanges,
    /// Memory for the errors that the token gate holds back.
    errors: Vec<ParseError>,
    lines: LineTracker,
    summary: Summary,
}

impl Stream {
    /// Starts an input that is read with `options`.
    pub fn new(options: &Options) -> Self {
        let mut stream = Self {
            options: options.clone(),
            arena: Arena::new(),
            buffer: Vec::new(),
            base: 0,
            consumed: 0,
            token_end: TokenEnd::new(options.initial_state()),
            is_done: false,
            tokens_left: 0,
            saved: SavedCheckpoint::default(),
            simulator: None,
            changes: CheckpointChanges::default(),
            errors: Vec::new(),
            lines: LineTracker::new(),
            summary: Summary::default(),
        };
        stream.reset();
        stream
    }

    /// Reads the next bytes of the input, and sends to `sink` the tokens that end in them. Ignores `chunk` if
    /// [`is_done`](Self::is_done) is true.
    ///
    /// ```
    /// use tagrake::{Comment, Options, Sink, Stream};
    ///
    /// struct Comments(usize);
    ///
    /// impl<'a> Sink<'a> for Comments {
    ///     fn comment(&mut self, comment: Comment<'a>) {
    ///         assert_eq!(comment.data(), b" one ");
    ///         self.0 += 1;
    ///     }
    /// }
    ///
    /// let (mut stream, mut comments) = (Stream::new(&Options::default()), Comments(0));
    /// stream.feed(b"<!-- one -", &mut comments);
    /// assert_eq!(comments.0, 0);
    /// stream.feed(b"->", &mut comments);
    /// assert_eq!(comments.0, 1);
    /// ```
    pub fn feed<S: for<'a> Sink<'a>>(&mut self, chunk: &[u8], sink: &mut S) {
        self.feed_slices(chunk, sink);
    }

    /// Ends the input: sends the remaining tokens to `sink`, and returns the summary. The next [`feed`](Self::feed)
    /// starts another input.
    ///
    /// ```
    /// # use tagrake::{Options, Sink, StartTag, Stream, UnfinishedKind};
    /// # struct Tags(usize);
    /// # impl<'a> Sink<'a> for Tags {
    /// #     fn start_tag(&mut self, tag: StartTag<'a>) {
    /// #         self.0 += 1;
    /// #     }
    /// # }
    /// let (mut stream, mut tags) = (Stream::new(&Options::default()), Tags(0));
    /// for page in ["<p>one<br", "<p>two"] {
    ///     stream.feed(page.as_bytes(), &mut tags);
    ///     let summary = stream.finish(&mut tags);
    ///     assert_eq!(summary.bytes(), page.len());
    ///     assert_eq!(summary.unfinished().is_some(), page.ends_with("<br"));
    /// }
    /// assert_eq!(tags.0, 2);
    /// ```
    pub fn finish<S: for<'a> Sink<'a>>(&mut self, sink: &mut S) -> Summary {
        if !self.is_done {
            self.read(None, ChunkKind::Last, sink);
        }
        let summary = self.summary;
        self.reset();
        summary
    }

    /// Returns the number of bytes that were read, which is the end of the last token that the sink got. Later bytes
    /// are buffered until a token ends in them.
    ///
    /// ```
    /// use tagrake::{Options, Stream, sink};
    ///
    /// let (mut stream, mut sink) = (Stream::new(&Options::default()), sink::from_fn(|_| ()));
    /// stream.feed(b"<p>text<!-- ", &mut sink);
    /// assert_eq!(stream.bytes_read(), 7);
    /// stream.feed(b"--><br", &mut sink);
    /// assert_eq!(stream.bytes_read(), 15);
    /// ```
    pub fn bytes_read(&self) -> usize {
        self.summary.bytes
    }

    /// Returns true if the rest of the input is ignored, because the sink is [done](Sink::is_done) or a [limit stopped
    /// reading](Summary::stopped_by).
    ///
    /// ```
    /// use tagrake::{Limits, Options, Stream, sink};
    ///
    /// let limits = Limits::default().with_token_bytes(100);
    /// let (mut stream, mut sink) = (Stream::new(&Options::default().with_limits(limits)), sink::from_fn(|_| ()));
    /// let mut chunks = 0;
    /// while !stream.is_done() {
    ///     stream.feed(b"<!-- a comment without an end ", &mut sink);
    ///     chunks += 1;
    /// }
    /// assert!(chunks < 20);
    /// let stopped_by = stream.summary().stopped_by().unwrap();
    /// assert_eq!(stopped_by.to_string(), "a token is too long, and reading stopped (offset 0)");
    /// ```
    pub fn is_done(&self) -> bool {
        self.is_done
    }

    /// Returns the summary of the input so far. Before [`finish`](Self::finish) it reports no
    /// [unfinished](Summary::unfinished) construct. After `finish` it is the summary of the next input.
    ///
    /// ```
    /// use tagrake::{Options, Stream, sink};
    ///
    /// let (mut stream, mut sink) = (Stream::new(&Options::default()), sink::from_fn(|_| ()));
    /// stream.feed(b"<p><?odd><br", &mut sink);
    /// assert_eq!((stream.summary().bytes(), stream.summary().machine_bytes()), (9, 6));
    /// assert_eq!(stream.finish(&mut sink).bytes(), 12);
    /// assert_eq!(stream.summary().bytes(), 0);
    /// ```
    pub fn summary(&self) -> Summary {
        self.summary
    }

    /// Prepares for the first byte of an input.
    fn reset(&mut self) {
        self.buffer.clear();
        self.buffer.shrink_to(RETAINED_BYTES);
        (self.base, self.consumed, self.is_done) = (0, 0, false);
        self.token_end = TokenEnd::new(self.options.initial_state());
        self.tokens_left = self.options.limits().tokens();
        self.saved.save_start(&self.options);
        // Without a history, the simulator gets the tokens from the first byte on.
        self.simulator = None;
        self.simulator =
            (self.keeps_history() && self.options.history_bytes() == 0).then(|| Box::new(new_simulator(&self.options)));
        self.lines = LineTracker::new();
        self.summary = Summary::default();
    }
}

impl fmt::Debug for Stream {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Stream")
            .field("read", &(self.base + self.consumed))
            .field("unread", &self.unread_len())
            .finish_non_exhaustive()
    }
}

/// Whether more of the input may follow the bytes that are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ChunkKind {
    /// More may follow: only final tokens are sent.
    Inner,
    /// The bytes end at the limit of the input, and more follow: as `Inner`, and the text is sent that a truncated construct
    /// follows.
    Limited,
    /// The bytes are the end of the input.
    Last,
}

/// Returns a simulator before the first token of an input.
fn new_simulator(options: &Options) -> TreeSim {
    TreeSim::new(options.scripting(), options.limits().depth())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::LimitKind;
    use crate::sink::from_fn;
    use std::vec;

    #[test]
    fn behaves_as_the_example_of_the_module_says() {
        let mut stream = Stream::new(&Options::default());
        let mut seen = vec![];
        for chunk in ["<p>a<!", "-- b --", "><br>"] {
            let mut spans = vec![];
            stream.feed(chunk.as_bytes(), &mut from_fn(|token| spans.push(token.span())));
            seen.push((spans, stream.unread_len()));
        }
        assert_eq!(seen, [(vec![0..3, 3..4], 2), (vec![], 9), (vec![4..14, 14..18], 0)]);
    }

    #[test]
    fn stops_at_the_largest_offset() {
        let options = Options::default().with_feedback(false);
        for size in [1, 2, 7, 1000] {
            let mut stream = Stream::new(&options);
            // The stream behaves as if it had read all but 100 of the bytes that offsets can address.
            (stream.base, stream.summary.bytes) = (usize::MAX - 100, usize::MAX - 100);
            let mut spans = vec![];
            let mut sink = from_fn(|token| spans.push(token.span()));
            for chunk in "<p>text".repeat(100).as_bytes().chunks(size) {
                stream.feed(chunk, &mut sink);
            }
            assert!(stream.is_done(), "{size}");
            let met = stream.summary().stopped_by().expect("a limit is met");
            assert_eq!((met.kind(), met.offset()), (LimitKind::InputBytes, stream.bytes_read()), "{size}");
            assert_eq!(stream.finish(&mut sink).stopped_by(), Some(met), "{size}");
            assert!((2..40).contains(&(usize::MAX - met.offset())), "{size} {met}");
            assert_eq!(spans[0].start, usize::MAX - 100, "{size}");
            assert_eq!(spans.last().map(|span| span.end), Some(met.offset()), "{size}");
        }
    }
}
