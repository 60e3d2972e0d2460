//! Chunked input gives the same tokens, spans, errors, positions and summary as complete input, split anywhere, with
//! both engines.

use std::time::Instant;
use tagrake::{
    Arena, Comment, Engine, HeadOnly, LimitKind, LimitMet, Limits, LineIndex, Options, ParseError, Position,
    Projection, Sink, StartTag, Summary, Text, TextState, Token, Tokenizer, Unfinished, Wanted, sink,
};
use tagrake_testsupport::any_sink::{AnySink, Stream, tokenize};
use tagrake_testsupport::parallel::in_parallel;
use tagrake_testsupport::random::Random;
use tagrake_testsupport::tokenizer_runs::{TokenSink, describe};
use tagrake_testsupport::{html5lib, pages, random_page};

/// The result of a run, except the number of bytes that the state machine read.
#[derive(Default, PartialEq)]
struct Record {
    tokens: Vec<u8>,
    errors: Vec<ParseError>,
    positions: Vec<Position>,
    summary: Summary,
}

impl Record {
    /// Replaces the record by what `read` passes to a sink.
    fn record(&mut self, read: impl FnOnce(&mut TokenSink<&mut dyn FnMut(Token<'_>)>) -> Summary) {
        let tokens = &mut self.tokens;
        tokens.clear();
        let mut each = |token: Token<'_>| describe(&token, None, tokens);
        let mut sink = TokenSink::new(&mut each as &mut dyn FnMut(Token<'_>));
        self.summary = read(&mut sink);
        (self.errors, self.positions) = (sink.errors, sink.positions);
    }
}

/// Compares chunked with complete input. Reuses its memory from input to input.
struct Comparison {
    configs: Vec<(Options, Stream)>,
    arena: Arena,
    complete: Vec<Record>,
    chunks: Record,
}

impl Comparison {
    /// Prepares runs with `options`, with each engine, with errors and without.
    fn new(options: &Options) -> Self {
        let configs: Vec<_> =
            [(Engine::Auto, true), (Engine::Auto, false), (Engine::StateMachine, true), (Engine::StateMachine, false)]
                .into_iter()
                .map(|(engine, errors)| options.clone().with_engine(engine).with_errors(errors))
                .map(|options| (options.clone(), Stream::new(&options)))
                .collect();
        let complete = configs.iter().map(|_| Record::default()).collect();
        Self { configs, arena: Arena::new(), complete, chunks: Record::default() }
    }

    /// Reads `html` as complete input.
    fn read_complete(&mut self, html: &[u8]) {
        let lines = LineIndex::new(html);
        for ((options, _), complete) in self.configs.iter().zip(&mut self.complete) {
            complete.record(|sink| tokenize(html, options, &mut self.arena, sink));
            complete.positions = complete.errors.iter().map(|error| lines.position(error.offset)).collect();
        }
        let expected = reported(self.complete[0].summary);
        let agree = self.complete.iter().all(|complete| reported(complete.summary) == expected);
        assert!(agree, "the engines report different summaries of \"{}\"", html.escape_ascii());
    }

    /// Compares [the complete input](Self::read_complete) with `html` in chunks of the given sizes, and a chunk of the
    /// rest.
    fn check<I: Iterator<Item = usize>>(&mut self, html: &[u8], sizes: impl Fn() -> I) -> Result<(), String> {
        for ((options, stream), complete) in self.configs.iter_mut().zip(&self.complete) {
            self.chunks.record(|sink| feed(stream, html, sizes(), sink));
            let (one, other) = (complete.summary, self.chunks.summary);
            let same = complete.tokens == self.chunks.tokens
                && complete.errors == self.chunks.errors
                && complete.positions == self.chunks.positions;
            if !same || reported(one) != reported(other) {
                let shown = &html[..html.len().min(2000)];
                let mut text = format!("\"{}\"\n{options:?}\nin chunks of", shown.escape_ascii());
                sizes().take(20).for_each(|size| text += &format!(" {size}"));
                text += &format!("\n{:?}\n{:?}", complete.errors, self.chunks.errors);
                text += &format!("\n{:?}\n{:?}", complete.positions, self.chunks.positions);
                text += &format!("\n{one:?}\n{other:?}");
                for is_chunked in [false, true] {
                    let mut sink = TokenSink::new(|token: Token<'_>| describe(&token, None, &mut text));
                    if is_chunked {
                        feed(&mut Stream::new(options), html, sizes(), &mut sink);
                    } else {
                        tokenize(html, options, &mut Arena::new(), &mut sink);
                    }
                }
                return Err(text);
            }
        }
        Ok(())
    }

    /// Compares every split into two chunks, and chunks of one byte.
    fn check_every_split(&mut self, html: &[u8]) -> Result<(), String> {
        self.read_complete(html);
        self.check(html, || std::iter::repeat(1))?;
        (0..=html.len()).try_for_each(|cut| self.check(html, || std::iter::once(cut)))
    }
}

/// Returns the fields of a summary, except the number of bytes that the state machine read.
fn reported(summary: Summary) -> (usize, Option<Unfinished>, bool, Vec<LimitMet>) {
    (summary.bytes(), summary.unfinished(), summary.is_ambiguous(), summary.limits_met().collect())
}

/// Reads `html` in chunks of the given sizes, and a chunk of the rest.
fn feed(stream: &mut Stream, html: &[u8], sizes: impl Iterator<Item = usize>, sink: &mut AnySink<'_>) -> Summary {
    let mut rest = html;
    for size in sizes {
        let (chunk, remaining) = rest.split_at(size.min(rest.len()));
        stream.feed(chunk, sink);
        rest = remaining;
        if rest.is_empty() {
            break;
        }
    }
    stream.feed(rest, sink);
    stream.finish(sink)
}

#[test]
fn html5lib_tests_give_the_same_tokens_in_chunks() {
    let mut runs = html5lib::suite().runs;
    runs.extend(html5lib::processing_instructions());
    in_parallel(
        runs.len(),
        || (),
        |(), task| {
            let run = &runs[task];
            Comparison::new(&run.options()).check_every_split(&run.input)?;
            Comparison::new(&run.options().with_feedback(true).with_cdata(true)).check_every_split(&run.input)
        },
    );
}

/// Checks random pages that `push` appends, with random options, in random chunks.
fn check_random_pages(options: fn(&mut Random) -> Options, push: impl Fn(&mut Random, &mut Vec<u8>) + Sync) {
    in_parallel(
        400,
        || (),
        |(), seed| {
            let mut random = Random::new(seed as u64);
            let mut comparison = Comparison::new(&options(&mut random));
            let mut html = Vec::new();
            for _ in 0..40 {
                html.clear();
                push(&mut random, &mut html);
                comparison.read_complete(&html);
                comparison.check(&html, || std::iter::repeat(1))?;
                for most in [2, 8, 40] {
                    let sizes: Vec<_> = (0..html.len()).map(|_| random.below(most)).collect();
                    comparison.check(&html, || sizes.iter().copied())?;
                }
            }
            Ok(())
        },
    );
}

#[test]
fn random_pages_give_the_same_tokens_in_chunks() {
    check_random_pages(random_page::options, random_page::push);
}

#[test]
fn random_foreign_content_gives_the_same_tokens_in_chunks() {
    let foreign: Vec<_> = random_page::FOREIGN.split('|').collect();
    check_random_pages(
        |random| Options::default().with_scripting(random.one_in(2)),
        |random, html| {
            let common = 1 + random.below(foreign.len());
            for _ in 0..random.below(40) {
                html.extend(foreign[random.below(common)].bytes());
            }
        },
    );
}

/// Returns limits that random pages reach.
fn small_limits(random: &mut Random) -> Limits {
    Limits::default().with_attributes(random.below(4)).with_token_bytes(random.below(60)).with_depth(random.below(8))
}

#[test]
fn random_pages_over_limits_give_the_same_tokens_in_chunks() {
    check_random_pages(|random| random_page::options(random).with_limits(small_limits(random)), random_page::push);
}

#[test]
fn random_foreign_content_over_limits_gives_the_same_tokens_in_chunks() {
    let foreign: Vec<_> = random_page::FOREIGN.split('|').collect();
    check_random_pages(
        |random| {
            let limits = small_limits(random).with_token_bytes(8 + random.below(60));
            Options::default().with_limits(limits)
        },
        |random, html| {
            for _ in 0..random.below(60) {
                html.extend(random.choose(&foreign).bytes());
            }
        },
    );
}

#[test]
fn pages_give_the_same_tokens_in_chunks() {
    let pages = pages::all();
    in_parallel(
        pages.len(),
        || (),
        |(), task| {
            let page = &pages[task];
            for feedback in [true, false] {
                let mut comparison = Comparison::new(&Options::default().with_feedback(feedback));
                comparison.read_complete(&page.html);
                for size in [1, 7, 4096, 65_536] {
                    let check = comparison.check(&page.html, || std::iter::repeat(size));
                    check.map_err(|problem| format!("{}: {problem}", page.name))?;
                }
            }
            Ok(())
        },
    );
}

/// The tree-builder simulator is needed only after the start of the input has been discarded.
#[test]
fn long_pages_with_foreign_content_at_the_end() {
    let beginnings = ["<p><b>x</b> <i>y</p>\n", "<div><svg><g/></svg>text</div><style>a</style>"];
    let ends = ["<table><tr><td><svg><g></b><p><![CDATA[x]]>", "<svg><desc><table><tr></table></desc><![CDATA[y]]>"];
    let cases: Vec<_> = beginnings.iter().flat_map(|beginning| ends.iter().map(move |end| (beginning, end))).collect();
    in_parallel(
        cases.len(),
        || (),
        |(), task| {
            let (beginning, end) = cases[task];
            let html = format!("<!DOCTYPE html><form>{}{end}", beginning.repeat((9 << 20) / beginning.len()));
            let options = Options::default().with_history_bytes(4 << 20);
            let (mut complete, mut chunks) = (Record::default(), Record::default());
            complete.record(|sink| tokenize(html.as_bytes(), &options, &mut Arena::new(), sink));
            assert!(complete.summary.is_ambiguous());
            let mut stream = Stream::new(&options);
            chunks.record(|sink| {
                html.as_bytes().chunks(50_000).for_each(|chunk| stream.feed(chunk, sink));
                stream.finish(sink)
            });
            assert!(chunks.summary.is_ambiguous());
            if complete.tokens == chunks.tokens { Ok(()) } else { Err(format!("{beginning} … {end}")) }
        },
    );
}

/// A sink that counts tokens and their bytes.
#[derive(Default)]
struct Count {
    tokens: usize,
    bytes: usize,
}

impl<'a> Sink<'a> for Count {
    fn start_tag(&mut self, tag: StartTag<'a>) {
        self.tokens += 1;
        self.bytes += tag.span().len();
    }
    fn text(&mut self, text: Text<'a>) {
        self.tokens += 1;
        self.bytes += text.span().len();
    }
    fn comment(&mut self, comment: Comment<'a>) {
        self.tokens += 1;
        self.bytes += comment.span().len();
    }
}

/// Unfinished tokens in chunks of one and five bytes. They take up to 500 times the time of one slice, because the call for
/// each byte takes most of it. Reading a token again for each chunk would take 100,000 times and more.
#[test]
fn huge_tokens_in_small_chunks_are_read_in_linear_time() {
    const SIZE: usize = 2 << 20;
    let inputs: [(&str, &str, &str); 10] = [
        ("<!--", "x", "-->"),
        ("<!--", "> -", "-->"),
        ("<p a='", "<b>", "'>"),
        ("<script>", "<b>", "</script>"),
        ("<script><!--", "<script></script>", "--></script>"),
        ("<title>", "</titl>", "</title>"),
        ("<svg><![CDATA[", "]>", "]]>"),
        ("", "< > & ", "<p>"),
        ("<plaintext>", "<p>", ""),
        ("<!DOCTYPE html PUBLIC '", "\"-", "'>"),
    ];
    in_parallel(
        inputs.len(),
        || (),
        |(), task| {
            let (open, middle, close) = inputs[task];
            let html = format!("{open}{}{close}<p>", middle.repeat(SIZE / middle.len()));
            for (size, engine) in [(1, Engine::Auto), (5, Engine::StateMachine)] {
                let options = Options::default().with_errors(true).with_engine(engine);
                let (mut count, mut chunks) = (Count::default(), Count::default());
                let start = Instant::now();
                tokenize(html.as_bytes(), &options, &mut Arena::new(), &mut count);
                let (whole, start) = (start.elapsed(), Instant::now());
                let mut stream = Stream::new(&options);
                html.as_bytes().chunks(size).for_each(|chunk| stream.feed(chunk, &mut chunks));
                stream.finish(&mut chunks);
                let time = start.elapsed();
                if (count.tokens, count.bytes) != (chunks.tokens, chunks.bytes) {
                    return Err(format!("{open}{middle}…"));
                }
                if time > whole * 2000 {
                    return Err(format!("{open}{middle}… takes {whole:?} as a slice, {time:?} in chunks of {size}"));
                }
            }
            Ok(())
        },
    );
}

/// Moving a stack of open elements with long names from chunk to chunk takes no time per element: three times the time of one
/// slice. Copying the names for each chunk would take hundreds of times.
#[test]
fn a_deep_stack_of_open_elements_does_not_slow_chunks() {
    let names: String = (0..400).map(|at| format!("<x{}{at}>", "y".repeat(2000))).collect();
    let html = format!("<svg>{names}{}", "<z/>".repeat(200_000));
    let (mut stream, mut count) = (Stream::new(&Options::default()), Count::default());
    let start = Instant::now();
    tokenize(html.as_bytes(), &Options::default(), &mut Arena::new(), &mut Count::default());
    let (whole, start) = (start.elapsed(), Instant::now());
    html.as_bytes().chunks(4).for_each(|chunk| stream.feed(chunk, &mut count));
    stream.finish(&mut count);
    assert_eq!(count.tokens, 200_401);
    let time = start.elapsed();
    assert!(time < whole * 50, "{whole:?} as a slice, {time:?} in chunks");
}

#[test]
fn tokens_are_passed_as_soon_as_they_are_final() {
    let (mut stream, mut count) = (Stream::new(&Options::default()), Count::default());
    let mut seen = Vec::new();
    for chunk in ["<p>", "te", "xt<", "b", ">", "<title>a > b", "</titl", "e>", "&am", "p;<!-- -", "->"] {
        stream.feed(chunk.as_bytes(), &mut count);
        seen.push(count.tokens);
    }
    assert_eq!(seen, [1, 1, 1, 2, 3, 4, 4, 5, 5, 6, 7]);
}

/// A sink that is done after `enough` tokens.
struct Few {
    tokens: Vec<String>,
    enough: usize,
}

impl<'a> Sink<'a> for Few {
    fn start_tag(&mut self, tag: StartTag<'a>) {
        self.tokens.push(format!("{tag:?}"));
    }
    fn text(&mut self, text: Text<'a>) {
        self.tokens.push(format!("{text:?}"));
    }
    fn comment(&mut self, comment: Comment<'a>) {
        self.tokens.push(format!("{comment:?}"));
    }
    fn is_done(&self) -> bool {
        self.tokens.len() >= self.enough
    }
}

#[test]
fn a_sink_that_is_done_gets_no_more_tokens() {
    let html = b"<p>a<!--b--><A B=C>d<!-- -->";
    for engine in [Engine::Auto, Engine::StateMachine] {
        let options = Options::default().with_engine(engine);
        for enough in 0..8 {
            let mut complete = Few { tokens: Vec::new(), enough };
            tokenize(html, &options, &mut Arena::new(), &mut complete);
            for size in 1..html.len() {
                let (mut stream, mut few) = (Stream::new(&options), Few { tokens: Vec::new(), enough });
                html.chunks(size).for_each(|chunk| stream.feed(chunk, &mut few));
                stream.finish(&mut few);
                assert_eq!(few.tokens, complete.tokens, "{engine:?} in chunks of {size}");
            }
        }
    }
}

#[test]
fn pull_push_and_stream_report_the_same_unfinished_construct() {
    let cases: [(&str, Option<&str>); 24] = [
        ("", None),
        ("text", None),
        ("<p>", None),
        ("a &am", None),
        ("a<", Some("Tag 1..2")),
        ("a</", Some("Tag 1..3")),
        ("a<b", Some("Tag 1..3")),
        ("a<b c='d>", Some("Tag 1..9")),
        ("a</b ", Some("Tag 1..5")),
        ("a<!", Some("Comment 1..3")),
        ("<!-- -", Some("Comment 0..6")),
        ("<?php", Some("Comment 0..5")),
        ("</ x", Some("Comment 0..4")),
        ("<!doctype html", Some("Doctype 0..14")),
        ("<!doctype html public 'x>", None),
        ("<!doctype html public 'x", Some("Doctype 0..24")),
        ("<svg><![CDATA[x", Some("CdataSection 5..15")),
        ("<svg><![CDATA[", Some("CdataSection 5..14")),
        ("<![CDATA[", Some("Comment 0..9")),
        ("<title>", Some("RawText 7..7")),
        ("<title>x</title", Some("RawText 7..15")),
        ("<title>x</title ", Some("Tag 8..16")),
        ("<script>x<!-- </script", Some("RawText 8..22")),
        ("<plaintext>x", None),
    ];
    for (html, expected) in cases {
        for engine in [Engine::Auto, Engine::StateMachine] {
            for errors in [false, true] {
                let options = Options::default().with_engine(engine).with_errors(errors);
                let arena = Arena::new();
                let mut tokenizer = Tokenizer::with_options(html.as_bytes(), &options, &arena);
                while tokenizer.next().is_some() {}
                let pulled = tokenizer.summary();
                let pushed = tokenize(html.as_bytes(), &options, &mut Arena::new(), &mut Count::default());
                let mut stream = Stream::new(&options);
                stream.feed(html.as_bytes(), &mut Count::default());
                let fed = stream.finish(&mut Count::default());
                for summary in [pulled, pushed, fed] {
                    let found = summary.unfinished().map(|found| format!("{:?} {:?}", found.kind(), found.span()));
                    assert_eq!(found.as_deref(), expected, "{html} {options:?}");
                }
            }
        }
    }
}

/// A stream once reported nothing before its end, so callers could not stop sending ignored input.
#[test]
fn a_stream_reports_its_progress() {
    let html = "<p class=a>text &amp; more<!-- x --><?odd><script>y()</script>".repeat(500);
    for size in [1, 7, 1000, 100_000] {
        let (mut stream, mut fed, mut end) = (Stream::new(&Options::default()), 0, 0);
        for chunk in html.as_bytes().chunks(size) {
            let before = stream.bytes_read();
            stream.feed(chunk, &mut sink::from_fn(|token| end = token.span().end));
            fed += chunk.len();
            let summary = stream.summary();
            assert_eq!((stream.bytes_read(), summary.bytes(), summary.unfinished()), (end, end, None), "{size}");
            assert!(before <= end && end <= fed && summary.machine_bytes() <= end, "{size}");
            assert!(!stream.is_done(), "{size}");
        }
        let summary = stream.finish(&mut sink::from_fn(|token| end = token.span().end));
        assert_eq!((summary.bytes(), end), (html.len(), html.len()), "{size}");
        assert_eq!((stream.bytes_read(), stream.is_done()), (0, false), "{size}");
    }
}

#[test]
fn a_stopped_stream_reports_it_after_the_chunk() {
    let html = "<p class=a id=b>x</p>".repeat(1000);
    let stops = |limits: Limits, rest: &str| {
        let mut stream = Stream::new(&Options::default().with_limits(limits));
        let mut stopped = None;
        for (number, chunk) in [&html, rest].concat().as_bytes().chunks(500).enumerate() {
            stream.feed(chunk, &mut sink::from_fn(|_| ()));
            if stream.is_done() {
                stopped = stopped.or(Some((number * 500, stream.summary())));
            }
        }
        let (fed, summary) = stopped.expect("a limit is met before the end");
        assert_eq!(stream.finish(&mut sink::from_fn(|_| ())), summary);
        let met = summary.stopped_by().expect("a limit is met");
        (met.kind(), met.offset(), fed)
    };
    let (kind, offset, fed) = stops(Limits::default().with_arena_bytes(300), "");
    assert_eq!(kind, LimitKind::ArenaBytes);
    assert!(fed <= offset + 500, "{fed} {offset}");
    let (kind, offset, fed) =
        stops(Limits::default().with_token_bytes(1000), &("<!--".to_owned() + &"x".repeat(10_000)));
    assert_eq!((kind, offset), (LimitKind::TokenBytes, html.len()));
    // The stream may buffer two tokens and their ends.
    assert!(fed <= offset + 4500, "{fed} {offset}");

    struct First(usize);
    impl<'a> Sink<'a> for First {
        fn text(&mut self, _: Text<'a>) {
            self.0 += 1;
        }
        fn is_done(&self) -> bool {
            self.0 > 0
        }
    }
    let (mut stream, mut first) = (Stream::new(&Options::default()), First(0));
    stream.feed(b"<p>one<b>two", &mut first);
    assert!(stream.is_done() && stream.summary().stopped_by().is_none());
    assert_eq!(stream.bytes_read(), 6);
}

/// Adapters once took sinks only by value, so they could not wrap a borrowed sink.
#[test]
fn a_reference_to_a_sink_is_a_sink() {
    #[derive(Default)]
    struct NameSink(Vec<String>);
    impl<'a> Sink<'a> for NameSink {
        fn start_tag(&mut self, tag: StartTag<'a>) {
            self.0.push(tag.name_str().to_owned());
        }
        fn error_at(&mut self, error: ParseError, position: Position) {
            self.0.push(format!("{} {}:{}", error.code, position.line, position.column));
        }
        fn next_state(&mut self) -> Option<TextState> {
            self.0.last().filter(|name| *name == "code").map(|_| TextState::Rawtext)
        }
        fn is_done(&self) -> bool {
            self.0.len() == 5
        }
    }
    let html = b"<title>x</title><meta></><code><b></code><p><q>";
    let options = Options::default().with_errors(true);
    let feed = |sink: &mut AnySink<'_>| {
        let mut sink = sink;
        let mut stream = Stream::new(&options);
        html.chunks(5).for_each(|chunk| stream.feed(chunk, &mut sink));
        stream.finish(&mut sink);
    };
    let mut seen = NameSink::default();
    feed(&mut seen);
    assert_eq!(seen.0, ["title", "meta", "missing-end-tag-name 1:25", "code", "p"]);
    let mut head = NameSink::default();
    tokenize(html, &options, &mut Arena::new(), &mut HeadOnly::new(&mut head, &options));
    assert_eq!(head.0, ["title", "meta"]);
    let (wanted, mut metas) = (Wanted::new().tag("meta", []), NameSink::default());
    tokenize(html, &options, &mut Arena::new(), &mut Projection::new(&mut metas, &wanted));
    assert_eq!(metas.0, ["meta"]);
}
