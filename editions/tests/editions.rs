//! The five editions of the standard: test vectors, one case per rule, and random pages.

use serde_json::{Value, json};
use std::collections::BTreeMap;
use tagrake::{LineIndex, Options, TextState};
use tagrake_editions::{Edition, Rule, Token, TokenContent, compare, tokenize};
use tagrake_testsupport::html5lib;
use tagrake_testsupport::random::Random;

/// The expected tokens of each edition, in the form of html5lib-tests, with the number of errors in the drafts, and the
/// errors themselves in the Living Standard.
const VECTORS: &str = include_str!("data/editions.json");

fn vectors() -> Vec<Value> {
    serde_json::from_str(VECTORS).expect("a list of vectors")
}

/// Returns the options of a vector.
fn options(vector: &Value) -> Options {
    let state = vector["initialState"].as_str().and_then(|name| name.parse::<TextState>().ok());
    Options::default()
        .with_errors(true)
        .with_feedback(false)
        .with_initial_state(state.expect("a text state"))
        .with_last_start_tag(vector["lastStartTag"].as_str().unwrap_or_default())
        .with_cdata(vector["foreign"] == true)
}

/// Converts a token to the form of html5lib-tests.
fn as_html5lib(token: &Token) -> Value {
    match &token.content {
        TokenContent::Doctype { name, public_id, system_id, force_quirks } => {
            json!(["DOCTYPE", name, public_id, system_id, !force_quirks])
        }
        TokenContent::StartTag { name, attributes, self_closing } => {
            let attributes: serde_json::Map<String, Value> =
                attributes.iter().map(|(name, value)| (name.clone(), value.as_str().into())).collect();
            let mut tag = vec![json!("StartTag"), json!(name), attributes.into()];
            tag.extend(self_closing.then_some(Value::Bool(true)));
            tag.into()
        }
        TokenContent::EndTag { name } => json!(["EndTag", name]),
        TokenContent::Comment(data) => json!(["Comment", data]),
        TokenContent::Text(text) => json!(["Character", text]),
        content => panic!("{content:?}"),
    }
}

#[test]
fn passes_every_vector_in_each_edition() {
    let mut runs = 0;
    for vector in vectors() {
        let html = vector["input"].as_str().expect("an input");
        for &edition in Edition::ALL {
            let expected = &vector["expect"][edition.as_str()];
            let options = options(&vector);
            assert_eq!(expected.is_null(), !edition.has_state(options.initial_state()), "{edition}: {vector}");
            if expected.is_null() {
                continue;
            }
            let reading = tokenize(html, edition, &options);
            let tokens: Vec<_> = reading.tokens.iter().map(as_html5lib).collect();
            assert_eq!(Value::from(tokens), *expected, "{edition}: {vector}");
            let lines = LineIndex::new(html.as_bytes());
            let errors: Vec<_> =
                reading.errors.iter().map(|error| (error.message, lines.position(error.offset))).collect();
            let found = match edition {
                Edition::Living => errors
                    .iter()
                    .map(|(code, place)| json!({"code": code, "line": place.line, "col": place.column}))
                    .collect(),
                _ => Value::from(errors.len()),
            };
            assert_eq!(found, vector["parseErrors"][edition.as_str()], "{edition}: {errors:?} of {vector}");
            runs += 1;
        }
    }
    assert_eq!(runs, 969);
}

/// Inputs for which a single rule explains all differences between the editions.
const TOKEN_CASES: &[(Rule, &str)] = &[
    (Rule::SelfClosingFlag, "<br/>"),
    (Rule::SelfClosingFlag, "<p a='b'/>"),
    (Rule::EscapedTextHasNoReferences, "<title><!--&amp;--></title>"),
    (Rule::ForeignContent, "<svg><title><b></title></svg>"),
    (Rule::CdataSections, "<svg><![CDATA[x]]></svg>"),
    (Rule::GreaterThanSignEndsIdentifier, "<!DOCTYPE html PUBLIC \"a>"),
    (Rule::GreaterThanSignEndsIdentifier, "<!DOCTYPE html PUBLIC 'a>'>"),
    (Rule::GreaterThanSignEndsIdentifier, "<!DOCTYPE html SYSTEM \"a>\">"),
    (Rule::GreaterThanSignEndsIdentifier, "<!DOCTYPE html SYSTEM 'a>'>"),
    (Rule::BogusDoctypeIsIncorrect, "<!DOCTYPE html SYSTEM 'a' b>"),
    (Rule::BogusDoctypeIsIncorrect, "<!DOCTYPE html SYSTEM 'a' b"),
    (Rule::ControlReferencesAreReplaced, "&#1;&#x1F;&#127;"),
    (Rule::NoncharacterReferencesAreReplaced, "&#xFDD0;&#xFDDF;&#xFFFF;&#x10FFFE;"),
    (Rule::NamesOf2008, "&Abreve;"),
    (Rule::NamesOf2008, "<p a='&lang;'>"),
    (Rule::LineTabulationIsWhiteSpace, "<a\u{B}b>"),
    (Rule::LineTabulationIsWhiteSpace, "<a \u{B}b \u{B}c\u{B}=\u{B}d\u{B}e='f'\u{B}>"),
    (Rule::LineTabulationIsWhiteSpace, "<!DOCTYPE html\u{B}public \u{B}'a' \u{B}'b' \u{B}>"),
    (Rule::LineTabulationIsWhiteSpace, "<title></title\u{B}>"),
    (Rule::DoctypeNameIsLowerCase, "<!DOCTYPE Html>"),
    (Rule::LineTabulationReferenceIsReplaced, "&#11;"),
    (Rule::LateNoncharacterReferencesAreReplaced, "&#xFDE0;&#xFDEF;"),
    (Rule::UnfinishedTagIsEmitted, "x<a href=y"),
    (Rule::EscapeFlag, "<title><!--</title>--></title>"),
    (Rule::EscapeFlag, "<style><!--</style>--></style>"),
    (Rule::EscapeFlag, "<script><!--</script>--></script>"),
    (Rule::NumbersByTable, "&#13;"),
    (Rule::NumbersByTable, "&#x81;&#x8D;&#x8F;&#x90;&#x9D;"),
    (Rule::EqualsSignKeepsReference, "<a b='?c&copy=d'>"),
    (Rule::NamesSince2009, "&bsolhsub;"),
    (Rule::BangEndsComment, "<!--a--!>b"),
    (Rule::NulIsReplaced, "a\0b"),
];

#[test]
fn token_rules_separate_the_editions_in_which_they_hold() {
    for (rule, html) in TOKEN_CASES {
        let differences = compare(html, &Options::default());
        assert!(!differences.is_empty(), "{rule:?}: {html}");
        for difference in differences {
            assert_eq!(difference.rules, [*rule], "{html}: {difference:?}");
        }
        let tokens = |edition| {
            let reading = tokenize(html, edition, &Options::default());
            reading.tokens.into_iter().map(|token| token.content).collect::<Vec<_>>()
        };
        for &one in Edition::ALL {
            for &other in Edition::ALL {
                let same = tokens(one) == tokens(other);
                assert_eq!(same, rule.holds_in(one) == rule.holds_in(other), "{rule:?}: {one}, {other}: {html}");
            }
        }
    }
}

/// For each rule that changes errors, an input and the number of errors in each draft.
const ERROR_CASES: &[(Rule, &str, [usize; 4])] = &[
    (Rule::QuotesAndEqualsAreErrors, "<a \"b><a 'b><a =b><a b\"c><a b=c\"d><a b==>", [0, 6, 6, 6]),
    (Rule::SpaceFollowsQuotedValue, "<a b='c'd=\"e\"f>", [0, 2, 2, 2]),
    (Rule::AdditionalAllowedCharacter, "<a b='&' c=\"&\">", [2, 0, 0, 0]),
    (Rule::InputCharactersAreErrors, "\u{1}\u{7F}\u{9F}\u{FDD0}\u{1FFFE}", [0, 5, 5, 5]),
    (Rule::QuoteAfterAttributeNameIsError, "<a b \"c d 'e>", [0, 0, 0, 2]),
    (Rule::MissingValueIsError, "<a b=>", [0, 0, 0, 1]),
    (Rule::LateInputCharactersAreErrors, "\u{B}\u{FDE0}", [0, 0, 0, 2]),
    // Rules that change both tokens and errors.
    (Rule::SelfClosingFlag, "<a/><br/></br/>", [2, 1, 1, 1]),
    (Rule::BogusDoctypeIsIncorrect, "<!DOCTYPE html SYSTEM 'a' b", [2, 1, 1, 1]),
    (Rule::LineTabulationIsWhiteSpace, "&\u{B}", [0, 0, 1, 2]),
];

#[test]
fn error_rules_give_the_expected_number_of_errors() {
    for (rule, html, expected) in ERROR_CASES {
        let options = Options::default().with_errors(true);
        let readings = core::array::from_fn::<_, { Edition::ALL.len() }, _>(|edition| {
            tokenize(html, Edition::ALL[edition], &options)
        });
        let counts = readings.each_ref().map(|reading| reading.errors.len());
        assert_eq!(counts[..4], *expected, "{rule:?}: {html}: {readings:?}");
        assert!(readings.iter().any(|reading| reading.rule_checks.iter().any(|check| check.rule == *rule)));
        if !rule.changes_tokens() {
            assert_eq!(compare(html, &Options::default()), [], "{html}");
        }
    }
}

#[test]
fn rules_that_depend_on_options_separate_the_editions() {
    let in_state = |state, name: &str| Options::default().with_initial_state(state).with_last_start_tag(name);
    let title = in_state(TextState::Rcdata, "title");
    // Both rules are checked: one makes the end tag, the other emits it unfinished.
    let differences = compare("x</title", &title);
    assert_eq!(differences[0].rules, [Rule::UnfinishedTagIsEmitted, Rule::FileEndsEndTag]);

    let differences = compare("x</h1>", &in_state(TextState::Rcdata, "h1"));
    assert_eq!(differences[0].rules, [Rule::EndTagNameIsAnyText]);
    assert_eq!(differences[0].readings[0].0.len(), 4);

    // In the Living Standard, the decoder drops a byte order mark, so it makes no difference.
    for &edition in Edition::ALL {
        let tokens = tokenize("\u{FEFF}a", edition, &Options::default()).tokens;
        let dropped = tokens[0].content == TokenContent::Text("a".into());
        assert_eq!(dropped, Rule::ByteOrderMarkIsDropped.holds_in(edition), "{edition}");
    }
    assert_eq!(compare("\u{FEFF}a", &Options::default()), []);
    assert_eq!(compare("\u{FEFF}<br/>", &Options::default())[0].span, 3..8);
}

#[test]
fn every_rule_has_a_case() {
    // The cases of the previous test.
    let by_options = [Rule::FileEndsEndTag, Rule::EndTagNameIsAnyText, Rule::ByteOrderMarkIsDropped];
    for rule in Rule::ALL {
        let cases = TOKEN_CASES.iter().filter(|(other, _)| other == rule).count()
            + ERROR_CASES.iter().filter(|(other, ..)| other == rule).count();
        assert!(cases > 0 || by_options.contains(rule), "{rule:?}");
        assert!(rule.editions().iter().all(|edition| rule.holds_in(*edition)));
        assert!((1..Edition::ALL.len()).contains(&rule.editions().len()));
    }
}

/// Fragments of pages that reach every state and every rule.
#[rustfmt::skip]
const FRAGMENTS: [&str; 84] = [
    "<", ">", "/", "!", "?", "-", "--", "-->", "--!>", "<!--", "&", "&amp", "&amp;", "&lang;", "&bne;", "&#", "&#x",
    "&#13;", "&#11;", "&#x81", "&not", "=", "'", "\"", " ", "\n", "\r", "\r\n", "\u{B}", "\u{C}", "\0", "\u{1}",
    "\u{FEFF}", "\u{FDD0}", "\u{FDE5}", "\u{1FFFF}", "a", "B", "é", "x=y", "<a ", "<br/>", "<p", "</p", "</p>", "</",
    "</>", "<A B='c", "<title>", "</title>", "</title", "<script>", "</script>", "<style>", "</style ", "<plaintext>",
    "<noscript>", "<svg>", "</svg>", "<math>", "<mi>", "<desc>", "<textarea>", "<select>", "<table>", "<template>",
    "<frameset>", "<![CDATA[", "]]>", "]", "<!DOCTYPE ", "<!doctype Html ", "PUBLIC", "SYSTEM", "\"b\"", "'c'",
    "html", "<iframe>", "PUBLIC 'a>", "SYSTEM \"b>", "&#2;", "&#xFFFE;", "&#xFDE0;", "<a b='&not='>",
];

/// Random pages, followed by the real ones of the corpora.
fn pages() -> impl Iterator<Item = String> {
    let mut random = Random::new(2007);
    let made = (0..40_000).map(move |_| (0..1 + random.below(12)).map(|_| random.choose(&FRAGMENTS)).collect());
    made.chain(tagrake_testsupport::pages::all().into_iter().filter_map(|page| String::from_utf8(page.html).ok()))
}

#[test]
fn tokens_of_any_page_are_in_order() {
    for html in pages() {
        for &edition in Edition::ALL {
            let reading = tokenize(&html, edition, &Options::default().with_errors(true));
            let mut end = 0;
            for token in &reading.tokens {
                assert!(end <= token.span.start && token.span.start < token.span.end, "{edition}: {html:?}: {token:?}");
                assert!(html.get(token.span.clone()).is_some(), "{edition}: {html:?}: {token:?}");
                end = token.span.end;
            }
            assert!(end <= html.len());
            assert!(reading.errors.iter().all(|error| error.offset <= html.len()), "{edition}: {html:?}");
            assert_eq!(tokenize(&html, edition, &Options::default()).tokens, reading.tokens, "{edition}: {html:?}");
        }
    }
}

/// Compares the editions on `html`, checks that the rules of each difference separate the editions that differ, and
/// counts the rules in `found`.
fn check_differences(html: &str, options: &Options, found: &mut BTreeMap<Rule, usize>) {
    let mut end = 0;
    for difference in compare(html, options) {
        assert!(end <= difference.span.start && difference.span.end <= html.len(), "{html:?}: {difference:?}");
        assert!(difference.readings.len() > 1, "{html:?}: {difference:?}");
        end = difference.span.end;
        for (at, (editions, _)) in difference.readings.iter().enumerate() {
            for (others, _) in &difference.readings[at + 1..] {
                for (one, other) in editions.iter().flat_map(|one| others.iter().map(move |other| (*one, *other))) {
                    let separates = |rule: &Rule| rule.changes_tokens() && rule.holds_in(one) != rule.holds_in(other);
                    assert!(difference.rules.iter().any(separates), "{one}, {other}: {html:?}: {difference:?}");
                }
            }
        }
        for rule in difference.rules {
            *found.entry(rule).or_default() += 1;
        }
    }
}

#[test]
fn every_difference_of_any_page_has_rules() {
    let mut found = BTreeMap::new();
    for html in pages() {
        check_differences(&html, &Options::default(), &mut found);
    }
    let missing = |rule: &&Rule| rule.changes_tokens() && !found.contains_key(rule);
    let never: Vec<_> = Rule::ALL.iter().filter(missing).collect();
    // With feedback, the names of all elements in RCDATA and CDATA are letters.
    assert_eq!(never, [&Rule::EndTagNameIsAnyText]);
}

#[test]
fn every_difference_of_html5lib_tests_has_rules() {
    let (mut runs, mut found) = (0, BTreeMap::new());
    for run in html5lib::suite().runs {
        // The drafts cannot read lone surrogates.
        if let Ok(html) = std::str::from_utf8(&run.input) {
            check_differences(html, &run.options(), &mut found);
            runs += 1;
        }
    }
    assert_eq!(runs, 7028);
}
