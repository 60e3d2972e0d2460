//! Tokenizer options and limits, each selected by a byte.

use tagrake::{Limits, Options, TextState};

/// Returns the options for `choice`. 0 selects the defaults.
pub(crate) fn options(choice: u8) -> Options {
    let bit = |number: u8| choice >> number & 1 == 1;
    let state = usize::from(choice & 7);
    Options::default()
        .with_initial_state(TextState::ALL[state % TextState::ALL.len()])
        // Numbers past the last state wrap around, and enable processing instructions, the last one also empty-element tags.
        .with_processing_instructions(state >= TextState::ALL.len())
        .with_empty_element_tags(state > TextState::ALL.len())
        .with_cdata(bit(3))
        .with_feedback(!bit(4))
        .with_scripting(bit(5))
        .with_last_start_tag(["", "title", "script", "xmp"][usize::from(choice >> 6)])
}

/// Returns the limits for `choice`: in three of four cases the defaults, else small ones.
pub(crate) fn limits(choice: u8) -> Limits {
    let limits = Limits::default();
    if choice & 3 != 3 {
        return limits;
    }
    let choice = usize::from(choice >> 2);
    limits.with_attributes(choice % 4).with_token_bytes(choice).with_depth(choice % 8)
}
