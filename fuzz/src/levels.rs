//! Every SIMD level gives the same tokens as the state machine.

use crate::engines::assert_agreement;
use tagrake::{Engine, Simd};
use tagrake_testsupport::tokenizer_runs::{Api, RunConfig};

/// The fast path is compiled separately with and without errors.
const CONFIGS: [RunConfig; 9] = [
    RunConfig::new(Engine::StateMachine, Simd::Auto, Api::Pull, true),
    RunConfig::new(Engine::Auto, Simd::Scalar, Api::Pull, true),
    RunConfig::new(Engine::Auto, Simd::Scalar, Api::Pull, false),
    RunConfig::new(Engine::Auto, Simd::Sse2, Api::Pull, true),
    RunConfig::new(Engine::Auto, Simd::Sse2, Api::Pull, false),
    RunConfig::new(Engine::Auto, Simd::Avx2, Api::Pull, true),
    RunConfig::new(Engine::Auto, Simd::Avx2, Api::Pull, false),
    RunConfig::new(Engine::Auto, Simd::Avx512, Api::Pull, true),
    RunConfig::new(Engine::Auto, Simd::Avx512, Api::Pull, false),
];

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
