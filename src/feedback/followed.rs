//! The fast path where the whole stack is followed: a sink before the caller's, which tells the stack first.

use super::Feedback;
use crate::error::ParseError;
use crate::fast;
use crate::options::TextState;
use crate::run::Run;
use crate::sink::Sink;
use crate::token::{Comment, Doctype, Dropped, EndTag, ProcessingInstruction, StartTag, Text};

/// Reads constructs by the fast path until one is declined, the sink is done or the input ends. `goes_on_at`: the end of
/// the input, if more follows; text up to there may go on.
pub(crate) fn run<'a>(run: &mut Run<'a>, goes_on_at: Option<usize>, sink: &mut dyn Sink<'a>) {
    let limits = run.settings.limits;
    let nothing = Feedback::new(None, 0, run.source.bump());
    let mut followed = Followed {
        feedback: core::mem::replace(&mut run.feedback, nothing),
        scripting: run.settings.scripting,
        room: limits.arena_bytes().saturating_sub(run.source.arena.used_bytes()),
        most: limits.token_bytes(),
        goes_on_at,
        is_over: run.is_over,
        text_state: run.text_state,
        sink,
    };
    // What a tag does comes from the sink now.
    run.settings.feedback = false;
    fast::run(run, &mut followed);
    run.settings.feedback = true;
    run.is_over = followed.is_over;
    run.feedback = followed.feedback;
}

/// Tells the feedback of each token before the sink gets it.
struct Followed<'f, 'a> {
    feedback: Feedback<'a>,
    scripting: bool,
    /// How much memory the stack may take: the machine stops where it takes more.
    room: usize,
    /// How long a token may be.
    most: usize,
    goes_on_at: Option<usize>,
    /// Whether a token was too long: it and what follows changes nothing.
    is_over: bool,
    /// The state that follows the last tag.
    text_state: TextState,
    sink: &'f mut dyn Sink<'a>,
}

impl Followed<'_, '_> {
    fn is_over(&mut self, start: usize, end: usize) -> bool {
        self.is_over |= end - start > self.most;
        self.is_over
    }
}

impl<'a> Sink<'a> for Followed<'_, 'a> {
    fn doctype(&mut self, doctype: Doctype<'a>) {
        self.feedback.doctype(&doctype);
        self.sink.doctype(doctype);
    }

    fn start_tag(&mut self, mut tag: StartTag<'a>) {
        self.text_state = TextState::Data;
        if !self.is_over(tag.start(), tag.end())
            && let Ok(outcome) = self.feedback.start_tag(&tag, self.scripting)
        {
            tag.set_namespace(outcome.namespace);
            self.text_state = outcome.state;
        }
        self.sink.start_tag(tag);
    }

    fn end_tag(&mut self, tag: EndTag<'a>) {
        if !self.is_over(tag.start(), tag.end()) {
            let is_told = self.feedback.end_tag(&tag, self.text_state == TextState::Data);
            debug_assert!(is_told.is_ok(), "there is a whole stack");
        }
        self.text_state = TextState::Data;
        self.sink.end_tag(tag);
    }

    fn text(&mut self, text: Text<'a>) {
        if self.goes_on_at != Some(text.end) && !self.is_over(text.start, text.end) {
            self.feedback.text(&text);
        }
        self.sink.text(text);
    }

    fn comment(&mut self, comment: Comment<'a>) {
        self.feedback.comment();
        self.sink.comment(comment);
    }

    fn processing_instruction(&mut self, instruction: ProcessingInstruction<'a>) {
        self.feedback.comment();
        self.sink.processing_instruction(instruction);
    }

    fn dropped(&mut self, dropped: Dropped) {
        self.sink.dropped(dropped);
    }

    fn error(&mut self, error: ParseError) {
        self.sink.error(error);
    }

    fn next_state(&mut self) -> Option<TextState> {
        if let Some(state) = self.sink.next_state() {
            self.text_state = state;
        }
        Some(self.text_state).filter(|&state| state != TextState::Data)
    }

    fn allows_cdata(&self) -> bool {
        self.sink.allows_cdata()
    }

    fn is_done(&self) -> bool {
        self.feedback.heap_bytes() > self.room || self.sink.is_done()
    }
}
