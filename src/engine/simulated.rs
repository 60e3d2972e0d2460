//! The fast path while the tree-builder simulator needs every token: a sink that feeds the simulator before the
//! caller's sink.
//!
//! The wrapper takes the caller's sink as a trait object, so the scan loop is compiled for it once, not once for each
//! sink.

use crate::error::ParseError;
use crate::fast;
use crate::feedback::Feedback;
use crate::run::Run;
use crate::sink::Sink;
use crate::text_state::TextState;
use crate::token::{Comment, Doctype, Dropped, EndTag, Namespace, ProcessingInstruction, StartTag, Text};
use crate::tree_sim::StartTagOutcome;

/// Reads constructs on the fast path until one is declined, the sink is done or the input ends.
///
/// `continues_at` is the end of the input if more input may follow: text that ends there may be incomplete, and is not
/// fed to the simulator.
pub(super) fn run<'a>(run: &mut Run<'a>, continues_at: Option<usize>, sink: &mut dyn Sink<'a>) {
    let limits = run.settings.limits;
    // In place of the feedback, which the sink has for the time of the run.
    let empty = Feedback::new(None, &run.settings, run.source.bump());
    let mut simulated = SimulatedSink {
        feedback: core::mem::replace(&mut run.feedback, empty),
        scripting: run.settings.scripting,
        max_heap_bytes: limits.arena_bytes().saturating_sub(run.source.arena.used_bytes()),
        max_token_bytes: limits.token_bytes(),
        continues_at,
        exceeded_token_limit: run.exceeded_token_limit,
        text_state: run.text_state,
        ends_when_done: run.ends_when_done,
        sink,
    };
    // The sink decides the text states (`next_state`), so the scan loop must not.
    run.settings.feedback = false;
    fast::run(run, &mut simulated);
    run.settings.feedback = true;
    run.exceeded_token_limit = simulated.exceeded_token_limit;
    run.feedback = simulated.feedback;
}

/// Applies each token to the feedback before the caller's sink gets it.
struct SimulatedSink<'f, 'a> {
    feedback: Feedback<'a>,
    scripting: bool,
    /// The sink is done once the simulator takes more heap memory than this, in bytes. The state machine then stops the
    /// run.
    max_heap_bytes: usize,
    max_token_bytes: usize,
    continues_at: Option<usize>,
    /// True if a token was longer than `max_token_bytes`. That token and the later ones do not change the feedback.
    exceeded_token_limit: bool,
    /// The state after the last tag.
    text_state: TextState,
    /// True if a sink that is done gets no more tokens.
    ends_when_done: bool,
    sink: &'f mut dyn Sink<'a>,
}

impl SimulatedSink<'_, '_> {
    fn exceeds_token_limit(&mut self, start: usize, end: usize) -> bool {
        self.exceeded_token_limit |= end - start > self.max_token_bytes;
        self.exceeded_token_limit
    }
}

impl<'a> Sink<'a> for SimulatedSink<'_, 'a> {
    fn doctype(&mut self, doctype: Doctype<'a>) {
        self.feedback.doctype(&doctype);
        self.sink.doctype(doctype);
    }

    fn start_tag(&mut self, mut tag: StartTag<'a>) {
        let mut outcome = StartTagOutcome::default();
        if !self.exceeds_token_limit(tag.start(), tag.end()) {
            let result = self.feedback.start_tag(&tag, self.scripting);
            debug_assert!(result.is_ok(), "the feedback has a simulator");
            outcome = result.unwrap_or_default();
        }
        self.text_state = outcome.state;
        // PERF: without the condition, the copy of the tag for the call waits until the byte is in memory.
        if outcome.namespace != Namespace::Html {
            tag.set_namespace(outcome.namespace);
        }
        self.sink.start_tag(tag);
        // The feedback has applied the end tag already.
        if let Some(end_tag) = self.feedback.implied_end_tag(&tag)
            && !(self.ends_when_done && self.sink.is_done())
        {
            self.sink.end_tag(end_tag);
        }
    }

    fn end_tag(&mut self, tag: EndTag<'a>) {
        if !self.exceeds_token_limit(tag.start(), tag.end()) {
            let result = self.feedback.end_tag(&tag, self.text_state == TextState::Data);
            debug_assert!(result.is_ok(), "the feedback has a simulator");
        }
        self.text_state = TextState::Data;
        self.sink.end_tag(tag);
    }

    fn text(&mut self, text: Text<'a>) {
        if self.continues_at != Some(text.end) && !self.exceeds_token_limit(text.start, text.end) {
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
        self.feedback.heap_bytes() > self.max_heap_bytes || self.sink.is_done()
    }
}
