//! The standard's state machine, one function for each state: the exact engine, and the oracle of the fast path.
//!
//! The states are in the files of this folder, in the standard's order and with its verbs: consume, reconsume in,
//! switch to, emit. Read them next to
//! [the standard](https://html.spec.whatwg.org/multipage/parsing.html#tokenization). Three things differ in form:
//!
//! * The input is read as bytes, not as code points. Every rule names ASCII characters only. The bytes of any other
//!   code point take the "anything else" entry one by one.
//! * Character tokens are joined. A run of text is emitted when markup follows it or the input ends.
//! * [`crate::preprocess`] finds the errors of preprocessing.
//!
//! A state machine starts in a text state, between two tokens, and stops after the next token other than text.
//!
//! It is not only a reference: it reads every construct that the fast path declines, and it can read a page alone
//! ([`Engine::StateMachine`](crate::Engine::StateMachine)).
//!
//! If you change a rule here, also change the fast path (`src/fast`), which must give the same tokens or decline, and
//! the list of inputs in `tests.rs` if the rule has a new state or error.

mod attribute;
mod attribute_list;
mod character_reference;
mod comment;
mod cow_bytes;
mod data;
mod doctype;
mod processing_instruction;
mod raw_text;
mod script;
mod state;
mod tag;
mod tag_verbs;
#[cfg(test)]
mod tests;
mod verbs;

use crate::run::{Run, TagMemory};
use crate::sink::Sink;
use crate::token::Quote;
use bumpalo::collections::Vec;
use cow_bytes::CowBytes;
use state::{State, with_states};

/// Reads the text up to the next token, and that token. Stops in a text state, or at the end of the input.
pub(crate) fn run_to_token<'a>(run: &mut Run<'a>, sink: &mut dyn Sink<'a>) {
    run_to_token_before(run, usize::MAX, sink);
}

/// As [`run_to_token`], for an input that more bytes may follow. Returns false if the input ends before the token does.
///
/// In that case `run.offset` is unchanged and the token must be read again, with more input. The text before it may
/// have been sent, and `run.text_state` may have changed, so the caller must restore the state from before the call.
pub(crate) fn run_to_token_in_chunk<'a>(run: &mut Run<'a>, sink: &mut dyn Sink<'a>) -> bool {
    let end = run.source.input.len();
    run_to_token_before(run, end, sink)
}

/// Reads up to the next token. Returns false if the token does not end before the offset `end`.
///
/// PERF: the only caller of `step`, so that the compiler inlines all states into one function.
#[cold]
fn run_to_token_before<'a>(run: &mut Run<'a>, end: usize, sink: &mut dyn Sink<'a>) -> bool {
    let mut machine = StateMachine::new(run, sink);
    while !machine.stopped {
        // Every token ends with a character that is consumed. So this check comes before any state that would take the
        // end of a chunk for the end of the input.
        if machine.pos == end {
            return false;
        }
        machine.step();
    }
    machine.finish();
    true
}

/// The state machine, with its variables that outlive a state.
struct StateMachine<'a, 'r> {
    run: &'r mut Run<'a>,
    sink: &'r mut dyn Sink<'a>,
    state: State,
    /// [Return state](https://html.spec.whatwg.org/multipage/parsing.html#return-state).
    return_state: State,
    /// [Temporary buffer](https://html.spec.whatwg.org/multipage/parsing.html#temporary-buffer).
    temporary_buffer: Vec<'a, u8>,
    /// [Character reference
    /// code](https://html.spec.whatwg.org/multipage/parsing.html#character-reference-code).
    character_reference_code: u32,
    /// The offset of the next input character.
    pos: usize,
    /// The offset of the current input character. At the end of the input: the length of the input.
    current: usize,
    /// True if a token other than text was emitted. The end-of-file token counts.
    stopped: bool,
    /// The start of the first token that was not sent because of the memory limit.
    stopped_at: Option<usize>,
    /// The offset of the last `<` that could open markup.
    markup_start: usize,
    /// The offset at which the characters that are not emitted yet start.
    text_start: usize,
    /// The characters that are not emitted yet.
    text: CowBytes<'a>,
    /// The offset at which the data of the comment starts.
    comment_start: usize,
    /// The data of the comment.
    comment: CowBytes<'a>,
    tag: TagInProgress<'a>,
    doctype: DoctypeInProgress<'a>,
    processing_instruction: ProcessingInstructionInProgress<'a>,
}

/// Start tag or end tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TagKind {
    Start,
    End,
}

/// The tag token that is being built.
struct TagInProgress<'a> {
    kind: TagKind,
    name: CowBytes<'a>,
    name_start: usize,
    name_end: usize,
    self_closing: bool,
    /// The complete attributes.
    memory: TagMemory<'a>,
    /// The number of attributes that were dropped because an earlier attribute has the same name.
    duplicates: usize,
    /// The number of attributes that were dropped because of the limit.
    surplus: usize,
    /// The attribute that is being built, if one was started.
    attribute: Option<AttributeInProgress<'a>>,
}

/// The attribute that is being built.
#[derive(Default)]
struct AttributeInProgress<'a> {
    name: CowBytes<'a>,
    name_start: usize,
    name_end: usize,
    /// The name; empty until it is complete.
    complete_name: &'a [u8],
    /// The name in the form in which names are compared; empty until the name is complete.
    compared_name: &'a [u8],
    fate: Fate,
    value: CowBytes<'a>,
    value_start: usize,
    value_end: usize,
    quote: Quote,
}

/// Whether an attribute stays in its tag.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Fate {
    /// It stays.
    #[default]
    Kept,
    /// It is dropped: an earlier attribute of the tag has the same name.
    Duplicate,
    /// It is dropped: the tag already has as many attributes as the limit allows.
    Surplus,
}

/// The DOCTYPE token that is being built.
#[derive(Default)]
struct DoctypeInProgress<'a> {
    name: Option<CowBytes<'a>>,
    public_id: Option<CowBytes<'a>>,
    system_id: Option<CowBytes<'a>>,
    force_quirks: bool,
}

/// The processing instruction token that is being built.
#[derive(Default)]
struct ProcessingInstructionInProgress<'a> {
    target_end: usize,
    /// The offset at which the data starts.
    data_start: usize,
    data: CowBytes<'a>,
}

impl<'a, 'r> StateMachine<'a, 'r> {
    fn new(run: &'r mut Run<'a>, sink: &'r mut dyn Sink<'a>) -> Self {
        let bump = run.source.bump();
        let (pos, state) = (run.offset, State::from_text_state(run.text_state));
        let memory = run.tag_memory.take().unwrap_or_else(|| TagMemory::new(bump));
        Self {
            run,
            sink,
            state,
            return_state: state,
            temporary_buffer: Vec::new_in(bump),
            character_reference_code: 0,
            pos,
            current: pos,
            stopped: false,
            stopped_at: None,
            markup_start: pos,
            text_start: pos,
            text: CowBytes::default(),
            comment_start: pos,
            comment: CowBytes::default(),
            tag: TagInProgress {
                kind: TagKind::Start,
                name: CowBytes::default(),
                name_start: pos,
                name_end: pos,
                self_closing: false,
                memory,
                duplicates: 0,
                surplus: 0,
                attribute: None,
            },
            doctype: DoctypeInProgress::default(),
            processing_instruction: ProcessingInstructionInProgress::default(),
        }
    }
}

macro_rules! define_step {
    ($($variant:ident, $function:ident, $name:literal, $anchor:literal;)*) => {
        impl StateMachine<'_, '_> {
            /// Runs the function of the current state once.
            fn step(&mut self) {
                match self.state {
                    $(State::$variant => self.$function(),)*
                }
            }
        }
    };
}

with_states!(define_step);
