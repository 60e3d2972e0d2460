//! The state machine of the four drafts: one function per state, in the drafts' order and wording.
//!
//! The states are in the submodules. Their verbs are the drafts' words: consume, reconsume in, switch to, emit. The
//! machine consumes one code point at a time. Where the drafts differ, it checks a [`Rule`] and records the check.
//! Where only the Living Standard differs, it only records the check. States are named as in the last draft; the draft
//! of 2007 calls character references entities.

mod character_reference;
mod comment;
mod data;
mod doctype;
mod emit;
mod input;
mod tag;

use super::tree_feedback::TreeFeedback;
use super::{Edition, Reading, Rule};
use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;
use tagrake::Options;
use tagrake::TextState;

/// Tokenizes `html` by the draft `edition`.
pub(super) fn read(html: &str, edition: Edition, options: &Options) -> Reading {
    let mut machine = DraftMachine::new(html, edition, options);
    while !machine.ended {
        (machine.state)(&mut machine);
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
    /// Returns the content model that corresponds to a state of the Living Standard.
    fn of(state: TextState) -> Self {
        match state {
            TextState::Rcdata => Self::Rcdata,
            TextState::Rawtext | TextState::ScriptData => Self::Cdata,
            TextState::Plaintext => Self::Plaintext,
            // The data state and the CDATA section state.
            _ => Self::Pcdata,
        }
    }

    /// Returns true if the flag is set to RCDATA or CDATA.
    fn is_rcdata_or_cdata(self) -> bool {
        matches!(self, Self::Rcdata | Self::Cdata)
    }
}

/// A state: the function that consumes the next input character in it.
type DraftState<'h> = fn(&mut DraftMachine<'h>);

/// The state machine and its variables.
struct DraftMachine<'h> {
    html: &'h str,
    edition: Edition,
    /// True if errors are recorded.
    errors: bool,
    /// True if `<![CDATA[` opens a CDATA section anywhere.
    cdata: bool,
    state: DraftState<'h>,
    content_model: ContentModel,
    /// The escape flag.
    escape: bool,
    /// The name of the last start tag that was emitted.
    last_start_tag: Option<String>,
    tree_feedback: TreeFeedback,
    /// The offset of the next input character.
    pos: usize,
    /// The offset of the current input character, or the length of the input at its end.
    current: usize,
    /// The offset up to which preprocessing errors have been reported.
    preprocessed: usize,
    /// The offset of the last character that was consumed in the data state: the start of the next token.
    token_start: usize,
    /// True if the end-of-file token was emitted.
    ended: bool,
    /// The emitted characters that are not yet part of a token.
    text: String,
    text_start: usize,
    text_end: usize,
    /// The length of the prefix of `text` that tree construction has processed.
    processed_text: usize,
    /// The quote that ends the current attribute value or identifier; `None` in an unquoted value.
    quote: Option<char>,
    comment: String,
    doctype: DoctypeInProgress,
    tag: TagInProgress,
    reading: Reading,
}

/// The current DOCTYPE token. A missing part is `None`.
#[derive(Default)]
struct DoctypeInProgress {
    name: Option<String>,
    public_id: Option<String>,
    system_id: Option<String>,
    /// The force-quirks flag. In the draft of 2007, true if the correctness flag is "incorrect".
    force_quirks: bool,
}

/// The current tag token.
#[derive(Default)]
struct TagInProgress {
    is_end_tag: bool,
    name: String,
    attributes: Vec<(String, String)>,
    self_closing: bool,
    /// The names of all attributes so far.
    names: BTreeSet<String>,
    /// The current attribute, if one was started.
    attribute: Option<(String, String)>,
    /// True if a previous attribute has the same name.
    is_duplicate: bool,
}

impl<'h> DraftMachine<'h> {
    fn new(html: &'h str, edition: Edition, options: &Options) -> Self {
        let initial = options.initial_state();
        let mut machine = Self {
            html,
            edition,
            errors: options.errors(),
            cdata: options.cdata(),
            state: Self::data,
            content_model: ContentModel::of(initial),
            escape: false,
            last_start_tag: Some(options.last_start_tag().into()).filter(|name: &String| !name.is_empty()),
            tree_feedback: TreeFeedback::new(edition, options),
            pos: 0,
            current: 0,
            preprocessed: 0,
            token_start: 0,
            ended: false,
            text: String::new(),
            text_start: 0,
            text_end: 0,
            processed_text: 0,
            quote: None,
            comment: String::new(),
            doctype: DoctypeInProgress::default(),
            tag: TagInProgress::default(),
            reading: Reading::default(),
        };
        if initial == TextState::CdataSection && machine.holds(Rule::CdataSections) {
            machine.switch_to(Self::cdata_section);
        }
        machine.drop_byte_order_mark();
        machine
    }
}
