//! Processing instructions, with the option and without it, and with sinks that do not handle them. `html5lib.rs` has
//! the html5lib tests whose results change.

use serde_json::Value;
use std::fmt::Write as _;
use tagrake::{Arena, Comment, Engine, LimitKind, Limits, LineIndex, Options, Sink, Text, TextState, Token, Tokenizer};
use tagrake_testsupport::any_sink::{Stream, tokenize};
use tagrake_testsupport::html5lib::{self, TestToken};
use tagrake_testsupport::parallel::in_parallel;
use tagrake_testsupport::tokenizer_runs::{Comparison, RunConfig, TokenSink};

fn on() -> Options {
    Options::default().with_processing_instructions(true)
}

/// Returns the tokens of `html` as text.
fn read(html: &str, options: &Options) -> String {
    let arena = Arena::new();
    let mut text = String::new();
    for token in Tokenizer::with_options(html.as_bytes(), options, &arena) {
        let _ = match token {
            Token::ProcessingInstruction(instruction) => {
                write!(text, "[{}|{}]", instruction.target_str(), instruction.data_str())
            }
            Token::Comment(comment) => write!(text, "[comment {}]", comment.data_str()),
            Token::Text(run) => write!(text, "\"{}\"", run.decoded_str()),
            Token::StartTag(tag) => write!(text, "<{}>", tag.name_str()),
            Token::EndTag(tag) => write!(text, "</{}>", tag.name_str()),
            Token::Dropped(dropped) => write!(text, "[{:?}]", dropped.kind()),
            _ => write!(text, "{token:?}"),
        };
    }
    text
}

#[test]
fn cases_give_the_expected_tokens_and_errors() {
    let mut arena = Arena::new();
    let runs = html5lib::processing_instructions();
    assert_eq!(runs.len(), 136);
    for run in runs {
        for config in RunConfig::all() {
            let mut tokens = Vec::new();
            let mut sink = TokenSink::new(|token: Token<'_>| TestToken::append(&mut tokens, &token));
            config.run(&run.input, &config.options(&run.options()), &mut arena, &mut sink);
            let errors = sink.errors;
            assert_eq!(tokens, run.tokens, "{} {config:?}", run.description);
            let lines = LineIndex::new(&run.input);
            let found = errors.iter().map(|error| (error.code, lines.position(error.offset)));
            let found: Vec<_> = found.map(|(code, at)| (code, at.line, at.column)).collect();
            let expected =
                run.errors.iter().filter(|_| config.errors).map(|error| (error.code, error.line, error.column));
            assert_eq!(found, expected.collect::<Vec<_>>(), "{} {config:?}", run.description);
        }
    }
}

/// Compares all strings of three and four fragments.
#[test]
fn engines_agree_on_short_strings() {
    const FRAGMENTS: [&str; 14] = ["<?", "?", ">", "a", "_", "-", "1", ".", " ", "\r", "\n", "\0", "é", "xml"];
    let count = FRAGMENTS.len();
    in_parallel(
        count * count,
        || Comparison::new(&on()),
        |comparison, task| {
            let start = ["<?", FRAGMENTS[task / count], FRAGMENTS[task % count]].concat();
            for third in FRAGMENTS {
                comparison.check([&start, third].concat().as_bytes())?;
                for fourth in FRAGMENTS {
                    comparison.check([&start, third, fourth].concat().as_bytes())?;
                    comparison.check([&start, third, fourth, ">x<?b c?>"].concat().as_bytes())?;
                }
            }
            Ok(())
        },
    );
}

#[test]
fn they_are_recognized_where_comments_are() {
    let cases = [
        ("<p>a<?b c?>d", "<p>\"a\"[b|c]\"d\""),
        ("<script><?a?></script><?b?>", "<script>\"<?a?>\"</script>[b|]"),
        ("<style><?a?></style>", "<style>\"<?a?>\"</style>"),
        ("<title><?a?></title>", "<title>\"<?a?>\"</title>"),
        ("<textarea><?a?></textarea>", "<textarea>\"<?a?>\"</textarea>"),
        ("<xmp><?a?></xmp>", "<xmp>\"<?a?>\"</xmp>"),
        ("<plaintext><?a?>", "<plaintext>\"<?a?>\""),
        ("<!--<?a?>--><?b?>", "[comment <?a?>][b|]"),
        ("<svg><?a?><![CDATA[<?b?>]]><style><?c?></style></svg>", "<svg>[a|]\"<?b?>\"<style>[c|]</style></svg>"),
        ("<a b='<?c?>'><?d e", "<a>[UnfinishedProcessingInstruction]"),
        ("</?a?><? a?><?a><b>", "[comment ?a?][comment ? a?][a|]<b>"),
        // The tree-builder simulator decides here.
        ("<p><svg><g></b><?a b?></svg><?c?>", "<p><svg><g></b>[a|b]</svg>[c|]"),
        (
            "<frameset><?a?><noframes><?b?></noframes></frameset><?c?>",
            "<frameset>[a|]<noframes>\"<?b?>\"</noframes></frameset>[c|]",
        ),
    ];
    for (html, expected) in cases {
        for engine in [Engine::Auto, Engine::StateMachine] {
            assert_eq!(read(html, &on().with_engine(engine)), expected, "{html} {engine:?}");
        }
    }
    for state in TextState::ALL.iter().copied().filter(|state| *state != TextState::Data) {
        assert_eq!(read("<?a?>", &on().with_initial_state(state)), "\"<?a?>\"", "{state:?}");
    }
}

#[test]
fn without_the_option_they_are_bogus_comments() {
    assert_eq!(read("<?a b?><?c", &Options::default()), "[comment ?a b?][comment ?c]");
}

/// The trees of the Web Platform Tests determine the order of processing instructions and comments, and the complete
/// text.
#[test]
fn tokens_match_the_trees_of_the_web_platform_tests() {
    let json = include_str!("data/wpt-processing-instructions.json");
    let json: Value = serde_json::from_str(json).expect("the file is JSON");
    let tests = json["tests"].as_array().expect("tests are a list");
    assert_eq!(tests.len(), 132);
    for test in tests {
        let string = |key: &str| test[key].as_str().expect("a string");
        let (mut marks, mut text) = (String::new(), String::new());
        for line in string("document").lines() {
            let node = line.trim_start_matches("| ").trim_start();
            if node.starts_with("<?") || node.starts_with("<!--") {
                marks += node;
            } else if let Some(run) = node.strip_prefix('"').and_then(|run| run.strip_suffix('"')) {
                text += run;
            }
        }
        let (mut our_marks, mut our_text) = (String::new(), String::new());
        let arena = Arena::new();
        let options = on().with_scripting(test["scripting"] == true);
        for token in Tokenizer::with_options(string("data").as_bytes(), &options, &arena) {
            match token {
                Token::ProcessingInstruction(instruction) => {
                    our_marks += &format!("<?{} {}?>", instruction.target_str(), instruction.data_str());
                }
                Token::Comment(comment) => our_marks += &format!("<!-- {} -->", comment.data_str()),
                Token::Text(run) => our_text += run.decoded_str(),
                _ => {}
            }
        }
        assert_eq!((our_marks, our_text), (marks, text), "{}", string("data"));
    }
}

/// A sink without a method for processing instructions.
#[derive(Default)]
struct WithoutInstructions(Vec<String>);

impl<'a> Sink<'a> for WithoutInstructions {
    fn comment(&mut self, comment: Comment<'a>) {
        self.0.push(format!("{comment:?}"));
    }

    fn text(&mut self, text: Text<'a>) {
        self.0.push(format!("{text:?}"));
    }
}

#[test]
fn a_sink_without_a_method_for_them_gets_bogus_comments() {
    let html = b"a<?b c\0\r\n\xFF?><?d?>e<?xml?><? f>";
    for engine in [Engine::Auto, Engine::StateMachine] {
        let (mut now, mut before) = (WithoutInstructions::default(), WithoutInstructions::default());
        tokenize(html, &on().with_engine(engine), &mut Arena::new(), &mut now);
        tokenize(html, &Options::default().with_engine(engine), &mut Arena::new(), &mut before);
        assert_eq!(now.0, before.0, "{engine:?}");
        for size in 1..html.len() {
            let (mut stream, mut streamed) = (Stream::new(&on().with_engine(engine)), WithoutInstructions::default());
            html.chunks(size).for_each(|chunk| stream.feed(chunk, &mut streamed));
            stream.finish(&mut streamed);
            assert_eq!(streamed.0, before.0, "{engine:?} in chunks of {size}");
        }
    }
}

#[test]
fn truncated_ones_are_reported() {
    let cases = [
        ("a<?", Some("ProcessingInstruction 1..3")),
        ("a<?b", Some("ProcessingInstruction 1..4")),
        ("a<?b ", Some("ProcessingInstruction 1..5")),
        ("a<?b c", Some("ProcessingInstruction 1..6")),
        ("a<?b?", Some("ProcessingInstruction 1..5")),
        ("a<?xml", Some("ProcessingInstruction 1..6")),
        ("a<?xml ", Some("Comment 1..7")),
        ("a<? ", Some("Comment 1..4")),
        ("a<?b>", None),
        ("<title><?b", Some("RawText 7..10")),
    ];
    for (html, expected) in cases {
        for engine in [Engine::Auto, Engine::StateMachine] {
            let options = on().with_engine(engine);
            let summary = tokenize(html.as_bytes(), &options, &mut Arena::new(), &mut WithoutInstructions::default());
            let mut stream = Stream::new(&options);
            stream.feed(html.as_bytes(), &mut WithoutInstructions::default());
            for summary in [summary, stream.finish(&mut WithoutInstructions::default())] {
                let found = summary.unfinished().map(|found| format!("{:?} {:?}", found.kind(), found.span()));
                assert_eq!(found.as_deref(), expected, "{html} {engine:?}");
            }
        }
    }
}

#[test]
fn a_long_one_reaches_the_limit() {
    let html = format!("a<?b {}?>c", "x".repeat(100));
    for (most, stops) in [(107, false), (106, false), (105, true), (104, true)] {
        for engine in [Engine::Auto, Engine::StateMachine] {
            let options = on().with_engine(engine).with_limits(Limits::default().with_token_bytes(most));
            let summary = tokenize(html.as_bytes(), &options, &mut Arena::new(), &mut WithoutInstructions::default());
            let met = summary.stopped_by().map(|met| (met.kind(), met.offset()));
            assert_eq!(met, stops.then_some((LimitKind::TokenBytes, 1)), "{most} {engine:?}");
        }
    }
}

#[test]
fn the_fast_path_reads_them() {
    let machine_bytes = |html: &[u8]| {
        tokenize(html, &on().with_errors(true), &mut Arena::new(), &mut WithoutInstructions::default()).machine_bytes()
    };
    assert_eq!(machine_bytes(b"<p><?a b?>c<?d\r\n\x01\0?e??>"), 0);
    assert_eq!(machine_bytes(b"<p><?xml?>c"), 7);
}
