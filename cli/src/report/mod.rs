//! Reports of a run on standard error: messages, counts and progress.

pub(crate) mod causes;
pub(crate) mod escape;
pub(crate) mod failed_inputs;
pub(crate) mod messages;
pub(crate) mod progress;
pub(crate) mod repeated_errors;
pub(crate) mod shell;
pub(crate) mod usage;
