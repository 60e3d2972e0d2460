//! Every SIMD level gives the same tokens as the state machine.

use crate::engines::assert_agreement;
use std::iter;
use std::sync::LazyLock;
use tagrake::{Engine, Simd};
use tagrake_testsupport::tokenizer_runs::{Api, RunConfig};

/// The state machine, and the fast path on each level of the target.
static CONFIGS: LazyLock<Vec<RunConfig>> = LazyLock::new(|| {
    let reference = RunConfig::new(Engine::StateMachine, Simd::Auto, Api::Pull, true);
    let levels = Simd::ALL.iter();
    let levels = levels.flat_map(|&level| RunConfig::with_errors_and_without(Engine::Auto, level, Api::Pull));
    iter::once(reference).chain(levels).collect()
});

/// Asserts that every SIMD level gives the tokens, spans and errors of the state machine. A level that the CPU lacks
/// falls back to the best available one.
///
/// The last byte of `data` selects the options.
pub fn levels_agree(data: &[u8]) {
    assert_agreement(&CONFIGS, data);
}

#[cfg(test)]
mod tests {
    use super::levels_agree;
    use crate::random::{check_damaged_pages, check_random_markup};

    #[test]
    fn holds_for_random_markup() {
        // Long enough to cross SIMD blocks.
        check_random_markup(3, 30_000, 40, levels_agree);
    }

    #[test]
    fn holds_for_damaged_pages() {
        check_damaged_pages(4, 100, levels_agree);
    }
}
