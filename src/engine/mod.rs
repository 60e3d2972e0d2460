//! The driver: chooses the engine for the next tokens, and replays the input for the tree-builder simulator.
//!
//! One call of [`advance`] does the following:
//!
//! 1. [`run_fast_path`] reads constructs until one is declined.
//! 2. The [state machine](crate::state_machine) reads the declined construct.
//! 3. If an engine stopped after a tag that the foreign-content stack cannot decide, [`decide_tag`] feeds the input
//!    before the tag to a new simulator, applies the tag to it, and sends the tag. From then on the simulator gets
//!    every token.
//!
//! Example: in `<p>a<!x><svg></b>` the fast path reads `<p>` and `a`, and declines `<!x>`, which the state machine
//! reads as a bogus comment. The next call reads `<svg>`, then `</b>`: it may close an element outside of the `svg`,
//! which the foreign-content stack does not hold. So `<p>a<!x><svg>` is replayed, and the simulator decides that `</b>`
//! is ignored.

mod driver;
mod simulated;

pub(crate) use driver::{advance, decide_tag, run_fast_path};
