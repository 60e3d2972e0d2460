//! A page that reaches a limit gives the same tokens up to that point as without limits, with every engine, for
//! complete input and chunks.

use tagrake::{Arena, EndedBy, LimitKind, Limits, Options, Sink, Summary, TextState, Token, Tokenizer, sink};
use tagrake_testsupport::any_sink::{Stream, tokenize};
use tagrake_testsupport::parallel::in_parallel;
use tagrake_testsupport::random::Random;
use tagrake_testsupport::random_page;
use tagrake_testsupport::tokenizer_runs::{RunConfig, TokenSink, describe};

/// Describes the tokens of `html` read without limits, up to the first token over `limits`.
fn expected(html: &[u8], options: &Options, limits: Limits) -> Vec<String> {
    let arena = Arena::new();
    let readable = &html[..html.len().min(limits.input_bytes())];
    let mut tokenizer = Tokenizer::with_options(readable, options, &arena);
    let mut tokens: Vec<_> = tokenizer.by_ref().collect();
    if readable.len() < html.len() && tokens.last().is_some_and(|last| may_continue(last, tokenizer.summary())) {
        tokens.pop();
    }
    let tokens = tokens.iter().take_while(|token| token.span().len() <= limits.token_bytes());
    tokens.take(limits.tokens()).map(|token| shown(token, limits)).collect()
}

/// Returns true if more input may change the last token of an input.
fn may_continue(last: &Token<'_>, summary: Summary) -> bool {
    let is_truncated = summary.unfinished().is_some_and(|unfinished| unfinished.span().start == last.span().start);
    match last {
        Token::Text(text) => text.state() != TextState::CdataSection || is_truncated,
        _ => is_truncated,
    }
}

/// Describes a token with at most `limits.attributes()` attributes.
fn shown(token: &Token<'_>, limits: Limits) -> String {
    let Token::StartTag(tag) = token else {
        let mut text = String::new();
        describe(token, None, &mut text);
        return text;
    };
    let attributes = tag.attributes().take(limits.attributes());
    let attributes: Vec<_> = attributes.map(|attribute| format!("{attribute:?} {:?}", attribute.span())).collect();
    format!("{:?} {:?} {:?} {attributes:?}", tag.span(), tag.name_str(), tag.namespace())
}

/// Reads `html` with limits in every configuration, and returns the results.
fn in_every_configuration(html: &[u8], options: &Options, limits: Limits) -> Vec<(String, Vec<String>, Summary)> {
    let mut all = Vec::new();
    for config in RunConfig::all() {
        let options = config.options(options).with_limits(limits);
        let mut tokens = Vec::new();
        let mut sink = TokenSink::new(|token: Token<'_>| tokens.push(shown(&token, limits)));
        let summary = tokenize(html, &options, &mut Arena::new(), &mut sink);
        all.push((format!("{config:?}"), tokens, summary));

        let arena = Arena::new();
        let mut tokenizer = Tokenizer::with_options(html, &options, &arena);
        let tokens = tokenizer.by_ref().map(|token| shown(&token, limits)).collect();
        all.push((format!("{config:?}, pulled"), tokens, tokenizer.summary()));

        for size in [1, 3, 50] {
            let mut stream = Stream::new(&options);
            let mut tokens = Vec::new();
            let mut sink = TokenSink::new(|token: Token<'_>| tokens.push(shown(&token, limits)));
            html.chunks(size).for_each(|chunk| stream.feed(chunk, &mut sink));
            let summary = stream.finish(&mut sink);
            all.push((format!("{config:?} in chunks of {size}"), tokens, summary));
        }
    }
    all
}

#[test]
fn random_pages_give_the_tokens_up_to_a_limit() {
    in_parallel(
        100,
        || (),
        |(), seed| {
            let mut random = Random::new(seed as u64);
            let options = random_page::options(&mut random);
            let mut html = Vec::new();
            for _ in 0..20 {
                html.clear();
                random_page::push(&mut random, &mut html);
                // Feedback may depend on attributes, so their number is only limited without it.
                let attributes = if options.feedback() { usize::MAX } else { random.below(50) };
                let mut limits = Limits::default().with_attributes(attributes);
                match random.below(3) {
                    0 => limits = limits.with_token_bytes(random.below(200)),
                    1 => limits = limits.with_tokens(random.below(20)),
                    _ => limits = limits.with_input_bytes(random.below(html.len() + 2)),
                }
                let expected = expected(&html, &options, limits);
                for (config, tokens, summary) in in_every_configuration(&html, &options, limits) {
                    if tokens != expected {
                        let (html, limits) = (html.escape_ascii(), limits);
                        return Err(format!("\"{html}\"\n{limits:?}\n{config}:\n{tokens:#?}\nmust be\n{expected:#?}"));
                    }
                    let is_end = summary.bytes() == html.len();
                    // The end tag that an empty-element tag implies takes no bytes.
                    let is_implied = options.empty_element_tags() && limits.tokens() < usize::MAX;
                    let ended_by = summary.stopped_by().map_or(EndedBy::Input, EndedBy::Limit);
                    assert_eq!(summary.ended_by(), Some(ended_by), "{config}");
                    assert!(is_end == summary.stopped_by().is_none() || is_end && is_implied, "{config} {summary:?}");
                }
            }
            Ok(())
        },
    );
}

/// A page, its limits, and the limits that it reaches with their offsets.
type Case = (&'static str, Limits, &'static [(LimitKind, usize)]);

#[test]
fn reached_limits_are_reported_with_their_offsets() {
    use LimitKind::{Attributes, Depth, InputBytes, TokenBytes, Tokens};

    let limits = Limits::default();
    let (attributes, bytes, depth) = (limits.with_attributes(2), limits.with_token_bytes(9), limits.with_depth(3));
    let cases: &[Case] = &[
        ("<p a b>", attributes, &[]),
        ("<p a b a a>", attributes, &[]),
        ("<p a b c>", attributes, &[(Attributes, 0)]),
        ("x<p a b c c a><p a b c>", attributes, &[(Attributes, 1)]),
        ("</p a b c>", attributes, &[]),
        ("<p a b c", attributes, &[]),
        ("<p>", limits.with_attributes(0), &[]),
        ("<p a>", limits.with_attributes(0), &[(Attributes, 0)]),
        ("123456789<p>", bytes, &[]),
        ("0123456789<p>", bytes, &[(TokenBytes, 0)]),
        ("0123456789", bytes, &[(TokenBytes, 0)]),
        ("a<!--23456789-->b", bytes, &[(TokenBytes, 1)]),
        ("a<p 23456789", bytes, &[(TokenBytes, 1)]),
        ("a<!DOCTYPE html>", bytes, &[(TokenBytes, 1)]),
        ("<title>0123456789</title>", bytes, &[(TokenBytes, 7)]),
        ("<title>01</title 456789>", bytes, &[(TokenBytes, 9)]),
        ("<svg><![CDATA[", bytes, &[]),
        ("<svg><![CDATA[x]]>", bytes, &[(TokenBytes, 5)]),
        ("a", limits.with_token_bytes(0), &[(TokenBytes, 0)]),
        ("", limits.with_token_bytes(0), &[]),
        ("<p a b c><!-- long -->", attributes.with_token_bytes(9), &[(Attributes, 0), (TokenBytes, 9)]),
        ("<p a b c d><p a b c>", attributes.with_token_bytes(9), &[(TokenBytes, 0)]),
        ("0123456789<p a b c>", attributes.with_token_bytes(9), &[(TokenBytes, 0)]),
        ("<p>text<br>", limits.with_input_bytes(11), &[]),
        ("<p>text<br>", limits.with_input_bytes(10), &[(InputBytes, 7)]),
        ("<p>text<br>", limits.with_input_bytes(9), &[(InputBytes, 7)]),
        ("<p>text<br>", limits.with_input_bytes(8), &[(InputBytes, 3)]),
        ("<p>text", limits.with_input_bytes(6), &[(InputBytes, 3)]),
        ("<p>text", limits.with_input_bytes(0), &[(InputBytes, 0)]),
        ("", limits.with_input_bytes(0), &[]),
        ("<title>a</title ><p>", limits.with_input_bytes(15), &[(InputBytes, 7)]),
        ("<title>a</title ><p>", limits.with_input_bytes(16), &[(InputBytes, 8)]),
        ("<p a b c>a", attributes.with_input_bytes(5), &[(InputBytes, 0)]),
        ("a<p a b c>a", attributes.with_input_bytes(10), &[(Attributes, 1), (InputBytes, 10)]),
        ("<p>text<br>", limits.with_tokens(3), &[]),
        ("<p>text<br>", limits.with_tokens(2), &[(Tokens, 7)]),
        ("<p>text<br>", limits.with_tokens(0), &[(Tokens, 0)]),
        ("<p a b c>", attributes.with_tokens(0), &[(Tokens, 0)]),
        ("", limits.with_tokens(0), &[]),
        ("a<!--23456789-->b", bytes.with_tokens(1), &[(TokenBytes, 1)]),
        ("a<!--2-->b", bytes.with_tokens(1), &[(Tokens, 1)]),
        ("<svg><g><g><g><g>", depth.with_tokens(2), &[(Tokens, 8)]),
        ("<svg><g><g></g>", depth, &[]),
        ("<svg><g><g><g><g>", depth, &[(Depth, 5)]),
        ("<div><div><div><svg></b>", depth, &[(Depth, 5)]),
        ("<div><div><div><svg></b></b></b>", depth.with_token_bytes(4), &[(TokenBytes, 0)]),
    ];
    for (html, limits, expected) in cases {
        for (config, tokens, summary) in in_every_configuration(html.as_bytes(), &Options::default(), *limits) {
            let found: Vec<_> = summary.limits_met().map(|met| (met.kind(), met.offset())).collect();
            assert_eq!(found, *expected, "{html} {limits:?} {config} {tokens:#?}");
            assert!(
                summary
                    .stopped_by()
                    .is_none_or(|met| met.offset() == summary.bytes() && summary.unfinished().is_none())
            );
            assert_eq!(summary.is_too_deep(), expected.iter().any(|(kind, _)| *kind == Depth));
        }
    }
}

#[test]
fn summaries_distinguish_a_sink_that_is_done_from_the_end_of_the_input() {
    let html = b"<p>one<?x><br><svg></b>two";
    for config in RunConfig::all() {
        let options = config.options(&Options::default());
        for (done_after, expected) in [(0, EndedBy::Sink), (3, EndedBy::Sink), (7, EndedBy::Sink), (8, EndedBy::Input)]
        {
            let new_sink = || UntilCount { left: done_after };
            let summary = tokenize(html, &options, &mut Arena::new(), &mut new_sink());
            assert_eq!(summary.ended_by(), Some(expected), "{config:?} {done_after}");
            // The gate checks the limit.
            let gated = options.clone().with_limits(Limits::default().with_tokens(20));
            let summary = tokenize(html, &gated, &mut Arena::new(), &mut new_sink());
            assert_eq!(summary.ended_by(), Some(expected), "{config:?} {done_after}");
            for size in [1, 5, 100] {
                let (mut stream, mut sink) = (Stream::new(&options), new_sink());
                html.chunks(size).for_each(|chunk| stream.feed(chunk, &mut sink));
                assert_eq!(stream.finish(&mut sink).ended_by(), Some(expected), "{config:?} {done_after} {size}");
            }
        }
    }
    let mut stream = tagrake::Stream::new(&Options::default());
    stream.feed(b"<p>one", &mut sink::from_fn(|_| ()));
    assert_eq!(stream.summary().ended_by(), None);
    let arena = Arena::new();
    let many = b"<p>".repeat(100);
    let mut tokenizer = Tokenizer::new(&many, &arena);
    assert!(tokenizer.next().is_some() && tokenizer.summary().ended_by().is_none());
    assert_eq!((tokenizer.by_ref().count(), tokenizer.summary().ended_by()), (99, Some(EndedBy::Input)));
}

/// Is done after a number of tokens.
struct UntilCount {
    left: usize,
}

impl<'a> Sink<'a> for UntilCount {
    fn token(&mut self, _: Token<'a>) {
        self.left = self.left.checked_sub(1).expect("no token after the sink is done");
    }

    fn is_done(&self) -> bool {
        self.left == 0
    }
}

/// Attributes beyond the limit are counted, but not stored in the arena.
#[test]
fn surplus_attributes_take_no_memory() {
    let html: String = (0..1_000_000).map(|number| format!(" a{number}")).collect();
    let html = format!("<p{html}>");
    let arena = Arena::new();
    let Some(Token::StartTag(tag)) = Tokenizer::new(html.as_bytes(), &arena).next() else { panic!("a start tag") };
    assert_eq!((tag.attributes().len(), tag.surplus_attributes()), (1024, 1_000_000 - 1024));
    assert!(arena.allocated_bytes() < 1 << 20, "{}", arena.allocated_bytes());
}

/// A stream buffers at most four times the limit of a token that never ends.
#[test]
fn a_token_that_is_too_long_stops_a_stream() {
    for open in ["", "<p ", "<p a='", "<!--", "<title>", "<script><!--", "<svg><![CDATA[", "<plaintext>", "<!DOCTYPE "]
    {
        for middle in ["x", ">", "</ti", "- "] {
            let limits = Limits::default().with_token_bytes(1000);
            let mut stream = Stream::new(&Options::default().with_limits(limits));
            let mut sink = TokenSink::new(|token: Token<'_>| assert!(token.span().len() <= 1000, "{open}{middle}"));
            stream.feed(open.as_bytes(), &mut sink);
            for _ in 0..10_000 {
                stream.feed(middle.as_bytes(), &mut sink);
            }
            let debug = format!("{stream:?}");
            let digits: String =
                debug.split("unread: ").nth(1).into_iter().flat_map(str::chars).filter(char::is_ascii_digit).collect();
            let unread: usize = digits.parse().expect("a number");
            assert!(unread < 4000, "{open}{middle}: {unread}");
            let met = stream.finish(&mut sink).stopped_by().expect("the limit is met");
            assert_eq!(met.kind(), LimitKind::TokenBytes);
        }
    }
}

#[test]
fn an_arena_that_is_too_large_stops_reading() {
    let html = "<p class=a id=b>x</p><P CLASS=A>&amp;</P>".repeat(10_000);
    for config in RunConfig::all() {
        let options = config.options(&Options::default()).with_limits(Limits::default().with_arena_bytes(100_000));
        let mut end = 0;
        let mut sink = TokenSink::new(|token: Token<'_>| end = token.span().end);
        let mut arena = Arena::new();
        let summary = tokenize(html.as_bytes(), &options, &mut arena, &mut sink);
        let met = summary.stopped_by().expect("the limit is met");
        assert_eq!((met.kind(), met.offset(), summary.bytes()), (LimitKind::ArenaBytes, end, end), "{config:?}");
        assert!((5_000..html.len()).contains(&end), "{end} {config:?}");
        // The size of a reused arena does not count: pages read one after the other stay below the limit.
        let options = config.options(&Options::default()).with_limits(Limits::default().with_arena_bytes(1 << 20));
        for _ in 0..50 {
            let summary =
                tokenize(&html.as_bytes()[..10_250], &options, &mut arena, &mut TokenSink::new(|_: Token<'_>| {}));
            assert_eq!(summary.limits_met().next(), None, "{config:?}");
        }
    }
}
