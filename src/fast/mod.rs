//! The fast path.

use crate::run::Run;
use crate::sink::Sink;

/// Reads constructs until one is declined, the sink is done or the input ends.
pub(crate) fn run<'a, S: Sink<'a>>(_run: &mut Run<'a>, _sink: &mut S) {}
