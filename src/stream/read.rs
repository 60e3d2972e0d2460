//! From the bytes of a [`Stream`] to the tokens that are final in them.

use super::Stream;
use crate::fast;
use crate::feedback::{ReadTree, Tree, followed};
use crate::hold::Hold;
use crate::machine;
use crate::options::{Engine, Options, TextState};
use crate::run::{Before, Known, Run};
use crate::sink::Sink;
use crate::summary::{Summary, Unfinished};
use crate::token::Source;
use crate::tokenizer::advance;
use alloc::boxed::Box;
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
        let (held, now, first) = (self.buffer.len(), self.now.known(), first(&self.options));
        let (start, input, offset, known) = match chunk {
            Some(chunk) => (held, chunk, 0, now),
            None => (0, &*self.buffer, self.read, first),
        };
        let before = Before { bytes: &self.buffer[..start], known: first };
        let base = self.base + start;
        self.arena.reset_to(base);
        self.errors.clear();
        let source = Source { input, arena: &self.arena };
        let mut run = Run::resume(source, &self.options, (offset, now), known, Some(before));
        run.feedback.resume(self.tree.take(), self.summary.is_ambiguous);
        run.ends_when_done = true;
        let mut hold = Hold {
            sink,
            part: input,
            base,
            goes_on: part == Part::Inner,
            errors: &mut self.errors,
            lines: Some((before.bytes, &mut self.lines)),
            end: offset,
            most: self.options.limits().token_bytes(),
            is_over: false,
        };
        let engine = self.options.engine();
        let text_state = match part {
            Part::Inner => read_inner(&mut run, engine, &mut hold),
            Part::Last => read_last(&mut run, engine, &mut hold),
        };
        hold.settle(&mut run);
        self.read = start + hold.end;
        let summary = run.summary();
        self.is_done = hold.is_done() || summary.stopped_by().is_some();
        let mut limits_met = self.summary.limits_met;
        limits_met.note_all(summary.limits_met);
        self.tree = self.spare.keep(run, text_state);
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
        self.options.feedback() && self.tree.is_none()
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
        let mut reader = ReadTree { tree: new_tree(&self.options), base: 0 };
        while !run.finished {
            advance(&mut run, self.options.engine(), &mut reader);
        }
        self.tree = Some(reader.tree);
    }
}

pub(super) fn new_tree(options: &Options) -> Box<Tree> {
    Box::new(Tree::new(options.scripting(), options.limits().depth()))
}

/// Returns what is known at the first byte of an input.
fn first(options: &Options) -> Known<'_> {
    let (text_state, last_start_tag) = (options.initial_state(), options.last_start_tag().as_bytes());
    Known { text_state, last_start_tag, foreign: None }
}

/// Reads to the last token of a part that is final; returns the state in which the byte behind it is read.
fn read_inner<'a, S: Sink<'a>>(run: &mut Run<'a>, engine: Engine, hold: &mut Hold<'_, S>) -> TextState {
    loop {
        if engine == Engine::Auto {
            if run.feedback.needs_all() {
                followed::run(run, Some(run.source.input.len()), hold);
            } else {
                fast::run(run, hold);
            }
        }
        // Text that passed or did not, behind the last markup, does not change it; nor may a machine that is cut.
        let text_state = run.text_state;
        if run.finished || hold.is_done() {
            return text_state;
        }
        let start = run.offset;
        if !may_end(run) || !machine::run_in_part(run, hold) {
            return text_state;
        }
        run.machine_bytes += run.offset - start;
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
fn read_last<'a, S: Sink<'a>>(run: &mut Run<'a>, engine: Engine, hold: &mut Hold<'_, S>) -> TextState {
    while !run.finished && !hold.is_done() {
        advance(run, engine, hold);
    }
    run.text_state
}
