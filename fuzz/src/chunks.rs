//! Chunked input gives the same tokens as complete input.

use crate::options::{limits, options};
use tagrake::{Arena, Engine, LineIndex, ParseError, Position, Summary, Token};
use tagrake_testsupport::any_sink::{Stream, tokenize};
use tagrake_testsupport::tokenizer_runs::{TokenSink, describe};

/// Asserts that chunked input gives the same tokens, spans, errors and positions as complete input, with either engine,
/// and that the spans cover the input.
///
/// The last byte of `data` selects the options, the one before it the chunk sizes, the limits and the history size.
pub fn chunks_agree(data: &[u8]) {
    let [html @ .., size, choice] = data else { return };
    let history = [0, 20, 1 << 20, 16 << 20][usize::from(*size >> 4 & 3)];
    let options = options(choice ^ b'\n').with_errors(true).with_limits(limits(*size)).with_history_bytes(history);
    let lines = LineIndex::new(html);
    let (mut whole, summary) = log(|sink| tokenize(html, &options, &mut Arena::new(), sink));
    whole.positions = whole.errors.iter().map(|error| lines.position(error.offset)).collect();
    assert_eq!(whole.end, summary.bytes(), "the spans cover the input");
    for engine in [Engine::Auto, Engine::StateMachine] {
        let (chunks, found) = log(|sink| {
            let mut stream = Stream::new(&options.clone().with_engine(engine));
            // Sizes are 1 to 256 bytes, constant or changing.
            let (mut rest, mut len) = (html, *size);
            while !rest.is_empty() {
                let (chunk, next) = rest.split_at((usize::from(len) + 1).min(rest.len()));
                stream.feed(chunk, sink);
                (rest, len) = (next, if size % 2 == 0 { len } else { len.wrapping_mul(5).wrapping_add(3) });
            }
            stream.finish(sink)
        });
        assert_eq!(chunks, whole, "{:?}, {engine:?}", html.escape_ascii().to_string());
        let reported = |summary: Summary| {
            let limits_met: Vec<_> = summary.limits_met().collect();
            (summary.bytes(), summary.unfinished(), summary.is_ambiguous(), limits_met)
        };
        assert_eq!(reported(found), reported(summary), "{:?}", html.escape_ascii().to_string());
    }
}

/// The tokens, errors and positions that a sink received, and the end of the last token.
#[derive(Debug, PartialEq)]
struct Log {
    tokens: String,
    end: usize,
    errors: Vec<ParseError>,
    positions: Vec<Position>,
}

/// Logs what `read` passes to a sink. Panics unless the spans follow each other from 0.
fn log(read: impl FnOnce(&mut TokenSink<&mut dyn FnMut(Token<'_>)>) -> Summary) -> (Log, Summary) {
    let (mut tokens, mut end) = (String::new(), 0);
    let mut each = |token: Token<'_>| {
        assert_eq!(token.span().start, end, "gap or overlap before {token:?}");
        end = token.span().end;
        describe(&token, None, &mut tokens);
    };
    let mut sink = TokenSink::new(&mut each as &mut dyn FnMut(Token<'_>));
    let summary = read(&mut sink);
    let (errors, positions) = (sink.errors, sink.positions);
    (Log { tokens, end, errors, positions }, summary)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::{choice, markup};
    use tagrake_testsupport::random::Random;

    #[test]
    fn on_random_markup() {
        let mut random = Random::new(1);
        for _ in 0..100_000 {
            let mut data = markup(&mut random, 16);
            data.extend([random.below(256) as u8, choice(&mut random)]);
            chunks_agree(&data);
        }
    }
}
