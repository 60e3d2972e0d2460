//! The sink between an engine and a caller's: it lets pass what no later byte can change.

use super::lines::Lines;
use crate::error::ParseError;
use crate::options::TextState;
use crate::sink::Sink;
use crate::token::{Comment, Doctype, Dropped, EndTag, StartTag, Text};
use alloc::vec::Vec;

/// Lets pass what is final.
///
/// Markup comes here when its end was read. Text comes here when the markup behind it was met, or at the end of the part:
/// that text may go on. Errors wait for the token that they belong to, which comes next, and fall with it.
pub(super) struct Hold<'h, S> {
    pub(super) sink: &'h mut S,
    /// What is being read.
    pub(super) part: &'h [u8],
    /// What was read before that.
    pub(super) before: &'h [u8],
    /// The offset of the part in the input.
    pub(super) base: usize,
    /// Whether the input goes on behind the part.
    pub(super) goes_on: bool,
    /// The errors that wait, with offsets in the part.
    pub(super) errors: &'h mut Vec<ParseError>,
    pub(super) lines: &'h mut Lines,
    /// Where the last token that passed ends, in the part.
    pub(super) end: usize,
}

impl<'a, S: Sink<'a>> Hold<'_, S> {
    /// Lets the errors pass, and notes that a token that ends at `end` does.
    #[inline(always)]
    fn pass_to(&mut self, end: usize) {
        if !self.errors.is_empty() {
            self.pass_errors();
        }
        self.end = end;
    }

    /// Lets the errors pass.
    #[cold]
    #[inline(never)]
    pub(super) fn pass_errors(&mut self) {
        for error in self.errors.drain(..) {
            let error = ParseError::new(error.code, self.base + error.offset);
            let position = self.lines.advance(self.before, self.part, self.base, error.offset);
            self.sink.error_at(error, position);
        }
    }
}

impl<'a, S: Sink<'a>> Sink<'a> for Hold<'_, S> {
    fn doctype(&mut self, doctype: Doctype<'a>) {
        self.pass_to(doctype.end);
        let (start, end) = (self.base + doctype.start, self.base + doctype.end);
        self.sink.doctype(Doctype { start, end, ..doctype });
    }

    #[inline(always)]
    fn start_tag(&mut self, tag: StartTag<'a>) {
        self.pass_to(tag.end());
        self.sink.start_tag(tag);
    }

    #[inline(always)]
    fn end_tag(&mut self, tag: EndTag<'a>) {
        self.pass_to(tag.end());
        self.sink.end_tag(tag);
    }

    #[inline(always)]
    fn text(&mut self, text: Text<'a>) {
        if text.end == self.part.len() && self.goes_on && text.raw_end == text.end {
            return;
        }
        self.pass_to(text.end);
        self.sink.text(text);
    }

    fn comment(&mut self, comment: Comment<'a>) {
        self.pass_to(comment.end);
        self.sink.comment(comment);
    }

    fn dropped(&mut self, dropped: Dropped) {
        self.pass_to(dropped.end);
        let (start, end) = (self.base + dropped.start, self.base + dropped.end);
        self.sink.dropped(Dropped { start, end, ..dropped });
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
        self.sink.is_done()
    }
}
