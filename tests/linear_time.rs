//! Tokenizing takes linear time, for adversarial inputs.

use std::time::Instant;
use tagrake::{Arena, Engine, Options, Token};
use tagrake_testsupport::any_sink::Stream;
use tagrake_testsupport::linear_time::{SIZE, SLOW_TO_TOKENIZE, assert_linear};
use tagrake_testsupport::tokenizer_runs::{RunConfig, TokenSink};

#[test]
fn tokenizing_takes_linear_time() {
    let mut arena = Arena::new();
    for config in RunConfig::all() {
        let options = config.options(&Options::default().with_cdata(true).with_processing_instructions(true));
        assert_linear(&format!("{config:?}"), SLOW_TO_TOKENIZE, SIZE, |html| {
            let start = Instant::now();
            let mut bytes = 0;
            let mut sink = TokenSink::new(|token: Token<'_>| {
                bytes += match &token {
                    Token::StartTag(tag) => tag.attributes().map(|attribute| attribute.value().len()).sum(),
                    Token::Text(text) => text.decoded().len(),
                    Token::Comment(comment) => comment.data().len(),
                    _ => 0,
                };
            });
            config.run(html.as_bytes(), &options, &mut arena, &mut sink);
            std::hint::black_box(bytes);
            start.elapsed()
        });
    }
}

#[test]
fn tokenizing_in_chunks_takes_linear_time() {
    for (size, engine) in [(1, Engine::Auto), (10, Engine::StateMachine), (1000, Engine::Auto)] {
        let options = Options::default()
            .with_cdata(true)
            .with_processing_instructions(true)
            .with_errors(true)
            .with_engine(engine);
        let mut stream = Stream::new(&options);
        assert_linear(&format!("in chunks of {size}, {engine:?}"), SLOW_TO_TOKENIZE, SIZE, |html| {
            let start = Instant::now();
            let mut sink = TokenSink::new(|token: Token<'_>| {
                std::hint::black_box(token.span());
            });
            html.as_bytes().chunks(size).for_each(|chunk| stream.feed(chunk, &mut sink));
            stream.finish(&mut sink);
            start.elapsed()
        });
    }
}
