//! `<x/>` as an empty-element tag: the end tag that it implies, in HTML and foreign content, with both engines and in chunks.

use std::fmt::Write as _;
use tagrake::{Arena, Engine, HeadOnly, Options, Sink, StartTag, Token, Tokenizer};
use tagrake_testsupport::any_sink::{AnySink, Stream, tokenize};
use tagrake_testsupport::parallel::in_parallel;
use tagrake_testsupport::random::Random;
use tagrake_testsupport::tokenizer_runs::{Comparison, TokenSink};
use tagrake_testsupport::{pages, random_page, variable};

fn on() -> Options {
    Options::default().with_empty_element_tags(true)
}

/// Appends a token. An end tag that is not in the input has a `~`. Dropped bytes are `!`.
fn append(text: &mut String, token: &Token<'_>) {
    let _ = match token {
        Token::StartTag(tag) => write!(text, "<{}>", tag.name_str()),
        Token::EndTag(tag) if tag.is_implied() => write!(text, "<~{}>", tag.name_str()),
        Token::EndTag(tag) => write!(text, "</{}>", tag.name_str()),
        Token::Text(run) => write!(text, "{:?}", run.decoded_str()),
        _ => write!(text, "!"),
    };
}

/// Returns the tokens of `html` as text, by each engine and API, and at each division into two chunks.
fn read(html: &str, options: &Options) -> String {
    let mut results = Vec::new();
    for engine in [Engine::Auto, Engine::StateMachine] {
        let (options, mut arena) = (options.clone().with_engine(engine), Arena::new());
        let mut text = String::new();
        Tokenizer::with_options(html.as_bytes(), &options, &arena).for_each(|token| append(&mut text, &token));
        results.push(text);
        let mut text = String::new();
        tokenize(
            html.as_bytes(),
            &options,
            &mut arena,
            &mut TokenSink::new(|token: Token<'_>| append(&mut text, &token)),
        );
        results.push(text);
        // Without a history, the simulator gets every token.
        for (history, split) in [0, 16 << 20].into_iter().flat_map(|bytes| (0..=html.len()).map(move |at| (bytes, at)))
        {
            let mut stream = Stream::new(&options.clone().with_history_bytes(history));
            let mut text = String::new();
            let mut sink = TokenSink::new(|token: Token<'_>| append(&mut text, &token));
            stream.feed(&html.as_bytes()[..split], &mut sink);
            stream.feed(&html.as_bytes()[split..], &mut sink);
            stream.finish(&mut sink);
            results.push(text);
        }
    }
    for result in &results {
        assert_eq!(*result, results[0], "{html}");
    }
    results.swap_remove(0)
}

#[test]
fn an_empty_element_tag_implies_its_end_tag() {
    let cases = [
        ("<title/><p>", "<title><~title><p>"),
        ("<TITLE a=b /><p>", "<title><~title><p>"),
        ("x<div/>y", "\"x\"<div><~div>\"y\""),
        ("<x-card/>", "<x-card><~x-card>"),
        ("<a:b/>", "<a:b><~a:b>"),
        // Void elements have no end tag.
        ("<br/><img src=a /><hr/>", "<br><img><hr>"),
        ("<br></br>", "<br></br>"),
        // Other tags follow the rules of HTML.
        ("<title><b/></title>", "<title>\"<b/>\"</title>"),
        ("<div></div/>", "<div></div>"),
        ("<div/ ><title/a>", "<div><title>"),
        // An attribute without quotes takes the slash.
        ("<title a=b/>x", "<title>\"x\""),
        ("<title/", "!"),
        // In SVG and MathML the rules of HTML close the element, without an end tag.
        ("<svg><title/><path/></svg><title/>", "<svg><title><path></svg><title><~title>"),
        ("<svg/><script/>", "<svg><script><~script>"),
        // HTML in an integration point.
        ("<svg><desc><b/><title/></desc><![CDATA[x]]></svg>", "<svg><desc><b><~b><title><~title></desc>\"x\"</svg>"),
        // A tag that the foreign-content stack cannot decide.
        ("<svg><desc><p/></desc><![CDATA[x]]></svg><script/>", "<svg><desc><p><~p></desc>\"x\"</svg><script><~script>"),
        ("<svg><desc><xmp/><td/></desc><![CDATA[x]]></svg>", "<svg><desc><xmp><~xmp><td><~td></desc>\"x\"</svg>"),
        // Tree construction ignores `svg` after a frameset.
        ("<frameset/><svg><title/></svg>", "<frameset><~frameset><svg><title><~title></svg>"),
        ("<template/><svg></template><title/></svg>", "<template><~template><svg></template><title></svg>"),
    ];
    for (html, expected) in cases {
        assert_eq!(read(html, &on()), expected, "{html}");
    }
}

#[test]
fn all_elements_whose_content_is_text_may_be_empty() {
    for name in
        ["title", "textarea", "style", "script", "xmp", "iframe", "noembed", "noframes", "plaintext", "noscript"]
    {
        let html = format!("<{name} id='a'/><b>");
        let options = on().with_scripting(true);
        assert_eq!(read(&html, &options), format!("<{name}><~{name}><b>"));
        assert_eq!(read(&html, &options.clone().with_empty_element_tags(false)), format!("<{name}>\"<b>\""));
        // The simulator decides.
        let html = format!("<svg><desc><p></desc></svg></p><{name}/><b>");
        assert_eq!(read(&html, &options), format!("<svg><desc><p></desc></svg></p><{name}><~{name}><b>"));
    }
}

/// Without feedback, the caller builds the tree.
#[test]
fn the_option_needs_feedback() {
    assert_eq!(read("<title/><div/>", &on().with_feedback(false)), "<title><div>");
}

#[test]
fn an_implied_end_tag_is_empty_and_has_the_name_of_its_start_tag() {
    for engine in [Engine::Auto, Engine::StateMachine] {
        for (html, name) in [("a<DIV b />", "div"), ("a<D\0V b=c /><b>", "d\u{FFFD}v")] {
            let arena = Arena::new();
            let tokens =
                Tokenizer::with_options(html.as_bytes(), &on().with_engine(engine), &arena).collect::<Vec<_>>();
            let [_, Token::StartTag(start), Token::EndTag(end), ..] = tokens[..] else { panic!("{tokens:?}") };
            assert_eq!((end.name_str(), end.raw_name(), end.raw()), (name, start.raw_name(), &b""[..]));
            assert_eq!((end.span(), end.name_span()), (start.span().end..start.span().end, start.name_span()));
            assert_eq!(end.raw_short_name().map(|name| name.word), start.raw_short_name().map(|name| name.word));
        }
    }
}

/// Counts tags, and is done after the first one.
#[derive(Default)]
struct First(usize);

impl<'a> Sink<'a> for First {
    fn token(&mut self, _: Token<'a>) {
        self.0 += 1;
    }
    fn start_tag(&mut self, _: StartTag<'a>) {
        self.0 += 1;
    }
    fn is_done(&self) -> bool {
        self.0 > 0
    }
}

#[test]
fn a_sink_that_is_done_gets_no_implied_end_tag() {
    for engine in [Engine::Auto, Engine::StateMachine] {
        for (html, history) in [("<title/>", 0), ("<title/>", 1 << 20), ("<frameset/>", 1 << 20)] {
            let options = on().with_engine(engine).with_history_bytes(history);
            let mut first = First::default();
            tokenize(html.as_bytes(), &options, &mut Arena::new(), &mut first);
            assert_eq!(first.0, 1, "{html}");
            let mut first = First::default();
            let mut stream = Stream::new(&options);
            stream.feed(html.as_bytes(), &mut first);
            stream.finish(&mut first);
            assert_eq!(first.0, 1, "{html}");
        }
    }
}

#[test]
fn the_body_starts_after_an_empty_title() {
    let body = |html: &str, options: &Options| {
        let mut sink = TokenSink::new(|_: Token<'_>| {});
        let mut head = HeadOnly::new(&mut sink as &mut AnySink<'_>, options);
        tokenize(html.as_bytes(), options, &mut Arena::new(), &mut head);
        head.finish().1
    };
    let html = "<html><head><title/><meta name='a'/><script/></head><body>";
    assert_eq!(body(html, &on()), html.find("<body>"));
    assert_eq!(body(html, &Options::default()), None);
}

/// Writes the end tags that empty-element tags imply. The page has the same tokens then, without the option.
fn written_out(html: &[u8], options: &Options) -> Vec<u8> {
    let (arena, mut written, mut at) = (Arena::new(), Vec::new(), 0);
    for token in Tokenizer::with_options(html, options, &arena) {
        if let Token::EndTag(tag) = token
            && tag.is_implied()
        {
            let end = tag.span().end;
            written.extend_from_slice(&html[at..end]);
            written.extend([b"</", tag.raw_name(), b">"].concat());
            at = end;
        }
    }
    written.extend_from_slice(&html[at..]);
    written
}

/// Returns the tokens without what an implied end tag differs in.
fn tokens(html: &[u8], options: &Options, arena: &mut Arena) -> String {
    let mut text = String::new();
    let mut each = |token: Token<'_>| match token {
        Token::StartTag(tag) => {
            let _ = write!(text, "<{} {:?}>", tag.name_str(), tag.namespace());
        }
        Token::EndTag(tag) => {
            let _ = write!(text, "</{}>", tag.name_str());
        }
        Token::Text(run) => {
            let _ = write!(text, "{:?}{:?}", run.state(), run.decoded_str());
        }
        _ => text.push('!'),
    };
    tokenize(html, options, arena, &mut TokenSink::new(&mut each as &mut dyn FnMut(Token<'_>)));
    text
}

/// Text states, namespaces and CDATA sections follow from the end tags as if they were in the input.
#[test]
fn implied_end_tags_have_the_effect_of_written_ones() {
    const NAMES: [&str; 22] = [
        "svg",
        "math",
        "desc",
        "title",
        "p",
        "b",
        "div",
        "table",
        "td",
        "tr",
        "template",
        "frameset",
        "col",
        "xmp",
        "a",
        "mi",
        "foreignObject",
        "script",
        "select",
        "form",
        "br",
        "li",
    ];
    let documents = variable("TAGRAKE_DOCUMENTS", 20_000);
    in_parallel(documents / 100, Arena::new, |arena, seed| {
        let mut random = Random::new(seed as u64);
        for _ in 0..100 {
            let mut html = Vec::new();
            for _ in 0..random.below(16) {
                let name = random.choose(&NAMES);
                let construct = match random.below(6) {
                    0 | 1 => format!("<{name}/>"),
                    2 | 3 => format!("<{name}>"),
                    4 => format!("</{name}>"),
                    _ => "x<![CDATA[y]]>".to_owned(),
                };
                html.extend(construct.bytes());
            }
            if random.one_in(4) {
                random_page::push(&mut random, &mut html);
            }
            // No end tag ends `plaintext`.
            if memchr::memmem::find(&html, b"<plaintext").is_some() {
                continue;
            }
            let options = on().with_scripting(random.one_in(2));
            let plain = options.clone().with_empty_element_tags(false);
            let written = written_out(&html, &options);
            let (found, expected) = (tokens(&html, &options, arena), tokens(&written, &plain, arena));
            if found != expected {
                return Err(format!("{}\n{found}\n{expected}", html.escape_ascii()));
            }
        }
        Ok(())
    });
}

#[test]
fn pages_give_the_same_tokens_in_every_configuration() {
    let pages = pages::all();
    in_parallel(
        pages.len(),
        || Comparison::new(&on()),
        |comparison, task| {
            comparison.check(&pages[task].html).map_err(|problem| format!("{}: {problem}", pages[task].name))
        },
    );
}
