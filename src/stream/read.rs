//! Reads the bytes of a [`Stream`] with the engines, from a checkpoint to the last final token.

use super::token_end::TokenEnd;
use super::{ChunkKind, Stream, new_simulator};
use crate::arena::Source;
use crate::engine::{self, advance};
use crate::error::ParseError;
use crate::limits::LimitKind;
use crate::options::{Engine, Options};
use crate::run::{Checkpoint, Prefix, Run};
use crate::sink::Sink;
use crate::state_machine;
use crate::summary::{Summary, Unfinished};
use crate::text_state::TextState;
use crate::token::Text;
use crate::token_gate::TokenGate;
use alloc::boxed::Box;

impl Stream {
    /// Reads `chunk` without copying it first, then appends its unread end to the buffer. Requires that no bytes are
    /// unread.
    pub(super) fn read_in_place<S: for<'a> Sink<'a>>(&mut self, chunk: &[u8], sink: &mut S) {
        let chunk_start = self.buffer.len();
        self.read(Some(chunk), ChunkKind::Inner, sink);
        if self.keeps_history() {
            self.buffer.extend_from_slice(chunk);
        } else {
            let (base, consumed) = (self.base + chunk_start, self.consumed - chunk_start);
            if self.options.errors() {
                self.lines.advance(&self.buffer, chunk, base, base + consumed);
            }
            self.buffer.clear();
            self.buffer.extend_from_slice(&chunk[consumed..]);
            (self.base, self.consumed) = (base + consumed, 0);
        }
        self.discard_consumed();
    }

    /// Reads to the last final token, and updates `consumed`, the checkpoint and the summary. Reads `chunk`, which
    /// follows the buffer and which the caller appends to it, or the unread bytes of the buffer if `chunk` is `None`.
    pub(super) fn read<S: for<'a> Sink<'a>>(&mut self, chunk: Option<&[u8]>, kind: ChunkKind, sink: &mut S) {
        let (saved, input_start) = (self.saved.checkpoint(), start_checkpoint(&self.options));
        let (start, input, offset, at_start) = match chunk {
            Some(chunk) => (self.buffer.len(), chunk, 0, saved),
            None => (0, &*self.buffer, self.consumed, input_start),
        };
        let prefix = Prefix { bytes: &self.buffer[..start], checkpoint: input_start };
        let base = self.base + start;
        self.arena.reset_to(base);
        self.errors.clear();
        let source = Source { input, text: None, arena: &self.arena };
        let mut run = Run::resume(source, &self.options, (offset, saved), at_start, Some(prefix));
        run.feedback.set_simulator(self.simulator.take(), self.summary.is_ambiguous);
        run.ends_when_done = true;
        let mut gate = TokenGate {
            sink,
            input,
            base,
            continues: kind != ChunkKind::Last,
            pending_errors: &mut self.errors,
            lines: Some((prefix.bytes, &mut self.lines)),
            forwarded_to: offset,
            max_token_bytes: self.options.limits().token_bytes(),
            tokens_left: self.tokens_left,
            refused: None,
        };
        let text_state = match kind {
            ChunkKind::Inner => read_final_tokens(&mut run, &mut gate),
            ChunkKind::Limited => read_to_limit(&mut run, &mut gate),
            ChunkKind::Last => read_last(&mut run, &mut gate),
        };
        gate.finish_source(&mut run);
        self.consumed = start + gate.forwarded_to;
        self.tokens_left = gate.tokens_left;
        let summary = run.summary();
        self.is_done = gate.is_done() || summary.stopped_by().is_some();
        let mut limits_met = self.summary.limits_met;
        limits_met.note_all(summary.limits_met);
        self.simulator = self.changes.save(run, text_state);
        self.saved.apply(&mut self.changes);
        self.summary = Summary {
            bytes: if kind == ChunkKind::Last { base + summary.bytes } else { self.base + self.consumed },
            machine_bytes: self.summary.machine_bytes.saturating_add(summary.machine_bytes),
            unfinished: summary.unfinished.filter(|_| kind == ChunkKind::Last).map(|unfinished| Unfinished {
                start: base + unfinished.start,
                end: base + unfinished.end,
                ..unfinished
            }),
            limits_met,
            ..summary
        };
    }

    /// Returns true if feedback may need the input from its start, because the simulator does not get every token yet.
    pub(super) fn keeps_history(&self) -> bool {
        self.options.feedback() && self.simulator.is_none()
    }

    /// Frees the consumed bytes, unless feedback may need them. Waits until they are at least as many as the unread
    /// bytes, so that each byte is moved once on average. If the history is full, starts the simulator first.
    pub(super) fn discard_consumed(&mut self) {
        let keeps_history = self.keeps_history();
        if keeps_history && self.consumed < self.options.history_bytes()
            || self.consumed < self.buffer.len() - self.consumed
        {
            return;
        }
        if keeps_history {
            self.start_simulator();
        }
        if self.options.errors() {
            self.lines.advance(&[], &self.buffer, self.base, self.base + self.consumed);
        }
        self.buffer.drain(..self.consumed);
        (self.base, self.consumed) = (self.base + self.consumed, 0);
    }

    /// Reads the consumed bytes again for a new simulator, which then gets every token.
    fn start_simulator(&mut self) {
        debug_assert_eq!(self.base, 0, "the buffer starts at the first byte of the input");
        self.arena.reset_to(0);
        let source = Source { input: &self.buffer[..self.consumed], text: None, arena: &self.arena };
        let start = start_checkpoint(&self.options);
        let mut run = Run::resume(source, &self.options.clone().with_errors(false), (0, start), start, None);
        let mut simulator = Box::new(new_simulator(&self.options));
        while !run.finished {
            advance(&mut run, &mut *simulator);
        }
        self.simulator = Some(simulator);
    }
}

/// Returns the checkpoint before the first byte of an input.
fn start_checkpoint(options: &Options) -> Checkpoint<'_> {
    let (text_state, last_start_tag) = (options.initial_state(), options.last_start_tag().as_bytes());
    Checkpoint { text_state, last_start_tag, foreign: None }
}

/// Reads to the last token that more input cannot change. Returns the text state after it.
fn read_final_tokens<'a, S: Sink<'a> + ?Sized>(run: &mut Run<'a>, gate: &mut TokenGate<'_, S>) -> TextState {
    loop {
        if run.settings.engine == Engine::Auto {
            engine::run_fast_path(run, Some(run.source.input.len()), gate);
            if engine::decide_tag(run, gate) {
                continue;
            }
        }
        // Saved here, because the state machine may change it before it finds that the token is incomplete. Text after
        // the last markup, final or not, does not change it.
        let text_state = run.text_state;
        if run.finished || gate.is_done() {
            return text_state;
        }
        let start = run.offset;
        // PERF: otherwise the state machine need not read it.
        let has_end = TokenEnd::new(text_state).find(&run.source.input[start..], run.last_start_tag).is_some();
        if !has_end || !state_machine::run_to_token_in_chunk(run, gate) {
            return text_state;
        }
        run.machine_bytes += run.offset - start;
        engine::decide_tag(run, gate);
    }
}

/// Reads an input up to its limit: to the last token that more input cannot change, and then the text before the construct that
/// the limit truncates. Returns the text state. Returns early, without a limit, if the sink is done.
///
/// Whether the text was sent before depends on the engine, since only the fast path sends text as soon as markup starts.
pub(crate) fn read_to_limit<'a, S: Sink<'a> + ?Sized>(run: &mut Run<'a>, gate: &mut TokenGate<'_, S>) -> TextState {
    let text_state = read_final_tokens(run, gate);
    // After a pause, the tokens that are left are read. Without any, the text follows now.
    let pauses = gate.sink.is_done() && (run.ends_when_done || !run.finished);
    if gate.refused.is_some() || pauses {
        return text_state;
    }
    (run.text_state, run.offset, run.finished) = (text_state, gate.forwarded_to, false);
    let mut texts = TextOnly { gate: &mut *gate };
    if texts.gate.forwarded_to < run.source.input.len() {
        state_machine::run_to_token(run, &mut texts);
    }
    if gate.refused.is_none() {
        run.stop_at(LimitKind::InputBytes, gate.forwarded_to);
    }
    text_state
}

/// Passes on the text before a truncated construct, and its errors.
struct TextOnly<'g, 'h, S: ?Sized> {
    gate: &'g mut TokenGate<'h, S>,
}

impl<'a, S: Sink<'a> + ?Sized> Sink<'a> for TextOnly<'_, '_, S> {
    fn text(&mut self, text: Text<'a>) {
        self.gate.text(text);
    }

    fn error(&mut self, error: ParseError) {
        // A failed attempt may have found it before.
        let errors = &mut *self.gate.pending_errors;
        if !errors.contains(&error) {
            let index = errors.partition_point(|known| known.offset <= error.offset);
            errors.insert(index, error);
        }
    }

    fn allows_cdata(&self) -> bool {
        self.gate.allows_cdata()
    }
}

/// Reads to the end of the input. Returns the last text state.
fn read_last<'a, S: Sink<'a>>(run: &mut Run<'a>, gate: &mut TokenGate<'_, S>) -> TextState {
    while !run.finished && !gate.is_done() {
        advance(run, gate);
    }
    run.text_state
}
