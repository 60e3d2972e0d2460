//! Options of the tokenizer, chosen by a byte.

use tagrake::{Options, TextState};

/// Returns the options that `choice` stands for: the default ones for 0.
pub(crate) fn options(choice: u8) -> Options {
    let bit = |number: u8| choice >> number & 1 == 1;
    Options::default()
        .with_initial_state(TextState::ALL[usize::from(choice & 7) % TextState::ALL.len()])
        .with_cdata(bit(3))
        .with_feedback(!bit(4))
        .with_scripting(bit(5))
        .with_last_start_tag(["", "title", "script", "xmp"][usize::from(choice >> 6)])
}
