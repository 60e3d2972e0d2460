//! The machine.

mod state;

pub(crate) use state::State;
