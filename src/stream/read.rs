//! From the bytes of a [`Stream`] to the tokens that are final in them.

use super::Stream;
use crate::engine::{self, SimulatorSink, advance};
use crate::fast;
use crate::options::{Engine, Options};
use crate::run::{Checkpoint, Prefix, Run};
use crate::sink::Sink;
use crate::state_machine;
use crate::summary::{Summary, Unfinished};
use crate::text_state::TextState;
use crate::token::Source;
use crate::token_gate::TokenGate;
use crate::tree_sim::TreeSim;
use memchr::{memchr, memmem};

/// Whether more of the input may follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Inner,
    Last,
}

impl Stream {
    /// Reads `chunk` where it is; nothing is held. Then holds what is not read of it.
    pub(super) fn read_there<S: for<'a> Sink<'a>>(&mut self, chunk: &[u8], sink: &mut S) {
        let held = self.buffer.len();
        self.read(Some(chunk), Part::Inner, sink);
        if self.keeps_history() {
            self.buffer.extend_from_slice(chunk);
        } else {
            let (base, read) = (self.base + held, self.read - held);
            if self.options.errors() {
                self.lines.advance(&self.buffer, chunk, base, base + read);
            }
            self.buffer.clear();
            self.buffer.extend_from_slice(&chunk[read..]);
            (self.base, self.read) = (base + read, 0);
        }
        self.forget();
    }

    /// Reads on, to the last token that is final: in `chunk`, which follows the buffer and which the caller appends to it, or
    /// in the buffer.
    pub(super) fn read<S: for<'a> Sink<'a>>(&mut self, chunk: Option<&[u8]>, part: Part, sink: &mut S) {
        let (held, now, first) = (self.buffer.len(), self.now.checkpoint(), first(&self.options));
        let (start, input, offset, known) = match chunk {
            Some(chunk) => (held, chunk, 0, now),
            None => (0, &*self.buffer, self.read, first),
        };
        let prefix = Prefix { bytes: &self.buffer[..start], checkpoint: first };
        let base = self.base + start;
        self.arena.reset_to(base);
        self.errors.clear();
        let source = Source { input, arena: &self.arena };
        let mut run = Run::resume(source, &self.options, (offset, now), known, Some(prefix));
        run.feedback.set_simulator(self.simulator.take(), self.summary.is_ambiguous);
        run.ends_when_done = true;
        let mut gate = TokenGate {
            sink,
            input,
            base,
            continues: part == Part::Inner,
            pending_errors: &mut self.errors,
            lines: Some((prefix.bytes, &mut self.lines)),
            forwarded_to: offset,
            max_token_bytes: self.options.limits().token_bytes(),
            is_over: false,
        };
        let engine = self.options.engine();
        let text_state = match part {
            Part::Inner => read_inner(&mut run, engine, &mut gate),
            Part::Last => read_last(&mut run, engine, &mut gate),
        };
        gate.finish_source(&mut run);
        self.read = start + gate.forwarded_to;
        let summary = run.summary();
        self.is_done = gate.is_done() || summary.stopped_by().is_some();
        let mut limits_met = self.summary.limits_met;
        limits_met.note_all(summary.limits_met);
        self.simulator = self.spare.save(run, text_state);
        core::mem::swap(&mut self.now, &mut self.spare);
        self.summary = Summary {
            bytes: if part == Part::Last { base + summary.bytes } else { self.base + self.read },
            machine_bytes: self.summary.machine_bytes.saturating_add(summary.machine_bytes),
            unfinished: summary.unfinished.filter(|_| part == Part::Last).map(|unfinished| Unfinished {
                start: base + unfinished.start,
                end: base + unfinished.end,
                ..unfinished
            }),
            limits_met,
            ..summary
        };
    }

    /// Returns whether the whole stack is not followed yet, so that it may ask for the input from its start.
    pub(super) fn keeps_history(&self) -> bool {
        self.options.feedback() && self.simulator.is_none()
    }

    /// Forgets bytes that were read, if it is time.
    pub(super) fn forget(&mut self) {
        let keeps_history = self.keeps_history();
        if keeps_history && self.read < self.options.history_bytes() || self.read < self.buffer.len() - self.read {
            return;
        }
        if keeps_history {
            self.read_history();
        }
        if self.options.errors() {
            self.lines.advance(&[], &self.buffer, self.base, self.base + self.read);
        }
        self.buffer.drain(..self.read);
        (self.base, self.read) = (self.base + self.read, 0);
    }

    /// Reads what was read once more, for the whole stack; it is followed from there on.
    fn read_history(&mut self) {
        debug_assert_eq!(self.base, 0, "the input is held from its start");
        self.arena.reset_to(0);
        let source = Source { input: &self.buffer[..self.read], arena: &self.arena };
        let start = first(&self.options);
        let mut run = Run::resume(source, &self.options.clone().with_errors(false), (0, start), start, None);
        let mut sink = SimulatorSink::new(new_simulator(&self.options), 0);
        while !run.finished {
            advance(&mut run, self.options.engine(), &mut sink);
        }
        self.simulator = Some(sink.simulator);
    }
}

pub(super) fn new_simulator(options: &Options) -> TreeSim {
    TreeSim::new(options.scripting(), options.limits().depth())
}

/// Returns what is known at the first byte of an input.
fn first(options: &Options) -> Checkpoint<'_> {
    let (text_state, last_start_tag) = (options.initial_state(), options.last_start_tag().as_bytes());
    Checkpoint { text_state, last_start_tag, foreign: None }
}

/// Reads to the last token of a part that is final; returns the state in which the byte behind it is read.
fn read_inner<'a, S: Sink<'a>>(run: &mut Run<'a>, engine: Engine, gate: &mut TokenGate<'_, S>) -> TextState {
    loop {
        if engine == Engine::Auto {
            engine::run_fast_path(run, Some(run.source.input.len()), gate);
            if engine::decide_tag(run, engine, gate) {
                continue;
            }
        }
        // Text that passed or did not, behind the last markup, does not change it; nor may a machine that is cut.
        let text_state = run.text_state;
        if run.finished || gate.is_done() {
            return text_state;
        }
        let start = run.offset;
        if !may_end(run) || !state_machine::run_in_part(run, gate) {
            return text_state;
        }
        run.machine_bytes += run.offset - start;
        engine::decide_tag(run, engine, gate);
    }
}

/// Returns whether a token may end in the rest of a part.
fn may_end(run: &Run<'_>) -> bool {
    let rest = &run.source.input[run.offset..];
    let name = run.last_start_tag;
    match run.text_state {
        TextState::ScriptData if name.iter().all(u8::is_ascii_alphabetic) => {
            return fast::find_end_of_script(rest, 0, name).is_some();
        }
        TextState::Rcdata | TextState::Rawtext | TextState::ScriptData => {}
        _ => return memchr(b'>', rest).is_some(),
    }
    let mut end_tags = memmem::find_iter(rest, b"</");
    end_tags.any(|at| rest[at + 2..].get(..name.len()).is_some_and(|found| found.eq_ignore_ascii_case(name)))
}

/// Reads to the end of the input.
fn read_last<'a, S: Sink<'a>>(run: &mut Run<'a>, engine: Engine, gate: &mut TokenGate<'_, S>) -> TextState {
    while !run.finished && !gate.is_done() {
        advance(run, engine, gate);
    }
    run.text_state
}
