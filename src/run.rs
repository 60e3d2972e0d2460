//! What the two engines share about one run over an input: where it stands, and where its tokens and errors go.

use crate::arena::Arena;
use crate::error::ParseError;
use crate::fast::Marks;
use crate::feedback::{Feedback, KeptForeign};
use crate::limits::{LimitKind, Limits, LimitsMet};
use crate::machine::TagMemory;
use crate::options::{Options, TextState};
use crate::preprocess::InputErrors;
use crate::scan::Level;
use crate::sink::Sink;
use crate::summary::{Summary, Unfinished};
use crate::token::{AttributeRecord, Source, Token};

/// The options that are asked again and again.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Settings {
    pub(crate) errors: bool,
    pub(crate) feedback: bool,
    pub(crate) scripting: bool,
    pub(crate) cdata: bool,
    pub(crate) processing_instructions: bool,
    pub(crate) limits: Limits,
}

/// What is known at a place between two tokens of what came before it.
#[derive(Clone, Copy)]
pub(crate) struct Known<'a> {
    /// The state in which the next byte is read.
    pub(crate) text_state: TextState,
    /// The name of the last start tag, in any case.
    pub(crate) last_start_tag: &'a [u8],
    /// The small stack, if it is not empty.
    pub(crate) foreign: Option<&'a KeptForeign>,
}

/// What came before an input that is a part of a whole, from its start.
#[derive(Clone, Copy)]
pub(crate) struct Before<'a> {
    /// The bytes before the input.
    pub(crate) bytes: &'a [u8],
    /// What is known at the first of them.
    pub(crate) known: Known<'a>,
}

/// One run over an input, between two tokens.
pub(crate) struct Run<'a> {
    pub(crate) source: Source<'a>,
    pub(crate) settings: Settings,
    /// The CPU level of the fast path.
    pub(crate) level: Level,
    /// The offset of the next byte to read.
    pub(crate) offset: usize,
    /// How many of the bytes before `offset` the machine read.
    pub(crate) machine_bytes: usize,
    /// The state in which that byte is read.
    pub(crate) text_state: TextState,
    /// What is known at the first byte.
    pub(crate) start: Known<'a>,
    /// What came before that.
    pub(crate) before: Option<Before<'a>>,
    /// The name of the last start tag, in any case.
    pub(crate) last_start_tag: &'a [u8],
    /// What is known of the tree.
    pub(crate) feedback: Feedback<'a>,
    /// Whether the end of the input was read, or a limit stopped reading.
    pub(crate) finished: bool,
    /// The limits that were met, but for that of the whole stack.
    limits_met: LimitsMet,
    /// Whether a token was too long.
    pub(crate) is_over: bool,
    /// What the end of the input cuts.
    pub(crate) unfinished: Option<Unfinished>,
    /// Whether a sink that is done gets no more tokens; else it only wants to be left for a while.
    pub(crate) ends_when_done: bool,
    /// The errors of preprocessing that are not reported yet, if errors are asked for.
    input_errors: Option<InputErrors<'a>>,
    /// [`InputErrors::clean_to`].
    clean_to: usize,
    /// Where the fast path knows of `<`.
    pub(crate) marks: Marks<'a>,
    /// Arena memory for the attributes of the next tags.
    records: &'a mut [AttributeRecord],
    /// The state machine's memory for the attributes of the next tag.
    pub(crate) tag_memory: Option<TagMemory<'a>>,
}

/// How many attribute records are taken from the arena at a time.
const RECORDS: usize = 256;

impl<'a> Run<'a> {
    pub(crate) fn new(input: &'a [u8], options: &Options, arena: &'a Arena) -> Self {
        let last_start_tag = arena.bump().alloc_slice_copy(options.last_start_tag().as_bytes());
        let start = Known { text_state: options.initial_state(), last_start_tag, foreign: None };
        Self::resume(Source { input, arena }, options, (0, start), start, None)
    }

    /// Goes on at a place, with what is known there. `start` is what is known at the first byte of the input, and `before`
    /// what came before that.
    pub(crate) fn resume(
        source: Source<'a>,
        options: &Options,
        (offset, known): (usize, Known<'a>),
        start: Known<'a>,
        before: Option<Before<'a>>,
    ) -> Self {
        let level = options.simd().level();
        Self {
            source,
            settings: Settings {
                errors: options.errors(),
                feedback: options.feedback(),
                scripting: options.scripting(),
                cdata: options.cdata(),
                processing_instructions: options.processing_instructions(),
                limits: options.limits(),
            },
            level,
            offset,
            machine_bytes: 0,
            text_state: known.text_state,
            start,
            before,
            last_start_tag: known.last_start_tag,
            feedback: Feedback::new(known.foreign, options.limits().depth(), source.bump()),
            finished: false,
            limits_met: LimitsMet::default(),
            is_over: false,
            unfinished: None,
            ends_when_done: false,
            input_errors: options.errors().then(|| InputErrors::new(source.input, offset, level)),
            clean_to: 0,
            marks: Marks::new(source.input, offset, source.bump()),
            records: &mut [],
            tag_memory: None,
        }
    }

    /// Reads `input` with the same settings, but without errors; `known` is what is known at its first byte.
    pub(crate) fn restart(&self, input: &'a [u8], known: Known<'a>) -> Self {
        let source = Source { input, ..self.source };
        Self {
            source,
            settings: Settings {
                errors: false,
                limits: self.settings.limits.with_arena_bytes(usize::MAX),
                ..self.settings
            },
            level: self.level,
            offset: 0,
            machine_bytes: 0,
            text_state: known.text_state,
            start: known,
            before: None,
            last_start_tag: known.last_start_tag,
            feedback: Feedback::new(known.foreign, self.settings.limits.depth(), source.bump()),
            finished: false,
            limits_met: LimitsMet::default(),
            is_over: false,
            unfinished: None,
            ends_when_done: false,
            input_errors: None,
            clean_to: 0,
            marks: Marks::default(),
            records: &mut [],
            tag_memory: None,
        }
    }

    /// Returns whether `<![CDATA[` opens a CDATA section here.
    pub(crate) fn allows_cdata(&self) -> bool {
        self.settings.cdata || self.settings.feedback && self.feedback.allows_cdata()
    }

    pub(crate) fn summary(&self) -> Summary {
        let mut limits_met = self.limits_met;
        if let Some(offset) = self.feedback.too_deep_at() {
            limits_met.note(LimitKind::Depth, offset);
        }
        Summary {
            bytes: self.offset,
            machine_bytes: self.machine_bytes,
            is_ambiguous: self.feedback.is_ambiguous(),
            limits_met,
            unfinished: self.unfinished.filter(|_| self.finished),
        }
    }

    /// Notes that a limit is met by the token at `offset`.
    #[cold]
    pub(crate) fn meet_limit(&mut self, kind: LimitKind, offset: usize) {
        self.limits_met.note(kind, self.source.arena.base() + offset);
    }

    /// Ends the run before the token at `offset`, which meets a limit.
    #[cold]
    pub(crate) fn stop_at(&mut self, kind: LimitKind, offset: usize) {
        self.meet_limit(kind, offset);
        (self.offset, self.finished, self.unfinished) = (offset, true, None);
    }

    /// Returns whether a token from `start` to `end`, or one before it, is too long. Who reads does not get it then, nor may
    /// it change what is known.
    pub(crate) fn is_over(&mut self, start: usize, end: usize) -> bool {
        self.is_over |= end - start > self.settings.limits.token_bytes();
        self.is_over
    }

    /// Returns whether `more` bytes of memory are too many.
    pub(crate) fn is_too_large(&self, more: usize) -> bool {
        let used = self.source.arena.used_bytes() + self.feedback.heap_bytes();
        used.saturating_add(more) > self.settings.limits.arena_bytes()
    }

    /// Makes sure that at least `count` records are free; declines if memory is short.
    #[inline(always)]
    pub(crate) fn reserve_records(&mut self, count: usize) -> Option<()> {
        if self.records.len() < count { self.add_records(count) } else { Some(()) }
    }

    #[cold]
    #[inline(never)]
    fn add_records(&mut self, count: usize) -> Option<()> {
        let count = count.max(RECORDS);
        if self.is_too_large(count * size_of::<AttributeRecord>()) {
            return None;
        }
        self.records = self.source.bump().alloc_slice_fill_default(count);
        Some(())
    }

    /// Returns the free records, at most as many as a tag may have.
    #[inline(always)]
    pub(crate) fn records(&mut self) -> &mut [AttributeRecord] {
        let count = self.records.len().min(self.settings.limits.attributes());
        &mut self.records[..count]
    }

    /// Takes the first `count` free records, which are now a tag's.
    #[inline(always)]
    pub(crate) fn take_records(&mut self, count: usize) -> &'a [AttributeRecord] {
        let (taken, free) = core::mem::take(&mut self.records).split_at_mut(count);
        self.records = free;
        taken
    }

    /// Notes that the input is read to its end.
    pub(crate) fn finish<S: Sink<'a> + ?Sized>(&mut self, sink: &mut S) {
        self.report_input_errors(self.source.input.len(), sink);
        self.finished = true;
    }

    /// Reports `error`, after the errors of preprocessing up to its offset.
    pub(crate) fn report<S: Sink<'a> + ?Sized>(&mut self, error: ParseError, sink: &mut S) {
        self.report_input_errors(error.offset, sink);
        if self.settings.errors {
            sink.error(error);
        }
    }

    /// Returns whether neither an error of preprocessing nor a NUL stands before `end`, but for what is reported; no if
    /// that is not known.
    #[inline(always)]
    pub(crate) fn is_clean(&self, end: usize) -> bool {
        end <= self.clean_to
    }

    /// Reports the errors of preprocessing up to `offset`.
    #[inline(never)]
    pub(crate) fn report_input_errors<S: Sink<'a> + ?Sized>(&mut self, offset: usize, sink: &mut S) {
        if let Some(errors) = &mut self.input_errors {
            while let Some(error) = errors.next_up_to(offset) {
                sink.error(error);
            }
            self.clean_to = errors.clean_to();
        }
    }
}

/// Hands `token` to the method of `sink` that takes it.
pub(crate) fn send<'a, S: Sink<'a> + ?Sized>(token: Token<'a>, sink: &mut S) {
    match token {
        Token::Doctype(doctype) => sink.doctype(doctype),
        Token::StartTag(tag) => sink.start_tag(tag),
        Token::EndTag(tag) => sink.end_tag(tag),
        Token::Text(text) => sink.text(text),
        Token::Comment(comment) => sink.comment(comment),
        Token::ProcessingInstruction(instruction) => sink.processing_instruction(instruction),
        Token::Dropped(dropped) => sink.dropped(dropped),
    }
}
