//! A page that reaches a limit gives the same tokens up to that point as without limits, with every engine, for
//! complete input and chunks.

use tagrake::{Arena, LimitKind, Limits, Options, Summary, Token, Tokenizer};
use tagrake_extract::{Context, Extractor, Flag};
use tagrake_testsupport::any_sink::{Stream, tokenize};
use tagrake_testsupport::parallel::in_parallel;
use tagrake_testsupport::random::Random;
use tagrake_testsupport::random_page;
use tagrake_testsupport::tokenizer_runs::{RunConfig, TokenSink, describe};

/// Describes the tokens of `html` read without limits, up to the first token over `limits`.
fn expected(html: &[u8], options: &Options, limits: Limits) -> Vec<String> {
    let arena = Arena::new();
    let tokens = Tokenizer::with_options(html, options, &arena);
    tokens.take_while(|token| token.span().len() <= limits.token_bytes()).map(|token| shown(&token, limits)).collect()
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
                let limits = Limits::default().with_attributes(attributes).with_token_bytes(random.below(200));
                let expected = expected(&html, &options, limits);
                for (config, tokens, summary) in in_every_configuration(&html, &options, limits) {
                    if tokens != expected {
                        let (html, limits) = (html.escape_ascii(), limits);
                        return Err(format!("\"{html}\"\n{limits:?}\n{config}:\n{tokens:#?}\nmust be\n{expected:#?}"));
                    }
                    assert_eq!(summary.stopped_by().is_some(), summary.bytes() < html.len());
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
    use LimitKind::{Attributes, Depth, TokenBytes};

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

#[test]
fn extraction_flags_limits_and_truncated_input() {
    let many: String = (0..2000).map(|number| format!(" a{number}")).collect();
    let cases: &[(&str, &[Flag])] = &[
        ("<p>text</p>", &[]),
        ("<p", &[Flag::TruncatedInput]),
        ("a <", &[Flag::TruncatedInput]),
        ("<!-- comment", &[Flag::TruncatedInput]),
        ("<!DOCTYPE html", &[Flag::TruncatedInput]),
        ("<svg><![CDATA[x", &[Flag::TruncatedInput]),
        ("<script>x()", &[Flag::TruncatedInput]),
        ("<title>Unclosed", &[Flag::TruncatedInput]),
        ("<plaintext>x", &[]),
        ("<div><p>not closed", &[]),
        (&format!("<p{many}>"), &[Flag::LimitAttributes]),
        (&format!("{}<svg></b>", "<div>".repeat(600)), &[Flag::AmbiguousReplayed, Flag::LimitDepth]),
    ];
    let mut extractor = Extractor::default();
    for (html, expected) in cases {
        let page = extractor.extract(html.as_bytes(), &Context::default());
        assert_eq!(page.flags.iter().collect::<Vec<_>>(), *expected, "{html:.40}");
    }
    let long = format!("<title>Long</title><a href=/x>y</a><!--{}--><a href=/z>", "x".repeat(65 << 20));
    let page = extractor.extract(long.as_bytes(), &Context::default());
    assert_eq!((page.title, page.links.len()), (Some("Long"), 1));
    assert_eq!(page.flags.iter().collect::<Vec<_>>(), [Flag::LimitToken]);
}
