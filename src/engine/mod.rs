//! The driver: chooses the engine for the next tokens, and replays the input for the tree-builder simulator.
//!
//! One call of [`advance`] does the following:
//!
//! 1. [`run_fast_path`] reads constructs until one is declined.
//! 2. The [state machine](crate::state_machine) reads the declined construct.
//! 3. If an engine stopped after a tag that the foreign-content stack cannot decide, [`decide_tag`] feeds the input
//!    before the tag to a new simulator, applies the tag to it, and sends the tag. From then on the simulator gets
//!    every token.
//!
//! Example: in `<p>a<!x><svg></b>` the fast path reads `<p>` and `a`, and declines `<!x>`, which the state machine
//! reads as a bogus comment. The next call reads `<svg>`, then `</b>`: it may close an element outside of the `svg`,
//! which the foreign-content stack does not hold. So `<p>a<!x><svg>` is replayed, and the simulator decides that `</b>`
//! is ignored.

mod simulated;

use crate::limits::LimitKind;
use crate::options::Engine;
use crate::run::{Run, UndecidedTag};
use crate::sink::Sink;
use crate::token::Token;
use crate::tree_sim::TreeSim;
use crate::{fast, state_machine};
use alloc::boxed::Box;

/// Reads at least one token, unless the input ends or a limit stops the run. Reads more for as long as the fast path
/// continues and the sink is not done.
pub(crate) fn advance<'a, S: Sink<'a>>(run: &mut Run<'a>, sink: &mut S) {
    if run.settings.engine == Engine::Auto {
        run_fast_path(run, None, sink);
        if decide_tag(run, sink) || run.finished || sink.is_done() {
            return;
        }
    }
    let start = run.offset;
    state_machine::run_to_token(run, sink);
    run.machine_bytes += run.offset - start;
    decide_tag(run, sink);
}

/// Reads constructs on the fast path until one is declined, the sink is done, a tag is undecided or the input ends.
///
/// `continues_at` is the end of the input if more input may follow: text that ends there may be incomplete.
pub(crate) fn run_fast_path<'a, S: Sink<'a>>(run: &mut Run<'a>, continues_at: Option<usize>, sink: &mut S) {
    if run.feedback.needs_all() {
        simulated::run(run, continues_at, sink);
    } else {
        fast::run(run, sink);
    }
}

/// Sends the tag that an engine left undecided, if there is one. Returns true if there was one.
#[inline(always)]
pub(crate) fn decide_tag<'a, S: Sink<'a>>(run: &mut Run<'a>, sink: &mut S) -> bool {
    match run.undecided.take() {
        Some(tag) => {
            decide(run, tag, sink);
            true
        }
        None => false,
    }
}

#[cold]
fn decide<'a>(run: &mut Run<'a>, tag: UndecidedTag<'a>, sink: &mut dyn Sink<'a>) {
    if run.finished {
        return; // A limit stopped the run before the tag.
    }
    let start = match &tag {
        UndecidedTag::Start(tag) => tag.start(),
        UndecidedTag::End(tag) => tag.start(),
    };
    let simulator = replay(run, start);
    run.feedback.set_simulator(Some(simulator), true);
    let token = match tag {
        UndecidedTag::Start(mut tag) => {
            let outcome = run.apply_start_tag(tag).unwrap_or_default();
            tag.set_namespace(outcome.namespace);
            Token::StartTag(tag)
        }
        UndecidedTag::End(tag) => {
            run.apply_end_tag(tag);
            Token::EndTag(tag)
        }
    };
    run.report_input_errors(run.offset.saturating_sub(1), sink);
    if run.ends_when_done && sink.is_done() {
        return;
    }
    if run.exceeds_memory_limit(0) {
        run.stop_at(LimitKind::ArenaBytes, start);
        return;
    }
    if let Token::StartTag(tag) = token
        && let Some(end_tag) = run.implied_end_tag(&tag)
    {
        return run.send_empty_element(tag, end_tag, sink);
    }
    token.send_to(sink);
    if let Token::StartTag(tag) = token
        && let Some(state) = sink.next_state()
    {
        run.text_state = state;
        run.last_start_tag = tag.raw_name();
    }
}

/// Reads the input of `run` up to the offset `end`, where markup begins, and returns the simulator's state there.
///
/// If the input is a chunk, the bytes before it are read first. The foreign-content stack decides every tag before
/// `end`, so the replay never needs another replay.
fn replay<'a>(run: &Run<'a>, end: usize) -> Box<TreeSim> {
    let mut simulator = Box::new(TreeSim::new(run.settings.scripting, run.settings.limits.depth()));
    let prefix = run.prefix.map(|prefix| (prefix.bytes, prefix.checkpoint, prefix.bytes.len()));
    for (input, checkpoint, preceding) in prefix.into_iter().chain([(&run.source.input[..end], run.start, 0)]) {
        simulator.set_preceding(preceding);
        let mut replay = run.restart(input, checkpoint);
        while !replay.finished {
            advance(&mut replay, &mut *simulator);
        }
    }
    simulator
}
