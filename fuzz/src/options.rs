//! Options of the tokenizer and limits, each chosen by a byte.

use tagrake::{Limits, Options, TextState};

/// Returns the options that `choice` stands for: the default ones for 0.
pub(crate) fn options(choice: u8) -> Options {
    let bit = |number: u8| choice >> number & 1 == 1;
    let state = usize::from(choice & 7);
    Options::default()
        .with_initial_state(TextState::ALL[state % TextState::ALL.len()])
        // The numbers behind those of the states are the first states again.
        .with_processing_instructions(state >= TextState::ALL.len())
        .with_cdata(bit(3))
        .with_feedback(!bit(4))
        .with_scripting(bit(5))
        .with_last_start_tag(["", "title", "script", "xmp"][usize::from(choice >> 6)])
}

/// Returns the limits that `choice` stands for: the default ones for three of four, else small ones.
pub(crate) fn limits(choice: u8) -> Limits {
    let limits = Limits::default();
    if choice & 3 != 3 {
        return limits;
    }
    let choice = usize::from(choice >> 2);
    limits.with_attributes(choice % 4).with_token_bytes(choice).with_depth(choice % 8)
}
