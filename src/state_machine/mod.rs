//! The standard's state machine, one function a state: the exact engine, and the oracle of the fast path.
//!
//! The states stand in the files beside this one, in the standard's order, each with the standard's words as its verbs:
//! consume, reconsume in, switch to, emit. Read them next to
//! [the standard](https://html.spec.whatwg.org/multipage/parsing.html#tokenization). Three things differ in form:
//!
//! * Bytes are read, not code points. Every rule names ASCII characters only; all bytes of another code point take the
//!   "anything else" entry one by one.
//! * Character tokens are joined. A run of text is emitted when markup follows it or the input ends.
//! * The errors of preprocessing are found apart ([`crate::preprocess`]).
//!
//! A machine starts in a text state, between two tokens, and stops after the next token.

mod attribute;
mod attribute_list;
mod cdata;
mod character_reference;
mod comment;
mod data;
mod doctype;
mod piece;
mod processing_instruction;
mod raw_text;
mod script;
mod state;
mod tag;
#[cfg(test)]
mod tests;
mod verbs;

use crate::run::{Run, TagMemory};
use crate::sink::Sink;
use crate::token::Quote;
use bumpalo::collections::Vec;
use piece::Piece;
use state::State;

/// Reads one token, and the text before it, from a text state to a text state; or to the end of the input.
#[cold]
pub(crate) fn run_to_token<'a>(run: &mut Run<'a>, sink: &mut dyn Sink<'a>) {
    let mut machine = StateMachine::new(run, sink);
    while !machine.stopped {
        machine.step();
    }
    machine.finish();
}

/// Reads one token, and the text before it, from a part of an input; returns whether it did. If not, the part ends in the
/// token: what was sent stands before it, and the run where it stood, or behind the text that was sent.
#[cold]
pub(crate) fn run_in_part<'a>(run: &mut Run<'a>, sink: &mut dyn Sink<'a>) -> bool {
    let mut machine = StateMachine::new(run, sink);
    let end = machine.run.source.input.len();
    while !machine.stopped {
        // No token ends before the character that ends it is consumed: so what a state takes for missing at the end of the
        // part leads here first.
        if machine.pos == end {
            return false;
        }
        machine.step();
    }
    machine.finish();
    true
}

/// The state machine with all that it remembers between two states.
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
    /// The offset of the current input character; the length of the input at its end.
    current: usize,
    /// Whether a token was emitted, or the end-of-file token.
    stopped: bool,
    /// Where the token begins for which there is no memory.
    stopped_at: Option<usize>,
    /// The offset of the last `<` that may open markup.
    markup_start: usize,
    /// Where the characters that are not emitted yet begin.
    text_start: usize,
    /// The characters that are not emitted yet.
    text: Piece<'a>,
    /// Where the data of the comment begins.
    comment_start: usize,
    /// The data of the comment.
    comment: Piece<'a>,
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
    name: Piece<'a>,
    name_start: usize,
    name_end: usize,
    self_closing: bool,
    /// The attributes before the current one.
    memory: TagMemory<'a>,
    duplicates: usize,
    /// How many attributes were dropped because there were too many.
    surplus: usize,
    /// The current attribute, if one was started.
    attribute: Option<AttributeInProgress<'a>>,
}

/// The attribute that is being built.
#[derive(Default)]
struct AttributeInProgress<'a> {
    name: Piece<'a>,
    name_start: usize,
    name_end: usize,
    /// The name, once it is complete.
    complete_name: &'a [u8],
    /// The name as it is compared.
    compared_name: &'a [u8],
    fate: Fate,
    value: Piece<'a>,
    value_start: usize,
    value_end: usize,
    quote: Quote,
}

/// What becomes of an attribute.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Fate {
    #[default]
    Kept,
    /// An earlier one has the same name.
    Duplicate,
    /// There are as many as a tag may have.
    Surplus,
}

/// The DOCTYPE token that is being built.
#[derive(Default)]
struct DoctypeInProgress<'a> {
    name: Option<Piece<'a>>,
    public_id: Option<Piece<'a>>,
    system_id: Option<Piece<'a>>,
    force_quirks: bool,
}

/// The processing instruction token that is being built.
#[derive(Default)]
struct ProcessingInstructionInProgress<'a> {
    target_end: usize,
    /// Where the data begins.
    data_start: usize,
    data: Piece<'a>,
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
            text: Piece::default(),
            comment_start: pos,
            comment: Piece::default(),
            tag: TagInProgress {
                kind: TagKind::Start,
                name: Piece::default(),
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
