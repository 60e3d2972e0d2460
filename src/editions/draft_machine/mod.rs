//! The drafts' state machine: one for the four of them, a function a state, named and ordered as in the drafts.
//!
//! The states stand in the files beside this one, with the drafts' words as their verbs: consume, reconsume in, switch to,
//! emit. A code point is consumed at a time. Where the drafts differ the machine asks a [`Rule`] and keeps note of it; where
//! only the living standard does otherwise it keeps the note. The names of states are those of the last draft; that of
//! 2007 says "entity" for "character reference".

mod character_reference;
mod comment;
mod data;
mod doctype;
mod emit;
mod input;
mod state;
mod tag;

use super::tree_feedback::TreeFeedback;
use super::{Edition, Reading, Rule};
use crate::options::{Options, TextState};
use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;
use state::DraftState;

/// Reads `html` as the draft `edition` says.
pub(super) fn read(html: &str, edition: Edition, options: &Options) -> Reading {
    let mut machine = DraftMachine::new(html, edition, options);
    while !machine.ended {
        machine.step();
    }
    machine.reading
}

/// The content model flag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ContentModel {
    Pcdata,
    Rcdata,
    Cdata,
    Plaintext,
}

impl ContentModel {
    /// The content model of a state of today.
    fn of(state: TextState) -> Self {
        match state {
            TextState::Data | TextState::CdataSection => Self::Pcdata,
            TextState::Rcdata => Self::Rcdata,
            TextState::Rawtext | TextState::ScriptData => Self::Cdata,
            TextState::Plaintext => Self::Plaintext,
        }
    }

    /// Whether the flag is set to the RCDATA or CDATA states.
    fn is_rcdata_or_cdata(self) -> bool {
        matches!(self, Self::Rcdata | Self::Cdata)
    }
}

/// The state machine with all that it remembers.
struct DraftMachine<'h> {
    html: &'h str,
    edition: Edition,
    /// Whether errors are reported.
    errors: bool,
    /// Whether `<![CDATA[` opens a CDATA section wherever it stands.
    cdata: bool,
    state: DraftState,
    content_model: ContentModel,
    escape: bool,
    /// The name of the last start tag that was emitted.
    last_start_tag: Option<String>,
    tree_feedback: TreeFeedback,
    /// The offset of the next input character.
    pos: usize,
    /// The offset of the current input character; the length of the input at its end.
    current: usize,
    /// The offset up to which preprocessing has looked at the input.
    preprocessed: usize,
    /// The offset of the character that was consumed last in the data state: where a token begins.
    mark: usize,
    /// Whether the end-of-file token was emitted.
    ended: bool,
    /// The characters that are emitted, and not yet in a token.
    text: String,
    text_start: usize,
    text_end: usize,
    /// How much of it the tree construction stage has seen.
    told: usize,
    comment: String,
    doctype: DoctypeInProgress,
    tag: TagInProgress,
    reading: Reading,
}

/// The DOCTYPE token that is being built; a part that is missing is `None`.
#[derive(Default)]
struct DoctypeInProgress {
    name: Option<String>,
    public_id: Option<String>,
    system_id: Option<String>,
    /// The force-quirks flag is on; the correctness flag is incorrect.
    force_quirks: bool,
}

/// The tag token that is being built.
#[derive(Default)]
struct TagInProgress {
    is_end_tag: bool,
    name: String,
    attributes: Vec<(String, String)>,
    self_closing: bool,
    /// The names of all its attributes.
    names: BTreeSet<String>,
    /// The current attribute, if one was started.
    attribute: Option<(String, String)>,
    /// Whether its name is one of `names` that came before.
    is_duplicate: bool,
    /// The value state in which a character reference began.
    value_state: DraftState,
}

impl<'h> DraftMachine<'h> {
    fn new(html: &'h str, edition: Edition, options: &Options) -> Self {
        let initial = options.initial_state();
        let mut machine = Self {
            html,
            edition,
            errors: options.errors(),
            cdata: options.cdata(),
            state: DraftState::Data,
            content_model: ContentModel::of(initial),
            escape: false,
            last_start_tag: Some(options.last_start_tag().into()).filter(|name: &String| !name.is_empty()),
            tree_feedback: TreeFeedback::new(edition, options),
            pos: 0,
            current: 0,
            preprocessed: 0,
            mark: 0,
            ended: false,
            text: String::new(),
            text_start: 0,
            text_end: 0,
            told: 0,
            comment: String::new(),
            doctype: DoctypeInProgress::default(),
            tag: TagInProgress::default(),
            reading: Reading::default(),
        };
        if initial == TextState::CdataSection && machine.rule(Rule::CdataSections) {
            machine.switch_to(DraftState::CdataSection);
        }
        machine.drop_byte_order_mark();
        machine
    }
}
