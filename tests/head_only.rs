//! `HeadOnly` passes the tokens and errors of a page up to the start of its body, for complete input and chunks, with
//! both engines.

use tagrake::{Arena, Engine, HeadOnly, Options, Token};
use tagrake_testsupport::any_sink::{Stream, tokenize};
use tagrake_testsupport::random::Random;
use tagrake_testsupport::tokenizer_runs::{TokenSink, describe};

/// Pages, and the rest of each from the start of its body.
const BODIES: &[(&str, Option<&str>)] = &[
    ("", None),
    ("<!DOCTYPE html><!-- c --><html><head>\n</head>\t<!-- d -->", None),
    ("<!DOCTYPE html><title>x</title><p>y", Some("<p>y")),
    ("<head><title><p></title><style><p></style><script><p></script></head>", None),
    ("<head></head> <body>", Some("<body>")),
    ("<head></head><frameset>", Some("<frameset>")),
    ("<meta></head><style>p</style><base><!-- --><html lang=x><head>", None),
    ("<html></p></div></template>", None),
    ("<title></title></br>", Some("</br>")),
    ("<title></title></body>", Some("</body>")),
    ("</html>", Some("</html>")),
    ("</head></title><meta></head>", None),
    ("<svg><title>", Some("<svg>")),
    (" \n\tx", Some(" \n\tx")),
    ("&#32;&#9;", None),
    ("\0", Some("\0")),
    ("&nbsp;", Some("&nbsp;")),
    ("<link><noscript><link><style>p</style></noscript><meta>", None),
    ("<noscript> <img>", Some("<img>")),
    ("<noscript><noscript><head></p></noscript><p>", Some("<p>")),
    ("<noscript></br>", Some("</br>")),
    ("<head></head><noscript>", Some("<noscript>")),
    ("<template><body><p>x<table><td><title>y</title></template><meta>", None),
    ("</head><template><template></template><p></template> <p>", Some("<p>")),
    ("<template><svg><template></svg></template><p>", Some("<p>")),
    ("<template><svg></template><meta><p>", Some("<p>")),
    ("<script><!--<script></script></script>x", Some("x")),
    ("<title>a", None),
    ("<title>a</title><p", None),
    ("<plaintext>", Some("<plaintext>")),
    // A byte order mark is no text of the body.
    ("\u{FEFF}<title>x</title><p>", Some("<p>")),
    ("\u{FEFF}", None),
    ("\u{FEFF} \n<!DOCTYPE html><title>x</title>y", Some("y")),
    ("\u{FEFF}x<title>", Some("\u{FEFF}x<title>")),
    ("\u{FEFF}&#32;<title>x</title>", None),
    ("\u{FEFF}\u{FEFF}<title>", Some("\u{FEFF}\u{FEFF}<title>")),
    ("<title>x</title>\u{FEFF}<meta>", Some("\u{FEFF}<meta>")),
];

#[test]
fn the_body_starts_where_the_standard_starts_it() {
    for &(html, rest) in BODIES {
        let body = rest.map(|rest| html.rfind(rest).expect("the rest is in the page"));
        assert_eq!(check(html.as_bytes(), false), body, "{html:?}");
    }
}

#[test]
fn noscript_is_raw_text_with_scripting() {
    assert_eq!(check(b"<noscript><img></noscript><meta>", true), None);
    assert_eq!(check(b"<noscript><img></noscript><meta></head><noscript>", true), Some(39));
}

#[test]
fn random_heads_have_the_tokens_of_the_complete_page() {
    const PIECES: &[&str] = &[
        "<!DOCTYPE html>",
        "<html a>",
        "<head>",
        "</head>",
        "<meta a=\u{1} a>",
        "<link/ b>",
        "<title>",
        "</title>",
        "<base>",
        "<style>",
        "</style>",
        "<script>",
        "</script>",
        "<noscript>",
        "</noscript>",
        "<template>",
        "</template>",
        "<svg>",
        "</svg>",
        "<p>",
        "</p>",
        "<body>",
        "</body>",
        "</html>",
        "<table>",
        "<td>",
        "<frameset>",
        "</br>",
        "<img =>",
        " ",
        "\n",
        "\r\n",
        "&#32;",
        "&nosuch;",
        "x",
        "\0",
        "\u{7F}",
        "<!-- c --!>",
        "<!--",
        "<?p>",
        "<![CDATA[",
        "]]>",
        "<",
        "</",
    ];
    let mut random = Random::new(11);
    let mut bodies = 0;
    for _ in 0..20_000 {
        let html: String = (0..random.below(12)).map(|_| random.choose(PIECES)).collect();
        bodies += usize::from(check(html.as_bytes(), random.one_in(2)).is_some());
    }
    assert!((10_000..19_000).contains(&bodies), "{bodies}");
}

/// Checks the head of a page, and returns the offset of its body.
#[track_caller]
fn check(html: &[u8], scripting: bool) -> Option<usize> {
    let options = Options::default()
        .with_scripting(scripting)
        .with_errors(true)
        .with_processing_instructions(html.len() % 2 == 1);
    let mut whole = Vec::new();
    let mut sink = TokenSink::new(|token: Token<'_>| whole.push(shown(&token)));
    tokenize(html, &options, &mut Arena::new(), &mut sink);
    let errors = sink.errors;

    let mut bodies = Vec::new();
    for engine in [Engine::Auto, Engine::StateMachine] {
        let options = options.clone().with_engine(engine);
        for chunk in [None, Some(1), Some(7)] {
            let mut tokens = Vec::new();
            let mut head = HeadOnly::new(TokenSink::new(|token: Token<'_>| tokens.push(shown(&token))), &options);
            if let Some(len) = chunk {
                let mut stream = Stream::new(&options);
                html.chunks(len).for_each(|chunk| stream.feed(chunk, &mut head));
                stream.finish(&mut head);
            } else {
                tokenize(html, &options, &mut Arena::new(), &mut head);
            }
            let (sink, body) = head.finish();
            let end = body.unwrap_or(usize::MAX);
            let whole: Vec<_> = whole.iter().filter(|(start, _)| *start < end).cloned().collect();
            let errors: Vec<_> = errors.iter().filter(|error| error.offset < end).copied().collect();
            let run = format!("{:?}, {engine:?}, chunks of {chunk:?}", html.escape_ascii().to_string());
            assert_eq!(sink.errors, errors, "{run}");
            assert_eq!(tokens, whole, "{run}");
            bodies.push(body);
        }
    }
    bodies.dedup();
    assert_eq!(bodies.len(), 1, "{:?}: {bodies:?}", html.escape_ascii().to_string());
    bodies[0]
}

/// Returns the start of a token, and its description.
fn shown(token: &Token<'_>) -> (usize, String) {
    let mut text = String::new();
    describe(token, None, &mut text);
    (token.span().start, text)
}
