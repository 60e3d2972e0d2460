//! The token gate: a sink adapter that forwards only tokens that are final and within the limits.
//!
//! A token is final if no later byte of the input can change it. An engine sends markup when it has consumed the end of
//! the markup, so markup is always final. It sends text when markup follows, or at the end of the source. In the second
//! case the text may continue in the next chunk, and the gate holds it back.
//!
//! For example, the input `<p>Fish & chips<br>` comes in the chunks `<p>Fish & ` and `chips<br>`:
//!
//! 1. In the first chunk the gate forwards `<p>`. It holds back the text `Fish & `, which ends where the chunk ends.
//!    `forwarded_to` is 3.
//! 2. The stream reads again from offset 3, with more bytes. The text `Fish & chips` is followed by markup: the gate
//!    forwards it, and then `<br>`.
//!
//! Errors are held back until the token that they belong to is forwarded, so that they are reported once.

use crate::error::ParseError;
use crate::limits::LimitKind;
use crate::position::LineTracker;
use crate::run::Run;
use crate::sink::Sink;
use crate::summary::SourceEnd;
use crate::text_state::TextState;
use crate::token::{Comment, Doctype, Dropped, EndTag, ProcessingInstruction, StartTag, Text};
use alloc::vec::Vec;

/// Forwards tokens that are final, up to the first token that is too long or one too many.
pub(crate) struct TokenGate<'h, S: ?Sized> {
    pub(crate) sink: &'h mut S,
    /// The source that is read: the complete input, or a chunk of a stream.
    pub(crate) input: &'h [u8],
    /// The offset of the source in the complete input.
    pub(crate) base: usize,
    /// True if more input may follow the source.
    pub(crate) continues: bool,
    /// The errors that are held back, with offsets in the source.
    pub(crate) pending_errors: &'h mut Vec<ParseError>,
    /// The bytes just before the source, and the tracker that computes lines and columns. `None` if the sink gets
    /// offsets only.
    pub(crate) lines: Option<(&'h [u8], &'h mut LineTracker)>,
    /// The end of the last forwarded token in the source.
    pub(crate) forwarded_to: usize,
    /// The maximum length of a token in bytes.
    pub(crate) max_token_bytes: usize,
    /// How many tokens may be forwarded. 0 after a token was refused: no later token is forwarded.
    pub(crate) tokens_left: usize,
    /// The limit that the refused token reached.
    pub(crate) refused: Option<LimitKind>,
}

impl<'a, S: Sink<'a> + ?Sized> TokenGate<'_, S> {
    /// Returns true if the token that ends at `end` is within the limits. Then also updates `forwarded_to`, and forwards
    /// the errors up to the offset `last_error`.
    ///
    /// For text, `last_error` is its end: if the state machine read text and markup in one step, the errors of the
    /// markup are reported before the text is sent.
    #[inline(always)]
    fn admits(&mut self, end: usize, last_error: usize) -> bool {
        if end - self.forwarded_to > self.max_token_bytes || self.tokens_left == 0 {
            self.refuse(end);
            return false;
        }
        self.tokens_left -= 1;
        if !self.pending_errors.is_empty() {
            self.forward_errors(last_error);
        }
        self.forwarded_to = end;
        true
    }

    /// Refuses the token that ends at `end`, and all later ones.
    #[cold]
    #[inline(never)]
    fn refuse(&mut self, end: usize) {
        let is_long = end - self.forwarded_to > self.max_token_bytes;
        self.refused.get_or_insert(if is_long { LimitKind::TokenBytes } else { LimitKind::Tokens });
        self.tokens_left = 0;
    }

    /// Forwards the errors up to the offset `last_error`.
    #[cold]
    #[inline(never)]
    fn forward_errors(&mut self, last_error: usize) {
        let count = self.pending_errors.iter().take_while(|error| error.offset <= last_error).count();
        for error in self.pending_errors.drain(..count) {
            let absolute = ParseError::new(error.code, self.base + error.offset);
            match &mut self.lines {
                Some((before, lines)) => {
                    let position = lines.advance(before, self.input, self.base, absolute.offset);
                    self.sink.error_at(absolute, position);
                }
                None => self.sink.error(absolute),
            }
        }
    }

    /// Ends the reading of the source. Stops the run before a token that was refused. If the input is read to its end,
    /// forwards the remaining errors.
    pub(crate) fn finish_source(&mut self, run: &mut Run<'a>) {
        let is_at_end = run.finished && !self.continues;
        if let Some(limit) = self.refused {
            run.stop_at(limit, self.forwarded_to);
        } else if is_at_end {
            self.forward_errors(usize::MAX);
        }
        run.end = if self.sink.is_done() { Some(SourceEnd::Sink) } else { is_at_end.then_some(SourceEnd::Input) };
    }
}

impl<'a, S: Sink<'a> + ?Sized> Sink<'a> for TokenGate<'_, S> {
    fn doctype(&mut self, doctype: Doctype<'a>) {
        if self.admits(doctype.end, usize::MAX) {
            let (start, end) = (self.base + doctype.start, self.base + doctype.end);
            self.sink.doctype(Doctype { start, end, ..doctype });
        }
    }

    #[inline(always)]
    fn start_tag(&mut self, tag: StartTag<'a>) {
        if self.admits(tag.end(), usize::MAX) {
            self.sink.start_tag(tag);
        }
    }

    #[inline(always)]
    fn end_tag(&mut self, tag: EndTag<'a>) {
        if self.admits(tag.end(), usize::MAX) {
            self.sink.end_tag(tag);
        }
    }

    #[inline(always)]
    fn text(&mut self, text: Text<'a>) {
        // A CDATA section that ends with `]]>` is final: its raw text ends before the token does.
        let may_continue = text.end == self.input.len() && self.continues && text.raw_end == text.end;
        if !may_continue && self.admits(text.end, text.end) {
            self.sink.text(text);
        }
    }

    fn comment(&mut self, comment: Comment<'a>) {
        if self.admits(comment.end, usize::MAX) {
            self.sink.comment(comment);
        }
    }

    fn processing_instruction(&mut self, instruction: ProcessingInstruction<'a>) {
        if self.admits(instruction.end, usize::MAX) {
            self.sink.processing_instruction(instruction);
        }
    }

    fn dropped(&mut self, dropped: Dropped) {
        if self.admits(dropped.end, usize::MAX) {
            let (start, end) = (self.base + dropped.start, self.base + dropped.end);
            self.sink.dropped(Dropped { start, end, ..dropped });
        }
    }

    fn error(&mut self, error: ParseError) {
        self.pending_errors.push(error);
    }

    #[inline(always)]
    fn next_state(&mut self) -> Option<TextState> {
        self.sink.next_state()
    }

    fn allows_cdata(&self) -> bool {
        self.sink.allows_cdata()
    }

    #[inline(always)]
    fn is_done(&self) -> bool {
        self.refused.is_some() || self.sink.is_done()
    }
}
