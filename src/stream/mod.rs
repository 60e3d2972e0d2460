//! The third way in: parts of an input, of any size, as they come.
//!
//! A [`Stream`] keeps the bytes that no token was made of yet, and reads on in them with the same engines. Four things
//! make that exact, linear, fast and small:
//!
//! * **Only what no later byte can change passes** ([`TokenGate`](crate::token_gate::TokenGate)). All markup ends with `>`, and text before markup with the
//!   bytes that tell it is markup. The fast path declines what the end of a part cuts; the machine stops there before it
//!   consumes the end of the input. Both leave no trace, and the next part begins where the last token ended.
//! * **Bytes are read again on credit.** Each byte that comes allows for [`CREDIT`] bytes to be read, and a part is read
//!   when a `>` came and the credit is enough for all that is held, and for [`CALL`]: so the work is linear in the input,
//!   however it is cut and whatever is in it. What is held back for want of credit is a part of the rest, or as much as
//!   twice a long token that did not end where it could have.
//! * **Bytes are read where they are.** What a token needs is copied to what is held of it, and the rest is read in the
//!   chunk; then its end is held.
//! * **What came before is kept in two forms.** The small stack of foreign content may ask for the input from its start, to
//!   build the whole stack. [`Options::history_bytes`] are kept for that; when there are more of them, they are read for the
//!   whole stack there and then, and are forgotten: from there on it is followed, in case that it is asked for.

mod read;
mod saved_checkpoint;

use crate::arena::Arena;
use crate::error::ParseError;
use crate::limits::LimitKind;
use crate::options::Options;
use crate::position::LineTracker;
use crate::sink::Sink;
use crate::summary::Summary;
use crate::text_state::TextState;
use crate::tree_sim::TreeSim;
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;
use memchr::{memchr, memmem};
use read::{Part, new_simulator};
use saved_checkpoint::SavedCheckpoint;

/// How many bytes may be read for each that comes.
const CREDIT: usize = 3;
/// To read at all costs as much as so many bytes. So bytes that come one by one are read some at a time.
const CALL: usize = 256;
/// What may be read before anything came: the first tokens come at once.
const START: isize = 4 << 10;
/// What was read in vain costs so much in all, if it was more than [`SHORT`] bytes. So a long token is not read again before
/// it has grown to three times of what it was.
const VAIN: usize = 4;
/// How many bytes may be read in vain without that.
const SHORT: usize = 4 << 10;
/// How many bytes are taken at a time, so that a large chunk is not copied whole.
const PIECE: usize = 64 << 10;
/// How many bytes of memory are kept from input to input.
const KEPT_BYTES: usize = 16 << 20;

/// Reads an input that comes in chunks of any size, and gives the tokens, spans and errors of the whole.
///
/// Each token comes as soon as no later byte can change it, one of many kilobytes perhaps later, and those of an input
/// that comes in chunks of a few bytes some at a time. It comes whole: text, too, is never given in pieces. Spans and the
/// offsets of errors are those in the whole input; [`Sink::error_at`] gets lines and columns with them. A token lives as
/// long as the call that gives it.
///
/// The work is linear in the input, whatever the size of the chunks. The memory is some three times the longest token, with
/// the text before it if it is markup that only the exact machine reads, and [`Options::history_bytes`]; once it has grown
/// nothing is allocated. A run of text, and with it the rest of a page after `<plaintext>`, is a token as any other.
/// Reading stops before a token that is longer than [`Limits::token_bytes`](crate::Limits::token_bytes), and at the latest where
/// offsets no longer fit in `usize`, which takes 4 GiB on a 32-bit target. [`is_done`](Self::is_done) is then true.
///
/// An input with more bytes than those is slower from there on: the whole stack of open elements is followed, in case that
/// foreign content asks for it.
///
/// Bytes are read as [elsewhere](crate#what-it-does-not-do): a byte order mark is text. Chunks in another encoding, or behind
/// such a mark, go through a decoder of `encoding_rs` first, as the last example shows.
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
    /// Bytes of the input, and their offset.
    buffer: Vec<u8>,
    base: usize,
    /// How many of `buffer` were read.
    read: usize,
    /// How many bytes may be read; less than none after a long part was read in vain.
    credit: isize,
    /// Whether a token may end in what came since the last one.
    may_end: bool,
    /// How many bytes are to come before what is held is read again.
    patience: usize,
    /// Whether the sink had enough.
    is_done: bool,
    /// What is known where `read` is.
    now: SavedCheckpoint,
    /// The whole stack there, once it is followed. Until then `buffer` holds the input from its start.
    simulator: Option<Box<TreeSim>>,
    /// Memory for the next `now`.
    spare: SavedCheckpoint,
    /// Memory for the errors of a token.
    errors: Vec<ParseError>,
    lines: LineTracker,
    summary: Summary,
}

impl Stream {
    /// Starts an input that is read with `options`.
    ///
    /// ```
    /// tagrake::Stream::new(&tagrake::Options::default());
    /// ```
    pub fn new(options: &Options) -> Self {
        let mut stream = Self {
            options: options.clone(),
            arena: Arena::new(),
            buffer: Vec::new(),
            base: 0,
            read: 0,
            credit: 0,
            may_end: false,
            patience: 0,
            is_done: false,
            now: SavedCheckpoint::default(),
            simulator: None,
            spare: SavedCheckpoint::default(),
            errors: Vec::new(),
            lines: LineTracker::new(),
            summary: Summary::default(),
        };
        stream.begin();
        stream
    }

    /// Takes the next bytes of the input, and puts the tokens that they end into `sink`. What comes after a sink is
    /// [done](Sink::is_done) is ignored.
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
        match *chunk {
            [byte] if self.base < usize::MAX / 2 && self.is_early(byte) => self.buffer.push(byte),
            _ => self.take(chunk, sink),
        }
    }

    /// Takes the credit of one byte, if nothing can be read when it comes.
    fn is_early(&mut self, byte: u8) -> bool {
        let may_end = self.may_end || byte == b'>';
        let credit = self.credit.saturating_add_unsigned(CREDIT);
        let is_time = may_end && usize::try_from(credit).is_ok_and(|credit| credit >= self.work(1));
        let is_early = !is_time && !self.is_done && self.held() < self.options.limits().token_bytes();
        if is_early {
            (self.may_end, self.credit) = (may_end, credit);
        }
        is_early
    }

    /// Returns how much work it is to read what is held and `more` bytes, in about the bytes that are read.
    fn work(&self, more: usize) -> usize {
        self.held() + more + self.now.size() + CALL
    }

    fn take<S: for<'a> Sink<'a>>(&mut self, chunk: &[u8], sink: &mut S) {
        let mut rest = chunk;
        while !rest.is_empty() && !self.is_done {
            let holds = self.held() > 0;
            let len = if holds { self.wanted(rest) } else { rest.len() };
            let left = usize::MAX - self.base - self.buffer.len();
            if left == 0 {
                self.stop_at_last_offset(sink);
                return;
            }
            let (piece, behind) = rest.split_at(len.min(PIECE).min(left));
            rest = behind;
            self.credit = self.credit.saturating_add_unsigned(CREDIT * piece.len());
            self.may_end = self.may_end || memchr(b'>', piece).is_some();
            let work = self.work(piece.len());
            let is_payable = usize::try_from(self.credit).is_ok_and(|credit| credit >= work);
            let is_time = self.may_end && is_payable && self.now.text_state != TextState::Plaintext;
            if is_time {
                self.credit = self.credit.saturating_sub_unsigned(work);
                self.may_end = false;
            }
            if is_time && !holds {
                self.read_there(piece, sink);
            } else {
                self.buffer.extend_from_slice(piece);
            }
            if is_time && holds {
                let before = self.read;
                self.read(None, Part::Inner, sink);
                self.patience = if self.read > before { 0 } else { self.held() };
                if self.patience > SHORT {
                    self.credit = self.credit.saturating_sub_unsigned((VAIN - 1) * work);
                }
                self.forget();
            }
            if !self.is_done && self.held() > self.room() {
                self.make_room(sink);
            }
        }
    }

    /// Ends the input: puts the last tokens into `sink`, and tells of the whole. The next bytes that are
    /// [fed](Self::feed) begin another input.
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
            self.read(None, Part::Last, sink);
        }
        let summary = self.summary;
        self.begin();
        summary
    }

    /// Returns the number of bytes of the input that were read: the end of the last token that the sink got. Bytes that were
    /// fed after it are buffered until a token ends in them.
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

    /// Returns true if the rest of the input is ignored, because the sink is [done](Sink::is_done) or a
    /// [limit stopped reading](Summary::stopped_by).
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
    /// assert_eq!(stream.summary().stopped_by().unwrap().to_string(), "a token is too long, and reading stopped (offset 0)");
    /// ```
    pub fn is_done(&self) -> bool {
        self.is_done
    }

    /// Returns how far the input was read, as [`finish`](Self::finish) does for all of it. Before `finish` no construct is
    /// [unfinished](Summary::unfinished); after `finish` this is the summary of the next input.
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

    /// Returns how many bytes are held.
    fn held(&self) -> usize {
        self.buffer.len() - self.read
    }

    /// Returns how many bytes may be held. That is enough for text and the markup behind it, which are two tokens, and for
    /// bytes of which neither is known: `<` and a few, or the end tag of raw text.
    fn room(&self) -> usize {
        self.options.limits().token_bytes().saturating_mul(3).saturating_add(self.now.size() + 16)
    }

    /// Reads the held bytes and stops, because later offsets do not fit in `usize`. Only inputs over 4 GiB on 32-bit targets get here.
    #[cold]
    fn stop_at_last_offset<S: for<'a> Sink<'a>>(&mut self, sink: &mut S) {
        self.read(None, Part::Inner, sink);
        if !self.is_done {
            self.summary.limits_met.note(LimitKind::InputBytes, self.summary.bytes);
            self.is_done = true;
        }
    }

    /// Reads what is held, whatever the credit. If that is not enough, one of two tokens is too long: reading stops before it.
    #[cold]
    fn make_room<S: for<'a> Sink<'a>>(&mut self, sink: &mut S) {
        self.credit = self.credit.saturating_sub_unsigned(self.held());
        self.read(None, Part::Inner, sink);
        if !self.is_done && self.held() > self.room() {
            self.read(None, Part::Last, sink);
            debug_assert!(self.is_done, "a token is too long");
        }
        self.forget();
    }

    /// Returns how many bytes of `rest` may end what is held: to the next `>`, but as many as were in vain already.
    fn wanted(&self, rest: &[u8]) -> usize {
        let from = self.patience.min(rest.len());
        let in_markup = self.now.text_state == TextState::Data;
        let end_tag = if in_markup { Some(0) } else { memmem::find(&rest[from..], b"</") };
        let mark = end_tag.and_then(|start| Some(start + memchr(b'>', &rest[from + start..])?));
        mark.map_or(rest.len(), |mark| from + mark + 1)
    }

    /// Stands at the first byte of an input.
    fn begin(&mut self) {
        self.buffer.clear();
        self.buffer.shrink_to(KEPT_BYTES);
        (self.base, self.read, self.patience) = (0, 0, 0);
        self.credit = START;
        (self.may_end, self.is_done) = (false, false);
        self.now.save_start(&self.options);
        // Nothing was read yet: what is followed from the first byte on begins here.
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
            .field("read", &(self.base + self.read))
            .field("held", &self.held())
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sink::from_fn;
    use std::vec;

    /// On a 32-bit target an input of 4 GiB overflowed the offset.
    #[test]
    fn a_stream_stops_where_offsets_end() {
        let options = Options::default().with_feedback(false);
        for size in [1, 2, 7, 1000] {
            let mut stream = Stream::new(&options);
            // As if all the bytes but 100 had been read.
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
