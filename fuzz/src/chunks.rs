//! Chunked input gives the same tokens as complete input.

use crate::options::{limits, options};
use crate::token_log::TokenLog;
use tagrake::{Arena, Engine, LineIndex, Stream, Summary, tokenize};

/// Asserts that chunked input gives the same tokens, spans, errors and positions as complete input, with either engine,
/// and that the spans cover the input.
///
/// The last byte of `data` selects the options, the one before it the chunk sizes, the limits and the history size.
pub fn chunks_agree(data: &[u8]) {
    let [html @ .., size, choice] = data else { return };
    let history = [0, 20, 1 << 20, 16 << 20][usize::from(*size >> 4 & 3)];
    let options = options(choice ^ b'\n').with_errors(true).with_limits(limits(*size)).with_history_bytes(history);
    let lines = LineIndex::new(html);
    let mut whole = TokenLog::default();
    let summary = tokenize(html, &options, &mut Arena::new(), &mut whole);
    whole.positions = whole.errors.iter().map(|error| lines.position(error.offset)).collect();
    whole.assert_cover(summary.bytes());
    for engine in [Engine::Auto, Engine::StateMachine] {
        let (mut stream, mut chunks) = (Stream::new(&options.clone().with_engine(engine)), TokenLog::default());
        // Sizes are 1 to 256 bytes, constant or changing.
        let (mut rest, mut len) = (html, *size);
        while !rest.is_empty() {
            let (chunk, next) = rest.split_at((usize::from(len) + 1).min(rest.len()));
            stream.feed(chunk, &mut chunks);
            (rest, len) = (next, if size % 2 == 0 { len } else { len.wrapping_mul(5).wrapping_add(3) });
        }
        let found = stream.finish(&mut chunks);
        assert_eq!(chunks, whole, "{:?}, {engine:?}", html.escape_ascii().to_string());
        let reported = |summary: Summary| {
            let limits_met: Vec<_> = summary.limits_met().collect();
            (summary.bytes(), summary.unfinished(), summary.is_ambiguous(), limits_met)
        };
        assert_eq!(reported(found), reported(summary), "{:?}", html.escape_ascii().to_string());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn on_random_markup() {
        let mut random = Random(1);
        for _ in 0..100_000 {
            let mut data = random.markup(16);
            data.extend([random.below(256) as u8, random.choice()]);
            chunks_agree(&data);
        }
    }
}
