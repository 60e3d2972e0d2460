//! The fast path and the state machine, pull and push, with errors and without, give the same tokens, spans and errors
//! for any bytes. The comparison also checks the invariants of spans (`testsupport/src/invariants.rs`).

use tagrake::{Arena, Comment, Engine, Options, Sink, StartTag, Text, TextState, Token, Tokenizer};
use tagrake_testsupport::any_sink::tokenize;
use tagrake_testsupport::parallel::in_parallel;
use tagrake_testsupport::random::Random;
use tagrake_testsupport::random_page;
use tagrake_testsupport::tokenizer_runs::Comparison;
use tagrake_testsupport::{html5lib, pages, variable};

#[test]
fn html5lib_tests_give_the_same_tokens_in_every_configuration() {
    let mut runs = html5lib::suite().runs;
    runs.extend(html5lib::processing_instructions());
    in_parallel(runs.len(), || (), |(), task| Comparison::new(&runs[task].options()).check(&runs[task].input));
}

#[test]
fn pages_give_the_same_tokens_in_every_configuration() {
    let pages = pages::all();
    let options = [
        Options::default(),
        Options::default().with_scripting(true).with_cdata(true),
        Options::default().with_feedback(false),
        Options::default().with_processing_instructions(true),
    ];
    in_parallel(
        pages.len() * options.len(),
        || (),
        |(), task| {
            let page = &pages[task / options.len()];
            let mut comparison = Comparison::new(&options[task % options.len()]);
            comparison.check(&page.html).map_err(|problem| format!("{}: {problem}", page.name))
        },
    );
}

/// All strings of up to `length` of some fragments. The variable `TAGRAKE_FRAGMENTS` limits the lengths, for emulated CPUs.
struct Grid {
    /// The start of every string.
    prefix: &'static str,
    /// The fragments that follow.
    fragments: &'static [&'static str],
    /// The maximum number of fragments in a string.
    length: u32,
    /// The states in which the strings are read.
    states: &'static [TextState],
    /// Whether CDATA sections are allowed.
    cdata: bool,
    /// The name of an appropriate end tag.
    last_start_tag: &'static str,
}

/// A grid in the data state, outside foreign content.
const IN_DATA: Grid =
    Grid { prefix: "", fragments: &[], length: 0, states: &[TextState::Data], cdata: false, last_start_tag: "" };

/// Each grid covers a group of the standard's states. Together they reach every state.
const GRIDS: &[Grid] = &[
    // Markup in general.
    Grid { fragments: &["<", "/", ">", "a", "=", "\"", "'", "&", ";", " ", "!", "-"], length: 6, ..IN_DATA },
    // The same in states where only end tags, or nothing, is markup.
    Grid {
        fragments: &["<", "/", ">", "a", "=", "\"", "'", "&", ";", " ", "!", "-"],
        length: 5,
        states: &[
            TextState::Rcdata,
            TextState::Rawtext,
            TextState::ScriptData,
            TextState::Plaintext,
            TextState::CdataSection,
        ],
        cdata: true,
        last_start_tag: "a",
        ..IN_DATA
    },
    // Other characters: replaced characters, newlines, upper case, the first characters of bogus comments.
    Grid {
        fragments: &["<", "/", ">", "A", "\0", "\r", "\n", "?", "]", "\u{1}", "é", "-", "!"],
        length: 5,
        states: TextState::ALL,
        cdata: true,
        last_start_tag: "a",
        ..IN_DATA
    },
    // Tags.
    Grid {
        prefix: "<a",
        fragments: &[" ", "/", ">", "b", "B", "=", "\"", "'", "&lt", "<", "\0", "\r"],
        length: 5,
        ..IN_DATA
    },
    Grid { prefix: "<a b", fragments: &[" ", "/", ">", "b", "=", "\"", "'"], length: 7, ..IN_DATA },
    Grid {
        prefix: "x</a",
        fragments: &[" ", "/", ">", "b", "A", "=", "\"", "\0", "\n"],
        length: 4,
        states: TextState::ALL,
        cdata: true,
        last_start_tag: "a",
    },
    // Comments.
    Grid { prefix: "<!", fragments: &["<", "!", "-", "--", ">", "a", "\0", "\r"], length: 6, ..IN_DATA },
    // Scripts and their escapes.
    Grid {
        fragments: &["<!--", "-->", "-", "<", "</", "/", "script", "SCRIPT", " ", ">", "x", "\0", "\r"],
        length: 5,
        states: &[TextState::ScriptData],
        last_start_tag: "script",
        ..IN_DATA
    },
    Grid {
        prefix: "<!--<script>",
        fragments: &["-", "<", "/", "script", " ", ">", "x", "\0", "\r\n"],
        length: 5,
        states: &[TextState::ScriptData],
        last_start_tag: "script",
        ..IN_DATA
    },
    // Start tags that switch the text state.
    Grid {
        fragments: &[
            "<script>",
            "</script>",
            "<title>",
            "</title ",
            "<xmp/>",
            "</xmp>",
            "<plaintext>",
            ">",
            "&amp",
            "<!--",
        ],
        length: 4,
        states: TextState::ALL,
        last_start_tag: "title",
        ..IN_DATA
    },
    // DOCTYPEs.
    Grid {
        prefix: "<!DOCTYPE",
        fragments: &[" ", "a", "A", "PUBLIC", "system", "\"", "'", ">", "\0", "\r"],
        length: 5,
        ..IN_DATA
    },
    Grid {
        prefix: "<!doctype html",
        fragments: &[" ", "PUBLIC", "system", "\"", "'", "a", ">", "\0", "\r"],
        length: 5,
        ..IN_DATA
    },
    Grid { prefix: "<!doctype HTML PUBLIC", fragments: &[" ", "a", "\"", "'", ">", "\r\n"], length: 6, ..IN_DATA },
    // CDATA sections, allowed and not.
    Grid {
        prefix: "<![CDATA[",
        fragments: &["]", ">", "a", "<", "&amp;", "\0", "\r", "<![CDATA["],
        length: 5,
        cdata: true,
        ..IN_DATA
    },
    Grid {
        prefix: "<!",
        fragments: &["[CDATA[", "[cdata[", "[", "DOCTYPE", "doctyp", "-", "]", ">", "\r"],
        length: 4,
        ..IN_DATA
    },
    // Character references, in text and in attributes.
    Grid {
        prefix: "&",
        fragments: &["#", "x", "X", "0", "8", "D", "10FFFF", "not", "in", ";", "=", "&", "<", "\0", "é"],
        length: 4,
        states: &[TextState::Data, TextState::Rcdata],
        last_start_tag: "a",
        ..IN_DATA
    },
    Grid {
        prefix: "<a b=\"&",
        fragments: &["#", "x", "0", "d", "amp", "not", "it", "in", ";", "=", "&", "\"", "\0", "\r"],
        length: 4,
        ..IN_DATA
    },
    Grid {
        prefix: "<a b=&",
        fragments: &["#", "x", "0", "D800", "amp", "not", "a", ";", "=", "&", " ", ">", "<", "\""],
        length: 4,
        ..IN_DATA
    },
];

#[test]
fn short_strings_give_the_same_tokens_in_every_configuration() {
    for grid in GRIDS {
        for state in grid.states {
            let options = Options::default()
                .with_cdata(grid.cdata)
                .with_initial_state(*state)
                .with_last_start_tag(grid.last_start_tag);
            let count = grid.fragments.len();
            let length = grid.length.min(variable("TAGRAKE_FRAGMENTS", u32::MAX));
            // A task is all strings with the same first two fragments. Tasks also check strings of no or one fragment.
            in_parallel(
                count * count,
                || (Comparison::new(&options), Vec::new()),
                |(comparison, html), task| {
                    html.clear();
                    html.extend(grid.prefix.bytes());
                    if task == 0 {
                        comparison.check(html)?;
                    }
                    html.extend(grid.fragments[task / count].bytes());
                    if task % count == 0 {
                        comparison.check(html)?;
                    }
                    html.extend(grid.fragments[task % count].bytes());
                    grid.check_all(comparison, html, length.saturating_sub(2))
                },
            );
        }
    }
}

impl Grid {
    /// Checks `html`, and `html` followed by every combination of up to `more` fragments.
    fn check_all(&self, comparison: &mut Comparison, html: &mut Vec<u8>, more: u32) -> Result<(), String> {
        comparison.check(html)?;
        if more > 0 {
            let length = html.len();
            for fragment in self.fragments {
                html.extend(fragment.bytes());
                self.check_all(comparison, html, more - 1)?;
                html.truncate(length);
            }
        }
        Ok(())
    }
}

/// Reads `html`, a start tag, with either engine. Asserts the number of its duplicate attributes, and calls `check`.
fn check_duplicates(html: &[u8], duplicates: usize, check: impl Fn(&StartTag<'_>)) {
    for engine in [Engine::Auto, Engine::StateMachine] {
        let (options, arena) = (Options::default().with_engine(engine), Arena::new());
        let first = Tokenizer::with_options(html, &options, &arena).next();
        let Some(Token::StartTag(tag)) = first else { panic!("{first:?}") };
        assert_eq!(tag.duplicate_attributes(), duplicates, "{}", html.escape_ascii());
        check(&tag);
    }
}

/// A bug once made both engines compare the bytes of names, so attributes with equal decoded names were not duplicates.
#[test]
fn names_that_are_equal_after_decoding_are_duplicates() {
    let tags: [(&[u8], &str); 5] = [
        (b"<a \xFF=1 \xFE=2>", "\u{FFFD}"),
        (b"<a x\xFFy=1 x\xE2\x82y=2>", "x\u{FFFD}y"),
        (b"<a \0=1 \xFF=2>", "\u{FFFD}"),
        (b"<a \xC3=1 \xEF\xBF\xBD=2>", "\u{FFFD}"),
        (b"<a b c d e f g h i j k l m n o p q r \xFF=1 \xC0=2>", "\u{FFFD}"),
    ];
    for (html, name) in tags {
        check_duplicates(html, 1, |tag| {
            let last = tag.attributes().last().map(|attribute| (attribute.name_str(), attribute.value_str()));
            assert_eq!(last, Some((name, "1")), "{}", html.escape_ascii());
        });
    }
}

#[test]
fn names_of_lone_surrogates_are_compared_by_code_point() {
    check_duplicates(b"<a \xED\xA0\x80=1 \xED\xA0\x81=2>", 0, |_| {});
    check_duplicates(b"<a \xED\xA0\x80=1 \xED\xA0\x80=2>", 1, |_| {});
}

/// Pages per seed and choice of options.
const PAGES_PER_SEED: usize = 100;

#[test]
fn random_pages_give_the_same_tokens_in_every_configuration() {
    in_parallel(
        variable("TAGRAKE_DOCUMENTS", 200_000) / PAGES_PER_SEED,
        || (),
        |(), seed| {
            let mut random = Random::new(seed as u64);
            let mut comparison = Comparison::new(&random_page::options(&mut random));
            let mut html = Vec::new();
            for _ in 0..PAGES_PER_SEED {
                html.clear();
                random_page::push(&mut random, &mut html);
                comparison.check(&html)?;
            }
            Ok(())
        },
    );
}

/// A sink that is done after `enough` tokens.
struct Few {
    seen: usize,
    enough: usize,
}

impl<'a> Sink<'a> for Few {
    fn start_tag(&mut self, _: StartTag<'a>) {
        self.seen += 1;
    }
    fn text(&mut self, _: Text<'a>) {
        self.seen += 1;
    }
    fn comment(&mut self, _: Comment<'a>) {
        self.seen += 1;
    }
    fn is_done(&self) -> bool {
        self.seen >= self.enough
    }
}

#[test]
fn a_sink_that_is_done_gets_no_more_tokens() {
    for config in tagrake_testsupport::tokenizer_runs::RunConfig::all() {
        for enough in 1..7 {
            let mut few = Few { seen: 0, enough };
            tokenize(
                b"<p>a<!--b--><A B=C>d<!-- -->",
                &config.options(&Options::default()),
                &mut Arena::new(),
                &mut few,
            );
            assert_eq!(few.seen, enough.min(6), "{config:?}");
        }
    }
}

#[test]
fn errors_are_reported_no_later_than_their_token() {
    for run in html5lib::suite().runs {
        for engine in [Engine::StateMachine, Engine::Auto] {
            let options = run.options().with_engine(engine).with_errors(true);
            let arena = Arena::new();
            let mut tokenizer = Tokenizer::with_options(&run.input, &options, &arena);
            let mut known = Vec::new();
            while let Some(token) = tokenizer.next() {
                known.push((token.span().end, tokenizer.errors().len()));
            }
            let errors = tokenizer.errors();
            for (end, count) in known {
                let late = errors[count..].iter().find(|error| error.offset < end);
                assert!(late.is_none(), "{engine:?}, \"{}\": {late:?} is late", run.input.escape_ascii());
            }
        }
    }
}
