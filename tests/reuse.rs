//! Reused arenas and streams give the same results as new ones, at each SIMD level. Under Miri the inputs
//! are small, so that the tests take a minute.

use tagrake::{Arena, Engine, Limits, Options, Simd, Token};
use tagrake_testsupport::any_sink::{AnySink, Stream, tokenize};
use tagrake_testsupport::random::Random;
use tagrake_testsupport::random_page;
use tagrake_testsupport::tokenizer_runs::{TokenSink, describe};

const PAGES: usize = if cfg!(miri) { 2 } else { 2000 };

/// The maximum length of a page in bytes.
const LONGEST: usize = if cfg!(miri) { 250 } else { 5000 };

/// Describes the tokens and errors that `read` passes to a sink.
fn described(read: impl FnOnce(&mut TokenSink<&mut dyn FnMut(Token<'_>)>)) -> String {
    let mut text = String::new();
    let mut each = |token: Token<'_>| describe(&token, None, &mut text);
    let mut sink = TokenSink::new(&mut each as &mut dyn FnMut(Token<'_>));
    read(&mut sink);
    let errors = sink.errors;
    format!("{text}\n{errors:?}")
}

/// Reads `html` in chunks of `size` bytes. Each chunk is freed before the next is read.
fn feed(stream: &mut Stream, html: &[u8], size: usize, sink: &mut AnySink<'_>) {
    for chunk in html.chunks(size) {
        stream.feed(&Box::<[u8]>::from(chunk), sink);
    }
    stream.finish(sink);
}

#[test]
fn reused_arenas_and_streams_match_new_ones() {
    let (mut random, mut arena, mut html) = (Random::new(5), Arena::new(), Vec::new());
    for &simd in Simd::ALL {
        let options = Options::default().with_errors(random.one_in(2)).with_simd(simd);
        let machine = options.clone().with_engine(Engine::StateMachine);
        let mut stream = Stream::new(&options);
        for _ in 0..PAGES {
            html.clear();
            while html.len() < LONGEST / 2 {
                random_page::push(&mut random, &mut html);
            }
            html.truncate(LONGEST);
            // An exact allocation, so that Miri and sanitizers detect reads past the end.
            let html = Box::<[u8]>::from(&html[..]);
            let expected = described(|sink| {
                tokenize(&html, &machine, &mut Arena::new(), sink);
            });
            let found = described(|sink| {
                tokenize(&html, &options, &mut arena, sink);
            });
            assert_eq!(found, expected, "{simd:?} on \"{}\"", html.escape_ascii());
            let size = 1 + random.below(100);
            let found = described(|sink| feed(&mut stream, &html, size, sink));
            assert_eq!(found, expected, "{simd:?} on \"{}\" in chunks of {size}", html.escape_ascii());
        }
    }
}

/// A bug once left the state machine's lists in the arena for each tag: 64 bytes per byte of such a page.
#[test]
#[cfg_attr(miri, ignore = "takes minutes")]
fn tags_of_many_attributes_take_little_memory() {
    let tag = |value: &str, attributes: usize| {
        let attributes: String = (0..attributes).map(|number| format!(" a{number}={value}")).collect();
        format!("<p{attributes} a1=again>")
    };
    for value in ["v", "v&amp;w"] {
        let html = tag(value, 1000).repeat(100);
        let mut arena = Arena::new();
        tokenize(html.as_bytes(), &Options::default(), &mut arena, &mut TokenSink::new(|_: Token<'_>| {}));
        let bytes = arena.allocated_bytes();
        assert!(bytes < 24 * html.len(), "{bytes} bytes for {}", html.len());
    }
    // The attributes of one tag are not duplicates in the next.
    let html: String = [20, 1000, 40, 3000, 17, 33, 2, 1000].map(|attributes| tag("v", attributes)).concat();
    let limits = Limits::default().with_attributes(10_000);
    for engine in [Engine::Auto, Engine::StateMachine] {
        let options = Options::default().with_engine(engine).with_limits(limits);
        let mut found = Vec::new();
        let mut sink = TokenSink::new(|token: Token<'_>| {
            let Token::StartTag(tag) = token else { panic!("{token:?}") };
            found.push((tag.attributes().len(), tag.duplicate_attributes()));
        });
        tokenize(html.as_bytes(), &options, &mut Arena::new(), &mut sink);
        assert_eq!(found, [20, 1000, 40, 3000, 17, 33, 2, 1000].map(|attributes| (attributes, 1)), "{engine:?}");
    }
}
