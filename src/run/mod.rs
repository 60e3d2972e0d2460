//! The state of one run over an input. Both engines read and update it.
//!
//! Outside of an engine, a [`Run`] is always between two tokens: an engine starts there, reads one or more tokens, and
//! stops there. So the engines hand over to each other without knowing each other's state.

mod tag_memory;

use crate::arena::Source;
use crate::error::ParseError;
use crate::feedback::{Feedback, SavedChanges, SavedForeignStack, Undecided};
use crate::limits::{LimitKind, LimitsMet};
use crate::names::Element;
use crate::options::{Options, Settings};
use crate::preprocess::InputErrors;
use crate::scan::{Level, StructuralIndex};
use crate::sink::Sink;
use crate::summary::{SourceEnd, Summary, Unfinished, UnfinishedKind};
use crate::text_state::TextState;
use crate::token::{AttributeRecord, EndTag, StartTag, Text};
use crate::tree_sim::{StartTagOutcome, TreeSim};
use alloc::boxed::Box;
use alloc::vec::Vec;
pub(crate) use tag_memory::{BuiltAttribute, TagMemory};

/// The state of the tokenizer between two tokens, from which a run can start.
#[derive(Clone, Copy)]
pub(crate) struct Checkpoint<'a> {
    /// The state in which the next byte is read.
    pub(crate) text_state: TextState,
    /// The name of the last start tag, in any case; empty if there was none.
    pub(crate) last_start_tag: &'a [u8],
    /// The foreign-content stack; `None` if it is empty.
    pub(crate) foreign: Option<&'a SavedForeignStack>,
}

/// The bytes before a chunk, from the start of the complete input.
#[derive(Clone, Copy)]
pub(crate) struct Prefix<'a> {
    pub(crate) bytes: &'a [u8],
    /// The state before the first byte of `bytes`.
    pub(crate) checkpoint: Checkpoint<'a>,
}

/// A tag whose effect the foreign-content stack cannot decide. The driver sends it after the tree-builder simulator
/// decided.
pub(crate) enum UndecidedTag<'a> {
    Start(StartTag<'a>),
    End(EndTag<'a>),
}

/// The state of one run over an input.
pub(crate) struct Run<'a> {
    pub(crate) source: Source<'a>,
    pub(crate) settings: Settings,
    /// The CPU level of the fast path.
    pub(crate) level: Level,
    /// The offset of the next byte to read.
    pub(crate) offset: usize,
    /// The number of bytes that the state machine consumed.
    pub(crate) machine_bytes: usize,
    /// The state in which the byte at `offset` is read.
    pub(crate) text_state: TextState,
    /// The state before the first byte of the input.
    pub(crate) start: Checkpoint<'a>,
    /// The bytes before the input, if the input is a chunk of a longer one.
    pub(crate) prefix: Option<Prefix<'a>>,
    /// The name of the last start tag, in any case; empty if there was none.
    pub(crate) last_start_tag: &'a [u8],
    pub(crate) feedback: Feedback<'a>,
    /// The tag that ends at `offset`, if the driver must decide its effect before it is sent.
    pub(crate) undecided: Option<UndecidedTag<'a>>,
    /// True if the run reached the end of the input, or a limit stopped it.
    pub(crate) finished: bool,
    /// The limits that were reached, except the depth limit of the tree-builder simulator.
    limits_met: LimitsMet,
    /// True if a token was longer than the limit.
    pub(crate) exceeded_token_limit: bool,
    /// The construct that the end of the input truncates, if there is one.
    pub(crate) unfinished: Option<Unfinished>,
    /// Why reading ended. The entry points set it.
    pub(crate) end: Option<SourceEnd>,
    /// True if a sink that is done gets no more tokens. False if a done sink only asks for a pause.
    pub(crate) ends_when_done: bool,
    /// The errors of preprocessing that are not reported yet; `None` if the options do not ask for errors.
    input_errors: Option<InputErrors<'a>>,
    /// A copy of [`InputErrors::clean_to`], to be compared without a call.
    clean_to: usize,
    /// The offsets of `<`, for the fast path.
    pub(crate) index: StructuralIndex<'a>,
    /// Free attribute records in the arena. The fast path writes the next tags' attributes here.
    records: &'a mut [AttributeRecord],
    /// Lists that the state machine reuses for the next tag. `None` until its first run, and during a run.
    pub(crate) tag_memory: Option<TagMemory<'a>>,
}

/// The number of attribute records to allocate from the arena at a time.
const RECORDS: usize = 256;

impl<'a> Run<'a> {
    pub(crate) fn new(source: Source<'a>, options: &Options) -> Self {
        let last_start_tag = source.bump().alloc_slice_copy(options.last_start_tag().as_bytes());
        let start = Checkpoint { text_state: options.initial_state(), last_start_tag, foreign: None };
        Self::resume(source, options, (0, start), start, None)
    }

    /// Returns a run that starts at the offset and checkpoint `from`. `start` is the checkpoint at the first byte of
    /// the input. `prefix` holds the bytes before the input, if the input is a chunk.
    pub(crate) fn resume(
        source: Source<'a>,
        options: &Options,
        from: (usize, Checkpoint<'a>),
        start: Checkpoint<'a>,
        prefix: Option<Prefix<'a>>,
    ) -> Self {
        Self::with_settings(source, options.settings, options.simd().level(), from, start, prefix)
    }

    /// Returns a run over `input` with the same settings, but without errors and without a limit on arena memory.
    pub(crate) fn restart(&self, input: &'a [u8], start: Checkpoint<'a>) -> Self {
        let limits = self.settings.limits.with_arena_bytes(usize::MAX);
        let settings = Settings { errors: false, limits, ..self.settings };
        Self::with_settings(Source { input, text: None, ..self.source }, settings, self.level, (0, start), start, None)
    }

    fn with_settings(
        source: Source<'a>,
        settings: Settings,
        level: Level,
        (offset, checkpoint): (usize, Checkpoint<'a>),
        start: Checkpoint<'a>,
        prefix: Option<Prefix<'a>>,
    ) -> Self {
        Self {
            source,
            settings,
            level,
            offset,
            machine_bytes: 0,
            text_state: checkpoint.text_state,
            start,
            prefix,
            last_start_tag: checkpoint.last_start_tag,
            feedback: Feedback::new(checkpoint.foreign, &settings, source.bump()),
            undecided: None,
            finished: false,
            limits_met: LimitsMet::default(),
            exceeded_token_limit: false,
            unfinished: None,
            end: None,
            ends_when_done: false,
            input_errors: settings.errors.then(|| InputErrors::new(source.input, offset, level)),
            clean_to: 0,
            index: StructuralIndex::new(source.input, offset, source.bump()),
            records: &mut [],
            tag_memory: None,
        }
    }

    /// Returns true if `<![CDATA[` opens a CDATA section at `offset`.
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
            limits_met: limits_met.without_unsent(),
            end: self.end,
            unfinished: self.unfinished.filter(|_| self.finished).map(|unfinished| Unfinished {
                element: (unfinished.kind == UnfinishedKind::RawText).then(|| self.raw_text_element()).flatten(),
                ..unfinished
            }),
        }
    }

    /// Returns the element of the last start tag, which switched the text state.
    fn raw_text_element(&self) -> Option<Element> {
        let named = |element: &Element| element.as_str().as_bytes().eq_ignore_ascii_case(self.last_start_tag);
        Element::ALL.into_iter().filter(|&element| element != Element::Other).find(named)
    }

    /// Records that the token at `offset` reached a limit.
    #[cold]
    pub(crate) fn record_limit(&mut self, kind: LimitKind, offset: usize) {
        self.limits_met.note(kind, self.source.arena.base() + offset);
    }

    /// Ends the run before the token at `offset`, which reached a limit.
    #[cold]
    pub(crate) fn stop_at(&mut self, kind: LimitKind, offset: usize) {
        self.record_limit(kind, offset);
        (self.offset, self.finished, self.unfinished) = (offset, true, None);
    }

    /// Returns true if the token from `start` to `end`, or an earlier one, is longer than the limit. It is not sent to the
    /// sink, so it must not change the feedback either.
    pub(crate) fn exceeds_token_limit(&mut self, start: usize, end: usize) -> bool {
        self.exceeded_token_limit |= end - start > self.settings.limits.token_bytes();
        self.exceeded_token_limit
    }

    /// Returns true if the memory of the run plus `more` bytes exceeds the limit.
    pub(crate) fn exceeds_memory_limit(&self, more: usize) -> bool {
        let used = self.source.arena.used_bytes() + self.feedback.heap_bytes();
        used.saturating_add(more) > self.settings.limits.arena_bytes()
    }

    /// Makes at least `count` records available. Returns `None` if that exceeds the memory limit.
    #[inline(always)]
    pub(crate) fn reserve_records(&mut self, count: usize) -> Option<()> {
        if self.records.len() < count { self.add_records(count) } else { Some(()) }
    }

    #[cold]
    #[inline(never)]
    fn add_records(&mut self, count: usize) -> Option<()> {
        let count = count.max(RECORDS);
        if self.exceeds_memory_limit(count * size_of::<AttributeRecord>()) {
            return None;
        }
        self.records = self.source.bump().alloc_slice_fill_default(count);
        Some(())
    }

    /// Returns free records: at most `count`, and at most as many as the limit allows for one tag.
    #[inline(always)]
    pub(crate) fn records(&mut self, count: usize) -> &mut [AttributeRecord] {
        let count = self.records.len().min(count).min(self.settings.limits.attributes());
        &mut self.records[..count]
    }

    /// Takes the first `count` free records for a tag.
    #[inline(always)]
    pub(crate) fn take_records(&mut self, count: usize) -> &'a [AttributeRecord] {
        let (taken, free) = core::mem::take(&mut self.records).split_at_mut(count);
        self.records = free;
        taken
    }

    /// Ends the run at the end of the input, and reports the remaining errors of preprocessing.
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

    /// Returns true if the bytes before `end` are known to have no NUL and no unreported error of preprocessing.
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

/// Tree-construction feedback for the tokens of the run, in their order.
impl<'a> Run<'a> {
    /// Applies a start tag, and sets the state after it. Returns `None` if the engine must stop after the tag without
    /// sending it: the driver decides what the tag does, and sends it.
    #[cold]
    #[inline(never)]
    pub(crate) fn apply_start_tag(&mut self, tag: StartTag<'a>) -> Option<StartTagOutcome> {
        if self.exceeds_token_limit(tag.start(), tag.end()) {
            return Some(StartTagOutcome::default());
        }
        match self.feedback.start_tag(&tag, self.settings.scripting) {
            Ok(outcome) => {
                self.text_state = outcome.state;
                if outcome.state != TextState::Data {
                    self.last_start_tag = tag.name();
                }
                self.feedback.update_fast_flags();
                Some(outcome)
            }
            Err(Undecided) => {
                self.undecided = Some(UndecidedTag::Start(tag));
                None
            }
        }
    }

    /// Returns the end tag that a start tag implies if it is an empty-element tag, after the start tag was applied.
    #[cold]
    #[inline(never)]
    pub(crate) fn implied_end_tag(&self, tag: &StartTag<'a>) -> Option<EndTag<'a>> {
        self.feedback.implied_end_tag(tag).filter(|_| self.settings.feedback)
    }

    /// Sends an empty-element tag, then its end tag, unless the sink gets no more tokens. Sets the state if the sink chooses
    /// another one.
    #[cold]
    #[inline(never)]
    pub(crate) fn send_empty_element(&mut self, tag: StartTag<'a>, end_tag: EndTag<'a>, sink: &mut dyn Sink<'a>) {
        sink.start_tag(tag);
        if self.ends_when_done && sink.is_done() {
            return;
        }
        sink.end_tag(end_tag);
        if let Some(state) = sink.next_state() {
            self.text_state = state;
            self.last_start_tag = tag.raw_name();
        }
    }

    /// Applies an end tag. Returns `None` as [`apply_start_tag`](Self::apply_start_tag) does.
    #[cold]
    #[inline(never)]
    pub(crate) fn apply_end_tag(&mut self, tag: EndTag<'a>) -> Option<()> {
        if self.exceeds_token_limit(tag.start(), tag.end()) {
            return Some(());
        }
        match self.feedback.end_tag(&tag, self.text_state == TextState::Data) {
            Ok(()) => {
                self.feedback.update_fast_flags();
                Some(())
            }
            Err(Undecided) => {
                self.undecided = Some(UndecidedTag::End(tag));
                None
            }
        }
    }

    /// Applies text.
    pub(crate) fn apply_text(&mut self, text: &Text<'a>) {
        if !self.exceeds_token_limit(text.start, text.end) {
            self.feedback.text(text);
        }
    }
}

/// The contents of a [`Checkpoint`], without borrowed data.
#[derive(Debug, Default)]
pub(crate) struct SavedCheckpoint {
    pub(crate) text_state: TextState,
    /// The name of the last start tag, in any case; empty if no later byte is read differently because of it.
    pub(crate) last_start_tag: Vec<u8>,
    foreign: SavedForeignStack,
}

/// The difference between the checkpoint at which a run ended and the one at which it began.
#[derive(Debug, Default)]
pub(crate) struct CheckpointChanges {
    text_state: TextState,
    last_start_tag: Vec<u8>,
    foreign: SavedChanges,
}

impl SavedCheckpoint {
    /// Saves the state before the first byte of an input.
    pub(crate) fn save_start(&mut self, options: &Options) {
        self.text_state = options.initial_state();
        self.last_start_tag.clear();
        self.last_start_tag.extend_from_slice(options.last_start_tag().as_bytes());
        self.foreign.clear();
    }

    /// Applies the changes of a run that began at this checkpoint.
    pub(crate) fn apply(&mut self, changes: &mut CheckpointChanges) {
        self.text_state = changes.text_state;
        core::mem::swap(&mut self.last_start_tag, &mut changes.last_start_tag);
        changes.foreign.apply(&mut self.foreign);
    }

    /// Returns the saved checkpoint.
    pub(crate) fn checkpoint(&self) -> Checkpoint<'_> {
        let Self { text_state, last_start_tag, foreign } = self;
        Checkpoint { text_state: *text_state, last_start_tag, foreign: Some(foreign) }
    }
}

impl CheckpointChanges {
    /// Saves the changes of `run`, and returns the simulator if there is one. The next byte is read in `text_state`.
    pub(crate) fn save(&mut self, run: Run<'_>, text_state: TextState) -> Option<Box<TreeSim>> {
        self.text_state = text_state;
        self.last_start_tag.clear();
        // PERF: markup ends without the name, which may be long.
        if text_state != TextState::Data {
            self.last_start_tag.extend_from_slice(run.last_start_tag);
        }
        run.feedback.save(&mut self.foreign)
    }
}
