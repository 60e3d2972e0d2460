//! Every SIMD level gives the same tokens as the state machine.

use crate::engines::{assert_same_tokens, read};
use crate::options::options;
use tagrake::{Arena, Engine, Simd};

/// Asserts that every SIMD level gives the tokens, spans and errors of the state machine. A level that the CPU lacks
/// falls back to the best available one.
///
/// The last byte of `data` selects the options.
pub fn levels_agree(data: &[u8]) {
    let Some((&choice, html)) = data.split_last() else { return };
    let options = options(choice ^ b'\n');
    let arena = Arena::new();
    let (expected, errors) = read(html, &options.clone().with_engine(Engine::StateMachine).with_errors(true), &arena);
    for level in [Simd::Scalar, Simd::Sse2, Simd::Avx2, Simd::Avx512] {
        let options = options.clone().with_simd(level);
        let (tokens, found) = read(html, &options.clone().with_errors(true), &arena);
        assert_same_tokens(&tokens, &expected, html);
        assert_eq!(found, errors, "{level:?}: errors of {:?}", html.escape_ascii().to_string());
        // The fast path is compiled separately without errors.
        let (tokens, _) = read(html, &options, &arena);
        assert_same_tokens(&tokens, &expected, html);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::{Random, small_pages};

    #[test]
    fn holds_for_random_markup() {
        let mut random = Random(3);
        for _ in 0..30_000 {
            // Long enough to cross SIMD blocks.
            let mut data = random.markup(40);
            data.push(random.choice());
            levels_agree(&data);
        }
    }

    #[test]
    fn holds_for_damaged_pages() {
        let mut random = Random(4);
        for page in small_pages() {
            levels_agree(&page);
            for _ in 0..100 {
                levels_agree(&random.damaged(&page));
            }
        }
    }
}
