//! Both engines give the same tokens, by the pull and the push API.

use crate::options::options;
use tagrake::{Engine, Simd};
use tagrake_testsupport::tokenizer_runs::{Api, Comparison, RunConfig};

/// The fast path is compiled separately with and without errors. Its tokens must be the same.
const CONFIGS: [RunConfig; 4] = [
    RunConfig::new(Engine::StateMachine, Simd::Auto, Api::Pull, true),
    RunConfig::new(Engine::Auto, Simd::Auto, Api::Pull, true),
    RunConfig::new(Engine::Auto, Simd::Auto, Api::Pull, false),
    RunConfig::new(Engine::Auto, Simd::Auto, Api::Push, false),
];

/// Asserts that both engines give the same tokens, spans and errors, by the pull and the push API, and that the spans
/// cover the input.
///
/// The last byte of `data` selects the options. A final newline selects the defaults.
pub fn engines_agree(data: &[u8]) {
    assert_agreement(&CONFIGS, data);
}

/// Panics unless all configurations give the same tokens and errors.
pub(crate) fn assert_agreement(configs: &[RunConfig], data: &[u8]) {
    let Some((&choice, html)) = data.split_last() else { return };
    if let Err(problem) = Comparison::of(configs, &options(choice ^ b'\n')).check(html) {
        panic!("{problem}");
    }
}

#[cfg(test)]
mod tests {
    use super::engines_agree;
    use crate::random::{check_damaged_pages, check_random_markup};

    #[test]
    fn holds_for_random_markup() {
        check_random_markup(1, 100_000, 16, engines_agree);
    }

    #[test]
    fn holds_for_damaged_pages() {
        check_damaged_pages(2, 200, engines_agree);
    }
}
