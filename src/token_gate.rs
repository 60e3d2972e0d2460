//! The sink between an engine and a caller's: it lets pass what is final and not too long.

use crate::error::ParseError;
use crate::limits::LimitKind;
use crate::position::LineTracker;
use crate::run::Run;
use crate::sink::Sink;
use crate::text_state::TextState;
use crate::token::{Comment, Doctype, Dropped, EndTag, ProcessingInstruction, StartTag, Text};
use alloc::vec::Vec;

/// Lets pass what is final, up to a token that is too long.
///
/// Markup comes here when its end was read. Text comes here when the markup behind it was met, or at the end of the part:
/// that text may go on. Errors wait for the token that they belong to, which comes next, and fall with it.
pub(crate) struct TokenGate<'h, S: ?Sized> {
    pub(crate) sink: &'h mut S,
    /// What is being read.
    pub(crate) part: &'h [u8],
    /// The offset of the part in the input.
    pub(crate) base: usize,
    /// Whether the input goes on behind the part.
    pub(crate) goes_on: bool,
    /// The errors that wait, with offsets in the part.
    pub(crate) errors: &'h mut Vec<ParseError>,
    /// What was read before the part, and what finds lines in both, if positions are to be told.
    pub(crate) lines: Option<(&'h [u8], &'h mut LineTracker)>,
    /// Where the last token that passed ends, in the part.
    pub(crate) end: usize,
    /// How long a token may be.
    pub(crate) most: usize,
    /// Whether a token was too long.
    pub(crate) is_over: bool,
}

impl<'a, S: Sink<'a> + ?Sized> TokenGate<'_, S> {
    /// Returns whether a token that ends at `end` passes. Then it notes that, and lets errors up to the offset `last` pass.
    ///
    /// Text comes with the errors of the markup behind it, if the machine read both.
    #[inline(always)]
    fn passes(&mut self, end: usize, last: usize) -> bool {
        if end - self.end > self.most || self.is_over {
            self.is_over = true;
            return false;
        }
        if !self.errors.is_empty() {
            self.pass_errors(last);
        }
        self.end = end;
        true
    }

    /// Lets the errors up to the offset `last` pass.
    #[cold]
    #[inline(never)]
    fn pass_errors(&mut self, last: usize) {
        let count = self.errors.iter().take_while(|error| error.offset <= last).count();
        for error in self.errors.drain(..count) {
            let told = ParseError::new(error.code, self.base + error.offset);
            match &mut self.lines {
                Some((before, lines)) => {
                    let position = lines.advance(before, self.part, self.base, told.offset);
                    self.sink.error_at(told, position);
                }
                None => self.sink.error(told),
            }
        }
    }

    /// Lets the last errors pass where `run` came to the end of the input, and ends it where a token was too long.
    pub(crate) fn settle(&mut self, run: &mut Run<'a>) {
        if self.is_over {
            run.stop_at(LimitKind::TokenBytes, self.end);
        } else if run.finished && !self.goes_on {
            self.pass_errors(usize::MAX);
        }
    }
}

impl<'a, S: Sink<'a> + ?Sized> Sink<'a> for TokenGate<'_, S> {
    fn doctype(&mut self, doctype: Doctype<'a>) {
        if self.passes(doctype.end, usize::MAX) {
            let (start, end) = (self.base + doctype.start, self.base + doctype.end);
            self.sink.doctype(Doctype { start, end, ..doctype });
        }
    }

    #[inline(always)]
    fn start_tag(&mut self, tag: StartTag<'a>) {
        if self.passes(tag.end(), usize::MAX) {
            self.sink.start_tag(tag);
        }
    }

    #[inline(always)]
    fn end_tag(&mut self, tag: EndTag<'a>) {
        if self.passes(tag.end(), usize::MAX) {
            self.sink.end_tag(tag);
        }
    }

    #[inline(always)]
    fn text(&mut self, text: Text<'a>) {
        let may_go_on = text.end == self.part.len() && self.goes_on && text.raw_end == text.end;
        if !may_go_on && self.passes(text.end, text.end) {
            self.sink.text(text);
        }
    }

    fn comment(&mut self, comment: Comment<'a>) {
        if self.passes(comment.end, usize::MAX) {
            self.sink.comment(comment);
        }
    }

    fn processing_instruction(&mut self, instruction: ProcessingInstruction<'a>) {
        if self.passes(instruction.end, usize::MAX) {
            self.sink.processing_instruction(instruction);
        }
    }

    fn dropped(&mut self, dropped: Dropped) {
        if self.passes(dropped.end, usize::MAX) {
            let (start, end) = (self.base + dropped.start, self.base + dropped.end);
            self.sink.dropped(Dropped { start, end, ..dropped });
        }
    }

    fn error(&mut self, error: ParseError) {
        self.errors.push(error);
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
        self.is_over || self.sink.is_done()
    }
}
