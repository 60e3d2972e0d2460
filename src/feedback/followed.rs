//! The fast path where the whole stack decides: a sink before the caller's, which tells the stack first.

use super::tree::Tree;
use crate::error::ParseError;
use crate::fast;
use crate::options::TextState;
use crate::run::Run;
use crate::sink::Sink;
use crate::token::{Comment, Doctype, Dropped, EndTag, ProcessingInstruction, StartTag, Text};

/// Reads constructs by the fast path until one is declined, the sink is done or the input ends. `goes_on_at`: the end of
/// the input, if more follows; text up to there may go on.
pub(crate) fn run<'a>(run: &mut Run<'a>, goes_on_at: Option<usize>, sink: &mut dyn Sink<'a>) {
    let Some(mut tree) = run.feedback.lend_tree() else { return };
    // What a tag does comes from the sink now.
    run.settings.feedback = false;
    let limits = &run.settings.limits;
    let mut followed = Followed {
        tree: &mut tree,
        room: limits.arena_bytes().saturating_sub(run.source.arena.used_bytes()),
        most: limits.token_bytes(),
        goes_on_at,
        is_over: run.is_over,
        next_state: None,
        sink,
    };
    fast::run(run, &mut followed);
    run.is_over = followed.is_over;
    run.settings.feedback = true;
    run.feedback.decide_by(Some(tree));
}

/// Tells the stack of each token before the sink gets it.
struct Followed<'f, 'a> {
    tree: &'f mut Tree,
    /// How much memory the stack may take: the machine stops where it takes more.
    room: usize,
    /// How long a token may be.
    most: usize,
    goes_on_at: Option<usize>,
    /// Whether a token was too long: it and what follows changes nothing.
    is_over: bool,
    /// The state that follows the last start tag, if it is not the data state.
    next_state: Option<TextState>,
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
        super::follow::doctype_in(self.tree, &doctype);
        self.sink.doctype(doctype);
    }

    fn start_tag(&mut self, mut tag: StartTag<'a>) {
        self.next_state = None;
        if !self.is_over(tag.start(), tag.end()) {
            self.tree.stand_at(tag.span().start);
            let outcome = self.tree.start_tag(&tag);
            tag.set_namespace(outcome.namespace);
            self.next_state = Some(outcome.state).filter(|&state| state != TextState::Data);
        }
        self.sink.start_tag(tag);
    }

    fn end_tag(&mut self, tag: EndTag<'a>) {
        if !self.is_over(tag.start(), tag.end()) {
            self.tree.stand_at(tag.span().start);
            self.tree.end_tag(tag.name());
        }
        self.sink.end_tag(tag);
    }

    fn text(&mut self, text: Text<'a>) {
        if self.goes_on_at != Some(text.end) && !self.is_over(text.start, text.end) {
            self.tree.stand_at(text.span().start);
            self.tree.text(text.decoded());
        }
        self.sink.text(text);
    }

    fn comment(&mut self, comment: Comment<'a>) {
        self.tree.comment();
        self.sink.comment(comment);
    }

    fn processing_instruction(&mut self, instruction: ProcessingInstruction<'a>) {
        self.tree.comment();
        self.sink.processing_instruction(instruction);
    }

    fn dropped(&mut self, dropped: Dropped) {
        self.sink.dropped(dropped);
    }

    fn error(&mut self, error: ParseError) {
        self.sink.error(error);
    }

    fn next_state(&mut self) -> Option<TextState> {
        self.sink.next_state().or(self.next_state.take())
    }

    fn allows_cdata(&self) -> bool {
        self.sink.allows_cdata()
    }

    fn is_done(&self) -> bool {
        self.tree.heap_bytes() > self.room || self.sink.is_done()
    }
}
